import type { Timers } from '../../../timers.ts';
import { ChatFault, type ChatFaultKind } from '../port.ts';

/** One answer under way: ends by its asker, by the adapter's closing, or when it takes too long. */
export interface Run {
  /** Aborted by any of them; its reason is what {@link Run.faultOf} gives. */
  signal: AbortSignal;
  /** The service has begun to answer: what breaks from now on is an interruption. */
  opened(): void;
  /** Something of the answer itself came, no mere comment: the pause starts anew. */
  contentCame(): void;
  /** The answer is whole but for its count: waits no longer than `milliseconds` for the rest. */
  endSoon(milliseconds: number): void;
  /** A part of the answer is out: it is not tried again. */
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
  /** Milliseconds until the first content, comments and empty pieces not counted: 10 minutes. */
  first: number;
  /** Milliseconds from one piece of content to the next: 60 s. */
  pause: number;
  /** Milliseconds that an answer may take from its first content on: 15 minutes. */
  whole: number;
  /** Milliseconds before the one retry: 500. */
  retry: number;
}

export const patience: Patience = { first: 10 * 60_000, pause: 60_000, whole: 15 * 60_000, retry: 500 };

/** The body ended where an answer should have gone on. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
}

export interface RunDeps {
  times: Patience;
  timers: Timers;
  /** Has a function for each run that is under way. */
  closers: Set<(reason: unknown) => void>;
}

export function startRun(asker: AbortSignal, { times, timers, closers }: RunDeps): Run {
  const controller = new AbortController();
  const { signal } = controller;
  let hasPart = false;
  let hasContent = false;
  let isOpen = false;
  let isEnding = false;
  const stop = (reason: unknown) => controller.abort(reason);
  const stopByAsker = () => stop(asker.reason);
  const fault = (kind: ChatFaultKind, why: string, cause?: unknown) => new ChatFault(kind, why, { cause });

  let callOff = timers.after(times.first, () => stop(fault('waited', `no content within ${times.first} ms`)));
  let callOffWhole = (): void => undefined;

  function endAfter(milliseconds: number): void {
    callOff();
    callOff = timers.after(milliseconds, () => stop(fault('interrupted', `no content for ${milliseconds} ms`)));
  }

  if (asker.aborted) stopByAsker();
  else asker.addEventListener('abort', stopByAsker, { once: true });
  closers.add(stop);

  return {
    signal,
    opened() {
      isOpen = true;
    },
    contentCame() {
      if (!hasContent)
        callOffWhole = timers.after(times.whole, () => stop(fault('interrupted', `longer than ${times.whole} ms`)));
      hasContent = true;
      if (!isEnding) endAfter(times.pause);
    },
    endSoon(milliseconds) {
      if (isEnding) return;
      isEnding = true;
      endAfter(milliseconds);
    },
    partCame() {
      hasPart = true;
    },
    hasPart: () => hasPart,
    faultOf(error) {
      if (signal.aborted) return signal.reason;
      if (error instanceof ChatFault)
        // Nonsense before a part of an answer is no answer that broke off.
        return error.kind === 'interrupted' && !hasPart ? fault('unavailable', error.message) : error;
      const isBrokenOff = hasPart || (isOpen && (error instanceof EndedEarly || isOfNetwork(error)));
      return fault(isBrokenOff ? 'interrupted' : 'unavailable', reasonOf(error));
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
      callOff();
      callOffWhole();
      closers.delete(stop);
      asker.removeEventListener('abort', stopByAsker);
      // Whatever still hangs on it lets go: the socket above all.
      controller.abort();
    },
  };
}

const isOfNetwork = (error: unknown) => typeof (error as NodeJS.ErrnoException).code === 'string';

/** What the network says; of what a service wrote there is nothing in it. */
function reasonOf(error: unknown): string {
  const { message = String(error), cause } = error as Error;
  const { code } = error as NodeJS.ErrnoException;
  const why = cause instanceof Error ? `: ${cause.message || ((cause as NodeJS.ErrnoException).code ?? '')}` : '';
  return code && !message.includes(code) ? `${code} ${message}${why}` : `${message}${why}`;
}
