import type { RequestHandler, Response } from 'express';
import { createTurns, type Turns } from './turns.ts';

/** Requests of a world that are worked on at once, so that a flood in it delays other worlds little. */
const atOnce = 4;
/** Milliseconds after which a request makes way for the next one, though it is not answered: most only wait by then. */
const placeMs = 50;

/** The handler with a few requests at once; the others wait in the order in which they came. */
export function fewAtOnce(handle: RequestHandler): RequestHandler {
  const turns = createTurns(() => atOnce);
  return (request, response, next) => {
    waitForTurn(turns, response)
      .then(() => (response.closed ? undefined : handle(request, response, next)))
      .catch(next);
  };
}

/** Resolves when it is the request's turn, or when nobody waits for the answer any more. */
async function waitForTurn(turns: Turns, response: Response): Promise<void> {
  const left = new AbortController();
  const leave = () => left.abort();
  response.once('close', leave);
  const giveBack = await turns.take('', left.signal).catch(() => undefined);
  response.off('close', leave);
  if (!giveBack) return;
  if (response.closed) return giveBack();
  const timer = setTimeout(giveBack, placeMs);
  response.once('close', () => {
    clearTimeout(timer);
    giveBack();
  });
}
