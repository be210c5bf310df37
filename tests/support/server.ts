import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { ApiError } from '#shared/client/create-client';
import type { Task } from '#shared/contract/task';
import type { Plan } from '#shared/domain/plan';
import type { StaffRole } from '#shared/domain/staff-permissions';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import type { BuildingEngine } from '../../mock-server/adapters/building/port.ts';
import type { ChatAdapter } from '../../mock-server/adapters/chat/port.ts';
import { createAdjustableClock } from '../../mock-server/adapters/clock/adjustable.ts';
import type { ResultJudge } from '../../mock-server/adapters/judge/port.ts';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { createSmsOutbox } from '../../mock-server/adapters/sms/outbox.ts';
import { type Config, readConfig } from '../../mock-server/config.ts';
import { createPasswords } from '../../mock-server/modules/identity/account/password.ts';
import type { EngineTermsByName } from '../../mock-server/modules/studio/engine/engine-terms.ts';
import type { PictureWork } from '../../mock-server/modules/studio/image/picture-work.ts';
import { createProduct } from '../../mock-server/product.ts';
import type { Pause } from '../../mock-server/slices.ts';
import type { Timers } from '../../mock-server/timers.ts';
import { createTestBuildings } from './building-engine.ts';
import { watchAnswers } from './server-declared.ts';
import { createTestEngine } from './server-engine.ts';
import { sharedPictureWork } from './server-picture-work.ts';
import { plantTemplate } from './server-template.ts';
import { createVisitor, type Visitor } from './server-visitor.ts';

/** Noon in Shanghai. Tests begin here and time stands still until they move it. */
export const startOfStory = Date.parse('2026-11-20T12:00:00+08:00');

export interface TestServerOptions {
  /** `test`: a small engine the test controls. `embedded`: the real one. Or engines of the test's own, the default first. */
  engine?: 'test' | 'embedded' | RenderEngine | readonly RenderEngine[];
  /** Terms of engines by name; all others are the server's own. */
  engineTerms?: EngineTermsByName;
  /** Tools that the test engine can run. */
  tools?: readonly string[];
  config?: Partial<Config>;
  /** The data folder of a server that was stopped. */
  dataDir?: string;
  /** Puts in the example data as a first start does. */
  isSeeded?: boolean;
  /** Folder of the gallery of a seeded server; without one it stays empty. */
  galleryFolder?: string;
  /** Decoder of pictures for requests, in place of the processes that tests share. */
  pictureWork?: PictureWork;
  /** Judge of results; when absent, none finds anything, and labels are those of the engine. */
  judge?: ResultJudge;
  /** Reader and drawer of building models; one that does its work at once when absent. */
  buildingEngine?: BuildingEngine;
  /** Chat adapters, in place of the offline assistant. */
  chatAdapters?: readonly ChatAdapter[];
  /** Real time of conversations, where a test moves it. */
  chatTimers?: Timers;
  /** Reads lists in threads, as the product does: each costs a test a fifth of a second. */
  isReadingThreaded?: boolean;
  /** Time at which it starts; {@link startOfStory} when absent. */
  startsAt?: number;
  /** True when commits wait for the disk, which only data that outlive a power cut need. */
  isLasting?: boolean;
  /** Waits between slices of background work and tries of transactions; a turn of the event loop when absent. */
  pause?: Pause;
  /** Share of the rows of large scenarios. */
  scenarioShare?: number;
  /** Log of the server; silent when absent. */
  log?: Logger;
}

export interface Member extends Visitor {
  accountId: string;
  phoneNo: string;
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

const adminPassword = 'a-password-for-tests';
/** The least that scrypt takes: what the real cost is good for is told beside the passwords themselves. */
const passwords = createPasswords(2);
/** Finds nothing wrong with any result. */
const kindJudge: ResultJudge = {
  name: 'kind',
  judge: async () => ({ measured: {}, areas: [] }),
  close: async () => undefined,
};
const facts = { requestId: 'test', address: '127.0.0.1', userAgent: 'test', isSecure: false };

/** The whole server on a free port with its own data folder and a frozen clock. */
export async function startTestServer(options: TestServerOptions = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'zhuhui-test-')));
  const config: Config = {
    ...readConfig({
      DATA_DIR: dataDir,
      DIST_DIR: path.join(dataDir, 'dist'),
      ADMIN_PASSWORD: adminPassword,
      TASK_CONCURRENCY: '2',
      GALLERY_MORE: 'false',
      // Stories of networks turn them on.
      MODEL_RUNTIME: 'off',
    }),
    ...options.config,
  };
  const clock = createAdjustableClock();
  clock.set({ now: options.startsAt ?? startOfStory, isFrozen: true });
  const sms = createSmsOutbox();
  const engine = createTestEngine(options.tools);
  const chosen =
    typeof options.engine === 'object'
      ? options.engine
      : options.engine === 'embedded'
        ? createEmbeddedEngine({ threads: 1, cacheFolder: path.join(config.dataDir, 'cache') })
        : engine;
  const engines = [chosen].flat();
  const log = options.log ?? pino({ level: 'silent' });
  const galleryFolder = options.galleryFolder ?? path.join(dataDir, 'no-gallery');
  const { isReadingThreaded = false } = options;
  const replacements = { clock, passwords, isSeedSkipped: !options.isSeeded, galleryFolder, isReadingThreaded };
  const isTemplateApt = !options.dataDir && !options.isSeeded && config.adminPassword === adminPassword;
  if (isTemplateApt) await plantTemplate(config, log, replacements);
  const { buildingEngine = createTestBuildings() } = options;
  const { pictureWork = sharedPictureWork(), judge = kindJudge, chatAdapters, chatTimers } = options;
  const chat = { ...(chatAdapters && { chatAdapters }), ...(chatTimers && { chatTimers }) };
  const readiness = { isReady: true };
  const machine = { now: Date.now() };
  const { engineTerms = new Map(), scenarioShare, isLasting = false, pause = () => setImmediate() } = options;
  const machineNow = () => machine.now;
  const given = {
    ...replacements,
    ...chat,
    scenarioShare,
    isLasting,
    pause,
    sms,
    engines,
    engineTerms,
    pictureWork,
    judge,
    buildingEngine,
    machineNow,
  };
  const product = await createProduct(config, log, () => readiness.isReady, given);
  const watched = watchAnswers(product.app);
  // Longer than any pause between two requests of a busy test, as in the product.
  const server = createServer({ ...product.classes, keepAliveTimeout: 75_000 }, watched.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  product.reachAt(origin);
  let phones = 0;
  let staffHash: string | undefined;

  async function member(
    draft: { plan?: Plan; tickets?: Partial<Record<TicketKind, number>>; phoneNo?: string } = {},
  ): Promise<Member> {
    const phoneNo = draft.phoneNo ?? `1390000${String(++phones).padStart(4, '0')}`;
    const { plan = 'free', tickets = {} } = draft;
    const account = await product.deps.store.transact(async (tx) => {
      const made = await product.deps.accounts.create(tx, { phoneNo });
      if (plan !== 'free') await product.deps.memberships.setByStaff(tx, made.id, plan, clock.now() + 30 * day);
      for (const [kind, amount] of Object.entries(tickets)) {
        const idempotencyKey = `test:${made.id}:${kind}`;
        const grant = {
          kind: kind as TicketKind,
          amount,
          source: 'adjust',
          reason: '测试',
          expiresAt: null,
          idempotencyKey,
        };
        await product.deps.tickets.grant(tx, made.id, grant);
      }
      return made;
    });
    const made = { ...createVisitor(origin), accountId: account.id, phoneNo };
    await comeAgain(made);
    return made;
  }

  async function comeAgain({ accountId, cookies }: Member): Promise<void> {
    cookies.set('sid', (await product.deps.auth.openTestSession(accountId, facts)).token);
  }

  async function staff(role: StaffRole): Promise<Visitor & { accountId: string }> {
    const visitor = createVisitor(origin);
    if (role !== 'admin') {
      staffHash ??= await passwords.hash(adminPassword);
      const draft = { loginName: role, passwordHash: staffHash, role };
      await product.deps.store.transact(async (tx) => {
        if (!(await product.deps.accounts.findByLoginName(tx, role)))
          await product.deps.accounts.create(tx, { nickName: role, staff: draft });
      });
    }
    const { accountId } = await visitor.api.staffLogin({ account: role, password: adminPassword });
    return { ...visitor, accountId };
  }

  /** Ends the server and leaves its data, as far as it got in `graceMs`. */
  async function stop(graceMs: number): Promise<void> {
    await product.close(graceMs);
    await Promise.all(engines.map((each) => each.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    watched.expectDeclared();
  }

  return {
    origin,
    port,
    dataDir,
    config,
    /** Services of the unnamed world as it is now: a restored snapshot has others. */
    get deps() {
      return product.deps;
    },
    worlds: product.worlds!,
    /** The machine's clock, by which named worlds are put to sleep. */
    machine,
    clock,
    sms,
    engine,
    readiness,
    adminPassword,
    /** Names of the calls that were answered with a success; a test may empty it. */
    answered: watched.answered,

    visitor: () => createVisitor(origin),
    /** An account with a session, made through the services. */
    member,
    /** Gives a member a new session; the former may have ended. */
    comeAgain,
    /** A member of staff, logged in by password. `admin` is the administrator of the first start. */
    staff,

    /** Asks for a code, finds it in the outbox and logs in with it. */
    async login(phoneNo: string, visitor: Visitor = createVisitor(origin)) {
      await visitor.api.sendSmsCode({ phoneNo });
      const answer = await visitor.api.login({ phoneNo, verifyCode: sms.sent(phoneNo)[0]?.code ?? '' });
      return { visitor, answer };
    },

    /** Moves the clock; what became due is looked for at once. */
    async pass(ms: number): Promise<void> {
      clock.set({ advanceMs: ms });
      await product.deps.tick();
      await product.deps.runner.idle();
    },

    /** The task once nothing is running any more. */
    async settled(owner: Visitor, taskId: string): Promise<Task> {
      await product.deps.runner.idle();
      return owner.api.getTaskByTaskId({ taskId });
    },

    /** Faults of the books, the jobs and the files; none is right. */
    async faults(): Promise<string[]> {
      await product.deps.tick();
      const { checks } = (await (await fetch(`${origin}/__mock/invariants`)).json()) as {
        checks: Array<{ name: string; faults: string[] }>;
      };
      return checks.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
    },

    stop,

    async close(): Promise<void> {
      engine.release();
      await stop(5000);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Refusal of a call by the API. A call that succeeds fails the test. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof ApiError) return outcome.error;
  if ('error' in outcome) throw outcome.error;
  throw new Error(`expected a refusal, got ${JSON.stringify(outcome.answer).slice(0, 300)}`);
}

let keys = 0;

/** A start of the line tool on this picture with a key of its own. */
export function lineDrawing(imageId: string, clientKey = `key-${++keys}`) {
  return { tool: 'toline', params: { upload_img: imageId }, clientKey };
}

/** Enlargement: 1 ticket at 1× and 2×, 2 tickets at 4×; no daily allowance. */
export function enlargement(imageId: string, scale: 1 | 2 | 4 = 2, clientKey = `key-${++keys}`) {
  return { tool: 'upScaleImg', params: { upload_img: imageId, scale }, clientKey };
}

/** Plan colouring: 1 ticket for each of `num` outputs. */
export function planColouring(imageId: string, num: number, clientKey = `key-${++keys}`) {
  return { tool: 'allPlan', params: { upload_img: imageId, classifyId2: '603', num }, clientKey };
}
