import { failureWords } from '#shared/domain/failure-words';
import { MaskProcessor } from './mask-processor';
import type { MaskWorkerAnswer, Request } from './worker-client';

/** Used part of the worker's global scope; the DOM's types describe a window. */
interface Scope {
  onmessage: ((event: { data: Request }) => void) | null;
  postMessage: (answer: MaskWorkerAnswer, transfer: ArrayBuffer[]) => void;
}

const scope = globalThis as unknown as Scope;
const workshop = new MaskProcessor();

scope.onmessage = async ({ data: { id, name, args } }) => {
  try {
    const act = workshop[name] as (...given: unknown[]) => unknown;
    const value = await act.apply(workshop, args);
    scope.postMessage({ id, value }, buffersOf(value));
  } catch (error) {
    scope.postMessage({ id, problem: failureWords(error) }, []);
  }
};

/** Large answers change hands instead of being copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  if (typeof value !== 'object' || value === null || value instanceof Blob || Array.isArray(value)) return [];
  return Object.values(value).flatMap(buffersOf);
}
