import { expect, test } from 'vitest';
import { givenWords } from './given-words.ts';

const names = (id: string) => ({ 601: '户型' })[id];

test('what was given is told in words, never by number or id', () => {
  expect(givenWords({ editor: 'preset' }, '601', names)).toBe('户型');
  expect(givenWords({ editor: 'preset' }, 999, names)).toBe('已下架');
  const chips = { editor: 'multiChips', options: [{ value: 'tone', label: '色调' }] };
  expect(givenWords(chips, ['tone'], names)).toBe('色调');
  expect(givenWords(chips, [], names)).toBe('无');
  expect(givenWords({ editor: 'rows' }, [{ name: '墙' }, { name: '地' }], names)).toBe('2 项');
  expect(givenWords({ editor: 'slider', unit: 'px' }, 8, names)).toBe('8 px');
  expect(givenWords({ editor: 'switch' }, false, names)).toBe('关');
});
