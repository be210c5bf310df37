export type Random = () => number;

let numbers = 0;
/** Returns a number that was not returned before. */
export const nextNumber = () => ++numbers;
/** Returns the words with a number that was not returned before. */
export const unique = (words: string) => `${words} ${nextNumber()}`;

/** Returns a random item; undefined for an empty list. */
export const pickFrom = <T>(list: readonly T[], random: Random): T | undefined =>
  list[Math.floor(random() * list.length)];

/** Creates a generator of random numbers in [0, 1), repeatable by its seed (Mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
