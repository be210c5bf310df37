/** Position of the camera for each kind of view, so that the building fills the frame well. */
import type { Camera } from '../../trace/scene.ts';
import type { Box } from '../facade/face.ts';
import type { View } from '../words/brief.ts';

export interface Subject extends Box {
  top: number;
}

interface Stand {
  /** Degrees: horizontal angle of view, turn off the front, look down. */
  fov: number;
  turn: number;
  pitch: number;
  /** Height above ground, metres; absent when the pitch decides. */
  height?: number;
  /** Share of the frame's width and height the building may fill. */
  fillWidth: number;
  fillHeight: number;
}

/** @param side -1 or 1: from which front corner it is seen; @param sway 0–1 varies turn and distance */
function standOf(view: View, aspect: number, side: number, sway: number, isLow: boolean, isOverWater: boolean): Stand {
  const wide = aspect >= 1.2 ? 1 : aspect >= 0.9 ? 0.86 : 0.7;
  const turn = side * (24 + 14 * sway);
  switch (view) {
    case 'eye':
      return isOverWater
        ? { fov: 52 * wide, turn: turn * 0.85, pitch: 0, height: 1.7, fillWidth: 0.6, fillHeight: 0.62 }
        : { fov: 60 * wide, turn, pitch: 0, height: 1.65, fillWidth: 0.76, fillHeight: isLow ? 0.84 : 0.9 };
    case 'lowAngle':
      return {
        fov: 74 * wide,
        turn: side * (30 + 8 * sway),
        pitch: -9,
        height: 0.6,
        fillWidth: 0.86,
        fillHeight: 0.86,
      };
    case 'elevation':
      return { fov: 34 * wide, turn: 0, pitch: 0, height: isLow ? 1.65 : 3, fillWidth: 0.74, fillHeight: 0.78 };
    case 'closeUp':
      return {
        fov: 52 * wide,
        turn: side * (20 + 14 * sway),
        pitch: 0,
        height: 1.65,
        fillWidth: 1.12,
        fillHeight: 1.05,
      };
    case 'semiAerial':
      return { fov: 48 * wide, turn: side * (30 + 12 * sway), pitch: 17, fillWidth: 0.66, fillHeight: 0.62 };
    case 'aerial':
      return { fov: 46 * wide, turn: side * (32 + 14 * sway), pitch: 34, fillWidth: 0.6, fillHeight: 0.6 };
    case 'axonometric':
      return { fov: 7 * wide, turn: side * 45, pitch: 35.26, fillWidth: 0.78, fillHeight: 0.78 };
    case 'top':
      return { fov: 7 * wide, turn: 0, pitch: 89.99, fillWidth: 0.62, fillHeight: 0.62 };
  }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Stands back along the line of sight until the building's corners fit.
 *
 * @param options `aspect` width over height of the picture; `side` from which front corner; `sway` 0–1 varies the turn;
 *   `rise` metres added to the eye's height
 */
export function placeCamera(
  subject: Subject,
  view: View,
  {
    aspect,
    side,
    sway,
    isOverWater,
    rise,
  }: { aspect: number; side: -1 | 1; sway: number; isOverWater: boolean; rise: number },
): Camera {
  const stand = standOf(view, aspect, side, sway, subject.top < 14, isOverWater);
  const half = Math.tan(radians(stand.fov) / 2);
  const halfHigh = half / aspect;
  const corners = [subject.x0, subject.x1].flatMap((x) =>
    [subject.z0, subject.z1].flatMap((z) => [0, subject.top].map((y) => [x, y, z] as const)),
  );
  const target = [
    (subject.x0 + subject.x1) / 2,
    subject.top * 0.45,
    subject.z0 + (subject.z1 - subject.z0) * 0.4,
  ] as const;
  let yaw = -stand.turn;
  const pitch = radians(stand.pitch);
  const isLevel = stand.height !== undefined;
  const lift = liftOf(view, isOverWater);
  let at: [number, number, number] = [0, 0, 0];
  let shift = 0;
  for (let distance = 4; distance < 4000; distance *= 1.03) {
    const line = radians(-stand.turn);
    const back = isLevel ? distance : distance * Math.cos(pitch);
    at = [
      target[0] - Math.sin(line) * back,
      stand.height === undefined ? target[1] + distance * Math.sin(pitch) : stand.height + rise,
      target[2] - Math.cos(line) * back,
    ];
    yaw = -stand.turn;
    let seen = extentsOf(corners, at, yaw, pitch);
    for (let round = 0; round < 4 && seen; round++) {
      yaw += (Math.atan((seen.left + seen.right) / 2) * 180) / Math.PI;
      seen = extentsOf(corners, at, yaw, pitch);
    }
    if (!seen) continue;
    if (seen.right - seen.left > 2 * half * stand.fillWidth) continue;
    const fitting = isLevel
      ? levelShift(seen, stand.fillHeight, halfHigh, lift)
      : aerialShift(seen, stand.fillHeight, halfHigh, view);
    if (fitting === undefined) continue;
    shift = fitting;
    break;
  }
  return { at, yaw, pitch: stand.pitch, view: stand.fov, shift };
}

/** Least and most lift of a level camera's lens. */
function liftOf(view: View, isOverWater: boolean): { least: number; most: number } {
  if (view === 'lowAngle') return { least: 0, most: 0.2 };
  return isOverWater ? { least: 0.06, most: 0.16 } : { least: 0.15, most: 0.36 };
}

/** Shift of a level camera, or nothing when it is too near: the horizon stays in the lower half; the shift takes in the top. */
function levelShift(
  seen: Extents,
  fillHeight: number,
  halfHigh: number,
  lift: { least: number; most: number },
): number | undefined {
  const wanted = (seen.top / fillHeight - halfHigh) / (2 * halfHigh);
  const shift = Math.max(lift.least, wanted);
  if (shift > lift.most || -seen.bottom > halfHigh * (1 - 2 * shift) * 0.96) return undefined;
  return shift;
}

function aerialShift(seen: Extents, fillHeight: number, halfHigh: number, view: View): number | undefined {
  if (seen.top - seen.bottom > 2 * halfHigh * fillHeight) return undefined;
  const shift = (seen.top + seen.bottom) / (4 * halfHigh);
  return view === 'semiAerial' || view === 'aerial' ? shift + 0.05 : shift;
}

interface Extents {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Tangents of the corners about the optical axis; nothing when one lies behind the camera. */
function extentsOf(
  corners: readonly (readonly [number, number, number])[],
  at: readonly [number, number, number],
  yawDegrees: number,
  pitch: number,
): Extents | undefined {
  const yaw = radians(yawDegrees);
  const out = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity };
  for (const [x, y, z] of corners) {
    const [dx, dy, dz] = [x - at[0], y - at[1], z - at[2]];
    const ahead = dx * Math.sin(yaw) + dz * Math.cos(yaw);
    const across = dx * Math.cos(yaw) - dz * Math.sin(yaw);
    const depth = ahead * Math.cos(pitch) - dy * Math.sin(pitch);
    const up = dy * Math.cos(pitch) + ahead * Math.sin(pitch);
    if (depth < 1.5) return undefined;
    out.left = Math.min(out.left, across / depth);
    out.right = Math.max(out.right, across / depth);
    out.top = Math.max(out.top, up / depth);
    out.bottom = Math.min(out.bottom, up / depth);
  }
  return out;
}
