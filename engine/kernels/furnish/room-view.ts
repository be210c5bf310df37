/**
 * The camera of a photographed room. Room coordinates are metres: x to the right, y up from the floor, z ahead; the
 * camera stands at x = z = 0, its axes are the room's own (Manhattan) directions.
 */
import { gaussianBlur, type Size } from '../../base/blur.ts';
import { lumaPlane, type RgbBytes } from '../../base/colour.ts';
import { makeRandom } from '../../base/random.ts';
import { resamplePlane } from '../../base/resample.ts';
import { dot, type Vec3 } from '../../base/vector.ts';
import { findLineSegments, type LineSegment } from '../material/line-segments.ts';
import { findRoomFrames, type RoomFrame, usualFocal } from './room-frame.ts';

export interface RoomView {
  /** The picture, pixels. */
  size: Size;
  /** Focal length, pixels of `size`. */
  focal: number;
  /** The room's axes as seen by the camera: x right, y down, z ahead; unit vectors. */
  right: Vec3;
  up: Vec3;
  ahead: Vec3;
  /** Height of the camera over the floor, metres. */
  eyeHeight: number;
  /** Share of the straight edges that fit the axes, 0–1; 0 for a guess. */
  support: number;
  /** Likelihood of the camera by the edges alone. */
  score: number;
  /** Straight edges of the picture, pixels of `size`. */
  segments: readonly LineSegment[];
}

/** Long side at which edges are looked for, pixels. */
const structureSide = 1024;
/** Walls and ceilings of one colour part by little; the finder's threshold is reached by raising the contrast. */
const edgeGain = 2.2;

/** The straight edges of a photographed room, pixels of `size`; of bars and joints, which have two edges, one. */
export function findRoomEdges(rgb: RgbBytes, size: Size): LineSegment[] {
  const factor = Math.min(1, structureSide / Math.max(size.width, size.height));
  const small = { width: Math.round(size.width * factor), height: Math.round(size.height * factor) };
  const whole = lumaPlane(rgb);
  const luma = gaussianBlur(factor < 1 ? resamplePlane(whole, size, small, 'catmullRom') : whole, small, 0.9);
  for (let i = 0; i < luma.length; i++) luma[i]! *= edgeGain;
  const scale = size.width / small.width;
  const shortest = Math.max(10, Math.round(Math.max(small.width, small.height) / 32));
  return withoutDoubles(findLineSegments(luma, small, shortest), 0.02 * structureSide).map(
    ({ x1, y1, x2, y2, length }) => ({
      x1: x1 * scale,
      y1: y1 * scale,
      x2: x2 * scale,
      y2: y2 * scale,
      length: length * scale,
    }),
  );
}

/**
 * Finds the cameras that the directions of the room's edges allow, likeliest first; the last one is level and looks
 * straight at the far wall, for rooms with hardly an edge.
 *
 * @param eyeHeight metres; a picture alone does not tell its scale
 */
export function findRoomViews(rgb: RgbBytes, size: Size, eyeHeight: number): RoomView[] {
  const segments = findRoomEdges(rgb, size);
  const frames: RoomFrame[] = segments.length < 5 ? [] : findRoomFrames(segments, size, makeRandom(1));
  frames.push({ focal: usualFocal, right: [1, 0, 0], up: [0, -1, 0], ahead: [0, 0, 1], support: 0, score: 0 });
  const side = Math.max(size.width, size.height);
  return frames.map((frame) => ({ ...frame, size, focal: frame.focal * side, eyeHeight, segments }));
}

/** Bars and joints have two edges: of near parallel neighbours only the longest stays. */
function withoutDoubles(segments: LineSegment[], near: number): LineSegment[] {
  const kept: LineSegment[] = [];
  for (const one of segments.sort((a, b) => b.length - a.length)) {
    const dx = (one.x2 - one.x1) / one.length;
    const dy = (one.y2 - one.y1) / one.length;
    const isDouble = kept.some((other) => {
      const ex = (other.x2 - other.x1) / other.length;
      const ey = (other.y2 - other.y1) / other.length;
      if (Math.abs(dx * ey - dy * ex) > 0.05) return false;
      const offX = (one.x1 + one.x2 - other.x1 - other.x2) / 2;
      const offY = (one.y1 + one.y2 - other.y1 - other.y2) / 2;
      return Math.abs(offX * ey - offY * ex) < near && Math.abs(offX * ex + offY * ey) < other.length / 2;
    });
    if (!isDouble) kept.push(one);
  }
  return kept;
}

/** Direction of a pixel's ray in the room, of unit length. Pixel centres are whole numbers and a half. */
export function rayOf({ size, focal, right, up, ahead }: RoomView, x: number, y: number): Vec3 {
  const seen: Vec3 = [x - size.width / 2, y - size.height / 2, focal];
  const length = Math.hypot(...seen);
  return [dot(right, seen) / length, dot(up, seen) / length, dot(ahead, seen) / length];
}

/**
 * Projection of a point of the room into the picture, pixels; `depth` along the optical axis, metres, at or below 0
 * behind the camera.
 */
export function project(view: RoomView, [x, y, z]: Vec3): { x: number; y: number; depth: number } {
  const { right, up, ahead, size, focal, eyeHeight } = view;
  const high = y - eyeHeight;
  const depth = right[2] * x + up[2] * high + ahead[2] * z;
  const near = Math.max(1e-6, depth);
  return {
    x: size.width / 2 + (focal * (right[0] * x + up[0] * high + ahead[0] * z)) / near,
    y: size.height / 2 + (focal * (right[1] * x + up[1] * high + ahead[1] * z)) / near,
    depth,
  };
}

/** The point of the floor under a pixel, or nothing at and above the horizon. */
export function floorPoint(view: RoomView, x: number, y: number): { x: number; z: number } | undefined {
  const [dx, dy, dz] = rayOf(view, x, y);
  if (dy > -0.01) return undefined;
  const far = -view.eyeHeight / dy;
  return { x: dx * far, z: dz * far };
}

/** The same camera for the picture at another size. */
export function resized(view: RoomView, size: Size): RoomView {
  const scale = size.width / view.size.width;
  return { ...view, size, focal: view.focal * scale, segments: [] };
}
