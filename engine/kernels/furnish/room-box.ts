/** The room as a box: floor, far wall, side walls and ceiling, in the coordinates of `room-view.ts`. */
import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import type { Vec3 } from '../../base/vector.ts';
import { type Axis, type Colours, coloursOf, cornerEvidence, type Edge, edgesOf } from './room-evidence.ts';
import { findRoomViews, project, type RoomView, rayOf } from './room-view.ts';

export interface RoomBox {
  /** The side walls' place across; a wall out of the picture lies beyond its edge. Metres. */
  left: number;
  right: number;
  /** Distance of the far wall, metres. */
  back: number;
  /** Height of the ceiling over the floor, metres. */
  height: number;
}

export type Face = 'floor' | 'ceiling' | 'back' | 'left' | 'right';
export const faces: readonly Face[] = ['floor', 'ceiling', 'back', 'left', 'right'];

export interface Room {
  view: RoomView;
  box: RoomBox;
  /** Share of the picture that shows floor, 0–1. */
  floorShare: number;
  /** Fit of the faces to the picture's colours, 0–1. */
  fit: number;
  /** Length of clear corners of the box, as a share of the picture's long side. */
  corners: number;
}

/** Side walls are never farther than this, metres. */
const widest = 9;
const usualCeiling = 1.3;
/** Less of the picture than this is hardly all of the floor. */
const usualFloor = 0.1;
const axesOn: Record<Face, readonly Axis[]> = {
  floor: ['across', 'ahead'],
  ceiling: ['across', 'ahead'],
  back: ['across', 'upright'],
  left: ['ahead', 'upright'],
  right: ['ahead', 'upright'],
};

/** Place in {@link faces} of the face that a ray from the camera meets. */
function faceMet(box: RoomBox, eyeHeight: number, dx: number, dy: number, dz: number): number {
  let far = dz > 0 ? box.back / dz : Infinity;
  let face = 2;
  const level = dy < 0 ? -eyeHeight / dy : dy > 0 ? (box.height - eyeHeight) / dy : Infinity;
  if (level > 0 && level < far) {
    far = level;
    face = dy < 0 ? 0 : 1;
  }
  const aside = dx < 0 ? box.left / dx : dx > 0 ? box.right / dx : Infinity;
  if (aside > 0 && aside < far) face = dx < 0 ? 3 : 4;
  return face;
}

/** Which face a ray from the camera meets, and how far away, metres. */
export function meetBox(box: RoomBox, eyeHeight: number, [dx, dy, dz]: Vec3): { face: Face; far: number } {
  const face = faces[faceMet(box, eyeHeight, dx, dy, dz)]!;
  switch (face) {
    case 'floor':
      return { face, far: -eyeHeight / dy };
    case 'ceiling':
      return { face, far: (box.height - eyeHeight) / dy };
    case 'back':
      return { face, far: dz > 0 ? box.back / dz : Infinity };
    default:
      return { face, far: box[face] / dx };
  }
}

/**
 * Finds camera and box together: of the cameras the edges allow, the one whose best box explains most. A box is good
 * when its faces hold edges of fitting directions (orientation consistency as in Lee, Hebert & Kanade, CVPR 2009) and
 * even colours, and when the picture steps in colour over its corners.
 *
 * @param eyeHeight height of the camera, metres: the scale of everything
 */
export function findRoom(rgb: RgbBytes, size: Size, eyeHeight: number): Room {
  const colours = coloursOf(rgb, size);
  let best: Room | undefined;
  let bestScore = -Infinity;
  for (const view of findRoomViews(rgb, size, eyeHeight)) {
    const { room, score } = findBox(colours, view);
    const whole = score + 2 * view.score;
    if (whole <= bestScore) continue;
    bestScore = whole;
    best = room;
  }
  return best!;
}

/** The box that explains a picture best whose camera is known, as in {@link findRoom}. */
export function findBoxIn(rgb: RgbBytes, view: RoomView): Room {
  return findBox(coloursOf(rgb, view.size), view).room;
}

function findBox(colours: Colours, view: RoomView): { room: Room; score: number } {
  const h = view.eyeHeight;
  const samples = samplesOf(colours, view);
  const edges = edgesOf(view);
  const length = edges.reduce((sum, edge) => sum + edge.weight, 1e-9);
  let best: RoomBox = { left: -widest, right: widest, back: 4.2, height: h + usualCeiling };
  let bestScore = -Infinity;
  for (const back of depthsOf(edges, view)) {
    let box: RoomBox = { left: -widest, right: widest, back, height: h + usualCeiling };
    let score = scoreOf(box);
    const consider = (other: RoomBox): void => {
      const own = other.right - other.left < 1.6 ? -Infinity : scoreOf(other);
      if (own <= score) return;
      score = own;
      box = other;
    };
    for (let round = 0; round < 2; round++) {
      const sides = sidesOf(edges, box, view);
      for (const left of sides.filter((x) => x < -0.5)) consider({ ...box, left });
      for (const right of sides.filter((x) => x > 0.5)) consider({ ...box, right });
      for (const height of heightsOf(edges, box, h)) consider({ ...box, height });
    }
    // Pictures of rooms to furnish show a floor; what would leave none of it is rather an edge on the floor.
    if (floorShareOf(box) < usualFloor) score -= 0.6;
    if (score <= bestScore) continue;
    bestScore = score;
    best = box;
  }
  const room = {
    view,
    box: best,
    floorShare: floorShareOf(best),
    fit: explainedBy(samples, best, h),
    corners: cornersOf(best),
  };
  return { room, score: bestScore };

  function floorShareOf(box: RoomBox): number {
    let floor = 0;
    for (const ray of samples.rays) if (faces[faceMet(box, h, ray[0], ray[1], ray[2])] === 'floor') floor++;
    return floor / samples.rays.length;
  }

  function scoreOf(box: RoomBox): number {
    let fitting = 0;
    for (const { axis, ray, weight } of edges) {
      if (axesOn[faces[faceMet(box, h, ray[0], ray[1], ray[2])]!].includes(axis)) fitting += weight;
    }
    return 0.4 * explainedBy(samples, box, h) + (0.8 * fitting) / length + 0.9 * cornersOf(box);
  }

  function cornersOf({ left, right, back, height }: RoomBox): number {
    const near = 0.6;
    const line = (from: Vec3, to: Vec3) => cornerEvidence(colours, view, from, to);
    return (
      // The edges of the floor have the largest weights: everything stands on it.
      1.6 * line([left, 0, back], [right, 0, back]) +
      line([left, height, back], [right, height, back]) +
      line([left, 0, back], [left, height, back]) +
      line([right, 0, back], [right, height, back]) +
      1.3 * line([left, 0, Math.max(near, nearEnd(left, back))], [left, 0, back]) +
      1.3 * line([right, 0, Math.max(near, nearEnd(right, back))], [right, 0, back]) +
      line([left, height, Math.max(near, nearEnd(left, back))], [left, height, back]) +
      line([right, height, Math.max(near, nearEnd(right, back))], [right, height, back])
    );
  }

  /** Nearest distance at which a side wall is still in the picture, in steps of 0.2 m. */
  function nearEnd(x: number, back: number): number {
    for (let z = 0.4; z < back; z += 0.2) {
      const p = project(view, [x, h, z]);
      if (p.depth > 0.2 && p.x > 0 && p.x < view.size.width) return z;
    }
    return back;
  }
}

interface Samples {
  rays: Vec3[];
  colours: Float64Array;
  mean: number;
  spread: number;
}

function samplesOf(colours: Colours, view: RoomView): Samples {
  const step = Math.max(1, Math.round(colours.width / 42));
  const rays: Vec3[] = [];
  const values: number[] = [];
  const sums = [0, 0, 0];
  let square = 0;
  const scale = view.size.width / colours.width;
  for (let y = step >> 1; y < colours.height; y += step) {
    for (let x = step >> 1; x < colours.width; x += step) {
      rays.push(rayOf(view, (x + 0.5) * scale, (y + 0.5) * scale));
      colours.planes.forEach((plane, c) => {
        const value = plane[y * colours.width + x]!;
        values.push(value);
        sums[c]! += value;
        square += value * value;
      });
    }
  }
  const mean = sums.reduce((sum, value) => sum + value ** 2 / rays.length, 0);
  return { rays, colours: Float64Array.from(values), mean, spread: Math.max(1e-6, square - mean) };
}

/** Share of the colours' variance that lies between the faces, 0–1. */
function explainedBy({ rays, colours, mean, spread }: Samples, box: RoomBox, eyeHeight: number): number {
  const sums = new Float64Array(faces.length * 4);
  for (let i = 0, k = 0; i < rays.length; i++, k += 3) {
    const ray = rays[i]!;
    const at = faceMet(box, eyeHeight, ray[0], ray[1], ray[2]) * 4;
    sums[at]!++;
    sums[at + 1]! += colours[k]!;
    sums[at + 2]! += colours[k + 1]!;
    sums[at + 3]! += colours[k + 2]!;
  }
  let between = 0;
  for (let at = 0; at < sums.length; at += 4) {
    if (sums[at] === 0) continue;
    for (let c = 1; c < 4; c++) between += sums[at + c]! ** 2 / sums[at]!;
  }
  return (between - mean) / spread;
}

function depthsOf(edges: readonly Edge[], view: RoomView): number[] {
  const depths: number[] = [];
  for (const { axis, ray } of edges) {
    if (axis === 'across' && ray[1] < -0.02) depths.push((ray[2] * view.eyeHeight) / -ray[1]);
  }
  for (let step = 1; step < 12; step++) depths.push(1.6 * 1.18 ** step);
  return thinned(depths.filter((z) => z > 1.5 && z < 16));
}

function sidesOf(edges: readonly Edge[], box: RoomBox, view: RoomView): number[] {
  const h = view.eyeHeight;
  const sides: number[] = [-widest, widest];
  for (const { axis, ray } of edges) {
    if (axis === 'ahead' && ray[1] < -0.02) sides.push((ray[0] * h) / -ray[1]);
    if (axis === 'upright' && ray[2] > 0.1) sides.push((ray[0] / ray[2]) * box.back);
    if (axis === 'ahead' && ray[1] > 0.02) sides.push((ray[0] * (box.height - h)) / ray[1]);
  }
  // Corners between walls of one colour are often no edge at all: an even grid over the picture.
  for (let i = 1; i < 16; i++) {
    const [dx, , dz] = rayOf(view, (view.size.width * i) / 16, view.size.height / 2);
    if (dz > 0.1) sides.push((dx / dz) * box.back);
  }
  return thinned(sides.filter((x) => Math.abs(x) <= widest));
}

function heightsOf(edges: readonly Edge[], box: RoomBox, h: number): number[] {
  const heights: number[] = [h + usualCeiling];
  for (const { axis, ray } of edges) {
    if (ray[1] < 0.02) continue;
    if (axis === 'across') heights.push(h + (ray[1] / Math.max(0.05, ray[2])) * box.back);
    if (axis === 'ahead') heights.push(h + (ray[1] * (ray[0] < 0 ? box.left : box.right)) / (ray[0] || 1e-6));
  }
  return thinned(heights.filter((y) => y > h + 0.5 && y < h * 4.5));
}

/** Sorted, without near doubles. */
function thinned(values: number[]): number[] {
  const sorted = values.sort((a, b) => a - b);
  return sorted.filter((value, i) => i === 0 || value - sorted[i - 1]! > 0.015 * Math.max(1, Math.abs(value)));
}
