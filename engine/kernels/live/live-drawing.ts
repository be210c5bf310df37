import { labPlanes } from '../../base/colour.ts';
import { inkOf } from '../scene-paint/sketch/sketch-wash.ts';

/**
 * A line drawing as black ink on white paper, whatever paper and ink it has: blueprints and yellowed sheets are read
 * like any other.
 *
 * @param rgb 8-bit sRGB, interleaved
 */
export function drawingOf(rgb: Uint8Array): Uint8Array {
  const ink = inkOf(labPlanes(rgb).lightness);
  const out = new Uint8Array(rgb.length);
  for (let i = 0; i < ink.length; i++) out.fill(Math.round(255 * (1 - inked(ink[i]!))), i * 3, i * 3 + 3);
  return out;
}

/** Paper has a grain that is no ink. */
const inked = (level: number) => (level < 0.15 ? 0 : level);
