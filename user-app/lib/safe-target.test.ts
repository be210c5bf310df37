import { expect, test } from 'vitest';
import { safeTarget } from './safe-target';

test('a path of this site is kept with its query', () => {
  expect(safeTarget('/toline?base=sample:villa-day')).toBe('/toline?base=sample:villa-day');
});

test.each([
  ['https://elsewhere.example'],
  ['//elsewhere.example'],
  ['/\\elsewhere.example'],
  ['javascript:alert(1)'],
  [null],
  [''],
])('%s leads to the main page', (target) => {
  expect(safeTarget(target)).toBe('/');
});

test('the login never leads back to itself', () => {
  expect(safeTarget('/user/login?redirect=/list')).toBe('/');
});
