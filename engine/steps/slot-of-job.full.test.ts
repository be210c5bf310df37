import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { writeSlotModel } from '../../tests/support/slot-models.ts';
import type { JobPicture, ToolJob } from '../base/job.ts';
import { type ModelRunner, ModelUnavailable, type SlotModel } from '../base/models.ts';
import { createDirectRunner } from '../models/direct-runner.ts';
import { atmosphereChange } from '../tools/atmosphere-change.ts';
import { clean } from '../tools/clean.ts';
import { extendImg } from '../tools/extend-img.ts';
import { matting } from '../tools/matting.ts';
import { toline } from '../tools/toline.ts';
import { upScaleImg } from '../tools/up-scale-img.ts';

const folder = mkdtempSync(join(tmpdir(), 'slot-jobs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const runner = createDirectRunner('native');
const broken: ModelRunner = {
  ...runner,
  run: () => Promise.reject(new ModelUnavailable('ended', '模型进程已退出。')),
};

async function picture(name: string, svg: string): Promise<JobPicture> {
  const file = join(folder, `${name}.png`);
  await sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64">${svg}</svg>`))
    .flatten({ background: '#000' })
    .png()
    .toFile(file);
  return { file, width: 96, height: 64, format: 'png' };
}

const wall =
  '<rect width="96" height="64" fill="#2040a0"/><rect y="30" width="96" height="34" fill="#708030"/>' +
  '<rect x="40" y="20" width="16" height="30" fill="#f01010"/>';
const mask = '<rect x="36" y="16" width="24" height="38" fill="#fff"/>';

async function jobOf(params: ToolJob['params'], model?: SlotModel, given = runner): Promise<ToolJob> {
  const outputDir = mkdtempSync(join(folder, 'out-'));
  const models = model && { models: { runner: given, slots: { [model.slot]: model } } };
  const pictures = { photo: await picture('photo', wall), mask: await picture('mask', mask) };
  return { params, pictures, seed: 7, outputDir, onProgress: () => {}, ...models };
}

const lineParams = {
  ...{ upload_img: 'photo', lineWidth: 2, detail: 50, jitter: 30, lineColor: '#000000', backgroundColor: '#ffffff' },
  ...{ isShadowRemoved: true, format: 'png', drawingWidth: 420 },
};

const cases = [
  { tool: clean, adapter: 'lama', params: { upload_img: 'photo', mask: 'mask', targets: [] } },
  {
    tool: extendImg,
    adapter: 'lama',
    params: {
      ...{ upload_img: 'photo', mode: 'sides', top: 0, right: 24, bottom: 0, left: 0, num: 2, isSourceKept: true },
      ...{ ratio: '1:1', factor: 1.5 },
    },
  },
  {
    tool: upScaleImg,
    adapter: 'image-to-image',
    params: { upload_img: 'photo', scale: 2, sharpen: 40, denoise: 0, isLineTextFirst: false },
  },
  {
    tool: matting,
    adapter: 'u2net',
    params: {
      ...{ upload_img: 'photo', mode: 'auto', subject: 'auto', edge: 0, isFringeRemoved: false },
      ...{ background: 'transparent', backgroundColor: '#ffffff', width: 0, height: 0, x: 0, y: 0 },
    },
  },
  { tool: toline, adapter: 'm-lsd', params: { ...lineParams, lineStyle: 'cad' } },
  { tool: toline, adapter: 'dexined', params: { ...lineParams, lineStyle: 'outline' } },
];

for (const { tool, adapter, params } of cases) {
  it(`${adapter} does the work and is named; when it fails the result is the classical one and says why`, async () => {
    const model = writeSlotModel(folder, adapter);
    const classical = await tool.run(await jobOf(params));
    const byModel = await tool.run(await jobOf(params, model));
    const fallen = await tool.run(await jobOf(params, model, broken));
    const bytes = (result: typeof classical) => readFile(result.outputs[0]!.file);
    expect(classical.algorithm).toBeUndefined();
    expect(classical.facts?.model).toBeUndefined();
    expect(byModel.algorithm).toBe(`${adapter}（神经网络模型）`);
    expect(byModel.facts).toMatchObject({ model: adapter, modelSha256: adapter });
    expect((await bytes(byModel)).equals(await bytes(classical))).toBe(false);
    expect(fallen.algorithm).toBeUndefined();
    expect(fallen.facts?.note).toContain('模型进程已退出');
    expect((await bytes(fallen)).equals(await bytes(classical))).toBe(true);
  });
}

it('what the network fills is what stands in the hole', async () => {
  const result = await clean.run(await jobOf(cases[0]!.params, writeSlotModel(folder, 'lama')));
  const raw = await sharp(result.outputs[0]!.file).raw().toBuffer();
  const at = (x: number, y: number) => [...raw.subarray((y * 96 + x) * 3, (y * 96 + x) * 3 + 3)];
  expect(at(48, 35)).toEqual([128, 128, 128]);
  expect(at(4, 4)).toEqual([0x20, 0x40, 0xa0]);
  expect(result.facts).toMatchObject({ changedPixelsOutside: 0 });
});

it('fog lies as far away as the network sees things, and is said to', async () => {
  const params = {
    ...{ upload_img: 'photo', time: 'none', weather: 'fog', season: 'none', tone: 'none', strength: 70 },
    ...{ areLightsAutomatic: true, isSkyChanged: true, quality: 'standard' },
  };
  const model = writeSlotModel(folder, 'depth-anything');
  const bytes = async (given?: SlotModel, by = runner) => {
    const result = await atmosphereChange.run(await jobOf(params, given, by));
    return { facts: result.facts, file: await readFile(result.outputs[0]!.file) };
  };
  const [classical, byModel, fallen] = [await bytes(), await bytes(model), await bytes(model, broken)];
  expect(byModel.facts).toMatchObject({ model: 'depth-anything' });
  expect(byModel.file.equals(classical.file)).toBe(false);
  expect(fallen.facts?.note).toContain('模型进程已退出');
  expect(fallen.file.equals(classical.file)).toBe(true);
});
