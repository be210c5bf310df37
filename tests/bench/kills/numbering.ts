export type Random = () => number;

let numbers = 0;
/** A number that no other operation has. */
export const nextNumber = () => ++numbers;
/** A text that no other operation has. */
export const unique = (words: string) => `${words} ${nextNumber()}`;

/** One of a list; undefined of an empty one. */
export const oneOf = <T>(list: readonly T[], random: Random): T | undefined => list[Math.floor(random() * list.length)];

/** The same numbers for the same seed, 0–1. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
