import type { Size } from '../../base/blur.ts';
import { clamp } from '../../base/scalar.ts';
import type { Flow } from './flow.ts';

/** A traced line. */
export interface Contour {
  /** x0, y0, x1, y1 … pixels, centre of the first pixel at 0, 0; a point about every pixel, to a tenth of a pixel. */
  points: number[];
  /** Mean edge strength over the points, in the unit of the strength plane. */
  strength: number;
}

/** Bounds of {@link traceContours}. Strengths are in the unit of the strength plane. */
export interface TraceOptions {
  /** A contour needs a pixel at least this strong … */
  high: number;
  /** … and goes on while pixels are at least this strong (hysteresis, Canny 1986). */
  low: number;
  /** Shortest contour, pixels. */
  minLength: number;
  /** Longest gap that a contour jumps when it goes on in its direction behind it, pixels. */
  maxGap: number;
  /** 0–1: how much a step may change the direction of the walk. Low values end a line at a corner, high ones turn. */
  agility: number;
}

/**
 * Traces the ridges of an edge strength plane into lines: non-maximum suppression across the flow with sub-pixel
 * positions (parabola through three samples, Steger 1998), hysteresis, then greedy walks that prefer to go straight.
 */
export function traceContours(strength: Float32Array, size: Size, flow: Flow, options: TraceOptions): Contour[] {
  const { width, height } = size;
  const ridges = findRidges(strength, size, flow, options.low);
  const isTaken = new Uint8Array(strength.length);
  const seeds: number[] = [];
  for (let i = 0; i < strength.length; i++) if (ridges.isRidge[i] && strength[i]! >= options.high) seeds.push(i);
  seeds.sort((a, b) => strength[b]! - strength[a]! || a - b);
  const contours: Contour[] = [];
  const field = { isRidge: ridges.isRidge, isTaken, size, flow, options };
  for (const seed of seeds) {
    if (isTaken[seed]) continue;
    take(seed, isTaken, width, height);
    const ahead = walk(field, seed, 1);
    const pixels = [...walk(field, seed, -1).reverse(), seed, ...ahead];
    if (pixels.length < options.minLength) continue;
    const points: number[] = [];
    let total = 0;
    for (const pixel of pixels) {
      points.push((pixel % width) + ridges.offsetX[pixel]!, ((pixel / width) | 0) + ridges.offsetY[pixel]!);
      total += strength[pixel]!;
    }
    contours.push({ points, strength: total / pixels.length });
  }
  return contours;
}

interface Field {
  isRidge: Uint8Array;
  /** Pixels of contours traced so far, and their neighbours. */
  isTaken: Uint8Array;
  size: Size;
  flow: Flow;
  options: TraceOptions;
}

/** Takes ridge pixels from a seed on until none follows; `way` is along the flow or against it. */
function walk({ isRidge, isTaken, size, flow, options }: Field, seed: number, way: 1 | -1): number[] {
  const { width, height } = size;
  const path: number[] = [];
  const open = { isRidge, isTaken, width, height };
  let at = seed;
  let dx = flow.x[seed]! * way;
  let dy = flow.y[seed]! * way;
  for (;;) {
    let next = nearestRidge(open, at, dx, dy);
    if (next < 0) next = ridgeBehindGap(open, at, { dx, dy, maxGap: options.maxGap });
    if (next < 0) return path;
    const stepX = (next % width) - (at % width);
    const stepY = ((next / width) | 0) - ((at / width) | 0);
    const step = Math.hypot(stepX, stepY);
    dx = dx * (1 - options.agility) + (stepX / step) * options.agility;
    dy = dy * (1 - options.agility) + (stepY / step) * options.agility;
    const norm = Math.hypot(dx, dy) || 1;
    dx /= norm;
    dy /= norm;
    take(next, isTaken, width, height);
    path.push(next);
    at = next;
  }
}

/** A traced pixel takes its four neighbours with it, so that a ridge two pixels wide gives one line. */
function take(pixel: number, isTaken: Uint8Array, width: number, height: number): void {
  const x = pixel % width;
  const y = (pixel / width) | 0;
  isTaken[pixel] = 1;
  if (x > 0) isTaken[pixel - 1] = 1;
  if (x < width - 1) isTaken[pixel + 1] = 1;
  if (y > 0) isTaken[pixel - width] = 1;
  if (y < height - 1) isTaken[pixel + width] = 1;
}

interface OpenRidges extends Size {
  isRidge: Uint8Array;
  isTaken: Uint8Array;
}

/** Columns and rows to each side in which the next ridge pixel is looked for. */
const reach = 2;

/** The free ridge pixel that is near and straight ahead; -1 when there is none. */
function nearestRidge({ isRidge, isTaken, width, height }: OpenRidges, at: number, dx: number, dy: number): number {
  const x = at % width;
  const y = (at / width) | 0;
  let best = -1;
  let bestScore = 0;
  for (let oy = -reach; oy <= reach; oy++) {
    for (let ox = -reach; ox <= reach; ox++) {
      if (ox === 0 && oy === 0) continue;
      const column = x + ox;
      const row = y + oy;
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const pixel = row * width + column;
      if (!isRidge[pixel] || isTaken[pixel]) continue;
      const distance = Math.hypot(ox, oy);
      const straightness = (ox * dx + oy * dy) / distance;
      // 0.4: turns of up to 66 degrees, so that a line follows curves but ends at corners.
      const score = straightness / Math.sqrt(distance);
      if (straightness > 0.4 && score > bestScore) {
        bestScore = score;
        best = pixel;
      }
    }
  }
  return best;
}

/** The free ridge pixel straight ahead behind a gap of at most `maxGap` pixels; -1 when there is none. */
function ridgeBehindGap(
  { isRidge, isTaken, width, height }: OpenRidges,
  at: number,
  { dx, dy, maxGap }: { dx: number; dy: number; maxGap: number },
): number {
  const x = at % width;
  const y = (at / width) | 0;
  for (let jump = reach + 1; jump <= maxGap; jump++) {
    for (let side = -1; side <= 1; side++) {
      const column = Math.round(x + dx * jump - dy * side);
      const row = Math.round(y + dy * jump + dx * side);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const pixel = row * width + column;
      if (isRidge[pixel] && !isTaken[pixel]) return pixel;
    }
  }
  return -1;
}

function findRidges(strength: Float32Array, { width, height }: Size, flow: Flow, low: number) {
  const isRidge = new Uint8Array(strength.length);
  const offsetX = new Float32Array(strength.length);
  const offsetY = new Float32Array(strength.length);
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2, i = y * width + 2; x < width - 2; x++, i++) {
      const here = strength[i]!;
      if (here < low) continue;
      const normalX = flow.y[i]!;
      const normalY = -flow.x[i]!;
      const before = sample(strength, width, x - normalX, y - normalY);
      const after = sample(strength, width, x + normalX, y + normalY);
      if (here < before || here <= after) continue;
      const bend = before - 2 * here + after;
      const shift = bend < 0 ? clamp((before - after) / (2 * bend), -0.5, 0.5) : 0;
      isRidge[i] = 1;
      offsetX[i] = normalX * shift;
      offsetY[i] = normalY * shift;
    }
  }
  return { isRidge, offsetX, offsetY };
}

function sample(plane: Float32Array, width: number, x: number, y: number): number {
  const column = x | 0;
  const row = y | 0;
  const fx = x - column;
  const at = row * width + column;
  const upper = plane[at]! + (plane[at + 1]! - plane[at]!) * fx;
  const lower = plane[at + width]! + (plane[at + width + 1]! - plane[at + width]!) * fx;
  return upper + (lower - upper) * (y - row);
}
