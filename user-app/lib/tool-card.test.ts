import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pictureKinds } from '#shared/domain/picture-kind';
import { tools } from '#shared/tools/registry';
import { searchTools, toolCardOf } from './tool-card';

const cards = tools.map(toolCardOf);
const titlesFor = (query: string) => searchTools(cards, query).map((card) => card.title);

test('a search for part of a title puts tools with that title first', () => {
  expect(titlesFor('线稿')[0]).toContain('线稿');
});

test('every word of a search must be found', () => {
  expect(titlesFor('线稿 没有这个词')).toEqual([]);
});

test('an empty search shows every tool in its order', () => {
  expect(titlesFor('  ')).toEqual(cards.map((card) => card.title));
});

test('every tool has an icon of its own in the sprite', () => {
  const file = new URL('../public/icons/tools.svg', import.meta.url);
  expect(existsSync(file)).toBe(true);
  const sprite = readFileSync(file, 'utf8');
  const withoutIcon = tools.filter((tool) => !sprite.includes(`id="${tool.id}"`)).map((tool) => tool.id);
  expect(withoutIcon).toEqual([]);
});

test('every tool that takes a picture says which, and every kind of picture finds tools', () => {
  const tools = cards.filter(({ startsFrom }) => startsFrom.length > 0);
  expect(tools.length).toBeGreaterThan(20);
  for (const kind of pictureKinds)
    expect(tools.filter(({ startsFrom }) => startsFrom.includes(kind)).length, kind).toBeGreaterThan(4);
});
