import { setTimeout } from 'node:timers/promises';
import { WorkerLost } from '../../pools/failures.ts';
import { type FaultPoint, faultWords, withCall } from '../fault-points.ts';
import { OperationLost, type RenderEngine, type RenderListener, type RenderOperation, RenderRefused } from './port.ts';

/** Sentence of an injected refusal, as the user reads it. */
const refusal = '引擎拒绝了这次生成（控制面设置的故障），券已退回';

/** An engine whose runs meet the faults of `engine.run`, as its port describes them. */
export function withEngineFaults(engine: RenderEngine, draw: FaultPoint<'engine.run'>): RenderEngine {
  return withCall(engine, 'watch', (watch) => async (operation, listener) => {
    const fault = draw();
    if (!fault) return watch(operation, listener);
    switch (fault.kind) {
      case 'slow':
        await waitWatched(watch, operation, listener, fault.ms);
        return watch(operation, listener);
      case 'hang':
        await waitWatched(watch, operation, listener, fault.ms);
        await forget(watch, operation);
        throw new DOMException(faultWords('engine.run'), 'TimeoutError');
      case 'wrong_size': {
        const outcome = await watch(operation, listener);
        const outputs = outcome.outputs.map((output) => ({
          ...output,
          ...{ width: 2 * output.width, height: 2 * output.height },
        }));
        return { ...outcome, outputs };
      }
      default:
        await forget(watch, operation);
        throw failures[fault.kind]();
    }
  });
}

const failures = {
  fail: () => new Error(faultWords('engine.run')),
  refuse: () => new RenderRefused(refusal),
  lose: () => new OperationLost(faultWords('engine.run')),
  out_of_memory: () => new WorkerLost(true, new Error('out of memory')),
};

/** Waits, or rejects with the signal's reason as soon as the run is stopped. */
async function waitWatched(
  watch: RenderEngine['watch'],
  operation: RenderOperation,
  { signal }: RenderListener,
  ms: number,
): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal, ref: false });
  } catch {
    await forget(watch, operation);
    throw signal.reason;
  }
}

/** The engine drops the operation, as after a failure of its own. */
async function forget(watch: RenderEngine['watch'], operation: RenderOperation): Promise<void> {
  await watch(operation, { signal: AbortSignal.abort(), onProgress: () => undefined }).catch(() => undefined);
}
