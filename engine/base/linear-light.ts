import { luminanceOf, parseHexColour, type RgbBytes } from './colour.ts';
import { linearOfByte, srgbBytes } from './srgb.ts';

/**
 * Linear light: interleaved red, green, blue in row order, `Float32Array`, 0 = black, 1 = the white of sRGB; values
 * above 1 are clipped when they become bytes again.
 */
export type LinearLight = Float32Array;

/** One colour in linear light. */
export type LinearColour = readonly [red: number, green: number, blue: number];

const encodeSteps = 16_384;
const byteOfLinear = srgbBytes(encodeSteps);

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

export function mixColours(one: LinearColour, other: LinearColour, share: number): LinearColour {
  return [
    one[0] + (other[0] - one[0]) * share,
    one[1] + (other[1] - one[1]) * share,
    one[2] + (other[2] - one[2]) * share,
  ];
}
