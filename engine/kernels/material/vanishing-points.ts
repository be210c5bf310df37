import type { Size } from '../../base/blur.ts';
import { cross, dot, normalise, type Vec3 } from '../../base/vector.ts';
import type { LineSegment } from './line-segments.ts';

/**
 * Orientation of a camera in a world of three square directions: x to the right, y down, z ahead. The optical axis goes
 * through the picture's middle.
 */
export interface ManhattanFrame {
  /** Focal length, pixels. */
  focal: number;
  /** Unit vectors, square to each other; `up` points up, `right` is the horizontal one more across the picture. */
  up: Vec3;
  right: Vec3;
  ahead: Vec3;
  /** Share of the segments' length that points in one of the three directions, 0–1. */
  support: number;
}

/** Angle between a segment and the way to its vanishing point from which on it does not count, as a sine. */
const tolerance = Math.sin((2.5 * Math.PI) / 180);
const attempts = 3000;
const mostSegments = 260;

/** Middle, direction (unit) and length of a segment, relative to the picture's middle. */
interface Ray {
  x: number;
  y: number;
  dx: number;
  dy: number;
  weight: number;
}

/**
 * Camera and main directions of a built scene from its straight edges: frames from three segments and a guessed focal
 * length are tried and the one whose three vanishing points explain most length is improved by small turns (the
 * Manhattan world of Coughlan & Yuille 1999; three-line hypotheses as in Bazin & Pollefeys, IROS 2012).
 *
 * @returns a level camera of 53° when the segments say nothing
 */
export function findManhattanFrame(segments: readonly LineSegment[], size: Size, random: () => number): ManhattanFrame {
  const side = Math.max(size.width, size.height);
  const level: ManhattanFrame = { focal: side, up: [0, -1, 0], right: [1, 0, 0], ahead: [0, 0, 1], support: 0 };
  const rays = raysOf(segments, size);
  if (rays.length < 6) return level;
  let best = { focal: side, axes: [level.right, level.up, level.ahead] as Vec3[] };
  let bestScore = scoreOf(best.axes, best.focal);
  const pick = () => rays[Math.floor(random() ** 1.5 * rays.length)]!;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const focal = side * Math.exp((random() - 0.4) * 1.8);
    const first = normalOf(pick(), focal);
    const axis = normalise(cross(first, normalOf(pick(), focal)));
    if (dot(axis, axis) < 0.5) continue;
    const second = normalise(cross(axis, normalOf(pick(), focal)));
    if (dot(second, second) < 0.5) continue;
    consider(focal, [axis, second, cross(axis, second)]);
  }
  let step = 0.03;
  for (let round = 0; round < 40; round++, step *= 0.88) {
    for (let attempt = 0; attempt < 8; attempt++) {
      const turn: Vec3 = [(random() - 0.5) * step, (random() - 0.5) * step, (random() - 0.5) * step];
      const axes = best.axes.map((axis) => normalise(add(axis, cross(turn, axis))));
      const third = normalise(cross(axes[0]!, axes[1]!));
      consider(best.focal * Math.exp((random() - 0.5) * 4 * step), [
        axes[0]!,
        normalise(cross(third, axes[0]!)),
        third,
      ]);
    }
  }
  const total = rays.reduce((sum, ray) => sum + ray.weight, 0);
  return { ...named(best.axes), focal: best.focal, support: Math.min(1, bestScore / total) };

  function consider(focal: number, axes: Vec3[]): void {
    const score = scoreOf(axes, focal);
    if (score <= bestScore) return;
    bestScore = score;
    best = { focal, axes };
  }

  function scoreOf(axes: readonly Vec3[], focal: number): number {
    let score = 0;
    for (const ray of rays) score += ray.weight * fitOf(ray, axes, focal);
    const steepest = Math.max(...axes.map((axis) => Math.abs(axis[1])));
    // One-point perspectives leave the focal length open: then the usual one is taken.
    const usual = Math.exp(-((Math.log(focal / side) / 0.6) ** 2) / 2);
    return score * (0.92 + 0.08 * usual) * (steepest > 0.8 ? 1 : 0.4);
  }
}

/** Fit of a segment to the nearest of the vanishing points, 0–1. */
function fitOf(ray: Ray, axes: readonly Vec3[], focal: number): number {
  let least = 1;
  for (const axis of axes) {
    const x = focal * axis[0] - ray.x * axis[2];
    const y = focal * axis[1] - ray.y * axis[2];
    const sine = Math.abs(x * ray.dy - y * ray.dx) / (Math.sqrt(x * x + y * y) + 1e-9);
    if (sine < least) least = sine;
  }
  return least > tolerance ? 0 : 1 - (least / tolerance) ** 2;
}

/**
 * Total length of the segments that point to each of the directions, pixels.
 *
 * @param weightOf what a segment counts by its middle, 0–1
 */
export function votesFor(
  segments: readonly LineSegment[],
  size: Size,
  { focal, axes }: { focal: number; axes: readonly Vec3[] },
  weightOf: (x: number, y: number) => number,
): number[] {
  const votes = axes.map(() => 0);
  for (const ray of raysOf(segments, size, Infinity)) {
    const weight = ray.weight * weightOf(ray.x + size.width / 2, ray.y + size.height / 2);
    if (weight === 0) continue;
    const fits = axes.map((axis) => fitOf(ray, [axis], focal));
    const best = fits.indexOf(Math.max(...fits));
    votes[best]! += weight * fits[best]!;
  }
  return votes;
}

function raysOf(segments: readonly LineSegment[], { width, height }: Size, most = mostSegments): Ray[] {
  const longest = [...segments].sort((a, b) => b.length - a.length).slice(0, most);
  return longest.map(({ x1, y1, x2, y2, length }) => ({
    x: (x1 + x2 - width) / 2,
    y: (y1 + y2 - height) / 2,
    dx: (x2 - x1) / length,
    dy: (y2 - y1) / length,
    weight: length,
  }));
}

/** Normal of the plane through the camera and the segment. */
function normalOf({ x, y, dx, dy }: Ray, focal: number): Vec3 {
  return cross([x, y, focal], [dx, dy, 0]);
}

function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function named(axes: readonly Vec3[]): Pick<ManhattanFrame, 'up' | 'right' | 'ahead'> {
  const flip = (axis: Vec3, isFlipped: boolean): Vec3 => (isFlipped ? [-axis[0], -axis[1], -axis[2]] : axis);
  const [upward, ...level] = [...axes].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  const [across, along] = level.sort((a, b) => Math.abs(b[0]) - Math.abs(a[0]));
  return {
    up: flip(upward!, upward![1] > 0),
    right: flip(across!, across![0] < 0),
    ahead: flip(along!, along![2] < 0),
  };
}
