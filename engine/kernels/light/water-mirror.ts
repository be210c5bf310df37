import type { Size } from '../../base/blur.ts';
import type { LinearLight } from '../../base/linear-light.ts';
import { valueNoise } from '../../base/random.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import { paintSky, type SkyLook } from './sky.ts';

/** The mirrored sky is painted at most this wide: ripples blur it anyway, pixels. */
const mirrorWidth = 480;

/**
 * Lays the new sky's mirror image on water: more of it the flatter one looks (Schlick 1994), stirred by ripples. What
 * the water shows already stays in part. In place.
 *
 * @param water 0–255 per pixel
 * @param horizon row, pixels
 * @param amount 0–1
 */
export function mirrorSky(
  light: LinearLight,
  size: Size,
  look: SkyLook,
  { water, horizon, seed, amount }: { water: Uint8Array; horizon: number; seed: number; amount: number },
): void {
  if (!water.some((level) => level > 60)) return;
  const { width, height } = size;
  const scale = Math.min(1, mirrorWidth / width);
  const small = { width: Math.max(8, Math.round(width * scale)), height: Math.max(8, Math.round(height * scale)) };
  const sky = new Float32Array(small.width * small.height * 3);
  const everywhere = new Uint8Array(small.width * small.height).fill(255);
  const smallHorizon = Math.max(4, horizon * scale);
  paintSky(sky, small, { ...look, stars: 0, hasMoon: false }, { mask: everywhere, horizon: smallHorizon, seed });
  const unit = Math.max(width, height) / 1024;
  for (let y = Math.max(0, Math.floor(horizon)), i = y * width; y < height; y++) {
    const below = y - horizon;
    const flat = 0.45 + 0.35 * smoothstep(0.6, 0, below / Math.max(1, height - horizon));
    for (let x = 0; x < width; x++, i++) {
      const level = water[i]!;
      if (level === 0) continue;
      const ripple = (valueNoise(x / (16 * unit), y / (2.2 * unit), seed) - 0.5) * 9 * unit;
      const row = clampTo((horizon - below * 0.9 + ripple * 2) * scale, small.height);
      const column = clampTo((x + ripple) * scale, small.width);
      const from = (row * small.width + column) * 3;
      const share = (level / 255) * flat * amount;
      for (let at = i * 3, channel = 0; channel < 3; channel++, at++) {
        light[at] = light[at]! + (0.85 * sky[from + channel]! - light[at]!) * share;
      }
    }
  }
}

const clampTo = (value: number, length: number) => clamp(Math.round(value), 0, length - 1);
