import type { Size } from '../../../base/blur.ts';
import { type LinearLight, linearColour, mixColours } from '../../../base/linear-light.ts';
import { clamp, smoothstep } from '../../../base/scalar.ts';
import type { SkyLook } from '../../light/sky.ts';
import { fractalNoise } from '../../light/sky-noise.ts';
import { unitOf } from '../reading/busyness.ts';

/**
 * Adds reflections to panes: the sky, brighter towards the top, with a dark line of trees below, each group of panes a
 * little different because none is hung quite straight. In place.
 *
 * @param glass 0–1 per pixel
 * @param dim factor on the sky's own brightness
 */
export function mirrorSky(
  light: LinearLight,
  { width, height }: Size,
  glass: Float32Array,
  { sky, horizon, seed, dim }: { sky: SkyLook; horizon: number; seed: number; dim: number },
): void {
  const [zenith, middle, low] = [sky.zenith, sky.middle, sky.horizon].map(linearColour) as [
    readonly [number, number, number],
    readonly [number, number, number],
    readonly [number, number, number],
  ];
  const unit = unitOf({ width, height });
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const share = glass[i]!;
      if (share <= 0.01) continue;
      const up = (horizon - y) / Math.max(1, horizon);
      const bend = fractalNoise(x / (90 * unit), y / (120 * unit), 3, seed + 41) - 0.5;
      const trees = 0.02 + 0.16 * fractalNoise(x / (26 * unit), 2, 4, seed + 42) + 0.1 * bend;
      const isTree = smoothstep(trees + 0.06, trees - 0.05, up) * 0.6;
      const high = clamp(up + 0.5 * bend, 0, 1);
      let colour = mixColours(low, mixColours(middle, zenith, 0.5), smoothstep(0.05, 0.9, high));
      colour = mixColours(colour, [low[0] * 0.05, low[1] * 0.07, low[2] * 0.06], isTree);
      const streak = 0.82 + 0.5 * (fractalNoise((x + y * 0.35) / (70 * unit), y / (300 * unit), 2, seed + 43) - 0.3);
      const amount = share * (0.2 + 0.42 * smoothstep(0, 0.6, high)) * streak * dim;
      for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
        light[at] = light[at]! * (1 - amount * 0.4) + colour[channel]! * amount;
      }
    }
  }
}

/**
 * Adds reflections to still water: the picture above it, turned over at the water's far edge and broken by ripples that
 * grow towards the viewer; more of it at flat angles (Schlick 1994). In place.
 *
 * @param water 0–1 per pixel
 */
export function mirrorInWater(light: LinearLight, { width, height }: Size, water: Float32Array, seed: number): void {
  const unit = unitOf({ width, height });
  for (let x = 0; x < width; x++) {
    let edge = -1;
    let dry = 0;
    for (let y = 1; y < height; y++) {
      const i = y * width + x;
      const share = water[i]!;
      if (share < 0.05) {
        dry++;
        if (dry > 4 * unit) edge = -1;
        continue;
      }
      dry = 0;
      if (edge < 0) edge = y;
      const below = y - edge;
      const wave = fractalNoise(x / (26 * unit), y / (3.5 * unit), 2, seed + 51) - 0.5;
      const fromX = clamp(Math.round(x + wave * (1.5 + below * 0.03) * unit), 0, width - 1);
      const fromY = Math.max(0, Math.round(edge - 2 * unit - below * 1.05 + wave * 2.5 * unit));
      const slant = smoothstep(height * 0.5, 0, below);
      const amount = share * (0.2 + 0.4 * slant);
      const from = (fromY * width + fromX) * 3;
      const glint = 1 + 0.25 * wave;
      for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
        light[at] = (light[at]! * (1 - amount) + light[from + channel]! * amount) * glint;
      }
    }
  }
}

/**
 * Rooms behind panes at dusk and at night: warm, brighter towards the ceiling of each storey, some rooms dimmer. In
 * place.
 *
 * @param panes 0–255 per pixel
 * @param strength 0 = off, 1 = as at night
 */
export function glowInside(
  light: LinearLight,
  { width, height }: Size,
  panes: Uint8Array,
  { strength, seed }: { strength: number; seed: number },
): void {
  const unit = unitOf({ width, height });
  const run = new Float32Array(width);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (panes[i]! < 128) {
        run[x] = 0;
        continue;
      }
      // Lamps hang at the head of a pane.
      run[x] = run[x]! + 1 / unit;
      const fall = 0.35 + 0.65 * Math.exp(-run[x]! / 60);
      const room = smoothstep(0.3, 0.7, fractalNoise(x / (110 * unit), y / (90 * unit), 2, seed + 81));
      const things = 0.86 + 0.24 * (fractalNoise(x / (14 * unit), y / (22 * unit), 3, seed + 82) - 0.2);
      const amount = strength * 0.62 * fall * (0.6 + 0.45 * room) * things;
      light[i * 3] = light[i * 3]! * 0.5 + amount;
      light[i * 3 + 1] = light[i * 3 + 1]! * 0.46 + amount * 0.68;
      light[i * 3 + 2] = light[i * 3 + 2]! * 0.4 + amount * 0.34;
    }
  }
}
