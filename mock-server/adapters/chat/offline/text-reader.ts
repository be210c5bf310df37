import { minute, second } from '#shared/domain/time';
import { isJobFault } from '../../../pools/failures.ts';
import { createThreadPool } from '../../../pools/pool-thread.ts';
import type { TurnPicture } from '../port.ts';
import type { ReadingResult, ReadingTask, Section } from './reading.ts';

/** Milliseconds that reading one question may take, which takes a few. */
const longestMs = 2 * second;
const idleMs = 10 * minute;
const megabytes = 256;

export type TextReader = ReturnType<typeof createTextReader>;

/**
 * Reads what people write in one thread of its own, one question after the other. A question that takes longer than two
 * seconds is given up and its thread with it.
 */
export function createTextReader(file = new URL('./reading.ts', import.meta.url), mostMs = longestMs) {
  const pool = createThreadPool<ReadingResult>(
    { file, resourceLimits: { maxOldGenerationSizeMb: megabytes } },
    { size: 1, longestMs: mostMs, idleMs },
  );
  /** Undefined where it took too long, or ended two threads. Throws `signal.reason` for who has gone before their turn. */
  async function ask(task: ReadingTask, signal: AbortSignal): Promise<ReadingResult | undefined> {
    try {
      return await pool.run(() => ({ job: { name: 'read', given: task } }), { signal });
    } catch (error) {
      if (isJobFault(error)) return undefined;
      throw error;
    }
  }

  return {
    /** Has the thread ready for a question. */
    warm: (): void => pool.warm(),

    /** What there is to say to the last of some questions; undefined where it cannot be read. */
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

    /** Ids of the entries that a question means by its words, the best first. */
    async entriesFor(question: string, signal: AbortSignal): Promise<readonly string[]> {
      return (await ask({ kind: 'find', question }, signal))?.entryIds ?? [];
    },

    /** Ends the thread; nothing may be asked any more. */
    close: () => pool.close(),
  };
}
