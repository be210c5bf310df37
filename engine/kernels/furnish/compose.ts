/** Lays a furniture layer over the photograph. */

import { boxBlur, type Size } from '../../base/blur.ts';
import { luminanceOf, type RgbBytes } from '../../base/colour.ts';
import { clamp } from '../../base/scalar.ts';
import { linearOfByte, srgbByteOf } from '../../base/srgb.ts';
import type { Vec3 } from '../../base/vector.ts';
import type { FurnitureLayer } from './layer.ts';

export interface ComposeOptions {
  /** Linear light of white in the room. */
  level: Vec3;
  /** Middle linear luminance of the floor. */
  floor: number;
  /** Share of the shade that falls on each pixel, 0–255; all of it when absent. */
  shadeFade?: Uint8Array;
}

/**
 * Photograph times shade, rugs lit as the floor under them is, pieces on top. Points without pieces and shade keep
 * their bytes.
 */
export function compose(
  rgb: RgbBytes,
  size: Size,
  layer: FurnitureLayer,
  { level, floor, shadeFade }: ComposeOptions,
): Uint8Array {
  const out = new Uint8Array(rgb);
  const { width, height } = size;
  const lit = floorLight(rgb, size);
  const scaleX = layer.width / width;
  const scaleY = layer.height / height;
  for (let y = 0; y < height; y++) {
    const fy = clamp((y + 0.5) * scaleY - 0.5, 0, layer.height - 1);
    const top = Math.min(layer.height - 2, Math.floor(fy));
    const v = fy - top;
    for (let x = 0; x < width; x++) {
      const fx = clamp((x + 0.5) * scaleX - 0.5, 0, layer.width - 1);
      const left = Math.min(layer.width - 2, Math.floor(fx));
      const u = fx - left;
      const i = top * layer.width + left;
      const j = i + layer.width;
      const a = (1 - u) * (1 - v);
      const b = u * (1 - v);
      const c = (1 - u) * v;
      const d = u * v;
      const alpha = layer.alpha[i]! * a + layer.alpha[i + 1]! * b + layer.alpha[j]! * c + layer.alpha[j + 1]! * d;
      const cover = layer.cover[i]! * a + layer.cover[i + 1]! * b + layer.cover[j]! * c + layer.cover[j + 1]! * d;
      let shade = layer.shade[i]! * a + layer.shade[i + 1]! * b + layer.shade[j]! * c + layer.shade[j + 1]! * d;
      if (shadeFade) shade = 1 - ((1 - shade) * shadeFade[y * width + x]!) / 255;
      if (alpha < 1e-3 && cover < 1e-3 && shade > 0.9985) continue;
      const at = (y * width + x) * 3;
      const brightness = clamp(lit[y * width + x]! / floor, 0.3, 2.2);
      for (let k = 0; k < 3; k++) {
        const p = i * 3 + k;
        const q = j * 3 + k;
        const own = layer.light[p]! * a + layer.light[p + 3]! * b + layer.light[q]! * c + layer.light[q + 3]! * d;
        const rug =
          layer.coverAlbedo[p]! * a +
          layer.coverAlbedo[p + 3]! * b +
          layer.coverAlbedo[q]! * c +
          layer.coverAlbedo[q + 3]! * d;
        const behind = linearOfByte[rgb[at + k]!]! * Math.max(0, 1 - alpha - cover) * shade;
        const floorCover = shoulder(rug * brightness * level[k as 0 | 1 | 2]) * shade;
        out[at + k] = srgbByteOf(Math.min(1, behind + floorCover + shoulder(own / Math.max(1e-3, alpha)) * alpha));
      }
    }
  }
  return out;
}

/** Bright parts roll off as a camera's do. */
function shoulder(light: number): number {
  return light < 0.6 ? light : 0.6 + 0.38 * (1 - Math.exp(-(light - 0.6) / 0.38));
}

/** Linear luminance without joints and grain. */
function floorLight(rgb: RgbBytes, size: Size): Float32Array {
  const plane = new Float32Array(size.width * size.height);
  for (let i = 0; i < plane.length; i++) {
    const at = i * 3;
    plane[i] = luminanceOf(linearOfByte[rgb[at]!]!, linearOfByte[rgb[at + 1]!]!, linearOfByte[rgb[at + 2]!]!);
  }
  return boxBlur(plane, size, Math.max(1, Math.round(Math.max(size.width, size.height) / 200)));
}
