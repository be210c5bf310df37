import { expect, test } from 'vitest';
import { layOut, revealMore, rowsInView, step, thumbWidth } from './grid-layout';

test('cells fill the width in whole columns', () => {
  for (const width of [340, 362, 640, 1000, 1130, 2200]) {
    const { columns, cellWidth, gap } = layOut(width);
    expect(columns * cellWidth + (columns - 1) * gap).toBeCloseTo(width, 6);
  }
  expect(layOut(362).columns).toBe(2);
  expect(layOut(1130).columns).toBe(4);
});

test('only rows near the view are made, none beyond the end', () => {
  const layout = { ...layOut(1000), rowHeight: 100 };
  expect(rowsInView(layout, 5000, 250_030, 900, 2)).toEqual({ first: 2498, last: 2511 });
  expect(rowsInView(layout, 5000, -300, 900, 2)).toEqual({ first: 0, last: 8 });
  expect(rowsInView(layout, 3, 100, 900, 2)).toEqual({ first: 0, last: 2 });
  expect(rowsInView(layout, 0, 0, 900, 2)).toEqual({ first: 0, last: -1 });
});

test('boxes become cards a few rows at a time, what is looked at first', () => {
  const view = { first: 10, last: 17 };
  const frames = [{ first: 0, last: -1 }];
  for (let frame = 0; frame < 5; frame += 1) frames.push(revealMore(frames[frame] as (typeof frames)[0], view, 2, 2));
  expect(frames.slice(1)).toEqual([
    { first: 12, last: 13 },
    { first: 12, last: 15 },
    { first: 12, last: 17 },
    view,
    view,
  ]);
  expect(revealMore(view, { first: 11, last: 18 }, 2, 2)).toEqual({ first: 11, last: 18 });
  expect(revealMore(view, { first: 0, last: 0 }, 2, 2)).toEqual({ first: 0, last: 0 });
  expect(revealMore(view, { first: 0, last: -1 }, 2, 2)).toEqual({ first: 0, last: -1 });
});

test('keys go through a grid whose last row is not full and stay within it', () => {
  const go = (from: number, to: Parameters<typeof step>[1]) => step(from, to, 4, 10, 2);
  expect([go(3, 'right'), go(0, 'left'), go(9, 'right')]).toEqual([4, 0, 9]);
  expect([go(1, 'up'), go(5, 'up'), go(5, 'down'), go(7, 'down'), go(9, 'down')]).toEqual([1, 1, 9, 9, 9]);
  expect([go(6, 'rowStart'), go(5, 'rowEnd'), go(8, 'rowEnd')]).toEqual([4, 7, 9]);
  expect([go(5, 'start'), go(5, 'end')]).toEqual([0, 9]);
  expect([go(9, 'pageUp'), go(6, 'pageUp'), go(1, 'pageDown'), go(3, 'pageDown')]).toEqual([1, 2, 9, 9]);
});

test('pictures are asked for in few widths', () => {
  expect([thumbWidth(176, 1), thumbWidth(270, 1), thumbWidth(270, 2), thumbWidth(500, 3)]).toEqual([
    240, 360, 720, 720,
  ]);
});
