import type { Size } from '../../../base/blur.ts';
import { labPlanes } from '../../../base/colour.ts';
import { labToRgb } from '../../light/style-lab.ts';
import { transferStyle } from '../../light/style-transport-regions.ts';
import { sceneMasks } from '../../segment/scene-masks.ts';
import { linearOf } from './wall-materials.ts';

interface Picture extends Size {
  rgb: Uint8Array;
}

/** Colours of a reference picture's facades, linear, the most common first; fewer when it shows fewer. */
export function facadeColours({ width, height, rgb }: Picture): (readonly [number, number, number])[] {
  const { sky, ground } = sceneMasks(rgb, { width, height });
  const bins = new Map<number, { count: number; sum: [number, number, number] }>();
  for (let i = 0; i < width * height; i++) {
    if (sky[i]! > 90 || ground[i]! > 90) continue;
    const [r, g, b] = [rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!];
    const isPlant = g > r * 1.06 && g > b * 1.12;
    if (isPlant || Math.max(r, g, b) < 60) continue;
    const key = ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5);
    const bin = bins.get(key) ?? { count: 0, sum: [0, 0, 0] };
    bin.count++;
    bin.sum[0] += r;
    bin.sum[1] += g;
    bin.sum[2] += b;
    bins.set(key, bin);
  }
  const means = [...bins.values()]
    .sort((one, other) => other.count - one.count)
    .map(({ count, sum }) => sum.map((value) => value / count) as [number, number, number]);
  const [first] = means;
  if (!first) return [];
  const second = means.find((mean) => Math.hypot(mean[0] - first[0], mean[1] - first[1], mean[2] - first[2]) > 70);
  // A lit wall in a picture is brighter than its paint.
  return (second ? [first, second] : [first]).map((mean) => {
    const [r, g, b] = linearOf(mean);
    return [Math.min(0.78, r * 0.95), Math.min(0.78, g * 0.95), Math.min(0.78, b * 0.95)] as const;
  });
}

/** Gives a picture the colours of a reference, gently. @returns 8-bit RGB */
export function gradeLike(picture: Picture, reference: Picture, strength: number, seed: number): Uint8Array {
  const whole = ({ width, height, rgb }: Picture) => ({
    size: { width, height },
    lab: labPlanes(rgb),
    regions: [new Float32Array(width * height).fill(1)],
  });
  const options = { strength, isColour: true, isLight: false, isTexture: false, structure: 0.9, seed };
  return labToRgb(transferStyle(whole(picture), whole(reference), options));
}
