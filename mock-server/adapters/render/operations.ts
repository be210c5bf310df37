import {
  OperationLost,
  type RenderEngine,
  type RenderListener,
  type RenderOutcome,
  type RenderRequest,
  type RenderStep,
} from './port.ts';

/** Handle of the work on a request, for its watchers. */
export interface RunHandle {
  /** Fires when nobody watches any more, and when the engine closes. */
  signal: AbortSignal;
  /** 0–1; a smaller fraction than before is left out, and so is the same one without a new step. */
  report(fraction: number, step?: RenderStep): void;
  /** Writes a line to the log of every watcher. */
  line: NonNullable<RenderListener['onLine']>;
}

/** A request between `start` and the delivery of its outcome. */
interface Entry {
  request: RenderRequest;
  run?: Run;
}

/** One run of a request; everybody who watches the key shares it. */
interface Run {
  outcome: Promise<RenderOutcome>;
  stop: AbortController;
  listeners: Set<RenderListener>;
  fraction: number;
  /** The step that was last reported. */
  words: string | undefined;
}

/**
 * Operations of an engine in this process: `start` and `watch` of the port. They live in memory only, so after a
 * restart `watch` rejects with OperationLost.
 *
 * @param perform does the work of a request; called when it is first watched
 */
export function createOperations(
  perform: (request: RenderRequest, run: RunHandle) => Promise<RenderOutcome>,
): Pick<RenderEngine, 'start' | 'recover' | 'watch'> & { stopAll(reason: Error): void } {
  const entries = new Map<string, Entry>();

  function beginRun(entry: Entry): Run {
    const { request } = entry;
    const stop = new AbortController();
    const listeners = new Set<RenderListener>();
    const report = (fraction: number, step?: RenderStep) => {
      if (fraction < run.fraction || (fraction === run.fraction && step?.words === run.words)) return;
      run.fraction = fraction;
      run.words = step?.words;
      for (const listener of listeners) listener.onProgress(fraction, step);
    };
    const line: RunHandle['line'] = (...said) => {
      for (const listener of listeners) listener.onLine?.(...said);
    };
    const work = async () => {
      try {
        return await perform(request, { signal: stop.signal, report, line });
      } finally {
        if (entries.get(request.key) === entry) entries.delete(request.key);
      }
    };
    const run: Run = { outcome: Promise.resolve().then(work), stop, listeners, fraction: 0, words: undefined };
    entry.run = run;
    return run;
  }

  return {
    async start(request) {
      if (!entries.has(request.key)) entries.set(request.key, { request });
      return { key: request.key };
    },
    // Runs of an earlier process ended with it and cost nothing, so they count as never begun.
    recover: async (key) => (entries.has(key) ? { key } : undefined),
    async watch(operation, listener) {
      const entry = typeof operation.key === 'string' ? entries.get(operation.key) : undefined;
      if (listener.signal.aborted) {
        if (entry && !entry.run) entries.delete(entry.request.key);
        throw listener.signal.reason;
      }
      if (!entry) throw new OperationLost('the engine does not know this operation');
      const run = entry.run ?? beginRun(entry);
      run.listeners.add(listener);
      const outcome = await untilAborted(run.outcome, listener.signal, () => {
        run.listeners.delete(listener);
        // The run ends with its last watcher.
        if (run.listeners.size > 0) return;
        entries.delete(entry.request.key);
        run.stop.abort();
      });
      listener.onProgress(1);
      return outcome;
    },
    stopAll(reason) {
      for (const { run } of entries.values()) run?.stop.abort(reason);
      entries.clear();
    },
  };
}

/** The promise's end, or `signal.reason` as soon as the signal fires; `onAbort` is called before that. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, onAbort: () => void): Promise<T> {
  let leave: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => {
      onAbort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (leave) signal.removeEventListener('abort', leave);
  }
}
