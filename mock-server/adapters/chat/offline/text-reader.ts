import { minute, second } from '#shared/domain/time';
import { isJobFault } from '../../../pools/failures.ts';
import { createThreadPool } from '../../../pools/pool-thread.ts';
import type { TurnPicture } from '../port.ts';
import type { ReadingResult, ReadingTask, Section } from './reading.ts';

/** Timeout for reading one question in milliseconds; reading usually takes a few. */
const longestMs = 2 * second;
const idleMs = 10 * minute;
const megabytes = 256;

export type TextReader = ReturnType<typeof createTextReader>;

/**
 * Reads questions in one separate thread, one at a time. A question that takes longer than two seconds is given up and
 * its thread is ended.
 */
export function createTextReader(file = new URL('./reading.ts', import.meta.url), mostMs = longestMs) {
  const pool = createThreadPool<ReadingResult>(
    { file, resourceLimits: { maxOldGenerationSizeMb: megabytes } },
    { size: 1, longestMs: mostMs, idleMs },
  );
  /** Undefined when the task timed out or ended two threads. Throws `signal.reason` when aborted while it is queued. */
  async function ask(task: ReadingTask, signal: AbortSignal): Promise<ReadingResult | undefined> {
    try {
      return await pool.run(() => ({ job: { name: 'read', given: task } }), { signal });
    } catch (error) {
      if (isJobFault(error)) return undefined;
      throw error;
    }
  }

  return {
    /** Starts the thread in advance. */
    warm: (): void => pool.warm(),

    /** Answers the last of the given questions; undefined when reading it timed out or ended two threads. */
    async sectionsOf(
      asked: readonly string[],
      pictures: readonly TurnPicture[],
      signal: AbortSignal,
    ): Promise<Section[] | undefined> {
      const known = pictures.map(({ imageId, width, height, madeBy }) => ({ imageId, width, height, madeBy }));
      const result = await ask({ kind: 'answer', asked: asked.slice(-2), pictures: known }, signal);
      signal.throwIfAborted();
      return result?.sections;
    },

    /** Ids of the entries that match a question by keywords, best match first; empty when reading it failed. */
    async entriesFor(question: string, signal: AbortSignal): Promise<readonly string[]> {
      return (await ask({ kind: 'find', question }, signal))?.entryIds ?? [];
    },

    /** Ends the thread; later questions are rejected with `server.not_ready`. */
    close: () => pool.close(),
  };
}
