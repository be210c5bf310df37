import type { MessagePort } from 'node:worker_threads';
import sharp from 'sharp';
import { JobRefused, type ToolJob, type WorkerAnswer } from './base/job.ts';
import { clamp } from './base/scalar.ts';
import { engineTools } from './tools/index.ts';

// Decoded pictures are used once; a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** What the pool sends to a worker thread. */
export interface WorkerTask extends Omit<ToolJob, 'onProgress'> {
  tool: string;
  /** Receives numbers 0–1; the first is 0 and says that the work begins. */
  progress: MessagePort;
}

/** Entry of a worker thread: runs one job of one tool. */
export default async function runTask({ tool: id, progress, ...job }: WorkerTask): Promise<WorkerAnswer> {
  const tool = engineTools[id];
  if (!tool) throw new Error(`no tool named ${id}`);
  let lastSent = performance.now();
  progress.postMessage(0);
  const onProgress = (fraction: number) => {
    const now = performance.now();
    if (now - lastSent < 100) return;
    lastSent = now;
    progress.postMessage(clamp(fraction, 0, 1));
  };
  try {
    return { result: await tool.run({ ...job, onProgress }) };
  } catch (error) {
    if (error instanceof JobRefused) return { refusal: error.sentence };
    throw error;
  } finally {
    progress.close();
  }
}
