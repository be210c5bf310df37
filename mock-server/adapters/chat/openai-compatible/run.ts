import { ChatFault } from '../port.ts';

/** One answer under way: ends by its asker, by the adapter's closing, or by silence. */
export interface Run {
  /** Aborted by any of them; its reason is what {@link Run.faultOf} gives. */
  signal: AbortSignal;
  /** Bytes came; the silence starts anew, of `milliseconds` from now on if they are given. */
  heard(milliseconds?: number): void;
  /** A part of the answer is out: what fails from now on is an interruption, and is not tried again. */
  partCame(): void;
  hasPart(): boolean;
  /** What a failure was: the reason of the end if there was one, a fault as it is, or the network's. */
  faultOf(error: unknown): unknown;
  /** Rejects as soon as the run ends, whatever becomes of the work. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Lets go of everything. */
  end(): void;
}

export interface Patience {
  /** Milliseconds without a byte: 60 s. */
  silence: number;
  /** Milliseconds that a whole answer may take: 20 minutes. */
  whole: number;
  /** Milliseconds before the one retry: 500. */
  retry: number;
}

export const patience: Patience = { silence: 60_000, whole: 20 * 60_000, retry: 500 };

/** Starts a run; `closers` has a function for each that is under way. */
export function startRun(asker: AbortSignal, times: Patience, closers: Set<(reason: unknown) => void>): Run {
  const controller = new AbortController();
  const { signal } = controller;
  let hasPart = false;
  const stop = (reason: unknown) => controller.abort(reason);
  const stopByAsker = () => stop(asker.reason);
  // Without a part of the answer there is nothing that could be interrupted.
  const brokenOff = (why: string, cause?: unknown) =>
    new ChatFault(hasPart ? 'interrupted' : 'unavailable', why, { cause });

  let silence = setTimeout(fallSilent, times.silence);
  const whole = setTimeout(() => stop(brokenOff(`longer than ${times.whole} ms`)), times.whole);
  function fallSilent(): void {
    stop(brokenOff('silence'));
  }

  if (asker.aborted) stopByAsker();
  else asker.addEventListener('abort', stopByAsker, { once: true });
  closers.add(stop);

  return {
    signal,
    heard(milliseconds) {
      if (milliseconds === undefined) return void silence.refresh();
      clearTimeout(silence);
      silence = setTimeout(fallSilent, milliseconds);
    },
    partCame() {
      hasPart = true;
    },
    hasPart: () => hasPart,
    faultOf(error) {
      if (signal.aborted) return signal.reason;
      const isBroken = !(error instanceof ChatFault) || (error.kind === 'interrupted' && !hasPart);
      return isBroken ? brokenOff(reasonOf(error), error) : error;
    },
    async within(work) {
      signal.throwIfAborted();
      let onEnd: () => void = () => undefined;
      const ended = new Promise<never>((_, reject) => {
        onEnd = () => reject(signal.reason);
        signal.addEventListener('abort', onEnd, { once: true });
      });
      try {
        return await Promise.race([work, ended]);
      } finally {
        signal.removeEventListener('abort', onEnd);
      }
    },
    end() {
      clearTimeout(silence);
      clearTimeout(whole);
      closers.delete(stop);
      asker.removeEventListener('abort', stopByAsker);
      // Whatever still hangs on it lets go: the socket above all.
      controller.abort();
    },
  };
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const { message = String(error), cause } = error as Error;
  return cause instanceof Error
    ? `${message}: ${cause.message || ((cause as NodeJS.ErrnoException).code ?? '')}`
    : message;
}
