import { describe, expect, it } from 'vitest';
import { makeRandom } from '../../base/random.ts';
import { type SceneClass, type SceneReading, sceneClasses } from '../scene/scene-reading.ts';
import { divideRoom } from './style-room-surfaces.ts';

const size = { width: 240, height: 180 };
type Box = readonly [left: number, top: number, right: number, bottom: number];
type Rgb = readonly [number, number, number];

const ceiling: Box = [0, 0, 240, 30];
const wall: Box = [0, 30, 240, 130];
const floor: Box = [0, 130, 240, 180];
const sofa: Box = [60, 95, 130, 145];
const shelf: Box = [180, 70, 220, 130];

/** A room with a sofa and a shelf; light falls off to the right, and there is a little grain as in a photograph. */
function room(colours: { ceiling: Rgb; wall: Rgb; floor: Rgb; sofa: Rgb; shelf: Rgb }): Uint8Array {
  const rgb = new Uint8Array(size.width * size.height * 3);
  const random = makeRandom(5);
  const places = { ceiling, wall, floor, sofa, shelf };
  for (const [name, [left, top, right, bottom]] of Object.entries(places)) {
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const light = 1 - 0.25 * (x / size.width);
        for (let channel = 0; channel < 3; channel++) {
          const level = colours[name as keyof typeof places][channel]! * light + 6 * (random() - 0.5);
          rgb[(y * size.width + x) * 3 + channel] = Math.max(0, Math.min(255, Math.round(level)));
        }
      }
    }
  }
  return rgb;
}

/** A reading that sees the shelf as furniture, and takes the sofa for wall where it is not sure. */
function readingOf(): SceneReading {
  const count = size.width * size.height;
  const shares = Object.fromEntries(sceneClasses.map((name) => [name, new Uint8Array(count)])) as Record<
    SceneClass,
    Uint8Array
  >;
  const mark = ([left, top, right, bottom]: Box, levels: Partial<Record<SceneClass, number>>) => {
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        for (const name of sceneClasses) shares[name][y * size.width + x] = levels[name] ?? 0;
      }
    }
  };
  mark(ceiling, { ceiling: 220, wall: 35 });
  mark(wall, { wall: 220, furniture: 35 });
  mark(floor, { floor: 220, furniture: 35 });
  mark(sofa, { wall: 140, furniture: 115 });
  mark(shelf, { furniture: 200, wall: 55 });
  return { ...size, shares, place: 'interior', confidence: 0.8, readBy: 'network' };
}

const white: Rgb = [236, 236, 232];
const plain = room({
  ceiling: white,
  wall: [205, 200, 190],
  floor: [120, 116, 110],
  sofa: [70, 90, 130],
  shelf: [150, 100, 60],
});

const meanIn = (plane: Float32Array, [left, top, right, bottom]: Box) => {
  let sum = 0;
  let count = 0;
  for (let y = top + 6; y < bottom - 6; y++) {
    for (let x = left + 6; x < right - 6; x++, count++) sum += plane[y * size.width + x]!;
  }
  return sum / count;
};
const freeWall: Box = [0, 30, 240, 70];
const freeFloor: Box = [0, 145, 240, 180];

describe('dividing a room for a new style', () => {
  it('keeps furniture that was read as wall out of the wall by its colour', () => {
    const parts = divideRoom(plain, size, readingOf());
    expect(meanIn(parts.wall, freeWall)).toBeGreaterThan(0.9);
    expect(meanIn(parts.floor, freeFloor)).toBeGreaterThan(0.9);
    expect(meanIn(parts.ceiling, ceiling)).toBeGreaterThan(0.9);
    expect(meanIn(parts.wall, sofa)).toBeLessThan(0.1);
    expect(meanIn(parts.furniture, sofa)).toBeGreaterThan(0.8);
    expect(meanIn(parts.furniture, shelf)).toBeGreaterThan(0.9);
  });
});
