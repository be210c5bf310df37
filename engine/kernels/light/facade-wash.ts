import { boxBlur, gaussianBlur, type Size } from '../../base/blur.ts';
import { type LinearLight, linearColour } from '../../base/linear-light.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { classLayer } from '../scene/class-layer.ts';
import type { SceneReading } from '../scene/scene-reading.ts';

/** Light of floodlights at the foot of walls, per pixel: 0 none, 1 full. */
export interface FacadeWash {
  wall: Float32Array;
  ground: Float32Array;
  /** Share of the picture that the lit walls cover, 0–1. */
  share: number;
}

/** Walls are from here, of 255. */
const wallFrom = 128;
/** Lower walls, as a share of the height, get no light of their own. */
const leastWall = 0.06;
/** Height at which the light has fallen to a third: a share of the wall, between shares of the picture. */
const reach = { ofWall: 0.42, least: 0.07, most: 0.26 };
/** Extent of the light on the ground before the wall, as a share of the picture. */
const spill = 0.05;

/**
 * Light of lamps at the foot of façades: from the lowest wall of each column upwards, fading, and a little on the
 * ground before it. Things before a wall are no wall, and stay dark.
 */
export function washOfFacades(reading: SceneReading, size: Size): FacadeWash {
  const { width, height } = reading;
  const walls = classLayer(reading, ['wall', 'window'], reading);
  const ground = classLayer(reading, ['hard', 'grass'], reading);
  const feet = new Float32Array(width);
  const heights = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    let foot = -1;
    let top = height;
    for (let y = 0; y < height; y++) {
      if (walls[y * width + x]! < wallFrom) continue;
      foot = y;
      top = Math.min(top, y);
    }
    feet[x] = foot;
    heights[x] = foot < 0 ? 0 : foot - top + 1;
  }
  const smoothFeet = overKnown(feet, heights, width);
  const smoothHeights = overKnown(heights, heights, width);
  const wall = new Float32Array(width * height);
  const before = new Float32Array(width * height);
  let lit = 0;
  for (let x = 0; x < width; x++) {
    const tall = smoothHeights[x]!;
    if (heights[x] === 0 || tall < leastWall * height) continue;
    const length = clamp(reach.ofWall * tall, reach.least * height, reach.most * height);
    for (let y = 0; y < height; y++) {
      const i = y * width + x;
      const up = Math.max(0, smoothFeet[x]! - y) / length;
      wall[i] = (walls[i]! / 255) * Math.exp(-up);
      const down = Math.max(0, y - smoothFeet[x]!) / (spill * height);
      before[i] = (ground[i]! / 255) * Math.exp(-down);
      if (walls[i]! >= wallFrom) lit++;
    }
  }
  const enlarged = (plane: Float32Array) =>
    resamplePlane(gaussianBlur(plane, reading, 0.8), reading, size, 'catmullRom');
  return { wall: enlarged(wall), ground: enlarged(before), share: lit / (width * height) };
}

/** The mean over neighbouring columns in which there is a wall. */
function overKnown(values: Float32Array, heights: Float32Array, width: number): Float32Array {
  const line = { width, height: 1 };
  const radius = Math.max(1, Math.round(width / 30));
  const known = boxBlur(
    heights.map((tall) => (tall > 0 ? 1 : 0)),
    line,
    radius,
  );
  const sums = boxBlur(
    values.map((value, x) => (heights[x]! > 0 ? value : 0)),
    line,
    radius,
  );
  return sums.map((sum, x) => (known[x]! > 0.01 ? sum / known[x]! : 0));
}

const lamp = linearColour('#ffc98a');

/**
 * Switches the floodlights on: walls and the ground before them shine in their own colours. In place.
 *
 * @param albedo the picture by day
 * @param strength 0 = off, 1 = as at night
 */
export function lightFacades(
  light: LinearLight,
  albedo: LinearLight,
  { wall, ground }: FacadeWash,
  strength: number,
): void {
  for (let i = 0, at = 0; i < wall.length; i++, at += 3) {
    const cast = strength * (1.5 * Math.max(0, wall[i]!) + 0.6 * Math.max(0, ground[i]!));
    for (let channel = 0; channel < 3; channel++) light[at + channel]! += albedo[at + channel]! * cast * lamp[channel]!;
  }
}
