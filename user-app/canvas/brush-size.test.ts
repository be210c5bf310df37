import { expect, test } from 'vitest';
import { steppedSize } from './brush-size';

test('the brush stays between 1 and 200 however often it is stepped', () => {
  const ends = ([-1, 1] as const).map((direction) => {
    let size = 30;
    for (let press = 0; press < 100; press += 1) size = steppedSize(size, direction);
    return size;
  });
  expect(ends).toEqual([1, 200]);
});

test('a step of the brush is a pixel for thin ones, twenty for thick ones, and never leads below 1', () => {
  expect([steppedSize(1, -1), steppedSize(2, -1), steppedSize(1, 1), steppedSize(199, 1)]).toEqual([1, 1, 2, 200]);
  expect([steppedSize(100, 1), steppedSize(150, 1)]).toEqual([120, 170]);
  let size = 200;
  for (let presses = 0; presses < 80; presses += 1) {
    size = steppedSize(size, -1);
    expect(size).toBeGreaterThanOrEqual(1);
  }
  expect(size).toBe(1);
});
