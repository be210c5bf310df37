import type { Camera } from '../trace/scene.ts';
import type { CameraPose } from './camera-pose.ts';

/** Basis and scales of a camera with a shift lens; metres. */
export interface Lens {
  at: readonly [number, number, number];
  forward: readonly [number, number, number];
  right: readonly [number, number, number];
  up: readonly [number, number, number];
  /** Tangents of half the angle of view. */
  half: number;
  halfHigh: number;
  shift: number;
}

export function lensOf(camera: Camera, aspect: number): Lens {
  const yaw = (camera.yaw * Math.PI) / 180;
  const pitch = ((camera.pitch ?? 0) * Math.PI) / 180;
  const half = Math.tan((camera.view * Math.PI) / 360);
  return {
    at: [camera.at[0], camera.at[1], camera.at[2]],
    forward: [Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)],
    right: [Math.cos(yaw), 0, -Math.sin(yaw)],
    up: [Math.sin(yaw) * Math.sin(pitch), Math.cos(pitch), Math.cos(yaw) * Math.sin(pitch)],
    half,
    halfHigh: half / aspect,
    shift: camera.shift,
  };
}

/** Lowest place of a camera over the ground, metres. */
const lowest = 0.5;

/**
 * Carries a pose in front of a flat picture over to a camera in space: the picture plane is taken to hang `reach`
 * metres ahead, so that what stands there moves as the flat picture would, and nearer things move more.
 */
export function cameraAt(
  camera: Camera,
  pose: CameraPose,
  { reach, aspect }: { reach: number; aspect: number },
): Camera {
  const lens = lensOf(camera, aspect);
  const across = pose.x * 2 * lens.half * reach;
  const down = pose.y * 2 * lens.halfHigh * reach;
  const ahead = (1 - pose.distance) * reach;
  const yaw = camera.yaw + ((pose.yaw + pose.orbit) * 180) / Math.PI;
  const place = (axis: 0 | 1 | 2): number =>
    camera.at[axis] + lens.right[axis] * across - lens.up[axis] * down + lens.forward[axis] * ahead;
  let [x, y, z] = [place(0), place(1), place(2)];
  if (pose.orbit !== 0) {
    const rest = reach * pose.distance;
    const level = Math.cos(((camera.pitch ?? 0) * Math.PI) / 180) * rest;
    const before = (camera.yaw * Math.PI) / 180;
    const after = before + pose.orbit;
    x += (Math.sin(before) - Math.sin(after)) * level;
    z += (Math.cos(before) - Math.cos(after)) * level;
  }
  y = Math.max(lowest, y);
  return { ...camera, at: [x, y, z], yaw };
}
