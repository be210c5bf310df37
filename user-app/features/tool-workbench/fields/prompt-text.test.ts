import { expect, test } from 'vitest';
import { toggleWord } from './prompt-text';

test.each([
  ['', 0, '黄昏', 2],
  ['别墅', 2, '别墅，黄昏', 5],
  ['别墅，', 3, '别墅，黄昏', 5],
  ['别墅湖边', 2, '别墅，黄昏，湖边', 5],
  ['别墅，湖边', 0, '黄昏，别墅，湖边', 2],
])('adds a word to %o at %i', (text, caret, expected, at) => {
  expect(toggleWord(text, '黄昏', caret, 500)).toEqual({ text: expected, caret: at });
});

test.each([
  ['黄昏', ''],
  ['别墅，黄昏', '别墅'],
  ['黄昏，别墅', '别墅'],
  ['别墅，黄昏，湖边', '别墅，湖边'],
])('takes the word out of %o', (text, expected) => {
  expect(toggleWord(text, '黄昏', 1, 500).text).toBe(expected);
});

test('a word inside another is not taken out, and nothing is added beyond the limit', () => {
  expect(toggleWord('黄昏时分', '黄昏', 4, 500).text).toBe('黄昏时分，黄昏');
  expect(toggleWord('别墅', '黄昏', 2, 4)).toEqual({ text: '别墅', caret: 2 });
});
