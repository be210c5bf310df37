import { existsSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import index from '../public/samples/results/index.json';
import { resultUrl } from './results';

test('no two cards begin with the same picture, and each picture is there and light', () => {
  const befores = index.flatMap(({ before }) => (before ? [before.file] : []));
  expect(new Set(befores).size).toBe(befores.length);
  const pictures = index.flatMap(({ before, after }) => (before ? [before, after] : [after]));
  for (const picture of pictures) {
    for (const size of ['full', 'thumb'] as const) {
      const file = `user-app/public${resultUrl(picture, size)}`;
      expect(existsSync(file), file).toBe(true);
      expect(statSync(file).size, file).toBeLessThanOrEqual(64_000);
    }
  }
});
