import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { packZip, type ZipItem, type ZipProgress } from './pack-zip';

const pictures = Array.from({ length: 12 }, (_, i) => randomBytes(70_000 + 1_000 * i));
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** `/3` is the fourth picture; `/gone` is none, `/cut` ends in the middle, `/never` does not come. */
let server: Server;
let origin: string;
let asked: string[];
let open = 0;
let mostOpen = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const place = Number(request.url?.slice(1));
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on('close', () => {
      open -= 1;
    });
    if (request.url === '/never') response.writeHead(200, { 'content-length': 9 }).flushHeaders();
    else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': 100_000 });
      response.write(Buffer.alloc(10), () => response.destroy());
    } else if (pictures[place])
      response.writeHead(200, { 'content-length': pictures[place].length }).end(pictures[place]);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  all = makeAll();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  mostOpen = 0;
});

const item = (name: string, address: string | number): ZipItem => ({ name, url: `${origin}/${address}` });
let all: ZipItem[];
const makeAll = () => pictures.map((_, i) => item(`${String(i + 1).padStart(3, '0')}_客厅 北欧 ${i}.jpg`, i));

/** Content of an archive as read by Python. */
async function unpackElsewhere(blob: Blob): Promise<{ names: string[]; shas: Record<string, string> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zip-'));
  try {
    const file = path.join(folder, 'photo.zip');
    await writeFile(file, new Uint8Array(await blob.arrayBuffer()));
    const program = `
import sys, json, hashlib, zipfile
z = zipfile.ZipFile(sys.argv[1])
bad = z.testzip()
assert bad is None, bad
assert all(i.flag_bits & 8 == 0 and i.compress_type == 0 for i in z.infolist())
print(json.dumps({"names": z.namelist(), "shas": {n: hashlib.sha256(z.read(n)).hexdigest() for n in z.namelist()}}))`;
    const told = JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }));
    expect((await readFile(file)).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    return told;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('an archive holds every picture byte for byte under its Chinese name, for us and for others', async () => {
  const { blob, failed } = await packZip(all);
  expect(failed).toEqual([]);
  const shas = Object.fromEntries(all.map(({ name }, i) => [name, sha(pictures[i] as Buffer)]));
  const zip = await JSZip.loadAsync(await blob.arrayBuffer(), { checkCRC32: true });
  expect(Object.keys(zip.files)).toEqual(all.map(({ name }) => name));
  for (const [name, file] of Object.entries(zip.files)) expect(sha(await file.async('uint8array'))).toBe(shas[name]);
  expect(await unpackElsewhere(blob)).toMatchObject({ names: all.map(({ name }) => name), shas });
});

test('pictures are fetched in their order, a few at once', async () => {
  await packZip(all);
  expect(asked).toEqual(pictures.map((_, i) => `/${i}`));
  expect(mostOpen).toBeLessThanOrEqual(4);
});

test('a picture that cannot be had is left out and listed, wherever it stands', async () => {
  const items = [
    item('甲.jpg', 'gone'),
    item('乙.jpg', 0),
    item('丙.jpg', 'cut'),
    item('丁.jpg', 1),
    item('戊.jpg', 'gone'),
  ];
  const { blob, failed } = await packZip(items);
  expect(failed.map(({ name }) => name)).toEqual(['甲.jpg', '丙.jpg', '戊.jpg']);
  const { names, shas } = await unpackElsewhere(blob);
  expect(names).toEqual(['乙.jpg', '丁.jpg', '下载失败.txt']);
  expect([shas['乙.jpg'], shas['丁.jpg']]).toEqual([0, 1].map((i) => sha(pictures[i] as Buffer)));
  const zip = await JSZip.loadAsync(await blob.arrayBuffer(), { checkCRC32: true });
  const list = await zip.file('下载失败.txt')?.async('string');
  for (const { name } of failed) expect(list).toContain(name);
});

test('an archive of nothing that can be had says why', async () => {
  await expect(packZip([item('a.jpg', 'gone'), item('b.jpg', 'gone')])).rejects.toThrow('图片不存在或已被删除');
});

test('a cancel ends it and what is fetched for it', async () => {
  const stop = new AbortController();
  const packing = packZip([all[0] as ZipItem, item('b.jpg', 'never'), all[2] as ZipItem], {
    signal: stop.signal,
    onProgress: ({ done }) => done === 2 && stop.abort(new Error('不要了')),
  });
  await expect(packing).rejects.toThrow('不要了');
  await expect.poll(() => open).toBe(0);
  await expect(packZip(all, { signal: stop.signal })).rejects.toThrow('不要了');
});

test('progress grows by bytes, of a total as soon as all sizes are known', async () => {
  const told: ZipProgress[] = [];
  const sized = all.map((one, i) => ({ ...one, bytes: pictures[i]?.length }));
  await packZip(sized, { onProgress: (progress) => told.push(progress) });
  const sum = pictures.reduce((bytes, { length }) => bytes + length, 0);
  expect(told[0]).toEqual({ done: 0, count: 12, bytes: 0, total: sum });
  expect(told.at(-1)).toEqual({ done: 12, count: 12, bytes: sum, total: sum });
  expect(told.map(({ bytes }) => bytes)).toEqual(told.map(({ bytes }) => bytes).toSorted((a, b) => a - b));
  const unknown: ZipProgress[] = [];
  await packZip(all, { onProgress: (progress) => unknown.push(progress) });
  expect(unknown[0]?.total).toBeUndefined();
});
