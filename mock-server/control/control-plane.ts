import { type RequestHandler, Router } from 'express';
import { ProductError } from '#shared/errors';
import type { AdjustableClock } from '../adapters/clock/port.ts';
import type { EmailOutbox } from '../adapters/email/outbox.ts';
import type { FaultStep } from '../adapters/fault-points.ts';
import type { SimulatedPayment } from '../adapters/payment/simulated/index.ts';
import type { SmsOutbox } from '../adapters/sms/outbox.ts';
import type { BlobStorage } from '../adapters/storage/port.ts';
import { type Handlers, mount } from '../http/mount.ts';
import type { SeededIds } from '../ids.ts';
import type { MemoryRoom } from '../memory-room.ts';
import type { Authenticator } from '../modules/base/caller.ts';
import type { Store } from '../modules/base/store.ts';
import type { ScanService } from '../modules/identity/scan/scan.service.ts';
import type { AuditService } from '../modules/records/audit/audit.service.ts';
import { planeAccess, planeToken } from './access.ts';
import { controlContract } from './contract.ts';
import { latestMoment } from './contract-parts.ts';
import { checkTables } from './control.repository.ts';
import { type DataCallDeps, dataCalls, prepareScenario } from './data-calls.ts';
import { accountOf, faultCalls } from './fault-calls.ts';
import { journalCalls } from './journal/calls.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { controlPages } from './page.ts';
import { descriptionCall } from './plane-description.ts';
import { payCalls, scanCalls } from './plays.ts';
import type { ScenarioName } from './scenarios.ts';
import { type SnapshotCallDeps, snapshotCalls } from './snapshot-calls.ts';
import { type StateCallDeps, stateCalls } from './state-calls.ts';
import { checkFiles } from './stored-files.ts';
import { createTestAccounts, type TestAccountDeps } from './test-accounts.ts';

export interface ControlDeps extends TestAccountDeps, DataCallDeps, StateCallDeps, SnapshotCallDeps {
  store: Store;
  clock: AdjustableClock;
  ids: SeededIds;
  sms: SmsOutbox;
  emails: EmailOutbox;
  storage: BlobStorage;
  audit: AuditService;
  scans: ScanService;
  /** The company that plays the payments, where one is in use. */
  simulatedPayment: SimulatedPayment | undefined;
  /** Does what the clock has made due. */
  tick: () => Promise<void>;
  installationKey: string;
  /** Memory in common with the journals of other worlds. */
  journalRoom: MemoryRoom;
}

export interface ControlPlane {
  router: Router;
  /** Records every request that comes after it, and lets the faults strike that are set. */
  watch: RequestHandler[];
  /** Steps at which faults can strike on this server. */
  faultSteps(): readonly FaultStep[];
  /** Opens it from elsewhere than this machine, see {@link planeAccess}. */
  token: string;
  journal: Journal;
  /** Makes the records of a scenario in a world that has none. */
  prepare(scenario: string): Promise<void>;
}

/** QA's way into everything the product waits for: codes, time, data. In local mode only. */
export function createControlPlane(deps: ControlDeps): ControlPlane {
  const { store, clock, sms, emails, storage, tickets, runner, faults } = deps;
  const { authenticator } = deps.auth;
  const journal = createJournal({
    ...{ store, clock, room: deps.journalRoom },
    authenticator: { ...authenticator, viewer: async () => null },
    sentCodes: () => [
      ...sms.sent().map(({ code, phoneNo }) => ({ code, to: { phoneNo } })),
      ...emails.sent().map(({ code, email }) => ({ code, to: { email } })),
    ],
  });
  const accounts = createTestAccounts(deps);
  const checkAudit = async () => {
    const { fault } = await deps.audit.verify();
    return { name: '审计前后相接', ok: !fault, faults: fault ? [fault.sentence] : [] };
  };

  async function setClock(change: {
    now?: number | undefined;
    advanceMs?: number | undefined;
    frozen?: boolean | undefined;
  }) {
    const { now, advanceMs, frozen } = change;
    const target = (now ?? clock.now()) + (advanceMs ?? 0);
    if (target < 0 || target > latestMoment)
      throw new ProductError('request.invalid', { fields: { now: ['时间超出范围'] } });
    clock.set({
      ...(now === undefined ? {} : { now }),
      ...(advanceMs === undefined ? {} : { advanceMs }),
      ...(frozen === undefined ? {} : { isFrozen: frozen }),
    });
    await tickets.sweep();
    await deps.tick();
    runner.wake();
    return clockState(clock);
  }

  const handlers: Handlers<typeof controlContract> = {
    sentSms: ({ input }) => sms.sent(input.phoneNo),
    sentEmails: ({ input }) => emails.sent(input.email),
    clock: () => clockState(clock),
    setClock: ({ input }) => setClock(input),
    ...payCalls(deps.simulatedPayment),
    ...scanCalls(deps.scans),
    async makeAccount({ input, facts, response }) {
      const made = await accounts.open(input, facts, response);
      response.status(201);
      return made;
    },
    ...dataCalls(deps),
    ...stateCalls(deps),
    ...snapshotCalls(deps),
    async invariants() {
      const checks = [...(await checkTables(store, clock.now())), await checkFiles(store, storage), await checkAudit()];
      return { ok: checks.every((check) => check.ok), checks };
    },
    ...journalCalls(journal, deps),
    ...faultCalls(faults),
    ...descriptionCall(controlContract),
  };

  const router = Router();
  const token = planeToken(deps.installationKey);
  router.use('/__mock', planeAccess(token), controlPages(controlContract, faults.announced));
  router.use('/__mock', (request, response, next) => {
    if (isReplayed(request.method, request.path)) journal.planeMiddleware(request, response, next);
    else next();
  });
  router.use(mount(controlContract, handlers, nobody));
  return {
    router,
    watch: [journal.middleware, faults.middleware(accountOf(deps))],
    token,
    journal,
    prepare: (scenario) => prepareScenario(deps, scenario as ScenarioName),
    faultSteps: faults.announced,
  };
}

/** Acts on the control plane that belong to a story; none are the calls that empty, keep or look at its data. */
const isReplayed = (method: string, path: string) =>
  method !== 'GET' && method !== 'HEAD' && !/^\/(?:journal|reset|snapshots|spaces)\b/.test(path);

/** Calls of the control plane need no login; `planeAccess` decides who reaches them. */
const nobody: Authenticator = { user: async () => null, staff: async () => null, viewer: async () => null };

function clockState(clock: AdjustableClock) {
  const { now, isFrozen, offsetMs } = clock.state();
  return { now, iso: new Date(now).toISOString(), frozen: isFrozen, offsetMs };
}
