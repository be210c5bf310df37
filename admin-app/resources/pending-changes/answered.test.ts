import { expect, test } from 'vitest';
import { type AnsweredChange, newlyAnswered } from './answered.ts';

const answered = (id: string, answeredAt: number, answeredBy: string | null = 'other') =>
  ({ id, status: 'approved', answeredAt, answeredBy }) as AnsweredChange;
const idsOf = ({ fresh }: ReturnType<typeof newlyAnswered>) => fresh.map(({ id }) => id);

test('the first decision ever is shown to who asked for it', () => {
  const before = newlyAnswered([], 'me', null);
  expect(before).toEqual({ fresh: [], shownUntil: 0 });
  const first = newlyAnswered([answered('one', 5)], 'me', before.shownUntil);
  expect(idsOf(first)).toEqual(['one']);
  expect(idsOf(newlyAnswered([answered('one', 5)], 'me', first.shownUntil))).toEqual([]);
});

test('decisions from before the first look, and own withdrawals, are not shown', () => {
  const looked = newlyAnswered([answered('old', 5)], 'me', null);
  expect(looked).toEqual({ fresh: [], shownUntil: 5 });
  const changes = [answered('own', 8, 'me'), answered('expired', 7, null), answered('old', 5)];
  expect(idsOf(newlyAnswered(changes, 'me', looked.shownUntil))).toEqual(['expired']);
  expect(newlyAnswered([], 'me', 8).shownUntil).toBe(8);
});
