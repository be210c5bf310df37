import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawBomb, drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.member();
});
afterAll(() => server.close());

const opening = Buffer.from('--frontier\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
const multipart = { 'content-type': 'multipart/form-data; boundary=frontier' };

describe('what is refused leaves nothing behind:', () => {
  const cases: Array<[string, () => Promise<Buffer> | Buffer, object]> = [
    [
      'text called .png',
      () => Buffer.from('This is no picture. '.repeat(50)),
      {
        status: 415,
        reason: 'upload.not_an_image',
        message: '文件不是 JPG、PNG、WebP、HEIC、TIFF、BMP、AVIF 图片或 PDF',
      },
    ],
    ['an empty file', () => Buffer.alloc(0), { status: 415, reason: 'upload.not_an_image' }],
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>'),
      { status: 415, reason: 'upload.export_instead' },
    ],
    [
      'a GIF',
      async () =>
        sharp(await drawPicture())
          .gif()
          .toBuffer(),
      {
        status: 415,
        reason: 'upload.export_instead',
        message: '这种图片格式不能直接使用：请另存为 PNG 或 JPG 后再上传',
      },
    ],
    [
      'half a JPEG',
      async () => half(await drawPicture('jpg', { width: 800, height: 600 })),
      { status: 422, reason: 'upload.cut', message: expect.stringContaining('图片不完整') },
    ],
    ['half a PNG', async () => half(await noise()), { status: 422, reason: 'upload.broken' }],
    [
      'half a WebP',
      async () =>
        half(
          await sharp(await noise())
            .webp({ quality: 90 })
            .toBuffer(),
        ),
      { status: 422, reason: 'upload.broken' },
    ],
    [
      'the first bytes of a JPEG and then nonsense',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4000, 'x')]),
      { status: 422, reason: 'upload.broken' },
    ],
    [
      'a picture of 255 pixels',
      () => drawPicture('png', { width: 400, height: 255 }),
      { status: 422, reason: 'upload.too_small', message: '图片尺寸过小，至少256像素' },
    ],
    [
      'a picture longer than 4:1',
      () => drawPicture('png', { width: 1300, height: 300 }),
      { status: 422, reason: 'upload.bad_ratio' },
    ],
    [
      'a picture of 8193 pixels',
      () => drawPicture('png', { width: 8193, height: 2100 }),
      { status: 422, reason: 'upload.too_many_pixels', message: '图片尺寸过大，每边不能超过8192像素' },
    ],
    [
      '30 MB',
      () =>
        Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(30 * 1024 * 1024)]),
      { status: 413, reason: 'upload.too_large', message: '图片不能超过20MB' },
    ],
  ];

  it.each(cases)('%s', async (_name, draw, answer) => {
    const before = await traces();
    expect(await refusal(member.upload(await draw(), 'picture.png'))).toMatchObject(answer);
    expect(await traces()).toEqual(before);
  });

  it('a bomb: 20000 × 20000 pixels in a few kilobytes, refused before it is decoded', async () => {
    const bomb = drawBomb(20_000);
    expect(bomb.length).toBeLessThan(400_000);
    const before = await traces();
    const memory = process.memoryUsage().rss;
    expect(await refusal(member.upload(bomb))).toMatchObject({ status: 422, reason: 'upload.too_many_pixels' });
    expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 * 1024);
    expect(await traces()).toEqual(before);
  });

  it('a file larger than allowed whose length was not announced', async () => {
    const before = await traces();
    const chunk = Buffer.alloc(1024 * 1024, 7);
    const answer = await streamUpload(function* () {
      yield Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      for (let i = 0; i < 22; i++) yield chunk;
    });
    expect(answer).toMatchObject({ status: 413, reason: 'upload.too_large' });
    expect(await traces()).toEqual(before);
  });

  it('no multipart form at all, one without the field, one that ends too early', async () => {
    const json = await member.raw('POST', '/api/upload/image', { 'content-type': 'application/json' }, '{}');
    expect(json).toMatchObject({ status: 400, json: { error: { reason: 'upload.missing' } } });
    const form = new FormData();
    form.set('other', 'text');
    const empty = await member.fetch('/api/upload/image', { method: 'POST', body: form });
    expect(await empty.json()).toMatchObject({ error: { reason: 'upload.missing' } });
    const noBoundary = await member.raw('POST', '/api/upload/image', { 'content-type': 'multipart/form-data' }, 'x');
    expect(noBoundary).toMatchObject({ status: 400, json: { error: { reason: 'request.malformed' } } });
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n\x89PNG';
    const early = await member.raw(
      'POST',
      '/api/upload/image',
      { 'content-type': 'multipart/form-data; boundary=b' },
      cut,
    );
    expect(early.status).toBe(400);
  });

  it('an upload whose sender goes away in the middle', async () => {
    const before = await traces();
    const picture = await noise();
    for (const share of [0, 0.3, 0.9]) await leaveAfter(picture.subarray(0, picture.length * share), picture.length);
    // The server has seen the sockets close when it has answered somebody else and cleaned its work folder.
    await until(async () => (await workFolders()).length === 0);
    expect(await traces()).toEqual(before);
    expect(await server.faults()).toEqual([]);
    expect((await member.upload(await drawPicture('png', { shade: 33 }))).width).toBe(320);
  });

  it('an upload without a session', async () => {
    const before = await traces();
    expect((await refusal(server.visitor().upload(await drawPicture()))).status).toBe(401);
    expect(await traces()).toEqual(before);
  });
});

describe('a refusal reaches who is still sending 30 MB:', () => {
  const chunk = Buffer.alloc(1024 * 1024, 7);
  const thirty = Buffer.concat(Array.from({ length: 30 }, () => chunk));
  const fields = { file: [opening, thirty], text: [Buffer.from('no picture at all '), thirty] };
  const cases = [
    ['without a session', '/api/upload/image', false, multipart, fields.file, 401, 'auth.required'],
    ['too large', '/api/upload/image', true, multipart, fields.file, 413, 'upload.too_large'],
    ['no form', '/api/upload/image', true, { 'content-type': 'image/png' }, fields.text, 400, 'upload.missing'],
    [
      'fields',
      '/api/ai/startTask',
      true,
      { 'content-type': 'application/json' },
      fields.text,
      413,
      'request.too_large',
    ],
    ['nowhere', '/api/nowhere', true, { 'content-type': 'image/png' }, fields.text, 404, 'request.not_found'],
  ] as const;

  it.each(cases)('%s, by fetch', async (_name, address, hasSession, headers, body, status, reason) => {
    const who = hasSession ? member : server.visitor();
    const answer = await who.fetch(address, { method: 'POST', headers, body: Buffer.concat(body) });
    expect([answer.status, ((await answer.json()) as { error: { reason: string } }).error.reason]).toEqual([
      status,
      reason,
    ]);
  });

  it.each(cases)(
    '%s, over a plain socket that reads last',
    async (_name, address, hasSession, headers, body, ...told) => {
      const length = body.reduce((sum, part) => sum + part.length, 0);
      const cookie = hasSession ? `sid=${member.cookies.get('sid')}` : '';
      const head = [
        `POST ${address} HTTP/1.1`,
        `Host: 127.0.0.1:${server.port}`,
        `Cookie: ${cookie}`,
        `Content-Length: ${length}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ];
      const socket = connect(server.port, '127.0.0.1');
      await once(socket, 'connect');
      const sent = (part: Buffer | string) =>
        new Promise<void>((resolve, reject) => socket.write(part, (error) => (error ? reject(error) : resolve())));
      socket.pause();
      await sent(`${head.join('\r\n')}\r\n\r\n`);
      for (const part of body) await sent(part);
      const answer = (await text(socket)).split('\r\n\r\n');
      const [status] = /\d{3}/.exec(answer[0] ?? '') ?? [];
      const { error } = JSON.parse(answer[1] ?? '') as { error: { reason: string } };
      expect([Number(status), error.reason]).toEqual(told);
    },
  );

  it('a file that is no picture, found out in its first bytes', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(15 * 1024 * 1024)]), 'a.png');
    const answer = await member.fetch('/api/upload/image', { method: 'POST', body: form });
    expect([answer.status, ((await answer.json()) as { error: { reason: string } }).error.reason]).toEqual([
      415,
      'upload.not_an_image',
    ]);
  });
});

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}

async function noise(): Promise<Buffer> {
  return sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
}

async function storedFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const key of server.deps.storage.keys()) names.push(key);
  return names.sort();
}

const workFolders = () => readdir(path.join(server.dataDir, 'files', 'work'));

/** Everything an upload could leave: files, folders of work in progress, rows. */
async function traces() {
  const images = await server.deps.store.db.selectFrom('image').select('id').execute();
  const blobs = await server.deps.store.db.selectFrom('stored_file').select('sha256').execute();
  return { files: await storedFiles(), work: await workFolders(), images: images.length, blobs: blobs.length };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if (await holds()) return;
    await member.raw('GET', '/api/health');
  }
  throw new Error('it never came about');
}

/** Begins an upload, waits until the server works on it, and hangs up. */
async function leaveAfter(bytes: Buffer, promised: number): Promise<void> {
  const headers = {
    ...multipart,
    cookie: `sid=${member.cookies.get('sid')}`,
    'content-length': promised + opening.length + 20,
  };
  const request = httpRequest(server.origin, { method: 'POST', path: '/api/upload/image', headers, agent: false });
  const closed = new Promise<void>((resolve) => request.once('close', resolve));
  request.on('error', () => undefined);
  await new Promise<void>((resolve) => request.write(Buffer.concat([opening, bytes]), () => resolve()));
  await until(async () => (await workFolders()).length > 0);
  request.destroy();
  await closed;
  await until(async () => (await workFolders()).length === 0);
}

function streamUpload(chunks: () => Iterable<Buffer>): Promise<{ status: number; reason: string }> {
  return new Promise((resolve, reject) => {
    const headers = { ...multipart, cookie: `sid=${member.cookies.get('sid')}` };
    const request = httpRequest(
      server.origin,
      { method: 'POST', path: '/api/upload/image', headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { error } = JSON.parse(Buffer.concat(parts).toString()) as { error: { reason: string } };
          resolve({ status: response.statusCode ?? 0, reason: error.reason });
        });
      },
    );
    request.once('error', reject);
    request.write(opening);
    for (const chunk of chunks()) request.write(chunk);
    request.end('\r\n--frontier--\r\n');
  });
}
