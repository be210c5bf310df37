import type { Size } from '../../../base/blur.ts';
import { makeRandom } from '../../../base/random.ts';
import { clamp } from '../../../base/scalar.ts';
import type { Weather } from '../words/brief.ts';

/** Brightens a point towards `level` (0–255) by `share` (0–1). */
type Mark = (x: number, y: number, share: number, level: number) => void;

/** Draws what falls in front of the scene: streaks of rain or flakes of snow. In place on interleaved 8-bit RGB. */
export function drawFalling(rgb: Uint8Array, size: Size, weather: Weather, seed: number): void {
  markFalling(size, weather, { seed, seconds: 0 }, (x, y, share, level) => {
    const at = (y * size.width + x) * 3;
    for (let channel = 0; channel < 3; channel++) {
      rgb[at + channel] = Math.round(rgb[at + channel]! * (1 - share) + level * share);
    }
  });
}

/** Marks rain or snow at a moment; drops keep their ways from moment to moment. Other weather marks nothing. */
export function markFalling(size: Size, weather: Weather, when: { seed: number; seconds: number }, mark: Mark): void {
  if (weather === 'rain') markRain(size, when, mark);
  if (weather === 'snow') markSnow(size, when, mark);
}

function markRain({ width, height }: Size, { seed, seconds }: { seed: number; seconds: number }, mark: Mark): void {
  const random = makeRandom(seed + 401);
  const slant = 0.08 + 0.08 * random();
  const count = Math.round((width * height) / 1400);
  for (let drop = 0; drop < count; drop++) {
    const near = random();
    const length = Math.round(height * (0.012 + 0.035 * near));
    const fall = seconds * height * (0.9 + 1.4 * near);
    const x0 = random() * width - fall * slant;
    const y0 = random() * height + fall;
    for (let step = 0; step < length; step++) {
      const x = wrap(Math.floor(x0 - step * slant), width);
      const y = wrap(Math.floor(y0 + step), height);
      mark(x, y, (0.05 + 0.11 * near) * Math.sin((Math.PI * step) / length), 215);
    }
  }
}

function markSnow({ width, height }: Size, { seed, seconds }: { seed: number; seconds: number }, mark: Mark): void {
  const random = makeRandom(seed + 402);
  const count = Math.round((width * height) / 1500);
  for (let flake = 0; flake < count; flake++) {
    const near = random() ** 3;
    const radius = (0.0007 + 0.0022 * near) * width;
    const sway = random() * 6.3;
    const x0 = wrap(random() * width + Math.sin(sway + seconds * 1.3) * width * 0.006 * (0.4 + near), width);
    const y0 = wrap(random() * height + seconds * height * (0.05 + 0.16 * near), height);
    const reach = Math.ceil(radius + 1);
    for (let y = Math.max(0, Math.floor(y0 - reach)); y <= Math.min(height - 1, y0 + reach); y++) {
      for (let x = Math.max(0, Math.floor(x0 - reach)); x <= Math.min(width - 1, x0 + reach); x++) {
        const cover = clamp(radius + 0.5 - Math.hypot(x + 0.5 - x0, y + 0.5 - y0), 0, 1);
        if (cover > 0) mark(x, y, cover * (0.75 - 0.35 * near), 248);
      }
    }
  }
}

function wrap(value: number, length: number): number {
  return ((value % length) + length) % length;
}
