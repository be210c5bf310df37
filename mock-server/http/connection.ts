import type { Response } from 'express';

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
