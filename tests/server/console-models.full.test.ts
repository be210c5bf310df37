import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ModelFileView, ModelOverview } from '#shared/contract/model-desk';
import { onnxFile } from '../support/onnx-graph.ts';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { lamaGraph, mapGraph, nearestGraph } from '../support/slot-graphs.ts';

let dataDir: string;
let server: TestServer;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'models-'));
  await put('lama.onnx', onnxFile(lamaGraph()));
  await put('lama.json', JSON.stringify({ slot: 'inpaint', adapter: 'lama', use: 'commercial', licence: 'MIT' }));
  server = await startTestServer({ dataDir, config: { modelRuntime: 'auto' } });
  await server.deps.modelDesk.idle();
});
afterEach(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A file that has lain there for a while. */
async function put(name: string, content: string | Uint8Array): Promise<void> {
  const file = path.join(dataDir, 'models', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  const before = new Date(Date.now() - 60_000);
  await utimes(file, before, before);
}

const slotOf = ({ slots }: ModelOverview, slot: string) => slots.find((one) => one.slot === slot)!;

it('a file that was put there is recognised, tried and used from the start; staff see by what, and go back', async () => {
  const operator = await server.staff('operator');
  const viewer = await server.staff('viewer');
  const [lama] = (await (await viewer.fetch('/api/admin/v1/models')).json()) as ModelFileView[];
  expect(lama).toMatchObject({
    ...{ name: 'lama.onnx', slot: 'inpaint', state: 'used', knownBy: 'sidecar', licence: 'MIT', fault: '' },
    triedAt: server.clock.now(),
  });
  expect(Object.keys(server.deps.models!.access().slots)).toEqual(['inpaint']);
  const seen = await viewer.api.modelOverview({});
  expect(slotOf(seen, 'inpaint')).toMatchObject({ mode: 'automatic', used: { label: 'lama' }, fault: '' });
  expect(slotOf(seen, 'matte').known.length).toBeGreaterThan(3);

  const back = { slot: 'inpaint', mode: 'builtIn', version: 0 } as const;
  expect(await refusal(viewer.api.chooseModel(back))).toMatchObject({ status: 403 });
  const without = await operator.api.chooseModel(back);
  expect(slotOf(without, 'inpaint')).toMatchObject({ mode: 'builtIn', used: null, version: 1 });
  expect(server.deps.models!.access().slots).toEqual({});
  expect(await refusal(operator.api.chooseModel(back))).toMatchObject({ status: 409 });
  const again = await operator.api.chooseModel({ ...back, mode: 'file', fileId: lama!.id, version: 1 });
  expect(slotOf(again, 'inpaint')).toMatchObject({ mode: 'file', used: { label: 'lama' } });
  expect(await operator.api.endModelProcess({})).toMatchObject({ process: null, breakdowns: [] });
});

it('files that are no models, are not whole or fail their trial get a sentence, and nothing of them is used', async () => {
  const operator = await server.staff('operator');
  await put('page.onnx', '<!DOCTYPE html><html></html>');
  await put('lfs.onnx', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 28079181\n');
  await put('cut.onnx', onnxFile(lamaGraph()).subarray(0, 200));
  await put('weights.pth', 'PK');
  // Takes everything for the subject but the disc: its colours are the wrong way round.
  await put('wrong.onnx', onnxFile(mapGraph({ size: 320, outputs: ['a'], weight: -1, offset: 1 })));
  await put('wrong.json', JSON.stringify({ slot: 'matte', adapter: 'u2net', use: 'commercial' }));
  await put('mine.onnx', onnxFile(nearestGraph(4)));
  await put('mine.onnx.part', 'half');
  await put('notes.txt', 'bought in May');
  await operator.api.scanModels({});
  const rows = (await (await operator.fetch('/api/admin/v1/models')).json()) as ModelFileView[];
  const faults = Object.fromEntries(rows.map(({ name, state, fault }) => [name, `${state} ${fault}`]));
  expect(faults).toEqual({
    'cut.onnx': expect.stringMatching(/^broken 文件不完整/),
    'lama.onnx': 'used ',
    'lfs.onnx': expect.stringMatching(/^broken 这只是 Git LFS 的指针.*28 MB/),
    'mine.onnx': 'ready ',
    'page.onnx': expect.stringMatching(/^broken 这是一个网页/),
    'weights.pth': expect.stringMatching(/^broken 需要 ONNX 格式/),
    'wrong.onnx': expect.stringMatching(/^failed 模型把背景当成了主体/),
  });
  expect(Object.keys(server.deps.models!.access().slots)).toEqual(['inpaint']);

  const idOf = (name: string) => rows.find((row) => row.name === name)!.id;
  const choose = (name: string, slot: 'matte' | 'upscale', isLicenceAccepted: boolean) =>
    operator.api.chooseModel({ slot, mode: 'file', fileId: idOf(name), isLicenceAccepted, version: 0 });
  expect(await refusal(choose('wrong.onnx', 'matte', true))).toMatchObject({ status: 422 });
  expect(await refusal(choose('page.onnx', 'matte', true))).toMatchObject({ reason: 'model.unfit' });
  // Nobody knows what its licence is: it is not used before somebody has said that it may be.
  expect(await refusal(choose('mine.onnx', 'upscale', false))).toMatchObject({ reason: 'model.licence' });
  expect(slotOf(await choose('mine.onnx', 'upscale', true), 'upscale').used).toMatchObject({ label: 'mine' });
  expect(await operator.api.testModel({ id: idOf('mine.onnx') })).toMatchObject({ isOk: true });
  expect(await operator.api.testModel({ id: idOf('wrong.onnx') })).toMatchObject({ isOk: false });

  // The file is taken away: the slot says so and the built-in algorithm works.
  await rm(path.join(dataDir, 'models', 'mine.onnx'));
  const after = slotOf(await operator.api.scanModels({}), 'upscale');
  expect(after).toMatchObject({ used: null, fault: expect.stringContaining('不在模型文件夹里') });
});

it('what was decided and tried is known after a restart', async () => {
  const operator = await server.staff('operator');
  await operator.api.chooseModel({ slot: 'inpaint', mode: 'builtIn', version: 0 });
  await server.stop(5000);
  server = await startTestServer({ dataDir, config: { modelRuntime: 'auto' } });
  await server.deps.modelDesk.idle();
  const viewer = await server.staff('viewer');
  const [lama] = (await (await viewer.fetch('/api/admin/v1/models')).json()) as ModelFileView[];
  expect(lama).toMatchObject({ state: 'ready', trialMs: expect.any(Number) });
  // It was not tried again: nobody has asked the process.
  expect(server.deps.models!.state().process).toBeUndefined();
});

it('says so where networks are switched off', async () => {
  const off = await startTestServer();
  const operator = await off.staff('operator');
  expect(await operator.api.modelOverview({})).toMatchObject({ isOff: true, process: null });
  expect(await refusal(operator.api.scanModels({}))).toMatchObject({ status: 409, reason: 'model.off' });
  await off.close();
});
