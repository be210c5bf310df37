import { PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { BuildingCamera } from '#shared/domain/building-view';
import { cameraOf } from '../../../../engine/kernels/building/building-scene.ts';
import { cameraRay } from '../../../../engine/kernels/trace/film.ts';
import { aimCamera } from './aim-camera';

const cameras: ReadonlyArray<[words: string, camera: BuildingCamera]> = [
  ['level', { x: 3, y: 1.65, z: 20, yaw: 0, pitch: 0, lens: 28, shift: 0 }],
  ['shifted up', { x: -14, y: 1.65, z: 16, yaw: 41, pitch: 0, lens: 35, shift: 0.3 }],
  ['shifted down', { x: 14, y: 9, z: -16, yaw: -141, pitch: 0, lens: 20, shift: -0.4 }],
  ['from above', { x: 20, y: 22, z: 24, yaw: -40, pitch: 32, lens: 50, shift: 0 }],
  ['upwards, shifted', { x: 0, y: 1.2, z: 8, yaw: 170, pitch: -25, lens: 85, shift: 0.2 }],
  ['straight down', { x: 1, y: 40, z: 1, yaw: 12, pitch: 90, lens: 28, shift: 0 }],
];

test.each(cameras)('a camera sees a point where the server draws it: %s', (_, camera) => {
  const aspect = 16 / 9;
  const target = new PerspectiveCamera();
  aimCamera(target, camera, { aspect, near: 0.05, far: 500 });
  const ray = cameraRay(cameraOf({ camera }), aspect);
  for (const [right, down] of [
    [0.5, 0.5],
    [0.02, 0.97],
    [0.91, 0.1],
    [0.3, 0.66],
  ] as const) {
    const [dx, dy, dz] = ray(right, down);
    // The server's tracer counts z the other way.
    const seen = new Vector3(camera.x + dx * 30, camera.y + dy * 30, camera.z - dz * 30).project(target);
    expect((seen.x + 1) / 2).toBeCloseTo(right, 9);
    expect((1 - seen.y) / 2).toBeCloseTo(down, 9);
  }
});
