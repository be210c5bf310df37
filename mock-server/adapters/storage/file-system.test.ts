import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileStorage } from './file-system.ts';
import { BlobMissing, type BlobStorage } from './port.ts';

let folder: string;
let storage: BlobStorage;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-storage-'));
  storage = await createFileStorage(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function adopt(content: string) {
  const file = path.join(await storage.workFolder(), 'draft');
  await writeFile(file, content);
  return { file, ...(await storage.adopt(file)) };
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const key of storage.keys()) found.push(key);
  return found.sort();
}

const exists = (file: string) =>
  readFile(file).then(
    () => true,
    () => false,
  );

it('keeps a file by the hash of its content and moves it away from where it was', async () => {
  const { sha256, bytes, file } = await adopt('一张图');
  expect(sha256).toBe(createHash('sha256').update('一张图').digest('hex'));
  expect(bytes).toBe(Buffer.byteLength('一张图'));
  expect(await exists(file)).toBe(false);
  expect(await readFile(await storage.localFile(sha256), 'utf8')).toBe('一张图');
});

it('keeps equal files once, also when they come at once', async () => {
  const adopted = await Promise.all([1, 2, 3, 4].map(() => adopt('same')));
  expect(new Set(adopted.map(({ sha256 }) => sha256)).size).toBe(1);
  expect(await keys()).toEqual([adopted[0]?.sha256]);
  expect(await Promise.all(adopted.map(({ file }) => exists(file)))).toEqual([false, false, false, false]);
});

it('says of what it does not have that it is missing', async () => {
  await expect(storage.localFile('0'.repeat(64))).rejects.toBeInstanceOf(BlobMissing);
  const { sha256 } = await adopt('short-lived');
  await storage.remove(sha256);
  await storage.remove(sha256);
  await expect(storage.localFile(sha256)).rejects.toBeInstanceOf(BlobMissing);
  expect(await keys()).toEqual([]);
});

it('gives keys by how they begin, and none where there are none', async () => {
  const { sha256 } = await adopt('一张图');
  expect(await storage.starts()).toEqual([sha256.slice(0, 2)]);
  expect(await storage.keysFrom(sha256.slice(0, 2))).toEqual([sha256]);
  expect(await storage.keysFrom(sha256.startsWith('00') ? '01' : '00')).toEqual([]);
});

it('throws work in progress away at the next start, and keeps the rest', async () => {
  const { sha256 } = await adopt('kept');
  await writeFile(path.join(await storage.workFolder(), 'half'), 'half a pic');
  storage = await createFileStorage(folder);
  expect(await readdir(path.join(folder, 'work'))).toEqual([]);
  expect(await keys()).toEqual([sha256]);
});

it('works on after everything was removed', async () => {
  await adopt('gone');
  await storage.clear();
  expect(await keys()).toEqual([]);
  const { sha256 } = await adopt('new');
  expect(await keys()).toEqual([sha256]);
});
