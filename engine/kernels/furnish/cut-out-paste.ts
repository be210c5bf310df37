/** A cut-out set into a region of a photograph: size, tone and contact shadow. */

import { gaussianBlur, type Size } from '../../base/blur.ts';
import { labPlanes, luminanceOf, parseHexColour, type RgbBytes } from '../../base/colour.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { linearOf, linearOfByte, srgbByteOf } from '../../base/srgb.ts';
import type { PixelBox } from './single-place.ts';

export interface CutOut extends Size {
  rgb: Uint8Array;
  /** 0–1. */
  alpha: Float32Array;
}

/** The cut-out without its empty border; nothing when it is empty. */
export function trimmed({ width, height, rgb, alpha }: CutOut): CutOut | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (alpha[y * width + x]! < 0.1) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  if (right - left < 4 || bottom - top < 4) return undefined;
  const size = { width: right - left, height: bottom - top };
  const out: CutOut = {
    ...size,
    rgb: new Uint8Array(size.width * size.height * 3),
    alpha: new Float32Array(size.width * size.height),
  };
  for (let y = 0; y < size.height; y++) {
    const from = (top + y) * width + left;
    out.rgb.set(rgb.subarray(from * 3, (from + size.width) * 3), y * size.width * 3);
    out.alpha.set(alpha.subarray(from, from + size.width), y * size.width);
  }
  return out;
}

/** Gives the cut-out's main colour another hue and lightness; other colours stay. */
export function recoloured(cut: CutOut, hex: string): CutOut {
  const lab = labPlanes(cut.rgb);
  const wanted = parseHexColour(hex);
  const own = labPlanes(Uint8Array.from(wanted));
  const bins = new Map<number, number>();
  for (let i = 0; i < cut.alpha.length; i++) {
    if (cut.alpha[i]! < 0.8) continue;
    const key = (Math.round(lab.a[i]! * 12) + 50) * 128 + Math.round(lab.b[i]! * 12) + 50;
    bins.set(key, (bins.get(key) ?? 0) + 1);
  }
  const [main] = [...bins].sort((p, q) => q[1] - p[1])[0] ?? [0];
  const mainA = (Math.floor(main / 128) - 50) / 12;
  const mainB = ((main % 128) - 50) / 12;
  const weights = new Float32Array(cut.alpha.length);
  let total = 1e-6;
  const mean = [0, 0, 0];
  for (let i = 0; i < weights.length; i++) {
    const away = Math.hypot(lab.a[i]! - mainA, lab.b[i]! - mainB);
    const weight = Math.exp(-((away / 0.13) ** 2)) * cut.alpha[i]!;
    weights[i] = weight;
    total += weight;
    for (let c = 0; c < 3; c++) mean[c]! += weight * linearOfByte[cut.rgb[i * 3 + c]!]!;
  }
  if (own.lightness.length === 0) return cut;
  const rgb = new Uint8Array(cut.rgb);
  for (let i = 0; i < weights.length; i++) {
    if (weights[i]! < 0.01) continue;
    const grey = (c: number) => mean[c]! / total;
    const meanGrey = luminanceOf(grey(0), grey(1), grey(2));
    const at = i * 3;
    const light = luminanceOf(linearOfByte[rgb[at]!]!, linearOfByte[rgb[at + 1]!]!, linearOfByte[rgb[at + 2]!]!);
    for (let c = 0; c < 3; c++) {
      const fresh = linearOf(wanted[c]! / 255) * (light / Math.max(0.01, meanGrey));
      const old = linearOfByte[cut.rgb[at + c]!]!;
      rgb[at + c] = srgbByteOf(old + (Math.min(1, fresh) - old) * Math.min(1, weights[i]! * 1.25));
    }
  }
  return { ...cut, rgb };
}

export interface PasteOptions {
  region: PixelBox;
  /** Linear light of white in the room. */
  level: readonly [number, number, number];
  /** Adaptation of the cut-out to the room's light, 0–1. */
  matching: number;
  /** 0–1: 1 fills the region. */
  similarity: number;
  index: number;
  /** Stands on the region's lower edge and throws a shadow; otherwise hangs in its middle. */
  isStanding: boolean;
}

/** A cut-out at the size and place it is drawn in the photograph; pixels of the photograph. */
interface DrawnCutOut extends Size {
  left: number;
  top: number;
  /** Drawn mirrored: columns are read from the right. */
  isMirrored: boolean;
  /** 0–1 before clamping, as resampled. */
  alpha: Float32Array;
}

/** @returns the picture with the cut-out; also changed outside the region where it is cut off afterwards */
export function pasteCutOut(
  photo: RgbBytes,
  size: Size,
  cut: CutOut,
  options: PasteOptions,
): { rgb: Uint8Array; scale: number } {
  const drawn = placeCutOut(cut, options);
  const planes = [0, 1, 2].map((c) =>
    resamplePlane(
      floatsOf(cut.alpha, (a, i) => linearOfByte[cut.rgb[i * 3 + c]!]! * a),
      cut,
      drawn,
      'catmullRom',
    ),
  );
  const out = { ...size, rgb: new Uint8Array(photo) };
  if (options.isStanding) addContactShadow(photo, out, drawn, options.region.bottom);
  blendCutOut(out, drawn, planes, gainsOf(options));
  return { rgb: out.rgb, scale: drawn.height / cut.height };
}

function placeCutOut(cut: CutOut, { region, similarity, index, isStanding }: PasteOptions): DrawnCutOut {
  const wide = region.right - region.left;
  const tall = region.bottom - region.top;
  const fit = Math.min(wide / cut.width, tall / cut.height);
  const share = [1, 1, 0.9, 0.82][index % 4]! * (0.72 + 0.28 * Math.min(1, similarity / 0.7));
  // A strict likeness to the region may stretch the cut-out a little to fill it.
  const give = 1 + (0.16 * Math.max(0, similarity - 0.7)) / 0.3;
  const drawn = {
    width: Math.max(2, Math.round(Math.min(wide, cut.width * fit * share * Math.min(give, wide / (cut.width * fit))))),
    height: Math.max(
      2,
      Math.round(Math.min(tall, cut.height * fit * share * Math.min(give, tall / (cut.height * fit)))),
    ),
  };
  const slack = wide - drawn.width;
  return {
    ...drawn,
    left: region.left + Math.round(slack * [0.5, 0.5, 0.25, 0.75][index % 4]!),
    top: isStanding ? region.bottom - drawn.height : region.top + ((tall - drawn.height) >> 1),
    isMirrored: index % 2 === 1,
    alpha: resamplePlane(cut.alpha, cut, drawn, 'catmullRom'),
  };
}

/** Factors per channel that turn studio light into the room's, as far as `matching` asks. */
function gainsOf({ level, matching }: PasteOptions): number[] {
  const grey = luminanceOf(...level);
  return level.map((own) => {
    const tint = own / grey;
    const bright = clamp(grey * 1.35, 0.45, 1.15);
    return (tint * bright) ** matching;
  });
}

/** @param planes linear light times alpha, one plane per channel, in the size of `drawn` */
function blendCutOut(
  { rgb, width, height }: Size & { rgb: Uint8Array },
  drawn: DrawnCutOut,
  planes: readonly Float32Array[],
  gains: readonly number[],
): void {
  for (let y = 0; y < drawn.height; y++) {
    const row = drawn.top + y;
    if (row < 0 || row >= height) continue;
    for (let x = 0; x < drawn.width; x++) {
      const from = y * drawn.width + (drawn.isMirrored ? drawn.width - 1 - x : x);
      const own = clamp(drawn.alpha[from]!, 0, 1);
      const column = drawn.left + x;
      if (own < 0.004 || column < 0 || column >= width) continue;
      const at = (row * width + column) * 3;
      for (let c = 0; c < 3; c++) {
        const light = Math.max(0, planes[c]![from]!) * gains[c]!;
        rgb[at + c] = srgbByteOf(Math.min(1, linearOfByte[rgb[at + c]!]! * (1 - own) + light));
      }
    }
  }
}

/** Contact of a standing cut-out with the floor: planes that reach below it. */
interface Contact {
  /** Size of the planes, `pad` wider than the cut-out on every side. */
  field: Size;
  pad: number;
  /** Row of the planes where the floor is touched. */
  base: number;
  /** 1 where a column ends within {@link footShare} of the height above the floor, else 0. */
  sharp: Float32Array;
  /** 1 under the whole foot, else 0. */
  broad: Float32Array;
}

/** Parts that end higher than this share of the cut-out's height do not touch the floor. */
const footShare = 0.3;

/** Darkens the floor most where the cut-out touches it, wider and softer under its whole foot. */
function addContactShadow(
  photo: RgbBytes,
  out: Size & { rgb: Uint8Array },
  drawn: DrawnCutOut,
  /** Lower edge of the region, pixels. */
  bottom: number,
): void {
  const contact = contactOf(drawn);
  if (!contact) return;
  const { field, pad, base } = contact;
  const near = gaussianBlur(contact.sharp, field, Math.max(1, drawn.height * 0.012));
  const wide = gaussianBlur(contact.broad, field, Math.max(1.5, drawn.height * 0.04));
  const strongest = near.reduce((most, value) => Math.max(most, value), 1e-6);
  for (let y = 0; y < field.height; y++) {
    const row = bottom - 1 - base + y;
    if (row < 0 || row >= out.height) continue;
    for (let x = 0; x < field.width; x++) {
      const column = drawn.left - pad + x;
      if (column < 0 || column >= out.width) continue;
      const i = y * field.width + x;
      const keep = (1 - 0.5 * Math.min(1, near[i]! / strongest)) * (1 - 0.42 * Math.min(1, wide[i]!));
      const at = (row * out.width + column) * 3;
      for (let c = 0; c < 3; c++) out.rgb[at + c] = srgbByteOf(linearOfByte[photo[at + c]!]! * keep);
    }
  }
}

function contactOf(drawn: DrawnCutOut): Contact | undefined {
  const pad = Math.round(drawn.height * 0.16) + 4;
  const field = { width: drawn.width + pad * 2, height: Math.round(drawn.height * 0.4) + pad * 2 };
  const sharp = new Float32Array(field.width * field.height);
  const broad = new Float32Array(sharp.length);
  const base = field.height - pad - 1;
  const foot = drawn.height * footShare;
  const lows = lowestRows(drawn);
  let first = Infinity;
  let last = -1;
  for (let x = 0; x < drawn.width; x++) {
    const lift = drawn.height - 1 - lows[x]!;
    if (lows[x]! < 0 || lift > foot) continue;
    first = Math.min(first, x);
    last = Math.max(last, x);
    // Feet end lower than their neighbours; what hangs over the floor only dims it.
    sharp[(base - Math.round(lift)) * field.width + x + pad] = 1;
  }
  if (last < 0) return undefined;
  const thick = Math.max(2, Math.round(drawn.height * 0.1));
  for (let x = first; x <= last; x++) {
    const lift = Math.min(foot, drawn.height - 1 - Math.max(0, lows[x]!));
    const to = base - Math.round(lift * 0.4);
    for (let y = Math.max(0, to - thick); y <= to; y++) broad[y * field.width + x + pad] = 1;
  }
  return { field, pad, base, sharp, broad };
}

/** Lowest opaque row per column as drawn; -1 in empty columns. */
function lowestRows({ width, height, alpha, isMirrored }: DrawnCutOut): Float32Array {
  const lows = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    let low = -1;
    for (let y = height - 1; y >= 0 && low < 0; y--) {
      if (alpha[y * width + (isMirrored ? width - 1 - x : x)]! > 0.5) low = y;
    }
    lows[x] = low;
  }
  return lows;
}
