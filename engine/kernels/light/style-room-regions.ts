import { boxBlur, type Size } from '../../base/blur.ts';
import { guidedFilter } from '../../base/guided-filter.ts';
import { smoothstep } from '../../base/scalar.ts';
import type { LabPlanes } from '../segment/slic.ts';

/** The parts of a room that a style can be carried to. */
export type RoomPart = 'wall' | 'floor' | 'ceiling' | 'furniture';

/**
 * Walls, floor, ceiling and furniture of a room by place and busyness: the ceiling is the smooth part at the top, the
 * floor the part at the bottom, furniture what is busy or coloured between them. An estimate, soft everywhere.
 *
 * @param ground 0–255, what grew from the lower border
 * @returns shares 0–1 that sum to 1 in every pixel
 */
export function splitRoom(lab: LabPlanes, size: Size, ground: Uint8Array): Record<RoomPart, Float32Array> {
  const { width, height } = size;
  const count = width * height;
  const busy = new Float32Array(count);
  for (let y = 1, i = width; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const beside = x > 0 ? i - 1 : i;
      busy[i] =
        Math.abs(lab.lightness[i]! - lab.lightness[i - width]!) + Math.abs(lab.lightness[i]! - lab.lightness[beside]!);
    }
  }
  const around = boxBlur(busy, size, Math.max(2, Math.round(Math.max(width, height) / 60)));
  const parts = {
    wall: new Float32Array(count),
    floor: new Float32Array(count),
    ceiling: new Float32Array(count),
    furniture: new Float32Array(count),
  };
  for (let y = 0, i = 0; y < height; y++) {
    const down = y / height;
    for (let x = 0; x < width; x++, i++) {
      const chroma = Math.hypot(lab.a[i]!, lab.b[i]!);
      const isBusy = Math.max(smoothstep(0.02, 0.06, around[i]!), smoothstep(0.3, 0.5, chroma));
      parts.ceiling[i] = smoothstep(0.27, 0.13, down) * (1 - 0.6 * isBusy);
      parts.floor[i] = Math.max((ground[i]! / 255) * smoothstep(0.45, 0.6, down), smoothstep(0.84, 0.96, down) * 0.8);
      parts.furniture[i] = isBusy * smoothstep(0.28, 0.5, down) * (1 - parts.floor[i]!);
    }
  }
  const radius = Math.max(3, Math.round(Math.max(width, height) / 90));
  for (const part of ['ceiling', 'floor', 'furniture'] as const) {
    guidedFilter(lab.lightness, parts[part], size, radius, 8e-4, parts[part]);
  }
  for (let i = 0; i < count; i++) {
    let left = 1;
    for (const part of ['floor', 'ceiling', 'furniture'] as const) {
      const share = Math.max(0, Math.min(left, parts[part][i]!));
      parts[part][i] = share;
      left -= share;
    }
    parts.wall[i] = left;
  }
  return parts;
}
