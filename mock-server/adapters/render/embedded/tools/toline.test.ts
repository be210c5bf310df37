import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { RenderRefused } from '../../port.ts';
import { toline } from './toline.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'toline-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 480;
const height = 360;

/** Outlines of the drawn house: x, y, width, height. */
const boxes = [
  [110, 90, 260, 210],
  [140, 120, 60, 60],
  [280, 120, 60, 60],
  [215, 210, 50, 90],
] as const;

function houseSvg(fills: readonly string[]): string {
  const rects = boxes.map(
    ([x, y, w, h], i) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fills[i]}"/>`,
  );
  return `<rect width="${width}" height="${height}" fill="${fills[4]}"/>${rects.join('')}`;
}

async function picture(name: string, content: string) {
  const file = path.join(folder, `${name}.png`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges">${content}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
  return { file, width, height, format: 'png' as const };
}

async function draw(file: Awaited<ReturnType<typeof picture>>, params: Record<string, unknown> = {}, seed = 1) {
  const result = await toline.run({
    params: { upload_img: 'p', ...params },
    pictures: { p: file },
    seed,
    outputDir: folder,
    onProgress: () => undefined,
  });
  const [output] = result.outputs;
  const { data, info } = await sharp(output!.file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height, channels: 3 });
  return data;
}

/** Distance 0/1 plane: 1 within `reach` pixels of an outline of the boxes. */
function nearOutline(reach: number): Uint8Array {
  const near = new Uint8Array(width * height);
  for (const [x, y, w, h] of boxes) {
    for (let py = y - reach; py < y + h + reach; py++) {
      for (let px = x - reach; px < x + w + reach; px++) {
        const isInside = px >= x + reach && px < x + w - reach && py >= y + reach && py < y + h - reach;
        if (!isInside && px >= 0 && py >= 0 && px < width && py < height) near[py * width + px] = 1;
      }
    }
  }
  return near;
}

/** How much of the outlines has ink within 3 pixels, and how much of the ink lies within 4 pixels of an outline. */
function judge(rgb: Buffer): { recall: number; precision: number } {
  const isInk = (x: number, y: number) => rgb[(y * width + x) * 3]! < 150;
  const near = nearOutline(4);
  let inked = 0;
  let right = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue;
      inked++;
      right += near[y * width + x]!;
    }
  }
  let asked = 0;
  let found = 0;
  const visit = (x: number, y: number) => {
    asked++;
    for (let dy = -3; dy <= 3; dy++) for (let dx = -3; dx <= 3; dx++) if (isInk(x + dx, y + dy)) return void found++;
  };
  for (const [x, y, w, h] of boxes) {
    for (let px = x; px < x + w; px++) for (const py of [y, y + h]) visit(px, py);
    for (let py = y; py < y + h; py++) for (const px of [x, x + w]) visit(px, py);
  }
  return { recall: found / asked, precision: inked === 0 ? 0 : right / inked };
}

const plain = ['#d8cdb8', '#38506a', '#38506a', '#6a4024', '#9fc4ea'];

describe('a line drawing', () => {
  it.each(['outline', 'detail', 'cad'])('has the edges of a drawn house and little else: %s', async (lineStyle) => {
    const { recall, precision } = judge(await draw(await picture('house', houseSvg(plain)), { lineStyle }));
    expect(recall).toBeGreaterThan(0.9);
    expect(precision).toBeGreaterThan(0.92);
  });

  it.each(['detail', 'cad'])('finds edges between colours of one lightness: %s', async (lineStyle) => {
    // CIE L* of both is within 0.6 of each other.
    const [one, other] = ['#b07a7a', '#6b8fa0'];
    const { recall } = judge(
      await draw(await picture('colours', houseSvg([one!, other!, other!, other!, other!])), { lineStyle }),
    );
    expect(recall).toBeGreaterThan(0.85);
  });

  it('draws nothing on an empty wall with grain', async () => {
    const file = path.join(folder, 'wall.png');
    const noise = { type: 'gaussian' as const, mean: 180, sigma: 4 };
    await sharp({ create: { width, height, channels: 3, background: '#b4b4b4', noise } })
      .png()
      .toFile(file);
    const rgb = await draw({ file, width, height, format: 'png' }, { lineStyle: 'detail' });
    let inked = 0;
    for (let i = 0; i < rgb.length; i += 3) if (rgb[i]! < 150) inked++;
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
    const file = await picture('house', houseSvg(plain));
    const inkOf = async (params: Record<string, unknown>) => {
      const rgb = await draw(file, { lineStyle: 'cad', ...params });
      return rgb.reduce((sum, value) => sum + 255 - value, 0);
    };
    expect(await inkOf({ lineWidth: 8 })).toBeGreaterThan(1.8 * (await inkOf({ lineWidth: 2 })));
    const faint = await picture('faint', houseSvg(['#d8cdb8', '#d2c7b2', '#cfc4ae', '#d8cdb8', '#dcd1bc']));
    const inkOfFaint = async (detail: number) => {
      const rgb = await draw(faint, { lineStyle: 'detail', detail });
      return rgb.reduce((sum, value) => sum + 255 - value, 0);
    };
    expect(await inkOfFaint(100)).toBeGreaterThan(await inkOfFaint(0));
  });

  it('uses the colours asked for, and white on blue for a blueprint', async () => {
    const file = await picture('house', houseSvg(plain));
    const coloured = await draw(file, { lineStyle: 'cad', lineColor: '#aa0000', backgroundColor: '#ffeecc' });
    expect([...coloured.subarray(0, 3)]).toEqual([0xff, 0xee, 0xcc]);
    const blueprint = await draw(file, { lineStyle: 'blueprint' });
    const emptyField = (6 * width + 6) * 3;
    expect([...blueprint.subarray(emptyField, emptyField + 3)]).toEqual([28, 74, 140]);
  });

  it('repeats a sketch for its seed and changes it for another', async () => {
    const file = await picture('house', houseSvg(plain));
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
    await expect(draw({ file, width: 8, height: 8, format: 'png' })).rejects.toBeInstanceOf(RenderRefused);
    await expect(draw({ file: path.join(folder, 'none.png'), width, height, format: 'png' })).rejects.toThrow(
      '无法读取',
    );
  });
});
