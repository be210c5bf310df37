import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { curlScripts, qaDocument, shownFiles, withFiles } from './document.ts';
import { examples } from './examples/index.ts';

const text = readFileSync(qaDocument, 'utf8');

it('docs/QA.md shows the files as they are; QA=keep brings it up to date', () => {
  if (process.env.QA === 'keep') writeFileSync(qaDocument, withFiles(text));
  else expect(text).toBe(withFiles(text));
});

it('docs/QA.md shows every example, in curl as well', () => {
  const files = shownFiles(text).filter((file) => file.startsWith('tests/kit/examples/'));
  expect(files).toEqual(Object.keys(examples).map((name) => `tests/kit/examples/${name}.ts`));
  const { scripts } = curlScripts(text);
  expect(scripts.map(([heading]) => heading)).toEqual(
    Object.values(examples).map(({ title }, index) => `${index + 1}. ${title}`),
  );
  for (const [heading, script] of scripts) expect(script, heading).not.toBe('');
});
