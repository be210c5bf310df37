/** Repeatable noise and random numbers: the same seed gives the same picture on every machine. */

/** Hash of two whole numbers and a seed to [0, 1). */
export function hash2(x: number, y: number, seed = 0): number {
  let n = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(seed | 0, 1442695041)) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  n = Math.imul(n ^ (n >>> 15), 1103515245);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

/** Smooth value noise in [0, 1). */
export function noise2(x: number, y: number, seed = 0): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  let fx = x - xi;
  let fy = y - yi;
  fx = fx * fx * (3 - 2 * fx);
  fy = fy * fy * (3 - 2 * fy);
  const top = hash2(xi, yi, seed) * (1 - fx) + hash2(xi + 1, yi, seed) * fx;
  const bottom = hash2(xi, yi + 1, seed) * (1 - fx) + hash2(xi + 1, yi + 1, seed) * fx;
  return top * (1 - fy) + bottom * fy;
}

/** Sum of octaves of value noise, about 0..1 with a mean near 0.5. */
export function fbm(x: number, y: number, octaves: number, seed = 0): number {
  let amplitude = 0.5;
  let value = 0;
  let px = x;
  let py = y;
  for (let i = 0; i < octaves; i++) {
    value += amplitude * noise2(px, py, seed + i);
    const rotated = px * 1.62 + py * 1.17;
    py = py * 1.62 - px * 1.17;
    px = rotated;
    amplitude *= 0.5;
  }
  return value / (1 - 0.5 ** octaves);
}

/** A random number source in [0, 1) for modelling. */
export function randomSource(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}
