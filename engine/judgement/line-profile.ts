import { clamp } from '../base/scalar.ts';
import type { JudgedPicture } from './judged-picture.ts';

/** A place where lines are looked for. */
export interface LinePlace {
  /** Centre, pixels. */
  x: number;
  y: number;
  /** Direction along the line, length 1. */
  ux: number;
  uy: number;
  /** Half of the length, pixels. */
  half: number;
}

/** Steps across a line at distances from `-reach` to `reach` pixels, the mean along the line. */
export interface LineProfile {
  reach: number;
  /** Step from one side to the other at each distance, levels, for each plane. */
  steps: readonly [Float32Array, Float32Array, Float32Array];
  /** Size of that step over all planes, levels. */
  size: Float32Array;
  /** 0…1: 1 where the step is the same all along the line, near 0 for noise and texture. */
  steadiness: Float32Array;
  /** Mean luma along the place, levels. */
  luma: number;
  /** Values of the three planes across the line at the point that is being read; room for {@link profileAcross} alone. */
  rows: readonly [Float32Array, Float32Array, Float32Array];
}

/** Pixels between the two sides that a step is measured over, to each side. */
const sideways = 1;

/** @param reach pixels, whole */
export function emptyProfile(reach: number): LineProfile {
  const plane = () => new Float32Array(2 * reach + 1);
  const row = () => new Float32Array(2 * (reach + sideways) + 1);
  return {
    reach,
    steps: [plane(), plane(), plane()],
    size: plane(),
    steadiness: plane(),
    luma: 0,
    rows: [row(), row(), row()],
  };
}

/** Looks across a place; outside the picture its border goes on. Writes into `profile`. */
export function profileAcross(picture: JudgedPicture, place: LinePlace, profile: LineProfile): void {
  const { steps, size, steadiness, rows } = profile;
  const count = size.length;
  const middle = profile.reach + sideways;
  const squares = steadiness.fill(0);
  for (const sums of steps) sums.fill(0);
  const points = Math.max(3, Math.ceil(2 * place.half));
  const { ux, uy } = place;
  const start = { x: 0, y: 0, ux: -uy, uy: ux };
  let luma = 0;
  for (let point = 0; point < points; point++) {
    const along = ((point + 0.5) / points - 0.5) * 2 * place.half;
    // Across is a quarter turn from along.
    start.x = place.x + along * ux + middle * uy;
    start.y = place.y + along * uy - middle * ux;
    readRows(picture, start, rows);
    luma += rows[0][middle]!;
    for (let plane = 0; plane < 3; plane++) addSteps(rows[plane]!, steps[plane]!, squares);
  }
  profile.luma = luma / points;
  for (let at = 0; at < count; at++) {
    let square = 0;
    for (const sums of steps) {
      sums[at]! /= points;
      square += sums[at]! * sums[at]!;
    }
    size[at] = Math.sqrt(square);
    const all = squares[at]! / points;
    steadiness[at] = all > 1e-6 ? Math.min(1, Math.sqrt(square / all)) : 0;
  }
}

function addSteps(row: Float32Array, sums: Float32Array, squares: Float32Array): void {
  for (let at = 0; at < sums.length; at++) {
    const step = row[at + 2 * sideways]! - row[at]!;
    sums[at]! += step;
    squares[at]! += step * step;
  }
}

/** Reads values of all planes one pixel apart, from a point in a direction; between pixels they are mixed. */
function readRows(
  { width, height, planes }: JudgedPicture,
  from: Pick<LinePlace, 'x' | 'y' | 'ux' | 'uy'>,
  rows: LineProfile['rows'],
): void {
  const mostX = width - 1.001;
  const mostY = height - 1.001;
  const first = planes[0];
  const second = planes[1];
  const third = planes[2];
  const { x: startX, y: startY, ux, uy } = from;
  const length = rows[0].length;
  for (let at = 0; at < length; at++) {
    let x = startX + ux * at;
    let y = startY + uy * at;
    if (x < 0) x = 0;
    else if (x > mostX) x = mostX;
    if (y < 0) y = 0;
    else if (y > mostY) y = mostY;
    const left = x | 0;
    const top = y | 0;
    const upper = top * width + left;
    const lower = upper + width;
    const u = x - left;
    const v = y - top;
    let high = first[upper]! + (first[upper + 1]! - first[upper]!) * u;
    let low = first[lower]! + (first[lower + 1]! - first[lower]!) * u;
    rows[0][at] = high + (low - high) * v;
    high = second[upper]! + (second[upper + 1]! - second[upper]!) * u;
    low = second[lower]! + (second[lower + 1]! - second[lower]!) * u;
    rows[1][at] = high + (low - high) * v;
    high = third[upper]! + (third[upper + 1]! - third[upper]!) * u;
    low = third[lower]! + (third[lower + 1]! - third[lower]!) * u;
    rows[2][at] = high + (low - high) * v;
  }
}

/** Place of a peak between pixels, by the parabola through three values; pixels from the middle. */
export function peakOffset({ size, reach }: LineProfile, at: number): number {
  const [before, peak, after] = [size[at - 1] ?? 0, size[at]!, size[at + 1] ?? 0];
  const bend = before - 2 * peak + after;
  return at - reach + (bend < 0 ? clamp((0.5 * (before - after)) / bend, -0.5, 0.5) : 0);
}
