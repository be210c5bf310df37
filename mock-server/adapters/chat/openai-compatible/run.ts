import type { Timers } from '../../../timers.ts';
import { ChatFault, type ChatFaultKind } from '../port.ts';

/** A running answer: ended by its requester, by the closing of the adapter, or by a timeout. */
export interface CompletionRun {
  /** Aborted by any of them; its reason is what {@link CompletionRun.faultOf} gives. */
  signal: AbortSignal;
  /** Marks the response as begun: later network errors count as an interruption. */
  opened(): void;
  /** Marks the arrival of content (not of a comment) and restarts the pause timeout. */
  contentCame(): void;
  /** Marks the answer as complete except for its token count, and ends the run after `milliseconds`. */
  endSoon(milliseconds: number): void;
  /** Marks that a part of the answer was delivered: the request is not retried any more. */
  partCame(): void;
  hasPart(): boolean;
  /** Cause of a failure: the reason of the end if there was one, the fault itself, or a fault of the network. */
  faultOf(error: unknown): unknown;
  /** Rejects as soon as the run ends, whatever becomes of the work. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Lets go of everything. */
  end(): void;
}

export interface Patience {
  /** Timeout until the first content, comments and empty messages not counted, in milliseconds: 10 minutes. */
  first: number;
  /** Timeout between two pieces of content in milliseconds: 60 s. */
  pause: number;
  /** Timeout of the whole answer, counted from its first content, in milliseconds: 15 minutes. */
  whole: number;
  /** Milliseconds before the one retry: 500. */
  retry: number;
}

export const patience: Patience = { first: 10 * 60_000, pause: 60_000, whole: 15 * 60_000, retry: 500 };

/** The body ended before the answer was complete. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
}

export interface RunDeps {
  times: Patience;
  timers: Timers;
  /** One abort function per running answer. */
  closers: Set<(reason: unknown) => void>;
}

export function startRun(asker: AbortSignal, { times, timers, closers }: RunDeps): CompletionRun {
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
        // An invalid message before the first part means that the service is unavailable, not interrupted.
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

/** Message of a network error, its code and its cause; contains no text from the service. */
function reasonOf(error: unknown): string {
  const { message = String(error), cause } = error as Error;
  const { code } = error as NodeJS.ErrnoException;
  const why = cause instanceof Error ? `: ${cause.message || ((cause as NodeJS.ErrnoException).code ?? '')}` : '';
  return code && !message.includes(code) ? `${code} ${message}${why}` : `${message}${why}`;
}
