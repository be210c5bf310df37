import { isDeepStrictEqual } from 'node:util';

/** A wanted field that is not there or has another value. */
export interface Lack {
  /** Path of the field, e.g. `params.num`; empty for the whole. */
  name: string;
  given: unknown;
  wanted: unknown;
}

/**
 * Wanted fields that a body lacks. Objects may have more fields than are wanted; lists have to be the same. Forms hold
 * text: numbers as digits, objects and lists as JSON.
 */
export function lacksOf(given: unknown, wanted: unknown, name = ''): Lack[] {
  const found = likeWanted(given, wanted);
  if (!isPlain(wanted) || !isPlain(found)) return isDeepStrictEqual(found, wanted) ? [] : [{ name, given, wanted }];
  return Object.entries(wanted).flatMap(([key, value]) =>
    lacksOf(Object.hasOwn(found, key) ? found[key] : undefined, value, name ? `${name}.${key}` : key),
  );
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function likeWanted(found: unknown, wanted: unknown): unknown {
  if (typeof found !== 'string' || typeof wanted === 'string') return found;
  try {
    return JSON.parse(found);
  } catch {
    return found;
  }
}
