import type { Size } from '../../base/blur.ts';
import { distanceInside, labelComponents } from '../../base/components.ts';
import { joinPockets } from './plan-partitions.ts';

/** Two basins are one space when the way between them is at least this share of the narrower one's width. */
const openShare = 0.62;
/** The same for spaces that a name says are rooms of their own: what is named is not the street, a bedroom no hall. */
const openShareOfNamed = 0.88;
/** Kinds that share their space with no other. */
const privateKinds = new Set(['bedroom', 'bath', 'cloakroom', 'storage', 'garage', 'balcony']);

/** What lines cut off is no room of its own up to this area, in squares of a wall's thickness: about 4 m². */
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
function widestPlaces(depth: Float32Array, { width, height }: Size, least: number): number[] {
  const step = 3;
  const places: number[] = [];
  for (let y = step; y < height - step; y += step) {
    for (let x = step; x < width - step; x += step) {
      const here = depth[y * width + x]!;
      if (here < least) continue;
      let isPeak = true;
      for (let dy = -step; dy <= step && isPeak; dy += step) {
        for (let dx = -step; dx <= step; dx += step) if (depth[(y + dy) * width + x + dx]! > here) isPeak = false;
      }
      if (isPeak) places.push(y * width + x);
    }
  }
  places.sort((one, other) => depth[other]! - depth[one]! || one - other);
  const kept: number[] = [];
  for (const at of places) {
    if (kept.length >= 400) break;
    const [x, y] = [at % width, (at / width) | 0];
    const isFar = kept.every((other) => {
      const distance = Math.hypot((other % width) - x, ((other / width) | 0) - y);
      return distance > Math.max(step, depth[other]! * 0.6);
    });
    if (isFar) kept.push(at);
  }
  return kept;
}

/** Floods from the marked pixels in falling depth; returns for each pair of basins the depth at which they meet. */
function flood(basinOf: Int32Array, depth: Float32Array, isAsked: Uint8Array, { width, height }: Size) {
  const most = depth.reduce((best, value) => Math.max(best, value), 0);
  const levels = Math.min(4095, Math.ceil(most * 2)) + 1;
  const levelOf = (at: number) => Math.min(levels - 1, (depth[at]! * 2) | 0);
  const first = new Int32Array(levels).fill(-1);
  const next = new Int32Array(depth.length);
  const isQueued = new Uint8Array(depth.length);
  let level = levels - 1;
  const push = (at: number, highest: number) => {
    const own = Math.min(levelOf(at), highest);
    next[at] = first[own]!;
    first[own] = at;
    isQueued[at] = 1;
  };
  for (let i = 0; i < basinOf.length; i++) if (basinOf[i]! >= 0) push(i, levels - 1);
  const saddles = new Map<string, { one: number; other: number; depth: number }>();
  const meet = (one: number, other: number, at: number) => {
    const key = one < other ? `${one},${other}` : `${other},${one}`;
    const known = saddles.get(key);
    if (!known || known.depth < depth[at]!) saddles.set(key, { one, other, depth: depth[at]! });
  };
  while (level >= 0) {
    const at = first[level]!;
    if (at < 0) {
      level--;
      continue;
    }
    first[level] = next[at]!;
    const basin = basinOf[at]!;
    const x = at % width;
    const y = (at / width) | 0;
    for (let side = 0; side < 4; side++) {
      if (side === 0 ? x === 0 : side === 1 ? x === width - 1 : side === 2 ? y === 0 : y === height - 1) continue;
      const other = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - width : at + width;
      if (!isAsked[other]) continue;
      if (basinOf[other]! < 0) {
        basinOf[other] = basin;
        push(other, level);
      } else if (basinOf[other] !== basin) meet(basin, basinOf[other]!, depth[other]! < depth[at]! ? other : at);
    }
  }
  return [...saddles.values()].sort((one, other) => other.depth - one.depth);
}

/** Joins basins that stand open to each other, widest ways first. */
function joinBasins(
  saddles: ReadonlyArray<{ one: number; other: number; depth: number }>,
  reaches: readonly number[],
  named: ReadonlyArray<Set<string>>,
): number[] {
  const parent = reaches.map((_, place) => place);
  const rootOf = (place: number): number => (parent[place] === place ? place : rootOf(parent[place]!));
  for (const { one, other, depth } of saddles) {
    const [a, b] = [rootOf(one), rootOf(other)];
    if (a === b || depth < shareNeeded(named, a, b) * Math.min(reaches[a]!, reaches[b]!)) continue;
    const [kept, gone] = a === 0 || (b !== 0 && reaches[a]! >= reaches[b]!) ? [a, b] : [b, a];
    parent[gone] = kept;
    for (const kind of named[gone]!) named[kept]!.add(kind);
  }
  return parent.map((_, place) => rootOf(place));
}

function shareNeeded(named: ReadonlyArray<Set<string>>, one: number, other: number): number {
  const kinds = [...named[one]!, ...named[other]!];
  const isStreet = (one === 0 || other === 0) && kinds.length > 0;
  const areBothNamed = named[one]!.size > 0 && named[other]!.size > 0;
  return isStreet || (areBothNamed && kinds.some((kind) => privateKinds.has(kind))) ? openShareOfNamed : openShare;
}
