import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import JSZip from 'jszip';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { streamArchive } from './archive.ts';

const wanted = new AbortController().signal;
let folder: string;
let asked: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-archive-'));
  asked = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An entry of random bytes that notes when its file is asked for. */
async function entryOf(name: string, bytes: Buffer) {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return {
    name,
    file: async () => {
      asked.push(name);
      return file;
    },
  };
}

it('holds every file byte for byte, in order, with the time of Shanghai', async () => {
  const contents = [randomBytes(300_000), Buffer.alloc(0), randomBytes(7)];
  const entries = await Promise.all(contents.map((bytes, index) => entryOf(`${index}.png`, bytes)));
  const packed = await buffer(streamArchive(entries, Date.parse('2026-11-20T23:30:00+08:00'), wanted));
  const zip = await JSZip.loadAsync(packed, { checkCRC32: true });
  expect(Object.keys(zip.files)).toEqual(['0.png', '1.png', '2.png']);
  expect(await Promise.all(Object.values(zip.files).map((entry) => entry.async('nodebuffer')))).toEqual(contents);
  expect(zip.files['0.png']?.date.toISOString()).toBe('2026-11-20T23:30:00.000Z');
});

it('asks for a file when its turn comes, and for no more once it is left', async () => {
  const entries = [await entryOf('a', randomBytes(4_000_000)), await entryOf('b', randomBytes(10))];
  const archive = streamArchive(entries, 0, wanted);
  await once(archive, 'readable');
  archive.read(1000);
  expect(asked).toEqual(['a']);
  archive.destroy();
  await once(archive, 'close');
  expect(asked).toEqual(['a']);
});

it('leaves out what cannot be had, packs the rest, and lists what is missing', async () => {
  const lost = async (): Promise<string> => {
    throw new Error('cannot be made');
  };
  const entries = [
    { name: '01.png', file: async () => path.join(folder, 'absent') },
    await entryOf('02.png', randomBytes(10)),
    { name: '03.png', file: lost },
  ];
  const zip = await JSZip.loadAsync(await buffer(streamArchive(entries, 0, wanted)), { checkCRC32: true });
  expect(Object.keys(zip.files)).toEqual(['02.png', '下载失败.txt']);
  const list = await zip.file('下载失败.txt')?.async('string');
  expect(list?.split('\r\n').slice(1, -1)).toEqual(['01.png', '03.png']);
});
