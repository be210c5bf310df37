import { type HeavyWork, workElsewhere } from './worker-client';

/** Starts the worker of an editor. */
export function startWork(): HeavyWork {
  return workElsewhere(new Worker(new URL('./mask-worker.ts', import.meta.url)));
}
