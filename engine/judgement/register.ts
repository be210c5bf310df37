import { type JudgedBase, judgedBase } from './check-structure.ts';
import { coarsePlaces } from './coarse-place.ts';
import { type FittedMap, fitMap, fitOf } from './fit-map.ts';
import { type JudgedPixels, judgedPicture, judgedSize } from './judged-picture.ts';
import { type Frames, mapper, type PictureMap, rescaled, stretchedMap } from './picture-map.ts';

/** Place of a result over its base. */
export interface Registration {
  /** From pixels of the base to pixels of the result. */
  map: PictureMap;
  /** Pixels of the result in one of the base, across and down, at the middle. */
  scaleX: number;
  scaleY: number;
  /** Place of the middle of the base, from the middle of the result, pixels of the result. */
  shiftX: number;
  shiftY: number;
  /** Farthest that a corner lies from where scale and shift alone put it, pixels of the result. */
  warp: number;
  /** True when the result lies in the frame of the base as it is, to within half a pixel: nothing need be resampled. */
  isInPlace: boolean;
  /** Share of the base's lines that the result has at their places, 0…1. */
  fit: number;
}

/** Fit from which on a place is right, by itself and beyond the fit at other places. */
const leastFit = 0.22;
const leastBeyondChance = 0.12;
/** Pieces of lines that places are found by: the ones with the most weight, and at least so many. */
const [mostPieces, fewestPieces] = [900, 12];
/** Least gain of fit by which a move is believed. */
const leastByMove = 0.006;
/** Fit from which on no other place is looked for; the second where the sides are in the base's proportion. */
const [goodFit, goodFitInProportion] = [0.75, 0.42];
/** Proportions of sides that differ by less are the same. */
const sameProportion = 0.015;
/** Other places, shares of the longer side. */
const otherPlaces = [
  [0.031, 0.017],
  [-0.023, 0.039],
  [0.017, -0.029],
  [-0.037, -0.013],
] as const;
/** Largest warp of a right place, share of the result's longer side; and how much sides may be stretched apart. */
const mostWarp = 0.03;
const mostStretch = 1.12;

/**
 * Finds where a result of any size lies over its base: scale, shift and a slight warp, to a fraction of a pixel, by the
 * lines of both. Colours, light and materials may differ.
 *
 * @returns undefined when no place is right: the result shows something else, or the base has too few lines
 */
export function register(base: JudgedPixels, result: JudgedPixels): Registration | undefined {
  return registerOf(judgedBase(base), result);
}

/** {@link register} for a base whose lines are known. */
export function registerOf(
  { pixels: base, picture: before, lines }: JudgedBase,
  result: JudgedPixels,
): Registration | undefined {
  const after = judgedPicture(result, judgedSize(result));
  const frames: Frames = { base: before, result: after };
  const pieces = lines.pieces.toSorted((one, other) => other.weight - one.weight).slice(0, mostPieces);
  if (pieces.length < fewestPieces) return undefined;
  const isRight = ({ map, fit }: FittedMap) => {
    if (fit < leastFit || !isSlight(map, frames)) return false;
    const chance = otherPlaces.map(([dx, dy]) => fitOf(pieces, after, shifted(map, dx, dy), frames));
    return fit - chance.reduce((sum, value) => sum + value, 0) / chance.length >= leastBeyondChance;
  };
  const plain = stretchedMap(frames);
  const inPlace = { map: plain, fit: fitOf(pieces, after, plain, frames) };
  let best = fitMap(pieces, after, plain, frames);
  const [across, down] = [result.width / base.width, result.height / base.height];
  const isInProportion = Math.abs(across / down - 1) < sameProportion;
  if (best.fit < (isInProportion ? goodFitInProportion : goodFit)) {
    for (const guess of coarsePlaces(before, after, 2)) {
      const fitted = fitMap(pieces, after, guess, frames);
      if (fitted.fit > best.fit + 0.03) best = fitted;
      if (best.fit >= goodFit) break;
    }
  }
  if (inPlace.fit >= best.fit - leastByMove) best = inPlace;
  if (!isRight(best)) return undefined;
  const factor = (result.width / after.width) * (before.width / base.width);
  return described(rescaled(best.map, factor), best.fit, { base, result });
}

function shifted({ ax, ay }: PictureMap, dx: number, dy: number): PictureMap {
  return {
    ax: ax.map((value, i) => (i === 0 ? value + dx : value)),
    ay: ay.map((value, i) => (i === 0 ? value + dy : value)),
  };
}

function isSlight(map: PictureMap, frames: Frames): boolean {
  const { scaleX, scaleY, warp } = described(map, 0, frames);
  const plain = stretchedMap(frames);
  const [across, down] = [scaleX / plain.ax[1]!, scaleY / plain.ay[2]!];
  const isAsStretched = Math.max(across, down) / Math.min(across, down) <= mostStretch;
  const isEven = Math.max(scaleX, scaleY) / Math.min(scaleX, scaleY) <= mostStretch;
  return (
    scaleX > 0 &&
    scaleY > 0 &&
    (isEven || isAsStretched) &&
    warp <= mostWarp * Math.max(frames.result.width, frames.result.height)
  );
}

function described(map: PictureMap, fit: number, frames: Frames): Registration {
  const { base, result } = frames;
  const unit = Math.max(base.width, base.height);
  const [scaleX, scaleY] = [map.ax[1]!, map.ay[2]!];
  const [shiftX, shiftY] = [map.ax[0]! * unit, map.ay[0]! * unit];
  const move = mapper(map, frames);
  const even = mapper({ ax: [map.ax[0]!, scaleX, 0, 0, 0, 0], ay: [map.ay[0]!, 0, scaleY, 0, 0, 0] }, frames);
  const plain = mapper(stretchedMap(frames), frames);
  let [warp, moved] = [0, 0];
  for (const x of [0, (base.width - 1) / 2, base.width - 1]) {
    for (const y of [0, (base.height - 1) / 2, base.height - 1]) {
      const [there, evenly, stretched] = [move(x, y), even(x, y), plain(x, y)];
      warp = Math.max(warp, Math.hypot(there[0] - evenly[0], there[1] - evenly[1]));
      moved = Math.max(moved, Math.hypot(there[0] - stretched[0], there[1] - stretched[1]));
    }
  }
  const isInPlace = base.width === result.width && base.height === result.height && moved < 0.5;
  return { map, scaleX, scaleY, shiftX, shiftY, warp, isInPlace, fit };
}
