import { createHash, createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { staffPasswordFault } from '#shared/domain/staff-password';
import { ProductError } from '#shared/errors';

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>;
const keyLength = 64;

/** Hashing and verification of passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (`hash` null) as for a known one. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/**
 * Passwords as `scrypt$salt$key`, salt and key in base64. One database knows one cost.
 * @param cost scrypt's N, a power of two; 16 384 takes about 50 ms and 16 MB a password
 */
export function createPasswords(cost = 16_384): Passwords {
  const keyOf = (password: string, salt: Buffer) => derive(password, salt, keyLength, { cost });
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const key = await keyOf(password, salt);
      return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
    },
    async matches(password, hash) {
      const [, salt = '', key = ''] = (hash ?? 'scrypt$AAAAAAAAAAAAAAAAAAAAAA==$').split('$');
      const expected = Buffer.from(key, 'base64');
      const actual = await keyOf(password, Buffer.from(salt, 'base64'));
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}

/** For secrets of 256 bits, which need no salt. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** For short codes, bound to the number they were sent to and to a key of this installation. */
export function hashCode(key: string, phoneNo: string, code: string): string {
  return createHmac('sha256', key).update(`${phoneNo}:${code}`).digest('hex');
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSameHash(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Throws `request.invalid` when a password is too weak for staff. @param field field of the form that it belongs to */
export function requireGoodPassword(password: string, names: readonly string[], field = 'password'): void {
  const fault = staffPasswordFault(password, names);
  if (fault) throw badPassword(field, fault);
}

/** An error of `field`, with its sentence. */
export function badPassword(field: string, sentence: string): ProductError {
  return new ProductError('request.invalid', { fields: { [field]: [sentence] } });
}
