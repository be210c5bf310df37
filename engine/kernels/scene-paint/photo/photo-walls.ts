import { boxBlur, type Size } from '../../../base/blur.ts';
import { luminanceOf, type RgbBytes } from '../../../base/colour.ts';
import { guidedSmooth } from '../../../base/guided-filter.ts';
import { type LinearLight, linearColour } from '../../../base/linear-light.ts';
import { clamp } from '../../../base/scalar.ts';
import { linearOfByte } from '../../../base/srgb.ts';
import type { LabPlanes } from '../../segment/slic.ts';
import { unitOf } from '../reading/busyness.ts';
import type { PhotoParts } from './photo-parts.ts';

/** A colour that a good part of the walls has. */
interface WallColour {
  lightness: number;
  a: number;
  b: number;
  /** Mean in linear light. */
  light: [red: number, green: number, blue: number];
  /** Share of the walls, 0–1. */
  share: number;
}

/** Plain walls: where they are and what colours they have. */
export interface PlainWalls {
  /** Share of plain wall in each pixel, 0–1: frames, panes, signs and stains are not. */
  plain: Float32Array;
  /** The same of walls that are not dark: gates, fences and open doors are. */
  bright: Float32Array;
  colours: readonly WallColour[];
}

/** A colour of fewer of the walls is that of a thing on them, 0–1. */
const leastShare = 0.1;
/** Lab lightness of walls that are not dark, 0–1. */
const leastBright = 0.4;
const clusters = 6;
/** Distances in Lab at which a pixel is hardly of a colour any more. */
const colourReach = 0.045;
const lightnessReach = 0.13;

/**
 * The plain part of walls: the commonest colours of what is surely wall (k-means, Lloyd 1982), and how near each pixel
 * comes to one of them.
 *
 * @param sky 0–255 per pixel
 */
export function findPlainWalls(
  rgb: RgbBytes,
  lab: LabPlanes,
  size: Size,
  { wall, window }: Pick<PhotoParts, 'wall' | 'window'>,
  sky: Uint8Array,
): PlainWalls {
  const reach = Math.max(2, Math.round(4 * unitOf(size)));
  const smooth = (plane: Float32Array) => guidedSmooth(plane, size, reach, 0.0015);
  const planes = [smooth(lab.lightness), smooth(lab.a), smooth(lab.b)] as const;
  const colours = coloursOf(rgb, planes, wall, window).filter((colour) => !isOfSky(colour, planes, sky));
  const plain = new Float32Array(wall.length);
  const bright = new Float32Array(wall.length);
  for (let i = 0; i < wall.length; i++) {
    if (wall[i] === 0) continue;
    let nearest = Infinity;
    let nearestBright = Infinity;
    for (const colour of colours) {
      const far = distanceTo(colour, planes, i);
      nearest = Math.min(nearest, far);
      if (colour.lightness > leastBright) nearestBright = Math.min(nearestBright, far);
    }
    const open = (wall[i]! / 255) * (1 - window[i]! / 400);
    plain[i] = Math.exp(-nearest / 2) * open;
    bright[i] = Math.exp(-nearestBright / 2) * open;
  }
  boxBlur(plain, size, Math.max(1, Math.round(1.2 * unitOf(size))), plain);
  return { plain, bright, colours };
}

/** Bare branches before the sky are read as wall now and then: what has the sky's own colour is not tinted. */
function isOfSky(
  colour: WallColour,
  planes: readonly [Float32Array, Float32Array, Float32Array],
  sky: Uint8Array,
): boolean {
  let near = 0;
  let count = 0;
  for (let i = 0; i < sky.length; i += 97) {
    if (sky[i]! < 230) continue;
    count++;
    if (distanceTo(colour, planes, i) < 1) near++;
  }
  return near > count * 0.25;
}

/** Square of a distance on which 1 is the reach. Chroma shrinks with the light. */
function distanceTo(
  { lightness, a, b }: WallColour,
  [levels, reds, yellows]: readonly [Float32Array, Float32Array, Float32Array],
  i: number,
): number {
  const level = levels[i]!;
  const scale = clamp(level / lightness, 0.3, 1.2);
  const tint = Math.hypot(reds[i]! - a * scale, yellows[i]! - b * scale) / colourReach;
  const depth = (level - lightness) / lightnessReach;
  return tint * tint + depth * depth;
}

function coloursOf(
  rgb: RgbBytes,
  planes: readonly [Float32Array, Float32Array, Float32Array],
  wall: Uint8Array,
  window: Uint8Array,
): WallColour[] {
  const sample: number[] = [];
  const step = Math.max(1, Math.floor(wall.length / 60_000));
  for (let i = 0; i < wall.length; i += step) if (wall[i]! > 200 && window[i]! < 60) sample.push(i);
  if (sample.length < 50) return [];
  const [levels, reds, yellows] = planes;
  // Begins with what is spread evenly over the lightness: the same picture always gives the same colours.
  const sorted = [...sample].sort((one, other) => levels[one]! - levels[other]!);
  const emptyAt = (i: number): WallColour => ({
    lightness: levels[i]!,
    a: reds[i]!,
    b: yellows[i]!,
    light: [0, 0, 0],
    share: 0,
  });
  let found = Array.from({ length: clusters }, (_, place) =>
    emptyAt(sorted[Math.floor(((place + 0.5) / clusters) * sorted.length)]!),
  );
  for (let round = 0; round < 12; round++) {
    const sums = found.map(() => [0, 0, 0, 0, 0, 0, 0]);
    for (const i of sample) {
      let best = 0;
      let least = Infinity;
      for (const [index, colour] of found.entries()) {
        const far = distanceTo(colour, planes, i);
        if (far >= least) continue;
        least = far;
        best = index;
      }
      const sum = sums[best]!;
      sum[0]!++;
      sum[1]! += levels[i]!;
      sum[2]! += reds[i]!;
      sum[3]! += yellows[i]!;
      for (let channel = 0; channel < 3; channel++) sum[4 + channel]! += linearOfByte[rgb[i * 3 + channel]!]!;
    }
    found = sums.map(([count, level, red, yellow, ...light], index) =>
      count === 0
        ? found[index]!
        : {
            lightness: level! / count!,
            a: red! / count!,
            b: yellow! / count!,
            light: light.map((value) => value / count!) as WallColour['light'],
            share: count! / sample.length,
          },
    );
  }
  return found.filter(({ share, lightness }) => share >= leastShare && lightness > 0.12);
}

/** Shift of a wall's chroma and brightness towards those of the wanted finish, 0–1. */
const chromaShift = 0.65;
const levelShift = 0.4;

/**
 * Moves plain walls towards the colour of a finish: a factor per channel, so that light, shade and joints stay. In place.
 *
 * @param colour of the finish, `#rrggbb`
 * @param strength 0 nothing – 1 as far as a finish may go
 */
export function tintWalls(
  light: LinearLight,
  lab: LabPlanes,
  { plain, colours }: PlainWalls,
  colour: string,
  strength: number,
): void {
  if (colours.length === 0) return;
  const wanted = linearColour(colour);
  const grey = luminanceOf(...wanted);
  const white = whiteOf(light);
  const gains = colours.map(({ light: own }) => {
    const level = Math.max(1e-3, luminanceOf(...own));
    const brighter = clamp(((grey * white) / level) ** (levelShift * strength), 0.72, 1.4);
    return own.map((value, channel) => {
      const ratio = wanted[channel]! / grey / Math.max(0.05, value / level);
      return clamp(ratio ** (chromaShift * strength), 0.45, 2) * brighter;
    });
  });
  const planes = [lab.lightness, lab.a, lab.b] as const;
  const mixed = [0, 0, 0];
  for (let i = 0, at = 0; i < plain.length; i++, at += 3) {
    const share = plain[i]!;
    if (share < 0.01) continue;
    let sum = 0;
    mixed.fill(0);
    // Between two colours of a wall, as on a shadow's rim, the factors pass over into each other.
    for (const [index, one] of colours.entries()) {
      const weight = Math.exp(-distanceTo(one, planes, i) / 4) + 1e-6;
      sum += weight;
      for (let channel = 0; channel < 3; channel++) mixed[channel]! += gains[index]![channel]! * weight;
    }
    for (let channel = 0; channel < 3; channel++) {
      light[at + channel] = light[at + channel]! * (1 + (mixed[channel]! / sum - 1) * share);
    }
  }
}

/** Level of white in this picture, linear: its bright part. */
function whiteOf(light: LinearLight): number {
  const levels: number[] = [];
  const step = Math.max(1, Math.floor(light.length / 3 / 40_000)) * 3;
  for (let at = 0; at + 2 < light.length; at += step) {
    levels.push(luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!));
  }
  levels.sort((one, other) => one - other);
  return clamp(levels[Math.floor(levels.length * 0.95)]!, 0.1, 1);
}
