import { parseHexColour, type RgbBytes } from '../../base/colour.ts';

/**
 * Linear light: interleaved red, green, blue in row order, `Float32Array`, 0 = black, 1 = the white of sRGB; values
 * above 1 are clipped when they become bytes again.
 */
export type LinearLight = Float32Array;

/** One colour in linear light. */
export type LinearColour = readonly [red: number, green: number, blue: number];

const linearOfByte = new Float32Array(256);
for (let value = 0; value < 256; value++) {
  const share = value / 255;
  linearOfByte[value] = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const encodeSteps = 16_384;
const byteOfLinear = new Uint8Array(encodeSteps + 1);
for (let step = 0; step <= encodeSteps; step++) {
  const share = step / encodeSteps;
  byteOfLinear[step] = Math.round(255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055));
}

/** sRGB bytes to linear light. */
export function decodeLight(rgb: RgbBytes): LinearLight {
  const light = new Float32Array(rgb.length);
  for (let at = 0; at < rgb.length; at++) light[at] = linearOfByte[rgb[at]!]!;
  return light;
}

/** Linear light to sRGB bytes; a byte decoded and encoded again is the same byte. */
export function encodeLight(light: LinearLight): Uint8Array {
  const rgb = new Uint8Array(light.length);
  for (let at = 0; at < light.length; at++) {
    const value = light[at]!;
    rgb[at] = value <= 0 ? 0 : value >= 1 ? 255 : byteOfLinear[(value * encodeSteps + 0.5) | 0]!;
  }
  return rgb;
}

/** `#rrggbb` to linear light. */
export function linearColour(hex: string): LinearColour {
  const [red, green, blue] = parseHexColour(hex);
  return [linearOfByte[red]!, linearOfByte[green]!, linearOfByte[blue]!];
}

/** A colour of light as factors: `#rrggbb` scaled to luminance 1, so that it tints without darkening. */
export function lightTint(hex: string): LinearColour {
  const [red, green, blue] = linearColour(hex);
  const luminance = luminanceOf(red, green, blue);
  return [red / luminance, green / luminance, blue / luminance];
}

/** Rec. 709 luminance of linear light. */
export function luminanceOf(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Hermite step: 0 below `low`, 1 above `high`. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

export function mixColours(one: LinearColour, other: LinearColour, share: number): LinearColour {
  return [
    one[0] + (other[0] - one[0]) * share,
    one[1] + (other[1] - one[1]) * share,
    one[2] + (other[2] - one[2]) * share,
  ];
}
