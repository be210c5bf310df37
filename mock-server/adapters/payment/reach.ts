import { PaymentUnreachable } from './port.ts';

/** Timeout of one request to a provider, milliseconds. */
export const patienceMs = 15_000;

/**
 * One exchange with a provider. Whatever goes wrong in it, or its lasting longer than `milliseconds`, becomes
 * {@link PaymentUnreachable}: nothing is known.
 */
export async function reach<T>(
  what: string,
  milliseconds: number,
  exchange: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds);
  const timeUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([exchange(signal), timeUp]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PaymentUnreachable(`${what}: ${reason.slice(0, 300)}`, { cause });
  }
}
