import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { text2Img as definition } from '#shared/tools/outdoor';
import { text2Img } from './text-to-image.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'text-to-image-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function paint(params: Record<string, unknown>, mostPoints = 120_000) {
  const outputDir = await mkdtemp(path.join(folder, 'run-'));
  const progress: number[] = [];
  const file = path.join(folder, 'red.png');
  await sharp({ create: { width: 320, height: 200, channels: 3, background: '#b0402c' } })
    .png()
    .toFile(file);
  const result = await text2Img.run({
    params: definition.params.parse({ classifyId2: '101', num: 1, ...params }),
    pictures: { reference: { file, width: 320, height: 200, format: 'png' } },
    seed: 11,
    mostPoints,
    outputDir,
    onProgress: (fraction) => progress.push(fraction),
  });
  const pixels = await sharp(result.outputs[0]!.file).raw().toBuffer();
  return { ...result, progress, pixels };
}

describe('a picture from words', () => {
  it('has the size asked for and says what was read', { timeout: 240_000 }, async () => {
    const { outputs, facts, progress, pixels } = await paint({
      promptTxt: '一层极简白色售楼部，海边，电影感，饕餮',
      ratio: '9:16',
    });
    expect(outputs.map(({ width, height, format }) => [width, height, format])).toEqual([[864, 1536, 'png']]);
    expect(facts).toEqual({
      understood: '售楼部 · 1 层 · 极简 · 白色 · 白天 · 海岸 · 人视',
      note: expect.stringMatching(/^类型按描述取“售楼部”；以 \d+×\d+ 计算光线后放大$/),
    });
    expect(progress.toSorted((one, other) => one - other)).toEqual(progress);
    expect(progress.at(-1)).toBe(1);
    // Sky above, blue.
    const [r, , b] = pixels.subarray(864 * 3 * 20, 864 * 3 * 20 + 3);
    expect(b).toBeGreaterThan(r! + 15);
  });

  it('shows a room where the words are of one, and counts the pieces that found place', {
    timeout: 240_000,
  }, async () => {
    const { outputs, facts, words } = await paint(
      { promptTxt: '北欧儿童房，木地板，浴缸，饕餮', ratio: '1:1' },
      16_000,
    );
    expect(outputs.map(({ width, height }) => [width, height])).toEqual([[1536, 1536]]);
    expect(facts?.understood).toBe('儿童房 · 北欧 · 木地板 · 白天');
    expect(facts?.note).toMatch(/^描述是室内，表单的建筑类型没有采用；以/);
    expect(words).toMatchObject({
      used: expect.arrayContaining(['木地板']),
      ignored: expect.arrayContaining(['饕餮']),
    });
  });

  it('takes the colours of a reference picture', { timeout: 240_000 }, async () => {
    const { pixels } = await paint({
      promptTxt: '一层极简售楼部，正立面，没有树',
      ratio: '1:1',
      style_img: 'reference',
    });
    let red = 0;
    for (let i = 0; i < pixels.length; i += 3) if (pixels[i]! > pixels[i + 2]! * 1.6 && pixels[i]! > 70) red++;
    expect(red / (pixels.length / 3)).toBeGreaterThan(0.05);
  });
});
