import { boxBlur, type Size } from '../../base/blur.ts';
import { type LinearColour, type LinearLight, linearColour, mixColours } from '../../base/linear-light.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import { fractalNoise } from '../light/sky-noise.ts';
import { findPlane } from '../material/texture-plane.ts';
import { unitOf } from './busyness.ts';
import { bytesOf, layPattern, patternOf } from './laid-texture.ts';
import type { ReadScene } from './reading.ts';

/** What the form says about the ground. */
export interface GroundPaint {
  /** `#rrggbb` */
  paving: string;
  /** 0 no more lawn than the model shows, up to 1 everything open is lawn. */
  greenShare: number;
  /** Share of the open land that is paved or road, 0–1. */
  hardShare: number;
  /** Share of the open land that becomes water besides what the model shows as water; seen from above only. */
  waterShare: number;
  seed: number;
}

const grassDark: LinearColour = linearColour('#4d6433');
const grassLight: LinearColour = linearColour('#7d9150');
const lake: LinearColour = linearColour('#3d6c78');
const pool: LinearColour = linearColour('#5aa3ab');
const asphalt: LinearColour = linearColour('#7c7b78');

/** Paints lawn, paving, roads and water where the reading has ground. In place. */
export function paintGround(light: LinearLight, scene: ReadScene, size: Size, paint: GroundPaint): void {
  const { shares, shading, isFromAbove } = scene;
  const { width, height } = size;
  const { seed } = paint;
  const unit = unitOf(size);
  const paving = linearColour(paint.paving);
  const pave = pavingPattern(scene, size);
  const open = isFromAbove ? openLand(scene, size) : undefined;
  const factors = new Float64Array(3).fill(1);
  for (let y = 0, i = 0; y < height; y++) {
    const near = y / height;
    // Blades are finer the farther away they are.
    const fine = isFromAbove ? 2.2 * unit : (1.2 + 4 * near * near) * unit;
    const flat = isFromAbove ? 1 : 0.6;
    for (let x = 0; x < width; x++, i++) {
      const share = Math.max(shares.ground[i]!, 0);
      if (share <= 0.01) continue;
      const shade = shading[i]!;
      pave?.(x, y, factors);
      let hard: LinearColour = [
        paving[0] * 0.8 * factors[0]!,
        paving[1] * 0.8 * factors[1]!,
        paving[2] * 0.8 * factors[2]!,
      ];
      let green = shares.lawn[i]!;
      if (open) {
        const patch = fractalNoise(x / (90 * unit), y / (50 * unit), 3, seed + 21);
        const wish = open.green[i]! + 0.5 * (patch - 0.5);
        green = smoothstep(1.04 - paint.greenShare, 1.16 - paint.greenShare, wish + 0.12);
        const road = smoothstep(0.03, 0, Math.abs(open.middle[i]! - 0.5) - 0.1 * paint.hardShare);
        hard = mixColours(hard, asphalt, road * (paint.hardShare > 0 ? 0.85 : 0));
        green *= 1 - road * smoothstep(0.2, 0.4, paint.hardShare);
      } else {
        const edge = fractalNoise(x / (60 * unit), y / (22 * unit), 3, seed + 23);
        green = Math.max(
          green,
          smoothstep(1 - paint.greenShare, 1.06 - paint.greenShare, edge) * (paint.greenShare > 0 ? 1 : 0),
        );
        green *= 1 - smoothstep(1 - paint.hardShare, 1.05 - paint.hardShare, edge + 0.04);
      }
      const blade = fractalNoise(x / fine, y / (fine * flat), 2, seed + 25);
      const meadow = fractalNoise(x / (130 * unit), y / ((isFromAbove ? 90 : 40) * unit), 3, seed + 26);
      const grass = mixColours(grassDark, grassLight, clamp(0.5 + 0.9 * (meadow - 0.5) + 0.9 * (blade - 0.5), 0, 1));
      let colour = mixColours(hard, grass, green);
      let wet = shares.water[i]!;
      if (open && paint.waterShare > 0) {
        const pond = fractalNoise(x / (170 * unit), y / (95 * unit), 2, seed + 27) - 0.5 * open.middle[i]!;
        wet = Math.max(wet, smoothstep(0.74 - 0.3 * paint.waterShare, 0.76 - 0.3 * paint.waterShare, pond));
      }
      if (wet > 0) colour = mixColours(colour, isFromAbove ? lake : pool, wet);
      const at = i * 3;
      for (let channel = 0; channel < 3; channel++) {
        light[at + channel] = light[at + channel]! + (colour[channel]! * shade - light[at + channel]!) * share;
      }
    }
  }
}

function pavingPattern({ frame, reading, isFromAbove }: ReadScene, size: Size) {
  if (isFromAbove) return undefined;
  const mask = bytesOf(reading.ground, reading);
  if (!mask.some((level) => level > 0)) return undefined;
  const plane = findPlane(frame.segments, frame.frame, mask, frame.size);
  if (plane.kind !== 'floor') return undefined;
  return layPattern(patternOf('石材'), plane, reading.width / size.width, 0.8);
}

/**
 * Open land seen from above: how near crowns and how far from walls it is (lawn begins there), and where it is midway
 * between two walls (roads run there).
 */
function openLand({ reading }: ReadScene, size: Size): { green: Float32Array; middle: Float32Array } {
  const unit = unitOf(reading);
  const built = reading.ground.map((ground, i) =>
    Math.max(0, 1 - ground - reading.plants[i]! - reading.sky[i]! - reading.water[i]!),
  );
  const soft = (plane: Float32Array, radius: number) => {
    const reach = Math.max(2, Math.round(radius * unit));
    return boxBlur(boxBlur(plane, reading, reach), reading, reach);
  };
  const crowns = soft(reading.plants, 22);
  const walls = soft(built, 13);
  const green = crowns.map((near, i) => clamp(0.45 + 1.1 * near - 0.9 * walls[i]!, 0, 1));
  const wide = soft(built, 34);
  const middle = wide.map((near) => Math.min(1, 2.2 * near));
  const grow = (plane: Float32Array) =>
    reading.width === size.width ? plane : resamplePlane(plane, reading, size, 'catmullRom');
  return { green: grow(green), middle: grow(middle) };
}
