import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPosition, uprightExif } from './formats/exif.ts';
import { isCommonJpeg, qualityOf, readJpeg } from './formats/jpeg-file.ts';
import { matrixProfile } from './formats/matrix-profile.ts';
import { withDescribed, withoutPosition } from './formats/picture-description.ts';
import { joinPng, pngChunk, readPng } from './formats/png-file.ts';
import { readWebp } from './formats/webp-file.ts';
import { uprightXmp } from './formats/xmp.ts';
import { readHeader, takeIn } from './picture.ts';

const fixture = (name: string) => path.join(import.meta.dirname, '../../../../tests/fixtures/pictures', name);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'intake-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
/** The file as uploaded and as stored. */
async function taken(source: string | Buffer) {
  const file = path.join(folder, String(count++));
  if (typeof source === 'string') await copyFile(fixture(source), file);
  else await writeFile(file, source);
  const came = await readFile(file);
  const header = await readHeader(file);
  if (!('width' in header)) throw new Error('no picture');
  const facts = await takeIn(file, header);
  const stored = await readFile(file);
  return { came, stored, facts, told: await sharp(stored).metadata() };
}

const pixels = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
const textOf = (exif?: Buffer) => exif?.toString('latin1') ?? '';

/** Mean and maximum difference of the samples, 0–255. */
function apart(one: Buffer, other: Buffer): { mean: number; most: number } {
  let [sum, most] = [0, 0];
  for (let at = 0; at < one.length; at++) {
    const off = Math.abs(one[at]! - other[at]!);
    sum += off;
    most = Math.max(most, off);
  }
  return { mean: sum / one.length, most };
}

describe('a photograph', () => {
  it('is turned upright with its date, copyright and density, and without its place', async () => {
    const { came, stored, facts, told } = await taken('exif-gps-o6.jpg');
    expect([facts.width, facts.height, told.orientation, told.density]).toEqual([480, 640, 1, 300]);
    expect(textOf(told.exif)).toContain('2024:05:06 07:08:09');
    expect(textOf(told.exif)).toContain('Test studio');
    expect(hasPosition(told.exif!.subarray(6))).toBe(false);
    expect(stored.length).toBeLessThanOrEqual(came.length);
    expect(told.chromaSubsampling).toBe('4:2:0');
    expect(Math.abs(qualityOf(readJpeg(stored)!) - qualityOf(readJpeg(came)!))).toBeLessThanOrEqual(4);
    const upright = await sharp(came).autoOrient().removeAlpha().raw().toBuffer();
    expect(apart(await pixels(stored), upright).mean).toBeLessThan(2);
  });

  it('that stands upright keeps everything but its place', async () => {
    const { came, stored, told } = await taken('exif-gps-o1.jpg');
    expect(hasPosition((await sharp(came).metadata()).exif!.subarray(6))).toBe(true);
    expect(hasPosition(told.exif!.subarray(6))).toBe(false);
    expect(textOf(told.exif)).toContain('Test studio');
    expect([told.orientation, told.density, stored.length]).toEqual([1, 300, came.length]);
    expect(stored.subarray(readJpeg(stored)!.scan).equals(came.subarray(readJpeg(came)!.scan))).toBe(true);
  });

  it('in wider colours becomes sRGB at the quality it came in, and no larger', async () => {
    const { came, stored, told } = await taken('p3.jpg');
    expect([told.icc, told.chromaSubsampling]).toEqual([undefined, '4:2:0']);
    expect(stored.length).toBeLessThanOrEqual(came.length);
    const meant = await sharp(came).toColourspace('srgb').removeAlpha().raw().toBuffer();
    expect(apart(await pixels(stored), meant).mean).toBeLessThan(2);
  });

  it('without an end mark is taken where every row is there, and refused where rows are missing', async () => {
    const { came, stored } = await taken('no-eoi.jpg');
    expect(stored.equals(Buffer.concat([came, Buffer.from([0xff, 0xd9])]))).toBe(true);
    await expect(taken('cut-last-100.jpg')).rejects.toMatchObject({ reason: 'upload.cut' });
    const cut = (await readFile(fixture('no-eoi.jpg'))).subarray(0, 5000);
    await expect(taken(Buffer.concat([cut, Buffer.from([0xff, 0xd9])]))).rejects.toMatchObject({
      reason: 'upload.cut',
    });
  });

  it('in arithmetic codes is stored in those that browsers know', async () => {
    const { came, stored } = await taken('arithmetic.jpg');
    expect([isCommonJpeg(readJpeg(came)!), isCommonJpeg(readJpeg(stored)!)]).toEqual([false, true]);
    expect(apart(await pixels(stored), await pixels(came)).mean).toBeLessThan(2);
  });

  it('loses the film that hangs behind its end', async () => {
    const still = await readFile(fixture('no-eoi.jpg'));
    const moving = Buffer.concat([still, Buffer.from([0xff, 0xd9]), Buffer.from('....ftypmp42 +31.2304+121.4737/')]);
    const { stored } = await taken(moving);
    expect(stored.length).toBe(still.length + 2);
  });
});

it.each(['animated.webp', 'animated.png'])('%s is told to be a moving picture', async (name) => {
  const file = path.join(folder, name);
  if (name.endsWith('.webp')) await copyFile(fixture(name), file);
  else {
    const [head, ...rest] = readPng(
      await sharp({ create: { width: 300, height: 300, channels: 3, background: '#888' } })
        .png()
        .toBuffer(),
    )!.chunks;
    await writeFile(file, joinPng([head!, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), ...rest]));
  }
  await expect(readHeader(file)).rejects.toMatchObject({
    reason: 'upload.export_instead',
    message: expect.stringContaining('动图'),
  });
});

describe('colours of a PNG', () => {
  const encoded = (light: number) => 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  const seenAs = (bytes: Buffer, light: (sample: number) => number) =>
    Buffer.from(bytes.map((sample) => Math.round(encoded(light(sample / 255)))));
  const gamma = (value: number) => {
    const data = Buffer.alloc(4);
    data.writeUInt32BE(value);
    return pngChunk('gAMA', data);
  };
  let plain: Buffer;
  beforeAll(async () => {
    const ramp = Buffer.from(Array.from({ length: 320 * 260 * 3 }, (_, at) => (at * 7) % 256));
    plain = await sharp(ramp, { raw: { width: 320, height: 260, channels: 3 } })
      .png()
      .toBuffer();
  });
  const withChunks = (...chunks: ReturnType<typeof pngChunk>[]) => {
    const [head, ...rest] = readPng(plain)!.chunks;
    return joinPng([head!, ...chunks, ...rest.filter(({ type }) => type !== 'pHYs')]);
  };

  it.each([
    ['gama-1.0.png', 1],
    ['gama-1.8.png', 1.8],
  ])('%s are what its gamma says', async (name, exponent) => {
    const { came, stored } = await taken(name);
    const meant = seenAs(await pixels(came), (sample) => sample ** exponent);
    expect(apart(await pixels(stored), meant).most).toBeLessThanOrEqual(1);
    expect(readPng(stored)!.chunks.some(({ type }) => ['gAMA', 'iCCP', 'cHRM'].includes(type))).toBe(false);
    expect(stored.length).toBeLessThanOrEqual(came.length);
  });

  const srgbChunk = pngChunk('sRGB', Buffer.from([0]));
  const p3Code = pngChunk('cICP', Buffer.from([12, 13, 0, 1]));
  const srgbCode = pngChunk('cICP', Buffer.from([1, 13, 0, 1]));

  it('follow sRGB before gamma, and the code before all', async () => {
    const kept = await taken(withChunks(srgbChunk, gamma(100_000)));
    expect((await pixels(kept.stored)).equals(await pixels(plain))).toBe(true);
    const coded = await taken(withChunks(srgbCode, gamma(100_000)));
    expect((await pixels(coded.stored)).equals(await pixels(plain))).toBe(true);
    const wide = await taken(withChunks(p3Code, srgbChunk, gamma(100_000)));
    const profile = await sharp(await sharp(plain).toColourspace('srgb').png().toBuffer())
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const [head, ...rest] = readPng(profile)!.chunks;
    const iccp = rest.find(({ type }) => type === 'iCCP')!;
    const tagged = joinPng([head!, iccp, ...readPng(plain)!.chunks.slice(1)]);
    expect(
      apart(await pixels(wide.stored), await sharp(tagged).toColourspace('srgb').removeAlpha().raw().toBuffer()).mean,
    ).toBeLessThan(1);
    const overruled = await taken(joinPng([head!, srgbCode, iccp, ...readPng(plain)!.chunks.slice(1)]));
    expect((await pixels(overruled.stored)).equals(await pixels(plain))).toBe(true);
  });

  it('keep texts, and rows without an end mark', async () => {
    const { stored } = await taken(withChunks(gamma(100_000), pngChunk('tEXt', Buffer.from('Copyright\0Studio'))));
    expect(readPng(stored)!.chunks.some(({ data }) => data.toString().includes('Studio'))).toBe(true);
    const open = readPng(plain)!.chunks.slice(0, -1);
    expect(readPng((await taken(joinPng(open))).stored)!.hasEnd).toBe(true);
    expect((await taken(plain)).stored.equals(plain)).toBe(true);
  });

  it('come to a profile that colour management reads', async () => {
    const icc = matrixProfile(
      { white: [0.3127, 0.329], red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], light: 2.2 },
      3,
    );
    expect(icc.readUInt32BE(0)).toBe(icc.length);
  });
});

describe('where a picture was taken', () => {
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description exif:GPSLatitude="31,13.8N" dc:rights="Studio" tiff:Orientation="6"><exif:GPSLongitude>121,28E</exif:GPSLongitude><dc:title>House</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>';

  it.each(['jpg', 'png', 'webp'] as const)('goes from a %s, and what else it says stays', async (format) => {
    const exif = (await sharp(fixture('exif-gps-o1.jpg')).metadata()).exif!.subarray(6);
    const bare = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a85' } })
      .toFormat(format === 'jpg' ? 'jpeg' : format)
      .toBuffer();
    const telling = withDescribed(bare, format, { exif, xmp, others: [] });
    const before = await sharp(telling).metadata();
    expect([hasPosition(before.exif!.subarray(format === 'jpg' ? 6 : 0)), before.xmpAsString?.includes('GPS')]).toEqual(
      [true, true],
    );
    const clean = withoutPosition(telling, format);
    const after = await sharp(clean).metadata();
    const left = after.exif!.subarray(textOf(after.exif).startsWith('Exif') ? 6 : 0);
    expect([hasPosition(left), after.xmpAsString?.includes('GPS'), after.xmpAsString?.includes('Studio')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(textOf(after.exif)).toContain('2024:05:06 07:08:09');
    expect((await pixels(clean)).equals(await pixels(bare))).toBe(true);
    expect(withoutPosition(clean, format)).toBe(clean);
    expect((await taken(telling)).stored.includes('GPSLatitude')).toBe(false);
  });

  it('goes from text that is not closed, at length that is bounded', () => {
    expect(uprightXmp(xmp)).not.toContain('GPS');
    expect(uprightXmp(xmp)).toContain('House');
    expect(uprightXmp('<exif:GPSLatitude>'.repeat(20_000))).toBeUndefined();
    expect(uprightXmp(` exif:GPSx="1"`.repeat(20_000))).toBe('');
    expect(uprightExif(Buffer.from('nonsense'))).toBeUndefined();
  });

  it('leaves a WebP that its header describes', async () => {
    const bare = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#a858' } })
      .webp()
      .toBuffer();
    const told = withDescribed(bare, 'webp', { exif: undefined, xmp: '<x/>', others: [] });
    expect(readWebp(told)!.map(({ type }) => type)).toContain('XMP ');
    expect(await sharp(told).metadata()).toMatchObject({
      width: 300,
      height: 200,
      hasAlpha: true,
      xmpAsString: '<x/>',
    });
  });
});
