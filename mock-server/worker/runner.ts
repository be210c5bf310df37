import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { ImageFormat } from '#shared/contract/image';
import { ProductError } from '#shared/errors';
import { pictureIdsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import {
  OperationLost,
  type RenderListener,
  type RenderOutcome,
  type RenderPicture,
  RenderRefused,
} from '../adapters/render/port.ts';
import type { BlobStorage } from '../adapters/storage/port.ts';
import type { Store } from '../modules/base/store.ts';
import type { ChosenCategories } from '../modules/studio/category/chosen-categories.ts';
import type { ImageService, StoredFile } from '../modules/studio/image/image.service.ts';
import { type EngineDirectory, noEngine } from '../modules/studio/task/engine-directory.ts';
import { areVariants, nameOfEngine } from '../modules/studio/task/task.rules.ts';
import type { ClaimedTask, RunFailure, TaskRuns } from '../modules/studio/task/task-runs.ts';
import { WorkerLost } from '../pools/failures.ts';
import { storageFault } from '../storage-fault.ts';

export interface RunnerDeps {
  store: Store;
  storage: BlobStorage;
  images: ImageService;
  chosen: ChosenCategories;
  engines: EngineDirectory;
  runs: TaskRuns;
  log: Logger;
  /** Tasks run at once, as it is set now. */
  concurrency: () => number;
}

export interface Runner {
  /** Begins to work; nothing runs before. */
  start(): void;
  /** Looks for due jobs now. */
  wake(): void;
  /** Stops the work on a task whose row has ended already. */
  stopRun(taskId: string): void;
  /** Takes no more jobs, waits up to `graceMs` for those under way, then gives their leases back. */
  stop(graceMs: number): Promise<void>;
  /** Stops what is under way, does `body` while nothing runs, then goes on. */
  pause(body: () => Promise<void>): Promise<void>;
  /** Puts jobs back whose lease has run out; those under way here keep theirs. */
  reclaim(): Promise<void>;
  /** Resolves when nothing is running and nothing is due. */
  idle(): Promise<void>;
}

const idlePollMs = 1000;
const heartbeatMs = 5000;
const progressEveryMs = 400;

interface Run {
  claimed: ClaimedTask;
  controller: AbortController;
}

class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/** Runs queued tasks on their engines, a few at a time. */
export function createRunner(deps: RunnerDeps): Runner {
  const { storage, images, chosen, engines, runs, log, concurrency } = deps;
  const running = new Map<string, Run>();
  const underWay = new Set<Promise<void>>();
  let isStopped = false;
  let isPaused = true;
  let isPumping = false;
  let isAskedAgain = false;
  let pumping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const idlers: Array<() => void> = [];

  function wake(): void {
    if (isPumping) {
      isAskedAgain = true;
      return;
    }
    isPumping = true;
    pumping = pump()
      .catch((error: unknown) => log.error({ error }, 'the runner could not look for jobs'))
      .finally(() => {
        isPumping = false;
        if (isAskedAgain) {
          isAskedAgain = false;
          wake();
          return;
        }
        scheduleNext();
        if (running.size === 0) for (const resolve of idlers.splice(0)) resolve();
      });
  }

  async function pump(): Promise<void> {
    while (!isStopped && !isPaused && running.size < concurrency()) {
      const claimed = await runs.claim();
      if (!claimed) return;
      const controller = new AbortController();
      const run = { claimed, controller };
      running.set(claimed.task.id, run);
      const work = perform(run)
        .catch((error: unknown) => log.error({ error, task: claimed.task.id }, 'a run ended without an outcome'))
        .finally(() => {
          if (running.get(claimed.task.id) === run) running.delete(claimed.task.id);
          underWay.delete(work);
          wake();
        });
      underWay.add(work);
    }
  }

  function scheduleNext(): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(wake, idlePollMs);
    timer.unref();
  }

  /** Keeps a run's lease; a run that has lost it stops, since nothing it makes will be kept. */
  async function renew({ claimed, controller }: Run): Promise<void> {
    if (!(await runs.renew(claimed))) controller.abort(new RunStopped());
  }

  async function perform(run: Run): Promise<void> {
    const { claimed, controller } = run;
    const beat = () => renew(run).catch((error: unknown) => log.warn({ error }, 'a lease was not renewed'));
    const heartbeat = setInterval(beat, heartbeatMs);
    const folder = await storage.workFolder();
    try {
      const outcome = await render(claimed, folder, controller.signal);
      // An engine that did not notice the stop has worked for nothing.
      controller.signal.throwIfAborted();
      await deliver(claimed, outcome);
    } catch (error) {
      if (controller.signal.aborted) return;
      await runs.fail(claimed, toFailure(error));
      if (!(error instanceof RenderRefused)) log.warn({ error, task: claimed.task.id }, 'a run failed');
    } finally {
      clearInterval(heartbeat);
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function render(claimed: ClaimedTask, outputDir: string, signal: AbortSignal): Promise<RenderOutcome> {
    const { task } = claimed;
    const params = JSON.parse(task.params) as Record<string, unknown>;
    // What was queued before the operator changed engines: another one serves unless this one was asked for.
    const tool = toolById(task.tool);
    const asked = nameOfEngine(params);
    const engine = engines.byName(task.engine) ?? (await engines.forTool(task.tool, asked))?.engine;
    if (!engine && tool && asked !== undefined) throw noEngine(tool, asked);
    if (!engine) throw new RenderRefused('运行此任务的引擎已不可用，券已退回');
    if (engine.name !== task.engine) await runs.changeEngine(claimed, engine.name);
    const request = {
      key: task.id,
      tool: task.tool,
      params: tool ? chosen.forEngine(tool, params) : params,
      pictures: await picturesOf(claimed, params),
      seed: task.seed,
      outputDir,
    };
    const start = async () => {
      const operation = await engine.start(request);
      await runs.keepOperation(claimed, operation);
      return operation;
    };
    const listener = { signal, onProgress: progressOf(claimed, signal) };
    try {
      return await engine.watch(claimed.operation ?? (await start()), listener);
    } catch (error) {
      if (!(error instanceof OperationLost)) throw error;
    }
    return engine.watch(await start(), listener);
  }

  async function picturesOf(
    claimed: ClaimedTask,
    params: Record<string, unknown>,
  ): Promise<Record<string, RenderPicture>> {
    const { task } = claimed;
    const tool = toolById(task.tool);
    const pictureIds = tool ? pictureIdsOf(tool, params) : [];
    const rows = await images.requireOwn(deps.store.db, task.account_id, pictureIds).catch((cause: unknown) => {
      throw cause instanceof ProductError ? new RenderRefused('任务用到的图片已被删除') : cause;
    });
    const readings = await runs.readingsFor(claimed);
    const entries = [...rows].map(async ([id, row]) => {
      const { width, height, format } = row;
      const kept = readings.get(id);
      const reading = kept && (await images.storedFile(kept));
      const picture = { file: await images.fileOf(row), width, height, format: format as ImageFormat };
      return [id, { ...picture, ...(reading && { reading }) }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Writes progress a few times a second; of what comes faster the last is written, since a pause may follow it. */
  function progressOf(claimed: ClaimedTask, signal: AbortSignal): RenderListener['onProgress'] {
    let writtenAt = Number.NEGATIVE_INFINITY;
    let later: NodeJS.Timeout | undefined;
    return (...report) => {
      const [fraction, step] = report;
      if (step && !signal.aborted) runs.noteStep(claimed, fraction, step);
      const write = () => {
        if (signal.aborted || !running.has(claimed.task.id)) return;
        writtenAt = performance.now();
        runs.progress(claimed, ...report).catch((error: unknown) => log.warn({ error }, 'progress was not written'));
      };
      clearTimeout(later);
      const pause = progressEveryMs - (performance.now() - writtenAt);
      if (pause <= 0) write();
      else later = setTimeout(write, pause).unref();
    };
  }

  async function deliver(claimed: ClaimedTask, outcome: RenderOutcome): Promise<void> {
    if (outcome.outputs.length === 0) throw new Error('the engine delivered nothing');
    const stored = await Promise.all(outcome.outputs.map(images.keepOutput));
    const readings = Object.entries(outcome.readings ?? {}).map(async ([imageId, file]) => {
      return { imageId, ...(await images.keepFile(file)) };
    });
    const doubles = await countDoubles(claimed, stored);
    await runs.succeed(claimed, outcome, stored, { doubles, readings: await Promise.all(readings) });
  }

  /** Outputs that repeat an earlier one. A run is not lost because they could not be compared. */
  async function countDoubles({ task }: ClaimedTask, stored: readonly StoredFile[]): Promise<number> {
    const tool = toolById(task.tool);
    if (!tool || stored.length < 2 || task.outputs < 2 || !areVariants(tool)) return 0;
    const params = JSON.parse(task.params) as Record<string, unknown>;
    const field = Object.keys(tool.fields).find((name) => tool.fields[name]?.editor === 'mask');
    const mask = field === undefined ? undefined : params[field];
    return images.countDoubles(stored, typeof mask === 'string' ? mask : undefined).catch((error: unknown) => {
      log.warn({ error, task: task.id }, 'outputs were not compared');
      return 0;
    });
  }

  async function stopAll(): Promise<void> {
    // A job that is being claimed just now is among those to stop.
    await pumping;
    for (const { controller } of running.values()) controller.abort(new RunStopped());
    await Promise.allSettled(underWay);
    await runs.releaseAll();
  }

  return {
    start() {
      isPaused = false;
      wake();
    },
    wake,
    stopRun: (taskId) => running.get(taskId)?.controller.abort(new RunStopped()),
    async reclaim() {
      if (!(await runs.hasRunOut())) return;
      await Promise.all([...running.values()].map(renew));
      await runs.reclaimRunOut();
      wake();
    },
    async stop(graceMs) {
      isStopped = true;
      clearTimeout(timer);
      const patience = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([Promise.allSettled(underWay), patience]);
      await stopAll();
    },
    async pause(body) {
      isPaused = true;
      try {
        await stopAll();
        await body();
      } finally {
        isPaused = false;
        wake();
      }
    },
    idle: () =>
      new Promise((resolve) => {
        idlers.push(resolve);
        wake();
      }),
  };
}

function toFailure(error: unknown): RunFailure {
  if (error instanceof RenderRefused) {
    const reason = error.fault === 'unsuitable picture' ? 'task.unsuitable_picture' : 'engine.refused';
    return { error: new ProductError(reason, { fill: { sentence: error.sentence } }), retry: 'never' };
  }
  if (error instanceof ProductError && error.reason === 'task.engine') return { error, retry: 'never' };
  const fault = storageFault(error);
  if (fault) return { error: fault, retry: 'free' };
  if (error instanceof Error && error.name === 'TimeoutError')
    return { error: new ProductError('engine.timeout'), retry: 'never' };
  // The engine's worker was lost through no fault of the run. A run that ends two workers is refused by its engine.
  const isOurs = error instanceof WorkerLost || (error instanceof Error && error.cause instanceof WorkerLost);
  return {
    error: new ProductError(isOurs ? 'engine.interrupted' : 'engine.failed', { cause: error }),
    retry: 'counted',
  };
}
