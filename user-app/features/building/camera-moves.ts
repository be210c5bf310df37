import type { BuildingRatio } from '#shared/contract/building-model';
import type { BuildingCamera } from '#shared/domain/building-view';
import type { Size } from './units';

/** Shapes of pictures of a model, width to height. */
export const ratios: readonly BuildingRatio[] = ['16:9', '4:3', '3:2', '1:1', '3:4', '9:16'];

/** Width over height. */
export function shapeOf(ratio: BuildingRatio): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
}

export type CameraMove =
  | 'nearer'
  | 'farther'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'turnLeft'
  | 'turnRight'
  | 'tiltUp'
  | 'tiltDown'
  | 'orbitLeft'
  | 'orbitRight';

/** Focal lengths that are offered, millimetres. */
export const lensRange = { min: 20, max: 85 } as const;

const turnStep = 5;
const orbitStep = 10;
const shiftStep = 0.05;
/** Beyond it the picture plane of a two-point perspective stretches what it shows. */
const mostShift = 0.5;
const lowestEye = 0.3;
/** Of the contract. */
const farthest = 20_000;
/** Width of the film, millimetres. */
const film = 36;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
/** Within ±180. */
const turned = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

export const isTwoPoint = ({ pitch }: Pick<BuildingCamera, 'pitch'>) => pitch === 0;

/** True for a camera that stands within the model's outline. */
function isInside({ x, y, z }: BuildingCamera, [width, height, depth]: Size): boolean {
  return Math.abs(x) < width / 2 && Math.abs(z) < depth / 2 && y < height;
}

/** Metres of a step: half a metre in a room, a tenth of the way outside. */
function stepOf(camera: BuildingCamera, size: Size): number {
  if (isInside(camera, size)) return 0.5;
  return clamp(Math.hypot(camera.x, camera.z) / 10, 0.5, 50);
}

function displaced(camera: BuildingCamera, x: number, y: number, z: number): BuildingCamera {
  return {
    ...camera,
    x: clamp(camera.x + x, -farthest, farthest),
    y: clamp(camera.y + y, lowestEye, farthest),
    z: clamp(camera.z + z, -farthest, farthest),
  };
}

function walked(camera: BuildingCamera, ahead: number, aside: number): BuildingCamera {
  const yaw = radians(camera.yaw);
  const pitch = radians(camera.pitch);
  const level = ahead * Math.cos(pitch);
  const x = level * Math.sin(yaw) + aside * Math.cos(yaw);
  const z = -level * Math.cos(yaw) + aside * Math.sin(yaw);
  return displaced(camera, x, -ahead * Math.sin(pitch), z);
}

/** Round the middle of the model, clockwise seen from above. */
function orbited(camera: BuildingCamera, by: number): BuildingCamera {
  const [sine, cosine] = [Math.sin(radians(by)), Math.cos(radians(by))];
  const [x, z] = [camera.x * cosine - camera.z * sine, camera.x * sine + camera.z * cosine];
  return { ...camera, x, z, yaw: turned(camera.yaw + by) };
}

/** A two-point perspective looks up by its picture plane, any other by its pitch. */
function tilted(camera: BuildingCamera, up: number): BuildingCamera {
  if (isTwoPoint(camera)) return { ...camera, shift: clamp(camera.shift + up * shiftStep, -mostShift, mostShift) };
  // Level is a two-point perspective, which this switch does not turn on.
  const pitch = clamp(camera.pitch - up * turnStep, -89, 89);
  return { ...camera, pitch: Math.abs(pitch) < 0.5 ? -up : pitch };
}

/** The camera after a step. */
export function moved(camera: BuildingCamera, move: CameraMove, size: Size): BuildingCamera {
  const step = stepOf(camera, size);
  switch (move) {
    case 'nearer':
      return walked(camera, step, 0);
    case 'farther':
      return walked(camera, -step, 0);
    case 'left':
      return walked(camera, 0, -step);
    case 'right':
      return walked(camera, 0, step);
    case 'up':
      return displaced(camera, 0, step / 2, 0);
    case 'down':
      return displaced(camera, 0, -step / 2, 0);
    case 'turnLeft':
      return { ...camera, yaw: turned(camera.yaw - turnStep) };
    case 'turnRight':
      return { ...camera, yaw: turned(camera.yaw + turnStep) };
    case 'tiltUp':
      return tilted(camera, 1);
    case 'tiltDown':
      return tilted(camera, -1);
    case 'orbitLeft':
      return orbited(camera, orbitStep);
    case 'orbitRight':
      return orbited(camera, -orbitStep);
  }
}

/** Upright verticals on: the tilt becomes a shift that keeps the middle of the picture; off: the other way round. */
export function withTwoPoint(camera: BuildingCamera, isOn: boolean, ratio: BuildingRatio): BuildingCamera {
  if (isOn === isTwoPoint(camera)) return camera;
  const filmHeight = film / shapeOf(ratio);
  if (isOn) {
    const shift = (-Math.tan(radians(camera.pitch)) * camera.lens) / filmHeight;
    return { ...camera, pitch: 0, shift: clamp(shift, -mostShift, mostShift) };
  }
  const pitch = degrees(Math.atan((-camera.shift * filmHeight) / camera.lens));
  return { ...camera, pitch: Math.abs(pitch) < 0.5 ? 1 : pitch, shift: 0 };
}

/** A camera at a point of the plan: it keeps its height, and outside of the model looks at its middle. */
export function placedAt(camera: BuildingCamera, x: number, z: number, size: Size): BuildingCamera {
  const there = displaced({ ...camera, x, z }, 0, 0, 0);
  if (isInside(there, size)) return there;
  return { ...there, yaw: degrees(Math.atan2(-there.x, there.z)) };
}

/** Half the angle that the picture spans sideways, degrees. */
export function halfAngle(lens: number): number {
  return degrees(Math.atan(film / 2 / lens));
}
