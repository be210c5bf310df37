/**
 * A camera in front of a picture hung flat. Lengths are fractions of the frame: widths across, heights downwards; the
 * frame is the picture itself when the pose is {@link restingPose}. The camera turns only about the vertical axis, so
 * upright lines stay upright and straight lines stay straight in every pose.
 */
export interface CameraPose {
  /** Shift of the camera to the right, frame widths. */
  x: number;
  /** Shift of the camera downwards, frame heights. */
  y: number;
  /** Share of the picture's width in view: 1 is all of it, 0.8 is a camera that came closer. */
  distance: number;
  /** Turn on the spot, radians; positive looks to the right. */
  yaw: number;
  /** Turn around the middle of the view, radians; positive has the camera walk to the left and look to the right. */
  orbit: number;
}

export const restingPose: Readonly<CameraPose> = { x: 0, y: 0, distance: 1, yaw: 0, orbit: 0 };

/** Focal length in frame widths: a horizontal field of view of 60°, a usual one for architecture. */
const focalLength = 0.5 / Math.tan(Math.PI / 6);

/** View of one column of the frame. */
interface ColumnView {
  /** Position in the picture, 0 (left edge) … 1 (right edge). */
  u: number;
  /** Picture heights that one frame height covers in this column. */
  scale: number;
}

/**
 * View of a column of the frame: intersection of the ray through it with the picture plane (pinhole camera; Hartley &
 * Zisserman 2004, §8.1, for a plane and a rotation about one axis).
 *
 * @param across position in the frame, -0.5 (left edge) … 0.5 (right edge)
 */
export function viewColumn({ x, distance, yaw, orbit }: CameraPose, across: number): ColumnView {
  const turn = yaw + orbit;
  const depth = focalLength * Math.cos(turn) - across * Math.sin(turn);
  const scale = (distance * focalLength * Math.cos(orbit)) / depth;
  const ray = across * Math.cos(turn) + focalLength * Math.sin(turn);
  return { u: 0.5 + x - distance * focalLength * Math.sin(orbit) + scale * ray, scale };
}

/** Overhang of the view beyond the picture, fractions of a side; 0 or less when all of it is inside. */
export function overhangOf(pose: CameraPose): number {
  const left = viewColumn(pose, -0.5);
  const right = viewColumn(pose, 0.5);
  const tallest = Math.max(left.scale, right.scale) / 2 + Math.abs(pose.y) - 0.5;
  return Math.max(-left.u, right.u - 1, tallest);
}

/** The pose, brought closer until the view lies inside the picture. */
export function fitted(pose: CameraPose): CameraPose {
  if (overhangOf(pose) <= 1e-9) return pose;
  let near = 0;
  let far = pose.distance;
  for (let step = 0; step < 40; step++) {
    const distance = (near + far) / 2;
    if (overhangOf({ ...pose, distance }) <= 0) near = distance;
    else far = distance;
  }
  return { ...pose, distance: near };
}

/** Weighted sum of poses, e.g. the way from one to another. The weights sum to 1. */
export function mixPoses(poses: readonly CameraPose[], weights: readonly number[]): CameraPose {
  const mixed = { x: 0, y: 0, distance: 0, yaw: 0, orbit: 0 };
  poses.forEach((pose, at) => {
    const weight = weights[at] ?? 0;
    mixed.x += pose.x * weight;
    mixed.y += pose.y * weight;
    mixed.distance += pose.distance * weight;
    mixed.yaw += pose.yaw * weight;
    mixed.orbit += pose.orbit * weight;
  });
  return mixed;
}
