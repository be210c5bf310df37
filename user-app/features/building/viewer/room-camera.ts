import type { BuildingCamera } from '#shared/domain/building-view';

const eyeHeight = 1.65;
/** From the wall behind, metres. */
const stepFromWall = 0.6;

/** A view from one end of a room over its longer way. @param box least x, y, z and greatest x, y, z, metres */
export function cameraInRoom([x0, y0, z0, x1, y1, z1]: readonly [
  number,
  number,
  number,
  number,
  number,
  number,
]): BuildingCamera {
  const [width, depth] = [x1 - x0, z1 - z0];
  const isWide = width > depth;
  const back = Math.min(stepFromWall, (isWide ? width : depth) / 4);
  return {
    x: isWide ? x0 + back : (x0 + x1) / 2,
    y: y0 + Math.min(eyeHeight, (y1 - y0) * 0.6),
    z: isWide ? (z0 + z1) / 2 : z1 - back,
    yaw: isWide ? 90 : 0,
    pitch: 0,
    lens: 20,
    shift: -0.05,
  };
}
