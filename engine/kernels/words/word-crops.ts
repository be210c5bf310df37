import type { Size } from '../../base/blur.ts';
import { clamp } from '../../base/scalar.ts';
import { measureQuad, type Point, type Quad } from './word-boxes.ts';

/** A line of text cut out and laid straight: grey values −1 … 1, row by row. */
export interface WordCrop {
  values: Float32Array;
  width: number;
  height: number;
}

/** Height of the lines the recognizer was trained on, pixels. */
export const lineHeight = 48;
const widestLine = 640;

/** The quadrilateral read from the bottom up: its left side becomes the upper one. */
export const turnedUp = ([a, b, c, d]: Quad): Quad => [d, a, b, c];

/** The quadrilateral upside down. */
export const turnedOver = ([a, b, c, d]: Quad): Quad => [c, d, a, b];

/** The letters of a column one below another, as quadrilaterals of about square shape. */
export function cellsOfColumn(quad: Quad): Quad[] {
  const { wide, high } = measureQuad(quad);
  const count = Math.max(2, Math.round(high / (wide * 0.98)));
  const [a, b, c, d] = quad;
  const between = (one: Point, other: Point, share: number): Point => ({
    x: one.x + (other.x - one.x) * share,
    y: one.y + (other.y - one.y) * share,
  });
  return Array.from({ length: count }, (_, i): Quad => {
    const [from, to] = [i / count, (i + 1) / count];
    return [between(a, d, from), between(b, c, from), between(b, c, to), between(a, d, to)];
  });
}

/**
 * Cuts quadrilaterals out of a grey picture and lays them side by side in one line (bilinear; four samples a pixel where
 * the picture is reduced).
 *
 * @param lightness 0–1 per pixel
 * @param width of the line, pixels; as the quadrilaterals' sides say when absent
 */
export function cropLine(
  lightness: Float32Array,
  size: Size,
  quads: readonly Quad[],
  height: number = lineHeight,
  width?: number,
): WordCrop {
  const widths = quads.map((quad) => {
    const { wide, high } = measureQuad(quad);
    return Math.max(8, Math.round((height * wide) / Math.max(1, high)));
  });
  const total = widths.reduce((sum, one) => sum + one, 0);
  const line = width ?? Math.min(widestLine, total);
  const values = new Float32Array(line * height);
  let start = 0;
  for (const [place, quad] of quads.entries()) {
    const end = Math.min(line, Math.round(((start + widths[place]!) * line) / total));
    const from = Math.round((start * line) / total);
    fillCrop(values, { lightness, size, quad, line, height, from, to: end });
    start += widths[place]!;
  }
  return { values, width: line, height };
}

interface Filling {
  lightness: Float32Array;
  size: Size;
  quad: Quad;
  line: number;
  height: number;
  /** Columns that are filled. */
  from: number;
  to: number;
}

function fillCrop(values: Float32Array, { lightness, size, quad, line, height, from, to }: Filling): void {
  const [origin, right, , below] = quad;
  const span = Math.max(1, to - from);
  const parts = measureQuad(quad).high > height * 1.5 ? 2 : 1;
  for (let y = 0; y < height; y++) {
    for (let x = from; x < to; x++) {
      let sum = 0;
      for (let k = 0; k < parts * parts; k++) {
        const u = (x - from + ((k % parts) + 0.5) / parts) / span;
        const v = (y + (((k / parts) | 0) + 0.5) / parts) / height;
        const column = origin.x + (right.x - origin.x) * u + (below.x - origin.x) * v - 0.5;
        const row = origin.y + (right.y - origin.y) * u + (below.y - origin.y) * v - 0.5;
        sum += sample(lightness, size, column, row);
      }
      values[y * line + x] = (sum / (parts * parts)) * 2 - 1;
    }
  }
}

function sample(plane: Float32Array, { width, height }: Size, x: number, y: number): number {
  const column = clamp(x, 0, width - 1.001);
  const row = clamp(y, 0, height - 1.001);
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [shareX, shareY] = [column - left, row - top];
  const at = top * width + left;
  const upper = plane[at]! * (1 - shareX) + plane[at + 1]! * shareX;
  const lower = plane[at + width]! * (1 - shareX) + plane[at + width + 1]! * shareX;
  return upper * (1 - shareY) + lower * shareY;
}

/** Crops of one height side by side as three equal planes each, padded to the widest with the middle grey. */
export function tensorOfCrops(crops: readonly WordCrop[]): { data: Float32Array; dims: number[] } {
  const height = crops[0]!.height;
  const width = Math.max(...crops.map((crop) => crop.width));
  const plane = width * height;
  const data = new Float32Array(crops.length * 3 * plane);
  for (const [place, crop] of crops.entries()) {
    for (let channel = 0; channel < 3; channel++) {
      const start = (place * 3 + channel) * plane;
      for (let y = 0; y < height; y++) {
        data.set(crop.values.subarray(y * crop.width, (y + 1) * crop.width), start + y * width);
      }
    }
  }
  return { data, dims: [crops.length, 3, height, width] };
}
