import { createMaskWorkerClient, type MaskWork } from './worker-client';

/** Starts the worker of an editor. */
export function startMaskWorker(): MaskWork {
  return createMaskWorkerClient(new Worker(new URL('./mask-worker.ts', import.meta.url)));
}
