import { Worker } from 'node:worker_threads';
import type { WordJob } from './export-word.ts';
import type { Timers } from './timers.ts';

/** A document that takes longer is made without formatting, milliseconds. */
const longestMs = 15_000;
const megabytes = 512;

/** Makes a Word document in a thread of its own. What is too much for the formatting is kept as it was written. */
export async function wordFile(job: Omit<WordJob, 'isPlain'>, timers: Timers, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  try {
    return await inThread({ ...job, isPlain: false }, timers, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    return inThread({ ...job, isPlain: true }, timers, signal);
  }
}

function inThread(job: WordJob, timers: Timers, signal: AbortSignal): Promise<Buffer> {
  const worker = new Worker(new URL('./word-thread.ts', import.meta.url), {
    workerData: job,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  return new Promise<Buffer>((resolve, reject) => {
    const callOff = timers.after(longestMs, () => reject(new Error('the document took too long')));
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without a document')));
    const settle = () => {
      callOff();
      signal.removeEventListener('abort', leave);
    };
    worker.once('exit', settle);
  }).finally(() => void worker.terminate());
}
