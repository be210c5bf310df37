import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { type DefinedTool, defaultsOf } from '#shared/tools/define-tool';
import { birdsViewRender as aboveForm, landscapeRender as gardenForm } from '#shared/tools/landscape';
import { architecturalRender as houseForm, architecturalPart as partForm } from '#shared/tools/outdoor';
import { type EngineTool, UnsuitablePicture } from '../base/job.ts';
import { latticeRandom } from '../base/random.ts';
import { type SceneReading, sceneClasses } from '../kernels/scene/scene-reading.ts';
import { packSceneLayers } from '../steps/scene-file.ts';
import { architecturalPart, architecturalRender, birdsViewRender, landscapeRender } from './scene-render.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'scene-photo-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const size = { width: 320, height: 240 };
const { width, height } = size;
const count = width * height;

/** A grey road with a white stripe and a red car on it, before a brick wall under the sky. */
const isCar = (x: number, y: number) => x >= 180 && x < 250 && y >= 170 && y < 205;
const isStripe = (y: number) => y >= 220 && y < 226;
const classAt = (x: number, y: number) => (y < 50 ? 'sky' : isCar(x, y) ? 'vehicle' : y < 175 ? 'wall' : 'hard');
const lawn = [78, 122, 48] as const;
const colours = { sky: [120, 170, 230], vehicle: [190, 30, 30], wall: [160, 90, 66], hard: [110, 110, 112] } as const;

/** @param green paints the ground green, and whether it is read as grass or as a road */
async function photo(told: Partial<SceneReading> = {}, green?: 'grass' | 'hard') {
  const rgb = new Uint8Array(count * 3);
  const shares = Object.fromEntries(sceneClasses.map((name) => [name, new Uint8Array(count)]));
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const name = classAt(x, y);
    shares[name === 'hard' ? (green ?? name) : name]![i] = 255;
    for (let channel = 0; channel < 3; channel++) {
      const plain = green && name === 'hard' ? lawn[channel]! : colours[name][channel]!;
      const own = !green && name === 'hard' && isStripe(y) ? 235 : plain;
      // A camera's grain, or it would be a drawing.
      rgb[i * 3 + channel] = Math.round(own + 18 * (latticeRandom(i, channel, 1) - 0.5));
    }
  }
  const { sky, hard, grass } = shares;
  const reading: SceneReading = {
    ...{ ...size, shares: shares as SceneReading['shares'], place: 'outdoor', confidence: 0.9, readBy: 'network' },
    ...told,
  };
  const layers = { sky: sky!, ground: green === 'grass' ? grass! : hard!, window: new Uint8Array(count) };
  const name = path.join(folder, `${told.place ?? 'sure'}-${green ?? 'road'}`);
  await sharp(rgb, { raw: { ...size, channels: 3 } })
    .png()
    .toFile(`${name}.png`);
  await writeFile(`${name}.bin`, packSceneLayers({ ...size, layers, reading }));
  return { rgb, picture: { file: `${name}.png`, ...size, format: 'png' as const, reading: `${name}.bin` } };
}

const forms = new Map<EngineTool, DefinedTool>([
  [architecturalRender, houseForm],
  [architecturalPart, partForm],
  [birdsViewRender, aboveForm],
  [landscapeRender, gardenForm],
] as ReadonlyArray<[EngineTool, DefinedTool]>);

async function render(
  { picture }: Awaited<ReturnType<typeof photo>>,
  given: Record<string, unknown> = {},
  tool: EngineTool = architecturalRender,
) {
  const form = forms.get(tool)!;
  const base = { upload_img: 'photo', classifyId2: '101', classifyId3: '10104', num: 1 };
  const light = 'atmosphere' in form.fields ? { atmosphere: 'sunny' } : {};
  const params = form.params.parse({ ...defaultsOf(form), ...base, ...light, ...given });
  const outputDir = await mkdtemp(path.join(folder, 'out-'));
  const job = { params, pictures: { photo: picture }, seed: 2, outputDir, onProgress: () => undefined };
  const result = await tool.run(job);
  const bytes = await sharp(result.outputs[0]!.file).removeAlpha().raw().toBuffer();
  return { ...result, bytes };
}

function meanOf(bytes: Uint8Array, [left, right]: readonly [number, number], [top, bottom]: readonly [number, number]) {
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      for (let channel = 0; channel < 3; channel++) sums[channel]! += bytes[(y * width + x) * 3 + channel]!;
    }
  }
  return sums.map((sum) => sum / (right - left) / (bottom - top)) as [number, number, number];
}

const stripe = [
  [20, 160],
  [221, 225],
] as const;
const road = [
  [20, 160],
  [206, 216],
] as const;
const wall = [
  [20, 160],
  [80, 150],
] as const;
const car = [
  [190, 240],
  [180, 198],
] as const;

describe('a photograph of a building', () => {
  it('gets paving without the marks of the road and walls nearer to its style; the car stays; it says so', async () => {
    const given = await photo();
    const { bytes, facts, quality } = await render(given);
    const [marked] = meanOf(bytes, ...stripe);
    const [beside] = meanOf(bytes, ...road);
    expect(Math.abs(marked - beside)).toBeLessThan(20);
    const [red, , blue] = meanOf(bytes, ...wall);
    expect(red / blue).toBeLessThan(0.85 * (160 / 66));
    const [carRed, carGreen] = meanOf(bytes, ...car);
    expect(carRed - carGreen).toBeGreaterThan(110);
    expect(facts?.note).toMatch(/铺装.*外墙.*没有动/);
    expect(quality).toBe('assisted');
  });

  it('keeps its materials at full similarity, and all but its light where it is not surely read', async () => {
    const sure = await photo();
    const kept = await render(sure, { cnStrength: 1 });
    expect(meanOf(kept.bytes, ...stripe)[0] - meanOf(kept.bytes, ...road)[0]).toBeGreaterThan(60);
    expect(kept.facts?.note).toBeUndefined();
    const unsure = await render(await photo({ place: 'unclear', confidence: 0.5 }));
    expect(meanOf(unsure.bytes, ...stripe)[0] - meanOf(unsure.bytes, ...road)[0]).toBeGreaterThan(60);
    expect(unsure.facts?.note).toMatch(/不够准.*没有动/);
    expect(unsure.quality).toBe('preview');
  });

  it('from above keeps its materials and says what it was given', async () => {
    const given = await photo();
    const { bytes, facts, quality } = await render(
      given,
      { classifyId2: '401', classifyId3: undefined },
      birdsViewRender,
    );
    expect(meanOf(bytes, ...stripe)[0] - meanOf(bytes, ...road)[0]).toBeGreaterThan(60);
    expect(facts?.note).toMatch(/从上方.*照原样/);
    expect(quality).toBe('preview');
  });

  it('without a roof cannot get another roofing, which is known before a run; other parts can be rendered', async () => {
    const given = await photo();
    const roofing = { component: 'roof', promptTxt: '青瓦屋面', classifyId3: undefined };
    await expect(render(given, roofing, architecturalPart)).rejects.toThrow(UnsuitablePicture);
    const look = architecturalPart.looks![0]!;
    expect([
      look.appliesTo(roofing),
      look.appliesTo({ ...roofing, promptTxt: '' }),
      look.appliesTo({ component: 'window' }),
    ]).toEqual([true, false, false]);
    await expect(look.check(given.picture, {})).rejects.toThrow(/没有认出屋面/);
    expect((await render(given, { ...roofing, component: 'shopFront' }, architecturalPart)).outputs).toHaveLength(1);
  });
});

describe('a photograph of a garden', () => {
  it('gets nothing drawn into it, which the result says', async () => {
    const asked = {
      classifyId2: '201',
      classifyId3: '20101',
      vegetation: 'lush',
      waterFeature: 'pool',
      lights: 'path',
      atmosphere: 'sunny',
    };
    const { facts, quality } = await render(await photo({}, 'grass'), asked, landscapeRender);
    expect(facts).toMatchObject({ figureCount: 0, lampCount: 0 });
    expect(facts?.note).toMatch(/没有加种植被.*没有加入水景、灯光/);
    expect(quality).toBe('preview');
    const plain = await render(
      await photo({}, 'grass'),
      { ...asked, vegetation: 'few', waterFeature: 'none', lights: 'none' },
      landscapeRender,
    );
    expect(plain.facts?.note ?? '').not.toContain('没有加入');
  });
});
