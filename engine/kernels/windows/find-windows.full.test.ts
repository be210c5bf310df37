import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Size } from '../../base/blur.ts';
import { createDirectRunner } from '../../models/direct-runner.ts';
import { homographyOf, mapPoint, type Point } from '../material/homography.ts';
import { type FoundWindow, type SceneClass, type SceneReading, sceneClasses } from '../scene/scene-reading.ts';
import { drawWindows } from './draw-windows.ts';
import { findWindows } from './find-windows.ts';
import { findBoxes } from './window-boxes.ts';

const network = {
  runner: createDirectRunner(),
  file: fileURLToPath(new URL('../../weights/window-finder.onnx', import.meta.url)),
};

const size = { width: 448, height: 320 };

/** A box of the picture in pixels: left, top, width, height. */
type Box = readonly [number, number, number, number];

/** Three storeys of five windows with light frames and sills in a brick wall. */
const panes: Box[] = [80, 140, 200].flatMap((y) => [80, 140, 200, 260, 320].map((x): Box => [x, y, 26, 36]));
const house: Box = [56, 60, 320, 220];
const chimney: Box = [300, 22, 22, 38];
const car: Box = [84, 258, 96, 34];
const person: Box = [250, 246, 14, 48];

const rect = ([x, y, width, height]: Box, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const bars = ([x, y, w, h]: Box) =>
  `<path d="M${x + w / 2},${y}v${h}M${x},${y + h / 2}h${w}" stroke="#e8e4dc" stroke-width="2"/>`;
const courses = Array.from({ length: 44 }, (_, row) =>
  rect([house[0], house[1] + row * 5, house[2], 1], '#8a5340'),
).join('');
const wall = `${rect(house, '#9c5f49')}${courses}${panes
  .map((box) => {
    const [x, y, w, h] = box;
    return `${rect([x - 3, y - 3, w + 6, h + 6], '#ddd6c8')}${rect(box, '#2c333a')}${rect([x, y, w, 3], '#14181c')}${bars(box)}`;
  })
  .join('')}`;
const before = `${rect(chimney, '#8f5643')}${rect([298, 20, 26, 5], '#6b4033')}${rect(car, '#34506e')}
  ${rect([100, 262, 24, 12], '#10161c')}${rect([130, 262, 24, 12], '#10161c')}
  ${rect([250, 246, 14, 34], '#b04a3c')}${rect([250, 280, 14, 14], '#23262b')}`;

async function draw(content: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    ${rect([0, 0, size.width, size.height], '#a9c8e6')}${rect([0, 280, size.width, 40], '#8b8a86')}${content}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

/** A reading that knows the classes of boxes, the last first, and has no opinion of windows. */
function readingOf(boxes: ReadonlyArray<readonly [SceneClass, (x: number, y: number) => boolean]>): SceneReading {
  const count = size.width * size.height;
  const shares = Object.fromEntries(sceneClasses.map((name) => [name, new Uint8Array(count)]));
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const found = boxes.findLast(([, holds]) => holds(x, y));
    shares[found?.[0] ?? (y < 280 ? 'sky' : 'hard')]![i] = 255;
  }
  return { ...size, shares: shares as SceneReading['shares'], place: 'outdoor', confidence: 1, readBy: 'network' };
}

const inBox =
  ([left, top, width, height]: Box) =>
  (x: number, y: number) =>
    x >= left && y >= top && x < left + width && y < top + height;

const areaIn = (mask: Uint8Array, { width }: Size, holds: (x: number, y: number) => boolean) =>
  mask.reduce((sum, level, i) => sum + (level > 127 && holds(i % width, Math.floor(i / width)) ? 1 : 0), 0);

/** Intersection over union of drawn windows with places that are windows. */
function overlapOf(windows: readonly FoundWindow[], isWindow: (x: number, y: number) => boolean): number {
  const mask = drawWindows(windows, size);
  let [both, either] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    const [found, there] = [mask[i]! > 127, isWindow((i % size.width) + 0.5, Math.floor(i / size.width) + 0.5)];
    if (found && there) both++;
    if (found || there) either++;
  }
  return both / either;
}

describe('windows of a house', () => {
  it('are found one by one, and none on its chimney, on cars or on people', async () => {
    const reading = readingOf([
      ['wall', inBox(house)],
      ['wall', inBox(chimney)],
      ['vehicle', inBox(car)],
      ['person', inBox(person)],
    ]);
    const found = await findWindows(await draw(wall + before), size, reading, network);
    const isPane = (x: number, y: number) =>
      panes.some((box) => inBox(box)(x, y)) && !inBox(car)(x, y) && !inBox(person)(x, y);
    expect(overlapOf(found, isPane)).toBeGreaterThan(0.6);
    const mask = drawWindows(found, size);
    for (const box of [chimney, car, person]) expect(areaIn(mask, size, inBox(box))).toBeLessThan(40);
    // The surest come first, each within a hundredth of the picture.
    expect(found.map(({ sureness }) => sureness)).toEqual(found.map(({ sureness }) => sureness).sort((a, b) => b - a));
    expect(found.length).toBeGreaterThanOrEqual(12);
  });

  it('are quadrilaterals on a wall that recedes', async () => {
    const flat: Point[] = [
      { x: house[0], y: house[1] },
      { x: house[0] + house[2], y: house[1] },
      { x: house[0] + house[2], y: house[1] + house[3] },
      { x: house[0], y: house[1] + house[3] },
    ];
    const seen = [
      { x: 40, y: 10 },
      { x: 380, y: 118 },
      { x: 380, y: 226 },
      { x: 40, y: 310 },
    ];
    const [toFlat, toSeen] = [homographyOf(seen, flat)!, homographyOf(flat, seen)!];
    const square = await draw(wall);
    const rgb = await draw('');
    const isWall = (x: number, y: number) => inBox(house)(...pointOf(mapPoint(toFlat, { x, y })));
    for (let i = 0; i < size.width * size.height; i++) {
      const [x, y] = [(i % size.width) + 0.5, Math.floor(i / size.width) + 0.5];
      if (!isWall(x, y)) continue;
      const from = mapPoint(toFlat, { x, y });
      const at = Math.floor(from.y) * size.width + Math.floor(from.x);
      rgb.set(square.subarray(at * 3, at * 3 + 3), i * 3);
    }
    const found = await findWindows(rgb, size, readingOf([['wall', isWall]]), network);
    const isPane = (x: number, y: number) => {
      const [u, v] = pointOf(mapPoint(toFlat, { x, y }));
      return panes.some((box) => inBox(box)(u, v));
    };
    expect(overlapOf(found, isPane)).toBeGreaterThan(0.5);
    // The upper edge of a window in the highest row falls as the wall does.
    const [x, y, wide] = panes[0]!;
    const [left, right] = [mapPoint(toSeen, { x, y }), mapPoint(toSeen, { x: x + wide, y })];
    const nearest = found
      .map(({ corners: [a, b] }) => ({ x: a.x * size.width, y: a.y * size.height, falls: (b.y - a.y) * size.height }))
      .sort((a, b) => Math.hypot(a.x - left.x, a.y - left.y) - Math.hypot(b.x - left.x, b.y - left.y))[0]!;
    expect(Math.abs(nearest.falls - (right.y - left.y))).toBeLessThan(3);
  });
});

const pointOf = ({ x, y }: Point) => [x, y] as const;

describe('boxes on a wall', () => {
  const plane = { width: 80, height: 60 };
  /** @param boxes left, top, width, height and how surely each is a window */
  const find = (boxes: ReadonlyArray<readonly [...Box, number]>) => {
    const window = new Float32Array(plane.width * plane.height).fill(0.05);
    const middle = new Float32Array(window.length);
    for (const [left, top, width, height, sure] of boxes) {
      for (let y = top; y < top + height; y++) {
        window.fill(sure, y * plane.width + left, y * plane.width + left + width);
        if (y === top + (height >> 1))
          middle.fill(sure, y * plane.width + left + 2, y * plane.width + left + width - 2);
      }
    }
    const found = findBoxes({ ...plane, window, middle }, new Uint8Array(window.length).fill(1));
    return found.map(({ left, top, right, bottom }) => [left, top, right - left, bottom - top]);
  };

  it('end where the window ends, whatever of it the middle covers', () => {
    expect(find([[10, 8, 9, 14, 0.9]])).toEqual([[10, 8, 9, 14]]);
  });

  it('are fewer where nothing stands beside a doubtful one than in its row', () => {
    const doubtful = [50, 8, 9, 14, 0.78] as const;
    const alone = find([doubtful]).length;
    const inRow = find([[10, 8, 9, 14, 0.95], [30, 8, 9, 14, 0.95], doubtful]).length;
    expect([alone, inRow]).toEqual([0, 3]);
  });

  it('are no larger than a share of the wall', () => {
    expect(find([[5, 5, 40, 30, 0.95]])).toEqual([]);
  });
});
