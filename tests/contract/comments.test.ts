import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const sources = '{engine,mock-server,shared,user-app,admin-app,scripts,tests}/**/*.{ts,tsx,mjs,js,css}';
/** Migrations are never edited; the others are built or installed. */
const exempt = /\/(?:node_modules|\.umi[^/]*|migrations)\//;

/** A block comment that begins with a question word describes a thing by a riddle instead of its noun. */
const riddle = /^\s*\/\*\*?\s+(?:\*\s+)?(?:What|Who|Whether|Where|How)\s.*/gm;

it('doc comments name what they describe', () => {
  const files = globSync(sources, {
    cwd: root,
    exclude: (name) => /^(?:node_modules|\.umi.*)$/.test(path.basename(name)),
  });
  expect(files.length).toBeGreaterThan(1000);
  const found = files
    .filter((file) => !exempt.test(file))
    .flatMap((file) =>
      (readFileSync(path.join(root, file), 'utf8').match(riddle) ?? []).map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

it('a question word is seen on the first line of a doc comment and on the line below it', () => {
  const text =
    '/** What a list holds. */\n/**\n * Whether it is open.\n */\n/** Rows of a list. */\n// What follows is fine.';
  expect(text.match(riddle)).toHaveLength(2);
});
