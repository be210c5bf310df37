import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onnxFile } from '../../../tests/support/onnx-graph.ts';
import { lamaGraph, mapGraph, nearestGraph } from '../../../tests/support/slot-graphs.ts';
import { slotStubs, writeSlotModel } from '../../../tests/support/slot-models.ts';
import { type ModelRunner, ModelUnavailable, type SlotModel, type Tensors } from '../../base/models.ts';
import { createDirectRunner } from '../direct-runner.ts';
import { refusedShape, slotAdapter, slotAdapters } from './index.ts';
import type { SlotPicture } from './slot-adapter.ts';

let folder: string;
let runner: ModelRunner;
const models = new Map<string, SlotModel>();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'slots-'));
  runner = createDirectRunner('native');
  for (const name of Object.keys(slotStubs)) models.set(name, writeSlotModel(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true }));

const use = (name: string) => ({ runner, model: models.get(name)! });

/** Red runs across, green down, blue against red; smooth, so that sizes in between can be compared. */
function drawn(width: number, height: number): SlotPicture {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const across = width > 1 ? (i % width) / (width - 1) : 0.5;
    const down = height > 1 ? Math.floor(i / width) / (height - 1) : 0.5;
    rgb.set([20 + 215 * across, 20 + 215 * down, 235 - 215 * across], i * 3);
  }
  return { width, height, rgb };
}

const shapes = [
  [30, 52],
  [1, 1],
] as const;

/** A runner whose every answer is `NaN` where it is a float. */
const nowhere = (): ModelRunner => ({
  describe: (file) => runner.describe(file),
  run: async (file, inputs, options) =>
    Object.fromEntries(
      Object.entries(await runner.run(file, inputs, options)).map(([name, { dims, data }]) => [
        name,
        { dims, data: data instanceof Float32Array ? data.map(() => Number.NaN) : data },
      ]),
    ) as Tensors,
});

/** Does what the slot is for, whatever it is. */
async function work(model: SlotModel, picture: SlotPicture, given: ModelRunner = runner): Promise<unknown> {
  const how = { runner: given, model };
  const mask = new Uint8Array(picture.width * picture.height).fill(255, 0, 1);
  const points = [{ x: picture.width / 2, y: picture.height / 2, isInside: true }];
  const adapter = slotAdapters.find(({ name }) => name === model.adapter)!;
  switch (adapter.slot) {
    case 'inpaint':
      return adapter.fill(how, picture, mask);
    case 'segment':
      return adapter.decode(how, await adapter.encode(how, picture), { points });
    case 'depth':
      return adapter.nearness(how, picture);
    case 'lines':
      return adapter.find(how, picture);
    case 'upscale':
      return adapter.enlarge(how, picture, 2);
    case 'matte':
      return adapter.matte(how, picture);
    default:
      return adapter.classify(how, picture);
  }
}

describe('every slot', () => {
  it('has a stand-in for each adapter', () => {
    expect(slotAdapters.map(({ name }) => name).sort()).toEqual(Object.keys(slotStubs).sort());
  });

  for (const adapter of slotAdapters) {
    it(`${adapter.name}: knows its file, tests it, takes any picture, refuses numbers that are none`, async () => {
      const model = models.get(adapter.name)!;
      const shape = await runner.describe(model.file);
      const pair = model.pair ? await runner.describe(model.pair) : undefined;
      expect(adapter.matches(shape, pair)).toBe(true);
      const others = slotAdapters.filter((other) => other.slot !== adapter.slot && other.matches(shape, pair));
      expect(others.map(({ name }) => name)).toEqual([]);
      expect(await adapter.selfTest(runner, model)).toBeUndefined();
      for (const [width, height] of shapes) {
        const isAnswered = (await work(model, drawn(width, height))) !== undefined;
        // A single pixel has no subject.
        expect(isAnswered).toBe(adapter.slot !== 'matte' || width > 1);
      }
      if (adapter.name !== 'mi-gan') {
        await expect(work(model, drawn(4, 3), nowhere())).rejects.toThrow(ModelUnavailable);
      }
    });
  }

  it('refuses half precision with a sentence, before anything is run', async () => {
    const graph = mapGraph({ size: 256, outputs: ['depth'] });
    const halved = { ...graph, inputs: graph.inputs.map((input) => ({ ...input, type: 'float16' as const })) };
    expect(onnxFile(halved).length).toBeGreaterThan(100);
    expect(refusedShape({ inputs: halved.inputs, outputs: halved.outputs })).toMatch(/float16/);
    expect(slotAdapters.filter((adapter) => adapter.matches(halved))).toEqual([]);
  });
});

describe('inpaint', () => {
  const hole = (picture: SlotPicture, box: readonly [number, number, number, number]) => {
    const mask = new Uint8Array(picture.width * picture.height);
    for (let y = box[1]; y < box[3]; y++) mask.fill(255, y * picture.width + box[0], y * picture.width + box[2]);
    return mask;
  };

  for (const name of ['mi-gan', 'lama', 'lama-four-channels']) {
    it(`${name} fills the hole and changes nothing else; an empty mask gives the picture back`, async () => {
      const adapter = slotAdapter('inpaint', name)!;
      for (const [width, height] of [
        [160, 90],
        [70, 130],
      ] as const) {
        const picture = drawn(width, height);
        const mask = hole(picture, [20, 20, 50, 50]);
        const filled = await adapter.fill(use(name), picture, mask);
        const wrong = mask.findIndex(
          (level, i) => level === 0 && [0, 1, 2].some((at) => filled[i * 3 + at] !== picture.rgb[i * 3 + at]),
        );
        expect(wrong).toBe(-1);
        const centre = (35 * width + 35) * 3;
        for (let channel = 0; channel < 3; channel++) expect(filled[centre + channel]! - 128).toBeCloseTo(0, -0.5);
      }
      const picture = drawn(24, 16);
      expect(await adapter.fill(use(name), picture, new Uint8Array(24 * 16))).toEqual(picture.rgb);
      const full = await adapter.fill(use(name), picture, new Uint8Array(24 * 16).fill(255));
      expect(Math.abs(full[(8 * 24 + 12) * 3]! - 128)).toBeLessThan(4);
    });
  }

  it('finds a mask that is meant the other way round', async () => {
    const stub = { slot: 'inpaint', graph: lamaGraph({ isInverted: true, batch: 1 }) } as const;
    const own = mkdtempSync(join(folder, 'inverted-'));
    const model = writeSlotModel(own, 'lama', stub);
    expect(await slotAdapter('inpaint', 'lama')!.selfTest(runner, model)).toMatch(/黑白方向/);
  });

  it('fills what is wider than the network part by part, and stops between them', async () => {
    const picture = drawn(640, 160);
    const mask = hole(picture, [40, 40, 600, 120]);
    const filled = await slotAdapter('inpaint', 'lama')!.fill(use('lama'), picture, mask);
    expect(Math.abs(filled[(80 * 640 + 340) * 3]! - 128)).toBeLessThan(3);
    expect(Math.abs(filled[(60 * 640 + 580) * 3]! - 128)).toBeLessThan(3);
    const abort = new AbortController();
    let runs = 0;
    const counting: ModelRunner = {
      ...runner,
      run: (...args) => {
        if (++runs === 2) abort.abort(new Error('enough'));
        return runner.run(...args);
      },
    };
    const stopped = slotAdapter('inpaint', 'lama')!.fill(
      { runner: counting, model: models.get('lama')!, signal: abort.signal },
      picture,
      mask,
    );
    await expect(stopped).rejects.toThrow('enough');
    expect(runs).toBe(2);
  });
});

describe('segment', () => {
  for (const name of ['sam-raw', 'sam-padded', 'efficient-sam', 'sam2']) {
    it(`${name} finds what was clicked, and what a box is drawn round, at its place in the picture`, async () => {
      const adapter = slotAdapter('segment', name)!;
      const picture = { width: 256, height: 192, rgb: new Uint8Array(256 * 192 * 3) };
      const embedding = await adapter.encode(use(name), picture);
      const click = { x: 180, y: 60, isInside: true };
      const away = { x: 20, y: 150, isInside: false };
      const [clicked] = await adapter.decode(use(name), embedding, { points: [click, away] });
      const box = { left: 160, top: 40, right: 200, bottom: 80 };
      const [boxed] = await adapter.decode(use(name), embedding, { points: [], box });
      for (const found of [clicked!, boxed!]) {
        const isIn = (x: number, y: number) => found.mask[y * 256 + x] === 255;
        expect([isIn(180, 60), isIn(180 + 46, 60), isIn(180, 60 + 46)]).toEqual([true, true, true]);
        expect([isIn(180 + 54, 60), isIn(180, 60 + 54), isIn(20, 150)]).toEqual([false, false, false]);
      }
    });
  }

  it('refuses two files that do not belong together', async () => {
    const model = { ...models.get('sam-raw')!, pair: models.get('efficient-sam')!.pair! };
    const told = slotAdapter('segment', 'sam-raw')!.selfTest(runner, model);
    expect(await told.catch((error: ModelUnavailable) => error.sentence)).toMatch(/一对|解码器/);
    const { pair: _, ...single } = models.get('sam-raw')!;
    const alone = slotAdapter('segment', 'sam-raw')!.selfTest(runner, single);
    await expect(alone).rejects.toThrow(/缺少解码器/);
  });
});

describe('depth, lines, mattes and classes', () => {
  for (const name of ['depth-anything', 'midas']) {
    it(`${name}: the reddest is nearest, from 0 to 1, upright and across`, async () => {
      for (const [width, height] of [
        [90, 60],
        [50, 80],
      ] as const) {
        const near = await slotAdapter('depth', name)!.nearness(use(name), drawn(width, height));
        const row = near.subarray(10 * width, 11 * width);
        expect(row[0]).toBeLessThan(0.05);
        expect(row[width - 1]).toBeGreaterThan(0.95);
        expect(row[Math.round(width / 2)]! - 0.5).toBeCloseTo(0, 1);
      }
    });
  }

  for (const name of ['u2net', 'isnet', 'isnet-imgly', 'birefnet', 'modnet']) {
    it(`${name}: the red thing is the subject; a picture without one has none`, async () => {
      const adapter = slotAdapter('matte', name)!;
      const picture = { width: 60, height: 40, rgb: new Uint8Array(60 * 40 * 3) };
      expect(await adapter.matte(use(name), picture)).toBeUndefined();
      for (let y = 10; y < 30; y++) for (let x = 20; x < 40; x++) picture.rgb[(y * 60 + x) * 3] = 255;
      const alpha = (await adapter.matte(use(name), picture))!;
      expect(alpha[20 * 60 + 30]).toBeGreaterThan(0.95);
      expect(alpha[5 * 60 + 5]).toBeLessThan(0.05);
    });
  }

  it('m-lsd: lines lie where the network puts them, faint ones do not count', async () => {
    const found = await slotAdapter('lines', 'm-lsd')!.find(use('m-lsd'), drawn(640, 320));
    expect(found).toEqual({ segments: [{ x1: 80, y1: 80, x2: 400, y2: 80, score: expect.closeTo(0.9, 3) }] });
  });

  it('dexined: the first channel of what it is given is blue', async () => {
    const found = await slotAdapter('lines', 'dexined')!.find(use('dexined'), drawn(64, 64));
    if (!('edges' in found)) throw new Error('no edges');
    expect(found.edges[0]).toBeGreaterThan(0.95);
    expect(found.edges[63]).toBeLessThan(0.05);
  });

  it('ade20k: walls, sky and plants in shares, whether the network tells odds or indices', async () => {
    const picture = { width: 80, height: 40, rgb: new Uint8Array(80 * 40 * 3) };
    for (let i = 0; i < 80 * 40; i++) picture.rgb[i * 3 + (i % 80 < 40 ? 2 : i < 1600 ? 0 : 1)] = 255;
    const own = mkdtempSync(join(folder, 'index-'));
    const { ade20kGraph } = await import('../../../tests/support/slot-graphs.ts');
    const index = writeSlotModel(own, 'ade20k', { slot: 'semantic', graph: ade20kGraph({ isIndex: true }) });
    for (const model of [models.get('ade20k')!, index]) {
      expect(slotAdapter('semantic', 'ade20k')!.matches(await runner.describe(model.file))).toBe(true);
      const { shares, width } = await slotAdapter('semantic', 'ade20k')!.classify({ runner, model }, picture);
      expect([shares.sky[20 * width + 10], shares.wall[5 * width + 70], shares.plant[35 * width + 70]]).toEqual([
        255, 255, 255,
      ]);
      expect(shares.sky[5 * width + 70]).toBe(0);
    }
  });
});

describe('upscale', () => {
  const adapter = () => slotAdapter('upscale', 'image-to-image')!;

  /** Noise, so that a row at the wrong place shows. */
  const noisy = (width: number, height: number): SlotPicture => ({
    width,
    height,
    rgb: Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7919 + (i >> 3) * 104729) % 256),
  });

  function nearest({ rgb, width, height }: SlotPicture, scale: number) {
    const out = new Uint8Array(rgb.length * scale * scale);
    for (let i = 0; i < out.length / 3; i++) {
      const [x, y] = [Math.floor((i % (width * scale)) / scale), Math.floor(i / (width * scale) / scale)];
      out.set(rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3), i * 3);
    }
    return out.length === width * height * 3 * scale * scale ? out : undefined;
  }

  it('gives bit for bit what one pass over the whole picture gives, for tiles of any size and a fixed one', async () => {
    const own = mkdtempSync(join(folder, 'fixed-'));
    const fixed = writeSlotModel(own, 'image-to-image', { slot: 'upscale', graph: nearestGraph(4, 64) });
    for (const [picture, model] of [
      [noisy(300, 240), models.get('image-to-image')!],
      [noisy(130, 70), fixed],
    ] as const) {
      const seen: number[] = [];
      const large = await adapter().enlarge({ runner, model, onProgress: (done) => seen.push(done) }, picture, 4);
      expect(Buffer.from(large.rgb).equals(Buffer.from(nearest(picture, 4)!))).toBe(true);
      expect(seen.length).toBeGreaterThan(1);
      expect(seen.at(-1)).toBe(1);
    }
  });

  it('tells the factor, also of those that only restore, and gives the one that is wanted', async () => {
    const own = mkdtempSync(join(folder, 'same-'));
    const same = writeSlotModel(own, 'image-to-image', { slot: 'upscale', graph: nearestGraph(1) });
    expect(await adapter().scaleOf(use('image-to-image'))).toBe(4);
    expect(await adapter().scaleOf({ runner, model: same })).toBe(1);
    const picture = noisy(40, 30);
    expect((await adapter().enlarge({ runner, model: same }, picture, 1)).rgb).toEqual(picture.rgb);
    const twice = await adapter().enlarge(use('image-to-image'), drawn(40, 30), 2);
    expect([twice.width, twice.height]).toEqual([80, 60]);
    const middle = (29 * 80 + 40) * 3;
    expect(Math.abs(twice.rgb[middle]! - drawn(80, 60).rgb[middle]!)).toBeLessThan(5);
  });

  it('stops between two tiles', async () => {
    const abort = new AbortController();
    const seen: number[] = [];
    const onProgress = (done: number) => {
      seen.push(done);
      abort.abort(new Error('enough'));
    };
    const stopped = adapter().enlarge(
      { ...use('image-to-image'), signal: abort.signal, onProgress },
      drawn(400, 30),
      2,
    );
    await expect(stopped).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });
});
