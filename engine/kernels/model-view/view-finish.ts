import type { Size } from '../../base/blur.ts';
import { type Facade, fitLine, rowOnFacade } from '../live/live-facade.ts';
import { wallPattern } from '../live/live-surfaces.ts';
import type { WallFinish } from '../live/live-words.ts';
import type { Face } from './view-faces.ts';
import { Part, type ViewParts } from './view-parts.ts';

/** Share of the picture that a wall covers at least. */
const leastWall = 0.004;
/** Share of the finish's own contrast: faces of models are even, and a loud pattern would hide their lines. */
const strength = 0.6;

/** Factors of a finish on upright faces of some size, 1 elsewhere; courses follow the upper and lower edge of a face. */
export function finishFactors(size: Size, read: ViewParts, finish: WallFinish, seed: number): Float32Array {
  const { width, height } = size;
  const { labels, list } = read.faces;
  const unit = Math.max(width, height) / 512;
  const factors = new Float32Array(width * height).fill(1);
  const walls = wallsOf(labels, list, size);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const wall = walls[labels[i]!];
      if (!wall || read.parts[i] !== Part.model) continue;
      factors[i] = 1 + (wallPattern(finish, x / unit, rowOnFacade(wall, x, y) / unit, seed) - 1) * strength;
    }
  }
  return factors;
}

/** The faces that stand upright, by number. */
function wallsOf(labels: Int32Array, list: readonly Face[], size: Size): Array<Facade | undefined> {
  const { width, height } = size;
  const large = list.findIndex(({ area }) => area < leastWall * width * height);
  const count = large < 0 ? list.length : large;
  const columns = list.slice(0, count).map(({ left, right }) => ({
    tops: new Int16Array(right - left + 1).fill(-1),
    bottoms: new Int16Array(right - left + 1).fill(-1),
  }));
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const column = columns[labels[i]!];
      if (!column) continue;
      const at = x - list[labels[i]!]!.left;
      if (column.tops[at]! < 0) column.tops[at] = y;
      column.bottoms[at] = y;
    }
  }
  return columns.map(({ tops, bottoms }, number) => uprightFace(tops, bottoms, list[number]!));
}

/** A face is upright where its edges are straight and both of its sides are nearly as high as it is anywhere. */
function uprightFace(tops: Int16Array, bottoms: Int16Array, { area, left }: Face): Facade | undefined {
  const upper = fitLine(tops, left);
  const lower = fitLine(bottoms, left);
  const height = Math.max(4, area / tops.length);
  const isStraight = Math.max(upper.spread, lower.spread) < 0.05 * height + 2;
  const margin = Math.floor(0.04 * tops.length);
  const sideOf = (at: number) => bottoms[at]! - tops[at]!;
  const most = tops.reduce((high, _, at) => Math.max(high, sideOf(at)), 1);
  if (!isStraight || Math.min(sideOf(margin), sideOf(tops.length - 1 - margin)) < 0.4 * most) return undefined;
  return {
    topAt: upper.at,
    topSlope: upper.slope,
    bottomAt: lower.at,
    bottomSlope: lower.slope,
    height: most,
    isStraight,
    facing: 1,
  };
}
