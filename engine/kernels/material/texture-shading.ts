import { boxBlur, gaussianBlur, type Size } from '../../base/blur.ts';
import { luminanceOf, type RgbBytes } from '../../base/colour.ts';
import { guidedSmooth } from '../../base/guided-filter.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { chosenLevel, type Mask } from '../../base/mask.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { linearOfByte } from '../../base/srgb.ts';

/** The light on a surface, told from its picture. */
export interface Shading {
  /** Light on each pixel of the mask, 1 = usual for the surface; 0 elsewhere. */
  light: Float32Array;
  /** Linear level and colour of white in the usual light. */
  white: readonly [red: number, green: number, blue: number];
}

/** Long side at which the light is told from the pattern, pixels. */
const lightSide = 2048;

/**
 * Splits light from material: in the logarithm the light is what an edge-preserving filter keeps (shadow edges stay,
 * the old pattern goes; Durand & Dorsey, "Fast bilateral filtering", SIGGRAPH 2002, with a guided filter).
 *
 * @param kept how much of the light is laid on the new surface, 0–1
 */
export function shadingOf(rgb: RgbBytes, mask: Mask, size: Size, kept: number): Shading {
  const { smooth: light, usual } = lightOf(rgb, mask, size);
  for (let i = 0; i < light.length; i++) {
    if (mask[i] === 0) {
      light[i] = 0;
      continue;
    }
    const smooth = light[i]!;
    const fine = clamp(levelAt(rgb, i) - smooth, -0.5, 0.5);
    const exponent = kept * (smooth - usual + 0.12 * fine);
    light[i] = Math.exp(clamp(exponent, -3, 1.4));
  }
  return { light, white: whiteOf(rgb, Math.exp(usual), kept) };
}

/** Logarithm of the light on the surface, and its usual level. */
function lightOf(rgb: RgbBytes, mask: Mask, full: Size): { smooth: Float32Array; usual: number } {
  const scale = Math.min(1, lightSide / Math.max(full.width, full.height));
  const size = { width: Math.round(full.width * scale), height: Math.round(full.height * scale) };
  // One plane of the full size serves for all that is reduced, and for the result.
  const plane = new Float32Array(mask.length);
  const reduced = () => (scale < 1 ? resamplePlane(plane, full, size, 'catmullRom') : Float32Array.from(plane));
  for (let i = 0; i < plane.length; i++) plane[i] = levelAt(rgb, i);
  const level = reduced();
  for (let i = 0; i < plane.length; i++) plane[i] = mask[i]! >= chosenLevel ? 1 : 0;
  const inside = reduced();
  for (let i = 0; i < inside.length; i++) inside[i] = inside[i]! > 0.5 ? 1 : 0;
  // Outside, the surface is continued by its own mean, so that its surroundings do not shine in.
  const side = Math.max(size.width, size.height);
  const own = floatsOf(level, (value, i) => value * inside[i]!);
  const radius = Math.max(3, Math.round(side * 0.014));
  const work = new Float32Array(level.length);
  const weight = boxBlur(inside, size, radius, undefined, work);
  boxBlur(own, size, radius, own, work);
  const usual = quantileOf(level, inside, 0.6);
  const filled = new Float32Array(level.length);
  for (let i = 0; i < filled.length; i++) {
    if (inside[i]) filled[i] = level[i]!;
    else filled[i] = weight[i]! > 1e-3 ? own[i]! / weight[i]! : usual;
  }
  guidedSmooth(filled, size, Math.max(2, Math.round(side * 0.004)), 0.08, filled);
  const smooth = guidedSmooth(filled, size, Math.max(4, Math.round(side * 0.016)), 0.06);
  return { smooth: scale < 1 ? resamplePlane(smooth, size, full, 'catmullRom', plane) : smooth, usual };
}

function levelAt(rgb: RgbBytes, i: number): number {
  return Math.log(luminanceAt(rgb, i) + 0.004);
}

function luminanceAt(rgb: RgbBytes, i: number): number {
  const at = i * 3;
  return luminanceOf(linearOfByte[rgb[at]!]!, linearOfByte[rgb[at + 1]!]!, linearOfByte[rgb[at + 2]!]!);
}

/** Value below which `share` of the places with a weight lie. */
function quantileOf(values: Float32Array, weights: Float32Array, share: number): number {
  const sample: number[] = [];
  const step = Math.max(1, Math.floor(values.length / 400_000));
  for (let i = 0; i < values.length; i += step) if (weights[i]) sample.push(values[i]!);
  if (sample.length === 0) return Math.log(0.3);
  sample.sort((a, b) => a - b);
  return sample[Math.floor(sample.length * share)]!;
}

/**
 * Brightness of white under the surface's light: mostly the picture's exposure, a little the surface's own brightness,
 * because a dark floor is dark for its material more often than for its light. The light's colour by shades of grey
 * (Finlayson & Trezzi 2004), half of it.
 */
function whiteOf(rgb: RgbBytes, usual: number, kept: number): [number, number, number] {
  const sums = [0, 0, 0];
  const bright: number[] = [];
  const count = rgb.length / 3;
  const step = Math.max(1, Math.floor(count / 60_000));
  for (let i = 0; i < count; i += step) {
    bright.push(luminanceAt(rgb, i));
    for (let channel = 0; channel < 3; channel++) sums[channel]! += linearOfByte[rgb[i * 3 + channel]!]! ** 4;
  }
  bright.sort((a, b) => a - b);
  const exposure = Math.max(0.02, bright[Math.floor(bright.length * 0.93)]!);
  const own = clamp((usual / (0.4 * exposure)) ** 0.4, 0.55, 1.35);
  const strength = clamp((exposure / 0.72) * own, 0.06, 1.25) ** (0.35 + 0.65 * kept);
  const tint = sums.map((sum) => (sum / bright.length) ** 0.25 + 1e-3);
  const mean = (tint[0]! + tint[1]! + tint[2]!) / 3;
  const channel = (i: number) => strength * (tint[i]! / mean) ** (0.5 * kept);
  return [channel(0), channel(1), channel(2)];
}

/** A small, soft picture of what surrounds a surface, for reflections; linear light. */
export interface Surroundings extends Size {
  /** Pixels of the picture per pixel of this one. */
  step: number;
  planes: readonly [red: Float32Array, green: Float32Array, blue: Float32Array];
}

/** Blurs what lies outside the mask; inside, it is continued from there. */
export function surroundingsOf(rgb: RgbBytes, mask: Mask, size: Size, sharpness: number): Surroundings {
  const step = Math.max(1, Math.max(size.width, size.height) / 320);
  const small = {
    width: Math.max(1, Math.round(size.width / step)),
    height: Math.max(1, Math.round(size.height / step)),
  };
  const outsideAt = (i: number) => (mask[i]! >= chosenLevel ? 0.02 : 1);
  const plane = new Float32Array(mask.length);
  for (let i = 0; i < plane.length; i++) plane[i] = outsideAt(i);
  const soft = 1.2 + 7 * (1 - sharpness);
  const weight = gaussianBlur(resamplePlane(plane, size, small, 'catmullRom'), small, soft);
  const planes = [0, 1, 2].map((channel) => {
    for (let i = 0; i < plane.length; i++) plane[i] = linearOfByte[rgb[i * 3 + channel]!]! * outsideAt(i);
    const blurred = gaussianBlur(resamplePlane(plane, size, small, 'catmullRom'), small, soft);
    for (let i = 0; i < blurred.length; i++) blurred[i] = Math.max(0, blurred[i]! / Math.max(1e-3, weight[i]!));
    return blurred;
  });
  const [red, green, blue] = planes;
  return { ...small, step, planes: [red!, green!, blue!] };
}
