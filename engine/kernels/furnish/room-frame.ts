/**
 * The camera's turn and focal length in a room, from straight edges and from how rooms are photographed: held level,
 * about eye height, with a lens of 16–40 mm. Bare rooms have so few edges, and sunlight so many false ones, that edges
 * alone mislead. Manhattan scoring after Coughlan & Yuille 1999, searched on a grid and then by small steps.
 */
import type { Size } from '../../base/blur.ts';
import type { Vec3 } from '../../base/vector.ts';
import type { LineSegment } from '../material/line-segments.ts';

export interface RoomFrame {
  /** Focal length as a share of the picture's long side. */
  focal: number;
  right: Vec3;
  up: Vec3;
  ahead: Vec3;
  /** Share of the edges' length that fits, 0–1. */
  support: number;
  /** `support` minus a penalty for an unusual pose or lens. */
  score: number;
}

/** Radians: yaw turns to the right, pitch looks up, roll leans to the right. */
interface Pose {
  yaw: number;
  pitch: number;
  roll: number;
  focal: number;
}

/** Focal length of a 26 mm lens on 35 mm film, as a share of the picture's longer side. */
export const usualFocal = 0.74;

const degree = Math.PI / 180;
/** Standard deviations of a camera: its angles (radians), and the logarithm of focal length over {@link usualFocal}. */
export const usual = { yaw: 24 * degree, pitch: 7 * degree, roll: 1.8 * degree, focalSpread: 0.3 };
/** Weight of the squared deviations against the share of edges explained. */
export const priorWeight = 0.035;
const most = 140;

/**
 * @param random for the last steps
 * @returns the likeliest frames, one for every turn of eight degrees, best first
 */
export function findRoomFrames(segments: readonly LineSegment[], size: Size, random: () => number): RoomFrame[] {
  const fitOf = edgeFit(segments, size);
  const best = new Map<number, { pose: Pose; score: number }>();
  for (let yaw = -46; yaw <= 46; yaw += 2) {
    for (let pitch = -21; pitch <= 21; pitch += 2) {
      for (let lens = 0; lens < 7; lens++) {
        const pose = { yaw: yaw * degree, pitch: pitch * degree, roll: 0, focal: 0.46 * 1.18 ** lens };
        const score = scoreOf(pose);
        const cell = Math.round(yaw / 8);
        if (score > (best.get(cell)?.score ?? -Infinity)) best.set(cell, { pose, score });
      }
    }
  }
  const pool = [...best.values()].sort((a, b) => b.score - a.score).slice(0, 5);
  for (const candidate of pool) {
    let step = 1;
    for (let round = 0; round < 160; round++, step *= 0.98) {
      const jitter = (spread: number) => (random() + random() - 1) * spread * step;
      const pose = {
        yaw: candidate.pose.yaw + jitter(2.5 * degree),
        pitch: candidate.pose.pitch + jitter(2.5 * degree),
        roll: candidate.pose.roll + jitter(1.5 * degree),
        focal: candidate.pose.focal * Math.exp(jitter(0.16)),
      };
      const score = scoreOf(pose);
      if (score > candidate.score) Object.assign(candidate, { pose, score });
    }
  }
  return pool
    .sort((a, b) => b.score - a.score)
    .map(({ pose, score }) => ({
      focal: pose.focal,
      ...axesOf(pose),
      support: fitOf(axesOf(pose), pose.focal),
      score,
    }));

  function scoreOf(pose: Pose): number {
    const strange =
      (pose.yaw / usual.yaw) ** 2 +
      (pose.pitch / usual.pitch) ** 2 +
      (pose.roll / usual.roll) ** 2 +
      (Math.log(pose.focal / usualFocal) / usual.focalSpread) ** 2;
    return fitOf(axesOf(pose), pose.focal) - priorWeight * strange;
  }
}

/** The axes of a room before the camera (x right, y down, z ahead), unit vectors. */
export type RoomAxes = Pick<RoomFrame, 'right' | 'up' | 'ahead'>;

/**
 * Fit of axes and a lens to the directions of a picture's edges.
 * @returns share of the edges' length that fits, 0–1, for axes and a focal length as a share of the picture's long side
 */
export function edgeFit(segments: readonly LineSegment[], size: Size): (axes: RoomAxes, focal: number) => number {
  const side = Math.max(size.width, size.height);
  const longest = [...segments].sort((a, b) => b.length - a.length).slice(0, most);
  const count = longest.length;
  const rays = new Float64Array(count * 6);
  let total = 1e-9;
  longest.forEach(({ x1, y1, x2, y2, length }, i) => {
    // Very long edges must not outvote all others.
    const weight = Math.min(0.5, length / side);
    total += weight;
    const sine = Math.sin(1.1 * degree) + 0.9 / length;
    const own = [(x1 + x2 - size.width) / 2 / side, (y1 + y2 - size.height) / 2 / side];
    rays.set([own[0]!, own[1]!, (x2 - x1) / length, (y2 - y1) / length, weight, sine], i * 6);
  });

  return ({ right, up, ahead }, focal) => {
    let sum = 0;
    for (let at = 0; at < count * 6; at += 6) {
      const x = rays[at]!;
      const y = rays[at + 1]!;
      let least = Infinity;
      for (const axis of [right, up, ahead]) {
        const toX = focal * axis[0] - x * axis[2];
        const toY = focal * axis[1] - y * axis[2];
        const sine = Math.abs(toX * rays[at + 3]! - toY * rays[at + 2]!) / (Math.sqrt(toX * toX + toY * toY) + 1e-9);
        if (sine < least) least = sine;
      }
      const miss = least / rays[at + 5]!;
      if (miss < 2) sum += rays[at + 4]! * Math.exp(-miss * miss);
    }
    return sum / total;
  };
}

/** The room's axes before the camera (x right, y down, z ahead). */
function axesOf({ yaw, pitch, roll }: Pose): RoomAxes {
  const turn = ([x, y, z]: Vec3): Vec3 => {
    const a = x * Math.cos(yaw) - z * Math.sin(yaw);
    const b = x * Math.sin(yaw) + z * Math.cos(yaw);
    const c = y * Math.cos(pitch) + b * Math.sin(pitch);
    const d = b * Math.cos(pitch) - y * Math.sin(pitch);
    return [a * Math.cos(roll) - c * Math.sin(roll), a * Math.sin(roll) + c * Math.cos(roll), d];
  };
  return { right: turn([1, 0, 0]), up: turn([0, -1, 0]), ahead: turn([0, 0, 1]) };
}
