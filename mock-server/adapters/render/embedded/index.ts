import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { WorkerAnswer } from '../../../../engine/base/job.ts';
import type { ModelAccess } from '../../../../engine/models/client.ts';
import type { Misfits } from '../../../../engine/tools/first-looks.ts';
import { engineTools } from '../../../../engine/tools/index.ts';
import { readWordsOf } from '../../../../engine/tools/read-words.ts';
import type { LookTask, WorkerReport, WorkerTask } from '../../../../engine/worker.ts';
import { createOperations } from '../operations.ts';
import {
  type EngineDescription,
  type RenderEngine,
  type RenderOperation,
  type RenderOutcome,
  RenderRefused,
} from '../port.ts';
import { createFirstLooks } from './first-looks.ts';
import { createLiveRenderer } from './live.ts';

export interface EmbeddedEngineOptions {
  /** Worker threads, 1 or more; the machine's cores when not given. */
  threads?: number;
  /** Existing folder for what is found in pictures and can be found again; trimmed by its owner. Absent: none is kept. */
  cacheFolder?: string;
  /** The networks jobs may use from now on; everything is done the classical way when absent. */
  models?: () => ModelAccess;
  limits?: {
    /** How long one job may take once a thread has it, milliseconds; 300 000 when not given. */
    runMs?: number;
    /** JavaScript heap of a worker, MB; 1024 when not given. Pixel buffers lie outside it. */
    heapMb?: number;
  };
}

/**
 * The engine that needs nothing but this machine's CPU: classical image processing in worker threads.
 * Operations live in memory only, so after a restart `watch` rejects with OperationLost.
 */
export function createEmbeddedEngine(options: EmbeddedEngineOptions = {}): RenderEngine {
  const runMs = options.limits?.runMs ?? 300_000;
  const threads = options.threads ?? availableParallelism();
  let isClosed = false;

  function openPool(minThreads: number): Piscina {
    const opened = new Piscina({
      filename: new URL('../../../../engine/worker.ts', import.meta.url).href,
      minThreads,
      maxThreads: threads,
      idleTimeout: 30_000,
      // Lower priority than the main thread, which answers requests meanwhile.
      niceIncrement: 10,
      resourceLimits: { maxOldGenerationSizeMb: options.limits?.heapMb ?? 1024 },
      // Flags of the parent (test runners, debuggers) are not the workers'.
      execArgv: [],
    });
    // Without a listener the event would end the process.
    opened.on('error', () => {
      // A worker that dies as it starts is not replaced by the pool, and what waits would wait for ever. The next pool
      // starts workers only for jobs, so that it does not try again and again on its own.
      if (isClosed || opened !== pool || opened.threads.length > 0) return;
      pool = openPool(0);
      opened.destroy().catch(() => undefined);
    });
    return opened;
  }

  let pool = openPool(1);
  const live = createLiveRenderer();
  let runs = 0;
  const { cacheFolder, models } = options;
  const looks =
    cacheFolder === undefined
      ? undefined
      : createFirstLooks({
          ...{ cacheFolder, models },
          isThreadFree: () => runs < threads && !isClosed,
          async look(expected): Promise<Misfits> {
            const task: LookTask = { ...expected, cacheFolder, ...(models && { models: models() }) };
            return pool.run(task, { name: 'lookAt', signal: AbortSignal.timeout(runMs) });
          },
        });
  const operations = createOperations(async ({ key, ...task }, { signal, report }): Promise<RenderOutcome> => {
    const channel = new MessageChannel();
    const limit = new AbortController();
    let startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    channel.port1.on('message', ({ fraction, step }: WorkerReport) => {
      // The first message comes when a thread takes the job: waiting for a thread does not count.
      if (!timer) {
        startedAt = performance.now();
        timer = setTimeout(() => limit.abort(), runMs).unref();
      }
      report(fraction, step);
    });
    runs += 1;
    try {
      const asked: WorkerTask = {
        ...{ ...task, progress: channel.port2 },
        ...(cacheFolder && { cacheFolder }),
        ...(models && { models: models() }),
      };
      const given = { transferList: [channel.port2], signal: AbortSignal.any([signal, limit.signal]) };
      const answer: WorkerAnswer = await pool.run(asked, given);
      if ('refusal' in answer)
        throw new RenderRefused(answer.refusal, answer.isPictureUnsuitable ? 'unsuitable picture' : 'input');
      const { quality, algorithm } = engineTools[task.tool]!;
      const ms = Math.max(1, Math.round(performance.now() - startedAt));
      return { quality, algorithm, ...answer.result, ms };
    } catch (error) {
      if (limit.signal.aborted) throw new DOMException(`job ${key} took longer than ${runMs} ms`, 'TimeoutError');
      throw error;
    } finally {
      clearTimeout(timer);
      channel.port1.close();
      runs -= 1;
      looks?.goOn();
    }
  });

  return {
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
    watch: operations.watch,
    readWords: readWordsOf,
    ...(looks && { expect: looks.expect, foresee: looks.foresee, forget: looks.forget }),
    openLive: () => live,
    async close() {
      isClosed = true;
      await live.close();
      operations.stopAll(new Error('the embedded engine is closing'));
      await pool.destroy();
    },
  };
}
