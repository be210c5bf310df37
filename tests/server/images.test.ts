import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watermark } from '#shared/domain/watermark';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { colourAt, distance, drawPicture, quarters } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
let imageId: string;
let bytes: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.member();
  bytes = await drawPicture('png', { width: 640, height: 480 });
  ({ imageId } = await member.upload(bytes));
});
afterAll(() => server.close());

async function get(query = '', headers: Record<string, string> = {}) {
  const response = await member.fetch(`/api/images/${imageId}${query}`, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('a range of a picture', () => {
  const ways: Array<[string, () => string]> = [
    ['to look at', () => `/api/images/${imageId}`],
    ['as a copy', () => `/api/images/${imageId}?w=320`],
    ['to keep', () => `/api/images/${imageId}/download?name=house&format=png`],
  ];
  const ask = async (address: string, range: string, method = 'GET') =>
    member.fetch(address, { method, headers: { range } });

  it.each(ways)('%s is given where there is one, and refused with the length where there is none', async (_, way) => {
    const whole = (await (await member.fetch(way())).arrayBuffer()).byteLength;
    const some = await ask(way(), 'bytes=10-19');
    expect([some.status, some.headers.get('content-range')]).toEqual([206, `bytes 10-19/${whole}`]);
    expect((await some.arrayBuffer()).byteLength).toBe(10);
    for (const range of [`bytes=${whole}-`, `bytes=${whole + 5}-${whole + 9}`]) {
      const refused = await ask(way(), range);
      expect([refused.status, refused.headers.get('content-range')]).toEqual([416, `bytes */${whole}`]);
      expect(refused.headers.get('content-type')).toMatch(/^application\/json/);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      for (const name of ['etag', 'content-disposition']) expect(refused.headers.get(name)).toBeNull();
      expect(await refused.json()).toMatchObject({ error: { reason: 'request.range' } });
    }
    // A range that is not a valid byte range is ignored.
    for (const range of ['lines=1-2', 'bytes=a-b']) {
      const answer = await ask(way(), range);
      expect([range, answer.status]).toEqual([range, 200]);
      await answer.arrayBuffer();
    }
  });
});

describe('a picture is delivered', () => {
  it('as it was uploaded', async () => {
    const answer = await get();
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it.each([
    ['?w=320', { width: 320, height: 240, format: 'png' }],
    ['?h=120', { width: 213, height: 160, format: 'png' }],
    ['?w=100&h=100', { width: 160, height: 120, format: 'png' }],
    ['?w=100&h=100&fit=cover', { width: 160, height: 160, format: 'png' }],
    ['?w=96&h=72&fit=cover', { width: 160, height: 120, format: 'png' }],
    ['?w=100&h=100&fit=contain', { width: 160, height: 160, format: 'png' }],
    ['?w=64&format=webp&quality=80', { width: 160, height: 120, format: 'webp' }],
    ['?format=jpg', { width: 640, height: 480, format: 'jpeg' }],
    ['?w=4000', { width: 640, height: 480, format: 'png' }],
    ['?w=4000&h=100', { width: 213, height: 160, format: 'png' }],
    ['?version=1.2&w=320', { width: 320, height: 240, format: 'png' }],
  ])('with %s', async (query, facts) => {
    const answer = await get(query);
    const { width, height, format } = await sharp(answer.bytes).metadata();
    expect({ width, height, format }).toEqual(facts);
    expect(answer.headers.get('content-type')).toBe(`image/${facts.format}`);
    expect(distance(await colourAt(answer.bytes, 0.3, 0.3), quarters.topLeft)).toBeLessThan(12);
  });

  it.each([
    '?w=0',
    '?w=15',
    '?w=8193',
    '?w=abc',
    '?w=1e9',
    '?w=100&w=200',
    '?format=gif',
    '?fit=fill',
    '?quality=0',
    '?quality=101',
    '?w=-5',
  ])('but not with %s', async (query) => {
    const answer = await get(query);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.bytes.toString()).error.reason).toBe('request.invalid');
  });

  it('once: a browser that has it gets 304, and may keep it for ever', async () => {
    for (const query of ['', '?w=320', '?w=320&format=webp']) {
      const { headers } = await get(query);
      const etag = headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      // Not by fetch, which would ask for a fresh copy as well.
      const again = await member.raw('GET', `/api/images/${imageId}${query}`, { 'if-none-match': etag });
      expect([again.status, again.text.length]).toEqual([304, 0]);
      const other = await member.raw('GET', `/api/images/${imageId}${query}`, { 'if-none-match': '"something-else"' });
      expect(other.status).toBe(200);
    }
    const tags = await Promise.all(
      ['', '?w=320', '?w=321', '?w=320&format=webp'].map(async (query) => (await get(query)).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(4);
  });

  it('in parts', async () => {
    const answer = await get('', { range: 'bytes=0-99' });
    expect([answer.status, answer.bytes.equals(bytes.subarray(0, 100))]).toEqual([206, true]);
  });

  it('the same to many who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => get('?w=333&format=webp')));
    expect(new Set(answers.map((answer) => answer.bytes.toString('base64'))).size).toBe(1);
  });

  it('in a few sizes and qualities only, however many are asked for', async () => {
    const flood = [...Array(60).keys()].flatMap((step) => [
      `?w=${500 + step}&format=webp&quality=${41 + step}`,
      `?w=${4 * step + 20}&h=${301 - step}&format=jpg`,
    ]);
    const before = await readdir(path.join(server.dataDir, 'cache'));
    const answers = await Promise.all(flood.map((query) => get(query)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const after = await readdir(path.join(server.dataDir, 'cache'));
    expect(after.length - before.length).toBeLessThanOrEqual(8);
  });

  it('to its owner only, unless it is public', async () => {
    const strangers = [server.visitor(), await server.member()];
    for (const stranger of strangers) {
      for (const path of [
        `/api/images/${imageId}`,
        `/api/images/${imageId}?w=100`,
        `/api/images/${imageId}/download`,
      ]) {
        const answer = await stranger.raw('GET', path);
        expect([answer.status, (answer.json as { error: { reason: string } }).error.reason]).toEqual([
          404,
          'image.not_found',
        ]);
      }
    }
    const shared = await member.upload(await drawPicture('png', { shade: 5 }));
    await server.deps.store.db.updateTable('image').set({ is_public: 1 }).where('id', '=', shared.imageId).execute();
    for (const stranger of strangers) {
      const answer = await stranger.fetch(shared.url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toMatch(/^public/);
    }
  });

  it('not at all when there is none of this name', async () => {
    for (const name of ['img_0', '..%2f..%2fzhuhui.db', 'x'.repeat(64)]) {
      expect((await member.raw('GET', `/api/images/${name}`)).status).toBe(404);
    }
    for (const name of ['%00', 'x'.repeat(65)])
      expect((await member.raw('GET', `/api/images/${name}`)).status).toBe(422);
    expect((await member.raw('GET', '/api/images/%E0%A4%A')).status).toBe(400);
  });
});

describe('a download', () => {
  async function download(owner: Member, id: string, query = '') {
    const response = await owner.fetch(`/api/images/${id}/download${query}`);
    return {
      name: response.headers.get('content-disposition'),
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  /** Makes a result of the owner's on the server and returns its id. */
  async function result(owner: Member, size = { width: 640, height: 480 }): Promise<{ imageId: string; type: number }> {
    const { imageId: base } = await owner.upload(await drawPicture('png', { ...size, shade: 9 }));
    const { taskId } = await owner.api.startTask(enlargement(base));
    const task = await server.settled(owner, taskId);
    const [image] = task.images;
    if (!image) throw new Error(`the task ${task.status}`);
    return image;
  }

  it('of an own upload is the picture, pixel by pixel, as teda_img.png', async () => {
    const file = await download(member, imageId);
    expect(file.name).toBe('attachment; filename=teda_img.png');
    expect(file.type).toBe('image/png');
    expect(await differences(file.bytes, bytes)).toBeUndefined();
    const asWebp = await download(member, imageId, '?format=webp&name=%E6%88%91%E7%9A%84%2F..%2F%E5%9B%BE');
    expect(asWebp.name).toContain("filename*=UTF-8''%E6%88%91%E7%9A%84_.._%E5%9B%BE.webp");
    expect((await sharp(asWebp.bytes).metadata()).format).toBe('webp');
  });

  it('of a free result bears the brand at 20,20 and nowhere else', async () => {
    const image = await result(member);
    expect(image.type).toBe(3);
    const plain = Buffer.from(await (await member.fetch(`/api/images/${image.imageId}`)).arrayBuffer());
    const box = await differences((await download(member, image.imageId)).bytes, plain);
    if (!box) throw new Error('no watermark');
    expect(box.left).toBeGreaterThanOrEqual(watermark.offset);
    expect(box.left).toBeLessThan(watermark.offset + 10);
    expect(box.top).toBeGreaterThanOrEqual(watermark.offset);
    expect(box.top).toBeLessThan(watermark.offset + 16);
    expect(box.bottom - box.top).toBeLessThan(watermark.fontSize * 1.5);
    expect(box.bottom - box.top).toBeGreaterThan(watermark.fontSize * 0.5);
    expect(box.right).toBeLessThan(640 / 2);
  });

  it('of a free result is matched by its views: clean up to 1280 pixels, marked above', async () => {
    const image = await result(member, { width: 1800, height: 1000 });
    const kept = (await download(member, image.imageId)).bytes;
    const look = async (query: string) => {
      const response = await member.fetch(`/api/images/${image.imageId}${query}`);
      return { etag: response.headers.get('etag'), bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const [small, clean, stored, large] = [
      await look('?w=1280&format=png'),
      await look('?w=1800&format=png&clean=true'),
      await look(''),
      await look('?w=1600&format=png'),
    ];
    const widths = [small, clean, stored, large].map(async ({ bytes: file }) => (await sharp(file).metadata()).width);
    expect(await Promise.all(widths)).toEqual([1280, 1280, 1800, 1600]);
    expect(await differences(stored.bytes, kept)).toBeUndefined();
    expect(await isMarked(small.bytes)).toBe(false);
    expect(await isMarked(clean.bytes)).toBe(false);
    expect(await isMarked(stored.bytes)).toBe(true);
    expect(await isMarked(large.bytes)).toBe(true);
    expect(new Set([small, stored, large].map(({ etag }) => etag)).size).toBe(3);
    // Nothing of the stored file comes out by parts, either.
    const head = await member.fetch(`/api/images/${image.imageId}`, { headers: { range: 'bytes=0-99' } });
    expect(Buffer.from(await head.arrayBuffer()).equals(stored.bytes.subarray(0, 100))).toBe(true);
  });

  it('of a member’s result is clean', async () => {
    const paying = await server.member({ plan: 'basic' });
    const image = await result(paying);
    expect(image.type).toBe(2);
    const plain = Buffer.from(await (await paying.fetch(`/api/images/${image.imageId}`)).arrayBuffer());
    expect(await differences((await download(paying, image.imageId)).bytes, plain)).toBeUndefined();
  });
});

/** Returns true when the top left corner, of one colour in the test picture, bears the brand. */
async function isMarked(file: Buffer): Promise<boolean> {
  const corner = { left: 10, top: 10, width: 200, height: 60 };
  const { channels } = await sharp(await sharp(file).removeAlpha().extract(corner).toBuffer()).stats();
  return channels.some(({ min, max }) => max - min > 20);
}

/** The box around every pixel in which two pictures differ; undefined when they are the same. */
async function differences(a: Buffer, b: Buffer) {
  const [one, two] = await Promise.all(
    [a, b].map((file) => sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })),
  );
  if (!one || !two) throw new Error('two pictures are needed');
  expect([one.info.width, one.info.height]).toEqual([two.info.width, two.info.height]);
  let box: { left: number; top: number; right: number; bottom: number } | undefined;
  for (let i = 0; i < one.data.length; i++) {
    if (one.data[i] === two.data[i]) continue;
    const pixel = Math.floor(i / 3);
    const x = pixel % one.info.width;
    const y = Math.floor(pixel / one.info.width);
    box ??= { left: x, top: y, right: x, bottom: y };
    box = { left: Math.min(box.left, x), top: box.top, right: Math.max(box.right, x), bottom: y };
  }
  return box;
}
