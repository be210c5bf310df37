import type { Size } from '../../base/blur.ts';
import type { Component } from '../../base/components.ts';
import { outlineLength } from './plan-footprint.ts';
import type { SiteContext, SiteFace } from './plan-site-model.ts';

/** A long face between lines. */
interface Strip {
  face: SiteFace;
  /** Pixels. */
  breadth: number;
  /** Indices of the figures that are its dashes; empty without any. */
  dashes: readonly number[];
}

/**
 * Long strips between lines: with dashes in them, or about as broad as those that have, roads; else paths. Returns the
 * dashes.
 */
export function classifyStrips(context: SiteContext): Uint8Array {
  const { faces, labels, faceOf, size, unit } = context;
  const borderSides = countBorder(faceOf, faces.length, size);
  const strips = faces.flatMap((_, index) => stripOf(context, index, borderSides[index]!) ?? []);
  const dashed = strips.filter(({ dashes }) => dashes.length > 0).map(({ breadth }) => breadth);
  const least = dashed.length > 0 ? Math.min(...dashed) * 0.7 : 30 * unit;
  const most = dashed.length > 0 ? Math.max(...dashed) * 1.2 : 75 * unit;
  for (const { face, breadth, dashes } of strips) {
    if (dashes.length > 0 || (breadth >= least && breadth <= most)) face.kind = 'road';
    else if (breadth < least) face.kind = 'paving';
  }
  const isDash = new Uint8Array(labels.length);
  const dashes = new Set(strips.flatMap((strip) => strip.dashes));
  for (let i = 0; i < labels.length; i++) if (dashes.has(labels[i]!)) isDash[i] = 1;
  return isDash;
}

/** @param borderSides pixel sides of the face on the picture's border */
function stripOf(context: SiteContext, index: number, borderSides: number): Strip | undefined {
  const { faces, figures, faceOf, size, unit, sheet } = context;
  const face = faces[index]!;
  if (face.figure !== undefined && figures[face.figure]!.filled < sheet * 0.25) return undefined;
  const whole = outlineLength(faceOf, index, face, size);
  // The border cuts a strip's ends; one that runs along it may go on beyond.
  if (borderSides > whole * 0.35) return undefined;
  const breadth = (2 * face.filled) / Math.max(1, whole - borderSides);
  const length = face.filled / breadth;
  const dashes = dashesOf(context, face, breadth);
  const isStrip = length > breadth * 4 && breadth < 90 * unit && face.filled > sheet * 0.002;
  return isStrip || dashes.length > 0 ? { face, breadth, dashes } : undefined;
}

/** Small figures in one line that cover less than a tenth of a face; none when there are fewer than four. */
function dashesOf({ figures, unit }: SiteContext, face: SiteFace, breadth: number): number[] {
  const dashes = face.figures.filter((figure) => {
    const { left, right, top, bottom, faces: inner, area } = figures[figure]!;
    const long = Math.hypot(right - left + 1, bottom - top + 1);
    return inner.length === 0 && long > 8 * unit && long < 60 * unit && area < long * 6 * unit;
  });
  const isDashed =
    dashes.length >= 4 &&
    isRow(dashes.map((figure) => figures[figure]!)) &&
    dashes.reduce((sum, figure) => sum + figures[figure]!.area, 0) < face.area * 0.1 &&
    breadth < 120 * unit;
  return isDashed ? dashes : [];
}

/** True for figures in one line: their middles spread at most a twentieth as far across as along. */
function isRow(own: readonly Component[]): boolean {
  const middleX = own.reduce((sum, { x }) => sum + x, 0) / own.length;
  const middleY = own.reduce((sum, { y }) => sum + y, 0) / own.length;
  let [xx, xy, yy] = [0, 0, 0];
  for (const { x, y } of own) {
    xx += (x - middleX) ** 2;
    xy += (x - middleX) * (y - middleY);
    yy += (y - middleY) ** 2;
  }
  const root = Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy);
  return (xx + yy) / 2 - root <= ((xx + yy) / 2 + root) * 0.0025;
}

function countBorder(faceOf: Int32Array, count: number, { width, height }: Size): Float64Array {
  const sides = new Float64Array(count);
  const meet = (at: number) => {
    if (faceOf[at]! >= 0) sides[faceOf[at]!]!++;
  };
  for (let x = 0; x < width; x++) {
    meet(x);
    meet((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    meet(y * width);
    meet(y * width + width - 1);
  }
  return sides;
}
