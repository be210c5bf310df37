import { expect, test } from 'vitest';
import { numberIn } from './typed-number.ts';

const limits = { min: -10, max: 100, digits: 0 };

test('what is typed is read within its limits and with its decimals', () => {
  expect(numberIn('42', limits)).toEqual({ isWithin: true, nearest: 42 });
  expect(numberIn(' 250 ', limits)).toEqual({ isWithin: false, nearest: 100 });
  expect(numberIn('-11', limits)).toEqual({ isWithin: false, nearest: -10 });
  expect(numberIn('7.6', limits)).toEqual({ isWithin: true, nearest: 8 });
  expect(numberIn('0.255', { ...limits, digits: 2 })).toEqual({ isWithin: true, nearest: 0.26 });
});

test('full-width figures and marks are figures', () => {
  expect(numberIn('１２', limits)?.nearest).toBe(12);
  expect(numberIn('1。5', { ...limits, digits: 1 })?.nearest).toBe(1.5);
});

test('what is not a number yet says nothing', () => {
  for (const text of ['', '-', '.', '1e5', '12px', '1.2.3', 'Infinity'])
    expect(numberIn(text, limits), text).toBeUndefined();
});
