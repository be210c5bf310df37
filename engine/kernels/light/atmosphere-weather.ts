import { boxBlur, gaussianBlur, type Size } from '../../base/blur.ts';
import { luminanceOf } from '../../base/colour.ts';
import type { LinearColour, LinearLight } from '../../base/linear-light.ts';
import { latticeRandom, makeRandom, valueNoise } from '../../base/random.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import type { SceneMasks } from '../segment/scene-masks.ts';
import type { GroundLine } from './atmosphere-depth.ts';
import { fractalNoise } from './sky-noise.ts';

/**
 * Air between viewer and scene (Koschmieder 1924: transmission falls exponentially with distance). In place.
 *
 * @param depth 0–1 per pixel
 * @param density 0 clear … 1 dense fog, may go to 1.5
 * @param sky 0–255; haze fills the sky only half, so that its colours stay
 */
export function addHaze(
  light: LinearLight,
  { width, height }: Size,
  depth: Float32Array,
  { density, colour, sky, seed }: { density: number; colour: LinearColour; sky: Uint8Array; seed: number },
): void {
  if (density <= 0) return;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const far = clamp(depth[i]!, 0, 1);
      const drift = density > 0.5 ? 0.75 + 0.5 * fractalNoise((x / width) * 3.2, (y / width) * 6, 3, seed) : 1;
      const through = Math.exp(
        -2.7 * density * far ** 1.35 * drift * (1 - 0.75 * (sky[i]! / 255) * (density < 0.9 ? 1 : 0.4)),
      );
      for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
        light[at] = light[at]! * through + colour[channel]! * (1 - through);
      }
    }
  }
}

/**
 * Wet ground: darker, and mirroring what stands behind it, broken by puddles and ripples. In place.
 *
 * @param amount 0–1; 0.4 damp, 1 after heavy rain
 * @param plants 0–1; grass does not mirror
 */
export function wetGround(
  light: LinearLight,
  { width, height }: Size,
  masks: SceneMasks,
  line: GroundLine,
  plants: Float32Array,
  { amount, seed }: { amount: number; seed: number },
): void {
  if (amount <= 0) return;
  const unit = Math.max(width, height) / 1024;
  const source = new Float32Array(width * 3);
  for (let x = 0; x < width; x++) {
    const contact = Math.min(height - 2, Math.round(line.contact[x]!));
    for (let y = contact + 1; y < height; y++) {
      const i = y * width + x;
      const covered = (masks.ground[i]! / 255) * (1 - 0.85 * plants[i]!);
      if (covered < 0.02) continue;
      const below = y - contact;
      const ripple = (valueNoise(x / (14 * unit), y / (2.4 * unit), seed) - 0.5) * 7 * unit * (0.3 + below / height);
      const fromX = clamp(Math.round(x + ripple), 0, width - 1);
      const fromY = Math.max(0, contact - Math.round(below * 1.12));
      const puddle = smoothstep(0.42, 0.6, fractalNoise(x / (150 * unit), y / (46 * unit), 4, seed + 1));
      // Seen at a flat angle (near the horizon) water mirrors more (Schlick 1994).
      const slant = smoothstep(0.55, 0, below / (height - contact));
      const mirror = covered * amount * (0.1 + 0.3 * puddle + 0.18 * slant) * Math.exp((-2.2 * below) / height);
      const dark = 1 - covered * amount * 0.42;
      for (let channel = 0; channel < 3; channel++) {
        const at = i * 3 + channel;
        const reflected = light[(fromY * width + fromX) * 3 + channel]!;
        source[channel] = light[at]! * dark * (1 - mirror) + reflected * mirror;
        light[at] = source[channel]!;
      }
    }
  }
}

/**
 * Snow lying on the ground, on plants and on ledges: edges below which it is darker count as facing upwards. In place.
 *
 * @param lightness of the picture before it was relit, 0–1
 */
export function coverWithSnow(
  light: LinearLight,
  size: Size,
  lightness: Float32Array,
  masks: SceneMasks,
  plants: Float32Array,
  { amount, brightness, seed }: { amount: number; brightness: number; seed: number },
): void {
  const { width, height } = size;
  const unit = Math.max(width, height) / 1024;
  const smooth = gaussianBlur(lightness, size, Math.max(0.6, 1.4 * unit));
  const reach = Math.max(2, Math.round(2.4 * unit));
  const ledge = new Float32Array(width * height);
  for (let y = reach; y < height - reach; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const above = i - reach * width;
      const isUnderSky = masks.sky[above]! > 140 && masks.sky[i]! < 110;
      const step = smooth[above]! - smooth[i + reach * width]!;
      ledge[i] = isUnderSky ? 1 : smoothstep(0.05, 0.14, step) * 0.75 * (1 - plants[i]!);
    }
  }
  const lying = boxBlur(ledge, size, Math.max(1, Math.round(1.6 * unit)));
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const open = 1 - masks.sky[i]! / 255;
      if (open < 0.02) continue;
      const drift = fractalNoise(x / (38 * unit), y / (20 * unit), 4, seed);
      const ground = (masks.ground[i]! / 255) * smoothstep(0.18, 0.4, drift + 0.1 + 0.12 * amount);
      const clump = smoothstep(0.36, 0.58, valueNoise(x / (5 * unit), y / (4 * unit), seed + 2));
      const leaves = plants[i]! * (0.25 + 0.65 * clump) * smoothstep(0.1, 0.45, lightness[i]! + 0.1);
      const cover = Math.min(0.97, Math.max(lying[i]! * 1.9, ground, leaves)) * open * Math.min(1.1, amount);
      if (cover <= 0) continue;
      const at = i * 3;
      const shade = Math.min(1, luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!) / brightness / 0.4);
      const snow = brightness * (0.5 + 0.4 * shade);
      light[at] = light[at]! + (snow * 0.95 - light[at]!) * cover;
      light[at + 1] = light[at + 1]! + (snow - light[at + 1]!) * cover;
      light[at + 2] = light[at + 2]! + (snow * 1.08 - light[at + 2]!) * cover;
    }
  }
}

/** Rain streaks in two layers or snow flakes in three, the near ones larger and fewer. In place. */
export function addFalling(
  light: LinearLight,
  size: Size,
  kind: 'rain' | 'snow',
  { amount, brightness, seed }: { amount: number; brightness: number; seed: number },
): void {
  const drops = kind === 'rain' ? makeStreaks(size, amount, seed) : makeFlakes(size, amount, seed);
  for (let i = 0, at = 0; i < drops.length; i++, at += 3) {
    const share = drops[i]!;
    if (share === 0) continue;
    light[at] = light[at]! + (brightness - light[at]!) * share;
    light[at + 1] = light[at + 1]! + (brightness - light[at + 1]!) * share;
    light[at + 2] = light[at + 2]! + (brightness * 1.04 - light[at + 2]!) * share;
  }
}

function makeStreaks({ width, height }: Size, amount: number, seed: number): Float32Array {
  const unit = Math.max(width, height) / 1024;
  const drops = new Float32Array(width * height);
  const random = makeRandom(seed + 31);
  const wind = -0.1 - 0.12 * latticeRandom(seed, 1, 5);
  const layers = [
    { number: 1500, length: 22, opacity: 0.12, thickness: 1 },
    { number: 420, length: 52, opacity: 0.24, thickness: 1 },
  ];
  for (const { number, length, opacity, thickness } of layers) {
    for (let drop = 0; drop < number * amount; drop++) {
      const startX = random() * width * 1.15;
      const startY = (random() * 1.1 - 0.1) * height;
      const long = length * unit * (0.6 + 0.8 * random());
      const wide = Math.max(1, Math.round(thickness * unit));
      for (let step = 0; step < long; step++) {
        const y = Math.round(startY + step);
        const level = opacity * Math.sin((Math.PI * step) / long);
        const left = Math.round(startX + step * wind);
        if (y < 0 || y >= height) continue;
        for (let x = Math.max(0, left); x < Math.min(width, left + wide); x++) {
          drops[y * width + x] = Math.min(0.5, drops[y * width + x]! + level);
        }
      }
    }
  }
  return drops;
}

function makeFlakes({ width, height }: Size, amount: number, seed: number): Float32Array {
  const unit = Math.max(width, height) / 1024;
  const flakes = new Float32Array(width * height);
  const random = makeRandom(seed + 37);
  const layers = [
    { number: 2400, radius: 0.9, opacity: 0.55 },
    { number: 700, radius: 1.8, opacity: 0.6 },
    { number: 90, radius: 4.6, opacity: 0.4 },
  ];
  for (const { number, radius, opacity } of layers) {
    for (let flake = 0; flake < number * amount; flake++) {
      const centreX = random() * width;
      const centreY = random() * height;
      const reach = radius * unit * (0.6 + 0.8 * random());
      const last = Math.min(height - 1, centreY + reach * 2);
      for (let y = Math.max(0, Math.floor(centreY - reach * 2)); y <= last; y++) {
        for (let x = Math.max(0, Math.floor(centreX - reach * 2)); x <= Math.min(width - 1, centreX + reach * 2); x++) {
          const square = ((x - centreX) ** 2 + (y - centreY) ** 2) / (reach * reach);
          const level = square < 4 ? opacity * Math.exp(-square * 1.2) : 0;
          if (level > flakes[y * width + x]!) flakes[y * width + x] = level;
        }
      }
    }
  }
  return flakes;
}
