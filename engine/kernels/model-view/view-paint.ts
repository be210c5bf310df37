import { boxBlur, gaussianBlur, type Size } from '../../base/blur.ts';
import { lumaOf, lumaPlane, luminanceOf } from '../../base/colour.ts';
import {
  decodeLight,
  encodeLight,
  type LinearColour,
  type LinearLight,
  linearColour,
} from '../../base/linear-light.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { valueNoise } from '../../base/random.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import type { MoodLook } from '../light/atmosphere-looks.ts';
import { addFalling } from '../light/atmosphere-weather.ts';
import { gradeByWords, isPlain, type WordedGrade } from '../light/grade-words.ts';
import { paintSky } from '../light/sky.ts';
import { type Backdrop, paintBackdrop } from '../light/sky-backdrop.ts';
import { sunlightOf } from '../live/live-light.ts';
import { Role } from '../live/live-role.ts';
import type { WallFinish } from '../live/live-words.ts';
import { finishFactors } from './view-finish.ts';
import { Part, type ViewParts } from './view-parts.ts';

/** Wishes for a view. */
export interface ViewWish {
  look: MoodLook;
  grade: WordedGrade;
  /** Of white and grey faces, linear light; of the plain. */
  wall: LinearColour;
  paving: LinearColour;
  finish: WallFinish;
  /** Far surroundings; drawn where the sky is sure. */
  backdrop: Backdrop | undefined;
}

/** A view that was finished, and what is known of it. */
export interface FinishedView {
  /** sRGB of the view's size. */
  rgb: Uint8Array;
  /** {@link Role} per pixel. */
  roles: Uint8Array;
  /** Row where the ground ends, pixels. */
  horizon: number;
}

/**
 * Finishes a view without drawing it anew: every line stays, because colours and light are laid over the view as factors.
 * White and grey take the colour of the style in their own shade, colours stay, a sure sky and a grey plain are replaced,
 * the program's background becomes an even one without widgets.
 *
 * @param rgb 8-bit sRGB, interleaved
 */
export function paintView(rgb: Uint8Array, size: Size, read: ViewParts, wish: ViewWish, seed: number): FinishedView {
  const base = decodeLight(rgb);
  const light = Float32Array.from(base);
  const frame: Frame = { rgb, base, light, size, read, wish, seed, unit: Math.max(size.width, size.height) / 512 };
  tintNeutral(frame);
  lightModel(frame);
  shineGlass(frame);
  layGround(frame);
  layBackdrop(frame);
  laySky(frame);
  const { falls } = wish.look;
  if (falls) addFalling(light, size, falls, { amount: 0.8, brightness: falls === 'snow' ? 0.95 : 0.6, seed });
  if (!isPlain(wish.grade)) gradeByWords(light, wish.grade);
  return { rgb: encodeLight(light), roles: rolesOf(frame), horizon: read.horizon ?? 0.02 * size.height };
}

interface Frame {
  rgb: Uint8Array;
  base: LinearLight;
  light: LinearLight;
  size: Size;
  read: ViewParts;
  wish: ViewWish;
  seed: number;
  /** Pixels of this picture per pixel of one 512 wide. */
  unit: number;
}

const isModelled = (part: number) => part === Part.model || part === Part.glass;

/** Share by which a pixel counts as white or grey, 0–1: what is nearly black is a frame or a line. `at` is its place in `rgb`. */
export function neutralShare(rgb: Uint8Array, at: number): number {
  const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
  const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
  return (1 - smoothstep(10, 26, chroma)) * smoothstep(56, 112, lumaOf(red, green, blue));
}

/** White and grey take the style's colour and finish in their own shade. In place. */
function tintNeutral({ rgb, light, size, read, wish, seed }: Frame): void {
  const { parts } = read;
  const factors = finishFactors(size, read, wish.finish, seed);
  // The lightest face becomes the colour itself, darker ones its shades.
  const level = lightestNeutral(rgb, parts);
  const tint = wish.wall.map((value) => value / level);
  for (let i = 0, at = 0; i < parts.length; i++, at += 3) {
    if (parts[i] !== Part.model) continue;
    const share = neutralShare(rgb, at);
    if (share === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      light[at + channel]! *= 1 + (Math.min(1.6, tint[channel]!) * factors[i]! - 1) * share;
    }
  }
}

/** Luminance that only a fiftieth of the white and grey pixels of the model exceeds, 0–1. */
function lightestNeutral(rgb: Uint8Array, parts: Uint8Array): number {
  const counts = new Int32Array(256);
  let total = 0;
  for (let i = 0, at = 0; i < parts.length; i += 3, at += 9) {
    if (parts[i] !== Part.model || neutralShare(rgb, at) < 0.5) continue;
    counts[Math.round(lumaOf(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!))]!++;
    total++;
  }
  let seen = 0;
  let level = 255;
  while (level > 140 && seen < 0.02 * total) seen += counts[level--]!;
  return (level / 255) ** 2.2;
}

/** Sun on light faces, sky light in dark ones, less of it near edges, and the grain of a surface. In place. */
function lightModel({ rgb, light, size, read, wish, seed, unit }: Frame): void {
  const { sun, sky } = sunlightOf(wish);
  const luma = lumaPlane(rgb);
  const open = openness(luma, size, unit);
  const scale = levelOf(wish.look) / luminanceOf(sun[0] + sky[0], sun[1] + sky[1], sun[2] + sky[2]);
  for (let y = 0, i = 0; y < size.height; y++) {
    const rise = 1.03 - (0.06 * y) / size.height;
    for (let x = 0; x < size.width; x++, i++) {
      if (!isModelled(read.parts[i]!)) continue;
      const lit = smoothstep(0.15, 0.8, luma[i]!);
      const grain = 1 + 0.03 * (valueNoise(x / unit / 1.1, y / unit / 1.1, seed + 7) - 0.5);
      const cloud = 1 + 0.05 * (valueNoise(x / unit / 60, y / unit / 60, seed + 9) - 0.5);
      for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
        const shine = sky[channel]! * (1.25 - 0.25 * lit) + sun[channel]! * (0.55 + 0.45 * lit);
        light[at]! *= scale * shine * rise * open[i]! * grain * cloud;
      }
    }
  }
}

/** Brightness of a mood beside a clear day, 0–1: what a view shows has to be seen by night as well. */
const levelOf = ({ light: { exposure } }: MoodLook) => clamp(0.3 + 0.72 * exposure, 0.36, 1.06);

/** Sky light that reaches a pixel, 0.8–1: less beside edges, in a narrow and a wide reach. */
function openness(luma: Float32Array, size: Size, unit: number): Float32Array {
  const { width, height } = size;
  const edges = new Float32Array(luma.length);
  for (let y = 1, i = width; y < height - 1; y++, i = y * width) {
    for (let x = 1; x < width - 1; x++) {
      const at = i + x;
      const step = Math.abs(luma[at + 1]! - luma[at - 1]!) + Math.abs(luma[at + width]! - luma[at - width]!);
      edges[at] = step > 0.06 ? 1 : 0;
    }
  }
  const near = gaussianBlur(edges, size, 3 * unit);
  const far = gaussianBlur(edges, size, 12 * unit);
  return near.map((value, i) => 1 - 0.12 * Math.min(1, 2.2 * value) - 0.08 * Math.min(1, 2.5 * far[i]!));
}

/** Panes mirror the sky, brighter upwards; late in the day rooms behind them are lit. In place. */
function shineGlass({ light, size, read, wish }: Frame): void {
  const { parts, faces } = read;
  const high = linearColour(wish.look.sky.horizon);
  const lamp = linearColour('#ffcf8a');
  const lit = Math.min(1, wish.look.lamps);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      if (parts[i] !== Part.glass) continue;
      const { top, bottom } = faces.list[faces.labels[i]!]!;
      const up = 1 - (y - top) / Math.max(1, bottom - top);
      const mirrored = 0.1 + 0.22 * up;
      for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
        const seen = light[at]! * (0.86 - 0.1 * up) + (high[channel]! - light[at]!) * mirrored * (1 - 0.8 * lit);
        light[at] = seen + (lamp[channel]! * (0.75 + 0.25 * up) - seen) * 0.7 * lit;
      }
    }
  }
}

/** A grey plain is paved in its own shade, so that shadows stay on it; a coloured one keeps its colour. In place. */
function layGround({ rgb, base, light, size, read, wish, seed, unit }: Frame): void {
  const { parts, horizon } = read;
  if (horizon === undefined) return;
  const level = levelOf(wish.look);
  const lightest = lightestOf(base, parts, Part.ground);
  const haze = linearColour(wish.look.sky.horizon);
  for (let y = 0, i = 0; y < size.height; y++) {
    const drop = Math.max(2.5, (y - horizon) / unit + 3);
    const away = 800 / drop;
    const fade = smoothstep(0.5, 0.1, 800 / (drop * drop) / unit);
    const far = 0.5 * smoothstep(30, 240, away);
    for (let x = 0; x < size.width; x++, i++) {
      if (parts[i] !== Part.ground) continue;
      const at = i * 3;
      const across = ((x - size.width / 2) / unit) * (1.6 / drop);
      const pattern =
        1 +
        0.1 * (valueNoise(across * 2, away * 2, seed) - 0.5) +
        0.1 * fade * (valueNoise(across * 14, away * 14, seed + 1) - 0.5);
      const neutral = neutralShare(rgb, at);
      const shade = read.widgets[i] ? 1 : luminanceOf(base[at]!, base[at + 1]!, base[at + 2]!) / lightest;
      for (let channel = 0; channel < 3; channel++) {
        const paved = base[at + channel]! + (wish.paving[channel]! * shade - base[at + channel]!) * neutral;
        const seen = paved * pattern * level;
        light[at + channel] = seen + (haze[channel]! * level - seen) * far;
      }
    }
  }
}

/** Luminance of the lightest tenth of a part, 0–1. */
function lightestOf(base: LinearLight, parts: Uint8Array, part: Part): number {
  const counts = new Int32Array(256);
  let total = 0;
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] !== part) continue;
    counts[Math.min(255, Math.round(255 * luminanceOf(base[i * 3]!, base[i * 3 + 1]!, base[i * 3 + 2]!)))]!++;
    total++;
  }
  let seen = 0;
  let level = 255;
  while (level > 1 && seen < 0.1 * total) seen += counts[level--]!;
  return Math.max(0.02, level / 255);
}

/** The program's background becomes one even, slightly falling tone, with a soft shade at the model's foot. In place. */
function layBackdrop({ base, light, size, read, wish, unit }: Frame): void {
  const { parts } = read;
  if (!parts.includes(Part.backdrop)) return;
  const { width, height } = size;
  const grey = Math.max(0.05, lightestOf(base, parts, Part.backdrop));
  const [red, green, blue] = linearColour(wish.look.light.lightColour);
  const tone = [0.7 + 0.3 * red, 0.7 + 0.3 * green, 0.7 + 0.3 * blue];
  const level = levelOf(wish.look) * Math.min(0.9, grey);
  const shade = footShade(parts, size, unit);
  for (let y = 0, i = 0; y < height; y++) {
    const fall = 1.02 - 0.14 * smoothstep(0.35, 1, y / height);
    for (let x = 0; x < width; x++, i++) {
      if (parts[i] !== Part.backdrop) continue;
      // Pale lines of distant things lie in the background.
      const seen = luminanceOf(base[i * 3]!, base[i * 3 + 1]!, base[i * 3 + 2]!) / grey;
      const own = read.widgets[i] ? 1 : clamp(seen, 0, 1);
      for (let channel = 0; channel < 3; channel++)
        light[i * 3 + channel] = level * tone[channel]! * fall * shade[i]! * own;
    }
  }
}

/** Shade below the model: its outline moved down and blurred, fading in from the model's middle to its foot. 0–1. */
function footShade(parts: Uint8Array, size: Size, unit: number): Float32Array {
  const { width, height } = size;
  let top = height;
  let bottom = 0;
  const mask = new Float32Array(parts.length);
  const down = Math.round(5 * unit);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!isModelled(parts[i]!)) continue;
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      if (y + down < height) mask[i + down * width] = 1;
    }
  }
  const soft = gaussianBlur(mask, size, 7 * unit);
  return soft.map((value, i) => 1 - 0.4 * value * smoothstep(top + 0.45 * (bottom - top), bottom, i / width));
}

/** The sky of the mood where the view shows one, with far surroundings. In place. */
function laySky({ light, size, read, wish, seed }: Frame): void {
  const { parts } = read;
  if (!parts.includes(Part.sky)) return;
  const isSky = Float32Array.from(parts, (part) => (part === Part.sky ? 255 : 0));
  const soft = boxBlur(isSky, size, 1);
  const mask = bytesOf(soft, (level, i) => (parts[i] === Part.sky ? Math.round(level) : 0));
  const horizon = read.horizon ?? 0.66 * size.height;
  paintSky(light, size, wish.look.sky, { mask, horizon: Math.max(horizon, 0.4 * size.height), seed });
  if (!wish.backdrop || read.horizon === undefined) return;
  const air = linearColour(wish.look.sky.horizon);
  const brightness = Math.max(0.1, wish.look.light.exposure);
  paintBackdrop(light, size, wish.backdrop, { mask, horizon, air, brightness, seed });
}

function rolesOf({ rgb, read }: Frame): Uint8Array {
  return bytesOf(read.parts, (part, i) => {
    if (part === Part.sky) return Role.sky;
    if (part === Part.backdrop) return Role.back;
    if (part === Part.glass) return Role.window;
    if (part !== Part.ground) return Role.wall;
    return rgb[i * 3 + 1]! > rgb[i * 3]! + 12 && rgb[i * 3 + 1]! > rgb[i * 3 + 2]! + 12 ? Role.grass : Role.paving;
  });
}
