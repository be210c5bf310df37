import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
    ownNames: async () => (await readdir(dataDir)).filter((name) => name !== 'owner.json' && name !== 'exchange'),
    async open() {
      const text = await readFile(path.join(dataDir, 'zhuhui.db'), 'utf8');
      if (text === 'broken') throw new Error('cannot be opened');
      opened.push(text);
      // The product takes the state that its world was put away with.
      await rm(path.join(dataDir, 'world.json'), { force: true });
      return { endStreams() {}, async close() {}, save: async () => ({}) } as unknown as OpenWorld;
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
  await expect(home.replace(filled('broken'), 0)).rejects.toThrow('could not be opened');
  const full = async () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  await expect(home.replace(full, 0)).rejects.toThrow('no space');
  expect(opened).toEqual(['before', 'before']);
  expect((await readdir(dataDir)).sort()).toEqual(['owner.json', 'zhuhui.db']);
});

it('refuses files that would take the place of those of the process', async () => {
  const home = await homeOf();
  const other = async (folder: string) => writeFile(path.join(folder, 'owner.json'), 'other');
  await expect(home.replace(other, 0)).rejects.toThrow('里面的文件 owner.json 与服务自己的文件同名');
  expect(opened).toEqual(['before']);
  expect(await readFile(path.join(dataDir, 'owner.json'), 'utf8')).toBe('owner');
});

it('is opened again by the next request when neither world could be opened', async () => {
  let isFull = false;
  const home = await openHome({
    ...{ dataDir, workDir: path.join(dataDir, 'exchange'), ownNames: async () => ['zhuhui.db'] },
    async open() {
      if (isFull) throw new Error('no space');
      opened.push(await readFile(path.join(dataDir, 'zhuhui.db'), 'utf8'));
      return { handle: () => reached(), endStreams() {}, async close() {}, save: async () => ({}) } as never;
    },
  });
  let reached = () => {};
  const request = () =>
    new Promise<void>((resolve) => {
      reached = resolve;
      home.handle({} as never, { setMaxListeners() {}, on() {} } as never, () => undefined);
    });
  isFull = true;
  await expect(home.replace(filled('after'), 0)).rejects.toThrow('could not be opened');
  await request();
  isFull = false;
  await request();
  expect(opened).toEqual(['before', 'before']);
});

it('is as before when the process ended while it was moved out', async () => {
  const outgoing = path.join(dataDir, 'exchange', 'outgoing');
  await mkdir(outgoing, { recursive: true });
  await rename(path.join(dataDir, 'zhuhui.db'), path.join(outgoing, 'zhuhui.db'));
  await writeFile(path.join(dataDir, 'moderation-words.txt'), 'not moved yet');
  await homeOf();
  expect(opened).toEqual(['before']);
  expect((await readdir(dataDir)).sort()).toEqual(['moderation-words.txt', 'owner.json', 'zhuhui.db']);
});

it('is as before when the process ended when the other one had been opened, whose log is not taken for its own', async () => {
  const left = path.join(dataDir, 'exchange', 'left');
  await mkdir(left, { recursive: true });
  await rename(path.join(dataDir, 'zhuhui.db'), path.join(left, 'zhuhui.db'));
  for (const name of ['zhuhui.db', 'zhuhui.db-wal', 'moderation-words.txt'])
    await writeFile(path.join(dataDir, name), 'moved in');
  await homeOf();
  expect(opened).toEqual(['before']);
  expect((await readdir(dataDir)).sort()).toEqual(['owner.json', 'zhuhui.db']);
});
