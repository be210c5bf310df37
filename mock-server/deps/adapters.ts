import path from 'node:path';
import type { Logger } from 'pino';
import type { PayType } from '#shared/domain/order-status';
import { minute } from '#shared/domain/time';
import { withAnswerFaults } from '../adapters/chat/faulty.ts';
import { createOfflineAssistant } from '../adapters/chat/offline/offline-assistant.ts';
import type { ChatAdapter } from '../adapters/chat/port.ts';
import { realChat } from '../adapters/chat/real.ts';
import { createAdjustableClock } from '../adapters/clock/adjustable.ts';
import type { AdjustableClock, Clock } from '../adapters/clock/port.ts';
import { withEmailFaults } from '../adapters/email/faulty.ts';
import { createEmailOutbox } from '../adapters/email/outbox.ts';
import { realEmail } from '../adapters/email/real.ts';
import type { FaultPoint, FaultPoints } from '../adapters/fault-points.ts';
import { createMetrics } from '../adapters/metrics/prometheus.ts';
import { modelCatalogue } from '../adapters/models/index.ts';
import { createPaymentDirectory } from '../adapters/payment/directory.ts';
import { withPaymentFaults } from '../adapters/payment/faulty.ts';
import type { PaymentProvider } from '../adapters/payment/port.ts';
import { realAlipay, realWechatPay } from '../adapters/payment/real.ts';
import { createSimulatedPayment } from '../adapters/payment/simulated/index.ts';
import type { QrLoginProvider } from '../adapters/qr-login/port.ts';
import { realQrLogin } from '../adapters/qr-login/real.ts';
import { createSimulatedQrLogin } from '../adapters/qr-login/simulated/index.ts';
import { createPhone, type PhoneDeps } from '../adapters/qr-login/simulated/phone.ts';
import {
  connectedFaults,
  engineParts,
  entryOf,
  isLicence,
  openConnected,
  readOwnGraph,
  settingsOf,
} from '../adapters/render/connected.ts';
import { passedMethods } from '../adapters/render/engine-checks.ts';
import { adapterOf } from '../adapters/render/engine-registry.ts';
import { withEngineFaults } from '../adapters/render/faulty.ts';
import type { RenderEngine } from '../adapters/render/port.ts';
import { withSmsFaults } from '../adapters/sms/faulty.ts';
import { createSmsOutbox, type SmsOutbox } from '../adapters/sms/outbox.ts';
import { realSms } from '../adapters/sms/real.ts';
import { withStorageFaults } from '../adapters/storage/faulty.ts';
import { createFileStorage } from '../adapters/storage/file-system.ts';
import type { Announce } from '../announce.ts';
import type { Config } from '../config.ts';
import { refuseForeignOrigin } from '../http/fetch-metadata.ts';
import { fillHtml, htmlPage } from '../http/html.ts';
import { createIds, type Ids, type SeededIds } from '../ids.ts';
import { createChatModels } from '../modules/assistant/chat-models.ts';
import type { Emptied } from '../modules/base/store.ts';
import { codeLifetime } from '../modules/identity/auth/auth.rules.ts';
import { type CallMeter, createCallMeter } from '../modules/studio/engine/call-meter.ts';
import type { EngineConnector } from '../modules/studio/engine/connected-engine-desk.service.ts';
import { ownTerms } from '../modules/studio/engine/engine-terms.ts';
import type { Pause } from '../slices.ts';
import { realTimers, type Timers } from '../timers.ts';
import type { LargeTemplates } from '../worlds/large-templates.ts';
import type { Fill, Worlds } from '../worlds/registry.ts';
import type { Snapshots } from '../worlds/snapshots.ts';
import type { Turns } from '../worlds/turns.ts';
import { outsideServices } from './outside-services.ts';
import { type Shared, type SharedReplacements, termsOf } from './shared.ts';
import { inTurns, keyedByWorld } from './world-shared.ts';

/** Replacements of real adapters, for tests and worlds. */
export interface Replacements extends SharedReplacements {
  clock?: AdjustableClock;
  ids?: SeededIds;
  /** Outbox for codes unless the configuration names a real sender. */
  sms?: SmsOutbox;
  qrLogin?: QrLoginProvider;
  /** Chat adapters; the first model of the first is the default. */
  chatAdapters?: readonly ChatAdapter[] | undefined;
  /** Real time of conversations: when answers are saved and streams kept alive. */
  chatTimers?: Timers | undefined;
  /** Folder of the seeded gallery. */
  galleryFolder?: string | undefined;
  /** Reports long work during the start of the server to the operator. */
  announce?: Announce;
  /** False when long reads of the database run in the thread that answers requests. */
  isReadingThreaded?: boolean;
  /** Leaves the database empty but for the administrator. */
  isSeedSkipped?: boolean;
  /** False when the data end with this process; true when absent. */
  isLasting?: boolean | undefined;
  /** Waits between slices of background work and between tries of a transaction; real time when absent. */
  pause?: Pause | undefined;
  /** Places at the engines that worlds take in turns; without them everybody goes in at once. */
  turns?: Turns;
  /** Most memory for pages of the database, kilobytes. */
  cacheKilobytes?: number | undefined;
  /** The named world of these services; the unnamed one when absent. */
  world?: World | undefined;
  /** All named worlds, all snapshots and the templates of large scenarios, for the control plane. */
  worlds?: Worlds | undefined;
  snapshots?: Snapshots | undefined;
  largeTemplates?: LargeTemplates | undefined;
  /** Ends this world and opens one in its place whose folder `fill` has filled; called by a request of this world. */
  exchange?: ((fill: Fill) => Promise<void>) | undefined;
  /** Milliseconds of the machine, by which named worlds are put to sleep. */
  machineNow?: (() => number) | undefined;
  /** Share of the rows that large scenarios have, for tests; 1 when absent. */
  scenarioShare?: number | undefined;
}

/** A world beside the unnamed one. */
export interface World {
  name: string;
  /** Parts in common with other worlds, which it does not close. */
  shared: Shared;
  /** Fills the empty folder of a world with the data of a scenario. */
  fill(scenario: string, folder: string): Promise<void>;
  /** The product's installation key: what opens its control plane opens that of every world. */
  planeKey: string;
}

export type Adapters = Awaited<ReturnType<typeof createAdapters>>;

/** Creates the adapters of the product: the only place that chooses them. */
export async function createAdapters(
  { config, log, store, faults }: { config: Config; log: Logger; store: Emptied; faults: FaultPoints },
  shared: Shared,
  replacements: Replacements,
) {
  const { passwords, segmenter, judge, buildingEngine, models, variants } = shared;
  const { world } = replacements;
  const clock = replacements.clock ?? createAdjustableClock();
  const ids = replacements.ids ?? createIds();

  const metrics = createMetrics();

  const sms = replacements.sms ?? createSmsOutbox();
  const meter = createCallMeter(clock.now);
  const { emails, senders, ...outside } = await createSenders(config, { log, sms, meter, faults });

  const storage = withStorageFaults(await createFileStorage(path.join(config.dataDir, 'files')), {
    put: faults.announce('blob.put'),
    get: faults.announce('blob.get'),
  });
  const worldEngines = enginesOf(shared, replacements, faults.announce('engine.run'));

  const { simulatedPayment, payments } = await createPayments({
    config,
    clock,
    ids,
    meter,
    faults,
    world: world?.name,
    isLasting: replacements.isLasting,
  });
  const qrLogin = replacements.qrLogin ?? chooseQrLogin(config, clock, log, world?.name);

  const chatTimers = replacements.chatTimers ?? realTimers;
  const knowledge = createOfflineAssistant({ clock, reading: shared.reading });
  const realModels = realChat(config, { log, timers: chatTimers }, knowledge);
  // The first is the default: models where there are any, and always the assistant that needs none.
  const offered = replacements.chatAdapters ?? [...(realModels ? [realModels] : []), knowledge];
  const answerFault = faults.announce('chat.stream');
  const chatAdapters = offered.map((adapter) =>
    meter.watchedAnswers(`chat-${adapter.name}`, withAnswerFaults(adapter, answerFault)),
  );
  const chatModels = createChatModels(chatAdapters);

  // The stored data of these adapters are deleted together with the database.
  for (const keeper of [sms, emails, meter, simulatedPayment]) if (keeper) store.whenEmptied(() => keeper.clear());
  store.whenEmptied(async () => {
    // The copies of other worlds stay.
    const own = new Set(await Array.fromAsync(storage.keys()));
    await storage.clear();
    await variants.forget(own);
  });
  for (const engine of worldEngines.renderEngines) store.whenEmptied(() => engine.forget?.());

  return {
    clock,
    ids,
    passwords,
    metrics,
    chatModels,
    chatTimers,
    knowledge,
    sms,
    emails,
    senders,
    storage,
    variants,
    segmenter,
    judge,
    buildingEngine,
    models,
    modelCatalogue,
    ...worldEngines,
    simulatedPayment,
    payments,
    qrLogin,
    observed: { chatAdapters, meter, services: outsideServices({ ...outside, payments, qrLogin }) },

    /** The phone that scans, where no real one can. */
    phoneFor: (scans: Pick<PhoneDeps, 'emit' | 'look'>) =>
      qrLogin?.isSimulated ? createPhone({ house, newcomer: () => newcomerOf(ids), ...scans }) : undefined,

    /** Ends connections to models; nothing may be asked of them any more. */
    async closeChat(): Promise<void> {
      await Promise.all(chatAdapters.map((adapter) => adapter.close()));
    },
  };
}

/** The engines as this world uses them: with its faults, and in turns with other worlds where they share places. */
function enginesOf(shared: Shared, { turns, world }: Replacements, runFault: FaultPoint<'engine.run'>) {
  const { engines, engineTerms, engineNeeds, connected } = shared;
  const inWorld = (engine: RenderEngine) =>
    withEngineFaults(world ? keyedByWorld(engine, world.name) : engine, runFault);
  const engineConnector: EngineConnector = {
    open: (given) => inWorld(openConnected(given, engineNeeds)),
    termsOf: (engine) => termsOf([settingsOf({ engine })]).get(engine.id) ?? ownTerms,
    faultsOf: connectedFaults,
    readGraph: readOwnGraph,
    isLicence,
    async checkOf(engine, own) {
      const settings = connected.find(({ name }) => name === engine.id) ?? settingsOf({ engine, own });
      const check = await engineNeeds.checks.of(settings);
      const methods = adapterOf(settings).methods(settings);
      return { checkedAt: check?.checkedAt ?? null, passed: passedMethods(check), methods };
    },
    partsWith: engineParts,
    ofFile: connected.map(entryOf),
  };
  const renderEngines = engines.map((engine) => {
    const isShared = engineTerms.get(engine.name)?.laneSize === undefined;
    return withEngineFaults(turns && isShared ? inTurns(engine, world?.name ?? '', turns) : engine, runFault);
  });
  // List and terms are live: engines that staff connect come and go.
  return { renderEngines, engineTerms: new Map(engineTerms), engineConnector };
}

/** Senders of codes and notices; outboxes where no real ones are set. */
async function createSenders(
  config: Config,
  { log, sms, meter, faults }: { log: Logger; sms: SmsOutbox; meter: CallMeter; faults: FaultPoints },
) {
  const emails = createEmailOutbox();
  const senderDeps = { log, codeMinutes: codeLifetime / minute };
  const smsSender = realSms(config, senderDeps) ?? sms;
  const emailSender = (await realEmail(config, senderDeps)) ?? emails;
  const senders = {
    sms: meter.watched('sms', withSmsFaults(smsSender, faults.announce('sms.send')), ['sendCode']),
    email: meter.watched('email', withEmailFaults(emailSender, faults.announce('mail.send')), ['sendCode']),
  };
  return { emails, senders, smsSender, emailSender };
}

function chooseQrLogin(config: Config, clock: Clock, log: Logger, world: string | undefined) {
  return config.qrLoginProvider === 'simulated' ? createSimulatedQrLogin(world) : realQrLogin(config, { clock, log });
}

/** Parts of the server that the pages of simulated companies use. */
const house = { htmlPage, fillHtml, refuseForeignOrigin };

interface PaymentParts {
  config: Config;
  clock: Clock;
  ids: Ids;
  meter: CallMeter;
  faults: FaultPoints;
  /** Name of the world whose payments these are. */
  world: string | undefined;
  isLasting: boolean | undefined;
}

async function createPayments({ config, clock, ids, meter, faults, world, isLasting }: PaymentParts) {
  const points = { query: faults.announce('pay.query'), refund: faults.announce('refund') };
  const isSimulated = config.alipayProvider === 'simulated' || config.wechatPayProvider === 'simulated';
  const simulatedPayment = isSimulated
    ? createSimulatedPayment({
        ...{ folder: config.dataDir, clock, ids, send: fetch, house, world, isLasting },
        noticeFault: faults.announce('pay.notify'),
      })
    : undefined;
  const simulated = simulatedPayment?.provider ?? null;
  const watched = (payType: PayType, provider: PaymentProvider | null) =>
    provider &&
    meter.watched(`payment-${payType}`, withPaymentFaults(provider, points), [
      ...(['open', 'query', 'close', 'refund', 'bill'] as const),
    ]);
  const payments = createPaymentDirectory({
    alipay: watched('alipay', config.alipayProvider === 'simulated' ? simulated : await realAlipay(config, clock)),
    wechat: watched('wechat', config.wechatPayProvider === 'simulated' ? simulated : realWechatPay(config, clock)),
  });
  return { simulatedPayment, payments };
}

const newcomerOf = (ids: Ids) => String(ids.number(1_000_000)).padStart(6, '0');
