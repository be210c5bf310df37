import { expect, it } from 'vitest';
import { isSource, nameInArchive, termsOf } from './project.rules.ts';

it.each([
  ['2026-11-20', '2026-11-20T00:00:00+08:00', '2026-11-21T00:00:00+08:00'],
  ['2026/2/28', '2026-02-28T00:00:00+08:00', '2026-03-01T00:00:00+08:00'],
  ['2026年11月20日', '2026-11-20T00:00:00+08:00', '2026-11-21T00:00:00+08:00'],
  ['2026年11月', '2026-11-01T00:00:00+08:00', '2026-12-01T00:00:00+08:00'],
  ['2026-12', '2026-12-01T00:00:00+08:00', '2027-01-01T00:00:00+08:00'],
  ['2028-02-29', '2028-02-29T00:00:00+08:00', '2028-03-01T00:00:00+08:00'],
])('%s is a period of its own', (keyword, from, to) => {
  expect(termsOf(keyword)).toEqual([{ from: Date.parse(from), to: Date.parse(to) }]);
});

it.each(['2026-13', '2026-02-29', '2026-11-00', '2026', '11-20', '2026-11-20-1'])('%s is only text', (keyword) => {
  expect(termsOf(keyword)).toEqual([{ text: keyword, tools: [] }]);
});

it('words are told apart, in lower case, with the tools they name', () => {
  const [villa, line] = termsOf('  VILLA　线稿 ');
  expect(villa).toEqual({ text: 'villa', tools: [] });
  expect(line).toMatchObject({ text: '线稿', tools: expect.arrayContaining(['toline']) });
  expect(termsOf('zhuanxg')).toEqual([{ text: 'zhuanxg', tools: ['toline'] }]);
});

it('a mask is no source of a version, a picture is', () => {
  expect([isSource('toline', 'upload_img'), isSource('lama', 'upload_img'), isSource('lama', 'mask')]).toEqual([
    true,
    true,
    false,
  ]);
});

it.each([
  [0, 1, 'teda_img_01.png'],
  [11, 12, 'teda_img_12.png'],
  [4, 300, 'teda_img_005.png'],
])('entry %i of %i is %s', (place, count, name) => {
  expect(nameInArchive('teda_img', place, count, 'png')).toBe(name);
});
