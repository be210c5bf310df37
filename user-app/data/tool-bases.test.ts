import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tools } from '#shared/tools/registry';
import { withoutResult } from '../../scripts/samples/showcase.ts';
import bases from '../public/samples/bases/index.json';
import results from '../public/samples/results/index.json';
import { samples } from './samples';
import { basesOf } from './tool-bases';

const withPictures = tools.filter(({ sample }) => sample !== undefined);

test.each(withPictures)('$id offers three pictures to try it with', (tool) => {
  const names = basesOf(tool).map(({ name }) => name);
  expect(names).toHaveLength(3);
  expect(names).toEqual(tool.sample?.bases);
});

test('every tool shows a result of its own before the first run, unless none stands up to being looked at', () => {
  const shown = new Set(results.map(({ tool }) => tool));
  expect(new Set(tools.filter(({ id }) => !shown.has(id)).map(({ id }) => id))).toEqual(withoutResult);
});

test('the file of every sample is there', () => {
  const files = [...samples, ...bases].flatMap(({ file, thumb }) => [file, thumb]);
  expect(files.filter((file) => !existsSync(new URL(`../public/samples/${file}`, import.meta.url)))).toEqual([]);
});
