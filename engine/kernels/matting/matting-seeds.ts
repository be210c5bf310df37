import { gaussianBlur, type Size } from '../../base/blur.ts';
import { labPlanes } from '../../base/colour.ts';
import { fitMixture } from '../../base/colour-mixture.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { type Mask, squaredDistance } from '../../base/mask.ts';
import type { Pixels } from '../../base/picture-file.ts';
import { clamp } from '../../base/scalar.ts';
import type { SceneMasks } from '../segment/scene-masks.ts';
import { seed } from './matting-segment.ts';
import { salientRegions } from './saliency.ts';

/** Kind of subject, as told by the user. */
export type MattingSubject = 'building' | 'people' | 'tree' | 'furniture' | 'sky';

/** Kind of mark for the part to keep. */
export type MattingMark = 'click' | 'box' | 'brush';

/**
 * Seeds from a mark. A clicked region is nearly right, a box only says where the thing is not, strokes lie in the
 * middle of it. Widths are shares of the long side.
 *
 * @param mask of `size`
 */
export function seedsOfMark(mask: Mask, size: Size, mark: MattingMark): Uint8Array {
  const side = Math.max(size.width, size.height);
  const { core, around } = {
    click: { core: 0.012, around: 0.03 },
    box: { core: 1, around: 0 },
    brush: { core: 0.02, around: 0.07 },
  }[mark];
  const toRest = squaredDistance(mask, size, 'kept');
  const toMark = squaredDistance(mask, size, 'chosen');
  // A stroke too thin for that core gets one of half its own depth.
  const deepest = Math.sqrt(toRest.reduce((most, square) => (square < 1e11 ? Math.max(most, square) : most), 0));
  const depth = mark === 'box' ? Infinity : Math.min(core * side, deepest / 2);
  const reach = around * side;
  return bytesOf(mask, (_, i) => {
    if (toMark[i]! > 0) return toMark[i]! <= reach * reach ? seed.likelyBackground : seed.background;
    return toRest[i]! > depth * depth ? seed.foreground : seed.likelyForeground;
  });
}

/**
 * Seeds from what stands out, weighed by what the user says it is.
 *
 * @param masks sky and ground of the picture; used for what stands outdoors
 */
export function seedsOfSubject(pixels: Pixels, subject: MattingSubject, { sky, ground }: SceneMasks): Uint8Array {
  const { width, height, rgb } = pixels;
  const lab = labPlanes(rgb);
  const salience = gaussianBlur(salientRegions(lab, pixels), pixels, 2);
  const weight = new Float32Array(salience.length).fill(1);
  if (subject === 'building' || subject === 'people' || subject === 'tree') {
    for (let i = 0; i < weight.length; i++) {
      const left = (1 - sky[i]! / 255) * (1 - (subject === 'people' ? 0.3 : 0.8) * (ground[i]! / 255));
      weight[i] = left;
    }
  }
  if (subject === 'tree') {
    for (let i = 0; i < weight.length; i++) {
      const green = clamp((lab.b[i]! - lab.a[i]!) * 4 - 0.3, 0, 1);
      weight[i]! *= 0.05 + 0.95 * green;
      salience[i] = Math.max(salience[i]!, green * 0.6);
    }
  }
  let most = 1e-9;
  for (let i = 0; i < salience.length; i++) {
    salience[i]! *= weight[i]!;
    most = Math.max(most, salience[i]!);
  }
  const threshold = otsu(salience, most);
  const sure = Math.max(threshold * 1.5, 0.75 * quantile(salience, 0.93));
  const isStrange = unlikeRim(pixels);
  return bytesOf(salience, (value, i) => {
    const x = i % width;
    const y = Math.floor(i / width);
    if (value > sure) return seed.foreground;
    // Superpixels swallow thin parts such as legs: their colour gives them away.
    if (value > threshold * 0.9 || (isStrange[i] && weight[i]! > 0.5)) return seed.likelyForeground;
    const isRim = x < 2 || y < 2 || x >= width - 2 || (y >= height - 2 && subject !== 'building');
    return value < threshold * 0.35 || isRim ? seed.background : seed.likelyBackground;
  });
}

/** 1 for colours that the picture's rim does not have. */
function unlikeRim({ rgb, width, height }: Pixels): Uint8Array {
  const rim: number[] = [];
  const depth = Math.max(2, Math.round(Math.max(width, height) * 0.05));
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x < depth || y < depth || x >= width - depth || y >= height - depth) rim.push(i);
    }
  }
  const mixture = fitMixture(rgb, Int32Array.from(rim));
  const costs = new Float32Array(width * height);
  for (let i = 0; i < costs.length; i++) costs[i] = mixture.costAt(rgb, i);
  const usual = quantile(
    floatsOf(rim, (i) => costs[i]!),
    0.98,
  );
  return bytesOf(costs, (cost) => (cost > usual + 5 ? 1 : 0));
}

/** The level that divides a plane's values best in two (Otsu 1979). */
function otsu(plane: Float32Array, most: number): number {
  const histogram = new Float64Array(256);
  for (const value of plane) histogram[clamp(Math.floor((value / most) * 255), 0, 255)]!++;
  const sum = histogram.reduce((total, count, level) => total + count * level, 0);
  let [below, belowSum, best, level] = [0, 0, 0, 100];
  for (let i = 0; i < 256; i++) {
    below += histogram[i]!;
    belowSum += i * histogram[i]!;
    const above = plane.length - below;
    if (below === 0 || above === 0) continue;
    const gap = belowSum / below - (sum - belowSum) / above;
    const spread = below * above * gap * gap;
    if (spread <= best) continue;
    best = spread;
    level = i;
  }
  return (level / 255) * most;
}

function quantile(plane: Float32Array, share: number): number {
  return Float32Array.from(plane).sort()[Math.floor(plane.length * share)]!;
}
