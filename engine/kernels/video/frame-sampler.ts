import { clamp } from '../../base/scalar.ts';
import { type CameraPose, viewColumn } from './camera-pose.ts';
import type { Frame, Plane } from './i420.ts';

/** Steps between two neighbouring samples at which weights are kept; finer than an eye or an encoder notices. */
const phases = 1024;

/** Interpolation weights for positions between samples. */
interface Weights {
  /** Samples a position looks at: 4 or 6. */
  span: number;
  /** `span` weights for each phase, summing to 1. */
  table: Float32Array;
}

/**
 * Draws what a camera sees of a still into a frame, without jitter: positions are continuous (1/1024 sample), never
 * whole pixels. Lanczos interpolation (Duchon 1979) in two passes, across and then down; the first pass may run over
 * picture rows because the camera never turns about the horizontal axis. Where the picture has more samples than the
 * frame needs, the kernel widens, which keeps fine lines from shimmering. Outside the picture its edge is repeated.
 * A resting pose on a still of the frame's size copies it bit by bit.
 */
export interface FrameSampler {
  draw(still: Frame, pose: CameraPose, out: Frame): void;
}

export function makeFrameSampler(): FrameSampler {
  const tables = new Map<string, Weights>();
  let between = new Float32Array(0);

  function weightsFor(step: number): Weights {
    // Twenty widths are enough: a change by 2.5 % of the kernel's width cannot be seen.
    const widening = Math.max(1, Math.round(step * 40) / 40);
    const key = String(widening);
    const known = tables.get(key);
    if (known) return known;
    const made = makeWeights(widening);
    tables.set(key, made);
    return made;
  }

  function drawPlane(source: Plane, pose: CameraPose, out: Plane): void {
    const positions = new Float64Array(out.width);
    const scales = new Float64Array(out.width);
    for (let x = 0; x < out.width; x++) {
      const { u, scale } = viewColumn(pose, (x + 0.5) / out.width - 0.5);
      positions[x] = u * source.width - 0.5;
      scales[x] = scale;
    }
    const middle = (0.5 + pose.y) * source.height - 0.5;
    const tallest = (Math.max(scales[0]!, scales[out.width - 1]!) * source.height) / 2;
    const firstRow = Math.min(source.height - 1, Math.max(0, Math.floor(middle - tallest) - 3));
    const lastRow = clamp(Math.ceil(middle + tallest) + 3, 0, source.height - 1);
    const needed = (lastRow - firstRow + 1) * out.width;
    if (between.length < needed) between = new Float32Array(needed);
    sampleRows(source, positions, weightsFor(pose.distance * (source.width / out.width)), between, {
      width: out.width,
      firstRow,
      lastRow,
    });
    const down = weightsFor(pose.distance * (source.height / out.height));
    const isUpright = pose.yaw + pose.orbit === 0;
    const rows = { middle, height: source.height, firstRow, lastRow };
    if (isUpright) sampleColumnsEvenly(between, down, scales[0]!, rows, out);
    else sampleColumns(between, down, scales, rows, out);
  }

  return {
    draw(still, pose, out) {
      for (const [at, plane] of still.planes.entries()) drawPlane(plane, pose, out.planes[at]!);
    },
  };
}

function makeWeights(widening: number): Weights {
  const span = widening > 1.1 ? 6 : 4;
  const radius = span / 2;
  const table = new Float32Array(phases * span);
  for (let phase = 0; phase < phases; phase++) {
    let total = 0;
    const weights = Array.from({ length: span }, (_, tap) => {
      const offset = tap - radius + 1 - phase / phases;
      const weight = sinc(offset / widening) * sinc(offset / radius);
      total += weight;
      return weight;
    });
    weights.forEach((weight, tap) => {
      table[phase * span + tap] = weight / total;
    });
  }
  return { span, table };
}

/** Exactly 0 at whole numbers, so that a position on a sample gives the sample. */
function sinc(x: number): number {
  if (x === 0) return 1;
  return Number.isInteger(x) ? 0 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** First tap (may lie outside) and offset of the weights of a position. */
function tapsOf(position: number, { span }: Weights): { first: number; weight: number } {
  const ticks = Math.round(position * phases);
  const whole = Math.floor(ticks / phases);
  return { first: whole - span / 2 + 1, weight: (ticks - whole * phases) * span };
}

function sampleRows(
  { samples, width: from }: Plane,
  positions: Float64Array,
  weights: Weights,
  between: Float32Array,
  { width, firstRow, lastRow }: { width: number; firstRow: number; lastRow: number },
): void {
  const { span, table } = weights;
  const taps = new Int32Array(width * span);
  const shares = new Float32Array(width * span);
  for (let x = 0; x < width; x++) {
    const { first, weight } = tapsOf(positions[x]!, weights);
    for (let tap = 0; tap < span; tap++) {
      taps[x * span + tap] = Math.min(from - 1, Math.max(0, first + tap));
      shares[x * span + tap] = table[weight + tap]!;
    }
  }
  for (let row = firstRow; row <= lastRow; row++) {
    const base = row * from;
    const target = (row - firstRow) * width;
    for (let x = 0, at = 0; x < width; x++, at += span) {
      let sum =
        samples[base + taps[at]!]! * shares[at]! +
        samples[base + taps[at + 1]!]! * shares[at + 1]! +
        samples[base + taps[at + 2]!]! * shares[at + 2]! +
        samples[base + taps[at + 3]!]! * shares[at + 3]!;
      if (span === 6) {
        sum += samples[base + taps[at + 4]!]! * shares[at + 4]! + samples[base + taps[at + 5]!]! * shares[at + 5]!;
      }
      between[target + x] = sum;
    }
  }
}

interface Rows {
  /** Picture row that the middle of the frame looks at. */
  middle: number;
  /** Rows of the picture. */
  height: number;
  /** Rows that `between` holds. */
  firstRow: number;
  lastRow: number;
}

function sampleColumnsEvenly(
  between: Float32Array,
  weights: Weights,
  scale: number,
  { middle, height, firstRow, lastRow }: Rows,
  out: Plane,
): void {
  const { span, table } = weights;
  const { width, samples } = out;
  const line = new Float32Array(width);
  for (let y = 0; y < out.height; y++) {
    const { first, weight } = tapsOf(middle + scale * ((y + 0.5) / out.height - 0.5) * height, weights);
    line.fill(0.5);
    for (let tap = 0; tap < span; tap++) {
      const share = table[weight + tap]!;
      if (share === 0) continue;
      const base = (Math.min(lastRow, Math.max(firstRow, first + tap)) - firstRow) * width;
      for (let x = 0; x < width; x++) line[x]! += between[base + x]! * share;
    }
    const target = y * width;
    for (let x = 0; x < width; x++) samples[target + x] = clampByte(line[x]!);
  }
}

function sampleColumns(
  between: Float32Array,
  weights: Weights,
  scales: Float64Array,
  { middle, height, firstRow, lastRow }: Rows,
  out: Plane,
): void {
  const { span, table } = weights;
  const { width, samples } = out;
  const last = lastRow - firstRow;
  // Kept positive, so that cutting off the fraction rounds down.
  const lift = height * 2;
  const start = (middle - firstRow - span / 2 + 1 + lift) * phases + 0.5;
  for (let y = 0; y < out.height; y++) {
    const down = ((y + 0.5) / out.height - 0.5) * height * phases;
    const target = y * width;
    for (let x = 0; x < width; x++) {
      const ticks = (start + scales[x]! * down) | 0;
      const first = ((ticks / phases) | 0) - lift;
      const weight = (ticks % phases) * span;
      let sum = 0.5;
      if (first >= 0 && first + span - 1 <= last) {
        let at = first * width + x;
        sum += between[at]! * table[weight]!;
        at += width;
        sum += between[at]! * table[weight + 1]!;
        at += width;
        sum += between[at]! * table[weight + 2]!;
        at += width;
        sum += between[at]! * table[weight + 3]!;
        if (span === 6) {
          at += width;
          sum += between[at]! * table[weight + 4]!;
          at += width;
          sum += between[at]! * table[weight + 5]!;
        }
      } else {
        for (let tap = 0; tap < span; tap++) {
          const row = Math.min(last, Math.max(0, first + tap));
          sum += between[row * width + x]! * table[weight + tap]!;
        }
      }
      samples[target + x] = clampByte(sum);
    }
  }
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
