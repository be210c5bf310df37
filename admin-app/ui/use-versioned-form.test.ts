import { expect, test } from 'vitest';
import { overtakenIn } from './use-versioned-form.ts';

const before = { title: '20 张', price: '39', position: '1', isOnShelf: true };

test('what a colleague saved is told field by field, and beside it what is typed here', () => {
  const now = { ...before, title: '二十张', price: '45' };
  expect(overtakenIn(before, now, { ...before, price: '41', position: '3' })).toEqual([
    { name: 'title', before: '20 张', now: '二十张' },
    { name: 'price', before: '39', now: '45', mine: { value: '41' } },
  ]);
});

test('who typed the same has nothing to choose, and who typed nothing takes what is there', () => {
  const now = { ...before, price: '45', isOnShelf: false };
  expect(overtakenIn(before, now, { ...before, price: '45' })).toEqual([
    { name: 'price', before: '39', now: '45' },
    { name: 'isOnShelf', before: true, now: false },
  ]);
});
