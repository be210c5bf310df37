import { DeadlyJob, WorkerLost } from '../../pools/failures.ts';
import { createThreadPool } from '../../pools/pool-thread.ts';
import type { Timers } from '../../timers.ts';
import type { WordJob } from './export-word.ts';

/** A document that takes longer is made without formatting, milliseconds. */
const longestMs = 15_000;
const megabytes = 512;

/** Creates Word documents in worker threads; each thread ends after one document, which frees its memory. */
export function createWordFiles(timers: Timers) {
  const pool = createThreadPool<Uint8Array>(
    {
      file: new URL('./word-thread.ts', import.meta.url),
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    },
    { size: 1, longestMs: 4 * longestMs, isStoppable: true, isSpent: () => true },
  );

  async function inThread(given: WordJob, signal: AbortSignal): Promise<Buffer> {
    const late = new AbortController();
    const callOff = timers.after(longestMs, () => late.abort(new Error('the document took too long')));
    try {
      return Buffer.from(
        await pool.run(() => ({ job: { given } }), { signal: AbortSignal.any([signal, late.signal]) }),
      );
    } finally {
      callOff();
    }
  }

  return {
    /** Creates a document; when formatting fails or takes too long, the text is kept unformatted. */
    async make(job: Omit<WordJob, 'isPlain'>, signal: AbortSignal): Promise<Buffer> {
      signal.throwIfAborted();
      try {
        return await inThread({ ...job, isPlain: false }, signal);
      } catch {
        signal.throwIfAborted();
        return inThread({ ...job, isPlain: true }, signal).catch((cause: unknown) => {
          // Plain text cannot crash the thread, so the crash has another cause.
          throw cause instanceof DeadlyJob ? new WorkerLost(true, cause) : cause;
        });
      }
    },
    close: () => pool.close(),
  };
}
