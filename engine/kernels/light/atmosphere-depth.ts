import { boxBlur, type Size } from '../../base/blur.ts';
import { lumaPlane, type RgbBytes } from '../../base/colour.ts';
import { guidedFilter } from '../../base/guided-filter.ts';
import type { SceneMasks } from '../segment/scene-masks.ts';

/** Upper end of the ground in each column, and the horizon, rows in pixels. */
export interface GroundLine {
  /** Upper end of the ground per column, smoothed. */
  contact: Float32Array;
  /** The picture's horizon as far as the masks tell. */
  horizon: number;
}

/** Finds the line on which things stand: the upper end of the ground in every column. */
export function findGroundLine({ sky, ground }: SceneMasks, { width, height }: Size): GroundLine {
  const tops = new Float32Array(width);
  const skyEnds: number[] = [];
  for (let x = 0; x < width; x++) {
    let y = height - 1;
    let missed = 0;
    let top = height;
    while (y > height * 0.3 && missed < height * 0.04) {
      if (ground[y * width + x]! > 127) {
        top = y;
        missed = 0;
      } else missed++;
      y--;
    }
    tops[x] = Math.min(top, height * 0.97);
    let end = height - 1;
    while (end > 0 && sky[end * width + x]! < 128) end--;
    if (end > 0) skyEnds.push(end);
  }
  const contact = boxBlur(tops, { width, height: 1 }, Math.max(1, Math.round(width / 24)));
  const sorted = Float32Array.from(tops).sort();
  const upper = sorted[Math.floor(width * 0.15)]!;
  skyEnds.sort((one, other) => one - other);
  const lowestSky = skyEnds[Math.floor(skyEnds.length * 0.92)] ?? height * 0.4;
  const horizon = Math.max(height * 0.38, Math.min(height * 0.85, Math.max(lowestSky, Math.min(upper, height * 0.62))));
  return { contact, horizon };
}

/**
 * Apparent distance, 0 (near) … 1 (sky), from the position in the picture alone: the ground recedes towards the
 * horizon, things on it are as far as their foot, the sky is farthest. Edges follow the picture (guided filter). An
 * estimate for haze, not a depth map.
 */
export function estimateDepth(rgb: RgbBytes, size: Size, masks: SceneMasks, line: GroundLine): Float32Array {
  const { width, height } = size;
  const depth = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const foot = Math.max(line.horizon + 1, Math.min(height, line.contact[x]!));
      const row = Math.max(y, line.horizon);
      const ground = 0.5 * (1 - (row - line.horizon) / (height - line.horizon)) ** 1.5;
      const body = 0.14 + 0.3 * (1 - (foot - line.horizon) / (height - line.horizon)) + 0.07 * (1 - y / height);
      const standing = y < foot ? body : Math.min(body, ground);
      const above = masks.sky[i]! / 255;
      depth[i] = standing + (1 - standing) * above;
    }
  }
  return guidedFilter(lumaPlane(rgb), depth, size, Math.max(2, Math.round(Math.max(width, height) / 80)), 0.01);
}

/**
 * Apparent distance on the scale of {@link estimateDepth}, from a network's answer: its nearest point is at 0, its
 * farthest at the distance of a far ground, the sky beyond.
 *
 * @param nearness 0 (farthest) – 1 (nearest)
 */
export function depthOfNearness(nearness: Float32Array, { sky }: Pick<SceneMasks, 'sky'>): Float32Array {
  return nearness.map((near, i) => {
    const standing = 0.55 * (1 - near) ** 1.5;
    return standing + ((1 - standing) * sky[i]!) / 255;
  });
}
