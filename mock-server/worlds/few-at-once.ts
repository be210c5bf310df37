import type { RequestHandler } from 'express';

/** Requests of a world that are worked on at once, so that a flood in it delays other worlds little. */
export const atOnce = 3;
/** Milliseconds after which a request makes way for the next one, though it is not answered: most only wait by then. */
export const placeMs = 20;

/**
 * The handler with a few requests at once; the others wait in the order in which they came. One begins in a turn of the
 * event loop, so that requests of other worlds that have arrived meanwhile are read before the next one.
 */
export function fewAtOnce(handle: RequestHandler): RequestHandler {
  /** Begin a request each, the first one first. */
  const waiting = new Set<() => void>();
  let held = 0;
  let isCalling = false;

  function callNext(): void {
    if (isCalling || held >= atOnce || waiting.size === 0) return;
    isCalling = true;
    setImmediate(() => {
      isCalling = false;
      const [begin] = waiting;
      // It may have left meanwhile.
      if (!begin) return;
      waiting.delete(begin);
      begin();
      callNext();
    });
  }

  return (request, response, next) => {
    const begin = () => {
      held += 1;
      let isHeld = true;
      const giveBack = () => {
        clearTimeout(timer);
        if (!isHeld) return;
        isHeld = false;
        held -= 1;
        callNext();
      };
      const timer = setTimeout(giveBack, placeMs);
      response.once('close', giveBack);
      handle(request, response, next);
    };
    waiting.add(begin);
    // Nobody waits for the answer any more.
    response.once('close', () => waiting.delete(begin));
    callNext();
  };
}
