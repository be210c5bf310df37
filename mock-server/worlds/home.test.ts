import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHome } from './home.ts';
import type { OpenWorld } from './registry.ts';

let dataDir: string;
/** Contents of the database whenever a world was opened. */
let opened: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-home-'));
  opened = [];
  await writeFile(path.join(dataDir, 'zhuhui.db'), 'before');
  await writeFile(path.join(dataDir, 'owner.json'), 'owner');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** A world that is nothing but its database; one that says `broken` cannot be opened. */
const homeOf = () =>
  openHome({
    dataDir,
    workDir: path.join(dataDir, 'exchange'),
    ownNames: async () => (await readdir(dataDir)).filter((name) => name === 'zhuhui.db' || name === 'files'),
    async open() {
      const text = await readFile(path.join(dataDir, 'zhuhui.db'), 'utf8');
      if (text === 'broken') throw new Error('cannot be opened');
      opened.push(text);
      return { endStreams() {}, async close() {} } as unknown as OpenWorld;
    },
  });

const filled = (text: string) => async (folder: string) => writeFile(path.join(folder, 'zhuhui.db'), text);

it('opens what it was exchanged for, beside what belongs to the process', async () => {
  await (await homeOf()).replace(filled('after'), 0);
  expect(opened).toEqual(['before', 'after']);
  expect((await readdir(dataDir)).sort()).toEqual(['owner.json', 'zhuhui.db']);
});

it('is as before when the other world cannot be filled or opened', async () => {
  const home = await homeOf();
  await expect(home.replace(filled('broken'), 0)).rejects.toThrow('cannot be opened');
  const full = async () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  await expect(home.replace(full, 0)).rejects.toThrow('no space');
  expect(opened).toEqual(['before', 'before']);
  expect((await readdir(dataDir)).sort()).toEqual(['owner.json', 'zhuhui.db']);
});

it('is as before when the process ended in the middle of an exchange', async () => {
  const outgoing = path.join(dataDir, 'exchange', 'outgoing');
  await mkdir(outgoing, { recursive: true });
  await writeFile(path.join(outgoing, 'zhuhui.db'), 'moved out');
  await writeFile(path.join(dataDir, 'zhuhui.db'), 'moved in');
  await homeOf();
  expect(opened).toEqual(['moved out']);
  expect(await readFile(path.join(dataDir, 'zhuhui.db'), 'utf8')).toBe('moved out');
});
