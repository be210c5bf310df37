import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test('the first letters of a title are found without a dictionary', () => {
  expect(initialsOf('新中式')).toBe('xzs');
  expect(initialsOf('转线稿')).toBe('zxg');
  expect(initialsOf('AI 助手')).toBe('ai zs');
});
