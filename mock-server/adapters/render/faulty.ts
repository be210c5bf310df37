import { setTimeout } from 'node:timers/promises';
import { WorkerLost } from '../../pools/failures.ts';
import { type FaultPoint, faultWords, withCall } from '../fault-points.ts';
import { EngineFailure, OperationLost, type RenderEngine, RenderRefused } from './port.ts';

/** Sentence of an injected refusal, as the user reads it. */
const refusal = '引擎拒绝了这次生成（控制面设置的故障），券已退回';
const moderated = '描述或图片没有通过引擎服务的内容审核（控制面设置的故障），券已退回';

/** An engine whose runs meet the faults of `engine.run`, as its port describes them. */
export function withEngineFaults(engine: RenderEngine, draw: FaultPoint<'engine.run'>): RenderEngine {
  return withCall(engine, 'watch', (watch) => async (operation, listener, request) => {
    /** The engine hears of the end of the watch, as it would from its own listener. */
    const leave = (reason: unknown) =>
      watch(operation, { signal: AbortSignal.abort(reason), onProgress: () => undefined }, request).catch(
        () => undefined,
      );
    const fault = draw();
    if (!fault) return watch(operation, listener, request);
    switch (fault.kind) {
      case 'slow':
        await waitWatched(listener.signal, fault.ms, leave);
        return watch(operation, listener, request);
      case 'hang':
        await waitWatched(listener.signal, fault.ms, leave);
        await leave(new Error('the run has ended'));
        throw new DOMException(faultWords('engine.run'), 'TimeoutError');
      case 'wrong_size': {
        const outcome = await watch(operation, listener, request);
        const outputs = outcome.outputs.map((output) => ({
          ...output,
          ...{ width: 2 * output.width, height: 2 * output.height },
        }));
        return { ...outcome, outputs };
      }
      default:
        await leave(new Error('the run has ended'));
        throw failures[fault.kind]();
    }
  });
}

const failures = {
  fail: () => new Error(faultWords('engine.run')),
  refuse: () => new RenderRefused(refusal),
  moderated: () => new RenderRefused(moderated, 'moderation'),
  lose: () => new OperationLost(faultWords('engine.run')),
  out_of_memory: () => new WorkerLost(true, new Error('out of memory')),
  busy: () => new EngineFailure('busy', faultWords('engine.run')),
  quota: () => new EngineFailure('quota', faultWords('engine.run')),
  config: () => new EngineFailure('config', faultWords('engine.run')),
};

/** Waits, or rejects with the signal's reason as soon as the run is stopped. */
async function waitWatched(signal: AbortSignal, ms: number, leave: (reason: unknown) => Promise<unknown>) {
  try {
    await setTimeout(ms, undefined, { signal, ref: false });
  } catch {
    await leave(signal.reason);
    throw signal.reason;
  }
}
