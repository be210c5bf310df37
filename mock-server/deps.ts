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
import { createChat } from './deps/chat.ts';
import { createConsole } from './deps/console.ts';
import { createGallery } from './deps/gallery.ts';
import { createRounds } from './deps/housekeeping.ts';
import { installationKey } from './deps/installation-key.ts';
import { createPictures } from './deps/pictures.ts';
import { createShop } from './deps/shop.ts';
import { createTasks } from './deps/tasks.ts';
import { createMergeService } from './modules/account/merge.service.ts';
import { removeSessionsOf } from './modules/auth/session-ends.ts';
import { createListReader } from './modules/console-list.ts';
import { createEngineDesk } from './modules/engine/engine-desk.service.ts';
import { createExports } from './modules/export/export.service.ts';
import { createImports } from './modules/import/import.service.ts';
import { createModelDesk } from './modules/model/model-desk.service.ts';
import { createPersonalDataService } from './modules/personal-data/personal-data.service.ts';
import { createReportService } from './modules/report/report.service.ts';
import { createSystemService } from './modules/system/system.service.ts';
import { houseGallery } from './seed/gallery.ts';
import { createGalleryMore } from './seed/gallery-more.ts';
import { addToGallery, isPlanted, seed } from './seed/seed.ts';

export type { Replacements } from './deps/adapters.ts';

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** Builds every service once, in the open: area by area, each from those before it. */
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
  const store = openStore(database, {
    now: replacements.clock?.now,
    announce: replacements.announce,
    isReadingThreaded: replacements.isReadingThreaded,
  });
  const faults = createFaults(store);
  const adapters = await createAdapters(config, log, store, faults, replacements);
  const people = createAccounts(config, log, store, adapters);
  const shop = createShop(log, store, adapters, people);
  const pictures = createPictures(config, store, adapters, people, replacements.pictureWork);
  const inspiration = createGallery(store, adapters, people, pictures);
  const work = createTasks(log, store, adapters, people, pictures, inspiration);
  const talk = createChat(config, log, store, adapters, people, shop, pictures, work);
  const { environment } = people;
  const { services: outside, ...seen } = adapters.observed;
  const engineDesk = createEngineDesk({ ...adapters, ...seen, store, services: outside, environment });
  const modelDesk = createModelDesk({ ...adapters, audit: people.audit, store });
  const system = createSystemService({ store, clock: adapters.clock, storage: adapters.storage });
  const reports = createReportService({ store, clock: adapters.clock });
  const galleryFolder = replacements.galleryFolder ?? houseGallery;
  const made = { ...adapters, ...people, ...shop, ...pictures, ...inspiration, ...work, ...talk };
  const galleryChanged = () => void made.catalogue.changedAll();
  const forgetSent = (recipients: readonly string[]) => {
    for (const outbox of [adapters.sms, adapters.emails]) outbox.forget(recipients);
  };
  const { slices } = store;
  const ending = { slices, endSessions: removeSessionsOf, galleryChanged, forgetSent };
  const personalData = createPersonalDataService({ ...made, ...ending, store });
  const merges = createMergeService({ ...made, store, galleryChanged, endSessions: removeSessionsOf });
  const listReader = createListReader({ store, leadsTo: people.leadsTo });
  const services = {
    galleryFolder,
    store,
    ...made,
    personalData,
    merges,
    engineDesk,
    modelDesk,
    system,
    reports,
    listReader,
  };
  const consoleResources = createConsole(services);
  const listExports = createExports({ ...services, resources: consoleResources, reader: listReader });
  const imports = createImports({ ...services, resources: consoleResources });
  const { runner, simulatedPayment } = services;

  await services.audit.start();
  await services.settings.load();
  await services.gate.load();
  await services.runs.reclaimAll();
  await services.chatRuns.settleLeft();
  await services.images.settleFiles(highest);
  const mark = createDatabaseMark(store, files, services.clock);
  await mark.advance();

  const galleryMore = createGalleryMore({
    ...services,
    settle: services.gallery.publishing.settle,
    folder: galleryFolder,
  });
  const isGalleryGrowing = config.isGalleryGrowing && config.mode === 'local' && config.testEngine === 'off';
  const rounds = createRounds({ ...services, mark, ...(isGalleryGrowing && { galleryMore }) }, log);
  const tick = rounds.ticks.all;
  const betweenTicks = rounds.ticks.between;
  await services.products.start();
  await services.categories.start();
  await services.agreements.start();
  await services.notices.load();
  await services.gallery.search.start();
  const plant = async (scenario: 'seed' | 'empty') => {
    await seed(services, config, scenario);
    await services.catalogue.changedAll();
  };
  if (!(await isPlanted(store.db))) await plant(replacements.isSeedSkipped ? 'empty' : 'seed');
  else await addToGallery(services, config);
  void services.catalogue.start().catch((error: unknown) => log.error({ error }, 'the gallery was not read'));
  services.modelDesk.start();
  runner.start();

  return {
    ...services,
    consoleResources,
    listExports,
    imports,
    control:
      config.mode === 'local'
        ? createControlPlane({
            ...services,
            ...{ faults, plant, tick, betweenTicks },
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
      const workEnded = Promise.all([slices.close(), ...Object.values(rounds).map((round) => round.settled())]);
      await services.chatRuns.close();
      await runner.stop(graceMs);
      await services.modelDesk.close();
      await adapters.closeEngines();
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
