import { boxBlur, gaussianBlur, type Size } from '../../base/blur.ts';
import { isFlat, isUpright, Role } from './live-role.ts';
import type { LiveStage } from './live-stage.ts';

/** Loss of light, 0–1 per pixel. */
export interface Shadows {
  /** 1 = no sun. */
  cast: Float32Array;
  /** Share of the open sky that is seen. */
  open: Float32Array;
}

/** Shadows fall to the right and a little towards the eye: pixels per pixel of height. */
const fallAcross = 0.62;
const fallDown = 0.14;

/**
 * Shadows of what stands on the ground (each column thrown as a slanted line from its foot), of eaves on walls, and the
 * loss of sky light near edges and feet.
 */
export function findShadows(stage: LiveStage): Shadows {
  const { size, roles, unit, inside } = stage;
  const { width, height } = size;
  const count = width * height;
  const cast = new Float32Array(count);
  throwShadows(stage, cast);
  const soft = gaussianBlur(cast, size, Math.max(0.7, 1.6 * unit));
  dropEaves(stage, soft);

  const mask = new Float32Array(count);
  const open = new Float32Array(count);
  for (let i = 0; i < count; i++) mask[i] = isUpright(roles[i]!) ? 1 : 0;
  const radius = Math.max(2, Math.round(8 * unit));
  boxBlur(mask, size, radius, open, cast);
  for (let i = 0; i < count; i++) mask[i] = isFlat(roles[i]!) ? 1 : 0;
  const ground = boxBlur(mask, size, radius, mask, cast);
  const reach = 1 / (4 * unit);
  for (let i = 0; i < count; i++) {
    const role = roles[i]!;
    if (isFlat(role)) open[i] = 1 - 0.75 * open[i]! ** 1.3;
    else if (role === Role.sky) open[i] = 1;
    else open[i] = (1 - 0.45 * ground[i]!) * (1 - 0.2 * Math.exp(-inside[i]! * reach));
  }
  return { cast: soft, open };
}

function throwShadows({ size, roles, unit, horizon }: LiveStage, cast: Float32Array): void {
  const { width, height } = size;
  const lowest = horizon - 0.04 * height;
  const feet = lowestUpright(roles, size, lowest);
  const reach = Math.round(34 * unit);
  for (let x = 0; x < width; x++) {
    let y = 0;
    while (y < height) {
      if (!isUpright(roles[y * width + x]!)) {
        y++;
        continue;
      }
      const top = y;
      let isLeafy = false;
      while (y < height && isUpright(roles[y * width + x]!)) {
        isLeafy ||= roles[y * width + x] === Role.foliage;
        y++;
      }
      let foot = y;
      // A crown stands on the trunk beside it.
      if (foot < lowest) foot = isLeafy ? lowestNear(feet, x, reach) : -1;
      if (foot >= lowest) throwColumn(roles, size, cast, { x, top, bottom: y - 1, foot });
    }
  }
}

/** Row of the lowest upright pixel per column, below `lowest`; -1 where there is none. */
function lowestUpright(roles: Uint8Array, { width, height }: Size, lowest: number): Float32Array {
  const feet = new Float32Array(width).fill(-1);
  for (let x = 0; x < width; x++) {
    for (let y = height - 1; y > lowest; y--) {
      if (!isUpright(roles[y * width + x]!)) continue;
      feet[x] = y;
      break;
    }
  }
  return feet;
}

function lowestNear(feet: Float32Array, x: number, reach: number): number {
  let foot = -1;
  for (let near = Math.max(0, x - reach); near <= Math.min(feet.length - 1, x + reach); near++) {
    foot = Math.max(foot, feet[near]!);
  }
  return foot;
}

/** The shadow of one column of pixels that stands on the row `foot`. */
function throwColumn(
  roles: Uint8Array,
  { width, height }: Size,
  cast: Float32Array,
  { x, top, bottom, foot }: { x: number; top: number; bottom: number; foot: number },
): void {
  for (let rise = foot - bottom; rise <= foot - top; rise += 0.8) {
    const gx = Math.round(x + rise * fallAcross);
    const gy = Math.round(foot + rise * fallDown);
    if (gx >= width || gy >= height) break;
    const at = gy * width + gx;
    if (!isFlat(roles[at]!)) continue;
    cast[at] = 1;
    if (gy + 1 < height) cast[at + width] = 1;
  }
}

/** Roofs shade the wall under them; the shade grows softer downwards. */
function dropEaves({ size, roles, unit }: LiveStage, cast: Float32Array): void {
  const { width, height } = size;
  const length = Math.max(3, 9 * unit);
  let above = new Float32Array(width);
  let here = new Float32Array(width);
  for (let y = 0, i = 0; y < height; y++) {
    const shift = y % 5 < 2 ? 1 : 0;
    for (let x = 0; x < width; x++, i++) {
      const role = roles[i]!;
      if (role === Role.roof) {
        here[x] = length;
        continue;
      }
      const left = above[Math.max(0, x - shift)]! - 1;
      here[x] = left > 0 ? left : 0;
      if (left > 0 && (role === Role.wall || role === Role.window || role === Role.door)) {
        cast[i] = Math.max(cast[i]!, Math.min(1, (left / length) * 1.6));
      }
    }
    [above, here] = [here, above];
  }
}
