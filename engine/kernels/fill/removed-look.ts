import { boxBlur, type Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { squaredDistance } from '../../base/mask.ts';

/** Levels per channel that colours are counted in. */
const bins = 10;
/** Least ratio of a colour's frequency in the hole to its frequency around it. */
const leastRatio = 3;
/** Pixels this near the hole are the sample of what stays, share of the window's longer side. */
const rimWidth = 0.035;
/** Radius of the blur that removes single marked pixels, pixels. */
const reach = 4;
/** If more than this share of the surroundings looks like the thing, colour cannot tell it apart: nothing is barred. */
const mostBarred = 0.35;

/**
 * Finds what looks like the thing that is to go, by colours that are usual in the hole and rare along its rim: one tree
 * must not be replaced by the next one.
 *
 * @param rgb window around the hole, the thing still in it
 * @param isHole 1 in the hole
 * @returns 1 outside the hole where nothing should be copied from; all 0 when that would be too much of it
 */
export function looksLikeRemoved(rgb: RgbBytes, isHole: Uint8Array, size: Size): Uint8Array {
  const inside = new Float64Array(bins ** 3);
  const around = new Float64Array(bins ** 3);
  const toHole = squaredDistance(
    isHole.map((hole) => hole * 255),
    size,
    'chosen',
  );
  const rim = (rimWidth * Math.max(size.width, size.height)) ** 2;
  let holePixels = 0;
  let rimPixels = 0;
  for (let i = 0; i < isHole.length; i++) {
    if (isHole[i]) {
      inside[binAt(rgb, i)]!++;
      holePixels++;
    } else if (toHole[i]! < rim) {
      around[binAt(rgb, i)]!++;
      rimPixels++;
    }
  }
  const rest = isHole.length - holePixels;
  const score = new Float32Array(isHole.length);
  for (let i = 0; i < score.length; i++) {
    if (isHole[i]) continue;
    const bin = binAt(rgb, i);
    const ratio = (inside[bin]! / (holePixels + 1)) * (rimPixels / (around[bin]! + 1));
    // A colour that is rare in the hole too is no sign of the thing.
    score[i] = ratio > leastRatio && inside[bin]! > holePixels * 2e-3 ? 1 : 0;
  }
  boxBlur(score, size, reach, score);
  const isBarred = new Uint8Array(score.length);
  let barred = 0;
  for (let i = 0; i < score.length; i++) {
    if (isHole[i] || score[i]! < 0.3) continue;
    isBarred[i] = 1;
    barred++;
  }
  return barred > rest * mostBarred ? isBarred.fill(0) : isBarred;
}

function binAt(rgb: RgbBytes, i: number): number {
  const of = (level: number) => Math.floor((level * bins) / 256);
  return (of(rgb[i * 3]!) * bins + of(rgb[i * 3 + 1]!)) * bins + of(rgb[i * 3 + 2]!);
}
