import type { Size } from '../../base/blur.ts';
import { traceContours } from './contours.ts';
import { differenceOfGaussians, smoothAlongFlow } from './flow.ts';
import type { LineSource } from './line-source.ts';
import { simplify, steady, type VectorLine } from './vector-drawing.ts';

/** Pen settings shared by the styles. */
export interface Pen {
  /** 1–8, pixels at a long side of 1024. */
  lineWidth: number;
  /** 0–100: how weak an edge may be and still be drawn. */
  detail: number;
}

/** Fine lines as pixels, and what they were drawn from. */
export interface FineLines {
  /** 0 (paper) … 1 (ink). */
  ink: Float32Array;
  /** Line response of each pixel; its ridges are the middles of lines. */
  response: Float32Array;
  /** Response at which ink begins. */
  threshold: number;
}

/** Every fine line: flow-based DoG (Kang et al. 2007), thresholded softly, without specks. */
export function drawFineLines(source: LineSource, { lineWidth, detail }: Pen): FineLines {
  const { size, unit } = source;
  const threshold = 0.001 + 0.012 * ((100 - detail) / 100) ** 2;
  const edges = differenceOfGaussians(source.contrast, size, { sigma: unit * (0.55 + 0.2 * lineWidth), balance: 0.99 });
  const response = smoothAlongFlow(edges, size, source.flow, 3.5 * unit);
  const ink = new Float32Array(response.length);
  for (let i = 0; i < ink.length; i++) {
    const over = response[i]! - threshold;
    if (over > 0) ink[i] = Math.tanh(60 * over);
  }
  removeSpecks(ink, size, Math.round(14 * unit * unit * (1.6 - detail / 100) * (1 + lineWidth / 4)));
  return { ink, response, threshold };
}

/** The middles of fine lines as curves, each as wide as its ink is on average. */
export function traceFineLines(
  { size, unit, flow }: LineSource,
  { ink, response, threshold }: FineLines,
  { lineWidth }: Pen,
): VectorLine[] {
  const strength = response.map((value, i) => (ink[i]! > 0 ? value : 0));
  const contours = traceContours(strength, size, flow, {
    high: threshold + 0.006,
    low: threshold + 0.0015,
    minLength: 6 * unit,
    maxGap: Math.round(4 * unit),
    agility: 0.35,
  });
  const reach = Math.ceil(unit * (2 + lineWidth));
  return contours.map(({ points }) => ({
    points: simplify(steady(points), 0.45 * unit),
    width: Math.max(0.5 * unit, meanWidth(points, ink, size, reach)),
    isCurved: true,
  }));
}

/** Mean ink across a line, pixels: summed both ways until the ink ends, at most `reach` far. */
function meanWidth(points: readonly number[], ink: Float32Array, size: Size, reach: number): number {
  const sheet = { ink, ...size };
  let total = 0;
  let count = 0;
  for (let i = 2; i < points.length - 2; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    const dx = points[i + 2]! - points[i - 2]!;
    const dy = points[i + 3]! - points[i - 1]!;
    const length = Math.hypot(dx, dy);
    if (length === 0) continue;
    const across = { x, y, stepX: -(dy / length), stepY: dx / length, reach };
    total = addInkAcross(sheet, across, -1, total);
    total = addInkAcross(sheet, across, 1, total);
    count++;
  }
  return count === 0 ? 0 : total / count;
}

/** Adds the ink from a point outwards, one way, to `total`; the pixel in the middle counts with the way 1. */
function addInkAcross(
  { ink, width, height }: Size & { ink: Float32Array },
  { x, y, stepX, stepY, reach }: { x: number; y: number; stepX: number; stepY: number; reach: number },
  way: 1 | -1,
  total: number,
): number {
  let sum = total;
  for (let step = way < 0 ? 1 : 0; step <= reach; step++) {
    const column = Math.round(x + stepX * step * way);
    const row = Math.round(y + stepY * step * way);
    if (column < 0 || row < 0 || column >= width || row >= height) break;
    const value = ink[row * width + column]!;
    if (value < 0.1) break;
    sum += value;
  }
  return sum;
}

/** Clears connected pieces of ink (8 neighbours, ink above 0.25) that are smaller than `minArea` pixels. */
function removeSpecks(ink: Float32Array, size: Size, minArea: number): void {
  const pool = { ink, size, isSeen: new Uint8Array(ink.length), stack: new Int32Array(ink.length) };
  const piece: number[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (pool.isSeen[start] || ink[start]! <= 0.25) {
      if (ink[start]! < 0.08) ink[start] = 0;
      continue;
    }
    piece.length = 0;
    const area = floodInk(pool, start, piece, minArea);
    if (area < minArea) for (const at of piece) ink[at] = 0;
  }
}

/** Visits the piece of ink round a pixel, notes its first `most` pixels in `piece`, and returns its area in pixels. */
function floodInk(
  { ink, size, isSeen, stack }: { ink: Float32Array; size: Size; isSeen: Uint8Array; stack: Int32Array },
  start: number,
  piece: number[],
  most: number,
): number {
  const { width, height } = size;
  let depth = 0;
  let area = 0;
  stack[depth++] = start;
  isSeen[start] = 1;
  while (depth > 0) {
    const at = stack[--depth]!;
    if (area++ < most) piece.push(at);
    const x = at % width;
    const y = (at / width) | 0;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const next = row * width + column;
        if (isSeen[next] || ink[next]! <= 0.25) continue;
        isSeen[next] = 1;
        stack[depth++] = next;
      }
    }
  }
  return area;
}
