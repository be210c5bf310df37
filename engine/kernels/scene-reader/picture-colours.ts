import { boxBlur, type Size } from '../../base/blur.ts';
import { makeRandom } from '../../base/random.ts';

/** Numbers that describe a point: its colour, how busy its surroundings are, its height in the picture. */
const features = 5;

/** Points of a picture, `features` numbers each, one after the other. */
export interface PointFeatures {
  data: Float32Array;
  count: number;
}

/**
 * Features of every point of a picture.
 * @param planes red, green, blue, 0–1
 */
export function describePoints(planes: readonly Float32Array[], size: Size): PointFeatures {
  const { width, height } = size;
  const count = width * height;
  const grey = planes[0]!.map((red, i) => (red + planes[1]![i]! + planes[2]![i]!) / 3);
  const busy = new Float32Array(count);
  for (let y = 0, i = 0; y < height; y++) {
    const up = y > 0 ? -width : 0;
    const down = y < height - 1 ? width : 0;
    for (let x = 0; x < width; x++, i++) {
      const left = x > 0 ? -1 : 0;
      const right = x < width - 1 ? 1 : 0;
      busy[i] = 4 * Math.hypot(grey[i + right]! - grey[i + left]!, grey[i + down]! - grey[i + up]!);
    }
  }
  boxBlur(busy, size, 2, busy);
  const data = new Float32Array(count * features);
  for (let i = 0; i < count; i++) {
    data[i * features] = planes[0]![i]!;
    data[i * features + 1] = planes[1]![i]!;
    data[i * features + 2] = planes[2]![i]!;
    data[i * features + 3] = Math.log(busy[i]! + 0.02) / 3;
    data[i * features + 4] = (0.5 * Math.floor(i / width)) / height;
  }
  return { data, count };
}

interface Gaussian {
  mean: Float64Array;
  /** Lower triangle of the Cholesky factor's inverse, row after row. */
  whitening: Float64Array;
  /** Logarithm of weight over the normalising constant. */
  logFactor: number;
}

/** Most points a mixture is fitted to. */
const mostSamples = 800;
const rounds = 6;

/**
 * Likelihood of points under a mixture of Gaussians fitted to some of them by expectation maximisation (Dempster,
 * Laird & Rubin 1977).
 *
 * @param isSeed 1 where a point belongs to the fitted ones; at least ten of them
 * @param asked indices of the wanted points
 * @returns logarithm of the density of each point asked for, in their order
 */
export function logLikelihood(
  points: PointFeatures,
  isSeed: Uint8Array,
  asked: Int32Array,
  components: number,
  seed: number,
): Float32Array {
  const chosen = sampleOf(isSeed, makeRandom(seed));
  const mixture = fitMixture(points, chosen, components);
  const out = new Float32Array(asked.length);
  const scratch = new Float64Array(features);
  for (let i = 0; i < asked.length; i++) {
    let best = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (const gaussian of mixture) {
      const log = logDensity(points.data, asked[i]!, gaussian, scratch);
      if (log > best) {
        sum = sum * Math.exp(best - log) + 1;
        best = log;
      } else sum += Math.exp(log - best);
    }
    out[i] = best + Math.log(sum);
  }
  return out;
}

function sampleOf(isSeed: Uint8Array, random: () => number): Int32Array {
  const all: number[] = [];
  for (let i = 0; i < isSeed.length; i++) if (isSeed[i] !== 0) all.push(i);
  if (all.length <= mostSamples) return Int32Array.from(all);
  const stride = all.length / mostSamples;
  const offset = random() * stride;
  return Int32Array.from({ length: mostSamples }, (_, k) => all[Math.floor(offset + k * stride)] ?? all.at(-1)!);
}

function fitMixture({ data }: PointFeatures, chosen: Int32Array, components: number): Gaussian[] {
  const shares = startingShares(data, chosen, components);
  let mixture: Gaussian[] = [];
  const scratch = new Float64Array(features);
  for (let round = 0; round < rounds; round++) {
    mixture = shares.flatMap((share) => gaussianOf(data, chosen, share) ?? []);
    if (round === rounds - 1) break;
    for (let k = 0; k < chosen.length; k++) {
      const logs = mixture.map((gaussian) => logDensity(data, chosen[k]!, gaussian, scratch));
      const most = Math.max(...logs);
      const total = logs.reduce((sum, log) => sum + Math.exp(log - most), 0);
      for (const [index, log] of logs.entries()) shares[index]![k] = Math.exp(log - most) / total;
    }
    shares.length = mixture.length;
  }
  return mixture;
}

/** Points shared out by nearness to centres that lie far apart (k-means with four rounds). */
function startingShares(data: Float32Array, chosen: Int32Array, components: number): Float64Array[] {
  const { centres, nearest } = distantCentres(data, chosen, components);
  for (let round = 0; round < 4; round++) {
    moveCentres(data, chosen, nearest, centres);
    for (let k = 0; k < chosen.length; k++) {
      const squares = centres.map((centre) => squareTo(data, chosen[k]!, centre));
      nearest[k] = squares.indexOf(Math.min(...squares));
    }
  }
  return centres.map((_, c) => Float64Array.from(nearest, (own) => (own === c ? 1 : 0)));
}

/** Centres that lie far apart, each the point farthest from those before it, and the nearest of them for every point. */
function distantCentres(data: Float32Array, chosen: Int32Array, components: number) {
  const centres: Float64Array[] = [];
  const least = new Float64Array(chosen.length).fill(Number.POSITIVE_INFINITY);
  const nearest = new Uint8Array(chosen.length);
  let next = chosen[chosen.length >> 1]!;
  for (let c = 0; c < components; c++) {
    centres.push(Float64Array.from(data.subarray(next * features, (next + 1) * features)));
    let farthest = -1;
    for (let k = 0; k < chosen.length; k++) {
      const square = squareTo(data, chosen[k]!, centres[c]!);
      if (square < least[k]!) {
        least[k] = square;
        nearest[k] = c;
      }
      if (least[k]! > farthest) {
        farthest = least[k]!;
        next = chosen[k]!;
      }
    }
  }
  return { centres, nearest };
}

/** Moves each centre to the mean of the points nearest to it. In place. */
function moveCentres(data: Float32Array, chosen: Int32Array, nearest: Uint8Array, centres: Float64Array[]): void {
  const sums = centres.map(() => new Float64Array(features + 1));
  for (let k = 0; k < chosen.length; k++) {
    const sum = sums[nearest[k]!]!;
    for (let f = 0; f < features; f++) sum[f]! += data[chosen[k]! * features + f]!;
    sum[features]!++;
  }
  for (const [c, sum] of sums.entries()) {
    if (sum[features]! > 0) for (let f = 0; f < features; f++) centres[c]![f] = sum[f]! / sum[features]!;
  }
}

function squareTo(data: Float32Array, point: number, centre: Float64Array): number {
  let square = 0;
  for (let f = 0; f < features; f++) square += (data[point * features + f]! - centre[f]!) ** 2;
  return square;
}

/** Variance that is added to each feature, so that even colours do not become points. */
const leastVariance = 4e-4;

function gaussianOf(data: Float32Array, chosen: Int32Array, share: Float64Array): Gaussian | undefined {
  let weight = 0;
  const mean = new Float64Array(features);
  for (let k = 0; k < chosen.length; k++) {
    weight += share[k]!;
    for (let f = 0; f < features; f++) mean[f]! += share[k]! * data[chosen[k]! * features + f]!;
  }
  if (weight < 3) return undefined;
  for (let f = 0; f < features; f++) mean[f]! /= weight;
  const covariance = new Float64Array(features * features);
  for (let k = 0; k < chosen.length; k++) {
    const at = chosen[k]! * features;
    for (let row = 0; row < features; row++) {
      const difference = (share[k]! / weight) * (data[at + row]! - mean[row]!);
      for (let column = 0; column <= row; column++) {
        covariance[row * features + column]! += difference * (data[at + column]! - mean[column]!);
      }
    }
  }
  for (let f = 0; f < features; f++) covariance[f * features + f]! += leastVariance;
  return { mean, ...whiten(covariance, Math.log(weight / chosen.length)) };
}

/** Inverse of the Cholesky factor of a covariance, whose lower triangle is given. */
function whiten(covariance: Float64Array, logWeight: number): Pick<Gaussian, 'whitening' | 'logFactor'> {
  const factor = new Float64Array(features * features);
  const whitening = new Float64Array(features * features);
  let logFactor = logWeight;
  for (let row = 0; row < features; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = covariance[row * features + column]!;
      for (let k = 0; k < column; k++) sum -= factor[row * features + k]! * factor[column * features + k]!;
      factor[row * features + column] =
        row === column ? Math.sqrt(Math.max(1e-9, sum)) : sum / factor[column * features + column]!;
    }
    const pivot = factor[row * features + row]!;
    logFactor -= Math.log(pivot);
    for (let column = 0; column < row; column++) {
      let sum = 0;
      for (let k = column; k < row; k++) sum -= factor[row * features + k]! * whitening[k * features + column]!;
      whitening[row * features + column] = sum / pivot;
    }
    whitening[row * features + row] = 1 / pivot;
  }
  return { whitening, logFactor };
}

function logDensity(data: Float32Array, point: number, gaussian: Gaussian, scratch: Float64Array): number {
  const { mean, whitening, logFactor } = gaussian;
  const at = point * features;
  let square = 0;
  for (let f = 0; f < features; f++) scratch[f] = data[at + f]! - mean[f]!;
  for (let row = 0; row < features; row++) {
    let sum = 0;
    for (let column = 0; column <= row; column++) sum += whitening[row * features + column]! * scratch[column]!;
    square += sum * sum;
  }
  return logFactor - 0.5 * square;
}
