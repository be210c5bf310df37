import { expect, it } from 'vitest';
import { type SceneReading, sceneClasses } from '../scene/scene-reading.ts';
import { lightFacades, washOfFacades } from './facade-wash.ts';

const size = { width: 80, height: 60 };
const count = size.width * size.height;

/** A wall on a street, before which somebody stands. */
function readStreet(): SceneReading {
  const shares = Object.fromEntries(sceneClasses.map((name) => [name, new Uint8Array(count)]));
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const isSomebody = x >= 38 && x < 42 && y >= 30 && y < 50;
    const name = isSomebody ? 'person' : y < 10 ? 'sky' : y < 46 ? 'wall' : 'hard';
    shares[name]![i] = 255;
  }
  return {
    ...size,
    shares: shares as SceneReading['shares'],
    place: 'outdoor',
    confidence: 0.9,
    readBy: 'network',
  };
}

it('lights walls from their feet upwards and a little ground, not the sky nor who stands before them', () => {
  const wash = washOfFacades(readStreet(), size);
  const at = (plane: Float32Array, x: number, y: number) => plane[y * size.width + x]!;
  expect(at(wash.wall, 15, 43)).toBeGreaterThan(0.8);
  expect(at(wash.wall, 15, 14)).toBeLessThan(0.4);
  expect(at(wash.wall, 15, 43)).toBeGreaterThan(at(wash.wall, 15, 30));
  expect(at(wash.wall, 15, 4)).toBeLessThan(0.01);
  expect(at(wash.wall, 40, 40)).toBeLessThan(0.2);
  expect(at(wash.ground, 15, 47)).toBeGreaterThan(0.5);
  expect(at(wash.ground, 15, 58)).toBeLessThan(0.1);
});

it('lights in the colours of the wall, warmly, and nothing when it is off', () => {
  const wash = washOfFacades(readStreet(), size);
  const day = new Float32Array(count * 3).fill(0.4);
  const light = new Float32Array(count * 3).fill(0.02);
  lightFacades(light, day, wash, 0);
  expect(new Set(light)).toEqual(new Set([Math.fround(0.02)]));
  lightFacades(light, day, wash, 1);
  const [red, green, blue] = light.subarray((43 * size.width + 15) * 3);
  expect(red).toBeGreaterThan(0.3);
  expect(red).toBeGreaterThan(green!);
  expect(green).toBeGreaterThan(blue!);
});
