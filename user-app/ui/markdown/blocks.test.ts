import { expect, test } from 'vitest';
import { type MarkdownBlocks, splitBlocks } from './blocks';

const answer = [
  '# 标题\n\n第一段\n第二行\n\n',
  '- 一\n- 二\n\n  续\n\n- 三\n\n',
  '1. a\n2. b\n\n| 甲 | 乙 |\n|---|---|\n| 1 | 2 |\n\n',
  '```ts\nconst a = 1;\n\n# 不是标题\n```\n\n',
  '其中\n$$\na = b\n\n+ c\n$$\n后面\n\n\\[\nx^2\n\\]\n\n',
  '> 引用\n续行\n\n[名]: https://a.example\n"标题"\n\n    缩进的代码\n\n小节\n---\n\n<div>\n块\n</div>\n\n[^1]: 脚注\n\n',
].join('');

/** The text as it comes, in pieces of so many letters. */
function grown(text: string, step: number): MarkdownBlocks {
  let blocks: MarkdownBlocks | undefined;
  for (let end = step; end < text.length + step; end += step) blocks = splitBlocks(text.slice(0, end), blocks);
  return blocks as MarkdownBlocks;
}

test.each([1, 2, 3, 7, 40])('a text that comes in pieces of %i letters splits as the whole does', (step) => {
  const text = answer.repeat(3);
  expect(grown(text, step)).toEqual(splitBlocks(text));
});

test('blocks that cannot change are the same objects while the end grows', () => {
  const first = splitBlocks(answer);
  const next = splitBlocks(`${answer}还有一段，`, first);
  const settled = first.blocks.length - 2;
  expect(settled).toBeGreaterThan(10);
  expect(next.blocks.slice(0, settled).every((block, place) => block === first.blocks[place])).toBe(true);
});

test('footnotes do not make one block of all', () => {
  const text = `正文[^1]\n\n${'一段。\n\n'.repeat(20)}[^1]: 出处`;
  expect(splitBlocks(text).blocks).toHaveLength(22);
});

test('formulas on lines of their own are blocks, with what is blank in them', () => {
  const math = splitBlocks(answer).blocks.filter(({ kind }) => kind === 'math');
  expect(math.map(({ inner }) => inner)).toEqual(['a = b\n\n+ c', 'x^2']);
});

test('a fence is known to be closed', () => {
  const kinds = (text: string) => splitBlocks(text).blocks.map(({ isClosed }) => isClosed);
  expect(kinds('```ts\na')).toEqual([false]);
  expect(kinds('```ts\na\n``')).toEqual([false]);
  expect(kinds('```ts\na\n```')).toEqual([true]);
  expect(kinds('````\n```\n````\n')).toEqual([true]);
  expect(kinds('~~~\na\n~~~')).toEqual([true]);
});

test('another text is read from its beginning', () => {
  const first = splitBlocks('一\n\n二\n\n三');
  expect(splitBlocks('一\r\n\r\n二', first).blocks.map(({ source }) => source)).toEqual(['一', '二']);
});
