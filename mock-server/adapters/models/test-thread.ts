import { parentPort, workerData } from 'node:worker_threads';
import { ModelUnavailable, type SlotModel } from '../../../engine/base/models.ts';
import { createModelClient, type ModelAddress } from '../../../engine/models/client.ts';
import { slotAdapter } from '../../../engine/models/slots/index.ts';
import type { TrialResult } from './port.ts';

/** What the thread is given. */
export interface ModelTrial {
  address: ModelAddress;
  model: SlotModel;
}

const { address, model } = workerData as ModelTrial;
const startedAt = performance.now();
const runner = createModelClient(address);
const fault = await slotAdapter(model.slot, model.adapter)!
  .selfTest(runner, model)
  .catch((error: unknown) => {
    if (error instanceof ModelUnavailable) return error.sentence;
    throw error;
  });
runner.close();
const ms = Math.round(performance.now() - startedAt);
parentPort?.postMessage({ ...(fault && { fault }), ms } satisfies TrialResult);
