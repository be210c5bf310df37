import { PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { BuildingCamera } from '#shared/domain/building-view';
import { aimCamera } from './aim-camera';
import { approached, lookedAround, orbitedAbout, panned, type WorldPoint } from './orbit';

const ratio = '3:2' as const;
const level: BuildingCamera = { x: 4, y: 2, z: 18, yaw: -10, pitch: 0, lens: 28, shift: 0.1 };
const pitched: BuildingCamera = { ...level, y: 14, pitch: 30, shift: 0 };
const pivot: WorldPoint = { x: 1, y: 3, z: 2 };

/** Shares of the picture's width and height. */
function seenAt(camera: BuildingCamera, { x, y, z }: WorldPoint): [right: number, down: number] {
  const target = new PerspectiveCamera();
  aimCamera(target, camera, { aspect: 1.5, near: 0.05, far: 500 });
  const seen = new Vector3(x, y, z).project(target);
  return [(seen.x + 1) / 2, (1 - seen.y) / 2];
}

const distance = (camera: BuildingCamera) => Math.hypot(camera.x - pivot.x, camera.y - pivot.y, camera.z - pivot.z);

test.each([
  ['level', level],
  ['pitched', pitched],
])('a turn round a pivot keeps it where it is in the picture, and as far away: %s', (_, camera) => {
  const turned = orbitedAbout(camera, { across: 35, up: 0 }, pivot, ratio);
  const raised = orbitedAbout(turned, { across: 0, up: 8 }, pivot, ratio);
  expect(turned.yaw).toBeCloseTo(camera.yaw + 35);
  expect(seenAt(turned, pivot)[0]).toBeCloseTo(seenAt(camera, pivot)[0], 6);
  expect(seenAt(turned, pivot)[1]).toBeCloseTo(seenAt(camera, pivot)[1], 6);
  expect(distance(raised)).toBeCloseTo(distance(camera), 6);
  expect(raised.y).toBeGreaterThan(camera.y + 0.5);
  expect(seenAt(raised, pivot)[1]).toBeCloseTo(seenAt(camera, pivot)[1], camera === level ? 6 : 1);
});

test('upright verticals stay upright, and a picture plane goes no farther than it can', () => {
  let camera = level;
  for (let i = 0; i < 40; i++) camera = orbitedAbout(camera, { across: 2, up: 2 }, pivot, ratio);
  expect(camera.pitch).toBe(0);
  expect(Math.abs(camera.shift)).toBeLessThanOrEqual(0.5);
  for (let i = 0; i < 80; i++) camera = orbitedAbout(camera, { across: 0, up: -2 }, pivot, ratio);
  expect(camera.y).toBeGreaterThanOrEqual(0.3);
});

test('a pitched camera turns over the model and never becomes level by a drag', () => {
  let camera = pitched;
  for (let i = 0; i < 60; i++) camera = orbitedAbout(camera, { across: 0, up: -1 }, pivot, ratio);
  expect(camera.pitch).not.toBe(0);
  for (let i = 0; i < 200; i++) camera = orbitedAbout(camera, { across: 0, up: 1 }, pivot, ratio);
  expect(camera.pitch).toBeLessThanOrEqual(89);
});

test('a look around brings the picture along with the pointer', () => {
  const around = lookedAround(level, { right: 0, down: 0.1 }, ratio);
  expect(seenAt(around, pivot)[1] - seenAt(level, pivot)[1]).toBeCloseTo(0.1, 6);
  const aside = lookedAround(level, { right: 0.02, down: 0 }, ratio);
  expect(seenAt(aside, pivot)[0] - seenAt(level, pivot)[0]).toBeCloseTo(0.02, 2);
});

test('a step aside takes what is so far away along', () => {
  const ahead: WorldPoint = { x: pitched.x, y: pitched.y, z: pitched.z };
  const [sine, cosine] = [Math.sin((-10 * Math.PI) / 180), Math.cos((-10 * Math.PI) / 180)];
  const slope = Math.PI / 6;
  ahead.x += 12 * sine * Math.cos(slope);
  ahead.y -= 12 * Math.sin(slope);
  ahead.z -= 12 * cosine * Math.cos(slope);
  expect(seenAt(pitched, ahead)[0]).toBeCloseTo(0.5, 6);
  const [right, down] = seenAt(panned(pitched, { right: 0.1, down: 0.2 }, 12, ratio), ahead);
  expect([right, down]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.7, 6)]);
});

test('an approach ends before what it goes to', () => {
  expect(distance(approached(level, 0.5, pivot))).toBeCloseTo(distance(level) / 2, 6);
  let camera = level;
  for (let i = 0; i < 30; i++) camera = approached(camera, 0.5, pivot);
  expect(distance(camera)).toBeCloseTo(0.4, 6);
});
