import type { Size } from '../../base/blur.ts';
import { clamp } from '../../base/scalar.ts';

/** One stroke of a pen, or the outline of a filled area. */
export interface VectorLine {
  /** x0, y0, x1, y1 … pixels, centre of the first pixel at 0, 0, y down. */
  points: number[];
  /** Width of the pen, pixels; 0 for an area. */
  width: number;
  /** The line runs through its points as a curve; otherwise straight from point to point. */
  isCurved: boolean;
}

/** Lines that belong together, as a layer of a drafting program. */
export interface VectorLayer {
  /** Letters, digits and `_`. */
  name: string;
  lines: VectorLine[];
  /** Share of ink, 0–1: pencil and grids are fainter than a pen. */
  strength: number;
  /** Areas: closed outlines, filled by the even-odd rule. */
  isFilled?: true;
}

/** A drawing without pixels; layers from back to front. */
export interface VectorDrawing extends Size {
  layers: VectorLayer[];
}

/** The drawing at another size, every length with it. */
export function scaleDrawing(drawing: VectorDrawing, to: Size): VectorDrawing {
  const across = to.width / drawing.width;
  const down = to.height / drawing.height;
  // Pixel centres: the outer edges of the pictures lie on each other.
  const moved = (value: number, at: number) =>
    at % 2 === 0 ? (value + 0.5) * across - 0.5 : (value + 0.5) * down - 0.5;
  const layers = drawing.layers.map((layer) => ({
    ...layer,
    lines: layer.lines.map((line) => ({ ...line, points: line.points.map(moved), width: line.width * across })),
  }));
  return { ...to, layers };
}

/**
 * Takes points away that lie within `tolerance` pixels of the line through the others (Douglas & Peucker 1973). First
 * and last point stay.
 */
export function simplify(points: readonly number[], tolerance: number): number[] {
  const last = points.length / 2 - 1;
  const isKept = new Uint8Array(last + 1);
  isKept[0] = 1;
  isKept[last] = 1;
  const open: Array<[number, number]> = [[0, last]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range;
    const x0 = points[from * 2]!;
    const y0 = points[from * 2 + 1]!;
    const dx = points[to * 2]! - x0;
    const dy = points[to * 2 + 1]! - y0;
    const squared = dx * dx + dy * dy;
    let furthest = tolerance * tolerance;
    let split = -1;
    for (let i = from + 1; i < to; i++) {
      const x = points[i * 2]! - x0;
      const y = points[i * 2 + 1]! - y0;
      const share = squared === 0 ? 0 : clamp((x * dx + y * dy) / squared, 0, 1);
      const distance = (x - share * dx) ** 2 + (y - share * dy) ** 2;
      if (distance > furthest) {
        furthest = distance;
        split = i;
      }
    }
    if (split < 0) continue;
    isKept[split] = 1;
    open.push([from, split], [split, to]);
  }
  return points.filter((_, i) => isKept[i >> 1] === 1);
}

/** Evens out the tremble of traced points: two passes of a (1, 2, 1) mean; the ends stay. */
export function steady(points: readonly number[]): number[] {
  let from = [...points];
  for (let pass = 0; pass < 2; pass++) {
    const to = [...from];
    for (let i = 2; i < from.length - 2; i++) to[i] = (from[i - 2]! + 2 * from[i]! + from[i + 2]!) / 4;
    from = to;
  }
  return from;
}
