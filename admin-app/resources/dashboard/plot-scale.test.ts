import { expect, it } from 'vitest';
import { axisTicks, indexAfterKey, labelledIndices, runsOfValues } from './plot-scale.ts';

it.each([
  { values: [3, 17, 42], ticks: [0, 10, 20, 30, 40, 50] },
  { values: [0.1, 0.3], ticks: [0, 0.1, 0.2, 0.3] },
  { values: [0.5, 1], ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
  { values: [1, 0], ticks: [0, 1] },
  { values: [3], ticks: [0, 1, 2, 3] },
  { values: [-30, 80], ticks: [-50, 0, 50, 100] },
  { values: [123_456], ticks: [0, 50_000, 100_000, 150_000] },
])('the axis of $values has round steps', ({ values, ticks }) => {
  expect(axisTicks(values)).toEqual(ticks);
});

it('an axis encloses its values in three to seven ticks, whatever they are', () => {
  for (let high = 0.001; high < 1e9; high *= 1.37) {
    const ticks = axisTicks([high, high / 3]);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    expect(ticks.length).toBeLessThanOrEqual(7);
  }
});

it('labels leave out as many days as they need to stay apart', () => {
  expect(labelledIndices(7, 420, 48)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelledIndices(30, 420, 48)).toEqual([0, 4, 8, 12, 16, 20, 24, 28]);
  expect(labelledIndices(0, 420, 48)).toEqual([]);
});

it('a line breaks where nothing is known', () => {
  expect(runsOfValues([1, 2, null, 4])).toEqual([
    [
      [0, 1],
      [1, 2],
    ],
    [[3, 4]],
  ]);
});

it('keys walk through the days and stop at the ends', () => {
  expect(indexAfterKey('ArrowLeft', undefined, 7)).toBe(6);
  expect(indexAfterKey('ArrowLeft', 0, 7)).toBe(0);
  expect(indexAfterKey('ArrowRight', 5, 7)).toBe(6);
  expect(indexAfterKey('ArrowRight', 6, 7)).toBe(6);
  expect(indexAfterKey('Home', 3, 7)).toBe(0);
  expect(indexAfterKey('End', 3, 7)).toBe(6);
  expect(indexAfterKey('a', 3, 7)).toBeUndefined();
});
