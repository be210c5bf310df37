import { luminanceOf } from '../../../base/colour.ts';
import { type LinearColour, type LinearLight, linearColour } from '../../../base/linear-light.ts';
import { makeRandom } from '../../../base/random.ts';
import { clamp, smoothstep } from '../../../base/scalar.ts';
import type { Scene } from '../../light/atmosphere.ts';
import { fractalNoise } from '../../light/sky-noise.ts';
import { unitOf } from '../reading/busyness.ts';
import { widestOpenPlace } from './open-ground.ts';

export type WaterFeature = 'pool' | 'pond' | 'stream' | 'waterfall' | 'fountain';

const waters: Readonly<Record<WaterFeature, LinearColour>> = {
  pool: linearColour('#5fa7ae'),
  pond: linearColour('#46605a'),
  stream: linearColour('#5b7f83'),
  waterfall: linearColour('#56797d'),
  fountain: linearColour('#6a9aa4'),
};
const rim: LinearColour = linearColour('#b9b2a5');
const rock: LinearColour = linearColour('#7b766d');

/**
 * Lets water into the widest open ground: its outline lies in the ground's plane, so that it narrows with distance; it
 * mirrors what stands behind it, and has a stone or a grassy rim. In place.
 *
 * @param free open ground, 0–1 per pixel
 * @returns false when there is no room, and nothing has changed
 */
export function paintWaterFeature(
  light: LinearLight,
  scene: Scene,
  feature: WaterFeature,
  free: Float32Array,
  seed: number,
): boolean {
  const place = widestOpenPlace(free, scene);
  if (!place) return false;
  const { width, height, line } = scene;
  const unit = unitOf(scene);
  const centre = Math.min(height - 4, place.y);
  const depthAt = (y: number) => Math.max(3, y - line.horizon);
  // Ground units: 1 is the free reach at the centre's distance.
  const reach = Math.max(place.reach * (feature === 'stream' ? 2 : 1.25), width * 0.07);
  const scaleAt = (y: number) => reach * (depthAt(y) / depthAt(centre));
  const far = (y: number) => (depthAt(centre) / depthAt(y) - 1) * (width / reach) * 0.42;
  const source = Float32Array.from(light);
  const water = waters[feature];
  const bright = meanOver(light, free);
  const soft = 1.6 / reach;
  for (let y = Math.ceil(line.horizon) + 3; y < height; y++) {
    const v = far(y);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const open = free[i]!;
      if (open < 0.02) continue;
      const u = (x - place.x) / scaleAt(y);
      const away = outlineOf(feature, u, v, seed);
      const pixel = soft * (depthAt(centre) / depthAt(y));
      const edge = smoothstep(0.1 + pixel, 0.1 - pixel, away) * open;
      if (edge <= 0) continue;
      const at = i * 3;
      const inside = smoothstep(pixel, -pixel, away);
      const ripple = fractalNoise(x / (22 * unit), y / (3 * unit), 2, seed + 61) - 0.5;
      const below = Math.max(1, (centre - y) * 0.2 + (y - line.horizon) * 0.75);
      const fromY = Math.max(0, Math.round(y - 2 * below + ripple * 5 * unit));
      const from = (fromY * width + clamp(Math.round(x + ripple * 6 * unit), 0, width - 1)) * 3;
      const stone = feature === 'pond' || feature === 'stream' ? rock : rim;
      const grain = 0.8 + 0.5 * (fractalNoise(x / (5 * unit), y / (3 * unit), 2, seed + 62) - 0.3);
      for (let channel = 0; channel < 3; channel++) {
        const wet = (water[channel]! * bright * 2 * 0.55 + source[from + channel]! * 0.5) * (1 + 0.3 * ripple);
        const dry = stone[channel]! * bright * 2.1 * grain;
        const laid = wet * inside + dry * (1 - inside);
        light[at + channel] = light[at + channel]! * (1 - edge) + laid * edge;
      }
    }
  }
  if (feature === 'fountain') addJets(light, scene, { x: place.x, y: centre, high: reach * 0.95, bright, seed });
  if (feature === 'waterfall') addFall(light, scene, { x: place.x, y: centre, reach, bright, seed });
  return true;
}

/** Signed distance to the rim in ground units: below 0 is water. */
function outlineOf(feature: WaterFeature, u: number, v: number, seed: number): number {
  switch (feature) {
    case 'pool':
      return Math.max(Math.abs(u) - 0.95, Math.abs(v) - 0.62);
    case 'fountain':
      return Math.hypot(u, v) - 0.72;
    case 'stream': {
      const middle = 0.55 * Math.sin(v * 1.5 + seed) + 0.25 * Math.sin(v * 3.1 + seed * 2);
      return Math.abs(u - middle) - 0.24 - 0.1 * fractalNoise(v * 2, 3, 2, seed + 63);
    }
    case 'pond':
    case 'waterfall': {
      const turn = Math.atan2(v, u);
      const bulge = 0.22 * Math.sin(turn * 2 + seed) + 0.12 * Math.sin(turn * 3 + seed * 1.7);
      return Math.hypot(u, v * 1.1) - 0.78 - bulge;
    }
  }
}

function meanOver(light: LinearLight, free: Float32Array): number {
  let sum = 0;
  let count = 1e-6;
  for (let i = 0; i < free.length; i += 7) {
    if (free[i]! < 0.5) continue;
    sum += luminanceOf(light[i * 3]!, light[i * 3 + 1]!, light[i * 3 + 2]!);
    count++;
  }
  return clamp(sum / count, 0.05, 0.4);
}

interface Spring {
  x: number;
  y: number;
  bright: number;
  seed: number;
}

/** Jets of a fountain: drops on parabolas. */
function addJets(
  light: LinearLight,
  { width, height }: Scene,
  { x, y, high, bright, seed }: Spring & { high: number },
): void {
  const random = makeRandom(seed + 64);
  for (let drop = 0; drop < 5200; drop++) {
    const jet = Math.floor(random() * 7) - 3;
    const t = random();
    const spread = (random() - 0.5) * 0.06 * (0.3 + t);
    const tall = jet === 0 ? 1.25 : 0.8;
    const px = Math.round(x + high * (jet * 0.05 + jet * 0.13 * t + spread));
    const py = Math.round(y - high * tall * 4 * t * (1 - t * 0.98) * 0.9 + (random() - 0.5) * 2);
    if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue;
    const at = (py * width + px) * 3;
    for (let channel = 0; channel < 3; channel++) {
      light[at + channel] = light[at + channel]! * 0.62 + Math.min(1, bright * 3.2) * 0.38;
      light[at + 3 + channel] = light[at + 3 + channel]! * 0.8 + Math.min(1, bright * 3) * 0.2;
    }
  }
}

/** A low wall of stone behind the pond with sheets of falling water. */
function addFall(
  light: LinearLight,
  { width, height, line }: Scene,
  { x, y, reach, bright, seed }: Spring & { reach: number },
): void {
  const back = Math.max(line.horizon + 4, y - reach * 0.28);
  const high = Math.min(reach * 0.62, back - 4);
  for (let py = Math.round(back - high); py < Math.min(height, back + reach * 0.04); py++) {
    for (let px = Math.max(0, Math.round(x - reach * 0.8)); px < Math.min(width, x + reach * 0.8); px++) {
      const u = (px - x) / reach;
      const crest =
        back - high * (0.72 + 0.28 * fractalNoise(px / (reach * 0.16), 4, 3, seed + 65)) * (1 - u * u * 0.9);
      if (py < crest) continue;
      const stone = 0.55 + 0.9 * fractalNoise(px / (reach * 0.07), py / (reach * 0.05), 3, seed + 66);
      const sheet =
        smoothstep(0.36, 0.2, Math.abs(u)) *
        smoothstep(0.34, 0.62, fractalNoise(px / (reach * 0.035), py / (reach * 0.9), 3, seed + 67));
      const foam = smoothstep(back - high * 0.12, back, py) * smoothstep(0.42, 0.3, Math.abs(u));
      const white = Math.max(sheet * 0.85, foam * 0.6);
      const rimShare = smoothstep(0, 2, py - crest);
      const at = (py * width + px) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const laid = rock[channel]! * bright * 2.2 * stone * (1 - white) + Math.min(0.9, bright * 2.9) * white;
        light[at + channel] = light[at + channel]! * (1 - rimShare) + laid * rimShare;
      }
    }
  }
}
