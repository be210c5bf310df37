import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { compress as definition } from '#shared/tools/enhance';
import type { JobPicture } from '../base/job.ts';
import { compress, hasSamePixels } from './compress.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'compress-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 160;
const height = 120;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <defs><linearGradient id="g"><stop offset="0" stop-color="#135"/><stop offset="1" stop-color="#eb8"/></linearGradient></defs>
  <rect width="110" height="${height}" fill="url(#g)"/><circle cx="120" cy="60" r="30" fill="#c22" fill-opacity="0.6"/></svg>`;

let files = 0;
async function save(bytes: Buffer, format: JobPicture['format']): Promise<JobPicture> {
  files += 1;
  const file = path.join(folder, `source-${files}.${format}`);
  await writeFile(file, bytes);
  return { file, width, height, format };
}

async function run(pictures: JobPicture[], params: Record<string, unknown> = {}) {
  const outputDir = await mkdtemp(path.join(folder, 'outputs-'));
  const named = Object.fromEntries(pictures.map((picture, i) => [`p${i}`, picture]));
  const images = Object.keys(named);
  const parsed = definition.params.parse({ images, ...params });
  const job = { params: parsed, pictures: named, seed: 0, outputDir, onProgress: () => undefined };
  const { outputs, facts } = await compress.run(job);
  return { outputs, facts: facts!, bytes: await Promise.all(outputs.map(({ file }) => readFile(file))) };
}

const drawn = () => sharp(Buffer.from(svg));
const photoLike = () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } }).blur(2);
};
const note = { IFD0: { Copyright: 'studio', ImageDescription: 'a note '.repeat(40) } };

describe('lossless compression', () => {
  it('makes a PNG with alpha smaller and changes no pixel', async () => {
    const source = await save(await drawn().png({ compressionLevel: 1 }).toBuffer(), 'png');
    const { outputs, facts, bytes } = await run([source]);
    expect(outputs[0]).toMatchObject({ width, height, format: 'png' });
    expect(facts).toMatchObject({ isPixelIdentical: true, keptOriginals: 0, bytesAfter: bytes[0]!.length });
    expect(facts.bytesAfter).toBeLessThan(Number(facts.bytesBefore) * 0.9);
    const [before, after] = await Promise.all(
      [source.file, outputs[0]!.file].map((file) => sharp(file).raw().toBuffer()),
    );
    expect(after!.equals(before!)).toBe(true);
  });

  it('turns a PNG into a lossless WebP, colour under transparency included', async () => {
    const samples = Buffer.from(
      Array.from({ length: 64 * 64 * 4 }, (_, i) => (i % 4 === 3 ? (i % 8 === 3 ? 0 : 255) : i >> 6)),
    );
    const hidden = await sharp(samples, { raw: { width: 64, height: 64, channels: 4 } })
      .png()
      .toBuffer();
    const { outputs, bytes, facts } = await run([await save(hidden, 'png')], { format: 'webp' });
    expect(outputs[0]!.format).toBe('webp');
    expect(facts.isPixelIdentical).toBe(true);
    expect((await sharp(bytes[0]!).raw().toBuffer()).equals(samples)).toBe(true);
  });

  it('takes the notes out of a JPEG and leaves its picture and colour profile alone', async () => {
    const jpeg = await photoLike().jpeg({ quality: 85 }).withIccProfile('p3').withExif(note).toBuffer();
    const { outputs, bytes, facts } = await run([await save(jpeg, 'jpg')]);
    const [before, after] = await Promise.all([sharp(jpeg).metadata(), sharp(bytes[0]!).metadata()]);
    expect(outputs[0]!.format).toBe('jpg');
    expect(before.exif).toBeDefined();
    expect(after.exif).toBeUndefined();
    expect(after.icc?.equals(before.icc!)).toBe(true);
    expect(facts).toMatchObject({ isPixelIdentical: true, keptOriginals: 0 });
    expect(await hasSamePixels(jpeg, bytes[0]!)).toBe(true);
  });

  it('keeps the notes when asked to, and where the orientation lies in them', async () => {
    const turned = await photoLike().jpeg().withExif(note).withMetadata({ orientation: 6 }).toBuffer();
    const plain = await photoLike().jpeg().withExif(note).toBuffer();
    expect((await run([await save(turned, 'jpg')])).bytes[0]!.equals(turned)).toBe(true);
    expect((await run([await save(plain, 'jpg')], { isMetadataKept: true })).bytes[0]!.equals(plain)).toBe(true);
    const png = await drawn().png().withExif(note).toBuffer();
    const kept = await run([await save(png, 'png')], { isMetadataKept: true });
    expect((await sharp(kept.bytes[0]!).metadata()).exif).toBeDefined();
    expect((await sharp((await run([await save(png, 'png')])).bytes[0]!).metadata()).exif).toBeUndefined();
  });

  it('takes the notes out of a lossy WebP without coding it again', async () => {
    const webp = await photoLike().webp({ quality: 80 }).withExif(note).toBuffer();
    const { bytes, facts } = await run([await save(webp, 'webp')]);
    expect((await sharp(bytes[0]!).metadata()).exif).toBeUndefined();
    expect(bytes[0]!.length).toBeLessThan(webp.length);
    expect(facts.isPixelIdentical).toBe(true);
  });

  it('gives the original back where the target cannot hold every sample', async () => {
    const deep = Uint16Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 977) % 65536);
    const raw = { width: 64, height: 64, channels: 3 as const };
    const png = await sharp(deep, { raw }).toColourspace('rgb16').png().toBuffer();
    const { outputs, bytes, facts } = await run([await save(png, 'png')], { format: 'webp' });
    expect(outputs[0]!.format).toBe('png');
    expect(bytes[0]!.equals(png)).toBe(true);
    expect(facts).toMatchObject({ isPixelIdentical: true, keptOriginals: 1 });
  });

  it('refuses what JPEG cannot do without loss', async () => {
    const png = await save(await drawn().png().toBuffer(), 'png');
    const jpg = await save(await photoLike().resize(600).jpeg().toBuffer(), 'jpg');
    await expect(run([png], { format: 'jpg' })).rejects.toThrow('JPEG 不是无损格式');
    await expect(run([jpg], { maxSide: 256 })).rejects.toThrow('JPEG 不是无损格式');
    await expect(run([png], { maxSide: 10 })).rejects.toThrow('最大边至少256像素');
  });
});

describe('visual compression', () => {
  it('adds up the bytes of several pictures and says that pixels have changed', async () => {
    const sources = [
      await save(await photoLike().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(), 'jpg'),
      await save(await photoLike().webp({ lossless: true }).toBuffer(), 'webp'),
    ];
    const { outputs, bytes, facts } = await run(sources, { mode: 'visual', quality: 80 });
    expect(outputs.map(({ format }) => format)).toEqual(['jpg', 'webp']);
    expect(facts.isPixelIdentical).toBe(false);
    expect(facts.bytesAfter).toBe(bytes[0]!.length + bytes[1]!.length);
    expect(facts.bytesAfter).toBeLessThan(Number(facts.bytesBefore) * 0.7);
  });

  it('gives the original back when coding it again would make it larger', async () => {
    const small = await photoLike().jpeg({ quality: 40 }).toBuffer();
    const { bytes, facts } = await run([await save(small, 'jpg')], { mode: 'visual', quality: 100 });
    expect(bytes[0]!.equals(small)).toBe(true);
    expect(facts).toMatchObject({ keptOriginals: 1, isPixelIdentical: true });
  });

  it('reduces to the longest side asked for', async () => {
    const large = await save(await drawn().resize(900, 675).png().toBuffer(), 'png');
    const { outputs } = await run([large], { mode: 'visual', format: 'webp', maxSide: 300 });
    expect(outputs[0]).toMatchObject({ width: 300, height: 225, format: 'webp' });
  });

  it('keeps every colour of a PNG that a palette would spoil', async () => {
    const photo = await photoLike().png({ compressionLevel: 0 }).toBuffer();
    const { bytes, facts } = await run([await save(photo, 'png')], { mode: 'visual', quality: 100 });
    expect(facts.bytesAfter).toBeLessThan(Number(facts.bytesBefore));
    let error = 0;
    const [one, other] = await Promise.all(
      [photo, bytes[0]!].map((file) => sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer()),
    );
    for (let i = 0; i < one!.length; i++) error += (one![i]! - other![i]!) ** 2;
    expect(error / one!.length).toBeLessThan(1.1);
  });
});
