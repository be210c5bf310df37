import { expect, it } from 'vitest';
import { medianOf, processorOf, rateOf, type Slice, slicesOf, speedsOf } from './paired.ts';

const slice = (requests: number, wallMs: number, processorMs: number): Slice => ({ requests, wallMs, processorMs });
const upTo = (count: number) => Array.from({ length: count }, (_each, index) => index + 1);

it('counts the requests of slices that differ in length by what they took', () => {
  const slices = [slice(1000, 500, 400), slice(3000, 1500, 800)];
  expect(rateOf(slices)).toBe(2000);
  expect(processorOf(slices)).toBe(0.3);
});

it('says how fast one program is beside the other', () => {
  const slow = [slice(1000, 1250, 500), slice(1000, 1250, 500)] as const;
  const fast = [slice(1000, 1000, 400), slice(1000, 1000, 400)] as const;
  expect(speedsOf({ ours: slow, theirs: fast })).toEqual({ processor: 0.8, wall: 0.8 });
  expect(speedsOf({ ours: fast, theirs: slow })).toEqual({ processor: 1.25, wall: 1.25 });
});

it('takes the slices of a round in an order in which a steady drift of the machine cancels', () => {
  const order = slicesOf(4);
  for (const who of ['ours', 'theirs'] as const) {
    // Each slice is a hundredth slower than the one before it.
    const drifting = order.flatMap((each, position) =>
      each === who ? [slice(100, 100 + position, 100 + position)] : [],
    );
    expect(drifting).toHaveLength(8);
    expect(processorOf(drifting)).toBe(processorOf(order.map((_each, position) => slice(100, 1, 100 + position))));
  }
  for (let round = 0; round < 4; round++) {
    const [first, second, third, fourth] = order.slice(4 * round, 4 * round + 4);
    expect([first, second]).toEqual([fourth, third]);
    expect(first).not.toBe(second);
  }
});

it('finds the median of values in any order, of an even number the middle of two', () => {
  expect(medianOf([9, 1, 7, 3, 5, 11, 13]).median).toBe(7);
  expect(medianOf([8, 1, 7, 3, 5, 4]).median).toBe(4.5);
});

// Ranks of the sign test, as tables of statistics have them.
it.each([
  [6, 1],
  [8, 1],
  [9, 2],
  [10, 2],
  [12, 3],
  [20, 6],
  [25, 8],
  [40, 14],
])('of %i values an interval of 95 %% begins with the one of rank %i', (count, rank) => {
  expect(medianOf(upTo(count).toReversed())).toMatchObject({ low: rank, high: count - rank + 1 });
});

it('is wider the surer it has to be, and refuses what so few values cannot say', () => {
  expect(medianOf(upTo(20), 0.99)).toMatchObject({ low: 4, high: 17 });
  expect(() => medianOf(upTo(5))).toThrow('too few');
  expect(() => medianOf([])).toThrow('too few');
});
