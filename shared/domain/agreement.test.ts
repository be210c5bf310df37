import { expect, it } from 'vitest';
import { piecesOf, readAgreement, writeAgreement } from './agreement.ts';
import { firstAgreements } from './agreement-texts/index.ts';
import { diffLines } from './line-diff.ts';

it('a text is read into what leads in, sections and items, and HTML stays text', () => {
  const text = '开头\n\n## 一、服务\n- 第一条\n2. 第二条\n第三条 <b>不</b>\n\n# 二、账号\n\n* 只有一条';
  expect(readAgreement(text)).toEqual({
    lead: ['开头'],
    sections: [
      { heading: '一、服务', items: ['第一条', '第二条', '第三条 <b>不</b>'] },
      { heading: '二、账号', items: ['只有一条'] },
    ],
  });
  expect(piecesOf('请**务必**保存')).toEqual([
    { text: '请', isStrong: false },
    { text: '务必', isStrong: true },
    { text: '保存', isStrong: false },
  ]);
});

it('the texts that come with the product are read as they were written', () => {
  for (const { text } of Object.values(firstAgreements)) {
    const body = readAgreement(text);
    expect(body.sections.length).toBeGreaterThan(4);
    expect(writeAgreement(body)).toBe(text);
  }
});

it('two texts differ by lines', () => {
  expect(diffLines('甲\n乙\n丙', '甲\n丁\n\n丙\n戊')).toEqual([
    { kind: 'same', text: '甲' },
    { kind: 'removed', text: '乙' },
    { kind: 'added', text: '丁' },
    { kind: 'same', text: '丙' },
    { kind: 'added', text: '戊' },
  ]);
  expect(diffLines('', '甲').map(({ kind }) => kind)).toEqual(['added']);
});
