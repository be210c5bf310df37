import { clipped, emptyRect, isEmptyRect, type Point, type Rect, type Size, wholeOf } from './geometry';

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

const nothing: readonly [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Where a line with round ends crosses the height `y`. The shape is convex, so that is one span. */
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
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const box = clipped(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), mask);
  for (let row = box.y; row < box.y + box.height; row += 1) {
    const crossings = crossingsAt(points, row + 0.5);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.max(0, Math.ceil((crossings[pair] as number) - 0.5));
      const to = Math.min(mask.width, Math.ceil((crossings[pair + 1] as number) - 0.5));
      if (to > from) setRun(mask, row * mask.width + from, row * mask.width + to, value);
    }
  }
  return box;
}

function crossingsAt(points: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  for (const [index, a] of points.entries()) {
    const b = points[(index + 1) % points.length] as Point;
    if (a.y <= y === b.y <= y) continue;
    crossings.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x));
  }
  return crossings.sort((left, right) => left - right);
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
  for (let at = 0; at < data.length; at += 1) data[at] = marked - (data[at] as number);
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
