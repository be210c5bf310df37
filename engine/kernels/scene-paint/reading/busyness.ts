import { boxBlur, gaussianBlur, type Size } from '../../../base/blur.ts';

/** Pixels of a picture whose long side is 1024; radii are given in them. */
export function unitOf({ width, height }: Size): number {
  return Math.max(width, height) / 1024;
}

/** Local contrast, Lab lightness per pixel: high on foliage and grass of a model, low on built surfaces. */
export function busyness(lightness: Float32Array, size: Size): Float32Array {
  const unit = unitOf(size);
  const smooth = gaussianBlur(lightness, size, Math.max(1, 2 * unit));
  const fine = lightness.map((value, i) => Math.abs(value - smooth[i]!));
  const small = boxBlur(fine, size, Math.max(2, Math.round(4 * unit)));
  const wide = boxBlur(fine, size, Math.max(3, Math.round(15 * unit)));
  // An edge is busy in one place only; leaves are busy all around.
  return small.map((value, i) => Math.min(value, wide[i]! * 1.15));
}

/**
 * 0 where the gradients around a pixel share one direction or two at right angles, 1 where they point everywhere:
 * strength of the second and the fourth angular moment (structure tensor, Förstner & Gülch 1987, and its fourth-order
 * kin).
 */
export function disorderOf(lightness: Float32Array, size: Size): Float32Array {
  const { width, height } = size;
  const count = width * height;
  const energy = new Float32Array(count);
  const moments = [0, 1, 2, 3].map(() => new Float32Array(count));
  const [cosines, sines, doubleCosines, doubleSines] = moments as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const gx = lightness[i + 1]! - lightness[i - 1]!;
      const gy = lightness[i + width]! - lightness[i - width]!;
      const square = gx * gx + gy * gy;
      if (square < 1e-5) continue;
      const strength = Math.sqrt(square);
      const cosine = (gx * gx - gy * gy) / square;
      const sine = (2 * gx * gy) / square;
      energy[i] = strength;
      cosines[i] = cosine * strength;
      sines[i] = sine * strength;
      doubleCosines[i] = (cosine * cosine - sine * sine) * strength;
      doubleSines[i] = 2 * cosine * sine * strength;
    }
  }
  const radius = Math.max(3, Math.round(15 * unitOf(size)));
  const work = new Float32Array(count);
  boxBlur(energy, size, radius, energy, work);
  for (const moment of moments) boxBlur(moment, size, radius, moment, work);
  return energy.map((value, i) => {
    const second = Math.hypot(cosines[i]!, sines[i]!);
    const fourth = Math.hypot(doubleCosines[i]!, doubleSines[i]!);
    return value < 1e-4 ? 0 : 1 - Math.max(second, fourth) / value;
  });
}
