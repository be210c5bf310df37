import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UploadedImage } from '#shared/contract/image';
import { bmpHead, drawBmp, drawBmpOfRuns, drawHeic, drawPdf, quartersIn } from '../support/foreign-files.ts';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { sharedPictureWork } from '../support/server-picture-work.ts';
import { colourAt, distance, drawPicture, quarters } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
const pictureWork = sharedPictureWork();
beforeAll(async () => {
  server = await startTestServer({ pictureWork });
  member = await server.member();
});
afterAll(() => server.close());

const stored = async (image: UploadedImage) => Buffer.from(await (await member.fetch(image.url)).arrayBuffer());

async function send(bytes: Buffer, page?: string): Promise<UploadedImage> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file');
  if (page !== undefined) form.set('page', page);
  const response = await member.fetch('/api/upload/image', { method: 'POST', body: form });
  const { data, error } = (await response.json()) as { data: UploadedImage; error: { reason: string } };
  if (!data) throw Object.assign(new Error(error.reason), { status: response.status, ...error });
  return data;
}

/** The quarters have their own colours, in sRGB without a profile, at 8 bits. */
async function expectQuarters(bytes: Buffer, most = 12): Promise<void> {
  const { icc, depth, space } = await sharp(bytes).metadata();
  expect({ icc, depth, space }).toEqual({ icc: undefined, depth: 'uchar', space: 'srgb' });
  expect(distance(await colourAt(bytes, 0.2, 0.2), quarters.topLeft)).toBeLessThan(most);
  expect(distance(await colourAt(bytes, 0.8, 0.2), quarters.topRight)).toBeLessThan(most);
  expect(distance(await colourAt(bytes, 0.2, 0.8), quarters.bottomLeft)).toBeLessThan(most);
  expect(distance(await colourAt(bytes, 0.8, 0.8), quarters.bottomRight)).toBeLessThan(most);
}

/** Decoders in WebAssembly are compiled first, in a process that steps back before everything else. */
vi.setConfig({ testTimeout: 60_000 });

describe('a file a picture is made of:', () => {
  const plain = async () => sharp(await drawPicture('png', { width: 400, height: 300 }));
  const sources: Array<[string, () => Promise<Buffer>, { from: string; format: string; most?: number }]> = [
    ['HEIC in Display P3', drawHeic, { from: 'heic', format: 'jpg' }],
    ['AVIF', async () => (await plain()).avif({ quality: 90, effort: 2 }).toBuffer(), { from: 'avif', format: 'jpg' }],
    [
      'AVIF with alpha',
      async () => (await plain()).ensureAlpha(0.999).avif({ quality: 90, effort: 2 }).toBuffer(),
      { from: 'avif', format: 'png' },
    ],
    ['TIFF', async () => (await plain()).tiff({ compression: 'lzw' }).toBuffer(), { from: 'tiff', format: 'png' }],
    [
      'TIFF of 16 bits',
      async () => (await plain()).toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer(),
      { from: 'tiff', format: 'png' },
    ],
    ['TIFF in Display P3', async () => (await quartersIn('p3')).tiff().toBuffer(), { from: 'tiff', format: 'png' }],
    [
      'TIFF in CMYK',
      async () => (await quartersIn('cmyk')).tiff().toBuffer(),
      // Ink has no such blue and green.
      { from: 'tiff', format: 'png', most: 110 },
    ],
    [
      'TIFF of a turned camera',
      async () => (await plain()).rotate(-90).withMetadata({ orientation: 6 }).tiff().toBuffer(),
      { from: 'tiff', format: 'png' },
    ],
  ];

  it.each(sources)('%s', async (_name, draw, { from, format, most }) => {
    const image = await send(await draw());
    expect(image).toMatchObject({ width: 400, height: 300, format, origin: { from } });
    const bytes = await stored(image);
    expect(image.bytes).toBe(bytes.length);
    await expectQuarters(bytes, most);
  });

  it.each([
    ['from the bottom up', () => drawBmp()],
    ['from the top down', () => drawBmp({ isTopDown: true })],
  ])('BMP %s', async (_name, draw) => {
    const image = await send(await draw());
    expect(image).toMatchObject({ width: 256, height: 256, format: 'png', origin: { from: 'bmp' } });
    await expectQuarters(await stored(image), 1);
  });

  it('BMP in runs', async () => {
    const bytes = await stored(await send(drawBmpOfRuns()));
    expect(await colourAt(bytes, 0.99, 0.1)).toEqual([255, 0, 0]);
    expect(await colourAt(bytes, 0.01, 0.9)).toEqual([0, 255, 0]);
  });

  it('CMYK as ink is meant, not as its negative', async () => {
    const white = sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff' } });
    const bytes = await stored(await send(await white.withIccProfile('cmyk').tiff().toBuffer()));
    expect(Math.min(...(await colourAt(bytes, 0.5, 0.5)))).toBeGreaterThan(245);
  });
});

describe('a PDF', () => {
  const pages = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;

  it('gives its first page, how many there are, and small pictures of them', async () => {
    const image = await send(drawPdf(pages));
    expect(image).toMatchObject({
      width: 4096,
      height: 3072,
      format: 'png',
      origin: { from: 'pdf', page: 1, pages: 3 },
    });
    const bytes = await stored(image);
    expect(await colourAt(bytes, 0.5, 0.5)).toEqual([255, 0, 0]);
    expect(await colourAt(bytes, 0.02, 0.02)).toEqual([255, 255, 255]);
    const previews = image.origin?.previews ?? [];
    expect(previews).toHaveLength(3);
    const second = Buffer.from(previews[1]?.split(',')[1] ?? '', 'base64');
    expect(await sharp(second).metadata()).toMatchObject({ width: 160, height: 120, format: 'webp' });
    expect(distance(await colourAt(second, 0.5, 0.5), [0, 255, 0])).toBeLessThan(12);
  });

  it('gives the page that is asked for', async () => {
    const image = await send(drawPdf(pages), '3');
    expect(image.origin).toEqual({ from: 'pdf', page: 3, pages: 3 });
    expect(await colourAt(await stored(image), 0.5, 0.5)).toEqual([0, 0, 255]);
  });

  it('of one page has nothing to choose from', async () => {
    const { origin } = await send(drawPdf([[1, 0, 1]]));
    expect(origin).toEqual({ from: 'pdf', page: 1, pages: 1 });
  });

  it('says how many pages there are when there is no such one', async () => {
    await expect(send(drawPdf(pages), '4')).rejects.toMatchObject({
      status: 422,
      message: '这份 PDF 共 3 页，没有第 4 页',
    });
  });

  it.each(['0', '-1', '1.5', 'two', '99999999'])('has no page %j', async (page) => {
    await expect(send(drawPdf(pages), page)).rejects.toMatchObject({ status: 422, reason: 'request.invalid' });
  });

  it('that is locked is refused', async () => {
    const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> /ID [<00><00>]`;
    await expect(send(drawPdf(pages, { trailer: lock }))).rejects.toMatchObject({
      status: 422,
      reason: 'upload.pdf_locked',
    });
  });

  it('longer than 4:1 is refused', async () => {
    await expect(send(drawPdf(pages, { width: 2000, height: 300 }))).rejects.toMatchObject({
      reason: 'upload.bad_ratio',
    });
  });
});

describe('colours of what is kept as it is', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('become sRGB in %s', async (format) => {
    const source = (await quartersIn('p3')).toFormat(format, { quality: 95 });
    const image = await send(await source.toBuffer());
    expect(image.origin).toBeUndefined();
    await expectQuarters(await stored(image));
  });

  it('become sRGB from ink', async () => {
    const image = await send(await (await quartersIn('cmyk')).jpeg({ quality: 95 }).toBuffer());
    expect(image).toMatchObject({ format: 'jpg', width: 400 });
    await expectQuarters(await stored(image), 110);
  });

  it('are left alone when their profile says sRGB', async () => {
    const bytes = await (await quartersIn('srgb')).jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(bytes).metadata()).icc).toBeDefined();
    expect((await stored(await send(bytes))).equals(bytes)).toBe(true);
  });
});

describe('refused, leaving nothing behind:', () => {
  const noise = sharp({
    create: {
      ...{ width: 500, height: 500, channels: 3, background: '#808080' },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const cases: Array<[string, () => Promise<Buffer> | Buffer, object]> = [
    ['half a TIFF', async () => half(await noise.clone().tiff().toBuffer()), { reason: 'upload.not_converted' }],
    [
      'half an AVIF',
      async () => half(await noise.clone().avif({ effort: 0 }).toBuffer()),
      { reason: 'upload.not_converted' },
    ],
    ['half a HEIC', async () => half(await drawHeic()), { reason: 'upload.not_converted' }],
    ['half a BMP', async () => half(await drawBmp()), { reason: 'upload.not_converted' }],
    [
      'a PDF of nonsense',
      () => Buffer.from(`%PDF-1.7\n${'nonsense '.repeat(200)}`),
      {
        status: 422,
        reason: 'upload.not_converted',
        message: '这份 PDF 读不出来：文件已损坏，或用了少见的编码，请另存为 PNG 或 JPG 后再上传',
      },
    ],
    [
      'a small TIFF',
      async () =>
        (
          await sharp(await drawPicture())
            .resize(200, 200)
            .tiff()
        ).toBuffer(),
      { reason: 'upload.too_small' },
    ],
    ['a BMP that announces 30000 × 30000', () => bmpHead(30_000, 30_000, 24, 0), { reason: 'upload.too_many_pixels' }],
    ['a BMP in runs that never fill 8192 × 8192', () => bmpHead(8192, 8192, 8, 1), { reason: 'upload.not_converted' }],
    [
      'a TIFF bomb: 9000 × 9000 pixels in a few kilobytes',
      () =>
        sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' }, limitInputPixels: false })
          .toColourspace('b-w')
          .tiff({ compression: 'deflate', predictor: 'none', bitdepth: 1, tile: true })
          .toBuffer(),
      { reason: 'upload.too_many_pixels' },
    ],
    [
      'a HEIC that announces 30000 × 30000',
      async () => announce(await drawHeic(), 30_000),
      { reason: 'upload.too_many_pixels' },
    ],
    [
      'a HEIC that announces more than it has',
      async () => announce(await drawHeic(), 8192),
      { reason: 'upload.not_converted' },
    ],
  ];

  it.each(cases)(
    '%s',
    async (_name, draw, answer) => {
      const before = await traces();
      expect(await refusal(member.upload(await draw(), 'file'))).toMatchObject({ status: 422, ...answer });
      expect(await traces()).toEqual(before);
    },
    30_000,
  );

  it.each([
    ['plan.dwg', Buffer.from('AC1032\0\0\0\0\0'), '这是 CAD 图纸：请在 CAD 里把图打印成 PDF，或导出 PNG 后再上传'],
    [
      'house.rvt',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      '这是 Revit 文件：请在 Revit 里用“导出 › 图像和动画 › 图像”存成 PNG 或 JPG 后再上传',
    ],
    ['layers', Buffer.from('8BPS\0\x01'), '这是 Photoshop 文件：请在 Photoshop 里存储副本为 PNG、JPG 或 TIFF 后再上传'],
  ])('%s, with what to export instead', async (name, bytes, message) => {
    const before = await traces();
    expect(await refusal(member.upload(bytes, name))).toMatchObject({
      status: 415,
      reason: 'upload.export_instead',
      message,
    });
    expect(await traces()).toEqual(before);
  });

  it('a PDF whose sender goes away while it is drawn', async () => {
    const before = await traces();
    const { takeIn } = pictureWork;
    const begun = Promise.withResolvers<{ drawn: Promise<unknown> }>();
    vi.spyOn(pictureWork, 'takeIn').mockImplementation((...given) => {
      const drawn = takeIn(...given);
      begun.resolve({ drawn });
      return drawn;
    });
    const leave = new AbortController();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(drawEndlessPdf())]), 'plan.pdf');
    const sent = member.fetch('/api/upload/image', { method: 'POST', body: form, signal: leave.signal });
    const left = expect(sent).rejects.toThrow();
    const { drawn } = await begun.promise;
    leave.abort();
    await left;
    await until(async () => (await workFolders()).length === 0);
    await expect(drawn).rejects.toThrow();
    expect(await traces()).toEqual(before);
    expect(await server.faults()).toEqual([]);
  });
});

/** A file whose box of the picture's extent says something else. */
function announce(heic: Buffer, side: number): Buffer {
  const changed = Buffer.from(heic);
  const at = changed.indexOf('ispe') + 8;
  changed.writeUInt32BE(side, at);
  changed.writeUInt32BE(side, at + 4);
  return changed;
}

function drawEndlessPdf(): Buffer {
  const text = drawPdf([[1, 0, 0]]).toString('latin1');
  const lines = '0 0 m 400 300 l 300 0 l 0 300 l 400 10 l S '.repeat(300_000);
  return Buffer.from(text.replace(' f\nendstream', ` f ${lines}\nendstream`), 'latin1');
}

const workFolders = () => readdir(path.join(server.dataDir, 'files', 'work'));

async function traces() {
  const images = await server.deps.store.db.selectFrom('image').select('id').execute();
  const files: string[] = [];
  for await (const key of server.deps.storage.keys()) files.push(key);
  return { files: files.length, work: await workFolders(), images: images.length };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if (await holds()) return;
    await member.raw('GET', '/api/health');
  }
  throw new Error('it never came about');
}
