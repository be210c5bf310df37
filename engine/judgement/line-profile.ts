import type { Size } from '../base/blur.ts';
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
}

/** @param reach pixels, whole */
export function emptyProfile(reach: number): LineProfile {
  const plane = () => new Float32Array(2 * reach + 1);
  return { reach, steps: [plane(), plane(), plane()], size: plane(), steadiness: plane(), luma: 0 };
}

/** Pixels between the two sides that a step is measured over, to each side. */
const sideways = 1;

/** Looks across a place; outside the picture its border goes on. Writes into `profile`. */
export function profileAcross(picture: JudgedPicture, place: LinePlace, profile: LineProfile): void {
  const { steps, size, steadiness } = profile;
  const count = size.length;
  const row = new Float32Array(count + 2 * sideways);
  const middle = (row.length - 1) / 2;
  const squares = steadiness.fill(0);
  const points = Math.max(3, Math.ceil(2 * place.half));
  const { ux, uy } = place;
  let luma = 0;
  for (const [index, plane] of picture.planes.entries()) {
    const sums = steps[index]!.fill(0);
    for (let point = 0; point < points; point++) {
      const along = ((point + 0.5) / points - 0.5) * 2 * place.half;
      // Across is a quarter turn from along.
      const start = { x: place.x + along * ux + middle * uy, y: place.y + along * uy - middle * ux, ux: -uy, uy: ux };
      readRow(plane, picture, start, row);
      if (index === 0) luma += row[middle | 0]!;
      for (let at = 0; at < count; at++) {
        const step = row[at + 2 * sideways]! - row[at]!;
        sums[at]! += step;
        squares[at]! += step * step;
      }
    }
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

/** Reads values one pixel apart, from a point in a direction; between pixels they are mixed. */
function readRow(
  plane: Float32Array,
  { width, height }: Size,
  from: Pick<LinePlace, 'x' | 'y' | 'ux' | 'uy'>,
  row: Float32Array,
): void {
  const [mostX, mostY] = [width - 1.001, height - 1.001];
  for (let at = 0; at < row.length; at++) {
    const x = Math.min(mostX, Math.max(0, from.x + from.ux * at));
    const y = Math.min(mostY, Math.max(0, from.y + from.uy * at));
    const left = x | 0;
    const top = y | 0;
    const i = top * width + left;
    const u = x - left;
    const upper = plane[i]! + (plane[i + 1]! - plane[i]!) * u;
    const lower = plane[i + width]! + (plane[i + width + 1]! - plane[i + width]!) * u;
    row[at] = upper + (lower - upper) * (y - top);
  }
}

/** Place of a peak between pixels, by the parabola through three values; pixels from the middle. */
export function peakOffset({ size, reach }: LineProfile, at: number): number {
  const [before, peak, after] = [size[at - 1] ?? 0, size[at]!, size[at + 1] ?? 0];
  const bend = before - 2 * peak + after;
  return at - reach + (bend < 0 ? clamp((0.5 * (before - after)) / bend, -0.5, 0.5) : 0);
}
