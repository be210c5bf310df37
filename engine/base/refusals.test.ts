import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { toolById, tools } from '#shared/tools/registry';
import { type RefusalName, refusalOf, refusalSentences, waysOf } from './refusals.ts';

const names = Object.keys(refusalSentences) as RefusalName[];
const engine = fileURLToPath(new URL('..', import.meta.url));

it.each(names)('the refusal %s names tools that there are, by their titles, and every detail', (name) => {
  const ways = waysOf(name);
  expect(ways.filter((id) => toolById(id) === undefined)).toEqual([]);
  const { sentence } = refusalOf(name, { sign: '写有卧室' });
  for (const id of ways) expect(sentence).toContain(`「${toolById(id)?.title}」`);
  expect(sentence).not.toMatch(/[[\]{}]/);
});

it('no other refusal of the engine sends people to a tool', () => {
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const titles = tools.map(({ title }) => title);
  const found = sources.flatMap((file) =>
    [...readFileSync(path.join(engine, file), 'utf8').matchAll(/(?:UnsuitablePicture|JobRefused)\(\s*['"`]([^'"`]*)/g)]
      .map((match) => match[1]!)
      .filter((sentence) => titles.some((title) => sentence.includes(`「${title}」`))),
  );
  expect(found).toEqual([]);
});
