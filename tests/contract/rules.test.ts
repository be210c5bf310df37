import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { textOfSource } from '../support/source-files.ts';

const page = 'docs/RULES.md';
const texts = ['*.ts', '*.tsx', '*.js', '*.mjs', '*.cjs', '*.json', '*.css', '*.html', '*.md'];

/** Lines of the repository's texts, as `file:line:text`, that contain one of the words; none of the page itself. */
function linesWith(...words: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['grep', '--untracked', '-nIF', ...words.flatMap((word) => ['-e', word]), '--', ...texts, `:!${page}`],
    { cwd: path.join(import.meta.dirname, '../..'), encoding: 'utf8' },
  );
  // Git ends with 1 where nothing matches.
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}

const stated = [...textOfSource(page).matchAll(/^- \*\*R(\d+)\*\*/gm)].map(([, number]) => Number(number));
const cited = linesWith(`${page} R`).flatMap((line) =>
  [...line.matchAll(/docs\/RULES\.md R(\d+)/g)].map(([, number]) => ({ line, number: Number(number) })),
);

it('every rule has a number of its own', () => {
  expect(stated.length).toBeGreaterThan(0);
  expect(stated.filter((number, index) => stated.indexOf(number) !== index)).toEqual([]);
});

it('every rule that is cited exists', () => {
  expect(cited.filter(({ number }) => !stated.includes(number))).toEqual([]);
});

it('every rule is cited', () => {
  const numbers = new Set(cited.map(({ number }) => number));
  expect(stated.filter((number) => !numbers.has(number))).toEqual([]);
});

it('only older decision records cite documents that are not in this repository', () => {
  const foreign =
    /\b(?:spec|specification|(?:product|decisions|design-language|architecture)(?:\.md)?)\b.{0,4}§|\b(?:of|in) the specification\b/i;
  const found = linesWith('§', ' the specification').filter((line) => foreign.test(line));
  expect(found.filter((line) => !/^(?:docs\/decisions\/|tests\/contract\/rules\.test\.ts:)/.test(line))).toEqual([]);
});
