import { describe, expect, it } from 'vitest';
import { labPlanes } from '../../base/colour.ts';
import { makeRandom } from '../../base/random.ts';
import { type SceneClass, type SceneReading, sceneClasses } from '../scene/scene-reading.ts';
import { labToRgb } from './style-lab.ts';
import { divideRoom } from './style-room-surfaces.ts';
import { transferStyle } from './style-transport-regions.ts';

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
const wine = room({
  ceiling: white,
  wall: [125, 45, 50],
  floor: [170, 120, 70],
  sofa: [200, 190, 180],
  shelf: [90, 60, 40],
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
  it('gives walls and floor the colours of the reference, each its own, and keeps the light on them', () => {
    const picture = (rgb: Uint8Array) => {
      const { wall, floor, ceiling, furniture } = divideRoom(rgb, size, readingOf());
      return {
        size,
        lab: labPlanes(rgb),
        regions: [wall, floor, ceiling, furniture],
        isPaint: [true, true, true, false],
      };
    };
    const after = labPlanes(
      labToRgb(
        transferStyle(picture(plain), picture(wine), {
          strength: 1,
          isColour: true,
          isLight: true,
          isTexture: false,
          structure: 0.75,
          seed: 3,
        }),
      ),
    );
    const wanted = labPlanes(wine);
    for (const place of [freeWall, freeFloor, ceiling]) {
      for (const plane of ['lightness', 'a', 'b'] as const) {
        expect(Math.abs(meanIn(after[plane], place) - meanIn(wanted[plane], place))).toBeLessThan(0.04);
      }
    }
    const left: Box = [0, 30, 60, 70];
    const right: Box = [180, 30, 240, 70];
    expect(meanIn(after.lightness, left) / meanIn(after.lightness, right)).toBeGreaterThan(1.1);
  });

  it('leaves a surface as it is that the reference does not show', () => {
    const { wall, floor } = divideRoom(plain, size, readingOf());
    const lab = labPlanes(plain);
    const after = transferStyle(
      { size, lab, regions: [wall, floor], isPaint: [true, true] },
      { size, lab: labPlanes(wine), regions: [wall, new Float32Array(floor.length)] },
      { strength: 1, isColour: true, isLight: true, isTexture: false, structure: 0.75, seed: 3 },
    );
    expect(meanIn(after.b, freeFloor)).toBeCloseTo(meanIn(lab.b, freeFloor), 2);
    expect(meanIn(after.a, freeWall)).toBeGreaterThan(meanIn(lab.a, freeWall) + 0.15);
  });
});
