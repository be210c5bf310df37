import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolById } from '#shared/tools/registry';
import { startFakeComfyUi } from '../../../../tests/support/comfyui/index.ts';
import { styleNodes } from '../../../../tests/support/comfyui/style-nodes.ts';
import { plainControl } from '../../../../tests/support/control-pictures.ts';
import { completeParams } from '../../../../tests/support/tool-params.ts';
import { createEmbeddedControl } from '../../control/embedded.ts';
import type { ControlPictures } from '../../control/port.ts';
import type { RenderEngine, RenderListener, RenderPicture, RenderRequest } from '../port.ts';
import { type GraphFile, licenceIds, pictureSlots } from './graph-file.ts';
import { shippedGraphs } from './graphs.ts';
import { createComfyUi } from './index.ts';

const graphs = [...shippedGraphs.values()];
let fake: Awaited<ReturnType<typeof startFakeComfyUi>>;
let folder: string;
let base: RenderPicture;
let mask: RenderPicture;
let keys = 0;
const engines: RenderEngine[] = [];

async function stored(name: string, picture: Sharp): Promise<RenderPicture> {
  const file = path.join(folder, `${name}.png`);
  const { width, height } = await picture.png().toFile(file);
  return { file, width, height, format: 'png' };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'graphs-'));
  const models: Record<string, string[]> = {};
  for (const { needs } of graphs)
    for (const { folder: kept, name } of needs.models) models[kept] = [...new Set([...(models[kept] ?? []), name])];
  fake = await startFakeComfyUi({ models, nodes: styleNodes });
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  base = await stored('base', sharp({ create: { width: 600, height: 400, channels: 3, background: '#888', noise } }));
  const white = { create: { width: 80, height: 60, channels: 3, background: '#fff' } } as const;
  const input = await sharp(white).png().toBuffer();
  const black = sharp({ create: { width: 600, height: 400, channels: 3, background: '#000' } });
  mask = await stored('mask', black.composite([{ input, left: 300, top: 200 }]));
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

function engineOf(graph: GraphFile, control: ControlPictures = plainControl()): RenderEngine {
  const options = { name: 'card', title: '显卡引擎', address: fake.baseUrl, confirmed: licenceIds, control };
  const engine = createComfyUi({ ...options, graphs: [graph] });
  engines.push(engine);
  return engine;
}

function requestOf(tool: string, params: Record<string, unknown> = {}): RenderRequest {
  keys += 1;
  const definition = toolById(tool)!;
  const form = {
    ...completeParams(definition, 'base'),
    ...('mask' in definition.fields && { mask: 'mask' }),
    ...params,
  };
  return {
    ...{ key: `graph-${keys}`, tool, seed: 3, outputDir: folder },
    ...{ params: form, pictures: { base, mask } },
  };
}

const quiet: RenderListener = { signal: new AbortController().signal, onProgress: () => undefined };
const rendered = async (engine: RenderEngine, request: RenderRequest) =>
  engine.watch(await engine.start(request), quiet, request);

describe.each(graphs.map((graph) => ({ graph, id: graph.id })))('$id', ({ graph }) => {
  it('names each node that it uses, each model that it loads, and slots and links that are there', () => {
    const foreign = new Set(Object.values(graph.optional).flatMap(({ nodes }) => nodes));
    const used = new Set(Object.values(graph.graph).map((node) => node.class_type));
    expect([...used].filter((node) => !foreign.has(node)).toSorted()).toEqual(graph.needs.nodes.toSorted());
    for (const { inputs } of Object.values(graph.graph))
      for (const value of Object.values(inputs))
        if (Array.isArray(value)) expect(Object.keys(graph.graph)).toContain(value[0]);
    for (const { loader, input, name } of graph.needs.models)
      expect(Object.values(graph.graph)).toContainEqual({
        class_type: loader,
        inputs: expect.objectContaining({ [input]: name }),
      });
  });

  it('is taken by the server with and without each of its optional pictures, and gives the size that is asked for', async () => {
    const tool = graph.tools[0]!;
    for (const slot of [undefined, ...pictureSlots.filter((each) => graph.optional[each])]) {
      const missing = slot && slot !== 'style' ? { [slot]: '没有' } : {};
      const params = slot === 'style' || !graph.slots.style ? { style_img: undefined, texture_img: undefined } : {};
      const { outputs } = await rendered(engineOf(graph, plainControl(missing)), requestOf(tool, params));
      expect(outputs.length).toBeGreaterThan(0);
      for (const { file, width, height } of outputs)
        expect(await sharp(file).metadata()).toMatchObject({ width, height, format: 'png' });
    }
  });
});

describe('runs of a part of a picture', () => {
  const rawOf = (file: string) => sharp(file).removeAlpha().raw().toBuffer();
  const control = createEmbeddedControl();
  afterAll(() => control.close());

  it('change nothing outside of the mask, not by a bit, and something inside', async () => {
    const request = requestOf('localRenderingPro', { num: 1, feather: 6, strength: 1 });
    const { outputs } = await rendered(engineOf(shippedGraphs.get('repaint-sdxl')!, control), request);
    const [before, after] = await Promise.all([rawOf(base.file), rawOf(outputs[0]!.file)]);
    let outside = 0;
    let inside = 0;
    for (let i = 0; i < before!.length; i++) {
      const [x, y] = [Math.floor(i / 3) % 600, Math.floor(i / 1800)];
      const isChosen = x >= 300 && x < 380 && y >= 200 && y < 260;
      if (before![i] !== after![i]) isChosen ? inside++ : outside++;
    }
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(1000);
    const uploads = fake.asked.filter(({ path: asked }) => asked === '/upload/image').length;
    expect(uploads).toBeGreaterThan(0);
  });

  it('keep the base in the middle of an extension, pixel by pixel', async () => {
    const request = requestOf('extendImg', { mode: 'sides', top: 10, right: 30, bottom: 50, left: 70, num: 1 });
    const { outputs } = await rendered(engineOf(shippedGraphs.get('extend-sdxl')!), request);
    expect(outputs).toMatchObject([{ width: 700, height: 460 }]);
    const part = { left: 70, top: 10, width: 600, height: 400 };
    const middle = await sharp(outputs[0]!.file).extract(part).removeAlpha().raw().toBuffer();
    expect(middle.equals(await rawOf(base.file))).toBe(true);
  });

  it('paste a rendered crop back into its box, or give the crop alone', async () => {
    const crop = [
      { x: 100, y: 50 },
      { x: 300, y: 250 },
    ];
    const graph = shippedGraphs.get('edit-qwen')!;
    const pasted = await rendered(
      engineOf(graph),
      requestOf('architecturalPart', { num: 1, crop, isPastedBack: true }),
    );
    expect(pasted.outputs).toMatchObject([{ width: 600, height: 400 }]);
    const right = { left: 300, top: 0, width: 300, height: 400 };
    const cut = (file: string) => sharp(file).extract(right).removeAlpha().raw().toBuffer();
    expect((await cut(pasted.outputs[0]!.file)).equals(await cut(base.file))).toBe(true);
    const alone = await rendered(engineOf(graph), requestOf('architecturalPart', { num: 1, crop }));
    expect(alone.outputs).toMatchObject([{ width: 200, height: 200 }]);
  });

  it('enlarge in tiles that leave no seam and keep the colours of the base', async () => {
    const { outputs } = await rendered(
      engineOf(shippedGraphs.get('detail-sdxl')!),
      requestOf('realUpImg', { scale: 4 }),
    );
    expect(outputs).toMatchObject([{ width: 2400, height: 1600 }]);
    const [small, large] = await Promise.all(
      [base.file, outputs[0]!.file].map((file) => sharp(file).removeAlpha().resize(12, 8).raw().toBuffer()),
    );
    const apart = [...small!].map((level, i) => Math.abs(level - large![i]!));
    expect(Math.max(...apart)).toBeLessThan(12);
  });

  it('cut other proportions out of the middle of the base', async () => {
    const request = requestOf('architecturalRender', { num: 1, ratio: '1:1', style_img: undefined });
    const { outputs } = await rendered(engineOf(shippedGraphs.get('edit-qwen')!), request);
    expect(outputs).toMatchObject([{ width: 400, height: 400 }]);
  });
});

describe('a graph under a licence', () => {
  it('runs only once the operator has confirmed it, and says so', async () => {
    const graph = shippedGraphs.get('repaint-flux')!;
    const control = plainControl();
    const engine = createComfyUi({ name: 'card', title: '显卡引擎', address: fake.baseUrl, graphs: [graph], control });
    engines.push(engine);
    const report = await engine.probe.run(new AbortController().signal);
    expect(JSON.stringify(report)).toContain('confirmedLicences');
    expect((await engine.describe()).unavailable).toBeDefined();
    expect((await engineOf(graph).describe()).unavailable).toBeUndefined();
  });
});

describe('jobs of several graphs', () => {
  it('run those of one graph in a row, and hold nobody up for more than six', async () => {
    const hold = fake.hold('step');
    const [one, other] = [engineOf(shippedGraphs.get('text-qwen')!), engineOf(shippedGraphs.get('edit-qwen')!)];
    const text = () => requestOf('text2Img', { num: 1, style_img: undefined });
    const edit = () => requestOf('indoorRender', { num: 1, style_img: undefined });
    const begun: Array<readonly [RenderEngine, RenderRequest]> = [];
    const begin = async (engine: RenderEngine, request: RenderRequest) => {
      begun.push([engine, request]);
      await engine.start(request);
    };
    await begin(one, text());
    await hold.reached;
    await begin(other, edit());
    for (let times = 0; times < 7; times += 1) await begin(one, text());
    hold.release();
    for (const [engine, request] of begun) await engine.watch((await engine.recover(request.key))!, quiet, request);
    const letters = new Map(fake.accepted.map(([, id, , extra]) => [id, JSON.stringify(extra).includes('text-qwen')]));
    const order = fake.ended.slice(-9).map((id) => (letters.get(id) ? 't' : 'e'));
    expect(order.join('')).toMatch(/^t{6}et{2}$/);
  });
});
