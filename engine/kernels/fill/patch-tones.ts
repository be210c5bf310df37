import type { Size } from '../../base/blur.ts';
import { byteOf } from '../../base/scalar.ts';
import { type PatchLevel, patchRadius, votingWeights } from './patch-match.ts';

/** Differences above `soft` count less, above `hard` not at all: there two things meet, not two lights. 0–255. */
const soft = 16;
const hard = 64;
/** Pull back to no correction, per pixel² of the picture: tones wander at most over some 30 pixels, and do not run away at open borders. */
const pull = 1e-3;
/** Largest correction, 0–255. */
const most = 24;
/** Relaxations per scale. */
const rounds = 16;

/**
 * Takes the seams of light out of a painted hole: the steps between neighbouring pixels shall be those the matched
 * patches have, and the border of the hole keeps its colours (gradient-domain fusion, Pérez et al., "Poisson image
 * editing", 2003). Solved as a correction from coarse to fine.
 *
 * @param times how many pixels of the picture one of the level is
 */
export function fitTones(level: PatchLevel, confidence: Float32Array, times: number): void {
  const { width, height, rgb, isHole, targets } = level;
  const weights = votingWeights(level, confidence, 1);
  const corrections = Array.from({ length: 3 }, () => new Float32Array(isHole.length));
  const steps = new Float32Array(3);
  for (const pixel of targets) {
    const x = pixel % width;
    const y = (pixel / width) | 0;
    if (x < width - 1) spread(pixel, pixel + 1, x, y, 1, 0);
    if (y < height - 1) spread(pixel, pixel + width, x, y, 0, 1);
  }
  for (let channel = 0; channel < 3; channel++) {
    const solved = solve(corrections[channel]!, isHole, level, pull * times * times);
    for (const pixel of targets) {
      if (isHole[pixel] !== 1) continue;
      const at = pixel * 3 + channel;
      const correction = Math.max(-most, Math.min(most, solved[pixel]!));
      rgb[at] = byteOf(rgb[at]! + correction);
    }
  }

  /** Adds what the step from `pixel` to `next` lacks to both of them. */
  function spread(pixel: number, next: number, x: number, y: number, dx: number, dy: number): void {
    if (isHole[pixel] !== 1 && isHole[next] !== 1) return;
    votedStep(next - pixel, x, y, dx, dy);
    let largest = 0;
    for (let channel = 0; channel < 3; channel++) {
      steps[channel]! -= rgb[next * 3 + channel]! - rgb[pixel * 3 + channel]!;
      largest = Math.max(largest, Math.abs(steps[channel]!));
    }
    if (largest >= hard) return;
    // One share for the three channels, or light would turn into colour.
    const share = largest <= soft ? 1 : (hard - largest) / (hard - soft);
    for (let channel = 0; channel < 3; channel++) {
      corrections[channel]![pixel]! += steps[channel]! * share;
      corrections[channel]![next]! -= steps[channel]! * share;
    }
  }

  /** Weighted mean of the step in the matched patches that cover both pixels, into `steps`. */
  function votedStep(ahead: number, x: number, y: number, dx: number, dy: number): void {
    const pixel = y * width + x;
    steps.fill(0);
    let total = 0;
    for (let row = Math.max(0, y + dy - patchRadius); row <= Math.min(height - 1, y + patchRadius); row++) {
      for (let column = Math.max(0, x + dx - patchRadius); column <= Math.min(width - 1, x + patchRadius); column++) {
        const voter = row * width + column;
        const weight = weights[voter]!;
        if (weight === 0) continue;
        const from = (level.match[voter]! + pixel - voter) * 3;
        const to = from + ahead * 3;
        for (let channel = 0; channel < 3; channel++)
          steps[channel]! += weight * (rgb[to + channel]! - rgb[from + channel]!);
        total += weight;
      }
    }
    for (let channel = 0; channel < 3; channel++) steps[channel]! /= total || 1;
  }
}

/**
 * Solves "sum over neighbours of (value there - value here) - weight * value = lack" in the hole, with 0 outside it and free borders of
 * the picture; cascadic multigrid with over-relaxed Gauss-Seidel.
 */
function solve(lack: Float32Array, isHole: Uint8Array, { width, height }: Size, weight: number): Float32Array {
  const values = new Float32Array(lack.length);
  if (Math.min(width, height) > 4 && isHole.includes(1)) startCoarse(values, lack, isHole, { width, height, weight });
  for (let round = 0; round < rounds; round++) relax(values, lack, isHole, { width, height, weight });
  return values;
}

/** Sets the values that a solution at half the size has. */
function startCoarse(
  values: Float32Array,
  lack: Float32Array,
  isHole: Uint8Array,
  { width, height, weight }: Size & { weight: number },
): void {
  const small = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const smallLack = new Float32Array(small.width * small.height);
  // A coarse pixel is free only when all of it is: the border keeps its place.
  const smallHole = new Uint8Array(smallLack.length).fill(1);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const at = (y >> 1) * small.width + (x >> 1);
      smallLack[at]! += lack[i]!;
      if (isHole[i] !== 1) smallHole[at] = 0;
    }
  }
  if (!smallHole.includes(1)) return;
  const coarse = solve(smallLack, smallHole, small, weight * 4);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (isHole[i] === 1) values[i] = coarse[(y >> 1) * small.width + (x >> 1)]!;
    }
  }
}

/** One round of over-relaxation. */
function relax(
  values: Float32Array,
  lack: Float32Array,
  isHole: Uint8Array,
  { width, height, weight }: Size & { weight: number },
): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (isHole[i] !== 1) continue;
      let sum = -lack[i]!;
      let count = 0;
      if (x > 0) {
        sum += values[i - 1]!;
        count++;
      }
      if (x < width - 1) {
        sum += values[i + 1]!;
        count++;
      }
      if (y > 0) {
        sum += values[i - width]!;
        count++;
      }
      if (y < height - 1) {
        sum += values[i + width]!;
        count++;
      }
      values[i]! += 1.5 * (sum / (count + weight) - values[i]!);
    }
  }
}
