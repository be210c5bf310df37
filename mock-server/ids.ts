import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Random names and numbers, injected so that tests can fix them. */
export interface Ids {
  /** An unguessable id with a readable prefix, e.g. `task_k3v9…`. */
  next(prefix: string): string;
  /** An unguessable secret, 256 bits, URL-safe. */
  secret(): string;
  /** A whole number from 0 up to and without `limit`. */
  number(limit: number): number;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const idOf = (prefix: string, bytes: Uint8Array) =>
  `${prefix}_${[...bytes.subarray(0, 20)].map((byte) => alphabet[byte & 31]).join('')}`;

/** The id that belongs to a text: the same each time, and as hard to guess as the text. */
export const idFrom = (prefix: string, text: string): string =>
  idOf(prefix, createHash('sha256').update(text).digest());

export const randomIds: Ids = {
  next: (prefix) => idOf(prefix, randomBytes(20)),
  secret: () => randomBytes(32).toString('base64url'),
  number: (limit) => randomInt(limit),
};
