import { ModelUnavailable, type SlotModel } from '../../../engine/base/models.ts';
import { createModelClient, type ModelAddress } from '../../../engine/models/client.ts';
import { slotAdapter } from '../../../engine/models/slots/index.ts';
import type { TrialResult } from './port.ts';

/** Input of the thread. */
export interface ModelTrial {
  address: ModelAddress;
  model: SlotModel;
}

/** Thread entry: runs the self-test of a model file. */
export default async function runTrial({ address, model }: ModelTrial): Promise<TrialResult> {
  const startedAt = performance.now();
  const runner = createModelClient(address);
  try {
    const fault = await slotAdapter(model.slot, model.adapter)!
      .selfTest(runner, model)
      .catch((error: unknown) => {
        if (error instanceof ModelUnavailable) return error.sentence;
        throw error;
      });
    return { ...(fault && { fault }), ms: Math.round(performance.now() - startedAt) };
  } finally {
    runner.close();
  }
}
