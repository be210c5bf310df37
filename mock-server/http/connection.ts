import type { Response } from 'express';

/** Limits for draining a refused body: bytes, milliseconds. */
const drained = { bytes: 64 * 1024 * 1024, ms: 30_000 };

/**
 * Does work whose answer goes to this client only. The signal fires when the client goes away, and what the work throws
 * after that is nobody's business.
 */
export async function whileConnected(response: Response, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  // Streams, compression and the log listen as well, and Node takes more than ten of them for a leak.
  response.setMaxListeners(20);
  response.once('close', leave);
  if (response.destroyed) leave();
  try {
    await work(gone.signal);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    response.off('close', leave);
  }
}

/**
 * Answers JSON before the body has come, and takes the rest of the body, within limits, before it closes: a socket that
 * is closed while the client still sends throws the answer away on its way. Then the connection ends, because what is
 * left of the body would be taken for the next request.
 */
export function answerEarly(response: Response, json: string): void {
  const request = response.req;
  response.set({ connection: 'close', 'content-type': 'application/json; charset=utf-8' });
  response.set('content-length', String(Buffer.byteLength(json)));
  response.write(json);
  let left = drained.bytes;
  const finish = () => {
    clearTimeout(timer);
    request.off('data', take);
    request.pause();
    response.end();
  };
  const take = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) finish();
  };
  const timer = setTimeout(finish, drained.ms).unref();
  request.on('data', take);
  request.once('close', finish);
  request.resume();
  if (request.destroyed) finish();
}
