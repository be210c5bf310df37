import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { lama } from './lama.ts';
import { localRenderingPro, localRenderingProIndoor } from './local-rendering-pro.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'redraw-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 200;
const height = 150;
const isWall = (x: number, y: number) => x >= 40 && x < 160 && y >= 30 && y < 120;

/** A grey room whose light falls off to the right. */
const room = new Uint8Array(width * height * 3);
for (let i = 0; i < width * height; i++) room.fill(200 - Math.round((i % width) * 0.5), i * 3, i * 3 + 3);

async function store(name: string, bytes: Uint8Array, size: { width: number; height: number }, channels: 1 | 3) {
  const file = path.join(folder, `${name}.png`);
  await sharp(bytes, { raw: { ...size, channels } })
    .png()
    .toFile(file);
  return { file, ...size, format: 'png' as const };
}

const defaults = {
  promptTxt: '',
  negTxt: '',
  strength: 0.75,
  feather: 8,
  ipaPlus: true,
  num: 1,
  quickObject: 'none',
  mode: 'redraw',
};

async function redraw(params: Record<string, unknown>, tool = localRenderingPro, seed = 2) {
  const mask = Uint8Array.from({ length: width * height }, (_, i) =>
    isWall(i % width, Math.floor(i / width)) ? 255 : 0,
  );
  const checks = Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    const isDark = (((pixel % 64) >> 2) + (pixel >> 8)) % 2 === 0;
    return isDark ? [20, 60, 20][i % 3]! : [90, 200, 90][i % 3]!;
  });
  const result = await tool.run({
    params: { upload_img: 'p', mask: 'm', ...defaults, ...params },
    pictures: {
      p: await store('room', room, { width, height }, 3),
      m: await store('mask', mask, { width, height }, 1),
      r: await store('checks', checks, { width: 64, height: 64 }, 3),
    },
    seed,
    outputDir: folder,
    onProgress: () => undefined,
  });
  const pictures = await Promise.all(result.outputs.map(({ file }) => sharp(file).removeAlpha().raw().toBuffer()));
  return { pictures, facts: result.facts! };
}

/** Mean colour of a box. */
function meanOf(rgb: Uint8Array, left: number, right: number): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = 50; y < 100; y++) {
    for (let x = left; x < right; x++) {
      for (const channel of [0, 1, 2] as const) sums[channel] += rgb[(y * width + x) * 3 + channel]!;
      count++;
    }
  }
  return [sums[0] / count, sums[1] / count, sums[2] / count];
}

function changedOutside(rgb: Uint8Array): number {
  let changed = 0;
  for (let i = 0; i < width * height; i++) {
    const isSame = [0, 1, 2].every((channel) => rgb[i * 3 + channel] === room[i * 3 + channel]);
    if (!isWall(i % width, Math.floor(i / width)) && !isSame) changed++;
  }
  return changed;
}

describe('a redrawn region', () => {
  it('takes the colour of the material named and keeps the light on it', async () => {
    const { pictures, facts } = await redraw({ promptTxt: '换成红砖墙' });
    const [red, green, blue] = meanOf(pictures[0]!, 60, 140);
    expect(red).toBeGreaterThan(green + 30);
    expect(green).toBeGreaterThan(blue);
    expect(meanOf(pictures[0]!, 60, 80)[0]).toBeGreaterThan(meanOf(pictures[0]!, 120, 140)[0] + 10);
    expect(changedOutside(pictures[0]!)).toBe(0);
    expect(facts).toMatchObject({ changedPixelsOutside: 0, note: expect.stringContaining('砖') });
  });

  it('grows the reference’s texture, or takes only its colours', async () => {
    const contrast = (rgb: Uint8Array) => {
      let sum = 0;
      for (let x = 60; x < 140; x++)
        sum += Math.abs(rgb[(75 * width + x) * 3 + 1]! - rgb[(75 * width + x - 1) * 3 + 1]!);
      return sum / 80;
    };
    const texture = await redraw({ style_img: 'r' });
    expect(contrast(texture.pictures[0]!)).toBeGreaterThan(8);
    const colours = await redraw({ style_img: 'r', ipaPlus: false });
    expect(contrast(colours.pictures[0]!)).toBeLessThan(2);
    for (const { pictures } of [texture, colours]) {
      const [red, green, blue] = meanOf(pictures[0]!, 60, 140);
      expect(green).toBeGreaterThan(Math.max(red, blue) + 20);
      expect(changedOutside(pictures[0]!)).toBe(0);
    }
  });

  it('goes further with more strength', async () => {
    const shift = async (strength: number) => {
      const { pictures } = await redraw({ promptTxt: '蓝色涂料', strength });
      const [red, , blue] = meanOf(pictures[0]!, 60, 140);
      return blue - red;
    };
    expect(await shift(0.9)).toBeGreaterThan((await shift(0.2)) + 15);
  });

  it('gives several different outputs, and other ones for another seed', async () => {
    const { pictures } = await redraw({ promptTxt: '白色', num: 4 });
    for (let one = 0; one < 4; one++) {
      for (let other = 0; other < one; other++) expect(pictures[one]!.equals(pictures[other]!)).toBe(false);
    }
    const [again, elsewhere] = [
      await redraw({ promptTxt: '白色' }),
      await redraw({ promptTxt: '白色' }, localRenderingPro, 9),
    ];
    expect(again.pictures[0]!.equals(pictures[0]!)).toBe(true);
    expect(elsewhere.pictures[0]!.equals(pictures[0]!)).toBe(false);
  });

  it('changes only the light when no word is known or the material is not wanted', async () => {
    const unknown = await redraw({ promptTxt: '更高级一点' });
    const barred = await redraw({ promptTxt: '木地板', negTxt: '木' });
    for (const { pictures, facts } of [unknown, barred]) {
      expect(facts.note).toContain('光影与色调');
      expect(pictures[0]!.equals(Buffer.from(room))).toBe(false);
    }
  });

  it('is blended within its edge, however wide', async () => {
    const { pictures, facts } = await redraw({ promptTxt: '红砖', feather: 50 });
    expect([changedOutside(pictures[0]!), facts.changedPixelsOutside]).toEqual([0, 0]);
  });

  it('puts the thing there that words name, in their colour, and lays what they call a material', async () => {
    const sofa = await redraw({ promptTxt: '换成红色沙发' }, localRenderingProIndoor);
    const red = (rgb: Uint8Array) => {
      let count = 0;
      for (let i = 0; i < rgb.length; i += 3) if (rgb[i]! > rgb[i + 1]! + 40) count++;
      return count;
    };
    expect(sofa.facts.note).toContain('沙发');
    expect(red(sofa.pictures[0]!)).toBeGreaterThan(300);
    expect(changedOutside(sofa.pictures[0]!)).toBe(0);
    const recoloured = await redraw({ promptTxt: '沙发换成红色' }, localRenderingProIndoor);
    expect(recoloured.facts.note).not.toContain('放入');
    const words = (promptTxt: string) => localRenderingProIndoor.readWords!({ ...defaults, promptTxt });
    expect(words('换成红色沙发，带流苏')).toEqual({ used: ['红色', '沙发'], ignored: ['流苏'] });
    expect(words('木衣柜')).toEqual({ used: ['木', '衣柜'], ignored: [] });
    expect(words('不要沙发，大理石')).toMatchObject({ used: ['大理石', expect.stringContaining('沙发')] });
  });

  it('puts a chosen object there, and works by words in the editor', async () => {
    const plant = await redraw({ quickObject: 'plant' }, localRenderingProIndoor);
    const green = (rgb: Uint8Array) => {
      let count = 0;
      for (let i = 0; i < rgb.length; i += 3) if (rgb[i + 1]! > rgb[i]! + 15) count++;
      return count;
    };
    expect(plant.facts.note).toContain('绿植');
    expect(green(plant.pictures[0]!)).toBeGreaterThan(200);
    expect(changedOutside(plant.pictures[0]!)).toBe(0);
    const editor = await redraw({ promptTxt: '胡桃木' }, lama);
    expect(editor.pictures).toHaveLength(1);
    expect(editor.facts.note).toContain('胡桃木');
  });

  it('grows the plant or lays the water that words name for the open air, and fills nothing with leaves', async () => {
    const tree = await redraw({ promptTxt: '一棵大树', num: 2 });
    expect(tree.facts.note).toContain('树');
    const [crown, beside] = [100, 46].map((x) => {
      const at = (60 * width + x) * 3;
      return tree.pictures[0]!.subarray(at, at + 3);
    });
    expect(crown![1]).toBeGreaterThan(crown![2]! + 8);
    expect([...beside!]).toEqual([...room.subarray((60 * width + 46) * 3, (60 * width + 46) * 3 + 3)]);
    expect(tree.pictures[0]!.equals(tree.pictures[1]!)).toBe(false);
    const water = await redraw({ promptTxt: '水池' });
    expect(water.facts.note).toContain('倒影');
    for (const { pictures } of [tree, water]) expect(changedOutside(pictures[0]!)).toBe(0);
    const words = (promptTxt: string) => localRenderingPro.readWords!({ ...defaults, promptTxt });
    expect(words('芒草和流苏')).toEqual({ used: ['芒草'], ignored: ['流苏'] });
    expect(words('木格栅树皮')).toMatchObject({ used: ['木'] });
    await expect(redraw({ promptTxt: '草地', negTxt: '树' })).rejects.toThrow(/没有足够大的草地.*参考图/);
  });
});
