import type { PerspectiveCamera, Sphere } from 'three';
import type { BuildingCamera } from '#shared/domain/building-view';

/** Half of the width of the film, millimetres. */
const halfFilm = 18;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Tangent of half the angle that a picture spans upwards, before it is shifted. */
export const halfHeightOf = (lens: number, aspect: number): number => halfFilm / lens / aspect;

interface Film {
  /** Width over height. */
  aspect: number;
  /** Metres. */
  near: number;
  far: number;
}

const leastNear = 0.04;
/** The plain ground goes so many times as far as the model. */
export const groundReach = 7;

/** Nearest and farthest distance that are drawn from a place, metres: depths stay exact far away, too. */
export function depthsFrom({ x, y, z }: BuildingCamera, { center, radius }: Sphere): Pick<Film, 'near' | 'far'> {
  const away = Math.hypot(x - center.x, y - center.y, z - center.z);
  return { near: Math.max(leastNear, (away - radius) / 2), far: away + radius * (groundReach + 2) };
}

/** Sets a camera so that it sees exactly what the server draws of the same view. */
export function aimCamera(target: PerspectiveCamera, camera: BuildingCamera, { aspect, near, far }: Film): void {
  const { x, y, z, yaw, pitch, lens, shift } = camera;
  target.position.set(x, y, z);
  target.rotation.set(-radians(pitch), -radians(yaw), 0, 'YXZ');
  const half = halfHeightOf(lens, aspect) * near;
  const across = half * aspect;
  target.projectionMatrix.makePerspective(-across, across, half * (1 + 2 * shift), half * (2 * shift - 1), near, far);
  target.projectionMatrixInverse.copy(target.projectionMatrix).invert();
  target.updateMatrixWorld(true);
}
