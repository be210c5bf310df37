import type { Size } from '../../base/blur.ts';
import { luminanceOf } from '../../base/colour.ts';
import { guidedSmooth } from '../../base/guided-filter.ts';
import { type LinearLight, lightTint } from '../../base/linear-light.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';

/** Parameters of the light on a scene. Every number is relative to the picture as it is. */
export interface LightLook {
  /** Factor on linear light; 1 = as it is. */
  exposure: number;
  /** Colour of the light on lit surfaces, `#rrggbb`; its brightness does not count. */
  lightColour: string;
  /** Colour of the light in the shade, `#rrggbb`. */
  shadeColour: string;
  /** Share of the difference between lit and shaded that is removed: 0 none, 1 all; below 0 the difference grows. */
  flatness: number;
  /** Factor on chroma; 1 = as it is. */
  saturation: number;
}

/** A light that changes nothing. */
export const neutralLook: LightLook = {
  exposure: 1,
  lightColour: '#ffffff',
  shadeColour: '#ffffff',
  flatness: 0,
  saturation: 1,
};

/**
 * Changes the light of a picture and keeps its structure: brightness is split by a guided filter into illumination
 * (smooth with edges) and detail; only the illumination is reshaped, tinted and scaled (retinex-like: Land & McCann
 * 1971; edge-preserving split: He, Sun, Tang 2010). In place.
 *
 * @param amount 0 = nothing changes, 1 = the look, up to 1.5 = beyond it
 */
export function relight(light: LinearLight, size: Size, look: LightLook, amount: number): void {
  const count = size.width * size.height;
  const bright = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    bright[i] = Math.sqrt(luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!));
  }
  const radius = Math.max(2, Math.round(Math.max(size.width, size.height) / 48));
  const base = guidedSmooth(bright, size, radius, 0.008);
  let mean = 0;
  for (let i = 0; i < count; i++) mean += base[i]!;
  mean = Math.max(0.05, mean / count);
  const flatness = clamp(look.flatness * amount, -0.6, 0.92);
  const exposure = look.exposure ** amount;
  const saturation = look.saturation ** amount;
  const share = Math.min(1.15, amount);
  const lit = lightTint(look.lightColour).map((value) => value ** share);
  const shade = lightTint(look.shadeColour).map((value) => value ** share);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const level = Math.max(0.03, base[i]!);
    const wanted = level * (mean / level) ** flatness;
    const gain = (wanted / level) ** 2 * exposure;
    const shaded = smoothstep(mean * 1.25, mean * 0.5, level);
    const grey = bright[i]! * bright[i]!;
    for (let channel = 0; channel < 3; channel++) {
      const tint = lit[channel]! + (shade[channel]! - lit[channel]!) * shaded;
      const value = grey + (light[at + channel]! - grey) * saturation;
      light[at + channel] = Math.max(0, value) * gain * tint;
    }
  }
}
