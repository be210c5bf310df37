import { describe, expect, it } from 'vitest';
import { labPlanes } from '../../../base/colour.ts';
import { decodeLight, encodeLight } from '../../../base/linear-light.ts';
import { surePanes } from './photo-panes.ts';
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
  it('move towards the colour of the finish; frame, pane, sky and ground stay', () => {
    const { rgb, sky, ...parts } = house();
    const lab = labPlanes(rgb);
    const light = decodeLight(rgb);
    tintWalls(light, lab, findPlainWalls(rgb, lab, size, parts, sky), '#e9e6df', 1);
    const after = encodeLight(light);
    const [red, , blue] = colourAt(after, 150, 100);
    const before = colourAt(rgb, 150, 100);
    expect(red! - blue!).toBeLessThan(0.6 * (before[0]! - before[2]!));
    for (const [x, y] of [
      [230, 85],
      [204, 85],
      [20, 20],
      [150, 220],
    ] as const) {
      expect(apart(colourAt(after, x, y), colourAt(rgb, x, y))).toBeLessThan(12);
    }
  });

  it('have panes where shapes and reading agree', () => {
    const { rgb, sky: _sky, ...parts } = house();
    const found = new Uint8Array(count);
    for (const box of [pane, door]) {
      for (let y = box.top; y < box.bottom; y++) found.fill(255, y * width + box.left, y * width + box.right);
    }
    for (let y = pane.top; y < pane.bottom; y++) parts.window.fill(200, y * width + pane.left, y * width + pane.right);
    const sure = surePanes(found, labPlanes(rgb).lightness, size, parts);
    expect([sure[85 * width + 230], sure[150 * width + 80]]).toEqual([255, 0]);
  });
});
