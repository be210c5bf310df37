import { describe, expect, it } from 'vitest';
import { readWordsOf } from '../tools/read-words.ts';
import { refusalsApart } from './words.ts';

describe('what a description refuses', () => {
  it.each([
    ['白墙，不要红砖', '白墙', '红砖'],
    ['白色外墙，没有人和车，黄昏', '白色外墙，黄昏', '人和车'],
    ['不要红砖改成白色涂料', '改成白色涂料', '红砖'],
    ['white facade without trees, dusk', 'white facade, dusk', 'trees'],
    ['避免过曝；石材', '；石材', '过曝'],
  ])('%s', (promptTxt, wanted, refused) => {
    expect(refusalsApart({ promptTxt, negTxt: '' })).toEqual({ promptTxt: wanted, negTxt: refused });
  });

  it('joins what was refused before, and leaves other descriptions as they are', () => {
    expect(refusalsApart({ promptTxt: '不要树', negTxt: '雾' })).toEqual({ promptTxt: '', negTxt: '雾，树' });
    const plain = { promptTxt: '无框玻璃，木格栅', negTxt: undefined };
    expect(refusalsApart(plain)).toBe(plain);
  });
});

describe('tools do not take a refusal for a wish', () => {
  it.each(['architecturalRender', 'localRenderingPro', 'lama'])('%s', (tool) => {
    const read = readWordsOf(tool, { promptTxt: '清水混凝土，不要红砖', negTxt: '', mode: 'fill', cnStrength: 0.5 });
    expect(read?.used).toEqual(['清水混凝土', '不要红砖']);
    const only = readWordsOf(tool, { promptTxt: '不要红砖', negTxt: '', mode: 'fill', cnStrength: 0.5 });
    expect([...(only?.used ?? []), ...(only?.ignored ?? [])]).toEqual(['不要红砖']);
  });
});
