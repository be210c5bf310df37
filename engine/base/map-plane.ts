/**
 * Planes from planes. `Float32Array.from` and its like gather all values in a list before they map them, which takes
 * eight times the memory of the result and twenty times as long.
 */

/** A value for each of the source's, as 32-bit floats. */
export function floatsOf(
  source: ArrayLike<number>,
  valueAt: (value: number, i: number) => number,
): Float32Array<ArrayBuffer> {
  const out = new Float32Array(source.length);
  for (let i = 0; i < out.length; i++) out[i] = valueAt(source[i]!, i);
  return out;
}

/** A value for each of the source's, as bytes; values are expected between 0 and 255. */
export function bytesOf(
  source: ArrayLike<number>,
  valueAt: (value: number, i: number) => number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(source.length);
  for (let i = 0; i < out.length; i++) out[i] = valueAt(source[i]!, i);
  return out;
}
