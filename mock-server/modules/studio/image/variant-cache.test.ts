import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVariantCache } from './variant-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-variants-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('makes a file once for all who ask, at once or later', async () => {
  const cache = await createVariantCache(folder);
  let made = 0;
  const make = async (target: string) => {
    made += 1;
    await writeFile(target, 'small');
  };
  const files = await Promise.all([1, 2, 3].map(() => cache.get('a.webp', make)));
  const later = await cache.get('a.webp', make);
  expect([made, new Set([...files, later]).size]).toEqual([1, 1]);
  expect(await readFile(later, 'utf8')).toBe('small');
});

it('keeps nothing of a making that failed, and tries again', async () => {
  const cache = await createVariantCache(folder);
  const fail = async (target: string) => {
    await writeFile(target, 'hal');
    throw new Error('disk full');
  };
  await expect(cache.get('a.webp', fail)).rejects.toThrow('disk full');
  expect(await readdir(folder)).toEqual([]);
  const file = await cache.get('a.webp', (target) => writeFile(target, 'whole'));
  expect(await readFile(file, 'utf8')).toBe('whole');
});

it('forgets what was used longest ago once there is too much', async () => {
  const cache = await createVariantCache(folder, { bytes: 25 });
  for (const [index, name] of ['old', 'older', 'new'].entries()) {
    const file = await cache.get(name, (target) => writeFile(target, '0123456789'));
    const moment = [200, 100, 300][index] ?? 0;
    await utimes(file, moment, moment);
  }
  await cache.trim();
  expect((await readdir(folder)).sort()).toEqual(['new', 'old']);
});

it('forgets the copies of some originals, while those of others are made on', async () => {
  const cache = await createVariantCache(folder);
  const [own, others] = ['a', 'b'].map((letter) => letter.repeat(64));
  await cache.get(`${own}-small.webp`, (target) => writeFile(target, 'own'));
  await cache.get(`${others}-small.webp`, async (target) => {
    await cache.forget(new Set([`${own}`]));
    await writeFile(target, 'theirs');
  });
  expect(await readdir(folder)).toEqual([`${others}-small.webp`]);
});

it('counts a use as use', async () => {
  const cache = await createVariantCache(folder, { bytes: 15 });
  const write = (target: string) => writeFile(target, '0123456789');
  for (const [name, moment] of [
    ['a', 100],
    ['b', 200],
  ] as const)
    await utimes(await cache.get(name, write), moment, moment);
  await cache.get('a', write);
  await cache.trim();
  expect(await readdir(folder)).toEqual(['a']);
});

it('goes on when a file vanishes while it trims, and spares what is being made', async () => {
  const cache = await createVariantCache(folder, { bytes: 0 });
  // The name is there and the file is not, as when it was removed a moment ago.
  await symlink('nowhere', path.join(folder, 'vanished'));
  await writeFile(path.join(folder, 'used'), 'x');
  const file = await cache.get('new', async (target) => {
    await writeFile(target, 'fresh');
    await cache.trim();
  });
  expect(await readFile(file, 'utf8')).toBe('fresh');
  expect((await readdir(folder)).sort()).toEqual(['new', 'vanished']);
});

it('throws away at the start what a crash left half made', async () => {
  await writeFile(path.join(folder, '.half'), 'x');
  await createVariantCache(folder);
  expect(await readdir(folder)).toEqual([]);
});

it('removes every copy of an original that is gone, and no other', async () => {
  const cache = await createVariantCache(folder);
  const [gone, kept] = ['a'.repeat(64), 'b'.repeat(64)];
  for (const name of [`${gone}-64xx.webp`, `${gone}-mark.png`, `${kept}-64xx.webp`])
    await cache.get(name, (target) => writeFile(target, 'small'));
  await cache.forget(new Set([gone]));
  expect(await readdir(folder)).toEqual([`${kept}-64xx.webp`]);
});
