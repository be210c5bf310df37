/** Free way of a camera in a furnished room. */

import type { Tracer } from '../trace/tracer.ts';
import type { CameraPath } from '../video/camera-path.ts';
import { cameraAt } from '../video/depth-camera.ts';
import type { RoomPlan } from './room-plan.ts';

/** Metres that a camera keeps from walls, floor and ceiling, and from what stands before it. */
const apart = 0.35;
/** The flat picture hangs at this share of the room's depth: what a film of a room is about stands there. */
const middle = 0.6;
/** Shares of that, the widest first. */
const shares = [1, 0.75, 0.55, 0.4, 0.25, 0.12];
const stations = 24;

/**
 * The `reach` for `cameraAt` with which a way stays inside the room and passes nothing nearer than 35 cm ahead of it:
 * the widest of six, metres.
 */
export function reachInRoom(plan: RoomPlan, tracer: Tracer, path: Pick<CameraPath, 'poseAt'>, aspect: number): number {
  const reaches = shares.map((share) => share * middle * plan.box.back);
  return reaches.find((reach) => isFree(plan, tracer, path, { reach, aspect })) ?? reaches.at(-1)!;
}

function isFree(
  { box, near }: RoomPlan,
  tracer: Tracer,
  path: Pick<CameraPath, 'poseAt'>,
  view: { reach: number; aspect: number },
): boolean {
  const places = Array.from(
    { length: stations + 1 },
    (_, at) => cameraAt(tracer.scene.camera, path.poseAt(at / stations), view).at,
  );
  return places.every(([x, y, z], at) => {
    const isInside =
      x > box.left + apart &&
      x < box.right - apart &&
      z > Math.min(near + apart, 0) &&
      z < box.back - apart &&
      y < box.height - apart;
    const last = places[at - 1];
    if (!isInside || !last) return isInside;
    const way = [x - last[0], y - last[1], z - last[2]] as const;
    const length = Math.hypot(...way);
    if (length < 1e-4) return true;
    const [dx, dy, dz] = way.map((part) => part / length) as [number, number, number];
    return !tracer.isBlocked(last, [dx, dy, dz], length + apart);
  });
}
