/**
 * Seeded random numbers: the same seed gives the same numbers on every machine.
 * Generator: mulberry32 (Tommy Ettinger, public domain).
 *
 * @param seed whole number
 * @returns a function giving numbers in 0 (with) … 1 (without)
 */
export function makeRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Random number 0…1 of a lattice point, the same for the same three whole numbers. */
export function latticeRandom(x: number, y: number, seed: number): number {
  let mixed = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 1442695041)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
}

/** Smooth value noise 0…1 with one lattice point per unit (Perlin 1985, value variant, smoothstep blend). */
export function valueNoise(x: number, y: number, seed: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  let u = x - left;
  let v = y - top;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  const upper = latticeRandom(left, top, seed) * (1 - u) + latticeRandom(left + 1, top, seed) * u;
  const lower = latticeRandom(left, top + 1, seed) * (1 - u) + latticeRandom(left + 1, top + 1, seed) * u;
  return upper * (1 - v) + lower * v;
}
