import { Worker } from 'node:worker_threads';
import { minute } from '#shared/domain/time';
import type { LiveAnswer, LiveTask } from '../../../../engine/live-worker.ts';
import { type LiveFrame, type LivePicture, type LiveRenderer, RenderRefused } from '../port.ts';

export interface LiveRendererOptions {
  /** The thread ends after so long without a frame, milliseconds. */
  idleMs?: number;
  /** A frame that takes longer is given up and its thread ended, milliseconds. */
  frameMs?: number;
}

interface Waiting {
  frame: LiveFrame;
  resolve(picture: LivePicture): void;
  reject(error: unknown): void;
  leave(): void;
}

/**
 * Live frames on one thread of their own at normal priority, beside the pool that works off tasks: neither waits for
 * the other. The thread starts with the first frame and ends when nobody draws.
 */
export function createLiveRenderer({ idleMs = minute, frameMs = 15_000 }: LiveRendererOptions = {}): LiveRenderer & {
  close(): Promise<void>;
} {
  const queue: Waiting[] = [];
  let current: Waiting | undefined;
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function startWorker(): Worker {
    // Flags of the parent (test runners, debuggers) are not the worker's.
    const started = new Worker(new URL('../../../../engine/live-worker.ts', import.meta.url), { execArgv: [] });
    started.on('message', (answer: LiveAnswer) => {
      if (worker === started) settle(answer);
    });
    started.on('error', (error) => drop(started, error));
    started.on('exit', () => drop(started, new Error('the live worker has ended')));
    started.unref();
    return started;
  }

  /** Forgets a thread; the frame it had fails. */
  function drop(ended: Worker, error: unknown): void {
    if (worker !== ended) return;
    worker = undefined;
    clearTimeout(timer);
    const failed = current;
    current = undefined;
    failed?.leave();
    failed?.reject(error);
    next();
  }

  function settle(answer: LiveAnswer): void {
    const done = current;
    current = undefined;
    done?.leave();
    if ('refusal' in answer) done?.reject(new RenderRefused(answer.refusal));
    else if ('failure' in answer) done?.reject(new Error(answer.failure));
    else done?.resolve(answer);
    next();
  }

  function next(): void {
    clearTimeout(timer);
    if (current || isClosed) return;
    current = queue.shift();
    worker ??= current ? startWorker() : undefined;
    const thread = worker;
    if (!thread) return;
    if (!current) {
      timer = setTimeout(() => void thread.terminate(), idleMs).unref();
      return;
    }
    const { canvas, params, seed, side } = current.frame;
    // The caller's bytes stay the caller's: a small copy is handed over.
    const bytes = Uint8Array.from(canvas);
    const task: LiveTask = { canvas: bytes, params, seed, side };
    thread.postMessage(task, [bytes.buffer]);
    timer = setTimeout(() => {
      drop(thread, new DOMException(`a live frame took longer than ${frameMs} ms`, 'TimeoutError'));
      void thread.terminate();
    }, frameMs);
  }

  return {
    prepare() {
      if (worker || isClosed) return;
      worker = startWorker();
      next();
    },
    render(frame) {
      const { signal } = frame;
      return new Promise<LivePicture>((resolve, reject) => {
        if (isClosed) throw new Error('the embedded engine is closed');
        signal.throwIfAborted();
        const abort = () => {
          const place = queue.indexOf(waiting);
          if (place >= 0) queue.splice(place, 1);
          reject(signal.reason);
        };
        const waiting: Waiting = { frame, resolve, reject, leave: () => signal.removeEventListener('abort', abort) };
        signal.addEventListener('abort', abort, { once: true });
        queue.push(waiting);
        next();
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const error = new Error('the embedded engine is closing');
      for (const waiting of [...queue.splice(0), ...(current ? [current] : [])]) {
        waiting.leave();
        waiting.reject(error);
      }
      current = undefined;
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
  };
}
