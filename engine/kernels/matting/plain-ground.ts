import type { Size } from '../../base/blur.ts';
import type { LabPlanes } from '../segment/slic.ts';

/** Colour of an even background as smooth surfaces over the picture. */
export interface PlainGround {
  /** Lightness, a and b of the background behind a pixel, in the units of {@link LabPlanes}; `into` has three places. */
  colourAt(x: number, y: number, into: Float64Array): void;
  /** Colour difference that the background itself stays below, Lab units (hundredths of the planes' unit). */
  noise: number;
}

const terms = 6;
/** Lab units within which a pixel agrees with the surfaces, by round: the first fits are pulled by things at the rim. */
const tolerances = [Infinity, 10, 6, 5, 5, 4, 4, 4];
/** Rounds that look at the rim only; later ones take what agrees anywhere. */
const rimRounds = 5;
/** Share of the rim that must be background, of the whole and of each side. */
const leastRim = 0.7;
const leastSide = 0.25;
/** An even ground has hardly more noise than compression leaves, Lab units. */
const mostNoise = 3;

/**
 * Fits the background of a picture with second-degree surfaces per Lab channel, to what the rim agrees on: paper,
 * studio walls, renderings on an even ground with its fall-off of light.
 *
 * @returns undefined when the rim is no even ground
 */
export function fitPlainGround(lab: LabPlanes, size: Size): PlainGround | undefined {
  const planes = [lab.lightness, lab.a, lab.b] as const;
  const side = Math.max(size.width, size.height);
  const depth = Math.max(2, Math.round(side * 0.04));
  const step = Math.max(1, Math.round(side / 400));
  const fit: GroundFit = { planes, size, depth, step, own: new Float64Array(terms), surfaces: undefined };
  for (let round = 0; round < tolerances.length; round++) {
    fit.surfaces = fitRound(fit, round);
    if (!fit.surfaces) return undefined;
  }
  const noise = rimNoise(fit);
  if (noise === undefined || noise > mostNoise) return undefined;
  const { own, surfaces } = fit;
  return {
    colourAt(x, y, into) {
      termsAt(x, y, size, own);
      for (let channel = 0; channel < 3; channel++) into[channel] = levelOf(surfaces![channel]!, own);
    },
    noise,
  };
}

interface GroundFit {
  planes: readonly [Float32Array, Float32Array, Float32Array];
  size: Size;
  /** Breadth of the rim, and distance of the samples, pixels. */
  depth: number;
  step: number;
  /** Scratch: terms of the last sample. */
  own: Float64Array;
  /** One per channel; undefined before the first round. */
  surfaces: Surface[] | undefined;
}

/** Difference of a pixel from the surfaces at the terms of {@link GroundFit.own}, Lab units. */
function differenceAt({ planes, surfaces, own }: GroundFit, i: number): number {
  let square = 0;
  for (let channel = 0; channel < 3; channel++) {
    square += (planes[channel]![i]! - levelOf(surfaces![channel]!, own)) ** 2;
  }
  return 100 * Math.sqrt(square);
}

/** Surfaces fitted to the samples that agree with those of the last round; undefined when too few do. */
function fitRound(fit: GroundFit, round: number): Surface[] | undefined {
  const { planes, size, depth, step, own, surfaces } = fit;
  const { width, height } = size;
  const sums = planes.map(() => new Float64Array(terms * (terms + 1)));
  let agreeing = 0;
  for (let y = 0; y < height; y += step) {
    const isRimRow = y < depth || y >= height - depth;
    for (let x = 0; x < width; x += step) {
      if (round < rimRounds && !isRimRow && x >= depth && x < width - depth) continue;
      termsAt(x, y, size, own);
      const i = y * width + x;
      if (surfaces && differenceAt(fit, i) > tolerances[round]!) continue;
      agreeing++;
      for (let channel = 0; channel < 3; channel++) addTo(sums[channel]!, own, planes[channel]![i]!);
    }
  }
  return agreeing < 20 * terms ? undefined : sums.map(solve);
}

/** Difference that 95 % of the rim's background stay below, Lab units; undefined when too little of it is background. */
function rimNoise(fit: GroundFit): number | undefined {
  const { size, depth, step, own } = fit;
  const { width, height } = size;
  const differences: number[] = [];
  const sides = [0, 0, 0, 0];
  const totals = [0, 0, 0, 0];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const touches = [x < depth, y < depth, x >= width - depth, y >= height - depth];
      if (!touches.includes(true)) continue;
      termsAt(x, y, size, own);
      const difference = differenceAt(fit, y * width + x);
      const isGround = difference < tolerances.at(-1)!;
      if (isGround) differences.push(difference);
      touches.forEach((touched, side) => {
        if (!touched) return;
        totals[side]!++;
        if (isGround) sides[side]!++;
      });
    }
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  if (sum(sides) < leastRim * sum(totals) || sides.some((count, side) => count < leastSide * totals[side]!)) {
    return undefined;
  }
  return differences.sort((a, b) => a - b)[Math.floor(differences.length * 0.95)]!;
}

/** Factors of 1, u, v, u², uv, v²; u and v run from -0.5 to 0.5 over the picture. */
type Surface = Float64Array;

function termsAt(x: number, y: number, { width, height }: Size, into: Float64Array): void {
  const u = x / width - 0.5;
  const v = y / height - 0.5;
  into[0] = 1;
  into[1] = u;
  into[2] = v;
  into[3] = u * u;
  into[4] = u * v;
  into[5] = v * v;
}

function levelOf(surface: Surface, own: Float64Array): number {
  let value = 0;
  for (let term = 0; term < terms; term++) value += surface[term]! * own[term]!;
  return value;
}

/** Adds a sample to normal equations: rows of `terms` factors and the right side. */
function addTo(sums: Float64Array, own: Float64Array, value: number): void {
  for (let row = 0, at = 0; row < terms; row++) {
    for (let column = 0; column < terms; column++) sums[at++]! += own[row]! * own[column]!;
    sums[at++]! += own[row]! * value;
  }
}

/** Solves normal equations by elimination; they are positive definite, so no pivots are needed. */
function solve(sums: Float64Array): Surface {
  const across = terms + 1;
  // A trace of damping, for a ground whose samples lie in one line.
  for (let row = 0; row < terms; row++) sums[row * across + row]! += 1e-6;
  for (let row = 0; row < terms; row++) {
    for (let below = row + 1; below < terms; below++) {
      const share = sums[below * across + row]! / sums[row * across + row]!;
      for (let column = row; column < across; column++) {
        sums[below * across + column]! -= share * sums[row * across + column]!;
      }
    }
  }
  const surface = new Float64Array(terms);
  for (let row = terms - 1; row >= 0; row--) {
    let value = sums[row * across + terms]!;
    for (let column = row + 1; column < terms; column++) value -= sums[row * across + column]! * surface[column]!;
    surface[row] = value / sums[row * across + row]!;
  }
  return surface;
}
