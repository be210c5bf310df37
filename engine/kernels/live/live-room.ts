import { boxBlur, gaussianBlur } from '../../base/blur.ts';
import { type LinearColour, linearColour } from '../../base/linear-light.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import { patternAt } from '../fill/material-pattern.ts';
import type { Region } from './live-regions.ts';
import { Role } from './live-role.ts';
import type { LiveStage } from './live-stage.ts';

/**
 * Lights a room: even light from the ceiling, daylight from its windows that falls into it, darker corners, soft
 * shadows under what stands in it. In place, over the colours of its surfaces.
 */
export function lightRoom(stage: LiveStage, glow: Float32Array): void {
  const { size, roles, unit, wish } = stage;
  const { width, height } = size;
  const count = width * height;
  const { lamps } = wish.look;
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
  const room: RoomLighting = {
    stage,
    glow,
    spread: gaussianBlur(openings, size, 46 * unit),
    shade: boxBlur(things, size, Math.max(2, Math.round(9 * unit))),
    day: Math.min(1, wish.look.light.exposure),
    base: 0.5 + 0.22 * Math.min(1, lamps) + (glass === 0 ? 0.22 : 0),
    lampColour: lamps > 0.3 ? [1.12, 0.92, 0.68] : [1.04, 1, 0.95],
    outside: linearColour(wish.look.sky.horizon),
    sun: linearColour(wish.look.light.lightColour),
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (roles[i] === Role.window) lightWindow(room, i, y);
      else lightSurface(room, i, x, y);
    }
  }
  gloss(stage);
}

interface RoomLighting {
  stage: LiveStage;
  glow: Float32Array;
  /** Windows, and things, blurred, 0–1. */
  spread: Float32Array;
  shade: Float32Array;
  /** Daylight and even light, as factors. */
  day: number;
  base: number;
  lampColour: readonly number[];
  outside: LinearColour;
  sun: LinearColour;
}

const greenOutside = [0.22, 0.33, 0.14] as const;

/** One pixel of a window: its frame, or sky over green. */
function lightWindow({ stage, glow, day, base, outside }: RoomLighting, i: number, y: number): void {
  const { regions, light, noise, inside, unit } = stage;
  const region = regions.list[regions.labels[i]!]!;
  const down = (y - region.top) / Math.max(1, region.bottom - region.top);
  const view = smoothstep(0.5, 0.62, down + 0.2 * (noise.coarse[i]! - 0.5));
  const isFrame = inside[i]! < 1.6 * unit;
  for (let channel = 0; channel < 3; channel++) {
    const sky = outside[channel]! * 1.05;
    const seen = sky + (greenOutside[channel]! * day * 1.4 - sky) * view * 0.7;
    light[i * 3 + channel] = isFrame ? 0.5 * base + 0.2 * day : seen;
  }
  if (!isFrame) glow[i] = 0.22 * day;
}

function lightSurface(room: RoomLighting, i: number, x: number, y: number): void {
  const { stage, spread, shade, day, base, lampColour, sun } = room;
  const { size, roles, regions, light, unit, inside, seed } = stage;
  const role = roles[i]!;
  const region = regions.list[regions.labels[i]!]!;
  const corner = 1 - 0.34 * Math.exp(-inside[i]! / (13 * unit)) - 0.12 * Math.exp(-inside[i]! / (40 * unit));
  const daylight = 2.6 * spread[i]! * day;
  let facing = wallFacing(region);
  let texture = 1;
  let contact = 1;
  if (role === Role.ceiling) facing = 1.06;
  else if (role === Role.floor) {
    facing = 0.82 + 0.7 * daylight;
    const above = Math.max(0, y - Math.round(6 * unit)) * size.width + x;
    contact = 1 - 0.62 * Math.min(1, shade[above]! * 1.5);
  } else if (role === Role.thing) {
    const down = (y - region.top) / Math.max(1, region.bottom - region.top);
    facing = 1.12 - 0.42 * down;
    texture = 1 + 0.08 * patternAt('speckle', (x * 2) / unit, (y * 2) / unit, seed);
  }
  const level = (base + daylight) * facing * corner * contact * texture;
  for (let channel = 0; channel < 3; channel++) {
    const tint = lampColour[channel]! + (sun[channel]! - lampColour[channel]!) * Math.min(0.6, daylight);
    light[i * 3 + channel]! *= level * tint;
  }
}

/** Walls at the sides get less light than the one ahead. */
function wallFacing({ atLeft, atRight }: Region): number {
  if (atLeft > 0) return 0.84;
  return atRight > 0 ? 0.74 : 0.92;
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
