import { type Box, boxOf, onSheet, type Point, type Size, squareCorner } from '../../../canvas/geometry';

/** Whole pixels, from `x`,`y` up to but without `x + width`, `y + height`. */
export interface Rect extends Box {}

export const emptyRect: Rect = { x: 0, y: 0, width: 0, height: 0 };

export function isEmptyRect({ width, height }: Rect): boolean {
  return width <= 0 || height <= 0;
}

export function joined(a: Rect, b: Rect): Rect {
  if (isEmptyRect(a)) return b;
  if (isEmptyRect(b)) return a;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** The pixels of the picture that a box of any coordinates touches. */
export function clipped(left: number, top: number, right: number, bottom: number, size: Size): Rect {
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  return {
    x,
    y,
    width: Math.max(0, Math.min(size.width, Math.ceil(right)) - x),
    height: Math.max(0, Math.min(size.height, Math.ceil(bottom)) - y),
  };
}

/** A box with free space around it, as far as the picture goes. */
export function widened(box: Rect, by: number, size: Size): Rect {
  if (isEmptyRect(box)) return emptyRect;
  return clipped(box.x - by, box.y - by, box.x + box.width + by, box.y + box.height + by, size);
}

export function wholeOf({ width, height }: Size): Rect {
  return { x: 0, y: 0, width, height };
}

/** The part of the picture between two corners; a square when asked, as far as the picture goes. */
export function regionOf(a: Point, b: Point, size: Size, isSquare = false): Box {
  return boxOf(onSheet(a, size), onSheet(isSquare ? squareCorner(a, b) : b, size));
}
