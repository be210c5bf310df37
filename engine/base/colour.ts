import { byteOf } from './scalar.ts';
import { linearOfByte } from './srgb.ts';

/** Interleaved 8-bit sRGB pixels, three bytes each, in row order. */
export type RgbBytes = Uint8Array;

const curveSteps = 4096;
/** CIE Lab's cube root with its linear foot, tabled over 0…1.1 and read with linear interpolation. */
const curve = new Float32Array(curveSteps + 2);
for (let step = 0; step < curve.length; step++) {
  const t = (step / curveSteps) * 1.1;
  curve[step] = t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
}

function labCurve(t: number): number {
  const position = Math.min(curveSteps, t * (curveSteps / 1.1));
  const step = position | 0;
  const low = curve[step]!;
  return low + (curve[step + 1]! - low) * (position - step);
}

/**
 * sRGB to CIE L*a*b* (D65, 2°), divided by 100: `lightness` 0…1, `a` and `b` about -1.1…1.1, so that one unit is the
 * same perceived difference in all three planes.
 */
export function labPlanes(rgb: RgbBytes): { lightness: Float32Array; a: Float32Array; b: Float32Array } {
  const count = rgb.length / 3;
  const lightness = new Float32Array(count);
  const a = new Float32Array(count);
  const b = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const red = linearOfByte[rgb[at]!]!;
    const green = linearOfByte[rgb[at + 1]!]!;
    const blue = linearOfByte[rgb[at + 2]!]!;
    const x = labCurve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    const y = labCurve(luminanceOf(red, green, blue));
    const z = labCurve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    lightness[i] = 1.16 * y - 0.16;
    a[i] = 5 * (x - y);
    b[i] = 2 * (y - z);
  }
  return { lightness, a, b };
}

/** Rec. 709 luminance of linear light. */
export function luminanceOf(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Rec. 601 luma of an sRGB signal, in its unit. */
export function lumaOf(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** Rec. 601 luma of sRGB bytes, 0…1. */
export function lumaPlane(rgb: RgbBytes): Float32Array {
  const luma = new Float32Array(rgb.length / 3);
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    luma[i] = lumaOf(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!) / 255;
  }
  return luma;
}

/** Red, green and blue, 0–255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb`; throws a RangeError for anything else. */
export function parseHexColour(text: string): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new RangeError(`not a colour of the form #rrggbb: ${text}`);
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** `#rrggbb` of levels 0–255; what lies outside is clipped. */
export function hexOfColour(colour: Rgb): string {
  const digits = colour.map((level) => byteOf(level).toString(16).padStart(2, '0'));
  return `#${digits.join('')}`;
}
