import { expect, test } from 'vitest';
import { textLimit } from './text-limit';

test('the limit is told near the end and past it, never before', () => {
  expect(textLimit('山'.repeat(23), 30)).toEqual({ count: undefined, fault: undefined });
  expect(textLimit('山'.repeat(24), 30)).toEqual({ count: '24/30', fault: undefined });
  expect(textLimit('山'.repeat(35), 30)).toEqual({ count: '35/30', fault: '最多 30 个字，多了 5 个' });
  expect(textLimit('山'.repeat(99), undefined).count).toBeUndefined();
});
