import { expect, test } from 'vitest';
import { createBitmap, marked, paintLine, resized, restore, runsOf } from './bitmap';
import type { Change } from './change';
import { leastSteps, MaskDocument, type Mode } from './document';
import { noRefinement } from './refine';

const size = { width: 64, height: 64 };
const place = (step: number) => ({ x: (step * 11) % 64, y: (step * 7) % 64 });

function dot(work: MaskDocument, at: { x: number; y: number }, radius = 2, mode: Mode = 'add'): void {
  work.touchLayer(paintLine(work.layer, at, at, radius, marked));
  work.commitLayer(mode);
}

test('a stroke under way does not touch the mask before it is committed, and leaves no trace when it is dropped', () => {
  const work = new MaskDocument(size);
  work.touchLayer(paintLine(work.layer, place(3), place(4), 5, marked));
  expect(work.mask.count).toBe(0);
  work.clearLayer();
  work.commitLayer('add');
  expect([work.mask.count, work.canUndo]).toEqual([0, false]);
});

test('over the byte budget old steps are forgotten, but never the last thirty', () => {
  const work = new MaskDocument(size, undefined, 1);
  for (let step = 0; step < 200; step += 1) dot(work, place(step), 2, step % 2 === 0 ? 'add' : 'subtract');
  expect(work.steps).toBe(leastSteps);
  const drawn = runsOf(work.mask);
  for (let step = 0; step < leastSteps; step += 1) work.undo();
  expect(work.canUndo).toBe(false);
  expect(work.mask.count).toBeGreaterThan(0);
  for (let step = 0; step < leastSteps; step += 1) work.redo();
  expect(runsOf(work.mask)).toEqual(drawn);
});

test('hundreds of strokes on a large picture can be taken back and weigh little', () => {
  const large = new MaskDocument({ width: 4096, height: 4096 });
  for (let step = 0; step < 300; step += 1) dot(large, { x: (step * 389) % 4096, y: (step * 211) % 4096 }, 40);
  expect(large.steps).toBe(300);
  // A tenth of one frame of such a picture.
  expect(large.bytes).toBeLessThan(1_700_000);
  while (large.canUndo) large.undo();
  expect(large.mask.count).toBe(0);
  expect(large.mask.data.every((value) => value === 0)).toBe(true);
});

test('regions add, take away and cross, and each is one step', () => {
  const work = new MaskDocument(size);
  dot(work, { x: 20, y: 32 }, 12);
  const first = runsOf(work.mask);
  dot(work, { x: 32, y: 32 }, 12, 'intersect');
  const at = (x: number) => work.mask.data[32 * 64 + x];
  expect([at(12), at(26), at(40)]).toEqual([0, 255, 0]);
  dot(work, { x: 26, y: 32 }, 3, 'subtract');
  expect([at(26), at(22)]).toEqual([0, 255]);
  work.undo();
  work.undo();
  expect(runsOf(work.mask)).toEqual(first);
});

test('a copy that follows the changes stays the same through undo and redo', () => {
  const changes: Change[] = [];
  const copy = new MaskDocument(size);
  const work = new MaskDocument(size, undefined, undefined, (change) => changes.push(change));
  const follow = () => {
    for (const change of changes.splice(0)) {
      if (change.kind === 'invert') copy.invert();
      else copy.replace(runsOf(work.mask));
    }
    expect(copy.mask.data).toEqual(work.mask.data);
    expect(work.mask.count).toBe(work.mask.data.filter((value) => value === 255).length);
  };
  for (let step = 0; step < 20; step += 1) {
    if (step % 5 === 4) work.invert();
    else if (step % 7 === 6) work.clear();
    else dot(work, place(step), 6);
    follow();
  }
  while (work.canUndo) {
    work.undo();
    follow();
  }
});

test('moving a slider is one step, which undo takes back without touching what was painted', () => {
  const work = new MaskDocument(size);
  dot(work, place(3), 9);
  const painted = runsOf(work.mask);
  for (let grow = 1; grow <= 20; grow += 1) work.refine({ grow });
  work.endRefining();
  work.refine({ feather: 5 });
  expect([work.steps, work.refinement]).toEqual([3, { grow: 20, feather: 5, areHolesFilled: false }]);
  work.undo();
  expect(work.refinement.feather).toBe(0);
  work.undo();
  expect(work.refinement).toEqual(noRefinement);
  expect(runsOf(work.mask)).toEqual(painted);
  work.redo();
  expect(work.refinement.grow).toBe(20);
});

test('work can go on from a mask made earlier, and another mask can take its place as one step', () => {
  const earlier = new MaskDocument(size);
  dot(earlier, place(3), 5);
  const work = new MaskDocument(size, runsOf(earlier.mask));
  expect(work.canUndo).toBe(false);
  work.invert();
  const inverted = runsOf(work.mask);
  work.replace(runsOf(earlier.mask));
  expect(work.mask.data).toEqual(earlier.mask.data);
  work.undo();
  expect(runsOf(work.mask)).toEqual(inverted);
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
