import { expect, test } from 'vitest';
import { createBitmap, resized, restore, runsOf } from './bitmap';
import { type Entry, leastSteps, MaskDocument } from './document';

const size = { width: 64, height: 64 };
const dot = (place: number): Entry => ({
  kind: 'stroke',
  mode: 'add',
  radius: 2,
  points: [{ x: (place * 11) % 64, y: (place * 7) % 64 }],
});

test('over the byte budget old steps are forgotten, but never the last thirty', () => {
  const work = new MaskDocument(size, undefined, 1);
  for (let place = 0; place < 200; place += 1) work.apply(dot(place));
  expect(work.steps).toBeGreaterThanOrEqual(leastSteps);
  expect(work.steps).toBeLessThan(leastSteps + 8);

  const drawn = runsOf(work.mask);
  const { steps } = work;
  for (let step = 0; step < steps; step += 1) work.undo();
  expect(work.canUndo).toBe(false);
  expect(work.mask.count).toBeGreaterThan(0);
  for (let step = 0; step < steps; step += 1) work.redo();
  expect(runsOf(work.mask)).toEqual(drawn);
});

test('within the budget every step can be taken back', () => {
  const work = new MaskDocument(size);
  for (let place = 0; place < 200; place += 1) work.apply(dot(place));
  expect(work.steps).toBe(200);
  for (let step = 0; step < 200; step += 1) work.undo();
  expect(work.mask.count).toBe(0);
});

test('a step weighs its points and a share of a compressed mask, not a picture', () => {
  const large = new MaskDocument({ width: 4096, height: 4096 });
  for (let place = 0; place < 64; place += 1)
    large.apply({ kind: 'stroke', mode: 'add', radius: 100, points: [{ x: place * 60, y: place * 60 }] });
  expect(large.bytes / large.steps).toBeLessThan(16 * 1024);
});

test('work can go on from a mask made earlier', () => {
  const earlier = new MaskDocument(size);
  earlier.apply(dot(3));
  const work = new MaskDocument(size, runsOf(earlier.mask));
  expect(work.canUndo).toBe(false);
  work.apply({ kind: 'invert' });
  work.undo();
  expect(work.mask.data).toEqual(earlier.mask.data);
});

test('runs say the whole mask', () => {
  const mask = createBitmap(size);
  mask.data.set([255, 255, 0, 255], 0);
  mask.data[64 * 64 - 1] = 255;
  mask.count = 4;
  const runs = runsOf(mask);
  expect([...runs]).toEqual([0, 2, 1, 1, 64 * 64 - 5, 1]);
  const again = createBitmap(size);
  restore(again, runs);
  expect(again).toEqual(mask);
});

test('a mask of another size is spread over the picture', () => {
  const small = createBitmap({ width: 2, height: 2 });
  small.data.set([255, 0, 0, 255]);
  const spread = resized(small, { width: 4, height: 6 });
  expect([...spread.data].map((value) => value / 255).join('')).toBe('110011001100001100110011');
  expect(resized(small, { width: 2, height: 2 })).toBe(small);
});
