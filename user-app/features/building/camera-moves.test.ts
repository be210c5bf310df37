import { expect, test } from 'vitest';
import type { BuildingCamera } from '#shared/domain/building-view';
import { moved, placedAt, withTwoPoint } from './camera-moves';

const size = [12, 6, 9] as const;
/** South of the model, looking north. */
const south: BuildingCamera = { x: 0, y: 1.65, z: 20, yaw: 0, pitch: 0, lens: 28, shift: 0 };
const placeOf = ({ x, y, z }: BuildingCamera) => [x, y, z];

test('steps go along the way that is looked, a tenth of the distance outside and half a metre in a room', () => {
  expect(placeOf(moved(south, 'nearer', size))).toEqual([0, 1.65, 18].map(near));
  expect(placeOf(moved({ ...south, yaw: 90 }, 'nearer', size))).toEqual([2, 1.65, 20].map(near));
  expect(placeOf(moved(south, 'right', size))).toEqual([2, 1.65, 20].map(near));
  expect(placeOf(moved({ ...south, z: 2 }, 'nearer', size))).toEqual([0, 1.65, 1.5].map(near));
  const above = { ...south, y: 20, pitch: 45 };
  const nearer = moved(above, 'nearer', size);
  expect(nearer.y).toBeLessThan(above.y);
  expect(nearer.z).toBeLessThan(above.z);
});

test('a way round the model keeps looking at it, and nine steps are a quarter', () => {
  let camera = south;
  for (let step = 0; step < 9; step += 1) camera = moved(camera, 'orbitLeft', size);
  expect(placeOf(camera)).toEqual([-20, 1.65, 0].map(near));
  expect(camera.yaw).toBeCloseTo(90, 6);
});

test('nothing sinks into the ground or leaves what the contract takes', () => {
  let camera: BuildingCamera = south;
  for (let step = 0; step < 9; step += 1) camera = moved(camera, 'down', size);
  expect(camera.y).toBe(0.3);
  expect(moved({ ...south, z: 19_999 }, 'farther', size).z).toBe(20_000);
  for (let step = 0; step < 90; step += 1) camera = moved(camera, 'turnRight', size);
  expect(Math.abs(camera.yaw)).toBeLessThanOrEqual(180);
});

test('upright verticals trade the tilt for a shift and back', () => {
  const tilted = { ...south, pitch: -10 };
  const upright = withTwoPoint(tilted, true, '3:2');
  expect(upright.pitch).toBe(0);
  expect(upright.shift).toBeCloseTo((Math.tan(Math.PI / 18) * 28) / 24, 6);
  expect(withTwoPoint(upright, false, '3:2').pitch).toBeCloseTo(-10, 6);
  expect(moved(upright, 'tiltUp', size)).toMatchObject({ pitch: 0 });
  expect(moved({ ...south, pitch: 5 }, 'tiltUp', size).pitch).not.toBe(0);
});

test('a place in the plan outside of the model looks at its middle, inside it keeps its direction', () => {
  expect(placedAt(south, 30, 0, size).yaw).toBeCloseTo(-90, 6);
  expect(placedAt(south, 0, -30, size).yaw).toBeCloseTo(-180, 6);
  expect(placedAt({ ...south, yaw: 33 }, 1, 1, size).yaw).toBe(33);
});

const near = (value: number) => expect.closeTo(value, 6);
