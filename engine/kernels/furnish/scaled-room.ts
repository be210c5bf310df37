import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { clamp } from '../../base/scalar.ts';
import { findRoom, type Room } from './room-box.ts';
import { project } from './room-view.ts';

/** Eye height of somebody who takes a picture standing, metres. */
export const usualEye = 1.5;
/** Ceilings of dwellings, metres: what a camera at eye height would put outside is a matter of scale. */
const lowest = 2.4;
const highest = 3;

/**
 * The room at a likely scale: by the camera height given, or else so that a ceiling in view hangs as high as ceilings
 * of dwellings do.
 */
export function findScaledRoom(rgb: RgbBytes, size: Size, eyeHeight: number | undefined): Room {
  const room = findRoom(rgb, size, eyeHeight ?? usualEye);
  return eyeHeight === undefined ? scaledToCeiling(room) : room;
}

/** The room as large as lets a ceiling in view hang as high as ceilings of dwellings do. */
export function scaledToCeiling(room: Room): Room {
  const { box, view } = room;
  const edge = project(view, [0, box.height, box.back]);
  if (edge.y < 0) return room;
  const height = Math.min(highest, Math.max(lowest, box.height));
  const scale = clamp(height / box.height, 0.72, 1.13);
  return {
    ...room,
    view: { ...view, eyeHeight: view.eyeHeight * scale },
    box: { left: box.left * scale, right: box.right * scale, back: box.back * scale, height: box.height * scale },
  };
}
