import { describe, expect, it } from 'vitest';
import { findTyped, readable } from '../../base/pinyin.ts';
import { synonymsOf } from './search-synonyms.ts';
import { editDistance, grams, wordsOf } from './search-words.ts';

describe('the words of what was typed', () => {
  const known = new Set(['现代', '别墅', '新中式']);
  it.each([
    ['现代别墅', ['现代', '别墅']],
    ['新中式的庭院', ['新中式', '庭院']],
    ['别墅 夜景', ['别墅', '夜景']],
    ['木', ['木']],
    ['Ｍａｌｌ 2024', ['mall', '2024']],
    ['！？', []],
  ])('%s are %j', (typed, words) => expect(wordsOf(typed, (word) => known.has(word))).toEqual(words));

  it('leave pairs of neighbours, and every character behind something', () => {
    expect([...grams('湖畔 A4')]).toEqual(['^湖', '湖畔', 'a4']);
  });
});

describe('what was typed is found in a text', () => {
  it.each([
    ['新中式', 'xzs', [0, 3]],
    ['新中式', 'xinzh', [0, 2]],
    ['新中式', '新zs', [0, 3]],
    ['新中式', 'zhongshi', [1, 3]],
    ['西安', 'xian', [0, 2]],
    ['音乐厅', 'yyt', [0, 3]],
    ['Art Deco', 'dec', [4, 7]],
    ['新中式', 'xzb', undefined],
    ['新中式', '', undefined],
  ])('%s has %s at %j', (text, typed, mark) => expect(findTyped(readable(text), typed)).toEqual(mark));
});

describe('what was typed is looked for without going the same way twice', () => {
  it.each([
    ['a'.repeat(30), `${'a'.repeat(29)}b`],
    ['安'.repeat(30), `${'an'.repeat(20)}b`],
    ['a'.repeat(65_536), `${'a'.repeat(399)}b`],
    ['行长乐重'.repeat(16_384), `${'hangzhangyuezhong'.repeat(20)}q`],
    ['a'.repeat(65_536), 'a'.repeat(65_536)],
  ])('in %.20s', (text, typed) => {
    let steps = 0;
    const { letters } = readable(text);
    const counted = new Proxy(letters, {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) steps++;
        return Reflect.get(target, key, receiver);
      },
    });
    expect(findTyped({ text, letters: counted }, typed)).toBeUndefined();
    expect(letters.length).toBeLessThanOrEqual(200);
    expect(steps).toBeLessThanOrEqual(letters.length * Math.min(typed.length, 400));
  });
});

describe('words that are near', () => {
  it('differ by so many letters', () => {
    expect([
      editDistance('别墅', '别野', 2),
      editDistance('villa', 'vila', 2),
      editDistance('villa', 'plan', 2),
    ]).toEqual([1, 1, 3]);
  });
  it('mean the same in either direction', () => {
    expect(synonymsOf('mall')).toContain('商业综合体');
    expect(synonymsOf('民宿')).toContain('客栈');
    expect(synonymsOf('没有这个词')).toEqual([]);
  });
});
