import type { Rgb } from '../../base/colour.ts';

/**
 * Writes red, green and blue (sRGB, 0–1) and the height (metres) of a place of a tile that repeats to both sides.
 *
 * @param x 0…1 to the right over the tile
 * @param y 0…1 downwards
 */
export type Painter = (x: number, y: number, out: Float64Array) => void;

/** A procedural surface: a square tile of real size in a few colourings. */
export interface Finish {
  /** Side of the tile, metres. */
  metres: number;
  /** Strength of its mirror reflection, 0–1. */
  gloss: number;
  /** Main colours, `#rrggbb`. */
  tones: readonly string[];
  /** @param base the chosen tone, sRGB 0–1 */
  paint(seed: number, tone: number, base: Rgb): Painter;
}
