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
  /** How far the cut-out takes on the room's light, 0–1. */
  matching: number;
  /** 0–1: 1 fills the region. */
  similarity: number;
  index: number;
  /** Stands on the region's lower edge and throws a shadow; otherwise hangs in its middle. */
  isStanding: boolean;
}

/** @returns the picture with the cut-out; also changed outside the region where it is cut off afterwards */
export function pasteCutOut(
  photo: RgbBytes,
  size: Size,
  cut: CutOut,
  options: PasteOptions,
): { rgb: Uint8Array; scale: number } {
  const { region, level, matching, similarity, index, isStanding } = options;
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
  const left = region.left + Math.round(slack * [0.5, 0.5, 0.25, 0.75][index % 4]!);
  const top = isStanding ? region.bottom - drawn.height : region.top + ((tall - drawn.height) >> 1);
  const isMirrored = index % 2 === 1;
  const alpha = resamplePlane(cut.alpha, cut, drawn, 'catmullRom');
  const planes = [0, 1, 2].map((c) =>
    resamplePlane(
      floatsOf(cut.alpha, (a, i) => linearOfByte[cut.rgb[i * 3 + c]!]! * a),
      cut,
      drawn,
      'catmullRom',
    ),
  );
  const rgb = new Uint8Array(photo);
  if (isStanding) shadow();
  const gain = gains();
  for (let y = 0; y < drawn.height; y++) {
    for (let x = 0; x < drawn.width; x++) {
      const from = y * drawn.width + (isMirrored ? drawn.width - 1 - x : x);
      const own = clamp(alpha[from]!, 0, 1);
      const column = left + x;
      const row = top + y;
      if (own < 0.004 || column < 0 || row < 0 || column >= size.width || row >= size.height) continue;
      const at = (row * size.width + column) * 3;
      for (let c = 0; c < 3; c++) {
        const light = Math.max(0, planes[c]![from]!) * gain[c]!;
        rgb[at + c] = srgbByteOf(Math.min(1, linearOfByte[rgb[at + c]!]! * (1 - own) + light));
      }
    }
  }
  return { rgb, scale: drawn.height / cut.height };

  /** Studio light becomes the room's: brightness and colour, as far as asked. */
  function gains(): number[] {
    const grey = luminanceOf(...level);
    return level.map((own) => {
      const tint = own / grey;
      const bright = clamp(grey * 1.35, 0.45, 1.15);
      return (tint * bright) ** matching;
    });
  }

  /** Darkest where the cut-out touches the floor, wider and softer under its whole foot. */
  function shadow(): void {
    const pad = Math.round(drawn.height * 0.16) + 4;
    const field = { width: drawn.width + pad * 2, height: Math.round(drawn.height * 0.4) + pad * 2 };
    const sharp = new Float32Array(field.width * field.height);
    const broad = new Float32Array(sharp.length);
    const base = field.height - pad - 1;
    const foot = drawn.height * 0.3;
    let first = Infinity;
    let last = -1;
    const lows = new Float32Array(drawn.width);
    for (let x = 0; x < drawn.width; x++) {
      let low = -1;
      for (let y = drawn.height - 1; y >= 0 && low < 0; y--) {
        if (alpha[y * drawn.width + (isMirrored ? drawn.width - 1 - x : x)]! > 0.5) low = y;
      }
      lows[x] = low;
      const lift = drawn.height - 1 - low;
      if (low < 0 || lift > foot) continue;
      first = Math.min(first, x);
      last = Math.max(last, x);
      // Feet end lower than their neighbours; what hangs over the floor only dims it.
      sharp[(base - Math.round(lift)) * field.width + x + pad] = 1;
    }
    if (last < 0) return;
    const thick = Math.max(2, Math.round(drawn.height * 0.1));
    for (let x = first; x <= last; x++) {
      const lift = Math.min(foot, drawn.height - 1 - Math.max(0, lows[x]!));
      const to = base - Math.round(lift * 0.4);
      for (let y = Math.max(0, to - thick); y <= to; y++) broad[y * field.width + x + pad] = 1;
    }
    const near = gaussianBlur(sharp, field, Math.max(1, drawn.height * 0.012));
    const wideBlur = gaussianBlur(broad, field, Math.max(1.5, drawn.height * 0.04));
    const strongest = near.reduce((most, value) => Math.max(most, value), 1e-6);
    for (let y = 0; y < field.height; y++) {
      const row = region.bottom - 1 - base + y;
      if (row < 0 || row >= size.height) continue;
      for (let x = 0; x < field.width; x++) {
        const column = left - pad + x;
        if (column < 0 || column >= size.width) continue;
        const i = y * field.width + x;
        const keep = (1 - 0.5 * Math.min(1, near[i]! / strongest)) * (1 - 0.42 * Math.min(1, wideBlur[i]!));
        const at = (row * size.width + column) * 3;
        for (let c = 0; c < 3; c++) rgb[at + c] = srgbByteOf(linearOfByte[photo[at + c]!]! * keep);
      }
    }
  }
}
