import { boxBlur, gaussianBlur, type Size } from '../../base/blur.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { latticeRandom } from '../../base/random.ts';
import { resamplePlane } from '../../base/resample.ts';
import { sharpenPlane } from './enlarge.ts';
import { projectBack } from './project-back.ts';
import { addSelfExamples } from './self-examples.ts';

export interface DetailOptions {
  /** Gain of existing detail, 0 upwards; 1 is strong. */
  lift: number;
  /**
   * Amount of fine detail copied from places where the picture shows the like of it larger, 0–1 and a little beyond.
   */
  examples: number;
  /** Amount of new grain on rough surfaces, 0 upwards; 1 is as strong as the finest detail they have. */
  grain: number;
  /** Farthest a pixel may move from the plain enlargement, luma 0…1. */
  limit: number;
  /** 0–1: how exactly the result reduced again must be the source. */
  fidelity: number;
  /** Drawings: edges are made as steep as possible and nothing may overshoot. */
  isLineArt: boolean;
  /** True when long edges are made steeper than in a plain photo: façades and joinery. */
  isBuilt: boolean;
  seed: number;
}

/** Fine contrast above which a pixel belongs to an edge and says nothing about grain, luma 0…1. */
const edgeContrast = 0.03;
/** Range of nine pixels up to which paper counts as even, luma 0…1. */
const evenRange = 0.03;

/**
 * Adds detail to an enlarged plane: lifts what is there (guided-filter bands, clamped to the neighbourhood), takes over
 * the fine detail of like places in the picture, gives rough
 * surfaces the octave that enlarging cannot bring back as noise of their own local strength, keeps within a limit of
 * the plain enlargement, and lets the result reduce to the source again (back-projection, Irani & Peleg 1991). Where
 * the source is smooth nothing is added.
 *
 * @param plane enlarged luma, changed in place
 * @param source luma before enlarging
 * @param firstRow row of the whole enlarged picture the plane begins at, so that strips have one grain
 */
export function addDetail(
  plane: Float32Array,
  source: Float32Array,
  { small, large, firstRow }: { small: Size; large: Size; firstRow: number },
  options: DetailOptions,
): void {
  const plain = Float32Array.from(plane);
  const factor = large.width / small.width;
  if (options.lift > 0) {
    sharpenPlane(plane, large, {
      amount: options.lift,
      radius: Math.round(factor) + 1,
      overshoot: options.isLineArt ? 0 : 0.015,
      edgeVariance: options.isLineArt ? 0.1 : options.isBuilt ? 0.012 : 0.003,
    });
  }
  if (!options.isLineArt) addSelfExamples(plane, source, { small, large }, { amount: options.examples, firstRow });
  if (options.grain > 0 && !options.isLineArt) addGrain(plane, source, { small, large, firstRow }, options);
  keepWithin(plane, plain, options.limit);
  if (options.fidelity > 0) {
    projectBack(plane, source, { small, large }, 2, options.fidelity);
    keepWithin(plane, plain, options.limit);
  }
  if (options.isLineArt) takeRinging(plane, source, small, large);
}

/** Keeps pixels of even paper within the range of the nine source pixels they come from: no ripples beside a line. */
function takeRinging(plane: Float32Array, source: Float32Array, small: Size, large: Size): void {
  const factor = large.width / small.width;
  const ranges = { low: new Float32Array(small.width), high: new Float32Array(small.width) };
  for (let y = 0, i = 0; y < large.height; y++) {
    if (y % factor === 0) rangesOfRow(source, small, y / factor, ranges);
    for (let x = 0; x < large.width; x++, i++) {
      const from = Math.floor(x / factor);
      if (ranges.high[from]! - ranges.low[from]! > evenRange) continue;
      plane[i] = Math.max(ranges.low[from]!, Math.min(ranges.high[from]!, plane[i]!));
    }
  }
}

function rangesOfRow(
  source: Float32Array,
  { width, height }: Size,
  y: number,
  { low, high }: { low: Float32Array; high: Float32Array },
): void {
  low.fill(Infinity);
  high.fill(-Infinity);
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let x = 0; x < width; x++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const level = source[row * width + column]!;
        low[x] = Math.min(low[x]!, level);
        high[x] = Math.max(high[x]!, level);
      }
    }
  }
}

function keepWithin(plane: Float32Array, plain: Float32Array, limit: number): void {
  for (let i = 0; i < plane.length; i++) {
    plane[i] = Math.max(plain[i]! - limit, Math.min(plain[i]! + limit, plane[i]!));
  }
}

function addGrain(
  plane: Float32Array,
  source: Float32Array,
  { small, large, firstRow }: { small: Size; large: Size; firstRow: number },
  { grain, seed }: DetailOptions,
): void {
  const roughness = resamplePlane(roughnessOf(source, small), small, large, 'catmullRom');
  const noise = new Float32Array(plane.length);
  for (let y = 0, i = 0; y < large.height; y++) {
    for (let x = 0; x < large.width; x++, i++) noise[i] = latticeRandom(x, y + firstRow, seed) - 0.5;
  }
  // Band-passed, so that the grain is no dust of single pixels and changes no tone.
  const fine = gaussianBlur(noise, large, 0.65);
  const coarse = gaussianBlur(noise, large, Math.max(1.2, large.width / small.width / 1.6));
  for (let i = 0; i < plane.length; i++) {
    plane[i]! += (fine[i]! - coarse[i]!) * 11 * grain * Math.max(0, roughness[i]!);
  }
}

/**
 * Strength of the finest detail where it covers a surface, luma 0…1. The mean of the square roots is squared, so that a
 * few strong pixels count little; and the least of the windows around counts, so that an edge, which has a smooth side,
 * is no rough surface.
 */
function roughnessOf(source: Float32Array, size: Size): Float32Array {
  const { width, height } = size;
  const base = gaussianBlur(source, size, 1.1);
  const roots = floatsOf(source, (value, i) => Math.sqrt(Math.min(edgeContrast, Math.abs(value - base[i]!))));
  const mean = boxBlur(roots, size, 2);
  const least = new Float32Array(mean.length);
  for (let y = 0, i = 0; y < height; y++) {
    const above = Math.max(0, y - 4) * width;
    const below = Math.min(height - 1, y + 4) * width;
    for (let x = 0; x < width; x++, i++) {
      const left = Math.max(0, x - 4);
      const right = Math.min(width - 1, x + 4);
      const across = Math.min(mean[y * width + left]!, mean[y * width + right]!);
      const down = Math.min(mean[above + x]!, mean[below + x]!);
      const upper = Math.min(mean[above + left]!, mean[above + right]!);
      const lower = Math.min(mean[below + left]!, mean[below + right]!);
      const strength = Math.min(mean[i]!, across, down, upper, lower) ** 2;
      // Below half a grey level there is only rounding and compression.
      least[i] = Math.max(0, strength - 0.0018);
    }
  }
  return boxBlur(least, size, 2);
}
