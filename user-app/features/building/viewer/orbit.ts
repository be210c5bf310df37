import type { BuildingRatio } from '#shared/contract/building-model';
import type { BuildingCamera } from '#shared/domain/building-view';
import { isTwoPoint, shapeOf } from '../camera-moves';
import { halfHeightOf } from './aim-camera';

/** A point of the model, metres. */
export interface WorldPoint {
  x: number;
  y: number;
  z: number;
}

const lowestEye = 0.3;
const farthest = 20_000;
/** Beyond it the picture plane of a two-point perspective stretches what it shows. */
const mostShift = 0.5;
/** Closest that a step brings the eye to what it goes to, metres. */
const closest = 0.4;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
const turned = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

/** A level camera is a two-point perspective, which no drag turns on. */
const unlevel = (pitch: number, former: number) => (Math.abs(pitch) < 0.5 ? (former < 0 ? -0.5 : 0.5) : pitch);

const inReach = ({ x, y, z }: WorldPoint): WorldPoint => ({
  x: clamp(x, -farthest, farthest),
  y: clamp(y, lowestEye, farthest),
  z: clamp(z, -farthest, farthest),
});

interface Turn {
  /** Degrees round the pivot, clockwise seen from above. */
  across: number;
  /** Degrees upwards. */
  up: number;
}

/** Goes round a pivot, which stays where it is in the picture. Verticals that are upright stay so. */
export function orbitedAbout(
  camera: BuildingCamera,
  { across, up }: Turn,
  pivot: WorldPoint,
  ratio: BuildingRatio,
): BuildingCamera {
  const [sine, cosine] = [Math.sin(radians(across)), Math.cos(radians(across))];
  const [dx, dz] = [camera.x - pivot.x, camera.z - pivot.z];
  const level: BuildingCamera = {
    ...camera,
    ...inReach({
      x: pivot.x + dx * cosine - dz * sine,
      y: camera.y,
      z: pivot.z + dx * sine + dz * cosine,
    }),
    yaw: turned(camera.yaw + across),
  };
  return up === 0 ? level : raised(level, up, pivot, ratio);
}

function raised(camera: BuildingCamera, up: number, pivot: WorldPoint, ratio: BuildingRatio): BuildingCamera {
  const [dx, dy, dz] = [camera.x - pivot.x, camera.y - pivot.y, camera.z - pivot.z];
  const away = Math.hypot(dx, dz);
  const distance = Math.hypot(away, dy);
  if (away < 0.05) return camera;
  const former = degrees(Math.atan2(dy, away));
  const height = clamp(former + up, -88, 88);
  const stretch = (distance * Math.cos(radians(height))) / away;
  const wanted = {
    x: pivot.x + dx * stretch,
    y: pivot.y + distance * Math.sin(radians(height)),
    z: pivot.z + dz * stretch,
  };
  if (wanted.y < lowestEye) return camera;
  const there = inReach(wanted);
  if (!isTwoPoint(camera))
    return { ...camera, ...there, pitch: unlevel(clamp(camera.pitch + height - former, -89, 89), camera.pitch) };
  const yaw = radians(camera.yaw);
  const ahead = dz * Math.cos(yaw) - dx * Math.sin(yaw);
  if (ahead < 0.05) return { ...camera, ...there };
  const slopes = (pivot.y - there.y) / (ahead * stretch) - (pivot.y - camera.y) / ahead;
  const shift = camera.shift + slopes / (2 * halfHeightOf(camera.lens, shapeOf(ratio)));
  return Math.abs(shift) > mostShift ? camera : { ...camera, ...there, shift };
}

/** A way of the pointer, as shares of the picture's width and height. */
interface Way {
  right: number;
  down: number;
}

/** Looks elsewhere from where the eye is: the picture goes with the pointer. */
export function lookedAround(camera: BuildingCamera, { right, down }: Way, ratio: BuildingRatio): BuildingCamera {
  const half = halfHeightOf(camera.lens, shapeOf(ratio));
  const yaw = turned(camera.yaw - right * 2 * degrees(Math.atan(half * shapeOf(ratio))));
  if (isTwoPoint(camera)) return { ...camera, yaw, shift: clamp(camera.shift + down, -mostShift, mostShift) };
  const pitch = clamp(camera.pitch - down * 2 * degrees(Math.atan(half)), -89, 89);
  return { ...camera, yaw, pitch: unlevel(pitch, camera.pitch) };
}

/** Moves aside and upwards: what is so far away goes with the pointer. @param distance metres */
export function panned(
  camera: BuildingCamera,
  { right, down }: Way,
  distance: number,
  ratio: BuildingRatio,
): BuildingCamera {
  const half = halfHeightOf(camera.lens, shapeOf(ratio));
  const aside = -right * 2 * half * shapeOf(ratio) * distance;
  const up = down * 2 * half * distance;
  const yaw = radians(camera.yaw);
  const pitch = radians(camera.pitch);
  return {
    ...camera,
    ...inReach({
      x: camera.x + aside * Math.cos(yaw) + up * Math.sin(pitch) * Math.sin(yaw),
      y: camera.y + up * Math.cos(pitch),
      z: camera.z + aside * Math.sin(yaw) - up * Math.sin(pitch) * Math.cos(yaw),
    }),
  };
}

/** Goes towards a pivot, or away from it. @param factor of the distance to it */
export function approached(camera: BuildingCamera, factor: number, pivot: WorldPoint): BuildingCamera {
  const way = [camera.x - pivot.x, camera.y - pivot.y, camera.z - pivot.z] as const;
  const distance = Math.hypot(...way);
  if (distance < 1e-6) return camera;
  const stretch = Math.max(Math.min(distance, closest), distance * factor) / distance;
  return {
    ...camera,
    ...inReach({ x: pivot.x + way[0] * stretch, y: pivot.y + way[1] * stretch, z: pivot.z + way[2] * stretch }),
  };
}
