import { gaussianBlur, type Size } from '../../base/blur.ts';
import { makeRandom } from '../../base/random.ts';
import { cross, dot, normalise, type Vec3 } from '../../base/vector.ts';
import { type Homography, inverseOf } from '../material/homography.ts';
import { findLineSegments, type LineSegment } from '../material/line-segments.ts';
import { findManhattanFrame, type ManhattanFrame } from '../material/vanishing-points.ts';

/** Walls that look one way, seen squarely; its pixels are those of the picture where the scale is the usual one. */
export interface WallView extends Size {
  fromPicture: Homography;
  toPicture: Homography;
  /** Share of each point of the picture that belongs to these walls, 0–1. */
  belongs: Float32Array;
}

/** Below this share of explained edges, or with a camera more tilted than this, walls are looked at as they are. */
const [leastSupport, leastUpright] = [0.3, 0.75];
/** Number of the longest edges that decide the directions. */
const frameSegments = 120;
/** Reach of the votes of edges, share of the long side. */
const voteReach = 0.06;
/** Weight of walls across the picture where there are no edges, pixels of an edge at each point. */
const doubt = 0.02;
/** A smaller share of the built points is no wall worth a look. */
const leastWall = 0.04;
/** A point belongs to a view where walls that look this way are at least so likely. */
const leastShare = 0.35;
/** Most times that a wall is enlarged where it recedes. */
const mostEnlarged = 2.5;
const longestSide = 1024;
/** Narrower views show nothing, pixels. */
const leastSide = 24;

/**
 * The walls of a picture, seen squarely: the directions of a built scene from its straight edges, a view for each way
 * that walls look, and for each point the ways that the edges around it speak for.
 *
 * @param luma 0–1 per point of `size`
 * @param built how surely each point belongs to a building, 0–1
 * @returns the picture as it is where its edges tell nothing
 */
export function wallViews(luma: Float32Array, built: Float32Array, size: Size): WallView[] {
  const side = Math.max(size.width, size.height);
  const segments = findLineSegments(luma, size, Math.max(8, Math.round(side / 60)))
    .filter((segment) => at(built, size, (segment.x1 + segment.x2) / 2, (segment.y1 + segment.y2) / 2) > 0.4)
    .toSorted((one, other) => other.length - one.length);
  const frame = findManhattanFrame(segments.slice(0, frameSegments), size, makeRandom(1));
  const plain = () => [plainView(size)];
  if (frame.support < leastSupport || Math.abs(frame.up[1]) < leastUpright) return plain();
  const { across, along } = voteByEdges(segments, frame, size);
  const views = [
    viewOf(frame, frame.right, frame.ahead, across, built, size),
    viewOf(frame, frame.right, reversed(frame.ahead), across, built, size),
    viewOf(frame, frame.ahead, frame.right, along, built, size),
    viewOf(frame, frame.ahead, reversed(frame.right), along, built, size),
  ].filter((view) => view !== undefined);
  return views.length > 0 ? views : plain();
}

function at(plane: Float32Array, { width, height }: Size, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x)));
  return plane[Math.min(height - 1, Math.max(0, Math.floor(y))) * width + column]!;
}

const reversed = ([x, y, z]: Vec3): Vec3 => [-x, -y, -z];

function plainView(size: Size): WallView {
  const same = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  return { ...size, fromPicture: same, toPicture: same, belongs: new Float32Array(size.width * size.height).fill(1) };
}

/**
 * Probability that walls run across the picture, or along the way ahead, by the level edges around each point; sums to
 * 1.
 */
function voteByEdges(segments: readonly LineSegment[], frame: ManhattanFrame, size: Size) {
  const { width, height } = size;
  const across = new Float32Array(width * height);
  const along = new Float32Array(width * height);
  for (const { x1, y1, x2, y2, length } of segments) {
    const [x, y] = [(x1 + x2 - width) / 2, (y1 + y2 - height) / 2];
    const sineTo = (axis: Vec3) => {
      const toX = frame.focal * axis[0] - x * axis[2];
      const toY = frame.focal * axis[1] - y * axis[2];
      return Math.abs(toX * (y2 - y1) - toY * (x2 - x1)) / (length * Math.hypot(toX, toY) + 1e-9);
    };
    const [up, right, ahead] = [sineTo(frame.up), sineTo(frame.right), sineTo(frame.ahead)];
    if (Math.min(right, ahead) > 0.05 || up < Math.min(right, ahead)) continue;
    const votes = right < ahead ? across : along;
    for (let step = 0; step <= length; step++) {
      const column = Math.floor(x1 + ((x2 - x1) * step) / length);
      const row = Math.floor(y1 + ((y2 - y1) * step) / length);
      if (column >= 0 && row >= 0 && column < width && row < height) votes[row * width + column]! += 1;
    }
  }
  const reach = voteReach * Math.max(width, height);
  gaussianBlur(across, size, reach, across);
  gaussianBlur(along, size, reach, along);
  for (let i = 0; i < across.length; i++) {
    const share = (across[i]! + doubt) / (across[i]! + along[i]! + doubt);
    across[i] = share;
    along[i] = 1 - share;
  }
  return { across, along };
}

/** Rows of the projection from pixels of the picture onto a wall; the last one gives the depth. */
type Rows = readonly (readonly [number, number, number])[];

const depthAt = ([, , ahead]: Rows, x: number, y: number): number => ahead![0] * x + ahead![1] * y + ahead![2];

/** @param facing the way from the camera to the wall, square to it */
function viewOf(
  { focal, up }: ManhattanFrame,
  level: Vec3,
  facing: Vec3,
  votes: Float32Array,
  built: Float32Array,
  size: Size,
): WallView | undefined {
  const { width, height } = size;
  // From left to right as it is seen.
  const right = dot(cross(facing, up), level) < 0 ? reversed(level) : level;
  const upright = normalise(cross(facing, right));
  const down = upright[1] > 0 ? upright : reversed(upright);
  const rows = [right, down, facing].map(([x, y, z]) => [x, y, z * focal - (x * width + y * height) / 2] as const);
  const wall = { rows, focal, built, size };
  const { belongs, scale } = wallPoints(wall, votes);
  if (scale === undefined) return undefined;
  const { columns, lines } = placesOnWall(wall, belongs, scale);
  const [left, last] = spanOf(columns);
  const [top, bottom] = spanOf(lines);
  const view = { width: Math.ceil(last - left), height: Math.ceil(bottom - top) };
  if (!(view.width >= leastSide && view.height >= leastSide)) return undefined;
  const shifted = (row: number, from: number) =>
    [0, 1, 2].map((k) => scale * rows[row]![k as 0]! - from * rows[2]![k as 0]!);
  const fromPicture = Float64Array.from([...shifted(0, left), ...shifted(1, top), ...rows[2]!]);
  return { ...view, fromPicture, toPicture: inverseOf(fromPicture), belongs };
}

interface Wall {
  rows: Rows;
  focal: number;
  built: Float32Array;
  size: Size;
}

/** Points that belong to a wall, 0–1, and the scale at which their middle one keeps its size; none for too few points. */
function wallPoints({ rows, focal, built, size }: Wall, votes: Float32Array) {
  const belongs = new Float32Array(votes.length);
  const stretches: number[] = [];
  let count = 0;
  let whole = 0;
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      whole += built[i]!;
      const depth = depthAt(rows, x + 0.5, y + 0.5);
      if (depth <= 0.02 * focal || votes[i]! < leastShare) continue;
      belongs[i] = votes[i]!;
      if (built[i]! <= 0.4) continue;
      count++;
      if (count % 7 === 0) stretches.push(Math.sqrt(focal / depth ** 3));
    }
  }
  if (count < leastWall * whole || stretches.length < 8) return { belongs, scale: undefined };
  stretches.sort((a, b) => a - b);
  return { belongs, scale: 1 / stretches[stretches.length >> 1]! };
}

/** Positions of built points on the wall, pixels of the view. Clears points in `belongs` that would be enlarged too much. */
function placesOnWall({ rows, focal, built, size }: Wall, belongs: Float32Array, scale: number) {
  const columns: number[] = [];
  const lines: number[] = [];
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      if (belongs[i] === 0) continue;
      const depth = depthAt(rows, x + 0.5, y + 0.5);
      if (scale * Math.sqrt(focal / depth ** 3) > mostEnlarged) belongs[i] = 0;
      else if (built[i]! > 0.4 && (x + y) % 5 === 0) {
        columns.push((scale * (rows[0]![0] * (x + 0.5) + rows[0]![1] * (y + 0.5) + rows[0]![2])) / depth);
        lines.push((scale * (rows[1]![0] * (x + 0.5) + rows[1]![1] * (y + 0.5) + rows[1]![2])) / depth);
      }
    }
  }
  return { columns, lines };
}

/** From where to where values lie, without outliers and no longer than a view may be; with a margin. */
function spanOf(values: number[]): readonly [number, number] {
  if (values.length === 0) return [0, 0];
  const sorted = Float64Array.from(values).sort();
  const [low, high] = [sorted[Math.floor(0.005 * sorted.length)]!, sorted[Math.floor(0.995 * (sorted.length - 1))]!];
  const margin = 0.03 * (high - low) + 8;
  if (high - low + 2 * margin <= longestSide) return [low - margin, high + margin];
  const middle = sorted[sorted.length >> 1]!;
  const from = Math.min(Math.max(low - margin, middle - longestSide / 2), high + margin - longestSide);
  return [from, from + longestSide];
}
