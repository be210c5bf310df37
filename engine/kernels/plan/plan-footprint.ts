import type { Size } from '../../base/blur.ts';
import type { Component } from '../../base/components.ts';

/** Shape of the outline of a figure. */
export interface FootprintForm {
  /** Share 0–1 of its smallest enclosing rectangle that it fills. */
  fill: number;
  /** Length by breadth of that rectangle, 1 or more. */
  ratio: number;
  /** Share 0–1 of its outline that bends instead of running straight. */
  curved: number;
  /** True when it is about a circle. */
  isRound: boolean;
}

/**
 * Measures the outer outline of a labelled component (Moore neighbour tracing; smallest rectangle by turning in steps of
 * one degree).
 *
 * @param filled its area with what lies in it, pixels
 */
export function measureForm(
  labels: Int32Array,
  label: number,
  component: Component,
  size: Size,
  filled: number,
): FootprintForm {
  const outline = traceOutline(labels, label, component.first, size);
  const count = outline.length / 2;
  let least = Number.POSITIVE_INFINITY;
  let ratio = 1;
  const step = Math.max(1, Math.floor(count / 600));
  for (let degrees = 0; degrees < 90; degrees++) {
    const cosine = Math.cos((degrees * Math.PI) / 180);
    const sine = Math.sin((degrees * Math.PI) / 180);
    let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < count; i += step) {
      const u = outline[i * 2]! * cosine + outline[i * 2 + 1]! * sine;
      const v = outline[i * 2 + 1]! * cosine - outline[i * 2]! * sine;
      if (u < minU) minU = u;
      if (u > maxU) maxU = u;
      if (v < minV) minV = v;
      if (v > maxV) maxV = v;
    }
    const [long, short] = [Math.max(maxU - minU, maxV - minV) + 1, Math.min(maxU - minU, maxV - minV) + 1];
    if (long * short >= least) continue;
    least = long * short;
    ratio = long / short;
  }
  const fill = Math.min(1, filled / least);
  const { curved, spread } = bending(outline, component);
  return { fill, ratio, curved, isRound: curved > 0.5 && spread < 0.06 };
}

/** Length of the outer outline of a labelled component, pixels; diagonal steps count as √2. */
export function outlineLength(labels: Int32Array, label: number, { first }: Component, size: Size): number {
  const outline = traceOutline(labels, label, first, size);
  let length = 0;
  for (let i = 2; i < outline.length; i += 2) {
    length += Math.hypot(outline[i]! - outline[i - 2]!, outline[i + 1]! - outline[i - 1]!);
  }
  return length;
}

/**
 * Share of outline places where the directions before and after differ by 4–35 degrees over a tenth of the size: bends,
 * not corners and not straight runs. `spread` is how much the distance to the middle varies (0 for a circle).
 */
function bending(outline: readonly number[], { left, right, top, bottom }: Component) {
  const count = outline.length / 2;
  const arm = Math.max(4, Math.min(Math.floor(count / 12), Math.round(Math.max(right - left, bottom - top) * 0.09)));
  let bent = 0;
  let measured = 0;
  let sum = 0;
  let squares = 0;
  const middleX = (left + right) / 2;
  const middleY = (top + bottom) / 2;
  for (let i = 0; i < count; i++) {
    const before = ((i - arm + count) % count) * 2;
    const after = ((i + arm) % count) * 2;
    const x = outline[i * 2]!;
    const y = outline[i * 2 + 1]!;
    const one = Math.atan2(y - outline[before + 1]!, x - outline[before]!);
    const other = Math.atan2(outline[after + 1]! - y, outline[after]! - x);
    let turn = Math.abs(other - one);
    if (turn > Math.PI) turn = 2 * Math.PI - turn;
    measured++;
    if (turn > 0.07 + 0.8 / arm && turn < 0.9) bent++;
    const distance = Math.hypot(x - middleX, y - middleY);
    sum += distance;
    squares += distance * distance;
  }
  const mean = sum / Math.max(1, count);
  const spread = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) / Math.max(1, mean);
  return { curved: measured === 0 ? 0 : bent / measured, spread };
}

const stepsX = [1, 1, 0, -1, -1, -1, 0, 1];
const stepsY = [0, 1, 1, 1, 0, -1, -1, -1];

/** x0, y0, x1, y1 … of the pixels around a component, from its first pixel clockwise. */
function traceOutline(labels: Int32Array, label: number, first: number, { width, height }: Size): number[] {
  const points: number[] = [];
  const startX = first % width;
  const startY = (first / width) | 0;
  let x = startX;
  let y = startY;
  let from = 6;
  const most = 8 * (width + height);
  for (let k = 0; k < most; k++) {
    points.push(x, y);
    let isFound = false;
    for (let turn = 1; turn <= 8; turn++) {
      const way = (from + turn) % 8;
      const column = x + stepsX[way]!;
      const row = y + stepsY[way]!;
      if (column < 0 || row < 0 || column >= width || row >= height || labels[row * width + column] !== label) continue;
      x = column;
      y = row;
      // Goes on looking from behind the pixel it came from.
      from = (way + 5) % 8;
      isFound = true;
      break;
    }
    if (!isFound || (x === startX && y === startY)) break;
  }
  return points;
}
