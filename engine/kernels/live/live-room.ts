import { boxBlur, gaussianBlur } from '../../base/blur.ts';
import { linearColour } from '../../base/linear-light.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import { patternAt } from '../fill/material-pattern.ts';
import { Role } from './live-role.ts';
import type { LiveStage } from './live-stage.ts';

/**
 * Lights a room: even light from the ceiling, daylight from its windows that falls into it, darker corners, soft
 * shadows under what stands in it. In place, over the colours of its surfaces.
 */
export function lightRoom(stage: LiveStage, glow: Float32Array): void {
  const { size, roles, regions, light, unit, wish, inside, seed } = stage;
  const { width, height } = size;
  const count = width * height;
  const { brightness, lamps } = { brightness: wish.look.light.exposure, lamps: wish.look.lamps };
  const openings = new Float32Array(count);
  const things = new Float32Array(count);
  let glass = 0;
  for (let i = 0; i < count; i++) {
    if (roles[i] === Role.window) {
      openings[i] = 1;
      glass++;
    }
    if (roles[i] === Role.thing) things[i] = 1;
  }
  const spread = gaussianBlur(openings, size, 46 * unit);
  const shade = boxBlur(things, size, Math.max(2, Math.round(9 * unit)));
  const day = Math.min(1, brightness);
  const base = 0.5 + 0.22 * Math.min(1, lamps) + (glass === 0 ? 0.22 : 0);
  const lampColour = lamps > 0.3 ? [1.12, 0.92, 0.68] : [1.04, 1, 0.95];
  const outside = linearColour(wish.look.sky.horizon);
  const sun = linearColour(wish.look.light.lightColour);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const role = roles[i]!;
      const region = regions.list[regions.labels[i]!]!;
      const at = i * 3;
      if (role === Role.window) {
        const down = (y - region.top) / Math.max(1, region.bottom - region.top);
        const view = smoothstep(0.5, 0.62, down + 0.2 * (stage.noise.coarse[i]! - 0.5));
        const green = [0.22, 0.33, 0.14];
        const isFrame = inside[i]! < 1.6 * unit;
        for (let channel = 0; channel < 3; channel++) {
          const seen = outside[channel]! * 1.05 + (green[channel]! * day * 1.4 - outside[channel]! * 1.05) * view * 0.7;
          light[at + channel] = isFrame ? 0.5 * base + 0.2 * day : seen;
        }
        if (!isFrame) glow[i] = 0.22 * day;
        continue;
      }
      const corner = 1 - 0.34 * Math.exp(-inside[i]! / (13 * unit)) - 0.12 * Math.exp(-inside[i]! / (40 * unit));
      const daylight = 2.6 * spread[i]! * day;
      let facing = 0.92;
      if (role === Role.ceiling) facing = 1.06;
      else if (role === Role.floor) facing = 0.82 + 0.7 * daylight;
      else if (region.atLeft > 0) facing = 0.84;
      else if (region.atRight > 0) facing = 0.74;
      let texture = 1;
      if (role === Role.thing) {
        const down = (y - region.top) / Math.max(1, region.bottom - region.top);
        facing = 1.12 - 0.42 * down;
        texture = 1 + 0.08 * patternAt('speckle', (x * 2) / unit, (y * 2) / unit, seed);
      }
      const above = Math.max(0, y - Math.round(6 * unit)) * width + x;
      const contact = role === Role.floor ? 1 - 0.62 * Math.min(1, shade[above]! * 1.5) : 1;
      const level = (base + daylight) * facing * corner * contact * texture;
      for (let channel = 0; channel < 3; channel++) {
        const tint = lampColour[channel]! + (sun[channel]! - lampColour[channel]!) * Math.min(0.6, daylight);
        light[at + channel]! *= level * tint;
      }
    }
  }
  gloss(stage);
}

/** A polished floor mirrors what stands above it, weakly. */
function gloss({ size, roles, light, unit, noise }: LiveStage): void {
  const { width, height } = size;
  const source = Float32Array.from(light);
  for (let x = 0; x < width; x++) {
    let edge = -1;
    for (let y = 0; y < height; y++) {
      const i = y * width + x;
      if (roles[i] !== Role.floor) {
        edge = -1;
        continue;
      }
      if (edge < 0) edge = y;
      const below = y - edge;
      const from =
        Math.max(0, edge - below) * width + clamp(x + Math.round((noise.fine[i]! - 0.5) * 3 * unit), 0, width - 1);
      const share = 0.2 * Math.exp(-below / (90 * unit));
      for (let channel = 0; channel < 3; channel++)
        light[i * 3 + channel]! += (source[from * 3 + channel]! - light[i * 3 + channel]!) * share;
    }
  }
}
