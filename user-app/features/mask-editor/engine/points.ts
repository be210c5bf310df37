import type { Point, Size } from '../../../canvas/geometry';

/** The point as a whole pixel position on the picture. */
export function placed({ x, y }: Point, { width, height }: Size): Point {
  return { x: Math.round(Math.min(width, Math.max(0, x))), y: Math.round(Math.min(height, Math.max(0, y))) };
}

/** Index of the point nearest to `at` within `reach`; undefined when none is that near. */
export function nearest(points: readonly Point[], at: Point, reach: number): number | undefined {
  let best: number | undefined;
  let least = reach;
  for (const [index, point] of points.entries()) {
    const distance = Math.hypot(point.x - at.x, point.y - at.y);
    if (distance > least) continue;
    least = distance;
    best = index;
  }
  return best;
}

/** Outline to draw through the points: two are the corners of an upright box. */
export function outlineOf(points: readonly Point[], count: number): Point[] {
  const [a, b] = points;
  if (count !== 2 || !a || !b) return [...points];
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
}

/** Points as a field keeps them; anything else is none. */
export function pointsFrom(value: unknown): Point[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item): item is Point => typeof item === 'object' && item !== null && isNumber(item, 'x') && isNumber(item, 'y'),
  );
}

function isNumber(item: object, name: string): boolean {
  return typeof (item as Record<string, unknown>)[name] === 'number';
}
