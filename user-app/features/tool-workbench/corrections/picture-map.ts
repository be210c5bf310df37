import type { Opening, Spot } from './findings';

/** A line drawing, one byte a pixel: 1 where there is ink. */
export interface Drawing {
  width: number;
  height: number;
  ink: Uint8Array;
}

/** Which finding lies where: its place in the list, or -1. */
export interface PictureMap {
  width: number;
  height: number;
  labels: Int16Array;
  /** A place well inside each finding, by its place in the list; absent where nothing was found. */
  inside: readonly (Spot | undefined)[];
}

/** Largest distance of a region's seed from its ink, pixels. */
const seedReach = 4;

/** The faces of a drawing that hold the seeds; what lies between them goes to the nearest. All in pixels of the drawing. */
export function mapRegions(drawing: Drawing, seeds: readonly Spot[]): PictureMap {
  const { width, height, ink } = drawing;
  const labels = new Int16Array(width * height).fill(-1);
  for (const [place, seed] of seeds.entries()) {
    const start = freeNear(drawing, labels, seed);
    if (start !== undefined) spread(drawing, labels, [start], (at) => ink[at] === 0 && labels[at] === -1, place);
  }
  const inside = insidesOf(drawing, labels, seeds.length);
  growAll(drawing, labels);
  return { width, height, labels, inside };
}

/** The spaces between thick strokes, with their openings closed, that lie around the centres given. */
export function mapRooms(drawing: Drawing, centres: readonly Spot[], openings: readonly Opening[]): PictureMap {
  const { width, height } = drawing;
  const barred = thickStrokes(drawing, Math.max(2, Math.round(Math.max(width, height) / 600)));
  for (const opening of openings) bar(drawing, barred, opening);
  const spaces = new Int16Array(width * height).fill(-1);
  const kept: { space: number; area: number; x: number; y: number }[] = [];
  let count = 0;
  for (let first = 0; first < spaces.length && count < 32_000; first += 1) {
    if (barred[first] !== 0 || spaces[first] !== -1) continue;
    const { isAtEdge, ...space } = spread(
      drawing,
      spaces,
      [first],
      (at) => barred[at] === 0 && spaces[at] === -1,
      count,
    );
    if (!isAtEdge) kept.push({ space: count, ...space });
    count += 1;
  }
  const placeOf = new Map<number, number>();
  const near = Math.max(width, height) * 0.04;
  for (const [place, centre] of centres.entries()) {
    const distance = (space: Spot) => Math.hypot(space.x - centre.x, space.y - centre.y);
    const [best] = kept.filter((space) => distance(space) < near).sort((one, other) => distance(one) - distance(other));
    if (best && !placeOf.has(best.space)) placeOf.set(best.space, place);
  }
  const labels = spaces.map((space) => placeOf.get(space) ?? -1);
  return { width, height, labels, inside: insidesOf(drawing, labels, centres.length) };
}

type Size = Pick<Drawing, 'width' | 'height'>;

/** Fills what is connected with `starts`, and measures it. */
function spread(
  { width, height }: Size,
  labels: Int16Array,
  starts: readonly number[],
  isOpen: (at: number) => boolean,
  label: number,
) {
  const open = [...starts];
  for (const at of starts) labels[at] = label;
  let [area, sumX, sumY, isAtEdge] = [0, 0, 0, false];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    area += 1;
    sumX += x;
    sumY += y;
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) isAtEdge = true;
    for (const next of neighbours(at, x, y, width, height)) {
      if (!isOpen(next)) continue;
      labels[next] = label;
      open.push(next);
    }
  }
  return { area, x: sumX / area, y: sumY / area, isAtEdge };
}

function neighbours(at: number, x: number, y: number, width: number, height: number): number[] {
  const found: number[] = [];
  if (x > 0) found.push(at - 1);
  if (x < width - 1) found.push(at + 1);
  if (y > 0) found.push(at - width);
  if (y < height - 1) found.push(at + width);
  return found;
}

function freeNear({ width, height, ink }: Drawing, labels: Int16Array, seed: Spot): number | undefined {
  let best: { at: number; distance: number } | undefined;
  for (let dy = -seedReach; dy <= seedReach; dy += 1) {
    for (let dx = -seedReach; dx <= seedReach; dx += 1) {
      const [x, y] = [Math.round(seed.x) + dx, Math.round(seed.y) + dy];
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const at = y * width + x;
      // A seed is the first pixel of its face from the top: the face lies below rather than above.
      const distance = Math.hypot(dx, dy) + (dy < 0 ? 1 : 0);
      if (ink[at] === 0 && labels[at] === -1 && (!best || distance < best.distance)) best = { at, distance };
    }
  }
  return best?.at;
}

/** Gives every pixel the label that is nearest to it. */
function growAll({ width, height }: Size, labels: Int16Array): void {
  let edge: number[] = [];
  for (let at = 0; at < labels.length; at += 1) if (labels[at] !== -1) edge.push(at);
  while (edge.length > 0) {
    const next: number[] = [];
    for (const at of edge) {
      const x = at % width;
      for (const beside of neighbours(at, x, (at - x) / width, width, height)) {
        if (labels[beside] !== -1) continue;
        labels[beside] = labels[at] as number;
        next.push(beside);
      }
    }
    edge = next;
  }
}

/** For each label the pixel nearest to its centre of mass, so that one in the shape of an L has it inside as well. */
function insidesOf({ width }: Size, labels: Int16Array, count: number): (Spot | undefined)[] {
  const sums = Array.from({ length: count }, () => ({ area: 0, x: 0, y: 0 }));
  const each = (act: (label: number, x: number, y: number) => void) => {
    for (let at = 0; at < labels.length; at += 1) {
      const label = labels[at] as number;
      if (label >= 0) act(label, at % width, Math.floor(at / width));
    }
  };
  each((label, x, y) => {
    const sum = sums[label];
    if (!sum) return;
    sum.area += 1;
    sum.x += x;
    sum.y += y;
  });
  const best = sums.map(() => ({ distance: Number.POSITIVE_INFINITY, x: 0, y: 0 }));
  each((label, x, y) => {
    const [sum, found] = [sums[label], best[label]];
    if (!sum || !found) return;
    const distance = (x - sum.x / sum.area) ** 2 + (y - sum.y / sum.area) ** 2;
    if (distance < found.distance) best[label] = { distance, x, y };
  });
  return best.map(({ distance, x, y }) => (Number.isFinite(distance) ? { x, y } : undefined));
}

/** 1 on strokes wider than twice the reach; thinner lines go. */
function thickStrokes({ width, height, ink }: Drawing, reach: number): Uint8Array {
  const isWhole = (sum: number, span: number) => sum === span;
  const isAny = (sum: number) => sum > 0;
  const thin = swept(swept(ink, width, height, reach, isWhole), height, width, reach, isWhole);
  return swept(swept(thin, width, height, reach, isAny), height, width, reach, isAny);
}

/** Sums along the rows within `reach`, judged, and the picture turned on its side: twice makes a square. */
function swept(
  plane: Uint8Array,
  width: number,
  height: number,
  reach: number,
  judge: (sum: number, span: number) => boolean,
): Uint8Array {
  const turned = new Uint8Array(plane.length);
  for (let y = 0; y < height; y += 1) {
    let sum = 0;
    for (let x = -reach; x < width; x += 1) {
      if (x + reach < width) sum += plane[y * width + x + reach] as number;
      if (x - reach > 0) sum -= plane[y * width + x - reach - 1] as number;
      const span = Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1;
      if (x >= 0) turned[x * height + y] = judge(sum, span) ? 1 : 0;
    }
  }
  return turned;
}

/** Half the thickness of the bar that closes an opening, pixels. */
const barReach = 2;

/** Closes an opening along the wall it lies in: the direction in which it ends at strokes on both sides. */
function bar({ width, height }: Size, barred: Uint8Array, { x, y, length }: Opening): void {
  const half = length / 2;
  const isBarred = (px: number, py: number) => barred[Math.round(py) * width + Math.round(px)] === 1;
  const ends = [half + 2, half + 4].map((reach) => [isBarred(x - reach, y) && isBarred(x + reach, y), reach] as const);
  const isHorizontal = ends.some(([isEnd]) => isEnd);
  const [reachX, reachY] = isHorizontal ? [half + 4, barReach] : [barReach, half + 4];
  for (let py = Math.max(0, Math.round(y - reachY)); py <= Math.min(height - 1, y + reachY); py += 1) {
    for (let px = Math.max(0, Math.round(x - reachX)); px <= Math.min(width - 1, x + reachX); px += 1) {
      barred[py * width + px] = 1;
    }
  }
}
