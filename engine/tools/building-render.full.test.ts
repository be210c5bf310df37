import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BuildingView } from '#shared/domain/building-view';
import { defaultsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import { roomModel } from '../../tests/support/building-model.ts';
import type { ToolJob } from '../base/job.ts';
import { writeBuildingFile } from '../kernels/building/building-file.ts';
import { engineTools } from './index.ts';
import { idleChoicesOf, lookAtBuilding } from './suitability.ts';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'building-render-'));
  await writeBuildingFile(path.join(folder, 'model'), roomModel());
});
afterAll(() => rm(folder, { recursive: true }));

const form = {
  upload_img: 'view',
  classifyId2: '',
  cnStrength: 0.75,
  lock: false,
  ipaPlus: false,
  ignoreWordAndImage: false,
  num: 1,
  ratio: 'source',
  quality: 'standard',
  atmosphere: 'auto',
};

interface Asked {
  tool?: string;
  params?: object;
  camera?: object;
  seed?: number;
  model?: string;
}

/** A run with few points, over a base picture that nobody can read: only its model may be used. */
async function run({ tool = 'architecturalRender', params = {}, camera = {}, seed = 7, model = 'model' }: Asked) {
  const outputDir = await mkdtemp(path.join(folder, 'out-'));
  const view = BuildingView.parse({
    camera: { x: 0, y: 1.85, z: 9, yaw: 0, ...camera },
    sun: { latitude: 39.9, longitude: 116.4, date: '2026-06-21', minutes: 600 },
    look: 'clay',
  });
  const building = { model: path.join(folder, model), view, north: 0 };
  const picture = {
    file: path.join(folder, `no-picture-${count++}`),
    width: 960,
    height: 640,
    format: 'jpg',
    building,
  };
  const job: ToolJob = {
    params: { ...form, ...params },
    pictures: { view: picture as ToolJob['pictures'][string] },
    seed,
    outputDir,
    mostPoints: 4000,
    onProgress: () => undefined,
  };
  return engineTools[tool]!.run(job);
}

const bytesOf = async (result: Awaited<ReturnType<typeof run>>, index = 0) => readFile(result.outputs[index]!.file);
const meanOf = async (bytes: Buffer) => (await sharp(bytes).stats()).channels.map(({ mean }) => mean);

test('a view of a model becomes a final picture of the model, the same bytes from the same seed', async () => {
  const result = await run({});
  expect(result.quality).toBe('final');
  expect(result.facts).toMatchObject({ inputKind: 'buildingModel' });
  const again = await run({});
  expect(await bytesOf(again)).toEqual(await bytesOf(result));
});

test('pictures of one run differ, and so do those of other seeds', async () => {
  const two = await run({ params: { num: 2 } });
  expect(two.outputs).toHaveLength(2);
  expect(await bytesOf(two, 0)).not.toEqual(await bytesOf(two, 1));
  expect(await bytesOf(await run({ seed: 8 }))).not.toEqual(await bytesOf(two, 0));
});

test('hour and weather of the form and of words light the picture', async () => {
  const level = async (params: object) => {
    const [r, g, b] = await meanOf(await bytesOf(await run({ params })));
    return { light: r! + g! + b!, warmth: r! / b! };
  };
  const day = await level({});
  const night = await level({ atmosphere: 'night' });
  const told = await level({ promptTxt: '夜景' });
  expect(night.light).toBeLessThan(day.light * 0.75);
  expect(told.light).toBeCloseTo(night.light, 5);
  const dusk = await level({ atmosphere: 'dusk' });
  expect(dusk.warmth).toBeGreaterThan(day.warmth);
});

test('words for a wall repaint the walls and count as used; choices that do nothing are told', async () => {
  const plain = await run({});
  const timber = await run({ params: { promptTxt: '胡桃木外墙', style_img: 'other', view: 'aerial' } });
  expect(await bytesOf(timber)).not.toEqual(await bytesOf(plain));
  expect(timber.words!.used.join()).toContain('胡桃木');
  expect(timber.facts!.note).toContain('不参照参考图');
  expect(timber.facts!.note).toContain('镜头以所选的模型视角为准');
  expect(plain.facts!.note).toBeUndefined();
});

test('a room is lit through its window', async () => {
  const room = await run({ tool: 'indoorRender', camera: { z: -1.5, yaw: 180, lens: 18 } });
  const [, green] = await meanOf(await bytesOf(room));
  expect(green).toBeGreaterThan(60);
  expect(green).toBeLessThan(225);
});

test('a model that is gone is refused with what to do', async () => {
  await expect(run({ model: 'gone' })).rejects.toMatchObject({
    sentence: '建筑模型已删除或无法读取，请重新上传模型并选择视角。',
  });
});

/** Choices that show where the view has room for them, and those whose field says so for models of its own accord. */
const byView = new Set(['people', 'vehicles', 'greenery', 'vegetation', 'greenSpace', 'lights', 'classifyId3']);
const notOfPicture = new Set([
  'upload_img',
  'num',
  'quality',
  'ratio',
  'seed',
  'engine',
  'pub',
  'leastScore',
  'ipaPlus',
]);

test.each(Object.keys(engineTools).filter((id) => engineTools[id]!.takesBuildings && engineTools[id]!.foresight))(
  'every choice of %s changes the picture of a model, or the form says that it will not',
  async (tool) => {
    const { fields } = toolById(tool)!;
    const camera = tool === 'birdsViewRender' ? { y: 12, pitch: 40 } : {};
    const inside = tool.endsWith('Render') && fields.lighting ? { z: -1.5, yaw: 180, lens: 18 } : camera;
    const plain = await bytesOf(await run({ tool, camera: inside }));
    const silent: string[] = [];
    const untrue: string[] = [];
    for (const [name, field] of Object.entries(fields)) {
      const flipped = field.editor === 'switch' ? !field.default : undefined;
      const value = field.options?.at(-1)?.value ?? (field.editor === 'slider' ? field.max : flipped);
      if (notOfPicture.has(name) || value === undefined || name === 'ignoreWordAndImage') continue;
      const isSame = plain.equals(await bytesOf(await run({ tool, camera: inside, params: { [name]: value } })));
      const isTold = name in idleChoicesOf(tool, { ...defaultsOf(toolById(tool)!), [name]: value }, lookAtBuilding);
      if (isSame && !isTold && !byView.has(name) && value !== field.default) silent.push(name);
      if (!isSame && isTold) untrue.push(name);
    }
    expect({ silent, untrue }).toEqual({ silent: [], untrue: [] });
  },
  60_000,
);
