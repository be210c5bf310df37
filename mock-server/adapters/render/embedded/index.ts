import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type { WorkerAnswer } from '../../../../engine/base/job.ts';
import type { ModelAccess } from '../../../../engine/models/client.ts';
import { engineTools } from '../../../../engine/tools/index.ts';
import { readWordsOf } from '../../../../engine/tools/read-words.ts';
import type { PictureLook } from '../../../../engine/tools/suitability.ts';
import type { HelpWanted, LookTask, WorkerReport, WorkerTask } from '../../../../engine/worker.ts';
import { DeadlyJob, WorkTooSlow } from '../../../pools/failures.ts';
import { createThreadPool } from '../../../pools/pool-thread.ts';
import type { ThreadCall } from '../../../pools/thread-entry.ts';
import type { WorkerPool } from '../../../pools/worker-pool.ts';
import { createOperations } from '../operations.ts';
import {
  type EngineDescription,
  type RenderEngine,
  type RenderOperation,
  type RenderOutcome,
  RenderRefused,
} from '../port.ts';
import { trialRun } from '../trial-run.ts';
import { createLentThreads } from './lent-threads.ts';
import { createLiveRenderer } from './live.ts';
import { createSuitabilityQueue } from './suitability-queue.ts';

export interface EmbeddedEngineOptions {
  /** Worker threads, 1 or more; the machine's cores when not given. */
  threads?: number;
  /** Existing folder for what is found in pictures and can be found again; trimmed by its owner. Absent: none is kept. */
  cacheFolder?: string;
  /** The networks jobs may use from now on; everything is done the classical way when absent. */
  models?: () => ModelAccess;
  limits?: {
    /** Timeout of one job once a thread has it, milliseconds; 300 000 when absent. */
    runMs?: number;
    /** JavaScript heap of a worker, MB; 1024 when not given. Pixel buffers lie outside it. */
    heapMb?: number;
  };
}

const deadlySentence = '按这些图片和参数生成，两次使引擎中断，券已退回，请换一张图片或调整参数';

/**
 * The engine that needs nothing but this machine's CPU: classical image processing in worker threads.
 * Operations live in memory only, so after a restart `watch` rejects with OperationLost.
 */
export function createEmbeddedEngine(options: EmbeddedEngineOptions = {}): RenderEngine {
  const runMs = options.limits?.runMs ?? 300_000;
  const threads = options.threads ?? availableParallelism();
  let isClosed = false;

  const pool = createThreadPool<WorkerAnswer | PictureLook | undefined>(
    {
      file: new URL('../../../../engine/worker.ts', import.meta.url),
      // Lower priority than the main thread, which answers requests meanwhile.
      niceness: 10,
      resourceLimits: { maxOldGenerationSizeMb: options.limits?.heapMb ?? 1024 },
    },
    { size: threads, longestMs: runMs, isStoppable: true, isKeptReady: true, idleMs: 30_000 },
  );
  pool.warm();
  const lent = createLentThreads({
    isThreadFree: () => pool.isFree,
    help: (task) => pool.run(() => ({ job: { name: 'helpOut', given: task } })),
  });
  const live = createLiveRenderer();
  const { cacheFolder, models } = options;
  const looks =
    cacheFolder === undefined
      ? undefined
      : createSuitabilityQueue({
          ...{ cacheFolder, models },
          isThreadFree: lent.isThreadSoonFree,
          async look(expected): Promise<PictureLook> {
            const task: LookTask = { ...expected, cacheFolder, ...(models && { models: models() }) };
            lent.makeRoom();
            return (await pool.run(() => ({ job: { name: 'lookAt', given: task } }))) as PictureLook;
          },
        });
  const goOn = () => {
    lent.lend();
    looks?.goOn();
  };
  const operations = operationsOf({ pool, lent, goOn, runMs, options });

  const engine: Omit<RenderEngine, 'probe'> = {
    name: 'embedded',
    async describe(): Promise<EngineDescription> {
      const tools = Object.entries(engineTools).map(([tool, { quality, algorithm }]) => ({
        tool,
        quality,
        algorithm,
      }));
      return { title: '内置引擎', tools, ...(isClosed ? { unavailable: '内置引擎已停止。' } : {}) };
    },
    async start(request): Promise<RenderOperation> {
      if (isClosed) throw new Error('the embedded engine is closed');
      if (!Object.hasOwn(engineTools, request.tool)) throw new RenderRefused('内置引擎不支持这个工具。');
      return operations.start(request);
    },
    recover: operations.recover,
    watch: operations.watch,
    readWords: readWordsOf,
    ...(looks && {
      ...{ expect: looks.expect, suitabilityOf: looks.suitabilityOf },
      ...{ idleChoicesOf: looks.idleChoicesOf, forget: looks.forget },
    }),
    openLive: () => live,
    async close() {
      isClosed = true;
      await live.close();
      operations.stopAll(new Error('the embedded engine is closing'));
      await pool.close();
    },
  };
  return { ...engine, probe: trialRun(engine) };
}

interface OperationParts {
  pool: WorkerPool<ThreadCall, WorkerAnswer | PictureLook | undefined>;
  lent: ReturnType<typeof createLentThreads>;
  /** Called when a thread has become free. */
  goOn(): void;
  runMs: number;
  options: EmbeddedEngineOptions;
}

/** Runs of tools on threads of the pool. */
function operationsOf({ pool, lent, goOn, runMs, options: { cacheFolder, models } }: OperationParts) {
  return createOperations(async ({ key, ...task }, { signal, report, line }): Promise<RenderOutcome> => {
    let startedAt = performance.now();
    let channel: MessageChannel | undefined;
    let tries = 0;
    const make = () => {
      channel?.port1.close();
      channel = new MessageChannel();
      startedAt = performance.now();
      tries += 1;
      channel.port1.on('message', (message: WorkerReport | HelpWanted) => {
        if ('help' in message) {
          lent.offer(key, message.help);
          return;
        }
        const { fraction, step, thread } = message;
        if (thread !== undefined) line('an engine thread begins', { thread, try: tries });
        report(fraction, step);
      });
      const given: WorkerTask = {
        ...{ ...task, progress: channel.port2 },
        ...(cacheFolder && { cacheFolder }),
        ...(models && { models: models() }),
      };
      return { job: { given }, transfer: [channel.port2] };
    };
    try {
      lent.makeRoom();
      const answer = (await pool.run(make, { signal })) as WorkerAnswer;
      if ('refusal' in answer)
        throw new RenderRefused(answer.refusal, answer.isPictureUnsuitable ? 'unsuitable picture' : 'input');
      const { quality, algorithm } = engineTools[task.tool]!;
      const ms = Math.max(1, Math.round(performance.now() - startedAt));
      return { quality, algorithm, ...answer.result, ms };
    } catch (error) {
      if (error instanceof WorkTooSlow)
        throw new DOMException(`job ${key} took longer than ${runMs} ms`, 'TimeoutError');
      if (error instanceof DeadlyJob) throw new RenderRefused(deadlySentence);
      throw error;
    } finally {
      channel?.port1.close();
      lent.end(key);
      goOn();
    }
  });
}
