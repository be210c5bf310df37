import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('tickets of a membership come every month, and nothing that people read says 30 days', () => {
  const files = ['admin-app', 'user-app', 'shared', 'mock-server', 'docs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|json|html|md)$/.test(name) && !/\.umi\/|decisions\/|\.test\./.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.filter((file) => /每\s?(30|三十)\s?天/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
