/** Noise in gathered light, smoothed along surfaces (à-trous wavelet, Dammertz et al., HPG 2010), for points that show pieces. */
import type { Size } from '../../base/blur.ts';

export interface LayerFilm {
  /** Light gathered, three numbers a point; smoothed in place. */
  gathered: Float32Array;
  normal: Float32Array;
  /** Metres. */
  depth: Float32Array;
}

const kernel = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16] as const;
const passes = 4;

/** Source and target of one pass, three numbers a point, and the distance of its neighbours. */
interface Pass {
  source: Float32Array;
  target: Float32Array;
  index: number;
  /** Distance between neighbours, points. */
  step: number;
}

/** @param alpha points with 0 are left out */
export function smoothLight(film: LayerFilm, alpha: Float32Array, size: Size): void {
  let source: Float32Array = film.gathered;
  let target: Float32Array = new Float32Array(source.length);
  const points = { ...size, normal: film.normal, depth: film.depth, alpha };
  for (let index = 0; index < passes; index++) {
    const pass = { source, target, index, step: 1 << index };
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) if (alpha[y * size.width + x] !== 0) smoothPoint(points, pass, x, y);
    }
    [source, target] = [target, source];
  }
  if (source !== film.gathered) film.gathered.set(source);
}

interface Points extends Size {
  normal: Float32Array;
  depth: Float32Array;
  alpha: Float32Array;
}

/** Mean over 5 × 5 neighbours, weighted by their distance, normal, depth and, in later passes, light. */
function smoothPoint({ width, height, normal, depth, alpha }: Points, pass: Pass, x: number, y: number): void {
  const { source, target, index, step } = pass;
  const stop = 2.2 / (index + 1);
  const i = y * width + x;
  const k = i * 3;
  const z = depth[i]!;
  const tone = source[k]! + source[k + 1]! + source[k + 2]!;
  let r = 0;
  let g = 0;
  let b = 0;
  let total = 0;
  for (let dy = -2; dy <= 2; dy++) {
    const yy = y + dy * step;
    if (yy < 0 || yy >= height) continue;
    for (let dx = -2; dx <= 2; dx++) {
      const xx = x + dx * step;
      if (xx < 0 || xx >= width) continue;
      const j = yy * width + xx;
      if (alpha[j] === 0) continue;
      const q = j * 3;
      const bend =
        (normal[k]! - normal[q]!) ** 2 +
        (normal[k + 1]! - normal[q + 1]!) ** 2 +
        (normal[k + 2]! - normal[q + 2]!) ** 2;
      const gap = Math.abs(z - depth[j]!) / (z * 0.012 * step + 0.02);
      const neighbour = source[q]! + source[q + 1]! + source[q + 2]!;
      const contrast = index < 2 ? 0 : Math.abs(tone - neighbour) / (tone * stop + 0.02);
      const cost = bend * 14 + gap + contrast;
      if (cost > 8) continue;
      const weight = kernel[dx + 2]! * kernel[dy + 2]! * Math.exp(-cost);
      total += weight;
      r += weight * source[q]!;
      g += weight * source[q + 1]!;
      b += weight * source[q + 2]!;
    }
  }
  target[k] = r / total;
  target[k + 1] = g / total;
  target[k + 2] = b / total;
}
