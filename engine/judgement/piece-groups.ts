import type { Size } from '../base/blur.ts';
import { labelComponents } from '../base/components.ts';
import { clamp } from '../base/scalar.ts';
import type { LinePlace } from './line-profile.ts';

/** Calls `visit` for points a pixel or two apart along a place. */
function pointsAlong({ x, y, ux, uy, half }: LinePlace, visit: (x: number, y: number) => void): void {
  // An even count, so that the centre is one of the points.
  const count = 2 * Math.max(1, Math.ceil(half / 2));
  for (let i = 0; i <= count; i++) {
    const along = (i / count - 0.5) * 2 * half;
    visit(x + along * ux, y + along * uy);
  }
}

/**
 * Puts places that touch, or nearly, into groups.
 *
 * @param link width of the gap that may be between them, pixels
 * @returns groups of places, each a list of indices
 */
export function groupsOf(places: readonly LinePlace[], { width, height }: Size, link: number): number[][] {
  const cell = Math.max(2, link / 2);
  const grid = { width: Math.ceil(width / cell), height: Math.ceil(height / cell) };
  const isMember = new Uint8Array(grid.width * grid.height);
  const cellAt = (x: number, y: number) =>
    clamp(Math.floor(y / cell), 0, grid.height - 1) * grid.width + clamp(Math.floor(x / cell), 0, grid.width - 1);
  for (const place of places) {
    pointsAlong(place, (x, y) => {
      const at = cellAt(x, y);
      const column = at % grid.width;
      isMember[at] = 1;
      if (column + 1 < grid.width) isMember[at + 1] = 1;
      if (at + grid.width < isMember.length) isMember[at + grid.width] = 1;
    });
  }
  const { labels, components } = labelComponents(isMember, grid, true);
  const groups = components.map((): number[] => []);
  for (const [index, { x, y }] of places.entries()) groups[labels[cellAt(x, y)]!]!.push(index);
  return groups.filter((group) => group.length > 0);
}

/** A rectangle, pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box around places, with their ends. */
export function boxAround(places: readonly LinePlace[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, ux, uy, half } of places) {
    const [dx, dy] = [Math.abs(ux * half), Math.abs(uy * half)];
    left = Math.min(left, x - dx);
    right = Math.max(right, x + dx);
    top = Math.min(top, y - dy);
    bottom = Math.max(bottom, y + dy);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** True when the centre of a place lies in a box that is grown by `margin` pixels. */
export function isInside({ x, y }: LinePlace, box: Box, margin: number): boolean {
  return (
    x >= box.x - margin && x <= box.x + box.width + margin && y >= box.y - margin && y <= box.y + box.height + margin
  );
}

/** True when two places are stretches of one line: of one direction, beside each other and no farther than `most` apart. */
export function isSameLine(one: LinePlace, other: LinePlace, most: number): boolean {
  if (Math.abs(one.ux * other.ux + one.uy * other.uy) < 0.966) return false;
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  return (
    Math.abs(dy * one.ux - dx * one.uy) <= most && Math.abs(dx * one.ux + dy * one.uy) <= one.half + other.half + most
  );
}

/** Share of a box that lies in another, 0…1. */
export function shareInside(box: Box, other: Box): number {
  const width = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
  const height = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (Math.max(1, box.width) * Math.max(1, box.height));
}

/** Joins boxes that overlap, until none do. */
export function joinBoxes(boxes: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (let i = joined.length - 1; i >= 0; i--) {
      if (!overlap(grown, joined[i]!)) continue;
      grown = union(grown, joined[i]!);
      joined.splice(i, 1);
      // A grown box may overlap those that were passed.
      i = joined.length;
    }
    joined.push(grown);
  }
  return joined;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/**
 * Share of the length that lies in the two directions most of it lies in, 0…1, and the share of the second of them:
 * built things have two, foliage has many, a single line has one.
 */
export function directionsOf(places: readonly LinePlace[]): { main: number; second: number } {
  const bins = 12;
  const lengths = new Float64Array(bins);
  let total = 0;
  for (const { ux, uy, half } of places) {
    const turn = (((Math.atan2(uy, ux) / Math.PI) % 1) + 1) % 1;
    lengths[Math.round(turn * bins) % bins]! += half;
    total += half;
  }
  // A direction between two bins counts for both.
  const windows = Array.from(
    lengths,
    (length, i) => length + Math.max(lengths[(i + 1) % bins]!, lengths[(i + bins - 1) % bins]!),
  );
  const first = windows.indexOf(Math.max(...windows));
  let second = 0;
  for (let away = 2; away <= bins - 2; away++) second = Math.max(second, windows[(first + away) % bins]!);
  return { main: Math.min(1, (windows[first]! + second) / total), second: second / total };
}
