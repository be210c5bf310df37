import type { Facade } from './live-facade.ts';
import type { Region } from './live-regions.ts';
import { Role } from './live-role.ts';
import { type LiveStage, regionRandom } from './live-stage.ts';
import type { Surface } from './live-surfaces.ts';

/** Rows of windows in a wall; pitches and sizes in pixels. */
export interface WindowGrid {
  left: number;
  pitchX: number;
  pitchY: number;
  columns: number;
  rows: number;
  /** Share of a cell that is glass. */
  glassX: number;
  glassY: number;
  frame: number;
  salt: number;
  isCurtain: boolean;
}

/** The windows of a glass wall, or of a large wall nobody has drawn windows in. */
export function gridOf(
  stage: LiveStage,
  region: Region,
  label: number,
  surface: Surface,
  facade: Facade | undefined,
): WindowGrid | undefined {
  const { unit, wish, regions, isRoom } = stage;
  if (!facade || region.role !== Role.wall || isRoom) return undefined;
  const wide = region.right - region.left + 1;
  const high = facade.height;
  const salt = Math.round(regionRandom(region, stage, 23) * 999);
  const frame = 0.9 * unit;
  if (surface.finish === 'glass') {
    const columns = Math.max(1, Math.round(wide / (15 * unit)));
    const rows = Math.max(1, Math.round(high / (24 * unit)));
    return {
      left: region.left,
      pitchX: wide / columns,
      pitchY: high / rows,
      columns,
      rows,
      glassX: 1,
      glassY: 1,
      frame,
      salt,
      isCurtain: true,
    };
  }
  // Windows drawn on this wall or the next one mean that the user places them: none are added.
  const isDrawn = (wall: number) => regions.list.some(({ parent }) => parent === wall);
  const hasDrawn = isDrawn(label) || [...regions.neighbours[label]!.keys()].some((other) => isDrawn(other));
  const isBox = region.area > 0.74 * wide * (region.bottom - region.top + 1);
  if (hasDrawn || wish.fidelity > 0.75 || !isBox || wide < 40 * unit || high < 44 * unit) return undefined;
  const isTower = high > 170 * unit;
  const columns = Math.max(1, Math.floor(wide / ((isTower ? 19 : 34) * unit)));
  const rows = Math.max(1, Math.floor(high / ((isTower ? 21 : 40) * unit)));
  return {
    left: region.left,
    pitchX: wide / columns,
    pitchY: high / rows,
    columns,
    rows,
    glassX: isTower ? 0.68 : 0.46,
    glassY: isTower ? 0.6 : 0.56,
    frame,
    salt,
    isCurtain: false,
  };
}
