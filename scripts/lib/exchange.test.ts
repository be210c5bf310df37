import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moveAll } from './exchange.ts';

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
const everything = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exchange-'));
  for (const name of ['data/files', 'data/staged/files', 'data/aside']) await mkdir(at(name), { recursive: true });
  for (const name of ['zhuhui.db', 'files/a', 'staged/zhuhui.db', 'staged/files/b'])
    await writeFile(at('data', name), name);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const moves = () => [
  { from: at('data/zhuhui.db'), to: at('data/aside/zhuhui.db') },
  { from: at('data/files'), to: at('data/aside/files') },
  { from: at('data/staged/zhuhui.db'), to: at('data/zhuhui.db') },
  { from: at('data/staged/files'), to: at('data/files') },
];

describe('what is restored takes the place of what was there', () => {
  it('whole, with the way back written down', async () => {
    await moveAll(moves(), at('data/aside'));
    expect(await readFile(at('data/zhuhui.db'), 'utf8')).toBe('staged/zhuhui.db');
    expect(await readdir(at('data/files'))).toEqual(['b']);
    expect(await readdir(at('data/aside/files'))).toEqual(['a']);
    const [note] = (await readdir(at('data/aside'))).filter((name) => name.endsWith('.txt'));
    const text = await readFile(at('data/aside', note ?? ''), 'utf8');
    const back = [...text.matchAll(/mv '(.+)' '(.+)'/g)].map(([, from, to]) => [from, to]);
    expect(back).toEqual(
      moves()
        .toReversed()
        .map(({ from, to }) => [to, from]),
    );
  });

  it.each([
    ['a place that is taken', { from: 'data/files', to: 'data/staged' }, '已经存在'],
    ['a file that is not there', { from: 'data/none', to: 'data/aside/none' }, '不存在'],
    ['a folder that is not there', { from: 'data/files', to: 'data/nowhere/files' }, '不存在'],
  ])('not at all where one of the last is %s', async (_name, { from, to }, words) => {
    const before = await everything();
    const last = { from: at(from), to: at(to) };
    await expect(moveAll([...moves(), last], undefined)).rejects.toThrow(words);
    expect(await everything()).toEqual(before);
  });

  it('not at all where a move fails in the middle: the others go back', async () => {
    const before = await everything();
    let left = 3;
    const failing = async (from: string, to: string) => {
      if (left-- === 0) throw new Error('EBUSY: resource busy');
      await rename(from, to);
    };
    await expect(moveAll(moves(), undefined, failing as typeof rename)).rejects.toThrow(/EBUSY[\s\S]*数据没有变化/);
    expect(await everything()).toEqual(before);
  });

  it('half, where even that fails: it is said where everything is and what to type', async () => {
    let left = 2;
    const failing = async (from: string, to: string) => {
      if (left-- <= 0) throw new Error('EIO: i/o error');
      await rename(from, to);
    };
    const told = await moveAll(moves(), undefined, failing as typeof rename).catch((error: Error) => error.message);
    expect(told).toContain('请先不要启动服务');
    expect(told).toContain(`mv '${at('data/aside/files')}' '${at('data/files')}'`);
    expect(told).toContain(`mv '${at('data/aside/zhuhui.db')}' '${at('data/zhuhui.db')}'`);
    expect(told).not.toContain('staged');
  });
});
