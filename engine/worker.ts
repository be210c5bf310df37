import type { MessagePort } from 'node:worker_threads';
import sharp from 'sharp';
import { JobRefused, type JobStep, type ToolJob, UnsuitablePicture, type WorkerAnswer } from './base/job.ts';
import { clamp } from './base/scalar.ts';
import { jobModelsOf, type ModelAccess } from './models/client.ts';
import { engineTools } from './tools/index.ts';
import { readWordsOf } from './tools/read-words.ts';

// Decoded pictures are used once; a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** What the pool sends to a worker thread. */
export interface WorkerTask extends Omit<ToolJob, 'onProgress' | 'models'> {
  tool: string;
  /** Receives {@link WorkerReport}s; the first is 0 and says that the work begins. */
  progress: MessagePort;
  /** Where networks are run; without it the job has none. */
  models?: ModelAccess;
}

/** How far a job is. */
export interface WorkerReport {
  /** 0–1. */
  fraction: number;
  step?: JobStep;
}

/** Milliseconds between reports of the same step. */
const leastPause = 100;

/** Entry of a worker thread: runs one job of one tool. */
export default async function runTask({ tool: id, progress, models, ...job }: WorkerTask): Promise<WorkerAnswer> {
  const tool = engineTools[id];
  if (!tool) throw new Error(`no tool named ${id}`);
  let lastSent = Number.NEGATIVE_INFINITY;
  let lastWords: string | undefined;
  const onProgress: ToolJob['onProgress'] = (fraction, step) => {
    const now = performance.now();
    // A step that begins is always said: a long one may say nothing more for half of the run.
    if (step?.words === lastWords && now - lastSent < leastPause) return;
    lastSent = now;
    lastWords = step?.words;
    progress.postMessage({ fraction: clamp(fraction, 0, 1), ...(step && { step }) } satisfies WorkerReport);
  };
  onProgress(0);
  try {
    const sceneReaders = new Set<string>();
    const ran = await tool.run({
      ...job,
      onProgress,
      ...(models && { models: { ...jobModelsOf(models), sceneReaders } }),
    });
    const result =
      sceneReaders.size === 0 ? ran : { ...ran, facts: { ...ran.facts, sceneModel: [...sceneReaders].join('、') } };
    const words = result.words ?? readWordsOf(id, job.params);
    return { result: words ? { ...result, words } : result };
  } catch (error) {
    if (error instanceof JobRefused)
      return { refusal: error.sentence, isPictureUnsuitable: error instanceof UnsuitablePicture };
    throw error;
  } finally {
    progress.close();
  }
}
