import type { RgbBytes } from './colour.ts';

/** Density of colours as a mixture of Gaussians in RGB. */
export interface ColourMixture {
  /** Negative logarithm of the density at a pixel. */
  costAt(rgb: RgbBytes, pixel: number): number;
}

const componentCount = 5;

/**
 * Fits a mixture of five Gaussians to pixels: k-means from the pixels farthest apart, then one covariance per cluster,
 * as GrabCut does (Rother, Kolmogorov & Blake, SIGGRAPH 2004).
 *
 * @param pixels indices; at least one
 */
export function fitMixture(rgb: RgbBytes, pixels: Int32Array): ColourMixture {
  const step = Math.max(1, Math.floor(pixels.length / 12_000));
  const sample: number[] = [];
  for (let i = 0; i < pixels.length; i += step) sample.push(pixels[i]!);
  const member = clusters(rgb, sample);
  const gaussians = Array.from({ length: componentCount }, (_, own) =>
    gaussianOf(
      rgb,
      sample.filter((_pixel, i) => member[i] === own),
      sample.length,
    ),
  ).filter((gaussian) => gaussian !== undefined);
  return {
    costAt(picture, pixel) {
      let density = 1e-30;
      const red = picture[pixel * 3]!;
      const green = picture[pixel * 3 + 1]!;
      const blue = picture[pixel * 3 + 2]!;
      for (const { mean, inverse, factor } of gaussians) {
        const r = red - mean[0]!;
        const g = green - mean[1]!;
        const b = blue - mean[2]!;
        const square =
          inverse[0]! * r * r +
          inverse[3]! * g * g +
          inverse[5]! * b * b +
          2 * (inverse[1]! * r * g + inverse[2]! * r * b + inverse[4]! * g * b);
        density += factor * Math.exp(-0.5 * square);
      }
      return -Math.log(density);
    },
  };
}

/** Number of the cluster of each sample. */
function clusters(rgb: RgbBytes, sample: readonly number[]): Uint8Array {
  const centres: number[][] = [];
  const squareTo = (pixel: number, centre: readonly number[]) => {
    const r = rgb[pixel * 3]! - centre[0]!;
    const g = rgb[pixel * 3 + 1]! - centre[1]!;
    const b = rgb[pixel * 3 + 2]! - centre[2]!;
    return r * r + g * g + b * b;
  };
  const colourOf = (pixel: number) => [rgb[pixel * 3]!, rgb[pixel * 3 + 1]!, rgb[pixel * 3 + 2]!];
  const least = new Float64Array(sample.length).fill(Infinity);
  let next = sample[Math.floor(sample.length / 2)]!;
  for (let i = 0; i < componentCount; i++) {
    const centre = colourOf(next);
    centres.push(centre);
    let farthest = -1;
    sample.forEach((pixel, at) => {
      least[at] = Math.min(least[at]!, squareTo(pixel, centre));
      if (least[at]! > farthest) {
        farthest = least[at]!;
        next = pixel;
      }
    });
  }
  const member = new Uint8Array(sample.length);
  for (let round = 0; round < 8; round++) {
    const sums = centres.map(() => [0, 0, 0, 0]);
    sample.forEach((pixel, at) => {
      let best = 0;
      let smallest = Infinity;
      for (let i = 0; i < centres.length; i++) {
        const square = squareTo(pixel, centres[i]!);
        if (square >= smallest) continue;
        smallest = square;
        best = i;
      }
      member[at] = best;
      const sum = sums[best]!;
      for (let channel = 0; channel < 3; channel++) sum[channel]! += rgb[pixel * 3 + channel]!;
      sum[3]!++;
    });
    sums.forEach((sum, i) => {
      if (sum[3]! > 0) centres[i] = [sum[0]! / sum[3]!, sum[1]! / sum[3]!, sum[2]! / sum[3]!];
    });
  }
  return member;
}

function gaussianOf(rgb: RgbBytes, pixels: readonly number[], total: number) {
  if (pixels.length === 0) return undefined;
  const mean = [0, 0, 0];
  for (const pixel of pixels) for (let i = 0; i < 3; i++) mean[i]! += rgb[pixel * 3 + i]! / pixels.length;
  // Rows of the upper triangle. The first value keeps even colours from becoming points.
  const [rr, rg, rb, gg, gb, bb] = covarianceOf(rgb, pixels, mean);
  const c0 = gg * bb - gb * gb;
  const c1 = rb * gb - rg * bb;
  const c2 = rg * gb - rb * gg;
  const determinant = rr * c0 + rg * c1 + rb * c2;
  const inverse = [c0, c1, c2, rr * bb - rb * rb, rg * rb - rr * gb, rr * gg - rg * rg].map((v) => v / determinant);
  return { mean, inverse, factor: pixels.length / total / Math.sqrt(determinant) };
}

function covarianceOf(rgb: RgbBytes, pixels: readonly number[], mean: readonly number[]) {
  const floor = 12;
  const sums: [number, number, number, number, number, number] = [floor, 0, 0, floor, 0, floor];
  for (const pixel of pixels) {
    const r = rgb[pixel * 3]! - mean[0]!;
    const g = rgb[pixel * 3 + 1]! - mean[1]!;
    const b = rgb[pixel * 3 + 2]! - mean[2]!;
    sums[0] += (r * r) / pixels.length;
    sums[1] += (r * g) / pixels.length;
    sums[2] += (r * b) / pixels.length;
    sums[3] += (g * g) / pixels.length;
    sums[4] += (g * b) / pixels.length;
    sums[5] += (b * b) / pixels.length;
  }
  return sums;
}
