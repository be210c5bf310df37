import { luminanceOf } from '../../../base/colour.ts';
import { type LinearColour, type LinearLight, linearColour } from '../../../base/linear-light.ts';
import { smoothstep } from '../../../base/scalar.ts';
import type { Scene } from '../../light/atmosphere.ts';
import { fractalNoise } from '../../light/sky-noise.ts';
import { unitOf } from '../reading/busyness.ts';
import { openGround } from './open-ground.ts';
import { paintWaterFeature, type WaterFeature } from './water-feature.ts';

export interface GardenWishes {
  vegetation?: 'few' | 'moderate' | 'lush' | 'wild' | undefined;
  hardscape?: 'few' | 'moderate' | 'many' | undefined;
  waterFeature?: WaterFeature | 'none' | undefined;
  /** `#rrggbb` */
  paving: string;
  seed: number;
}

const grass: LinearColour = linearColour('#71883f');
const flowers: readonly LinearColour[] = ['#b9a3c4', '#d8b25c', '#c98a86', '#e2dccb'].map(linearColour);

/**
 * Changes the ground of a garden: paving becomes lawn or lawn paving, meadow flowers come up, water is let in. The
 * picture's light stays on what changes. In place.
 *
 * @returns whether there was room for the water asked for
 */
export function changeGarden(light: LinearLight, scene: Scene, wishes: GardenWishes): { hasRoom: boolean } {
  const { width, height, masks, plants, lab } = scene;
  const { hardscape, vegetation, seed } = wishes;
  const unit = unitOf(scene);
  const horizon = scene.line.horizon;
  const free = openGround(scene);
  const paving = linearColour(wishes.paving);
  const cx = width / 2;
  for (let y = Math.ceil(horizon) + 2, i = y * width; y < height; y++) {
    const depth = Math.max(4, y - horizon);
    for (let x = 0; x < width; x++, i++) {
      const at = i * 3;
      if (free[i]! < 0.05) continue;
      const green = plants[i]!;
      const own = luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!);
      const u = ((x - cx) / depth) * 1.6;
      const v = (1.6 * width) / depth;
      const patch = fractalNoise(u / 3, v / 3, 3, seed + 91);
      if (hardscape === 'few') {
        const hard = (masks.ground[i]! / 255) * (1 - green) * smoothstep(0.16, 0.08, Math.hypot(lab.a[i]!, lab.b[i]!));
        const blade = 0.75 + 0.5 * fractalNoise(x / (3 * unit), y / (2 * unit), 2, seed + 92);
        lay(at, grass, own * 0.55 * blade, hard * free[i]!);
      } else if (hardscape === 'many') {
        const area = smoothstep(0.34, 0.38, patch);
        const joint = Math.max(jointOf(u, 1.2), jointOf(v, 0.6)) * smoothstep(height * 0.02, height * 0.1, depth);
        lay(at, paving, Math.max(own, 0.06) * 1.7 * (1 - 0.35 * joint), area * green * free[i]!);
      }
      if (vegetation === 'wild') {
        const fleck = fractalNoise(x / (2.4 * unit), y / (1.8 * unit), 2, seed + 93);
        const drift = smoothstep(0.5, 0.62, fractalNoise(u / 2, v / 2, 2, seed + 94));
        const kind = flowers[Math.floor(4 * fractalNoise(u / 5, v / 5, 1, seed + 95)) % 4]!;
        lay(at, kind, Math.max(0.25, own * 3), smoothstep(0.64, 0.7, fleck) * drift * green * free[i]! * 0.85);
      }
    }
  }
  const { waterFeature } = wishes;
  if (!waterFeature || waterFeature === 'none') return { hasRoom: true };
  return { hasRoom: paintWaterFeature(light, scene, waterFeature, free, seed) };

  function lay(at: number, colour: LinearColour, brightness: number, share: number): void {
    if (share <= 0) return;
    const scale = brightness / luminanceOf(...colour);
    for (let channel = 0; channel < 3; channel++) {
      light[at + channel] = light[at + channel]! * (1 - share) + colour[channel]! * scale * share;
    }
  }
}

function jointOf(value: number, step: number): number {
  const part = Math.abs(value / step - Math.round(value / step)) * step;
  return smoothstep(0.05, 0.015, part);
}
