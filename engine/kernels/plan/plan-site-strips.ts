import type { Size } from '../../base/blur.ts';
import type { Component } from '../../base/components.ts';
import { outlineLength } from './plan-footprint.ts';
import type { SiteContext, SiteFace } from './plan-site-model.ts';

/**
 * Long strips between lines: with dashes in them, or about as broad as those that have, roads; else paths. Returns the
 * dashes.
 */
export function classifyStrips(context: SiteContext): Uint8Array {
  const { faces, figures, labels, faceOf, size, unit, sheet } = context;
  const isDash = new Uint8Array(labels.length);
  const dashes = new Set<number>();
  const strips: Array<{ face: SiteFace; breadth: number; hasDashes: boolean }> = [];
  const borderSides = countBorder(faceOf, faces.length, size);
  for (const [place, face] of faces.entries()) {
    if (face.figure !== undefined && figures[face.figure]!.filled < sheet * 0.25) continue;
    const whole = outlineLength(faceOf, place, face, size);
    // The border cuts a strip's ends; one that runs along it may go on beyond.
    if (borderSides[place]! > whole * 0.35) continue;
    const outline = Math.max(1, whole - borderSides[place]!);
    const breadth = (2 * face.filled) / outline;
    const length = face.filled / breadth;
    const own = face.figures.filter((figure) => {
      const { left, right, top, bottom, faces: inner, area } = figures[figure]!;
      const long = Math.hypot(right - left + 1, bottom - top + 1);
      return inner.length === 0 && long > 8 * unit && long < 60 * unit && area < long * 6 * unit;
    });
    const hasDashes =
      own.length >= 4 &&
      isRow(own.map((figure) => figures[figure]!)) &&
      own.reduce((sum, f) => sum + figures[f]!.area, 0) < face.area * 0.1 &&
      breadth < 120 * unit;
    const isStrip = length > breadth * 4 && breadth < 90 * unit && face.filled > sheet * 0.002;
    if (!isStrip && !hasDashes) continue;
    strips.push({ face, breadth, hasDashes });
    if (hasDashes) for (const figure of own) dashes.add(figure);
  }
  const dashed = strips.filter((strip) => strip.hasDashes).map((strip) => strip.breadth);
  const least = dashed.length > 0 ? Math.min(...dashed) * 0.7 : 30 * unit;
  const most = dashed.length > 0 ? Math.max(...dashed) * 1.2 : 75 * unit;
  for (const { face, breadth, hasDashes } of strips) {
    if (hasDashes || (breadth >= least && breadth <= most)) face.kind = 'road';
    else if (breadth < least) face.kind = 'paving';
  }
  for (let i = 0; i < labels.length; i++) if (dashes.has(labels[i]!)) isDash[i] = 1;
  return isDash;
}

/** Whether figures stand in one line: their middles spread at most a twentieth as far across as along. */
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
