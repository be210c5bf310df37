import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { extendImg } from './extend-img.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'extend-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 256;
const height = 160;
/** Four windows across and two down: enough for continuations that differ, and a quarter of the pixels. */
const small = { width: 128, height: 80 };

interface Size {
  width: number;
  height: number;
}

/** A façade whose windows come back every 32 pixels across and 40 down. */
function facadeAt(x: number, y: number): readonly [number, number, number] {
  const column = ((x % 32) + 32) % 32;
  const row = ((y % 40) + 40) % 40;
  if (row < 3) return [210, 205, 195];
  return column >= 8 && column < 24 && row >= 10 && row < 34 ? [60, 75, 95] : [165, 95, 75];
}

async function facade({ width, height }: Size) {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.set(facadeAt(i % width, Math.floor(i / width)), i * 3);
  const file = path.join(folder, `facade-${width}.png`);
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file);
  return { rgb, picture: { file, width, height, format: 'png' as const } };
}

const defaults = {
  mode: 'sides',
  ratio: '16:9',
  factor: 1.5,
  top: 0,
  right: 0,
  bottom: 0,
  left: 0,
  promptTxt: '',
  isSourceKept: true,
  num: 1,
};

/** @param claimed what the picture is said to be, where that is not what it is */
async function extend(params: Record<string, unknown>, claimed: Partial<Size> = {}, size: Size = { width, height }) {
  const { rgb, picture } = await facade(size);
  const result = await extendImg.run({
    params: { upload_img: 'p', ...defaults, ...params },
    pictures: { p: { ...picture, ...claimed } },
    seed: 5,
    outputDir: folder,
    onProgress: () => undefined,
  });
  const outputs = await Promise.all(
    result.outputs.map(async ({ file, width, height }) => {
      const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width, height, channels: 3 });
      return { width, height, data };
    }),
  );
  return { original: rgb, outputs, facts: result.facts! };
}

describe('an extended picture', () => {
  it('repeats a façade in its own rhythm', async () => {
    const { outputs } = await extend({ right: 64, left: 48 });
    const [output] = outputs;
    let sum = 0;
    let count = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < output!.width; x++) {
        if (x >= 48 && x < 48 + width) continue;
        const expected = facadeAt(x - 48, y);
        for (let channel = 0; channel < 3; channel++) {
          sum += (output!.data[(y * output!.width + x) * 3 + channel]! - expected[channel]!) ** 2;
          count++;
        }
      }
    }
    expect(10 * Math.log10(255 ** 2 / (sum / count))).toBeGreaterThan(22);
  });

  it('holds the original pixel by pixel', async () => {
    const { original, outputs, facts } = await extend({ top: 8, right: 16, bottom: 9, left: 20 }, {}, small);
    const [output] = outputs;
    expect(output).toMatchObject({ width: small.width + 36, height: small.height + 17 });
    const length = small.width * 3;
    for (let y = 0; y < small.height; y++) {
      const from = ((y + 8) * output!.width + 20) * 3;
      const row = output!.data.subarray(from, from + length);
      expect(row.equals(original.subarray(y * length, (y + 1) * length))).toBe(true);
    }
    expect(facts).toMatchObject({ originalKept: true, changedPixelsOutside: 0, top: 8, left: 20 });
  });

  it.each([
    [
      { mode: 'ratio', ratio: '16:9' },
      { width: 142, height: 80 },
    ],
    [
      { mode: 'ratio', ratio: '1:1' },
      { width: 128, height: 128 },
    ],
  ])('has the size asked for: %j', async (params, size) => {
    const { outputs } = await extend(params, {}, small);
    expect(outputs[0]).toMatchObject(size);
  });

  it('may repaint the rim of the original when allowed, and says so', async () => {
    const { facts } = await extend({ right: 60, isSourceKept: false });
    expect(facts.originalKept).toBe(facts.changedPixelsOutside === 0);
    expect(facts.changedPixelsOutside).toBeLessThanOrEqual(3 * height);
  });

  it('gives outputs that differ, the same ones for the same seed', async () => {
    const { outputs } = await extend({ mode: 'factor', factor: 1.25, num: 2 }, {}, small);
    const again = await extend({ mode: 'factor', factor: 1.25, num: 2 }, {}, small);
    expect(outputs).toMatchObject(Array(2).fill({ width: 160, height: 100 }));
    expect(outputs[0]!.data.equals(outputs[1]!.data)).toBe(false);
    expect(again.outputs.map(({ data }, i) => data.equals(outputs[i]!.data))).toEqual([true, true]);
  });

  it('says so when a strictly regular picture has one continuation only', async () => {
    const { outputs, facts } = await extend({ right: 32, num: 2 });
    expect(outputs[0]!.data.equals(outputs[1]!.data)).toBe(true);
    expect(facts.note).toContain('部分结果相同');
  });

  it('is refused when it would be too large or no larger than before', async () => {
    await expect(extend({ right: 1024 }, { width: 7500 })).rejects.toThrow('8192');
    await expect(extend({ mode: 'ratio', ratio: '1:1' }, { width: 160 })).rejects.toThrow('已经是这个画幅');
  });
});
