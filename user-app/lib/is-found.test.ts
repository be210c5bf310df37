import { expect, test } from 'vitest';
import { isFound } from './is-found.ts';

test('a title is found by its signs, its pinyin and first letters, in every reading of a sign', () => {
  for (const query of ['线稿', 'zxg', 'zhuanxiangao', 'zhuanx', 'xiang']) expect(isFound('转线稿', query)).toBe(true);
  for (const query of ['chonghui', 'ch', 'jubuch']) expect(isFound('室外局部重绘（高级）', query)).toBe(true);
  expect(isFound('AI 助手', 'zhushou')).toBe(true);
});

test('what is not there is not found', () => {
  expect(isFound('转线稿', 'fengge')).toBe(false);
  expect(isFound('转线稿', 'zz')).toBe(false);
});
