import { expect, test } from 'vitest';
import { allShown, indicesOf, isAllShown, type Shown, shownParts } from './shown-parts';

const building = {
  parts: [
    ['南墙', 0, 0],
    ['北墙', 0, 1],
    ['窗', 1, 1],
    ['场地', 2],
  ] as Array<readonly [string, number, number?]>,
};
const seen = (part: Partial<Shown>) => [...shownParts(building, { ...allShown, ...part })];

test('storeys, classes, parts and a single part are shown or hidden', () => {
  expect(seen({})).toEqual([1, 1, 1, 1]);
  expect(seen({ storey: 1 })).toEqual([0, 1, 1, 1]);
  expect(seen({ hiddenKinds: [0] })).toEqual([0, 0, 1, 1]);
  expect(seen({ storey: 1, hiddenParts: [2] })).toEqual([0, 1, 0, 1]);
  expect(seen({ hiddenParts: [2], only: 2 })).toEqual([0, 0, 1, 0]);
  expect(isAllShown(allShown)).toBe(true);
  expect(isAllShown({ ...allShown, storey: 0 })).toBe(false);
});

test('triangles follow their parts', () => {
  const all = [0, 1, 2, 2, 1, 3, 4, 5, 6];
  const partOf = [0, 0, 0, 0, 1, 1, 1];
  expect([...indicesOf(all, partOf, Uint8Array.of(0, 1))]).toEqual([4, 5, 6]);
  expect([...indicesOf(all, partOf, Uint8Array.of(1, 0))]).toEqual([0, 1, 2, 2, 1, 3]);
});
