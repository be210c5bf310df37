import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { createAdjustableClock } from './adapters/clock/adjustable.ts';
import type { AdjustableClock } from './adapters/clock/port.ts';
import { createEmbeddedEngine } from './adapters/render/embedded/index.ts';
import type { RenderEngine } from './adapters/render/port.ts';
import { createEmbeddedSegmenter } from './adapters/segment/embedded.ts';
import { createSmsOutbox, type SmsOutbox } from './adapters/sms/outbox.ts';
import { createFileStorage } from './adapters/storage/file-system.ts';
import type { Config } from './config.ts';
import { createControlPlane } from './control/control-plane.ts';
import { openStore } from './db/open.ts';
import { type Ids, randomIds } from './ids.ts';
import { createAccountService } from './modules/account/account.service.ts';
import { createManageService } from './modules/account/manage.service.ts';
import { createAuthService } from './modules/auth/auth.service.ts';
import { removeSessionsOf } from './modules/auth/session-ends.ts';
import { createImageService } from './modules/image/image.service.ts';
import { createVariantCache } from './modules/image/variant-cache.ts';
import { createLiveService } from './modules/live/live.service.ts';
import { createProjectService } from './modules/project/project.service.ts';
import { createVersionService } from './modules/project/version.service.ts';
import { createWorksService } from './modules/project/works.service.ts';
import { createSegmentService } from './modules/segment/segment.service.ts';
import { createAuditService } from './modules/staff/audit.service.ts';
import { createStaffService } from './modules/staff/staff.service.ts';
import { createSystemService } from './modules/system/system.service.ts';
import { createEngineDirectory } from './modules/task/engine-directory.ts';
import { createTaskService } from './modules/task/task.service.ts';
import { createTaskFeed } from './modules/task/task-feed.ts';
import { createTaskQueue } from './modules/task/task-queue.ts';
import { createTaskRuns } from './modules/task/task-runs.ts';
import { createTaskView } from './modules/task/task-view.ts';
import { createTicketService } from './modules/ticket/ticket.service.ts';
import { seed } from './seed/seed.ts';
import { createRunner } from './worker/runner.ts';

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** What a test may put in the place of the real thing. */
export interface Replacements {
  clock?: AdjustableClock;
  ids?: Ids;
  sms?: SmsOutbox;
  engines?: readonly RenderEngine[];
  /** Leaves the database empty but for the administrator. */
  isSeedSkipped?: boolean;
}

/** Builds every service once, in the open: the only place that chooses adapters. */
export async function createDeps(config: Config, log: Logger, replacements: Replacements = {}) {
  const clock = replacements.clock ?? createAdjustableClock();
  const ids = replacements.ids ?? randomIds;
  const sms = replacements.sms ?? createSmsOutbox();
  const store = openStore(path.join(config.dataDir, 'zhuhui.db'));
  const storage = await createFileStorage(path.join(config.dataDir, 'files'));
  const cacheFolder = path.join(config.dataDir, 'cache');
  const variants = await createVariantCache(cacheFolder);
  const ownEngines = replacements.engines === undefined;
  const renderEngines = replacements.engines ?? [createEmbeddedEngine({ threads: config.engineThreads, cacheFolder })];

  const engines = createEngineDirectory(renderEngines);
  const feed = createTaskFeed();
  const audit = createAuditService({ clock });
  const tickets = createTicketService({ store, clock, ids });
  const accounts = createAccountService({ store, clock, ids, tickets });
  const manage = createManageService({ store, clock, accounts, audit, endSessions: removeSessionsOf });
  const auth = createAuthService({
    store,
    clock,
    ids,
    sms,
    accounts,
    codeKey: installationKey(config.dataDir),
    sessionDays: config.sessionDays,
    staffSessionDays: config.staffSessionDays,
  });
  const images = createImageService({ store, clock, ids, storage, variants, uploadMegabytes: config.uploadMegabytes });
  const segmenter = createEmbeddedSegmenter({ cache: variants });
  const segments = createSegmentService({
    store,
    storage,
    images,
    segmenter,
    uploadMegabytes: config.uploadMegabytes,
  });
  const live = createLiveService({ store, clock, ids, tickets, engines: renderEngines });
  const staff = createStaffService({ store });
  const system = createSystemService({ store, clock });
  const queue = createTaskQueue({ clock, feed, concurrency: config.taskConcurrency });
  const view = createTaskView({ tickets, queue });
  const tasks = createTaskService({
    store,
    clock,
    ids,
    tickets,
    images,
    accounts,
    engines,
    feed,
    queue,
    view,
    wakeRunner: () => runner.wake(),
    stopRun: (taskId) => runner.stopRun(taskId),
  });
  const runs = createTaskRuns({ store, clock, ids, tickets, images, accounts, tasks, feed, queue });
  const projects = createProjectService({ store, clock, ids, images });
  const works = createWorksService({ store, clock, images, projects, view });
  const versions = createVersionService({ store, images });
  await runs.reclaim();
  await images.sweepOrphans();
  const runner = createRunner({ store, storage, images, engines, runs, log, concurrency: config.taskConcurrency });

  const services = {
    store,
    clock,
    ids,
    sms,
    storage,
    variants,
    accounts,
    manage,
    auth,
    images,
    segments,
    live,
    tickets,
    staff,
    system,
    tasks,
    projects,
    works,
    versions,
    engines,
    feed,
    runs,
    runner,
  };
  const plant = (scenario: 'seed' | 'empty') => seed(services, config, scenario);
  if (!(await isPlanted())) await plant(replacements.isSeedSkipped ? 'empty' : 'seed');

  async function isPlanted(): Promise<boolean> {
    return (await accounts.findByLoginName(store.db, 'admin')) !== undefined;
  }

  return {
    ...services,
    control: config.mode === 'local' ? createControlPlane({ ...services, plant }) : undefined,

    /** Books what has expired and removes what is no longer needed; called now and then. */
    async sweep(): Promise<void> {
      await tickets.sweep();
      await auth.sweep();
      await tasks.sweep();
      await works.sweep();
      await live.sweep();
      await variants.trim();
    },

    async close(graceMs: number): Promise<void> {
      await runner.stop(graceMs);
      if (ownEngines) await Promise.all(renderEngines.map((engine) => engine.close()));
      await segmenter.close();
      await store.close();
    },
  };
}

/** A secret made at the first start and kept beside the data. */
function installationKey(dataDir: string): string {
  const file = path.join(dataDir, 'installation.key');
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
