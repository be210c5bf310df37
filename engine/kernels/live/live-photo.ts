import { boxBlur, type Size } from '../../base/blur.ts';
import type { Rgb } from '../../base/colour.ts';
import { labelComponents } from '../../base/components.ts';
import { decodeLight, type LinearLight, linearColour } from '../../base/linear-light.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { smoothstep } from '../../base/scalar.ts';
import { relight } from '../light/relight.ts';
import type { LiveWish } from './live-words.ts';

/** Share of a canvas with a photo's fine unrest from which it counts as holding one. */
const leastShare = 0.1;

/**
 * Finds what of a canvas is a photo or a rendering: everything but bare paper and flat strokes, when enough of it has
 * the small differences between neighbours that brushes do not make. Undefined when it holds none.
 *
 * @returns 1 = photo
 */
export function findPhoto(rgb: Uint8Array, size: Size, unit: number): Uint8Array | undefined {
  const count = size.width * size.height;
  const { restless, flat } = unrestOf(rgb, size);
  const radius = Math.max(2, Math.round(6 * unit));
  const scratch = new Float32Array(count);
  boxBlur(restless, size, radius, restless, scratch);
  let share = 0;
  for (let i = 0; i < count; i++) if (restless[i]! > 0.5) share++;
  if (share < leastShare * count) return undefined;

  // Inside a stroke, or on paper, everything round a pixel is the same.
  boxBlur(flat, size, Math.max(1, Math.round(2 * unit)), flat, scratch);
  const even = new Uint8Array(count);
  for (let i = 0; i < count; i++) even[i] = flat[i]! > 0.97 ? 1 : 0;
  const { labels, components } = labelComponents(even, size);
  const ends = endsAtOnce(labels, components.length, rgb, size, Math.max(6, Math.round(11 * unit)));
  const isDrawn = components.map(({ area, first }, label) => {
    const isPaper = Math.min(rgb[first * 3]!, rgb[first * 3 + 1]!, rgb[first * 3 + 2]!) > 250;
    // A photo's even sky fades at its outline; strokes and paper end within a few pixels.
    return ends[label]! > 0.6 && area > (isPaper ? 0.03 * count : 120 * unit * unit);
  });
  const drawn = new Float32Array(count);
  for (let i = 0; i < count; i++) drawn[i] = labels[i]! >= 0 && isDrawn[labels[i]!] ? 1 : 0;
  const grown = boxBlur(drawn, size, Math.max(2, Math.round(4 * unit)), drawn, scratch);
  return bytesOf(grown, (value) => (value > 0.02 ? 0 : 1));
}

/** 1 where a pixel differs a little from its right and lower neighbours, and where it does not differ at all. */
function unrestOf(rgb: Uint8Array, { width, height }: Size): { restless: Float32Array; flat: Float32Array } {
  const restless = new Float32Array(width * height);
  const flat = new Float32Array(width * height);
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0, i = y * width; x < width - 1; x++, i++) {
      let step = 0;
      for (let at = i * 3; at < i * 3 + 3; at++) {
        step += Math.abs(rgb[at]! - rgb[at + 3]!) + Math.abs(rgb[at]! - rgb[at + width * 3]!);
      }
      if (step >= 4 && step < 90) restless[i] = 1;
      if (step <= 3) flat[i] = 1;
    }
  }
  return { restless, flat };
}

/** Share of each area's outline, 0–1, where the picture is another a few pixels further out. */
function endsAtOnce(
  labels: Int32Array,
  areas: number,
  rgb: Uint8Array,
  { width, height }: Size,
  reach: number,
): number[] {
  const ends = new Float64Array(areas);
  const sides = new Float64Array(areas);
  const pitches = [1, -1, width, -width];
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach, i = y * width + reach; x < width - reach; x++, i++) {
      const label = labels[i]!;
      if (label < 0) continue;
      for (const pitch of pitches) {
        if (labels[i + pitch] === label) continue;
        sides[label]!++;
        if (channelStep(rgb, i, i + pitch * reach) > 30) ends[label]!++;
      }
    }
  }
  return Array.from(ends, (count, label) => count / Math.max(1, sides[label]!));
}

/** Largest difference of a channel between two pixels, 0–255. */
function channelStep(rgb: Uint8Array, i: number, j: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel++) {
    most = Math.max(most, Math.abs(rgb[i * 3 + channel]! - rgb[j * 3 + channel]!));
  }
  return most;
}

/** The photo in the light that is asked for; its structure stays. */
export function lightPhoto(rgb: Uint8Array, size: Size, wish: LiveWish): LinearLight {
  const light = decodeLight(rgb);
  if (isModel(rgb)) clad(light, wish);
  const { look, mood, fidelity } = wish;
  const amount = mood === 'sunny' ? 0.25 + 0.6 * (1 - fidelity) : 1;
  relight(light, size, look.light, amount);
  return light;
}

/** True for a white model: hardly any colour anywhere. */
export function isModel(rgb: Uint8Array): boolean {
  let coloured = 0;
  for (let at = 0; at < rgb.length; at += 12) {
    const chroma = Math.max(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!) - Math.min(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!);
    if (chroma > 22) coloured++;
  }
  return coloured < (0.012 * rgb.length) / 12;
}

/** Gives a white model the style's wall colour in its light parts, glass in its dark ones, and more contrast. */
function clad(light: LinearLight, { palette, wallColour }: LiveWish): void {
  const wall = linearColour(wallColour ? hexOfRgb(wallColour) : palette.wall);
  const glass = linearColour('#5f7482');
  for (let at = 0; at < light.length; at += 3) {
    const grey = light[at + 1]!;
    const lit = smoothstep(0.12, 0.5, grey);
    const level = grey * (0.55 + 0.75 * smoothstep(0.1, 0.75, grey));
    for (let channel = 0; channel < 3; channel++) {
      const tint = glass[channel]! / glass[1] + (wall[channel]! / wall[1] - glass[channel]! / glass[1]) * lit;
      light[at + channel] = level * tint;
    }
  }
}

const hexOfRgb = (colour: Rgb) => `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** Sky of a photo: bright, even and bluish or grey, hanging together with the upper border. 1 = sky. */
export function photoSky(rgb: Uint8Array, photo: Uint8Array, size: Size): Uint8Array {
  const { width, height } = size;
  const count = width * height;
  const bright = new Uint8Array(count);
  const steps = new Float32Array(count);
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (photo[i] !== 1) continue;
      const at = i * 3;
      const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
      const luma = 0.3 * red + 0.6 * green + 0.1 * blue;
      bright[i] = luma > 100 && blue >= red - 6 && blue >= green - 22 ? 1 : 0;
      let step = 0;
      if (x > 0) step += Math.abs(green - rgb[at - 2]!);
      if (y > 0) step += Math.abs(green - rgb[at - width * 3 + 1]!);
      steps[i] = step > 7 ? 1 : 0;
    }
  }
  const restless = boxBlur(steps, size, 2);
  const candidate = bright.map((value, i) => (value === 1 && restless[i]! < 0.05 ? 1 : 0));
  const { labels, components } = labelComponents(candidate, size);
  const isSky = components.map(({ top, area, bottom }) => top < 3 && area > 0.02 * count && bottom < 0.85 * height);
  const core = floatsOf(labels, (label) => (label >= 0 && isSky[label] ? 1 : 0));
  const grown = boxBlur(core, size, 3);
  return bright.map((value, i) => (core[i] === 1 || (value === 1 && grown[i]! > 0.1) ? 1 : 0));
}
