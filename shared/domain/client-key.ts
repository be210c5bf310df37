/**
 * A new key for a request that must happen once: the same key, kept over retries, is the same request. Random in plain
 * http contexts as well, where `randomUUID` does not exist.
 */
export function newClientKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
