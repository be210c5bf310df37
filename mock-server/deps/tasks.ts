import type { Logger } from 'pino';
import { createChosenCategories } from '../modules/category/chosen-categories.ts';
import { createLiveService } from '../modules/live/live.service.ts';
import { createProjectService } from '../modules/project/project.service.ts';
import { createVersionService } from '../modules/project/version.service.ts';
import { createWorksService } from '../modules/project/works.service.ts';
import { createShareService } from '../modules/share/share.service.ts';
import type { Store } from '../modules/store.ts';
import { createEngineDirectory } from '../modules/task/engine-directory.ts';
import { createQueueDesk } from '../modules/task/queue-desk.service.ts';
import { createQueueGate } from '../modules/task/queue-gate.ts';
import { createTaskService } from '../modules/task/task.service.ts';
import { createTaskDesk } from '../modules/task/task-desk.service.ts';
import { createTaskFeed } from '../modules/task/task-feed.ts';
import { createTaskJournal } from '../modules/task/task-journal.ts';
import { createTaskQueue } from '../modules/task/task-queue.ts';
import { createTaskRuns } from '../modules/task/task-runs.ts';
import { registerTaskUndo } from '../modules/task/task-undo.ts';
import { createTaskView } from '../modules/task/task-view.ts';
import { createRunner } from '../worker/runner.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';
import type { createGallery } from './gallery.ts';
import type { Pictures } from './pictures.ts';

export type Tasks = ReturnType<typeof createTasks>;

/** What the engines compute, and where it is kept. The runner stands still until it is started. */
export function createTasks(
  log: Logger,
  store: Store,
  { clock, ids, storage, renderEngines }: Adapters,
  { accounts, audit, changeSets, products, settings, tickets }: Accounts,
  { images }: Pictures,
  { categories }: ReturnType<typeof createGallery>,
) {
  const concurrency = () => settings.limit('taskConcurrency');
  const engines = createEngineDirectory(renderEngines, settings.engineOf);
  const gate = createQueueGate({ store });
  const chosen = createChosenCategories({ clock, categories });
  const live = createLiveService({ store, clock, ids, tickets, engines, chosen });
  const feed = createTaskFeed();
  const queue = createTaskQueue({ store, clock, feed, plans: products.plans, concurrency, gate });
  const view = createTaskView({ tickets, queue, chosen });
  const journal = createTaskJournal({ store, clock });
  const tasks = createTaskService({
    store,
    clock,
    ids,
    tickets,
    images,
    accounts,
    chosen,
    engines,
    feed,
    queue,
    view,
    journal,
    wakeRunner: () => runner.wake(),
    stopRun: (taskId) => runner.stopRun(taskId),
  });
  const runs = createTaskRuns({ store, clock, ids, tickets, images, accounts, tasks, queue, journal });
  const runner = createRunner({ store, storage, images, chosen, engines, runs, log, concurrency });
  const wakeRunner = () => runner.wake();
  registerTaskUndo({ changeSets, clock, accounts, tickets, tasks, queue, wakeRunner });
  const seen = { tickets, journal, queue, categories };
  const taskDesk = createTaskDesk({ ...seen, store, audit, changeSets, images, tasks, wakeRunner });
  const { leaseOwner } = runs;
  const watched = { gate, queue, leaseOwner, concurrency, wakeRunner };
  const queueDesk = createQueueDesk({ store, clock, audit, changeSets, ...watched });
  const projects = createProjectService({ store, clock, ids, images });
  const works = createWorksService({ store, clock, images, projects, view });
  const versions = createVersionService({ store, images });
  const shares = createShareService({ store, clock, ids, images, versions });
  return { engines, live, feed, tasks, taskDesk, gate, queueDesk, runs, runner, projects, works, versions, shares };
}
