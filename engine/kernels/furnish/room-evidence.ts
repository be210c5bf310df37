/**
 * Evidence in a picture for the borders of a room's surfaces: samples of colour, edges by direction, steps over lines.
 */

import type { Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { resamplePlane } from '../../base/resample.ts';
import { byteOf, clamp } from '../../base/scalar.ts';
import type { Vec3 } from '../../base/vector.ts';
import type { LineSegment } from '../material/line-segments.ts';
import { project, type RoomView, rayOf } from './room-view.ts';

export type Axis = 'across' | 'upright' | 'ahead';

/** A straight edge along one of the room's axes; its middle as a ray and in pixels. */
export interface Edge {
  axis: Axis;
  ray: Vec3;
  /** Length as a share of the picture's long side. */
  weight: number;
  x: number;
  y: number;
}

/** Small Lab picture, colour counting twice against lightness, which light changes within one surface. */
export interface Colours extends Size {
  planes: readonly [Float32Array, Float32Array, Float32Array];
}

const coloursSide = 256;
/** Number of points at which two sides of a corner are compared. */
const places = 29;
/** Differences at those places, one channel after the other; thousands of corners are tried. */
const differences = new Float64Array(3 * places);
/** Difference of colour over a corner that is beyond doubt. */
const clearStep = 0.035;

export function coloursOf(rgb: RgbBytes, size: Size): Colours {
  const scale = Math.min(1, coloursSide / Math.max(size.width, size.height));
  const small = {
    width: Math.max(8, Math.round(size.width * scale)),
    height: Math.max(8, Math.round(size.height * scale)),
  };
  const { lightness, a, b } = labPlanes(shrunkPicture(rgb, size, small));
  return { ...small, planes: [lightness, a.map((value) => 2 * value), b.map((value) => 2 * value)] };
}

/** The picture at a smaller size. */
export function shrunkPicture(rgb: RgbBytes, size: Size, small: Size): Uint8Array {
  const out = new Uint8Array(small.width * small.height * 3);
  const plane = new Float32Array(size.width * size.height);
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + c]!;
    resamplePlane(plane, size, small, 'catmullRom').forEach((level, i) => {
      out[i * 3 + c] = byteOf(level);
    });
  }
  return out;
}

/** The longest edges along the room's axes. */
export function edgesOf(view: RoomView): Edge[] {
  const side = Math.max(view.size.width, view.size.height);
  const longest = [...view.segments].sort((a, b) => b.length - a.length).slice(0, 160);
  return longest.flatMap((segment) => {
    const axis = axisOf(segment, view);
    if (!axis) return [];
    const x = (segment.x1 + segment.x2) / 2;
    const y = (segment.y1 + segment.y2) / 2;
    return [{ axis, ray: rayOf(view, x, y), weight: segment.length / side, x, y }];
  });
}

/** The axis a segment runs along, when it does within three degrees. */
function axisOf({ x1, y1, x2, y2, length }: LineSegment, view: RoomView): Axis | undefined {
  const x = (x1 + x2 - view.size.width) / 2;
  const y = (y1 + y2 - view.size.height) / 2;
  let least = Math.sin((3 * Math.PI) / 180);
  let found: Axis | undefined;
  for (const [axis, [ax, ay, az]] of [
    ['across', view.right],
    ['upright', view.up],
    ['ahead', view.ahead],
  ] as const) {
    const toX = view.focal * ax - x * az;
    const toY = view.focal * ay - y * az;
    const sine = Math.abs(toX * (y2 - y1) - toY * (x2 - x1)) / (length * Math.hypot(toX, toY) + 1e-9);
    if (sine < least) {
      least = sine;
      found = axis;
    }
  }
  return found;
}

/**
 * Evidence that a line of the room is a corner: the median difference of colour between its two sides, along the part
 * of it in the picture. Joints, which are alike on both sides, do not count.
 *
 * @returns visible length as a share of the picture's longer side, times −0.25 (sides alike) … 0.75 (clearly a corner)
 */
export function cornerEvidence(colours: Colours, view: RoomView, from: Vec3, to: Vec3): number {
  const { width, height } = view.size;
  const side = Math.max(width, height);
  const scale = colours.width / width;
  const steps = places - 1;
  const a = project(view, from);
  const b = project(view, to);
  if (a.depth < 0.2 || b.depth < 0.2) return 0;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length < 1) return 0;
  const awayX = (-(b.y - a.y) / length) * side * 0.014;
  const awayY = ((b.x - a.x) / length) * side * 0.014;
  let count = 0;
  for (let i = 0; i <= steps; i++) {
    const x = a.x + ((b.x - a.x) * i) / steps;
    const y = a.y + ((b.y - a.y) * i) / steps;
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const one = indexOf(x + awayX, y + awayY);
    const other = indexOf(x - awayX, y - awayY);
    for (let c = 0; c < 3; c++) differences[c * places + count] = colours.planes[c]![one]! - colours.planes[c]![other]!;
    count++;
  }
  if (count < 3) return 0;
  const middle = [0, places, 2 * places].map((from) => differences.subarray(from, from + count).sort()[count >> 1]!);
  const step = Math.min(1, Math.hypot(middle[0]!, middle[1]!, middle[2]!) / clearStep);
  return ((length * count) / (steps + 1) / side) * (step - 0.25);

  function indexOf(x: number, y: number): number {
    const column = clamp(Math.floor(x * scale), 0, colours.width - 1);
    const row = clamp(Math.floor(y * scale), 0, colours.height - 1);
    return row * colours.width + column;
  }
}
