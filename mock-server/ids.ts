import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Random names and numbers, injected so that tests can fix them. */
export interface Ids {
  /** An unguessable id with a readable prefix, e.g. `task_k3v9…`. */
  next(prefix: string): string;
  /** An unguessable secret, 256 bits, URL-safe. */
  secret(): string;
  /** A whole number from 0 up to and without `limit`. */
  number(limit: number): number;
  /** Unguessable bytes, at most 32. */
  bytes(length: number): Buffer;
}

/** Draws from a seed so far; JSON. */
export interface SeedState {
  seed: string;
  /** Number of draws so far, by kind. */
  drawn: Record<string, number>;
}

/** Ids that can be made to follow from a seed. */
export interface SeededIds extends Ids {
  /** From now on everything follows from `seed`, from its beginning; undefined: unguessable again. */
  follow(seed: string | undefined): void;
  /** Undefined while nothing follows from a seed. */
  save(): SeedState | undefined;
  load(state: SeedState | undefined): void;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idBytes = 20;
const secretBytes = 32;

const idOf = (prefix: string, bytes: Uint8Array) =>
  `${prefix}_${[...bytes.subarray(0, idBytes)].map((byte) => alphabet[byte & 31]).join('')}`;

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** The id that belongs to a text: the same each time, and as hard to guess as the text. */
export const idFrom = (prefix: string, text: string): string => idOf(prefix, hashOf(text));

/**
 * Unguessable ids until they {@link SeededIds.follow} a seed. Draws of one kind do not depend on how many of another
 * kind there were, so that background work changes little of what requests get.
 */
export function createIds(): SeededIds {
  let state: SeedState | undefined;

  /** The next 32 bytes of a kind. */
  function draw(kind: string, { seed, drawn }: SeedState): Buffer {
    const count = drawn[kind] ?? 0;
    drawn[kind] = count + 1;
    return hashOf(JSON.stringify([seed, kind, count]));
  }

  return {
    next: (prefix) => idOf(prefix, state ? draw(`id ${prefix}`, state) : randomBytes(idBytes)),
    secret: () => (state ? draw('secret', state) : randomBytes(secretBytes)).toString('base64url'),
    // 48 bits: with the limits in use, the lower numbers are not noticeably likelier.
    number: (limit) => (state ? draw(`number ${limit}`, state).readUIntBE(0, 6) % limit : randomInt(limit)),
    bytes: (length) => (state ? draw(`bytes ${length}`, state).subarray(0, length) : randomBytes(length)),
    follow(seed) {
      state = seed === undefined ? undefined : { seed, drawn: {} };
    },
    save: () => state && { seed: state.seed, drawn: { ...state.drawn } },
    load(saved) {
      state = saved && { seed: saved.seed, drawn: { ...saved.drawn } };
    },
  };
}
