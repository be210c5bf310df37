import { hour } from '#shared/domain/time';

/** Figures of the calls of one service. */
export interface CallFigures {
  /** Of the last hour. */
  calls: ReadonlyArray<{ ms: number; isOk: boolean }>;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  lastFailure: string;
}

export type CallMeter = ReturnType<typeof createCallMeter>;

/** Calls of one service that are remembered. */
const mostCalls = 2000;

interface ServiceRecord extends CallFigures {
  calls: Array<{ at: number; ms: number; isOk: boolean }>;
}

/** Remembers how the calls of services outside went, from this start on; nothing of what was said in them. */
export function createCallMeter(now: () => number) {
  const records = new Map<string, ServiceRecord>();

  function recordOf(service: string): ServiceRecord {
    const known = records.get(service);
    if (known) return known;
    const made: ServiceRecord = { calls: [], lastSuccessAt: null, lastFailureAt: null, lastFailure: '' };
    records.set(service, made);
    return made;
  }

  function note(service: string, ms: number, failure?: unknown): void {
    const record = recordOf(service);
    const at = now();
    record.calls.push({ at, ms: Math.round(ms), isOk: failure === undefined });
    if (record.calls.length > mostCalls) record.calls.shift();
    if (failure === undefined) {
      record.lastSuccessAt = at;
      return;
    }
    record.lastFailureAt = at;
    record.lastFailure = failure instanceof Error ? failure.name : String(failure);
  }

  /** A call as it is, noted when it ends. */
  async function noted<T>(service: string, call: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      const answer = await call();
      note(service, performance.now() - startedAt);
      return answer;
    } catch (error) {
      note(service, performance.now() - startedAt, error);
      throw error;
    }
  }

  return {
    since: now(),

    /** The same adapter, whose named calls are noted. */
    watched<T extends object>(service: string, adapter: T, names: ReadonlyArray<keyof T>): T {
      return new Proxy(adapter, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function' || !names.includes(name as keyof T)) return value;
          return (...given: unknown[]) => noted(service, () => Reflect.apply(value, target, given) as Promise<unknown>);
        },
      });
    },

    /** The same chat adapter, whose answers are noted when they end; one that is stopped says nothing. */
    watchedAnswers<T extends { answer(request: R): AsyncIterable<P> }, R extends { signal: AbortSignal }, P>(
      service: string,
      adapter: T & { answer(request: R): AsyncIterable<P> },
    ): T {
      async function* answer(request: R): AsyncIterable<P> {
        const startedAt = performance.now();
        try {
          yield* adapter.answer(request);
          note(service, performance.now() - startedAt);
        } catch (error) {
          if (!request.signal.aborted) note(service, performance.now() - startedAt, error);
          throw error;
        }
      }
      return new Proxy(adapter, {
        get: (target, name) => (name === 'answer' ? answer : Reflect.get(target, name)),
      });
    },

    clear: () => records.clear(),

    figures(service: string): CallFigures {
      const record = recordOf(service);
      const from = now() - hour;
      return { ...record, calls: record.calls.filter(({ at }) => at > from) };
    },
  };
}
