import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createControlPlane } from './control/control-plane.ts';
import { createFaults } from './control/faults.ts';
import { type OwnedFolder, takeDataFolder } from './db/data-folder.ts';
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
import { createShop } from './deps/shop.ts';
import { createStudio } from './deps/studio.ts';
import { watchStates } from './deps/watched-states.ts';
import { houseGallery } from './seed/gallery.ts';
import { createGalleryMore } from './seed/gallery-more.ts';
import { addToGallery, isSeeded, seed } from './seed/seed.ts';

export type { Replacements } from './deps/adapters.ts';

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** Creates every service once, wing by wing, each from those before it. */
export async function createDeps(config: Config, log: Logger, replacements: Replacements = {}) {
  const folder = takeDataFolder(config.dataDir);
  try {
    return await createServices(config, log, replacements, folder);
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function createServices(config: Config, log: Logger, replacements: Replacements, folder: OwnedFolder) {
  const database = path.join(config.dataDir, 'zhuhui.db');
  const files = path.join(config.dataDir, 'files');
  const highest = requireKnownDatabase(database, files, config.acceptDatabase === 'older');
  const faults = createFaults();
  const store = openStore(database, {
    atTransaction: faults.atTransaction,
    now: replacements.clock?.now,
    announce: replacements.announce,
    isReadingThreaded: replacements.isReadingThreaded,
  });
  faults.endWith(store);
  const services = await createWings(config, log, replacements, { store, faults });
  const { runner, simulatedPayment } = services;

  await services.audit.start();
  await services.settings.load();
  await services.queuePause.load();
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
  const tick = rounds.ticks.all;
  const betweenTicks = rounds.ticks.between;
  await loadRecords(services);
  const reseed = async (scenario: 'seed' | 'empty') => {
    await seed(services, config, scenario);
    await services.catalogue.changedAll();
  };
  if (!(await isSeeded(store.db))) await reseed(replacements.isSeedSkipped ? 'empty' : 'seed');
  else await addToGallery(services, config);
  void services.catalogue.start().catch((error: unknown) => log.error({ error }, 'the gallery was not read'));
  services.modelDesk.start();
  runner.start();

  return {
    ...services,
    control:
      config.mode === 'local'
        ? createControlPlane({
            ...services,
            ...{ faults, reseed, tick, betweenTicks },
            installationKey: installationKey(config.dataDir),
          })
        : undefined,

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
      await services.closeEngines();
      await services.catalogue.close();
      await services.pictures.close();
      await services.exports.close();
      await simulatedPayment?.stopDelivering();
      await Promise.race([workEnded, setTimeout(graceMs, undefined, { ref: false })]);
      await simulatedPayment?.close();
      await mark.advance().catch((error: unknown) => log.warn({ error }, 'the database was not counted up'));
      await store.close();
      folder.release();
    },
  };
}

type Services = Awaited<ReturnType<typeof createWings>>;

async function createWings(
  config: Config,
  log: Logger,
  replacements: Replacements,
  { store, faults }: { store: ReturnType<typeof openStore>; faults: ReturnType<typeof createFaults> },
) {
  const adapters = await createAdapters(config, log, store, faults, replacements);
  const accounts = createAccounts(config, store, adapters);
  const records = createRecords(config, store, adapters, {
    isTrusted: accounts.reasons.isTrusted,
    proveOwn: (tx, accountId, code) => identity.security.proveOwn(tx, accountId, code),
    guard: (accountId, work) => identity.security.guardLogin(accountId, work),
  });
  const identity: Identity = createIdentity(config, log, store, adapters, records, accounts);
  const shop = createShop(log, store, adapters, records, accounts, identity);
  const studio = createStudio(config, log, store, adapters, records, accounts, replacements.pictureWork);
  const gallery = createGallery(store, adapters, records, accounts, identity, studio);
  const assistant = createAssistant(config, log, store, adapters, records, accounts, shop, studio);
  const wings = { store, ...adapters, ...records, ...accounts, ...identity, ...shop, ...studio, ...gallery };
  const galleryFolder = replacements.galleryFolder ?? houseGallery;
  return { galleryFolder, ...wings, ...assistant, ...createDesk(wings) };
}

/** Reads what services hold in memory, each after those that it asks. */
async function loadRecords(services: Services): Promise<void> {
  await services.products.start();
  await services.categories.start();
  await services.agreements.start();
  await services.notices.load();
  await services.gallery.search.start();
}
