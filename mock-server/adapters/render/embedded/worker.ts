import type { MessagePort } from 'node:worker_threads';
import sharp from 'sharp';
import { RenderRefused, type RenderRequest } from '../port.ts';
import type { WorkerAnswer } from './job.ts';
import { embeddedTools } from './tools/index.ts';

// Decoded pictures are used once; a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** What the pool sends to a worker thread. */
export interface WorkerTask extends Omit<RenderRequest, 'key'> {
  /** Receives numbers 0–1; the first is 0 and says that the work begins. */
  progress: MessagePort;
  /** See `ToolJob.cacheFolder`. */
  cacheFolder?: string;
}

/** Entry of a worker thread: runs one job of one tool. */
export default async function runTask({ tool: id, progress, ...job }: WorkerTask): Promise<WorkerAnswer> {
  const tool = embeddedTools[id];
  if (!tool) throw new Error(`no embedded tool named ${id}`);
  let lastSent = performance.now();
  progress.postMessage(0);
  const onProgress = (fraction: number) => {
    const now = performance.now();
    if (now - lastSent < 100) return;
    lastSent = now;
    progress.postMessage(Math.min(1, Math.max(0, fraction)));
  };
  try {
    return { result: await tool.run({ ...job, onProgress }) };
  } catch (error) {
    if (error instanceof RenderRefused) return { refusal: error.sentence };
    throw error;
  } finally {
    progress.close();
  }
}
