import { clamp } from '../../base/scalar.ts';
import { ease } from './camera-path.ts';
import type { CameraPose } from './camera-pose.ts';
import type { Frame, Plane } from './i420.ts';

export type Transition = 'none' | 'fade' | 'push' | 'zoom' | 'wipe';

/** Width of the soft edge of a wipe, frame widths. */
const wipeEdge = 0.16;
/** Approach of a zoom, share of the distance. */
const zoomReach = 0.22;

/**
 * Draws a moment between two frames of one size into a third.
 *
 * @param time 0 gives `before` bit by bit, 1 gives `after`
 * @param out may be `before`
 */
export function drawTransition(kind: Transition, before: Frame, after: Frame, time: number, out: Frame): void {
  const progress = ease(time);
  for (const [at, target] of out.planes.entries()) {
    const one = before.planes[at]!;
    const other = after.planes[at]!;
    switch (kind) {
      case 'none':
        target.samples.set((time < 0.5 ? one : other).samples);
        break;
      case 'push':
        pushPlane(one, other, Math.round((progress * out.width) / 2) * (at === 0 ? 2 : 1), target);
        break;
      case 'wipe':
        mixPlanes(one, other, wipeShares(target.width, progress), target);
        break;
      case 'fade':
      case 'zoom':
        mixPlanes(one, other, new Uint16Array(target.width).fill(Math.round(progress * 256)), target);
    }
  }
}

/**
 * Pose of a shot's camera during a transition: a zoom flies through the first shot into the second.
 *
 * @param role which of the two shots the pose belongs to
 */
export function poseInTransition(kind: Transition, role: 'before' | 'after', pose: CameraPose, time: number) {
  if (kind !== 'zoom') return pose;
  const progress = ease(time);
  const closer = role === 'before' ? zoomReach * progress : zoomReach * (1 - progress);
  return { ...pose, distance: pose.distance * (1 - closer) };
}

/** Share of the second frame in each column, 256 = all; the edge runs from left to right. */
function wipeShares(width: number, progress: number): Uint16Array {
  const front = progress * (1 + wipeEdge);
  return Uint16Array.from({ length: width }, (_, x) => {
    const inside = clamp((front - (x + 0.5) / width) / wipeEdge, 0, 1);
    return Math.round(inside * inside * (3 - 2 * inside) * 256);
  });
}

function mixPlanes(before: Plane, after: Plane, shares: Uint16Array, out: Plane): void {
  const { width, height } = out;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const start = before.samples[at]!;
      out.samples[at] = start + (((after.samples[at]! - start) * shares[x]! + 128) >> 8);
    }
  }
}

/** The second frame comes in from the right and pushes the first out. `offset` in samples of the plane. */
function pushPlane(before: Plane, after: Plane, offset: number, out: Plane): void {
  const { width, height } = out;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    out.samples.set(before.samples.subarray(row + offset, row + width), row);
    out.samples.set(after.samples.subarray(row, row + offset), row + width - offset);
  }
}
