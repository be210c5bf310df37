import { linearColour } from '../../base/linear-light.ts';
import { valueNoise } from '../../base/random.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import type { Sunlight } from './live-light.ts';
import { Role } from './live-role.ts';
import type { LiveStage } from './live-stage.ts';

/**
 * Water mirrors what stands above its far edge, broken by ripples that grow towards the eye, and shows its own colour
 * where it is looked into steeply (Schlick 1994). In place; last, because it mirrors the finished picture.
 */
export function paintWater(stage: LiveStage, { brightness, air }: Sunlight): void {
  const { size, roles, unit, light, noise, seed } = stage;
  const { width, height } = size;
  const shore = new Float32Array(width).fill(-1);
  const mirror = Float32Array.from(light);
  const deep = linearColour('#1d4a57').map((value) => value * (0.25 + 0.75 * brightness));
  let isAny = false;
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      if (roles[y * width + x] !== Role.water) continue;
      shore[x] = y;
      isAny = true;
      break;
    }
  }
  if (!isAny) return;
  const smooth = smoothShore(shore, Math.round(9 * unit));
  for (let x = 0; x < width; x++) {
    const edge = smooth[x]!;
    if (edge < 0) continue;
    for (let y = 0; y < height; y++) {
      const i = y * width + x;
      if (roles[i] !== Role.water) continue;
      const below = Math.max(0, y - edge);
      const near = smoothstep(0, 150 * unit, below);
      const pace = 1.6 + 5 * near;
      const wave = valueNoise(x / ((10 + 30 * near) * unit), y / (pace * unit), seed) - 0.5;
      const small = noise.fine[i]! - 0.5;
      const fromY = Math.round(edge - below * (1 + 0.05 * near) - 2 + wave * (3 + 16 * near) * unit);
      const fromX = Math.round(x + (wave * 5 + small * 3) * unit * (0.3 + near));
      const source = (clamp(fromY, 0, height - 1) * width + clamp(fromX, 0, width - 1)) * 3;
      const share = 0.86 - 0.34 * near + 0.1 * wave;
      const crest = smoothstep(0.26, 0.42, wave + 0.25 * small) * 0.2;
      const foot = smoothstep(4 * unit, 0, below) * 0.35;
      for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
        const value = mirror[source + channel]! * 0.9 * share + deep[channel]! * (1 - share);
        light[at] = (value + (air[channel]! * 0.9 - value) * crest) * (1 - foot);
      }
    }
  }
}

/** The far edge without the wobble of a hand. */
function smoothShore(shore: Float32Array, radius: number): Float32Array {
  return shore.map((edge, x) => {
    if (edge < 0) return -1;
    let sum = 0;
    let count = 0;
    for (let near = Math.max(0, x - radius); near <= Math.min(shore.length - 1, x + radius); near++) {
      if (shore[near]! < 0 || Math.abs(shore[near]! - edge) > 3 * radius) continue;
      sum += shore[near]!;
      count++;
    }
    return sum / count;
  });
}
