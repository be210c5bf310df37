/** Points x0, y0, x1, y1 … in pixels. */
export type Polyline = ReadonlyArray<number>;

/** Length along the line, pixels. */
export function lengthOf(line: Polyline): number {
  let total = 0;
  for (let i = 2; i < line.length; i += 2) total += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!);
  return total;
}

/**
 * Turns a traced line into straight pieces as a drafter would: corners by Douglas & Peucker 1973, then every piece is
 * fitted to its points by total least squares, and neighbouring pieces meet where their fitted lines cross (unless
 * that is further than three tolerances from the traced corner).
 *
 * @param tolerance how far the traced points may lie off a piece, pixels
 */
export function straighten(line: Polyline, tolerance: number): number[] {
  const corners = findCorners(line, tolerance);
  const fits = corners.slice(1).map((corner, piece) => fitLine(line, corners[piece]!, corner));
  const out: number[] = [];
  corners.forEach((corner, index) => {
    const x = line[corner * 2]!;
    const y = line[corner * 2 + 1]!;
    const before = fits[index - 1];
    const after = fits[index];
    if (before && after) {
      const crossing = cross(before, after);
      if (crossing && Math.hypot(crossing.x - x, crossing.y - y) <= tolerance * 3) out.push(crossing.x, crossing.y);
      else out.push(x, y);
      return;
    }
    const fit = before ?? after;
    if (!fit) return;
    const along = (x - fit.x) * fit.dx + (y - fit.y) * fit.dy;
    out.push(fit.x + along * fit.dx, fit.y + along * fit.dy);
  });
  return out;
}

/**
 * Closes corners: where the ends of two lines lie within `reach` of each other, both move to the point where their
 * directions cross, or to the middle between them when they point along the same line. Changes the lines in place;
 * every end moves once at most.
 *
 * @param reach pixels
 */
export function closeCorners(lines: ReadonlyArray<number[]>, reach: number): void {
  const ends = lines.flatMap((line) => (line.length < 4 ? [] : [endOf(line, true), endOf(line, false)]));
  const isMoved = new Uint8Array(ends.length);
  // Sorted by x, so that only neighbours within reach are compared.
  ends.sort((a, b) => a.x - b.x);
  for (let i = 0; i < ends.length; i++) {
    if (isMoved[i]) continue;
    const end = ends[i]!;
    const nearest = nearestEnd(ends, isMoved, i, reach);
    const partner = ends[nearest];
    const corner = partner && cornerOf(end, partner, reach);
    if (!corner) continue;
    isMoved[i] = 1;
    isMoved[nearest] = 1;
    for (const { line, isStart } of [end, partner]) line.splice(isStart ? 0 : line.length - 2, 2, corner.x, corner.y);
  }
}

/** Index of the nearest unmoved end of another line, among those after `i` in the order of x; -1 when none is near. */
function nearestEnd(ends: readonly LineEnd[], isMoved: Uint8Array, i: number, reach: number): number {
  const from = ends[i]!;
  let nearest = -1;
  let distance = reach;
  for (let j = i + 1; j < ends.length && ends[j]!.x - from.x <= reach; j++) {
    const end = ends[j]!;
    if (isMoved[j] || end.line === from.line) continue;
    const apart = Math.hypot(end.x - from.x, end.y - from.y);
    if (apart < distance) {
      distance = apart;
      nearest = j;
    }
  }
  return nearest;
}

/** An end of a line and the direction in which it points outwards. */
interface LineEnd extends FittedLine {
  line: number[];
  isStart: boolean;
}

function endOf(line: number[], isStart: boolean): LineEnd {
  const [at, inner] = isStart ? [0, 2] : [line.length - 2, line.length - 4];
  const [x, y] = [line[at]!, line[at + 1]!];
  const [dx, dy] = [x - line[inner]!, y - line[inner + 1]!];
  const length = Math.hypot(dx, dy) || 1;
  return { line, isStart, x, y, dx: dx / length, dy: dy / length };
}

function cornerOf(one: LineEnd, other: LineEnd, reach: number): { x: number; y: number } | undefined {
  const crossing = cross(one, other);
  if (crossing) {
    const isNear = [one, other].every(({ x, y }) => Math.hypot(crossing.x - x, crossing.y - y) <= reach);
    return isNear ? crossing : undefined;
  }
  // Both point along one line and at each other, with less than two pixels between their tracks.
  const gapX = other.x - one.x;
  const gapY = other.y - one.y;
  const isFacing = one.dx * other.dx + one.dy * other.dy < -0.95;
  if (!isFacing || Math.abs(gapX * one.dy - gapY * one.dx) > 2) return undefined;
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/**
 * Lets the ends of lines meet: an end goes on in its direction to the first other line it hits within `reach`.
 * Changes the lines in place.
 *
 * @param reach pixels
 */
export function joinEnds(
  lines: ReadonlyArray<number[]>,
  { width, height }: { width: number; height: number },
  reach: number,
): void {
  const owner = new Int32Array(width * height);
  for (const [index, line] of lines.entries()) markPixels(line, width, height, owner, index + 1);
  lines.forEach((line, index) => {
    if (line.length < 4) return;
    const last = line.length - 2;
    const start = meet(line[2]!, line[3]!, line[0]!, line[1]!, index + 1);
    const end = meet(line[last - 2]!, line[last - 1]!, line[last]!, line[last + 1]!, index + 1);
    if (start) line.splice(0, 2, ...start);
    if (end) line.splice(line.length - 2, 2, ...end);
  });

  function meet(fromX: number, fromY: number, x: number, y: number, own: number): [number, number] | undefined {
    const length = Math.hypot(x - fromX, y - fromY);
    if (length < 3) return undefined;
    const dx = (x - fromX) / length;
    const dy = (y - fromY) / length;
    for (let step = 0.5; step <= reach; step += 0.5) {
      const column = Math.round(x + dx * step);
      const row = Math.round(y + dy * step);
      if (column < 0 || row < 0 || column >= width || row >= height) return undefined;
      const hit = owner[row * width + column]!;
      if (hit !== 0 && hit !== own) return [x + dx * step, y + dy * step];
    }
    return undefined;
  }
}

function markPixels(line: Polyline, width: number, height: number, owner: Int32Array, mark: number): void {
  for (let i = 2; i < line.length; i += 2) {
    const dx = line[i]! - line[i - 2]!;
    const dy = line[i + 1]! - line[i - 1]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) * 1.5));
    for (let step = 0; step <= steps; step++) {
      const column = Math.round(line[i - 2]! + (dx * step) / steps);
      const row = Math.round(line[i - 1]! + (dy * step) / steps);
      if (column >= 0 && row >= 0 && column < width && row < height) owner[row * width + column] = mark;
    }
  }
}

/** Indices of the points that stay: always the first and the last. */
function findCorners(line: Polyline, tolerance: number): number[] {
  const last = line.length / 2 - 1;
  const isCorner = new Uint8Array(last + 1);
  isCorner[0] = 1;
  isCorner[last] = 1;
  const open: Array<[number, number]> = [[0, last]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range;
    const dx = line[to * 2]! - line[from * 2]!;
    const dy = line[to * 2 + 1]! - line[from * 2 + 1]!;
    const length = Math.hypot(dx, dy);
    let furthest = tolerance;
    let split = -1;
    for (let i = from + 1; i < to; i++) {
      const x = line[i * 2]! - line[from * 2]!;
      const y = line[i * 2 + 1]! - line[from * 2 + 1]!;
      const distance = length < 1e-6 ? Math.hypot(x, y) : Math.abs(x * dy - y * dx) / length;
      if (distance > furthest) {
        furthest = distance;
        split = i;
      }
    }
    if (split < 0) continue;
    isCorner[split] = 1;
    open.push([from, split], [split, to]);
  }
  const corners: number[] = [];
  for (let i = 0; i <= last; i++) if (isCorner[i]) corners.push(i);
  return corners;
}

interface FittedLine {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

function fitLine(line: Polyline, from: number, to: number): FittedLine {
  let meanX = 0;
  let meanY = 0;
  const count = to - from + 1;
  for (let i = from; i <= to; i++) {
    meanX += line[i * 2]! / count;
    meanY += line[i * 2 + 1]! / count;
  }
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = from; i <= to; i++) {
    const x = line[i * 2]! - meanX;
    const y = line[i * 2 + 1]! - meanY;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  return { x: meanX, y: meanY, dx: Math.cos(angle), dy: Math.sin(angle) };
}

function cross(one: FittedLine, other: FittedLine): { x: number; y: number } | undefined {
  const turn = one.dx * other.dy - one.dy * other.dx;
  if (Math.abs(turn) < 0.2) return undefined;
  const along = ((other.x - one.x) * other.dy - (other.y - one.y) * other.dx) / turn;
  return { x: one.x + along * one.dx, y: one.y + along * one.dy };
}
