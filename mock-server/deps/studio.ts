import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createSeal } from '../modules/base/seal.ts';
import type { Store } from '../modules/base/store.ts';
import { createBuildingService } from '../modules/studio/building/building.service.ts';
import { createViewLayers } from '../modules/studio/building/view-layers.ts';
import { createCategoryService } from '../modules/studio/category/category.service.ts';
import { createCategoryDesk } from '../modules/studio/category/category-desk.service.ts';
import { createChosenCategories } from '../modules/studio/category/chosen-categories.ts';
import { createConnectedEngineDesk } from '../modules/studio/engine/connected-engine-desk.service.ts';
import { keySealPurpose } from '../modules/studio/engine/connected-engine-row.ts';
import { createEngineBudgets } from '../modules/studio/engine/engine-budget.ts';
import { createEngineDesk } from '../modules/studio/engine/engine-desk.service.ts';
import { createEngineGraphDesk } from '../modules/studio/engine/engine-graph-desk.service.ts';
import { createEngineRoster } from '../modules/studio/engine/engine-roster.ts';
import { createEngineSpeeds } from '../modules/studio/engine/engine-speeds.ts';
import { createLanes } from '../modules/studio/engine/engine-terms.ts';
import { createImageService } from '../modules/studio/image/image.service.ts';
import type { PictureWork } from '../modules/studio/image/picture-work.ts';
import { createLiveService } from '../modules/studio/live/live.service.ts';
import { createModelDesk } from '../modules/studio/model/model-desk.service.ts';
import { createProjectService } from '../modules/studio/project/project.service.ts';
import { createVersionService } from '../modules/studio/project/version.service.ts';
import { createWorksService } from '../modules/studio/project/works.service.ts';
import { createSegmentService } from '../modules/studio/segment/segment.service.ts';
import { createShareService } from '../modules/studio/share/share.service.ts';
import { createEngineDirectory } from '../modules/studio/task/engine-directory.ts';
import { createQueueDesk } from '../modules/studio/task/queue-desk.service.ts';
import { createQueuePause } from '../modules/studio/task/queue-pause.ts';
import { createTaskService } from '../modules/studio/task/task.service.ts';
import { createTaskDesk } from '../modules/studio/task/task-desk.service.ts';
import { createTaskFeed } from '../modules/studio/task/task-feed.ts';
import { createTaskJournal } from '../modules/studio/task/task-journal.ts';
import { createTaskPreviews } from '../modules/studio/task/task-previews.ts';
import { createTaskQueue } from '../modules/studio/task/task-queue.ts';
import { createTaskRuns } from '../modules/studio/task/task-runs.ts';
import { registerTaskUndo } from '../modules/studio/task/task-undo.ts';
import { createTaskView } from '../modules/studio/task/task-view.ts';
import { createRunner } from '../worker/runner.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';
import { installationKey } from './installation-key.ts';
import type { Records } from './records.ts';

export type Studio = ReturnType<typeof createStudio>;

/** Pictures, and building models that pictures are made of. */
function createPictures(
  { uploadMegabytes, buildingMegabytes }: Config,
  log: Logger,
  store: Store,
  { clock, ids, storage, variants, segmenter, buildingEngine }: Adapters,
  { limit }: Records['settings'],
  { accounts, products, pictures }: Pick<Accounts, 'accounts' | 'products'> & { pictures: PictureWork },
) {
  const common = { store, clock, ids, storage, variants };
  const uploadsPerDay = () => limit('uploadsPerDay');
  const images = createImageService({ ...common, pictures, uploadMegabytes, uploadsPerDay });
  const buildings = createBuildingService({
    ...{ ...common, images, accounts, plans: products.plans, buildingEngine, buildingMegabytes, log },
  });
  const viewLayers = createViewLayers({ buildingEngine, images, variants });
  const segments = createSegmentService({ store, storage, images, segmenter, viewLayers, uploadMegabytes });
  return { images, buildings, segments };
}

/** Pictures, the tasks that engines compute, and where results are kept. The runner stands still until it is started. */
export function createStudio(
  config: Config,
  log: Logger,
  store: Store,
  adapters: Adapters,
  { audit, changeSets, environment, pending, settings }: Records,
  { accounts, products, reasons, tickets }: Accounts,
  pictures: PictureWork,
) {
  const { clock, ids, storage, judge, renderEngines, engineTerms, metrics: tally } = adapters;
  const { images, buildings, segments } = createPictures(config, log, store, adapters, settings, {
    accounts,
    products,
    pictures,
  });
  const categories = createCategoryService({ store, clock });
  const categoryDesk = createCategoryDesk({ store, clock, categories, audit, changeSets });
  const lanes = createLanes(engineTerms, () => settings.limit('taskConcurrency'));
  const concurrency = () => [...lanes.sizes().values()].reduce((sum, size) => sum + size, 0);
  const budgets = createEngineBudgets({ store, clock, terms: engineTerms });
  const { closedBy } = budgets;
  const { of: speedsOf } = createEngineSpeeds({ store, clock });
  const engines = createEngineDirectory(renderEngines, {
    ...{ chosenFor: settings.engineOf, terms: engineTerms, closedBy, speedsOf },
  });
  const queuePause = createQueuePause({ store });
  const chosen = createChosenCategories({ clock, categories });
  const live = createLiveService({ store, clock, ids, tickets, engines, chosen });
  const feed = createTaskFeed();
  const queue = createTaskQueue({ store, clock, feed, plans: products.plans, lanes, queuePause });
  const previews = createTaskPreviews({ store, ids });
  const view = createTaskView({ tickets, queue, chosen, previews, engines });
  const journal = createTaskJournal({ store, clock });
  const tasks = createTaskService({
    ...{ store, clock, ids, tickets, images, accounts, chosen, engines, feed, queue, view, journal },
    wakeRunner: () => runner.wake(),
    stopRun: (taskId) => runner.stopRun(taskId),
  });
  const runs = createTaskRuns({ store, clock, ids, tickets, images, accounts, tasks, queue, journal, budgets });
  const runner = createRunner({
    ...{ store, storage, images, judge, chosen, engines, runs, previews, log, concurrency, tally },
  });
  const wakeRunner = () => runner.wake();
  registerTaskUndo({ changeSets, clock, accounts, tickets, tasks, queue, wakeRunner });
  const seen = { tickets, journal, queue, categories, engines };
  const taskDesk = createTaskDesk({ ...seen, store, audit, changeSets, images, tasks, wakeRunner });
  const { leaseOwner } = runs;
  const watched = { queuePause, queue, leaseOwner, concurrency, wakeRunner };
  const queueDesk = createQueueDesk({ store, clock, audit, changeSets, ...watched });
  const projects = createProjectService({ store, clock, ids, images });
  const works = createWorksService({ store, clock, images, projects, view });
  const versions = createVersionService({ store, images });
  const shares = createShareService({ store, clock, ids, images, versions });
  const roster = createEngineRoster({ store, engines: renderEngines, terms: engineTerms });
  const { services, ...observed } = adapters.observed;
  const engineDesk = createEngineDesk({ ...adapters, ...observed, store, services, environment, lanes, budgets });
  const connectedEngineDesk = createConnectedEngineDesk({
    ...{ store, clock, audit, changeSets, pending, reasons, roster, connector: adapters.engineConnector },
    ...{ accounts, engines: renderEngines, healthOf: engineDesk.renderHealth },
    seal: createSeal(installationKey(config.dataDir), keySealPurpose),
    onChanged() {
      void store.transact(queue.leaveClosedLanes).then(wakeRunner, (error: unknown) => {
        log.error({ error }, 'tasks were not moved between lanes');
      });
    },
  });
  const engineGraphDesk = createEngineGraphDesk({
    ...{ store, clock, audit, changeSets, connector: adapters.engineConnector, engineDesk: connectedEngineDesk },
  });
  const modelDesk = createModelDesk({ ...adapters, audit, store });
  return {
    ...{
      pictures,
      images,
      buildings,
      segments,
      categories,
      categoryDesk,
      engines,
      live,
      feed,
      previews,
      tasks,
      taskDesk,
      queuePause,
      queueDesk,
    },
    ...{ runs, runner, projects, works, versions, shares, engineDesk, connectedEngineDesk, engineGraphDesk, modelDesk },
    closeEngines: roster.close,
  };
}
