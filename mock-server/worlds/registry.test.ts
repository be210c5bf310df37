import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hour } from '#shared/domain/time';
import { createWorlds, NotOpened, type OpenWorld, type Worlds } from './registry.ts';

let home: string;
let worlds: Worlds;
const made = { fills: 0, opens: 0, closes: 0 };
const machine = { now: 0 };
let isFull: boolean;
let opening: (() => Promise<void>) | undefined;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'worlds-'));
  Object.assign(made, { fills: 0, opens: 0, closes: 0 });
  isFull = false;
  opening = undefined;
  worlds = createWorlds({ home, open, fillNew, now: () => machine.now, warn: () => undefined });
});
afterEach(async () => {
  await worlds.close(0);
  await rm(home, { recursive: true, force: true });
});

async function open(): Promise<OpenWorld> {
  made.opens += 1;
  await opening?.();
  return {
    handle: () => undefined,
    endStreams: () => undefined,
    begin: async () => undefined,
    isAtRest: async () => true,
    save: async () => ({}),
    async close() {
      made.closes += 1;
    },
  };
}

async function fillNew(folder: string): Promise<void> {
  made.fills += 1;
  await writeFile(path.join(folder, 'first'), 'half');
  if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

const folderOf = (name: string) => path.join(home, 'named', name);
const names = () => worlds.list().map(({ name }) => name);

it('makes a world once for requests that come together', async () => {
  const uses = await Promise.all(Array.from({ length: 20 }, () => worlds.use('a')));
  expect(made).toMatchObject({ fills: 1, opens: 1 });
  expect(new Set(uses.map(({ world }) => world)).size).toBe(1);
});

it('leaves nothing of a world that a full disk did not let be made, and tries again for the next', async () => {
  isFull = true;
  const together = await Promise.allSettled([worlds.use('a'), worlds.use('a')]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([names(), existsSync(folderOf('a'))]).toEqual([[], false]);
  isFull = false;
  await worlds.use('a');
  expect([names(), existsSync(folderOf('a'))]).toEqual([['a'], true]);
});

it('keeps the data of a world that cannot be opened once', async () => {
  const { ended } = await worlds.use('a');
  ended();
  machine.now += hour / 2;
  await worlds.tidy();
  opening = async () => {
    throw new Error('busy');
  };
  await expect(worlds.use('a')).rejects.toThrow('busy');
  opening = undefined;
  await worlds.use('a');
  expect(made.fills).toBe(1);
});

it('does not delete the next world of a name with the one before it', async () => {
  (await worlds.use('a')).ended();
  const deleted = await Promise.allSettled([worlds.remove('a'), worlds.remove('a'), worlds.use('a')]);
  expect(deleted.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([names(), existsSync(folderOf('a'))]).toEqual([['a'], true]);
  expect(made).toEqual({ fills: 2, opens: 2, closes: 1 });
});

it('does not end a world that is used again while its end waits', async () => {
  (await worlds.use('a')).ended();
  machine.now += hour;
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const replaced = worlds.replace('a', () => gone);
  const tidied = worlds.tidy();
  const used = worlds.use('a');
  go();
  await Promise.all([replaced, tidied, used]);
  expect(made.closes).toBe(1);
});

it('goes on with its former data when others cannot be opened', async () => {
  (await worlds.use('a')).ended();
  opening = async () => {
    throw new Error('no database');
  };
  await expect(worlds.replace('a', (folder) => writeFile(path.join(folder, 'second'), ''))).rejects.toThrow(NotOpened);
  opening = undefined;
  await worlds.use('a');
  expect((await readdir(folderOf('a'))).sort()).toEqual(['first', 'world.json']);
  expect(await readdir(path.join(home, 'named'))).toEqual(['a']);
});
