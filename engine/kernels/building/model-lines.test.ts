import { expect, test } from 'vitest';
import { BuildingView } from '#shared/domain/building-view';
import { type BoxPart, boxModel, roomModel } from '../../../tests/support/building-model.ts';
import { layerClasses } from './layers.ts';
import { findModelLines, type ModelLine } from './model-lines.ts';
import { prepareBuilding } from './prepared-building.ts';

const size = { width: 240, height: 160 };
const block: BoxPart = { from: [-2, 0, -2], to: [2, 4, 2], kind: 'IfcWall', material: { name: '混凝土' } };

const viewOf = (camera: object) =>
  BuildingView.parse({
    camera: { x: 0, y: 1.65, z: 12, yaw: 0, ...camera },
    sun: { latitude: 39.9, longitude: 116.4, date: '2026-06-21', minutes: 720 },
  });

const linesOf = async (parts: readonly BoxPart[], camera: object) =>
  findModelLines(await prepareBuilding(boxModel(parts)), viewOf(camera), size);

const lengthOf = ({ points: [x0, y0, x1, y1] }: ModelLine) => Math.hypot(x1 - x0, y1 - y0);
const upright = ({ points: [x0, , x1] }: ModelLine) => Math.abs(x1 - x0) < 0.5;

/** Pixel on which a point of the model is seen straight ahead from (0, 1.65, 12) with a lens of 24 mm. */
function pixelOf([x, y, z]: readonly [number, number, number], lens = 24): [number, number] {
  const scale = (lens / 36) * size.width;
  const away = 12 - z;
  return [size.width / 2 + (x / away) * scale - 0.5, size.height / 2 - ((y - 1.65) / away) * scale - 0.5];
}

test('edges of a block are drawn where they are seen, to a tenth of a pixel, and none behind it', async () => {
  const { lines, rest } = await linesOf([block], { lens: 24 });
  const long = lines.filter((line) => lengthOf(line) > 20);
  expect(long).toHaveLength(4);
  const [left, top] = pixelOf([-2, 4, 2]);
  const [right, bottom] = pixelOf([2, 0, 2]);
  const sides = long
    .filter(upright)
    .map(({ points }) => points[0])
    .sort((a, b) => a - b);
  expect(sides[0]).toBeCloseTo(left, 1);
  expect(sides[1]).toBeCloseTo(right, 1);
  const levels = long
    .filter((line) => !upright(line))
    .map(({ points }) => points[1])
    .sort((a, b) => a - b);
  expect(levels[0]).toBeCloseTo(top, 1);
  expect(levels[1]).toBeCloseTo(bottom, 1);
  expect(Math.max(...rest)).toBe(0);
});

test('a line ends where something stands before it', async () => {
  const screen: BoxPart = { ...block, from: [-1, 0, 5], to: [1, 1.65, 5.2] };
  const { lines } = await linesOf([block, screen], { lens: 24 });
  const [, bottom] = pixelOf([0, 0, 2]);
  const foot = lines.filter((line) => !upright(line) && Math.abs(line.points[1] - bottom) < 0.6 && lengthOf(line) > 5);
  const ends = foot.flatMap(({ points: [x0, , x1] }) => [x0, x1]).sort((a, b) => a - b);
  const hidden = [pixelOf([-1, 0, 5.2])[0], pixelOf([1, 0, 5.2])[0]];
  expect(ends).toHaveLength(4);
  expect(Math.abs(ends[1]! - hidden[0]!)).toBeLessThan(2);
  expect(Math.abs(ends[2]! - hidden[1]!)).toBeLessThan(2);
});

test('two walls in one plane have no line between them, a window in the wall has its outline and its class', async () => {
  const half: BoxPart = { ...block, from: [2, 0, -2], to: [4, 4, 2] };
  const { lines } = await linesOf([block, half], { lens: 24 });
  const seam = pixelOf([2, 0, 2])[0];
  expect(lines.filter((line) => upright(line) && Math.abs(line.points[0] - seam) < 1.5)).toEqual([]);
  const room = findModelLines(await prepareBuilding(roomModel()), viewOf({ z: 9, lens: 30 }), size);
  const kinds = new Set(room.lines.map(({ kind }) => kind));
  expect(kinds).toContain('window');
  for (const kind of kinds) expect(layerClasses).toContain(kind);
});
