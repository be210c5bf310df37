import { minute } from '#shared/domain/time';
import type { LiveAnswer, LiveTask } from '../../../../engine/live-worker.ts';
import { WorkTooSlow } from '../../../pools/failures.ts';
import { createThreadPool } from '../../../pools/pool-thread.ts';
import { type LiveRenderer, RenderRefused } from '../port.ts';

export interface LiveRendererOptions {
  /** The thread ends after so long without a frame, milliseconds. */
  idleMs?: number;
  /** A frame that takes longer is given up and its thread ended, milliseconds. */
  frameMs?: number;
}

/** Limit of the thread's JavaScript heap in MB; pixel buffers are not part of it. */
const heapMb = 512;

/**
 * Live frames on one thread of their own at normal priority, beside the pool that works off tasks: neither waits for
 * the other. The thread starts with the first frame and ends when nobody draws.
 */
export function createLiveRenderer({ idleMs = minute, frameMs = 15_000 }: LiveRendererOptions = {}): LiveRenderer & {
  close(): Promise<void>;
} {
  const pool = createThreadPool<LiveAnswer>(
    {
      file: new URL('../../../../engine/live-worker.ts', import.meta.url),
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    },
    { size: 1, longestMs: frameMs, idleMs },
  );

  return {
    prepare: () => pool.warm(),
    async render({ canvas, params, seed, side, signal }) {
      const make = () => {
        // A copy is transferred, because the caller keeps using its own buffer and a retry needs it again.
        const bytes = Uint8Array.from(canvas);
        const given: LiveTask = { canvas: bytes, params, seed, side };
        return { job: { given }, transfer: [bytes.buffer] };
      };
      const answer = await pool.run(make, { signal }).catch((error: unknown) => {
        if (error instanceof WorkTooSlow)
          throw new DOMException(`a live frame took longer than ${frameMs} ms`, 'TimeoutError');
        throw error;
      });
      signal.throwIfAborted();
      if ('refusal' in answer) throw new RenderRefused(answer.refusal);
      return answer;
    },
    close: () => pool.close(),
  };
}
