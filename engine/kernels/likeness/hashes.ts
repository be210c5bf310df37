import type { Size } from '../../base/blur.ts';
import { resamplePlane } from '../../base/resample.ts';

/** 64-bit hashes as 16 hexadecimal digits, first bit first. */
export interface PictureHashes {
  dhash: string;
  /** Of the picture seen in a mirror. */
  dhashMirrored: string;
  phash: string;
}

const side = 8;
/** Side of the picture that the cosine transform sees. */
const transformed = 32;

/**
 * Fingerprints that stay when a picture is scaled, compressed or a little brighter: the difference hash (N. Krawetz,
 * "Kind of like that", 2013) and the perceptual hash over the lowest 8 × 8 frequencies of the cosine transform
 * (N. Krawetz, "Looks like it", 2011; bits as in J. Buchner's imagehash).
 *
 * @param luma plane of the whole picture, any unit
 */
export function hashesOf(luma: Float32Array, size: Size): PictureHashes {
  const small = resamplePlane(luma, size, { width: side + 1, height: side });
  const at = (x: number, y: number) => small[y * (side + 1) + x]!;
  const right = (x: number, y: number) => at(x + 1, y) > at(x, y);
  const left = (x: number, y: number) => at(side - 1 - x, y) > at(side - x, y);
  return { dhash: bits(right), dhashMirrored: bits(left), phash: perceptual(luma, size) };
}

/** Bits in which two hashes differ, 0–64. */
export function hammingDistance(one: string, other: string): number {
  let differing = 0;
  for (let from = 0; from < 16; from += 8) {
    const half = (hash: string) => Number.parseInt(hash.slice(from, from + 8), 16);
    differing += bitCount(half(one) ^ half(other));
  }
  return differing;
}

/** Bits set in a 32-bit number. */
export function bitCount(value: number): number {
  let left = value - ((value >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function bits(isSet: (x: number, y: number) => boolean): string {
  let digits = '';
  for (let y = 0; y < side; y++) {
    let row = 0;
    for (let x = 0; x < side; x++) row = row * 2 + Number(isSet(x, y));
    digits += row.toString(16).padStart(2, '0');
  }
  return digits;
}

const cosines = Float64Array.from({ length: side * transformed }, (_, place) => {
  const [frequency, sample] = [Math.floor(place / transformed), place % transformed];
  return Math.cos((Math.PI * frequency * (2 * sample + 1)) / (2 * transformed));
});

function perceptual(luma: Float32Array, size: Size): string {
  const small = resamplePlane(luma, size, { width: transformed, height: transformed });
  const rows = new Float64Array(side * transformed);
  for (let y = 0; y < transformed; y++)
    for (let u = 0; u < side; u++)
      for (let x = 0; x < transformed; x++)
        rows[y * side + u]! += small[y * transformed + x]! * cosines[u * transformed + x]!;
  const low = new Float64Array(side * side);
  for (let v = 0; v < side; v++)
    for (let u = 0; u < side; u++)
      for (let y = 0; y < transformed; y++) low[v * side + u]! += rows[y * side + u]! * cosines[v * transformed + y]!;
  const sorted = low.toSorted();
  const median = (sorted[31]! + sorted[32]!) / 2;
  return bits((x, y) => low[y * side + x]! > median);
}
