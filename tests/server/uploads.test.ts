import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadedImage } from '#shared/contract/image';
import { hour } from '#shared/domain/time';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { colourAt, distance, drawPicture, quarters } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let member: Member;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.member();
});
afterAll(() => server.close());

const original = async (imageId: string) =>
  Buffer.from(await (await member.fetch(`/api/images/${imageId}`)).arrayBuffer());

async function sendKeyed(sender: Visitor, bytes: Buffer, clientKey: string): Promise<UploadedImage> {
  const form = new FormData();
  form.set('clientKey', clientKey);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png');
  const response = await sender.fetch('/api/upload/image', { method: 'POST', body: form });
  return ((await response.json()) as { data: UploadedImage }).data;
}

describe('a picture', () => {
  it.each(['png', 'jpg', 'webp'] as const)('in %s is stored as it is', async (format) => {
    const bytes = await drawPicture(format, { width: 400, height: 300 });
    const uploaded = await member.upload(bytes, 'my.picture');
    expect(uploaded).toMatchObject({
      width: 400,
      height: 300,
      format,
      bytes: bytes.length,
      url: `/api/images/${uploaded.imageId}`,
    });
    expect(uploaded.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect((await original(uploaded.imageId)).equals(bytes)).toBe(true);
  });

  it.each(['png', 'jpg', 'webp'] as const)(
    'in %s taken with a turned camera is turned upright, once',
    async (format) => {
      const uploaded = await member.upload(await drawPicture(format, { width: 400, height: 300, orientation: 6 }));
      expect(uploaded).toMatchObject({ width: 300, height: 400, format });
      const stored = await original(uploaded.imageId);
      const { width, height, orientation } = await sharp(stored).metadata();
      expect({ width, height, orientation: orientation ?? 1 }).toEqual({ width: 300, height: 400, orientation: 1 });
      expect(uploaded.sha256).toBe(createHash('sha256').update(stored).digest('hex'));
      // Turned by a quarter clockwise, what was at the bottom left is at the top left.
      expect(distance(await colourAt(stored, 0.2, 0.2), quarters.bottomLeft)).toBeLessThan(12);
      expect(distance(await colourAt(stored, 0.8, 0.2), quarters.topLeft)).toBeLessThan(12);
      expect(distance(await colourAt(stored, 0.2, 0.8), quarters.bottomRight)).toBeLessThan(12);
      const small = Buffer.from(
        await (await member.fetch(`/api/images/${uploaded.imageId}?w=150&format=jpg`)).arrayBuffer(),
      );
      expect(await sharp(small).metadata()).toMatchObject({ width: 160, height: 213 });
    },
  );

  it('whose name and type say something else is judged by its bytes', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await drawPicture('webp'))], { type: 'image/png' }), '照片 <script>.txt');
    const response = await member.fetch('/api/upload/image', { method: 'POST', body: form });
    expect(await response.json()).toMatchObject({ data: { format: 'webp' } });
  });

  it('that is sent again because the answer was lost is the same image, and another key is another one', async () => {
    const bytes = await drawPicture('png');
    const [first, again] = await Promise.all([sendKeyed(member, bytes, 'one'), sendKeyed(member, bytes, 'one')]);
    expect(again).toEqual(first);
    expect(await sendKeyed(member, bytes, 'one')).toEqual(first);
    expect((await sendKeyed(member, bytes, 'two')).imageId).not.toBe(first.imageId);
    expect((await sendKeyed(await server.member(), bytes, 'one')).imageId).not.toBe(first.imageId);
  });

  it('is the same image, too, when the server was started again meanwhile, and another one after an hour', async () => {
    const bytes = await drawPicture('png', { shade: 44 });
    let own = await startTestServer();
    const sender = await own.member();
    const first = await sendKeyed(sender, bytes, 'lost');
    await own.stop(0);
    own = await startTestServer({ dataDir: own.dataDir });
    try {
      const visitor = own.visitor();
      visitor.cookies.set('sid', sender.cookies.get('sid') ?? '');
      expect(await sendKeyed(visitor, bytes, 'lost')).toEqual(first);
      await own.pass(hour + 1);
      expect((await sendKeyed(visitor, bytes, 'lost')).imageId).not.toBe(first.imageId);
      expect(await own.faults()).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
