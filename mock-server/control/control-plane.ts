import { setTimeout } from 'node:timers/promises';
import express, { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { PhoneNo } from '#shared/contract/fields';
import { isPhone, normalizePhone } from '#shared/domain/phone';
import { plans } from '#shared/domain/plan';
import { ticketKinds } from '#shared/domain/ticket-kind';
import { ProductError } from '#shared/errors';
import type { AdjustableClock } from '../adapters/clock/port.ts';
import type { EmailOutbox } from '../adapters/email/outbox.ts';
import type { SimulatedPayment } from '../adapters/payment/simulated/index.ts';
import type { SmsOutbox } from '../adapters/sms/outbox.ts';
import type { BlobStorage } from '../adapters/storage/port.ts';
import { readFields } from '../http/body.ts';
import { factsOf, isFromThisMachine } from '../http/context.ts';
import { setSessionCookie, userCookie } from '../http/cookies.ts';
import { refuseForeignOrigin } from '../http/fetch-metadata.ts';
import type { Ids } from '../ids.ts';
import type { AccountService } from '../modules/account/account.service.ts';
import type { AuthService } from '../modules/auth/auth.service.ts';
import type { VariantCache } from '../modules/image/variant-cache.ts';
import { fromIssues } from '../modules/issues.ts';
import type { MembershipService } from '../modules/membership/membership.service.ts';
import type { ScanService } from '../modules/scan/scan.service.ts';
import type { Store } from '../modules/store.ts';
import type { TicketService } from '../modules/ticket/ticket.service.ts';
import type { Runner } from '../worker/runner.ts';
import { blobKeys, checkTables, emptyAllTables, type Invariant } from './control.repository.ts';
import { createJournal } from './journal.ts';
import { controlPage, controlScript } from './page.ts';
import { addPayCalls } from './pay-calls.ts';
import { addScanCalls } from './scan-calls.ts';

export interface ControlDeps {
  store: Store;
  clock: AdjustableClock;
  ids: Ids;
  sms: SmsOutbox;
  emails: EmailOutbox;
  storage: BlobStorage;
  variants: VariantCache;
  accounts: AccountService;
  memberships: MembershipService;
  auth: AuthService;
  scans: ScanService;
  tickets: TicketService;
  runner: Runner;
  /** The company that plays the payments, where one is in use. */
  simulatedPayment: SimulatedPayment | undefined;
  /** Does what the clock has made due. */
  tick: () => Promise<void>;
  plant: (scenario: 'seed' | 'empty') => Promise<void>;
}

export interface ControlPlane {
  router: Router;
  /** Records every request that comes after it. */
  journal: RequestHandler;
}

const ClockChange = z.object({
  now: z.union([z.int(), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))]).optional(),
  advanceMs: z.int().optional(),
  frozen: z.boolean().optional(),
});
const Reset = z.object({ scenario: z.enum(['seed', 'empty']).default('seed') });
const NewAccount = z.object({
  phoneNo: PhoneNo.optional(),
  nickName: z.string().max(40).optional(),
  /** Left out, a new account has the free plan and a known one keeps its own. */
  plan: z.enum(plans).optional(),
  /** Extra tickets: a number of normal ones, or by kind. */
  tickets: z.union([z.int().min(0), z.partialRecord(z.enum(ticketKinds), z.int().min(0))]).default({}),
});

/** The clock is not set past the year 2200; a date a million days later has no ISO form any more. */
const latestMoment = Date.UTC(2200, 0);
const month = 30 * 86_400_000;
const bodyLimit = 64 * 1024;
const secondLookMs = 500;

/** QA's way into everything the product waits for: codes, time, data. On loopback and in local mode only. */
export function createControlPlane(deps: ControlDeps): ControlPlane {
  const { store, clock, sms, storage, variants, accounts, auth, tickets } = deps;
  const journal = createJournal(clock);
  const router = Router();
  router.use(onlyLoopback);
  router.use((request, _response, next) => {
    if (request.method !== 'GET') refuseForeignOrigin(request);
    next();
  });

  const read = async <S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> => {
    const result = schema.safeParse(await readFields(request, bodyLimit));
    if (!result.success) throw fromIssues(result.error.issues);
    return result.data;
  };

  router.get('/', (_request, response) => void response.type('html').send(controlPage()));
  router.get('/control.js', (_request, response) => void response.type('js').send(controlScript));

  router.get('/sms', (request, response) => {
    const phoneNo = typeof request.query.phoneNo === 'string' ? normalizePhone(request.query.phoneNo) : undefined;
    if (phoneNo !== undefined && !isPhone(phoneNo)) throw new ProductError('phone.invalid');
    response.json(sms.sent(phoneNo));
  });

  router.get('/email', (request, response) => {
    const { email } = request.query;
    response.json(deps.emails.sent(typeof email === 'string' ? email.trim().toLowerCase() : undefined));
  });

  router.get('/clock', (_request, response) => void response.json(clockAnswer(clock)));
  router.post('/clock', async (request, response) => {
    const { now, advanceMs, frozen } = await read(request, ClockChange);
    const before = clock.now();
    const target = (now ?? before) + (advanceMs ?? 0);
    if (target < 0 || target > latestMoment)
      throw new ProductError('request.invalid', { fields: { now: ['时间超出范围'] } });
    clock.set({
      ...(now === undefined ? {} : { now }),
      ...(advanceMs === undefined ? {} : { advanceMs }),
      ...(frozen === undefined ? {} : { isFrozen: frozen }),
    });
    await tickets.sweep();
    await deps.tick();
    deps.runner.wake();
    response.json(clockAnswer(clock));
  });

  router.post('/reset', async (request, response) => {
    const { scenario } = await read(request, Reset);
    await deps.runner.pause(async () => {
      await store.transact(emptyAllTables);
      await storage.clear();
      await variants.clear();
      sms.clear();
      deps.emails.clear();
      deps.simulatedPayment?.clear();
      journal.clear();
      clock.set({ now: Date.now(), isFrozen: false });
      await deps.plant(scenario);
    });
    response.json({ ok: true, scenario });
  });

  router.post('/accounts', async (request, response) => {
    const { phoneNo = randomPhone(deps.ids), nickName, plan, tickets: extra } = await read(request, NewAccount);
    const account = await store.transact(async (tx) => {
      const known = await accounts.findByPhone(tx, phoneNo);
      const made = known ?? (await accounts.create(tx, { phoneNo, nickName, isTestUser: true }));
      if (plan !== undefined && (known || plan !== 'free'))
        await deps.memberships.setByStaff(tx, made.id, plan, clock.now() + month, 'control');
      for (const [kind, amount] of Object.entries(typeof extra === 'number' ? { normal: extra } : extra)) {
        await tickets.grant(tx, made.id, {
          kind: kind as (typeof ticketKinds)[number],
          amount: amount ?? 0,
          source: 'adjust',
          reason: '测试发放',
          expiresAt: null,
          idempotencyKey: deps.ids.next('grant'),
          operator: 'control-plane',
        });
      }
      return made;
    });
    const { token, redirectUrl } = await auth.openTestSession(account.id, factsOf(request));
    setSessionCookie(response, userCookie, token, 1);
    const vip = await accounts.vipInfo(account.id);
    const left = await tickets.spendable(store.db, account.id);
    const session = { sid: token, cookie: `${userCookie}=${token}`, redirectUrl };
    response.status(201).json({ accountId: account.id, phoneNo, plan: vip.plan, tickets: left, ...session });
  });

  addPayCalls(router, read, deps.simulatedPayment);
  addScanCalls(router, read, deps.scans);

  router.get('/journal', (_request, response) => void response.json(journal.entries()));
  router.get('/invariants', async (_request, response) => {
    const checks = [...(await checkTables(store.db, clock.now())), await orphanedFiles(store, storage)];
    response.json({ ok: checks.every((check) => check.ok), checks });
  });

  return { router, journal: journal.middleware };
}

/** Every stored file has a row and every row its file. A file whose row is being written just now gets a second look. */
async function orphanedFiles(store: Store, storage: BlobStorage): Promise<Invariant> {
  const stored = new Set<string>();
  for await (const key of storage.keys()) stored.add(key);
  const missing = (await blobKeys(store.db)).filter((key) => !stored.has(key));
  const known = new Set(await blobKeys(store.db));
  let orphans = [...stored].filter((key) => !known.has(key));
  if (orphans.length > 0) {
    await setTimeout(secondLookMs);
    const later = new Set(await blobKeys(store.db));
    orphans = orphans.filter((key) => !later.has(key));
  }
  const faults = [...orphans.map((key) => `没有记录的文件 ${key}`), ...missing.map((key) => `缺失的文件 ${key}`)];
  return { name: '文件与记录一一对应', ok: faults.length === 0, faults };
}

const onlyLoopback: express.RequestHandler = (request, _response, next) => {
  if (!isFromThisMachine(request)) throw new ProductError('request.not_found');
  next();
};

function clockAnswer(clock: AdjustableClock) {
  const { now, isFrozen, offsetMs } = clock.state();
  return { now, iso: new Date(now).toISOString(), frozen: isFrozen, offsetMs };
}

function randomPhone(ids: Ids): string {
  return `199${String(ids.number(100_000_000)).padStart(8, '0')}`;
}
