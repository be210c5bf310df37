import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CountedRun } from './adapters/metrics/port.ts';
import type { Config } from './config.ts';
import { type ControlPlane, createControlPlane } from './control/control-plane.ts';
import { createFaults, type Faults } from './control/faults.ts';
import { loadState, saveState, type WorldState } from './control/world-state.ts';
import { takeDataFolder } from './db/data-folder.ts';
import { createDatabaseMark, requireKnownDatabase } from './db/database-mark.ts';
import { openStore } from './db/open.ts';
import { createAccounts } from './deps/accounts.ts';
import { createAdapters, type Replacements } from './deps/adapters.ts';
import { createAssistant } from './deps/assistant.ts';
import { createDesk } from './deps/desk.ts';
import { createGallery } from './deps/gallery.ts';
import { createRounds } from './deps/housekeeping.ts';
import { createIdentity, type Identity } from './deps/identity.ts';
import { installationKey } from './deps/installation-key.ts';
import { createRecords } from './deps/records.ts';
import { createShared, type Shared } from './deps/shared.ts';
import { createShop } from './deps/shop.ts';
import { createStudio } from './deps/studio.ts';
import { watchStates } from './deps/watched-states.ts';
import type { Db } from './modules/base/store.ts';
import { createSlowDesk } from './modules/desk/slow/slow.service.ts';
import { createSlowRuns } from './modules/desk/slow/slow-runs.ts';
import { createSlowStatements, type SlowStatements } from './modules/desk/slow/slow-statements.ts';
import { houseGallery } from './seed/gallery.ts';
import { createGalleryMore } from './seed/gallery-more.ts';
import { addToGallery, isSeeded, seed } from './seed/seed.ts';
import { endedWithin } from './timers.ts';
import { takeState } from './worlds/state.ts';

export type { Replacements } from './deps/adapters.ts';
export { installationKey } from './deps/installation-key.ts';
export { sharedOf } from './deps/world-shared.ts';

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** The data folder of a world, and its parts in common with others. */
export interface Ground {
  shared: Shared;
  faults: Faults;
  /** Ends the shared parts, unless they belong to another world, and gives the folder up. */
  close(): Promise<void>;
}

/** Takes a data folder, and makes the parts that worlds share unless `replacements` bring them. */
export async function openGround(config: Config, log: Logger, replacements: Replacements = {}): Promise<Ground> {
  const folder = takeDataFolder(config.dataDir);
  try {
    const faults = createFaults();
    const given = replacements.world?.shared;
    const shared = given ?? (await createShared({ config, log, faults }, replacements));
    const close = async () => {
      if (!given) await shared.close();
      folder.release();
    };
    return { shared, faults, close };
  } catch (error) {
    folder.release();
    throw error;
  }
}

/**
 * Creates every service once, wing by wing, each from those before it. Others get their turn between its parts, since
 * worlds are opened while requests are answered.
 *
 * @param ground stays open when the services are closed; without it they have one of their own
 */
export async function createDeps(config: Config, log: Logger, replacements: Replacements = {}, ground?: Ground) {
  const own = ground ?? (await openGround(config, log, replacements));
  try {
    await turn();
    const data = openData(config, replacements, own.faults);
    await turn();
    const services = await createServices({ config, log, data, ...own }, replacements).catch(async (error: unknown) => {
      await data.store.close().catch(() => undefined);
      throw error;
    });
    const close = async (graceMs: number) => {
      await services.close(graceMs);
      if (!ground) await own.close();
    };
    return { ...services, close };
  } catch (error) {
    if (!ground) await own.close();
    throw error;
  }
}

interface ServiceBase extends Ground {
  config: Config;
  log: Logger;
  data: ReturnType<typeof openData>;
}

async function createServices({ config, log, data, shared, faults }: ServiceBase, replacements: Replacements) {
  const { store, files, highest, slowStatements } = data;
  const services = await createWings({ config, log, store, faults, slowStatements }, shared, replacements);
  await turn();
  const { runner, simulatedPayment } = services;
  const keepers = { ...services, faults };
  // A clock that QA moved has no place in production.
  const state = config.mode === 'local' ? await takeState<WorldState>(config.dataDir) : undefined;
  if (state) loadState(keepers, state);

  await loadSettings(services);
  if (state?.isSnapshot) await services.runs.forgetOperations();
  await services.runs.reclaimAll();
  await services.chatRuns.settleLeft();
  await services.images.settleFiles(highest);
  const mark = createDatabaseMark(store, files, services.clock);
  await mark.advance();

  watchStates(config.dataDir, services);
  const galleryMore = createGalleryMore({
    ...services,
    settle: services.gallery.publishing.settle,
    folder: services.galleryFolder,
  });
  const isGalleryGrowing = config.isGalleryGrowing && config.mode === 'local' && config.testEngine === 'off';
  const rounds = createRounds({ ...services, mark, ...(isGalleryGrowing && { galleryMore }) }, log);
  const { all: tick, between: betweenTicks } = rounds.ticks;
  await loadRecords(services);
  const reseed = async (scenario: 'seed' | 'empty') => {
    await seed(services, config, scenario);
    await services.catalogue.changedAll();
  };
  if (!(await isSeeded(store.db))) await reseed(replacements.isSeedSkipped ? 'empty' : 'seed');
  else await addToGallery(services, config);
  void services.catalogue.start().catch((error: unknown) => log.error({ error }, 'the gallery was not read'));
  services.modelDesk.start();
  await services.buildings.start();
  runner.start();

  const save = (): Promise<WorldState> => saveState(keepers, control?.journal);
  const parts = planeParts(replacements, config, shared);
  const plane = { ...services, ...parts, faults, reseed, tick, betweenTicks, save };
  await turn();
  const control: ControlPlane | undefined = config.mode === 'local' ? createControlPlane(plane) : undefined;
  if (state?.journal) control?.journal.load(state.journal);

  return {
    ...services,
    shared,
    control,

    /** Part of the world that lies in memory, as it is put away. */
    saveState: save,

    /** True when no task, no reading of a model and no answer of the assistant is waiting or under way. */
    isAtRest: () => isAtRest(store.db),

    /** Recurring background jobs; the server starts them. */
    rounds,

    /** Runs all jobs that are due at the current time. */
    tick,

    /** Books what has expired and removes what is no longer needed; called now and then. */
    sweep: rounds.sweeps.all,

    async close(graceMs: number): Promise<void> {
      const workEnded = Promise.all([store.slices.close(), ...Object.values(rounds).map((round) => round.settled())]);
      await services.chatRuns.close();
      await runner.stop(graceMs);
      await services.modelDesk.close();
      await services.buildings.close();
      await services.closeEngines();
      await services.closeChat();
      await services.catalogue.close();
      await services.exports.close();
      control?.journal.close();
      await simulatedPayment?.stopDelivering();
      await endedWithin(graceMs, workEnded);
      await simulatedPayment?.close();
      await mark.advance().catch((error: unknown) => log.warn({ error }, 'the database was not counted up'));
      await store.close();
    },
  };
}

/** Parts of the control plane that are no services. */
const planeParts = (
  { world, worlds, snapshots, largeTemplates, exchange }: Replacements,
  { dataDir }: Config,
  { journalRoom }: Shared,
) => ({
  ...{ world, worlds, snapshots, largeTemplates, exchange, dataDir, journalRoom },
  installationKey: world?.planeKey ?? installationKey(dataDir),
});

/** The database of a data folder, if it is the one that the pictures beside it belong to. */
function openData(
  config: Config,
  { clock, announce, cacheKilobytes, isReadingThreaded, isLasting, pause }: Replacements,
  faults: Faults,
) {
  const database = path.join(config.dataDir, 'zhuhui.db');
  const files = path.join(config.dataDir, 'files');
  const highest = requireKnownDatabase(database, files, config.acceptDatabase === 'older');
  const slowStatements = createSlowStatements(config.slowStatementMs);
  const watches = { atTransaction: faults.atTransaction, onStatement: slowStatements.note };
  const kept = { announce, cacheKilobytes, isReadingThreaded, isLasting, pause };
  const store = openStore(database, { now: clock?.now, ...kept, ...watches });
  faults.endWith(store);
  return { store, files, highest, slowStatements };
}

async function isAtRest(db: Db): Promise<boolean> {
  const job = db.selectFrom('job').select('id').where('state', 'in', ['ready', 'running']);
  if (await job.executeTakeFirst()) return false;
  const reading = db.selectFrom('building_model').select('id').where('state', '=', 'reading');
  if (await reading.executeTakeFirst()) return false;
  const answer = db.selectFrom('chat_message').select('id').where('state', 'in', ['queued', 'streaming']);
  return !(await answer.executeTakeFirst());
}

type Services = Awaited<ReturnType<typeof createWings>>;

interface Base {
  config: Config;
  log: Logger;
  store: ReturnType<typeof openStore>;
  faults: ReturnType<typeof createFaults>;
  slowStatements: SlowStatements;
}

async function createWings(base: Base, shared: Shared, replacements: Replacements) {
  const { config, log, store, slowStatements } = base;
  const made = await createAdapters(base, shared, replacements);
  const slowRuns = createSlowRuns(made.clock.now);
  for (const slow of [slowStatements, slowRuns]) slow.forgetWith(store);
  const runEnded = (run: CountedRun) => {
    made.metrics.runEnded(run);
    slowRuns.note(run);
  };
  const adapters = { ...made, metrics: { ...made.metrics, runEnded } };
  const accounts = createAccounts(config, store, adapters);
  const records = createRecords(config, store, adapters, {
    isTrusted: accounts.reasons.isTrusted,
    proveOwn: (tx, accountId, code) => identity.security.proveOwn(tx, accountId, code),
    guard: (accountId, work) => identity.security.guardLogin(accountId, work),
  });
  const identity: Identity = createIdentity(config, log, store, adapters, records, accounts);
  const shop = createShop(log, store, adapters, records, accounts, identity);
  const studio = createStudio(config, log, store, adapters, records, accounts, shared.pictures);
  const gallery = createGallery(store, adapters, records, accounts, identity, studio);
  const assistant = createAssistant(config, log, store, adapters, records, accounts, shop, studio);
  const wings = { store, ...adapters, ...records, ...accounts, ...identity, ...shop, ...studio, ...gallery };
  const galleryFolder = replacements.galleryFolder ?? houseGallery;
  const slowDesk = createSlowDesk({ clock: made.clock, slowStatements, slowRuns });
  return { galleryFolder, ...wings, ...assistant, ...createDesk(wings), slowDesk };
}

/** Reads what decides on how the rest is loaded. */
async function loadSettings(services: Services): Promise<void> {
  await services.audit.start();
  await services.settings.load();
  await services.queuePause.load();
  await services.connectedEngineDesk.load();
}

/** Reads what services hold in memory, each after those that it asks. */
async function loadRecords(services: Services): Promise<void> {
  await turn();
  await services.products.start();
  await turn();
  await services.categories.start();
  await services.agreements.start();
  await services.notices.load();
  await turn();
  await services.gallery.search.start();
  await turn();
}
