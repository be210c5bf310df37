import { describe, expect, it } from 'vitest';
import { labPlanes } from '../../../base/colour.ts';
import { decodeLight, encodeLight } from '../../../base/linear-light.ts';
import { plantFoot } from './photo-planting.ts';
import { findPlainWalls, tintWalls } from './photo-walls.ts';

const size = { width: 320, height: 240 };
const { width, height } = size;
const count = width * height;
const foot = 180;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
const door: Box = { left: 60, right: 110, top: 120, bottom: foot };
const frame: Box = { left: 200, right: 260, top: 60, bottom: 110 };
const pane: Box = { left: 210, right: 250, top: 68, bottom: 102 };
const isIn = ({ left, right, top, bottom }: Box, x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom;

/** A brick-red wall with a dark door and a window with a white frame, on grey ground under a blue sky. */
function house() {
  const rgb = new Uint8Array(count * 3);
  const [wall, hard, sky] = [0, 1, 2].map(() => new Uint8Array(count));
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isWall = y >= 40 && y < foot;
    wall![i] = isWall ? 255 : 0;
    hard![i] = y >= foot ? 255 : 0;
    sky![i] = y < 40 ? 255 : 0;
    const colour = !isWall
      ? y < 40
        ? [120, 170, 230]
        : [120, 118, 115]
      : isIn(door, x, y) || isIn(pane, x, y)
        ? [35, 38, 42]
        : isIn(frame, x, y)
          ? [238, 238, 236]
          : [160, 82, 62];
    for (let channel = 0; channel < 3; channel++) {
      rgb[i * 3 + channel] = colour[channel]! + ((i * 7 + channel * 3) % 9) - 4;
    }
  }
  return { rgb, wall: wall!, hard: hard!, sky: sky!, window: new Uint8Array(count), things: new Uint8Array(count) };
}

const colourAt = (rgb: Uint8Array, x: number, y: number) => [
  ...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];
const apart = (one: number[], other: number[]) => Math.hypot(...one.map((value, i) => value - other[i]!));

describe('walls of a photograph', () => {
  it('of the colour of the sky stay as they are: branches before it are read as wall', () => {
    const { rgb, sky, ...parts } = house();
    const isPale = Uint8Array.from(parts.wall, (level, i) => (level > 0 && i % width > 160 ? 1 : 0));
    for (let i = 0; i < count; i++) if (isPale[i]) rgb.set([120, 170, 230], i * 3);
    const lab = labPlanes(rgb);
    const light = decodeLight(rgb);
    tintWalls(light, lab, findPlainWalls(rgb, lab, size, parts, sky), '#e3d4b8', 1);
    expect(apart(colourAt(encodeLight(light), 290, 100), [120, 170, 230])).toBeLessThan(8);
  });

  it('are planted along their foot, but not before a door or a car', () => {
    const { rgb, sky, ...parts } = house();
    for (let y = 150; y < 200; y++) parts.things.fill(255, y * width + 270, y * width + 310);
    const lab = labPlanes(rgb);
    const { bright } = findPlainWalls(rgb, lab, size, parts, sky);
    const before = decodeLight(rgb);
    const light = Float32Array.from(before);
    const planted = plantFoot(light, size, parts, bright, { horizon: 110, planting: 'lush', seed: 4 });
    expect(planted).toBeGreaterThan(2);
    const isChanged = (x: number) =>
      [2, 6, 10].some((up) => light[((foot - up) * width + x) * 3] !== before[((foot - up) * width + x) * 3]);
    for (let x = door.left + 2; x < door.right - 2; x++) expect(isChanged(x)).toBe(false);
    for (let x = 272; x < 308; x++) expect(isChanged(x)).toBe(false);
  });
});
