import { beforeAll, describe, expect, it } from 'vitest';
import { isPagePath } from '#shared/domain/pages';
import { tools } from '#shared/tools/registry';
import { readEntries, type WrittenEntry } from './knowledge.ts';

describe('the knowledge base', () => {
  let entries: readonly WrittenEntry[];
  beforeAll(async () => {
    entries = await readEntries();
  });

  const problemsOf = (check: (entry: WrittenEntry) => unknown) =>
    entries.filter((entry) => check(entry)).map(({ id }) => id);

  it('has entries with ids and titles of their own', () => {
    expect(entries.length).toBeGreaterThan(100);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(new Set(entries.map(({ title }) => title)).size).toBe(entries.length);
    expect(problemsOf(({ id }) => !/^[a-z]+(?:-[a-z0-9]+)+$/.test(id))).toEqual([]);
  });

  it('has no question that two entries ask', () => {
    const asks = entries.flatMap((entry) => entry.asks);
    expect(asks.filter((ask, at) => asks.indexOf(ask) !== at)).toEqual([]);
  });

  it('keeps to the lengths that a screen shows well', () => {
    expect(problemsOf(({ title }) => [...title].length > 24)).toEqual([]);
    expect(problemsOf(({ text }) => [...text].length < 80 || [...text].length > 600)).toEqual([]);
    expect(problemsOf(({ asks }) => asks.length < 3 || asks.length > 6)).toEqual([]);
    expect(problemsOf(({ words }) => words.length < 2 || words.length > 10)).toEqual([]);
  });

  it('links to pages that the product has, and to sources that say when they were read', () => {
    expect(problemsOf(({ links }) => links.some(({ to }) => !isPagePath(to.split(/[?#]/)[0]!)))).toEqual([]);
    const isRead = ({ url, readAt }: { url: string; readAt: string }) =>
      /^https?:\/\//.test(url) && /^\d{4}-\d\d-\d\d$/.test(readAt);
    expect(problemsOf(({ sources }) => !sources.every(isRead))).toEqual([]);
  });

  it('has help for every tool, with the way to it', () => {
    const ways = new Set(
      entries.filter(({ topic }) => topic === 'help').flatMap(({ links }) => links.map(({ to }) => to)),
    );
    expect(tools.filter(({ paths }) => !paths.some((path) => ways.has(path))).map(({ id }) => id)).toEqual([]);
  });

  it('breaks lines where Markdown does: what is no point of a list is a paragraph', () => {
    const isPoint = (line: string) => /^(?:[-*]|\d+\.) /.test(line);
    const runsOn = ({ text }: WrittenEntry) =>
      text
        .split('\n')
        .some((line, place, lines) => place > 0 && line !== '' && !isPoint(line) && lines[place - 1] !== '');
    expect(problemsOf(runsOn)).toEqual([]);
  });

  it('writes Markdown that stands by itself: no heading, no picture, no HTML, no footnote', () => {
    expect(problemsOf(({ text }) => /^#|!\[|<[a-z/]|\[\^/im.test(text))).toEqual([]);
  });
});
