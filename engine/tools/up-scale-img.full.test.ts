import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { upScaleImg as definition } from '#shared/tools/enhance';
import { upScaleImg } from './up-scale-img.ts';

// Runs write to the same path, and the cache would return the picture of an earlier run.
sharp.cache(false);

const folder = await mkdtemp(path.join(tmpdir(), 'up-scale-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function save(name: string, picture: Sharp) {
  const file = path.join(folder, `${name}.png`);
  const { width, height } = await picture.png().toFile(file);
  return { file, width, height, format: 'png' as const };
}

async function enlarge(picture: Awaited<ReturnType<typeof save>>, params: Record<string, unknown>) {
  const result = await upScaleImg.run({
    params: definition.params.parse({ upload_img: 'p', ...params }),
    pictures: { p: picture },
    seed: 0,
    outputDir: folder,
    onProgress: () => undefined,
  });
  return result.outputs[0]!;
}

async function drawStreet(width: number, height: number) {
  const bars = Array.from({ length: 12 }, (_, i) => {
    const x = i * 34 + 6;
    return `<rect x="${x}" y="${20 + (i % 3) * 9}" width="21" height="${height - 60}" fill="hsl(${i * 30},45%,${30 + i * 4}%)"/>
      <circle cx="${x + 10}" cy="${height - 25}" r="9" fill="#334"/>`;
  }).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#cfd8e0"/>${bars}<path d="M0 ${height} L${width} 0" stroke="#fff" stroke-width="3"/></svg>`;
  return sharp(Buffer.from(svg)).flatten();
}

const rawOf = (input: string | Buffer) => sharp(input).removeAlpha().raw().toBuffer();

function decibels(one: Buffer, other: Buffer): number {
  let error = 0;
  for (let i = 0; i < one.length; i++) error += (one[i]! - other[i]!) ** 2;
  return 10 * Math.log10((255 ** 2 * one.length) / error);
}

describe('enlargement', () => {
  it('brings a picture back from half its size better than a bicubic enlargement', async () => {
    const street = await (await drawStreet(400, 300)).png().toBuffer();
    const half = await save('half', sharp(street).resize(200, 150, { kernel: 'lanczos3' }));
    const output = await enlarge(half, { scale: 2, denoise: 0, sharpen: 0 });
    expect(output).toMatchObject({ width: 400, height: 300, format: 'png' });
    const bicubic = await sharp(half.file)
      .affine([2, 0, 0, 2], { interpolator: 'bicubic', odx: 0.5, ody: 0.5 })
      .png()
      .toBuffer();
    const peer = await sharp(bicubic)
      .extract({ left: 0, top: 0, width: 400, height: 300 })
      .removeAlpha()
      .raw()
      .toBuffer();
    const original = await rawOf(street);
    expect(decibels(await rawOf(output.file), original)).toBeGreaterThan(decibels(peer, original) + 0.5);
  });

  it('makes edges crisper as a rule without losing likeness to the original', async () => {
    const street = await (await drawStreet(400, 300)).blur(0.6).png().toBuffer();
    const half = await save('half-street', sharp(street).resize(200, 150, { kernel: 'lanczos3' }));
    const original = await rawOf(street);
    // The fourth power of the differences measures the steepness of the edges.
    const look = async (params: Record<string, unknown>) => {
      const pixels = await rawOf((await enlarge(half, params)).file);
      const row = pixels.subarray(120 * 1200, 121 * 1200);
      const steepness = row.subarray(3).reduce((sum, value, i) => sum + (value - row[i]!) ** 4, 0);
      return { likeness: decibels(pixels, original), steepness };
    };
    const plain = await look({ denoise: 0, sharpen: 0 });
    const usual = await look({});
    expect(usual.likeness).toBeGreaterThan(plain.likeness - 0.02);
    expect(usual.steepness).toBeGreaterThan(plain.steepness * 1.05);
  });

  it('leaves no seam where one strip of the work ends and the next begins', async () => {
    // At this width the first strip ends at source row 187; a cut-out from row 150 on is one strip.
    const whole = await save('whole', await drawStreet(1000, 260));
    const part = await save('part', sharp(whole.file).extract({ left: 0, top: 150, width: 1000, height: 110 }));
    const params = { scale: 4, denoise: 30, sharpen: 50 };
    const rowsAround = async (picture: typeof whole, top: number) => {
      const { file } = await enlarge(picture, params);
      return sharp(file)
        .extract({ left: 0, top: top * 4, width: 4000, height: 100 })
        .raw()
        .toBuffer();
    };
    const [one, other] = [await rowsAround(whole, 175), await rowsAround(part, 25)];
    let most = 0;
    for (let i = 0; i < one.length; i++) most = Math.max(most, Math.abs(one[i]! - other[i]!));
    expect(most).toBeLessThanOrEqual(2);
  });

  it('sharpens edges without a halo around them', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="#a0a0a0"/><rect width="40" height="60" fill="#606060"/></svg>`;
    const soft = await save('edge', sharp(Buffer.from(svg)).flatten().blur(1.5));
    const profile = async (sharpen: number) => {
      const { file } = await enlarge(soft, { scale: 2, denoise: 0, sharpen, isLineTextFirst: true });
      return [
        ...(await sharp(file).extractChannel(1).extract({ left: 0, top: 60, width: 160, height: 1 }).raw().toBuffer()),
      ];
    };
    const steepest = (values: number[]) => Math.max(...values.slice(1).map((value, i) => value - values[i]!));
    const [plain, crisp] = [await profile(0), await profile(80)];
    expect(steepest(crisp)).toBeGreaterThan(steepest(plain) * 1.3);
    expect(Math.max(...crisp)).toBeLessThanOrEqual(0xa0 + 2);
    expect(Math.min(...crisp)).toBeGreaterThanOrEqual(0x60 - 2);
  });

  it('takes noise away when asked to', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 6 };
    const wall = await save(
      'noise',
      sharp({ create: { width: 120, height: 90, channels: 3, background: '#808080', noise } }),
    );
    const deviation = async (denoise: number) => {
      const { file } = await enlarge(wall, { scale: 1, denoise, sharpen: 0 });
      return (await sharp(file).stats()).channels[1]!.stdev;
    };
    expect(await deviation(80)).toBeLessThan((await deviation(0)) * 0.6);
    expect(await deviation(20)).toBeLessThan((await deviation(0)) * 0.95);
  });

  it('takes nothing away from a clean picture unless much is asked for', async () => {
    const street = await save('clean', (await drawStreet(240, 180)).blur(0.6));
    const bytes = async (denoise: number) => rawOf((await enlarge(street, { scale: 1, denoise, sharpen: 0 })).file);
    expect((await bytes(20)).equals(await bytes(0))).toBe(true);
    expect((await bytes(90)).equals(await bytes(0))).toBe(false);
  });

  it('keeps transparency', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="30" height="40" fill="#d04020"/></svg>`;
    const { file } = await enlarge(await save('alpha', sharp(Buffer.from(svg))), { scale: 2 });
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 120, height: 80, channels: 4 });
    expect(data[(40 * 120 + 20) * 4 + 3]).toBe(255);
    expect(data[(40 * 120 + 100) * 4 + 3]).toBe(0);
  });

  it('refuses a result longer than 8192 pixels before it decodes anything', async () => {
    const claimed = { file: path.join(folder, 'absent.png'), width: 2100, height: 800, format: 'png' as const };
    await expect(enlarge(claimed, { scale: 4 })).rejects.toThrow('放大后的长边为 8400 像素，超过上限 8192 像素');
  });
});
