import { boxBlur, type Size } from '../../../base/blur.ts';
import { type LinearColour, type LinearLight, linearColour, mixColours } from '../../../base/linear-light.ts';
import { resamplePlane } from '../../../base/resample.ts';
import { clamp, smoothstep } from '../../../base/scalar.ts';
import { fractalNoise } from '../../light/sky-noise.ts';
import { findPlane } from '../../material/texture-plane.ts';
import { bytesOf, layPattern, patternOf } from '../look/laid-texture.ts';
import { unitOf } from '../reading/busyness.ts';
import type { ReadScene } from '../reading/reading.ts';

/** Wishes of the form for the ground. */
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
interface GroundPainter {
  scene: ReadScene;
  paint: GroundPaint;
  paving: LinearColour;
  /** Writes the factors of the paving's pattern at a pixel. */
  pave: ((x: number, y: number, out: Float64Array) => void) | undefined;
  /** From above only. */
  open: { green: Float32Array; middle: Float32Array } | undefined;
  unit: number;
  factors: Float64Array;
}

/** Paints lawn, paving, roads and water where the reading has ground. In place. */
export function paintGround(light: LinearLight, scene: ReadScene, size: Size, paint: GroundPaint): void {
  const { shares, shading, isFromAbove } = scene;
  const painter: GroundPainter = {
    scene,
    paint,
    paving: linearColour(paint.paving),
    pave: pavingPattern(scene, size),
    open: isFromAbove ? openLand(scene, size) : undefined,
    unit: unitOf(size),
    factors: new Float64Array(3).fill(1),
  };
  for (let y = 0, i = 0; y < size.height; y++) {
    const near = y / size.height;
    for (let x = 0; x < size.width; x++, i++) {
      const share = Math.max(shares.ground[i]!, 0);
      if (share <= 0.01) continue;
      const colour = wetted(painter, groundColour(painter, i, x, y, near), i, x, y);
      for (let channel = 0; channel < 3; channel++) {
        const at = i * 3 + channel;
        light[at] = light[at]! + (colour[channel]! * shading[i]! - light[at]!) * share;
      }
    }
  }
}

/** Paving, road or lawn at a pixel. @param near row as a share of the picture's height */
function groundColour(painter: GroundPainter, i: number, x: number, y: number, near: number): LinearColour {
  const { scene, paint, paving, pave, open, unit, factors } = painter;
  const { isFromAbove } = scene;
  const { seed } = paint;
  pave?.(x, y, factors);
  let hard: LinearColour = [
    paving[0] * 0.8 * factors[0]!,
    paving[1] * 0.8 * factors[1]!,
    paving[2] * 0.8 * factors[2]!,
  ];
  let green = greenAt(painter, i, x, y);
  if (open) {
    const road = smoothstep(0.03, 0, Math.abs(open.middle[i]! - 0.5) - 0.1 * paint.hardShare);
    hard = mixColours(hard, asphalt, road * (paint.hardShare > 0 ? 0.85 : 0));
    green *= 1 - road * smoothstep(0.2, 0.4, paint.hardShare);
  }
  // Blades are finer the farther away they are.
  const fine = isFromAbove ? 2.2 * unit : (1.2 + 4 * near * near) * unit;
  const blade = fractalNoise(x / fine, y / (fine * (isFromAbove ? 1 : 0.6)), 2, seed + 25);
  const meadow = fractalNoise(x / (130 * unit), y / ((isFromAbove ? 90 : 40) * unit), 3, seed + 26);
  const grass = mixColours(grassDark, grassLight, clamp(0.5 + 0.9 * (meadow - 0.5) + 0.9 * (blade - 0.5), 0, 1));
  return mixColours(hard, grass, green);
}

/** Share of lawn at a pixel, 0–1; roads that cross it are not taken off. */
function greenAt({ scene, paint, open, unit }: GroundPainter, i: number, x: number, y: number): number {
  const { greenShare, hardShare, seed } = paint;
  if (open) {
    const patch = fractalNoise(x / (90 * unit), y / (50 * unit), 3, seed + 21);
    const wish = open.green[i]! + 0.5 * (patch - 0.5);
    return smoothstep(1.04 - greenShare, 1.16 - greenShare, wish + 0.12);
  }
  const edge = fractalNoise(x / (60 * unit), y / (22 * unit), 3, seed + 23);
  const added = smoothstep(1 - greenShare, 1.06 - greenShare, edge) * (greenShare > 0 ? 1 : 0);
  return Math.max(scene.shares.lawn[i]!, added) * (1 - smoothstep(1 - hardShare, 1.05 - hardShare, edge + 0.04));
}

/** The colour under the water that the model shows and, from above, the form asks for. */
function wetted(
  { scene, paint, open, unit }: GroundPainter,
  colour: LinearColour,
  i: number,
  x: number,
  y: number,
): LinearColour {
  let wet = scene.shares.water[i]!;
  if (open && paint.waterShare > 0) {
    const pond = fractalNoise(x / (170 * unit), y / (95 * unit), 2, paint.seed + 27) - 0.5 * open.middle[i]!;
    wet = Math.max(wet, smoothstep(0.74 - 0.3 * paint.waterShare, 0.76 - 0.3 * paint.waterShare, pond));
  }
  return wet > 0 ? mixColours(colour, scene.isFromAbove ? lake : pool, wet) : colour;
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
