import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;
const keyLength = 64;

/** `scrypt$salt$key`, both base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyLength);
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Takes as long for an unknown account (`hash` null) as for a known one. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, salt = '', key = ''] = (hash ?? 'scrypt$AAAAAAAAAAAAAAAAAAAAAA==$').split('$');
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), keyLength);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** For secrets of 256 bits, which need no salt. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** For short codes, bound to the number they were sent to and to a key of this installation. */
export function hashCode(key: string, phoneNo: string, code: string): string {
  return createHmac('sha256', key).update(`${phoneNo}:${code}`).digest('hex');
}

export function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
