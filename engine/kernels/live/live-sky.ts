import type { Size } from '../../base/blur.ts';
import { luminanceOf } from '../../base/colour.ts';
import { type LinearColour, type LinearLight, linearColour } from '../../base/linear-light.ts';
import { paintSky } from '../light/sky.ts';
import { paintBackdrop } from '../light/sky-backdrop.ts';
import type { Sunlight } from './live-light.ts';
import { Paint } from './live-paint.ts';
import type { Region } from './live-regions.ts';
import { Role } from './live-role.ts';
import type { LiveStage } from './live-stage.ts';
import type { LiveWish } from './live-words.ts';

let lastPlate: { key: string; light: LinearLight } | undefined;

/** The whole sky of a mood; it does not move with the horizon, so that clouds stand still while one draws. */
function skyPlate(size: Size, { look, mood }: LiveWish, seed: number): LinearLight {
  const key = `${size.width}×${size.height} ${mood} ${seed}`;
  if (lastPlate?.key === key) return lastPlate.light;
  const light = new Float32Array(size.width * size.height * 3);
  const mask = new Uint8Array(size.width * size.height).fill(255);
  paintSky(light, size, look.sky, { mask, horizon: size.height * 0.66, seed });
  lastPlate = { key, light };
  return light;
}

/** Sky in the colours it was painted with, a drawn sun, and far surroundings above the horizon. */
export function paintBehind(stage: LiveStage, { air, brightness }: Sunlight): void {
  const { size, light, wish, seed, horizon } = stage;
  const mask = paintPlate(stage, skyPlate(size, wish, seed));
  drawSuns(stage);
  paintBackdrop(light, size, wish.backdrop, { mask, horizon, air, brightness: Math.max(0.1, brightness), seed });
}

/** Paints the sky's pixels and returns them as a mask, 0 or 255. */
function paintPlate({ roles, regions, light, wish }: LiveStage, plate: LinearLight): Uint8Array {
  const mask = new Uint8Array(roles.length);
  const keep = Math.min(1, 1.1 * wish.fidelity) * 0.8;
  const tints = regions.list.map(({ role, paint, colour }) => {
    if (role !== Role.sky || paint === Paint.paper) return undefined;
    const drawn = colour.map((value) => (value / 255) ** 2.2) as [number, number, number];
    const level = Math.max(0.02, luminanceOf(...drawn));
    return drawn.map((value) => value / level);
  });
  for (let i = 0; i < mask.length; i++) {
    const role = roles[i]!;
    if (role !== Role.sky && role !== Role.sun) continue;
    mask[i] = 255;
    const tint = tints[regions.labels[i]!];
    const at = i * 3;
    const grey = luminanceOf(plate[at]!, plate[at + 1]!, plate[at + 2]!);
    for (let channel = 0; channel < 3; channel++) {
      const own = plate[at + channel]!;
      light[at + channel] = tint ? own + (tint[channel]! * grey - own) * keep : own;
    }
  }
  return mask;
}

function drawSuns(stage: LiveStage): void {
  const warm = linearColour('#ffd98a');
  for (const region of stage.regions.list) if (region.role === Role.sun) drawSun(stage, region, warm);
}

/** A disc in the sky with a halo of twelve radii. */
function drawSun({ size, light, roles, unit }: LiveStage, region: Region, warm: LinearColour): void {
  const { width, height } = size;
  const radius = Math.max(4 * unit, Math.sqrt(region.area / Math.PI));
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (roles[i] !== Role.sky && roles[i] !== Role.sun) continue;
      const far = Math.hypot(x - region.x, y - region.y) / radius;
      if (far > 12) continue;
      const shine = (far < 1 ? 1 : 0.5 / (far * far)) + 0.12 * Math.exp(-far / 4);
      for (let channel = 0; channel < 3; channel++) light[i * 3 + channel]! += warm[channel]! * shine;
    }
  }
}
