import { boxBlur, type Size } from '../../base/blur.ts';
import { lumaPlane, type Rgb, type RgbBytes } from '../../base/colour.ts';
import { guidedSmooth } from '../../base/guided-filter.ts';
import { chosenLevel, type Mask } from '../../base/mask.ts';
import { resamplePlane } from '../../base/resample.ts';
import { byteOf, clamp } from '../../base/scalar.ts';
import { type Box, cut, putBack, sizeOf, spotsOf } from './hole-window.ts';
import { patternAt } from './material-pattern.ts';
import type { MaterialLook } from './material-words.ts';
import { fillByPatches } from './patch-fill.ts';

export interface RedrawOptions {
  /** 0–1: how far the region leaves what it was. */
  strength: number;
  seed: number;
  /** Which of several outputs this is, from 0. */
  variant: number;
}

/** Pixels with their size. */
interface Picture extends Size {
  rgb: RgbBytes;
}

/** Largest side at which a texture is grown, pixels; above it the texture is enlarged. */
const maxTextureSide = 448;

/** Further outputs of one colour differ by a shade, besides their pattern: a factor on the material's colour. */
export function shadeOf(variant: number, colours: number): number {
  return 1 + [0, 0.1, -0.1, 0.18][Math.floor(variant / colours) % 4]!;
}

/** Gives the region the colours and the pattern of a material; the light that lay on it stays. */
export function redrawByLook(picture: Picture, mask: Mask, look: MaterialLook, options: RedrawOptions): RgbBytes {
  const colour = look.colours[options.variant % look.colours.length]!;
  const shade = shadeOf(options.variant, look.colours.length);
  const unit = 1024 / Math.max(picture.width, picture.height);
  const seed = options.seed + options.variant * 131;
  return shadeRegion(picture, mask, options, (x, y) => {
    const level = shade * (1 + look.contrast * patternAt(look.pattern, x * unit, y * unit, seed));
    return [colour[0] * level, colour[1] * level, colour[2] * level];
  });
}

/** Grows the reference's texture over the region; the light that lay on it stays. */
export function redrawByTexture(picture: Picture, mask: Mask, reference: Picture, options: RedrawOptions): RgbBytes {
  const box = spotsOf(mask, picture, () => picture.width + picture.height)[0]!;
  const texture = growTexture(sizeOf(box), reference, options.seed + options.variant * 131);
  const { width } = sizeOf(box);
  return shadeRegion(picture, mask, options, (x, y) => {
    const at = ((y - box.top) * width + x - box.left) * 3;
    return [texture[at]!, texture[at + 1]!, texture[at + 2]!];
  });
}

/** Moves the region's colours to the reference's: mean and spread per channel (after Reinhard et al. 2001). */
export function redrawByColours(picture: Picture, mask: Mask, reference: Picture, options: RedrawOptions): RgbBytes {
  const own = statistics(picture.rgb, (i) => mask[i]! >= chosenLevel);
  const wanted = statistics(reference.rgb, () => true);
  const push = options.strength * (1 - 0.2 * options.variant);
  const out = Uint8Array.from(picture.rgb);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      const at = i * 3 + channel;
      const spread = Math.min(2, wanted[channel]!.spread / (own[channel]!.spread + 4));
      const value = (picture.rgb[at]! - own[channel]!.mean) * (1 + (spread - 1) * 0.5) + wanted[channel]!.mean;
      out[at] = byteOf(picture.rgb[at]! + (value - picture.rgb[at]!) * push);
    }
  }
  return out;
}

/** Gains for red, green, blue and a contrast, by output. */
const grades = [
  [1.12, 1.04, 0.92, 1.08],
  [0.92, 1, 1.12, 1.04],
  [1.16, 1.16, 1.14, 0.94],
  [0.84, 0.82, 0.84, 1.16],
] as const;

/** Another light on the same things: warm, cool, bright, dim. */
export function redrawByGrade(picture: Picture, mask: Mask, { strength, variant, seed }: RedrawOptions): RgbBytes {
  const grade = grades[(variant + seed) % grades.length]!;
  const out = Uint8Array.from(picture.rgb);
  for (let i = 0; i < out.length; i++) {
    if (mask[(i / 3) | 0] === 0) continue;
    const value = ((out[i]! - 128) * grade[3] + 128) * grade[i % 3]!;
    out[i] = byteOf(out[i]! + (value - out[i]!) * strength);
  }
  return out;
}

/**
 * Lays colours over the region and keeps its light: the smooth part of its lightness in full, the fine part times
 * 1 − strength.
 */
function shadeRegion(
  { rgb, width, height }: Picture,
  mask: Mask,
  { strength }: RedrawOptions,
  paint: (x: number, y: number) => Rgb | readonly number[],
): RgbBytes {
  const luma = lumaPlane(rgb);
  const size = { width, height };
  const radius = Math.max(4, Math.round(Math.max(width, height) / 100));
  const smooth = guidedSmooth(luma, size, radius, 0.01);
  boxBlur(smooth, size, 2, smooth);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! < chosenLevel) continue;
    sum += smooth[i]!;
    count++;
  }
  const mean = Math.max(0.05, sum / count);
  // A region in deep shade stays in shade, whatever it is made of.
  const exposure = clamp(Math.sqrt(mean / 0.5), 0.5, 1.2);
  const share = Math.min(1, strength / 0.75);
  const out = Uint8Array.from(rgb);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (mask[i] === 0) continue;
      const light = smooth[i]! + (luma[i]! - smooth[i]!) * (1 - strength);
      const shading = clamp((light / mean) ** 0.85, 0.25, 1.7) * exposure;
      const colour = paint(x, y);
      for (let channel = 0; channel < 3; channel++) {
        const at = i * 3 + channel;
        out[at] = byteOf(rgb[at]! + (colour[channel]! * shading - rgb[at]!) * share);
      }
    }
  }
  return out;
}

/** A texture of `size` that continues the reference to its right. */
function growTexture(size: Size, reference: Picture, seed: number): RgbBytes {
  const scale = Math.min(1, maxTextureSide / Math.max(size.width, size.height));
  const grown = { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) };
  const canvas = { width: reference.width + grown.width, height: Math.max(reference.height, grown.height) };
  const pixels = new Uint8Array(canvas.width * canvas.height * 3);
  const isAllowed = new Uint8Array(canvas.width * canvas.height);
  const isHole = new Uint8Array(isAllowed.length).fill(1);
  const place: Box = { left: 0, top: 0, right: reference.width, bottom: reference.height };
  putBack(pixels, canvas, place, reference.rgb, 3);
  for (let y = 0; y < reference.height; y++) {
    isAllowed.fill(1, y * canvas.width, y * canvas.width + reference.width);
    isHole.fill(0, y * canvas.width, y * canvas.width + reference.width);
  }
  const filled = fillByPatches(pixels, isHole, canvas, {
    seed,
    start: 'exemplars',
    isAllowed,
    isToneFitted: false,
    penalty: { columns: 0, rows: 0 },
  });
  // Outputs differ in which part of what has grown they show.
  const slack = canvas.height - grown.height;
  const top = slack > 0 ? Math.abs(seed * 37) % (slack + 1) : 0;
  const box = { left: reference.width, top, right: canvas.width, bottom: top + grown.height };
  const texture = cut(filled, canvas, box, 3);
  return scale === 1 ? texture : enlarge(texture, grown, size);
}

function enlarge(rgb: RgbBytes, from: Size, to: Size): RgbBytes {
  const out = new Uint8Array(to.width * to.height * 3);
  for (let channel = 0; channel < 3; channel++) {
    const plane = new Float32Array(from.width * from.height);
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]!;
    const large = resamplePlane(plane, from, to, 'catmullRom');
    for (let i = 0; i < large.length; i++) out[i * 3 + channel] = byteOf(large[i]!);
  }
  return out;
}

function statistics(rgb: RgbBytes, isCounted: (pixel: number) => boolean) {
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    let squares = 0;
    let count = 0;
    for (let i = 0; i < rgb.length / 3; i++) {
      if (!isCounted(i)) continue;
      const value = rgb[i * 3 + channel]!;
      sum += value;
      squares += value * value;
      count++;
    }
    const mean = sum / Math.max(1, count);
    return { mean, spread: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) };
  });
}
