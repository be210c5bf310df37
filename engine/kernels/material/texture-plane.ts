import type { Size } from '../../base/blur.ts';
import { chosenLevel, type Mask } from '../../base/mask.ts';
import { cross, dot, normalise, type Vec3 } from '../../base/vector.ts';
import { type Homography, homographyOf, mapPoint, type Point } from './homography.ts';
import type { LineSegment } from './line-segments.ts';
import { type ManhattanFrame, votesFor } from './vanishing-points.ts';

/** A flat surface seen in a picture. */
export interface TexturePlane {
  /** Picture pixels (middle of the first pixel at 0.5) to metres on the surface, x to the right and y upwards. */
  toMetres: Homography;
  /** Unit vector square to the surface, towards the camera. */
  normal: Vec3;
  focal: number;
  kind: 'floor' | 'ceiling' | 'wall';
}

/** Height of the eye above the floor when nothing else is known, metres. */
const eyeHeight = 1.6;
/** Height of a ceiling above the eye, metres. */
const ceilingAboveEye = 1.2;
/** Assumed extent of a surface of unknown distance, metres. */
const unknownExtent = 12;

interface Surface {
  normal: Vec3;
  across: Vec3;
  upward: Vec3;
}

/**
 * The plane under a mask: of the three planes of a Manhattan world the one whose own two directions have most edges
 * near the mask, and whose vanishing line does not go through it. Its scale comes from an eye height of 1.6 m.
 */
export function findPlane(
  segments: readonly LineSegment[],
  frame: ManhattanFrame,
  mask: Mask,
  size: Size,
): TexturePlane {
  const { up, right, ahead, focal } = frame;
  const rays = raysOf(mask, size, focal);
  const near = nearnessOf(mask, size);
  const votes = votesFor(segments, size, { focal, axes: [up, ahead, right] }, near);
  const total = votes.reduce((sum, vote) => sum + vote, 0) + Math.sqrt(rays.length * rays.step ** 2) * 0.1;
  const surfaces: Surface[] = [
    { normal: up, across: right, upward: ahead },
    { normal: ahead, across: right, upward: up },
    { normal: right, across: ahead, upward: up },
  ];
  const scores = surfaces.map(({ normal }, i) => {
    let behind = 0;
    let openness = 0;
    for (const ray of rays.list) {
      const facing = dot(normal, ray) / Math.hypot(...ray);
      if (facing < 0) behind++;
      openness += Math.abs(facing);
    }
    const crossed = Math.min(behind, rays.length - behind) / rays.length;
    const seen = Math.min(1, openness / rays.length / 0.25);
    // Walls reach above the eye; what lies below it altogether is a floor, whatever stands on it.
    const isBelowEye = normal === up && behind > 0.98 * rays.length && up[2] > -0.35;
    const usual = isBelowEye ? 0.4 : 0;
    return (1 - votes[i]! / total) * (0.6 + 0.4 * seen) + usual - (crossed > 0.03 ? 10 * crossed : 0);
  });
  const surface = surfaces[scores.indexOf(Math.max(...scores))]!;
  return planeOf(surface, frame, rays.list, size, focal);
}

/**
 * The plane of a rectangle whose four corners are known; its proportions follow from the focal length its two vanishing
 * points imply (Zhang & He, "Whiteboard scanning and image enhancement", 2007).
 *
 * @param corners in order round the rectangle, pixels
 * @returns undefined when they are no convex quadrilateral
 */
export function planeOfCorners(
  corners: readonly Point[],
  frame: ManhattanFrame,
  mask: Mask,
  size: Size,
): TexturePlane | undefined {
  const quad = inOrder(corners);
  if (!isConvex(quad)) return undefined;
  const side = Math.max(size.width, size.height);
  const [a, b, c, d] = quad.map((point): Vec3 => [point.x - size.width / 2, point.y - size.height / 2, side]);
  const first = cross(cross(a!, b!), cross(d!, c!));
  const second = cross(cross(a!, d!), cross(b!, c!));
  // Scaled by the side, so that a vanishing point far outside has a small third element and no weight.
  const square = -(first[0] * second[0] + first[1] * second[1]) / (first[2] * second[2]);
  const isKnown = Number.isFinite(square) && square > 0.09 && square < 25;
  const share = isKnown ? Math.sqrt(square) : frame.focal / side;
  const focal = share * side;
  const across = normalise([first[0], first[1], first[2] * share]);
  const slanted = normalise([second[0], second[1], second[2] * share]);
  const normal = normalise(cross(across, slanted));
  const upward = normalise(cross(normal, across));
  const plane = planeOf({ normal, across, upward }, { ...frame, focal }, raysOf(mask, size, focal).list, size, focal);
  // Laid out on the plane the corners are a rectangle all but for rounding; now they are one.
  const placed = quad.map((corner) => mapPoint(plane.toMetres, corner));
  const width = (placed[1]!.x - placed[0]!.x + placed[2]!.x - placed[3]!.x) / 2;
  const height = (placed[0]!.y - placed[3]!.y + placed[1]!.y - placed[2]!.y) / 2;
  const { x, y } = placed[0]!;
  const rectangle = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y - height },
    { x, y: y - height },
  ];
  const toMetres = homographyOf(quad, rectangle);
  return toMetres && { ...plane, toMetres };
}

function planeOf(
  surface: Surface,
  frame: ManhattanFrame,
  rays: readonly Vec3[],
  size: Size,
  focal: number,
): TexturePlane {
  const middle = rays.reduce<Vec3>((sum, ray) => [sum[0] + ray[0], sum[1] + ray[1], sum[2] + ray[2]], [0, 0, 0]);
  const normal = flipped(surface.normal, dot(surface.normal, middle) > 0);
  const isLevel = Math.abs(dot(normal, frame.up)) > 0.75;
  const kind = isLevel ? (dot(normal, frame.up) > 0 ? 'floor' : 'ceiling') : 'wall';
  const distance = distanceTo(kind, normal, surface, frame, rays);
  const build = (across: Vec3, upward: Vec3): Homography => {
    const row = (axis: Vec3, scale: number) => {
      const [x, y, z] = axis;
      return [x * scale, y * scale, z * focal * scale - (x * size.width + y * size.height) * 0.5 * scale];
    };
    return Float64Array.from([...row(across, -distance), ...row(upward, -distance), ...row(normal, 1)]);
  };
  const centre = {
    x: (middle[0] / middle[2]) * focal + size.width / 2,
    y: (middle[1] / middle[2]) * focal + size.height / 2,
  };
  const plain = build(surface.across, surface.upward);
  const here = mapPoint(plain, centre);
  const rightwards = mapPoint(plain, { x: centre.x + 1, y: centre.y }).x - here.x;
  const downwards = mapPoint(plain, { x: centre.x, y: centre.y + 1 }).y - here.y;
  const toMetres = build(flipped(surface.across, rightwards < 0), flipped(surface.upward, downwards > 0));
  return { toMetres, normal, focal, kind };
}

/** Metres from the camera to the plane, square to it. */
function distanceTo(
  kind: TexturePlane['kind'],
  normal: Vec3,
  { across, upward }: Surface,
  { up }: ManhattanFrame,
  rays: readonly Vec3[],
): number {
  const isFromAbove = Math.abs(up[2]) > 0.35;
  if (kind !== 'wall' && !isFromAbove) return kind === 'floor' ? eyeHeight : ceilingAboveEye;
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  let lowest = 0;
  let foot: Vec3 | undefined;
  for (const ray of rays) {
    const facing = -dot(normal, ray) / Math.hypot(...ray);
    if (facing < 0.02) continue;
    const depth = -dot(normal, ray);
    left = Math.min(left, dot(across, ray) / depth);
    right = Math.max(right, dot(across, ray) / depth);
    bottom = Math.min(bottom, dot(upward, ray) / depth);
    top = Math.max(top, dot(upward, ray) / depth);
    const slope = dot(up, ray) / Math.hypot(...ray);
    if (slope < lowest) {
      lowest = slope;
      foot = ray;
    }
  }
  const extent = kind === 'wall' ? top - bottom : Math.max(top - bottom, right - left);
  const byExtent = extent > 0 ? unknownExtent / extent : eyeHeight;
  if (kind !== 'wall' || isFromAbove || !foot || lowest > -0.03) return byExtent;
  const byFoot = (eyeHeight * dot(normal, foot)) / dot(up, foot);
  const height = extent * byFoot;
  return height > 0.5 && height < 80 ? byFoot : byExtent;
}

function flipped(axis: Vec3, isFlipped: boolean): Vec3 {
  return isFlipped ? [-axis[0], -axis[1], -axis[2]] : axis;
}

/** Rays through a few thousand pixels of the mask. */
function raysOf(mask: Mask, { width, height }: Size, focal: number) {
  const step = Math.max(1, Math.round(Math.max(width, height) / 250));
  const list: Vec3[] = [];
  const collect = (stride: number) => {
    for (let y = 0; y < height; y += stride) {
      for (let x = 0; x < width; x += stride) {
        if (mask[y * width + x]! >= chosenLevel) list.push([x + 0.5 - width / 2, y + 0.5 - height / 2, focal]);
      }
    }
  };
  collect(step);
  if (list.length === 0) collect(1);
  return { list, length: list.length, step };
}

/** 1 for places in or closely around the mask, 0 elsewhere. */
function nearnessOf(mask: Mask, { width, height }: Size): (x: number, y: number) => number {
  const reach = Math.max(2, Math.round(Math.max(width, height) * 0.008));
  return (x, y) => {
    for (const dx of [0, -reach, reach]) {
      for (const dy of [0, -reach, reach]) {
        const column = Math.floor(x + dx);
        const row = Math.floor(y + dy);
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        if (mask[row * width + column]! >= chosenLevel) return 1;
      }
    }
    return 0;
  };
}

/** Clockwise from the upper left one. */
function inOrder(corners: readonly Point[]): Point[] {
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const y = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
  const round = [...corners].sort((a, b) => Math.atan2(a.y - y, a.x - x) - Math.atan2(b.y - y, b.x - x));
  const start = round.reduce((best, { x, y }, i) => (x + y < round[best]!.x + round[best]!.y ? i : best), 0);
  return round.map((_, i) => round[(start + i) % round.length]!);
}

function isConvex(quad: readonly Point[]): boolean {
  return quad.every((corner, i) => {
    const next = quad[(i + 1) % 4]!;
    const after = quad[(i + 2) % 4]!;
    const turn = (next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x);
    return turn > 1;
  });
}
