import type { Size } from '../../base/blur.ts';
import { distanceInside, labelComponents } from '../../base/components.ts';
import { joinPockets } from './plan-partitions.ts';

/** Two basins are one space when the way between them is at least this share of the narrower one's width. */
const openShare = 0.62;
/** The same for spaces that a name says are rooms of their own: what is named is not the street, a bedroom no hall. */
const openShareOfNamed = 0.88;
/** Kinds that share their space with no other. */
const privateKinds = new Set(['bedroom', 'bath', 'cloakroom', 'storage', 'garage', 'balcony']);

/** Area up to which a space that lines cut off is no room, in squares of a wall's thickness: about 4 m². */
const largestPocket = 100;

/** Basins of free space: a room each, after those that stand open to each other are one. */
export interface Basins {
  /** Basin of each pixel; 0 is what lies around the building, -1 what is not free or was not asked for. */
  basinOf: Int32Array;
  count: number;
}

/**
 * Divides free space at its narrow places (watershed of the distance to walls, flooded from the widest places: Vincent,
 * Soille, 1991), so that rooms whose openings nobody drew close are rooms all the same. Only components that hold a
 * written room name are divided: those that reach the picture's border, and those with names of several kinds.
 *
 * @param isFree 1 where there is neither wall nor closed opening
 * @param lines 1 on straight thin lines, which part rooms beside walls (see `straightLines`)
 * @param seeds places of room names, pixels, with what they name
 */
export function splitAtNarrows(
  isFree: Uint8Array,
  size: Size,
  seeds: ReadonlyArray<{ x: number; y: number; kind: string }>,
  least: number,
  lines: Uint8Array,
): Basins | undefined {
  const { labels, components } = labelComponents(isFree, size);
  const kinds = components.map(() => [] as string[]);
  for (const seed of seeds) kinds[labels[seed.y * size.width + seed.x] ?? -1]?.push(seed.kind);
  const isSplit = components.map(({ isAtEdge }, label) => kinds[label]!.length > (isAtEdge ? 0 : 1));
  if (!isSplit.includes(true)) return undefined;
  const isAsked = new Uint8Array(isFree.length);
  for (let i = 0; i < isAsked.length; i++) isAsked[i] = labels[i]! >= 0 && isSplit[labels[i]!] ? 1 : 0;
  const isWhole = Uint8Array.from(isAsked);
  for (let i = 0; i < isAsked.length; i++) if (lines[i]) isAsked[i] = 0;
  const depth = distanceInside(isAsked, size);
  const basinOf = new Int32Array(isFree.length).fill(-1);
  const peaks = [0, ...widestPlaces(depth, size, least)];
  for (const [place, at] of peaks.entries()) if (place > 0) basinOf[at] = place;
  markBorder(basinOf, isAsked, size);
  const saddles = flood(basinOf, depth, isAsked, size);
  const reaches = peaks.map((at, place) => (place === 0 ? Number.POSITIVE_INFINITY : depth[at]!));
  const named = peaks.map(() => new Set<string>());
  for (const { x, y, kind } of seeds) named[basinOf[y * size.width + x] ?? -1]?.add(kind);
  const joined = joinBasins(saddles, reaches, named);
  for (let i = 0; i < basinOf.length; i++) if (basinOf[i]! >= 0) basinOf[i] = joined[basinOf[i]!]!;
  const isNamed = (basin: number) => (named[basin]?.size ?? 0) > 0;
  const count = joinPockets(basinOf, isWhole, size, isNamed, largestPocket * least * least, peaks.length);
  return { basinOf, count };
}

function markBorder(basinOf: Int32Array, isAsked: Uint8Array, { width, height }: Size): void {
  const mark = (at: number) => {
    if (isAsked[at]) basinOf[at] = 0;
  };
  for (let x = 0; x < width; x++) {
    mark(x);
    mark((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    mark(y * width);
    mark(y * width + width - 1);
  }
}

/** Middles of the widest free places, none within the reach of a wider one; pixels' indices, widest first. */
function widestPlaces(depth: Float32Array, size: Size, least: number): number[] {
  const { width, height } = size;
  const places: number[] = [];
  for (let y = step; y < height - step; y += step) {
    for (let x = step; x < width - step; x += step) {
      const at = y * width + x;
      if (depth[at]! >= least && isWidest(depth, width, at)) places.push(at);
    }
  }
  places.sort((a, b) => depth[b]! - depth[a]! || a - b);
  const kept: number[] = [];
  for (const at of places) {
    if (kept.length >= 400) break;
    const [x, y] = [at % width, (at / width) | 0];
    const isFar = kept.every((wider) => {
      const distance = Math.hypot((wider % width) - x, ((wider / width) | 0) - y);
      return distance > Math.max(step, depth[wider]! * 0.6);
    });
    if (isFar) kept.push(at);
  }
  return kept;
}

/** Distance of the places that are compared, pixels. */
const step = 3;

/** True when none of the eight places a step away is wider. */
function isWidest(depth: Float32Array, width: number, at: number): boolean {
  const here = depth[at]!;
  for (let dy = -step; dy <= step; dy += step) {
    for (let dx = -step; dx <= step; dx += step) if (depth[at + dy * width + dx]! > here) return false;
  }
  return true;
}

/** Two basins that meet, and the depth at the deepest pixel where they do. */
interface Saddle {
  one: number;
  other: number;
  depth: number;
}

/** Floods from the marked pixels in falling depth; returns for each pair of basins the depth at which they meet. */
function flood(basinOf: Int32Array, depth: Float32Array, isAsked: Uint8Array, size: Size): Saddle[] {
  const queue = new DepthQueue(depth);
  for (let i = 0; i < basinOf.length; i++) if (basinOf[i]! >= 0) queue.push(i);
  const saddles = new Map<string, Saddle>();
  const meet = (one: number, other: number, at: number) => {
    const key = one < other ? `${one},${other}` : `${other},${one}`;
    const saddle = saddles.get(key);
    if (!saddle || saddle.depth < depth[at]!) saddles.set(key, { one, other, depth: depth[at]! });
  };
  const around = new Int32Array(4);
  for (let at = queue.pop(); at >= 0; at = queue.pop()) {
    const basin = basinOf[at]!;
    readNeighbours(around, at, size);
    for (let side = 0; side < 4; side++) {
      const next = around[side]!;
      if (next < 0 || !isAsked[next]) continue;
      if (basinOf[next]! < 0) {
        basinOf[next] = basin;
        queue.push(next);
      } else if (basinOf[next] !== basin) meet(basin, basinOf[next]!, depth[next]! < depth[at]! ? next : at);
    }
  }
  return [...saddles.values()].sort((a, b) => b.depth - a.depth);
}

/** Writes the pixels left, right, above and below one; -1 beyond the picture. */
function readNeighbours(out: Int32Array, at: number, { width, height }: Size): void {
  const x = at % width;
  const y = (at / width) | 0;
  out[0] = x === 0 ? -1 : at - 1;
  out[1] = x === width - 1 ? -1 : at + 1;
  out[2] = y === 0 ? -1 : at - width;
  out[3] = y === height - 1 ? -1 : at + width;
}

/** Pixels by half pixels of depth, the deepest first; within a level the last one in is the first out. */
class DepthQueue {
  private readonly depth: Float32Array;
  /** First pixel of each level, and the next one of each pixel; -1 at the end. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;
  private level: number;

  constructor(depth: Float32Array) {
    const most = depth.reduce((best, value) => Math.max(best, value), 0);
    const levels = Math.min(4095, Math.ceil(most * 2)) + 1;
    this.depth = depth;
    this.first = new Int32Array(levels).fill(-1);
    this.next = new Int32Array(depth.length);
    this.level = levels - 1;
  }

  /** Adds a pixel, at the level that is being emptied when its own is above it. */
  push(at: number): void {
    const own = Math.min(this.first.length - 1, (this.depth[at]! * 2) | 0, this.level);
    this.next[at] = this.first[own]!;
    this.first[own] = at;
  }

  /** @returns -1 when the queue is empty */
  pop(): number {
    while (this.level >= 0 && this.first[this.level]! < 0) this.level--;
    if (this.level < 0) return -1;
    const at = this.first[this.level]!;
    this.first[this.level] = this.next[at]!;
    return at;
  }
}

/** Joins basins that stand open to each other, widest ways first. */
function joinBasins(
  saddles: readonly Saddle[],
  reaches: readonly number[],
  named: ReadonlyArray<Set<string>>,
): number[] {
  const parent = reaches.map((_, basin) => basin);
  const rootOf = (basin: number): number => (parent[basin] === basin ? basin : rootOf(parent[basin]!));
  for (const { one, other, depth } of saddles) {
    const [a, b] = [rootOf(one), rootOf(other)];
    if (a === b || depth < shareNeeded(named, a, b) * Math.min(reaches[a]!, reaches[b]!)) continue;
    const [kept, gone] = a === 0 || (b !== 0 && reaches[a]! >= reaches[b]!) ? [a, b] : [b, a];
    parent[gone] = kept;
    for (const kind of named[gone]!) named[kept]!.add(kind);
  }
  return parent.map((_, basin) => rootOf(basin));
}

function shareNeeded(named: ReadonlyArray<Set<string>>, one: number, other: number): number {
  const kinds = [...named[one]!, ...named[other]!];
  const isStreet = (one === 0 || other === 0) && kinds.length > 0;
  const areBothNamed = named[one]!.size > 0 && named[other]!.size > 0;
  return isStreet || (areBothNamed && kinds.some((kind) => privateKinds.has(kind))) ? openShareOfNamed : openShare;
}
