import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * True when the sender went away before its body was read to the end. All of it may have arrived: bytes that were not
 * read by then are lost with the connection, and `complete` does not tell.
 */
export function isBroken(request: IncomingMessage): boolean {
  return request.destroyed && !request.readableEnded;
}

/**
 * Sends a request's body into `target` and waits until it is through. When the target fails, the request stays whole,
 * so that it can still be answered.
 */
export async function pourBody(request: IncomingMessage, target: Writable): Promise<void> {
  const done = finished(target);
  const leave = () => {
    if (isBroken(request)) target.destroy(new Error('the client went away'));
  };
  request.once('close', leave);
  if (request.destroyed) leave();
  request.pipe(target);
  try {
    await done;
  } finally {
    request.unpipe(target);
    request.off('close', leave);
  }
}
