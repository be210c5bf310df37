import type { Point, Size } from '../../../canvas/geometry';
import { clipped, emptyRect, isEmptyRect, type Rect, wholeOf } from './rect';

/** Value of a pixel that is to be changed; all others are 0. */
export const marked = 255;

/** The mask: one byte a pixel, of the picture's size, with the number of marked pixels kept as it changes. */
export interface MaskBitmap extends Size {
  readonly data: Uint8Array<ArrayBuffer>;
  count: number;
}

export function createBitmap({ width, height }: Size): MaskBitmap {
  return { width, height, data: new Uint8Array(width * height), count: 0 };
}

/** Fraction of the picture that is marked, 0–1. */
export function coverageOf({ count, data }: MaskBitmap): number {
  return data.length === 0 ? 0 : count / data.length;
}

/** Sets a run of a row; `from` is inside, `to` is not. */
function setRun(mask: MaskBitmap, from: number, to: number, value: number): void {
  const { data } = mask;
  let changed = 0;
  for (let at = from; at < to; at += 1) {
    if (data[at] === value) continue;
    data[at] = value;
    changed += 1;
  }
  mask.count += value === marked ? changed : -changed;
}

/**
 * Paints a line with round ends: every pixel whose middle is within `radius` of the line from `a` to `b`.
 * @returns what was touched.
 */
export function paintLine(mask: MaskBitmap, a: Point, b: Point, radius: number, value: number): Rect {
  const { width } = mask;
  const box = clipped(
    Math.min(a.x, b.x) - radius,
    Math.min(a.y, b.y) - radius,
    Math.max(a.x, b.x) + radius,
    Math.max(a.y, b.y) + radius,
    mask,
  );
  if (isEmptyRect(box)) return emptyRect;
  for (let row = box.y; row < box.y + box.height; row += 1) {
    const [left, right] = spanOf(a, b, radius, row + 0.5);
    // Pixels whose middle lies in the span.
    const from = Math.max(0, Math.ceil(left - 0.5));
    const to = Math.min(width, Math.floor(right - 0.5) + 1);
    if (to > from) setRun(mask, row * width + from, row * width + to, value);
  }
  return box;
}

/** Marks the pixel under a point, which the thinnest brush could miss between the middles of its neighbours. */
export function paintPixel(mask: MaskBitmap, { x, y }: Point, value: number): void {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < 0 || row < 0 || column >= mask.width || row >= mask.height) return;
  setRun(mask, row * mask.width + column, row * mask.width + column + 1, value);
}

/** Fills the ellipse that a box encloses. */
export function fillEllipse(mask: MaskBitmap, { x, y, width, height }: Rect, value: number): Rect {
  const box = clipped(x, y, x + width, y + height, mask);
  for (let row = box.y; row < box.y + box.height; row += 1) {
    const away = (row + 0.5 - (y + height / 2)) / (height / 2);
    const half = (Math.sqrt(Math.max(0, 1 - away * away)) * width) / 2;
    const from = Math.max(0, Math.ceil(x + width / 2 - half - 0.5));
    const to = Math.min(mask.width, Math.floor(x + width / 2 + half - 0.5) + 1);
    if (to > from) setRun(mask, row * mask.width + from, row * mask.width + to, value);
  }
  return box;
}

const nothing: readonly [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Span in which a line with round ends crosses the height `y`. The shape is convex, so there is one span. */
function spanOf(a: Point, b: Point, radius: number, y: number): readonly [left: number, right: number] {
  const [leftA, rightA] = circleSpan(a, radius, y);
  const [leftB, rightB] = circleSpan(b, radius, y);
  const [left, right] = bodySpan(a, b, radius, y);
  return [Math.min(leftA, leftB, left), Math.max(rightA, rightB, right)];
}

function circleSpan(middle: Point, radius: number, y: number): readonly [number, number] {
  const rest = radius * radius - (y - middle.y) ** 2;
  if (rest < 0) return nothing;
  const half = Math.sqrt(rest);
  return [middle.x - half, middle.x + half];
}

/** The part between the ends: points beside the line, at most `radius` from it. */
function bodySpan(a: Point, b: Point, radius: number, y: number): readonly [number, number] {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return nothing;
  const acrossX = (b.x - a.x) / length;
  const acrossY = (b.y - a.y) / length;
  const down = y - a.y;
  // Distance from the line: |x·acrossY − down·acrossX| ≤ radius, with x from `a`.
  const beside = slab(acrossY, -down * acrossX, -radius, radius);
  // Place along it: 0 ≤ x·acrossX + down·acrossY ≤ length.
  const along = slab(acrossX, down * acrossY, 0, length);
  const left = Math.max(beside[0], along[0]);
  const right = Math.min(beside[1], along[1]);
  return left > right ? nothing : [a.x + left, a.x + right];
}

/** The x for which `least ≤ x·slope + offset ≤ most`. */
function slab(slope: number, offset: number, least: number, most: number): readonly [number, number] {
  if (Math.abs(slope) < 1e-9)
    return offset < least || offset > most ? nothing : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const one = (least - offset) / slope;
  const other = (most - offset) / slope;
  return one < other ? [one, other] : [other, one];
}

/** Fills a polygon by the even-odd rule at the middles of the pixels. */
export function fillPolygon(mask: MaskBitmap, points: readonly Point[], value: number): Rect {
  if (points.length < 3) return emptyRect;
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const box = clipped(left, top, right, bottom, mask);
  const rows = crossingsOf(points, box);
  for (let row = box.y; row < box.y + box.height; row += 1) {
    const crossings = (rows[row - box.y] as number[]).sort((before, after) => before - after);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.max(0, Math.ceil((crossings[pair] as number) - 0.5));
      const to = Math.min(mask.width, Math.ceil((crossings[pair + 1] as number) - 0.5));
      if (to > from) setRun(mask, row * mask.width + from, row * mask.width + to, value);
    }
  }
  return box;
}

/**
 * Crossings of the outline with the middle of each row of the box; each side is walked once, however many there are.
 */
function crossingsOf(points: readonly Point[], { y, height }: Rect): number[][] {
  const rows: number[][] = Array.from({ length: height }, () => []);
  for (const [index, a] of points.entries()) {
    const b = points[(index + 1) % points.length] as Point;
    const [upper, lower] = a.y < b.y ? [a, b] : [b, a];
    const first = Math.max(0, Math.ceil(upper.y - 0.5) - y);
    const end = Math.min(height, Math.ceil(lower.y - 0.5) - y);
    for (let row = first; row < end; row += 1)
      rows[row]?.push(upper.x + ((row + y + 0.5 - upper.y) / (lower.y - upper.y)) * (lower.x - upper.x));
  }
  return rows;
}

/** The mask at another size; each pixel takes the nearest one. */
export function resized(mask: Size & Pick<MaskBitmap, 'data'>, size: Size): Pick<MaskBitmap, 'data'> {
  if (mask.width === size.width && mask.height === size.height) return mask;
  const data = new Uint8Array(size.width * size.height);
  const across = mask.width / size.width;
  for (let y = 0; y < size.height; y += 1) {
    const row = Math.floor(((y + 0.5) * mask.height) / size.height) * mask.width;
    for (let x = 0; x < size.width; x += 1)
      data[y * size.width + x] = mask.data[row + Math.floor((x + 0.5) * across)] as number;
  }
  return { data };
}

export function invert(mask: MaskBitmap): Rect {
  const { data } = mask;
  // Four pixels at a time.
  const words = new Uint32Array(data.buffer, data.byteOffset, data.length >> 2);
  for (let at = 0; at < words.length; at += 1) words[at] = ~(words[at] as number);
  for (let at = words.length * 4; at < data.length; at += 1) data[at] = marked - (data[at] as number);
  mask.count = data.length - mask.count;
  return wholeOf(mask);
}

export function fillAll(mask: MaskBitmap, value: number): Rect {
  mask.data.fill(value);
  mask.count = value === marked ? mask.data.length : 0;
  return wholeOf(mask);
}

/**
 * Lengths of runs in reading order, starting with unmarked pixels (which may be none): a whole mask in a few kilobytes.
 */
export type Runs = Uint32Array<ArrayBuffer>;

export function runsOf({ data }: Pick<MaskBitmap, 'data'>): Runs {
  const runs: number[] = [];
  let value = 0;
  let at = 0;
  do {
    const next = data.indexOf(marked - value, at);
    const end = next < 0 ? data.length : next;
    runs.push(end - at);
    at = end;
    value = marked - value;
  } while (at < data.length);
  return Uint32Array.from(runs);
}

/** Makes the mask what the runs say. */
export function restore(mask: MaskBitmap, runs: Runs): void {
  let at = 0;
  mask.count = 0;
  for (const [index, length] of runs.entries()) {
    const isMarked = index % 2 === 1;
    mask.data.fill(isMarked ? marked : 0, at, at + length);
    if (isMarked) mask.count += length;
    at += length;
  }
}

/** Sets the marked runs to `value`: 255 adds them to the mask, 0 takes them away. */
export function combine(mask: MaskBitmap, runs: Runs, value: number): Rect {
  let at = 0;
  let first = mask.height;
  let last = -1;
  for (const [index, length] of runs.entries()) {
    const end = Math.min(mask.data.length, at + length);
    if (index % 2 === 1 && end > at) {
      setRun(mask, at, end, value);
      first = Math.min(first, Math.floor(at / mask.width));
      last = Math.floor((end - 1) / mask.width);
    }
    at = end;
  }
  return last < 0 ? emptyRect : { x: 0, y: first, width: mask.width, height: last - first + 1 };
}
