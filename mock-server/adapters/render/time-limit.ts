import { withCall } from '../fault-points.ts';
import type { RenderEngine } from './port.ts';

/** The engine with a limit on every watch of an operation, milliseconds; what takes longer is cancelled. */
export function withTimeLimit(engine: RenderEngine, ms: number): RenderEngine {
  return withCall(engine, 'watch', (watch) => (operation, listener, request) => {
    const signal = AbortSignal.any([listener.signal, AbortSignal.timeout(ms)]);
    return watch(operation, { ...listener, signal }, request);
  });
}
