import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { copyPngMetadata, stripJpeg, stripPng, stripWebp } from './metadata.ts';

const scene = () => sharp({ create: { width: 24, height: 16, channels: 3, background: '#a53' } });
const noted = { IFD0: { Copyright: 'studio' } };

describe('metadata', () => {
  it.each([
    ['jpeg', stripJpeg],
    ['png', stripPng],
    ['webp', stripWebp],
  ] as const)('is taken out of a %s and the picture stays', async (format, strip) => {
    const file = await scene().withIccProfile('p3').withExif(noted).toFormat(format).toBuffer();
    const stripped = strip(file);
    const [before, after] = await Promise.all([sharp(file).metadata(), sharp(stripped).metadata()]);
    expect(before.exif).toBeDefined();
    expect(after.exif).toBeUndefined();
    expect(after.icc?.equals(before.icc!)).toBe(true);
    const [one, other] = await Promise.all([file, stripped].map((bytes) => sharp(bytes).raw().toBuffer()));
    expect(other!.equals(one!)).toBe(true);
    expect(strip(stripped).equals(stripped)).toBe(true);
  });

  it('of a PNG finds its way into another', async () => {
    const [from, to] = [await scene().withExif(noted).png().toBuffer(), await scene().png().toBuffer()];
    const joined = await sharp(copyPngMetadata(from, to)).metadata();
    expect(joined.exif?.toString('latin1')).toContain('studio');
  });

  it.each([
    ['cut off', (file: Buffer) => file.subarray(0, 40)],
    ['of another kind', () => Buffer.from('GIF89a and so on and so on')],
    ['empty', () => Buffer.alloc(0)],
  ])('of a file that is %s is left alone', async (_name, damage) => {
    for (const [format, strip] of [
      ['jpeg', stripJpeg],
      ['png', stripPng],
      ['webp', stripWebp],
    ] as const) {
      const damaged = damage(await scene().withExif(noted).toFormat(format).toBuffer());
      expect(strip(damaged).equals(damaged)).toBe(true);
    }
  });
});
