import type { Point } from './geometry';
import type { PointerSample } from './pointer-input';
import type { Viewport } from './viewport';

/** A place of a stroke, pixels of the sheet. */
export interface Stamp extends Point {
  width: number;
}

/** The thinnest a pen draws without pressure, as a part of the brush. */
const lightest = 0.15;

/** Stamp of a brush of a size on the sheet: a pen draws as wide as it is pressed, at least one pixel. */
export function stampAt(viewport: Viewport, sample: PointerSample, size: number): Stamp {
  const { pressure } = sample;
  // Pens without a pressure sensor report 0 while they touch.
  const part = pressure === undefined || pressure === 0 ? 1 : lightest + (1 - lightest) * pressure;
  return { ...viewport.toSheet(sample), width: Math.max(1, size * part) };
}
