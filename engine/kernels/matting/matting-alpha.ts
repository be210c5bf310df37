import { boxBlur, type Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { guidedFilterColour } from '../../base/guided-filter-colour.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { squaredDistance } from '../../base/mask.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { cutTile, eachResult, tilesOf } from '../../base/tiles.ts';

/**
 * Opacity of a thing from a rough division, within a band around its outline: guided filters of two radii (He, Sun,
 * Tang, ECCV 2010, §4) and, where both sides have calm colours of their own, the share of the mixture between them.
 *
 * @param isThing 0 or 1 per pixel of `smallSize`
 * @returns 0…1 per pixel of `size`
 */
export function alphaOf(rgb: RgbBytes, size: Size, isThing: Uint8Array, smallSize: Size): Float32Array {
  const rough = resamplePlane(Float32Array.from(isThing), smallSize, size, 'catmullRom');
  for (let i = 0; i < rough.length; i++) rough[i] = clamp(rough[i]!, 0, 1);
  const cell = Math.max(1, size.width / smallSize.width);
  const side = Math.max(size.width, size.height);
  const band = Math.max(3, side * 0.006) + 1.5 * cell;
  const radii = {
    wide: Math.max(3, Math.round(side * 0.008 + cell)),
    narrow: Math.max(2, Math.round(side * 0.003 + cell * 0.6)),
    local: Math.round(1.5 * band) + 2,
  };
  const margin = Math.max(2 * radii.wide, Math.ceil(band) + radii.local) + 2;
  // The rough division is read with margins, so the result needs a plane of its own.
  const alpha = new Float32Array(rough.length);
  for (const tile of tilesOf(size, margin)) {
    const own = cutTile(rough, size, tile);
    // Away from the outline there is nothing to find out.
    const isThingHere = own[0]! > 0.5;
    if (own.every((share) => share > 0.5 === isThingHere)) {
      if (isThingHere) eachResult(size, tile, (i) => (alpha[i] = 1));
      continue;
    }
    const found = alphaOfTile(cutTile(rgb, size, tile, 3), own, tile, { band, radii });
    eachResult(size, tile, (i, at) => (alpha[i] = found[at]!));
  }
  return alpha;
}

function alphaOfTile(
  rgb: RgbBytes,
  rough: Float32Array,
  size: Size,
  { band, radii }: { band: number; radii: { wide: number; narrow: number; local: number } },
): Float32Array {
  const hard = bytesOf(rough, (share) => (share > 0.5 ? 255 : 0));
  const wide = guidedFilterColour(rgb, rough, size, radii.wide, 1e-4);
  const narrow = guidedFilterColour(rgb, rough, size, radii.narrow, 1e-5);
  const reach = band * band;
  const toThing = squaredDistance(hard, size, 'chosen');
  const toRest = squaredDistance(hard, size, 'kept');
  const isBeyond = (squares: Float32Array) => floatsOf(squares, (square) => (square > reach ? 1 : 0));
  const thing = localColours(rgb, isBeyond(toRest), size, radii.local);
  const rest = localColours(rgb, isBeyond(toThing), size, radii.local);
  const alpha = new Float32Array(rough.length);
  for (let i = 0; i < alpha.length; i++) {
    if (toRest[i]! > reach) alpha[i] = 1;
    else if (toThing[i]! <= reach) {
      const guided = clamp(((wide[i]! + narrow[i]!) / 2 - 0.12) / 0.76, 0, 1);
      const [mixed, trust] = mixtureAt(rgb, i, thing, rest);
      alpha[i] = guided + (mixed - guided) * trust;
    }
  }
  return alpha;
}

/** Mean colour around each pixel of one side, and how much it varies there. */
interface LocalColours {
  mean: readonly [red: Float32Array, green: Float32Array, blue: Float32Array];
  /** Sum of the three variances, square grey levels. */
  variance: Float32Array;
  /** Share of the side that is near, 0–1. */
  weight: Float32Array;
}

function localColours(rgb: RgbBytes, isSure: Float32Array, size: Size, radius: number): LocalColours {
  const work = new Float32Array(isSure.length);
  const weight = boxBlur(isSure, size, radius, undefined, work);
  const variance = new Float32Array(isSure.length);
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const own = floatsOf(isSure, (sure, i) => sure * rgb[i * 3 + channel]!);
    const square = floatsOf(own, (level, i) => level * rgb[i * 3 + channel]!);
    boxBlur(own, size, radius, own, work);
    boxBlur(square, size, radius, square, work);
    for (let i = 0; i < own.length; i++) {
      const share = Math.max(1e-6, weight[i]!);
      own[i]! /= share;
      variance[i]! += Math.max(0, square[i]! / share - own[i]! * own[i]!);
    }
    return own;
  });
  return { mean: [red!, green!, blue!], variance, weight };
}

/** Opacity by where a colour lies between those of the two sides, and how far that can be trusted, 0–1 each. */
function mixtureAt(rgb: RgbBytes, i: number, thing: LocalColours, rest: LocalColours): [number, number] {
  let along = 0;
  let square = 0;
  for (let channel = 0; channel < 3; channel++) {
    const behind = rest.mean[channel]![i]!;
    const span = thing.mean[channel]![i]! - behind;
    along += (rgb[i * 3 + channel]! - behind) * span;
    square += span * span;
  }
  // Near parts too thin to have sure pixels, the mean colours come from other parts and count less.
  const known = clamp((thing.weight[i]! - 0.1) / 0.1, 0, 1) * clamp((rest.weight[i]! - 0.1) / 0.1, 0, 1);
  const noise = 25 * (thing.variance[i]! + rest.variance[i]!) + 300;
  return [clamp(along / (square + 1e-3), 0, 1), (known * square) / (square + noise)];
}

/**
 * Takes a rim off the outline and softens it.
 *
 * @param edge pixels: half of it is taken off, the rest is how soft the outline becomes
 */
export function contractAlpha(alpha: Float32Array, size: Size, edge: number): void {
  if (edge <= 0) return;
  const hard = bytesOf(alpha, (share) => (share >= 0.5 ? 255 : 0));
  const inside = squaredDistance(hard, size, 'kept');
  const start = edge * 0.25;
  const reach = Math.max(1, edge * 0.75);
  for (let i = 0; i < alpha.length; i++) {
    const share = clamp((Math.sqrt(inside[i]!) - start) / reach, 0, 1);
    const soft = share * share * (3 - 2 * share);
    // Fine parts (hair, leaves) lie outside the hard outline: they are thinned, not cut.
    const fine = hard[i] ? 1 : 1 - Math.min(1, edge / 8);
    alpha[i] = hard[i] ? Math.min(alpha[i]!, soft) : alpha[i]! * fine;
  }
}
