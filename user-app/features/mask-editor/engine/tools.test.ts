import { expect, test } from 'vitest';
import { likeColour } from './colour-selection';
import { LiveWire } from './live-wire';
import { picturePeculiarities } from './picture-notes';

const size = { width: 80, height: 60 };

/** A dark box on light ground, its left side soft. */
function boxPicture() {
  const data = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) {
      const isInside = x >= 20 && x < 60 && y >= 15 && y < 45;
      data.set(isInside ? [60, 70, 80, 255] : [220, 222, 218, 255], (y * size.width + x) * 4);
    }
  return { ...size, data };
}

test('the magnetic lasso runs along the edge instead of across the box', () => {
  const wire = new LiveWire(boxPicture());
  const path = wire.trace({ x: 20, y: 15 }, { x: 59, y: 44 });
  expect([path[0], path.at(-1)]).toEqual([
    { x: 20, y: 15 },
    { x: 59, y: 44 },
  ]);
  const distances = path.map(({ x, y }) =>
    Math.min(Math.abs(x - 20), Math.abs(x - 59), Math.abs(y - 15), Math.abs(y - 44)),
  );
  expect(Math.max(...distances)).toBeLessThanOrEqual(1);
  for (const [index, { x, y }] of path.slice(1).entries())
    expect(Math.max(Math.abs(x - (path[index]?.x ?? 0)), Math.abs(y - (path[index]?.y ?? 0)))).toBe(1);
});

test('an anchor set beside an edge jumps onto it, and one on plain ground stays', () => {
  const wire = new LiveWire(boxPicture());
  const { x } = wire.snap({ x: 24, y: 30 }, 6);
  expect(Math.abs(x - 20)).toBeLessThanOrEqual(1);
  expect(wire.snap({ x: 70, y: 52 }, 5)).toEqual({ x: 70, y: 52 });
});

test('the wire goes to a new target from what it knows, and to a new anchor from scratch', () => {
  const wire = new LiveWire(boxPicture());
  const far = wire.trace({ x: 20, y: 15 }, { x: 59, y: 44 });
  wire.trace({ x: 20, y: 15 }, { x: 59, y: 15 });
  expect(wire.trace({ x: 20, y: 15 }, { x: 59, y: 44 })).toEqual(far);
  expect(wire.trace({ x: 2, y: 2 }, { x: 2, y: 2 })).toEqual([{ x: 2, y: 2 }]);
});

test('a colour is taken with what is like it, next to it or everywhere', () => {
  const picture = boxPicture();
  picture.data.set([62, 71, 79, 255], (5 * size.width + 5) * 4);
  const count = (data: Uint8Array) => data.filter((value) => value === 255).length;
  const inside = { x: 40, y: 30 };
  expect(count(likeColour(picture, inside, { tolerance: 2, isContiguous: true }))).toBe(40 * 30);
  expect(count(likeColour(picture, inside, { tolerance: 2, isContiguous: false }))).toBe(40 * 30 + 1);
  expect(count(likeColour(picture, inside, { tolerance: 0, isContiguous: false }))).toBe(40 * 30);
  expect(count(likeColour(picture, inside, { tolerance: 100, isContiguous: true }))).toBe(80 * 60);
});

test('what is peculiar of a picture is said', () => {
  const deep = Uint8Array.from([
    0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 1, 0, 0, 0, 1, 0, 16,
  ]);
  expect(picturePeculiarities(deep, size, 80)).toEqual(['16 位图片按 8 位显示，选区不受影响']);
  const moving = Uint8Array.from([...'RIFF0000WEBPVP8X'].map((letter) => letter.charCodeAt(0)).concat(0, 0, 0, 0, 2));
  expect(picturePeculiarities(moving, size, 80)).toEqual(['动图只显示和处理第一帧']);
  expect(picturePeculiarities(new Uint8Array(0), { width: 8192, height: 4096 }, 4096)).toEqual([
    '图片 8192 × 4096 很大，画面缩小到 4096 像素宽显示，选区仍按原图像素',
  ]);
  expect(picturePeculiarities(new Uint8Array(30), size, 80)).toEqual([]);
});
