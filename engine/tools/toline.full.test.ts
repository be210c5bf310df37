import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { toline as definition } from '#shared/tools/plan';
import { drawContent, height, houseSvg, judgeLines, plainFills, width } from '../../tests/support/drawn-house.ts';
import { type JobPicture, JobRefused } from '../base/job.ts';
import { toline } from './toline.ts';

// Runs write to the same path, and the cache would return the picture of an earlier run.
sharp.cache(false);

const folder = await mkdtemp(path.join(tmpdir(), 'toline-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const picture = (name: string, content: string) => drawContent(folder, name, content);

async function run(file: JobPicture, params: Record<string, unknown> = {}, seed = 1) {
  return toline.run({
    // Black on white unless a story says otherwise.
    params: definition.params.parse({ upload_img: 'p', lineColor: '#000000', ...params }),
    pictures: { p: file },
    seed,
    outputDir: folder,
    onProgress: () => undefined,
  });
}

async function draw(file: JobPicture, params: Record<string, unknown> = {}, seed = 1) {
  const { outputs } = await run(file, params, seed);
  const { data, info } = await sharp(outputs[0]!.file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: file.width, height: file.height, channels: 3 });
  return data;
}

describe('a line drawing', () => {
  it.each(['outline', 'detail', 'cad'])('has the edges of a drawn house and little else: %s', async (lineStyle) => {
    const { recall, precision } = judgeLines(await draw(await picture('house', houseSvg(plainFills)), { lineStyle }));
    expect(recall).toBeGreaterThan(0.9);
    expect(precision).toBeGreaterThan(0.92);
  });

  it.each(['detail', 'cad'])('finds edges between colours of one lightness: %s', async (lineStyle) => {
    // CIE L* of both is within 0.6 of each other.
    const [one, other] = ['#b07a7a', '#6b8fa0'];
    const { recall } = judgeLines(
      await draw(await picture('colours', houseSvg([one!, other!, other!, other!, other!])), { lineStyle }),
    );
    expect(recall).toBeGreaterThan(0.85);
  });

  it('draws nothing on a wall with grain, and says so where there is nothing else', async () => {
    const file = path.join(folder, 'wall.png');
    const noise = { type: 'gaussian' as const, mean: 180, sigma: 4 };
    const wall = sharp({ create: { width, height, channels: 3, background: '#b4b4b4', noise } });
    await wall.png().toFile(file);
    for (const lineStyle of ['outline', 'detail', 'cad', 'sketch', 'blueprint']) {
      await expect(run({ file, width, height, format: 'png' }, { lineStyle })).rejects.toThrow(
        '没有找到可以提取的线条',
      );
    }
    const door = Buffer.from('<svg width="80" height="160"><rect width="80" height="160" fill="#503018"/></svg>');
    const withDoor = path.join(folder, 'door.png');
    await sharp(await wall.png().toBuffer())
      .composite([{ input: door, left: 60, top: 150 }])
      .toFile(withDoor);
    const rgb = await draw({ file: withDoor, width, height, format: 'png' }, { lineStyle: 'detail' });
    let inked = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 180; x < width; x++) if (rgb[(y * width + x) * 3]! < 150) inked++;
    }
    expect(inked / (width * height)).toBeLessThan(0.002);
  });

  it('leaves a cast shadow white, and fills it when asked to keep shadows', async () => {
    const shadow = `<rect width="${width}" height="${height}" fill="#c9c4ba"/><path d="M60 320 L200 120 L330 120 L420 320 Z" fill="#2c2a28"/>`;
    const file = await picture('shadow', shadow);
    const middle = (240 * width + 240) * 3;
    expect((await draw(file, { lineStyle: 'detail' }))[middle]).toBeGreaterThan(200);
    expect((await draw(file, { lineStyle: 'detail', isShadowRemoved: false }))[middle]).toBeLessThan(60);
  });

  it('draws wider lines with a wider pen and more lines with more detail', async () => {
    const file = await picture('house', houseSvg(plainFills));
    const inkOf = async (params: Record<string, unknown>) => {
      const rgb = await draw(file, { lineStyle: 'cad', ...params });
      return rgb.reduce((sum, value) => sum + 255 - value, 0);
    };
    expect(await inkOf({ lineWidth: 8 })).toBeGreaterThan(1.8 * (await inkOf({ lineWidth: 2 })));
    const faint = await picture('faint', houseSvg(['#d8cdb8', '#d2c7b2', '#cfc4ae', '#d8cdb8', '#dcd1bc']));
    const rgb = await draw(faint, { lineStyle: 'detail', detail: 100 });
    expect(rgb.reduce((sum, value) => sum + 255 - value, 0) / rgb.length).toBeGreaterThan(0.05);
    await expect(run(faint, { lineStyle: 'detail', detail: 0 })).rejects.toThrow('请调高「细节」');
  });

  it('uses the colours asked for, and white on blue for a blueprint', async () => {
    const file = await picture('house', houseSvg(plainFills));
    const coloured = await draw(file, { lineStyle: 'cad', lineColor: '#aa0000', backgroundColor: '#ffeecc' });
    expect([...coloured.subarray(0, 3)]).toEqual([0xff, 0xee, 0xcc]);
    const blueprint = await draw(file, { lineStyle: 'blueprint' });
    const emptyField = (6 * width + 6) * 3;
    expect([...blueprint.subarray(emptyField, emptyField + 3)]).toEqual([28, 74, 140]);
  });

  it('repeats a sketch for its seed and changes it for another', async () => {
    const file = await picture('house', houseSvg(plainFills));
    const [one, same, other] = [
      await draw(file, { lineStyle: 'sketch' }, 3),
      await draw(file, { lineStyle: 'sketch' }, 3),
      await draw(file, { lineStyle: 'sketch' }, 4),
    ];
    expect(same.equals(one)).toBe(true);
    expect(other.equals(one)).toBe(false);
  });

  it('refuses a picture that is too small and a picture that is not there', async () => {
    const file = path.join(folder, 'tiny.png');
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toFile(file);
    await expect(draw({ file, width: 8, height: 8, format: 'png' })).rejects.toBeInstanceOf(JobRefused);
    await expect(draw({ file: path.join(folder, 'none.png'), width, height, format: 'png' })).rejects.toThrow(
      '无法读取',
    );
  });

  it('gives every style its own drawing', async () => {
    const file = await picture('house', houseSvg(plainFills));
    const drawings: Buffer[] = [];
    for (const lineStyle of ['outline', 'detail', 'cad', 'sketch', 'blueprint']) {
      drawings.push(await draw(file, { lineStyle }));
    }
    for (const [index, one] of drawings.entries()) {
      for (const other of drawings.slice(index + 1)) {
        const difference = one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;
        expect(difference).toBeGreaterThan(0.3);
      }
    }
  });

  it.each([
    ['a thumbnail', 64, 40],
    ['a strip', 900, 90],
    ['a tower', 90, 900],
    ['an odd size', 257, 131],
  ])('draws the frame in %s', async (_, wide, high) => {
    const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#e8e0d0"/><rect x="10" y="10" width="${wide - 20}" height="${high - 20}" fill="#305060"/></svg>`;
    const file = path.join(folder, `frame-${wide}.png`);
    await sharp(Buffer.from(frame)).flatten().png().toFile(file);
    const size = { width: wide, height: high };
    for (const lineStyle of ['detail', 'cad']) {
      const rgb = await draw({ file, ...size, format: 'png' }, { lineStyle });
      const darkest = (x: number) =>
        Math.min(...[-3, -2, -1, 0, 1, 2, 3].map((d) => rgb[((high >> 1) * wide + x + d) * 3]!));
      expect([darkest(10), darkest(wide - 10)].every((value) => value < 140)).toBe(true);
    }
  });
});
