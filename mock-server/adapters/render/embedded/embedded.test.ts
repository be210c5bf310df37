import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { toline } from '#shared/tools/plan';
import { describeRenderEngine, drawHouse } from '../conformance.ts';
import { OperationLost } from '../port.ts';
import { createEmbeddedEngine } from './index.ts';

describeRenderEngine('the embedded engine', async () => ({
  engine: createEmbeddedEngine({ threads: 1 }),
  tool: 'toline',
  params: (imageId) => toline.params.parse({ upload_img: imageId, lineStyle: 'sketch' }),
  slowParams: (imageId) => toline.params.parse({ upload_img: imageId, lineStyle: 'detail' }),
  slowPictureSide: 1000,
  isDeterministic: true,
}));

const folder = await mkdtemp(path.join(tmpdir(), 'embedded-engine-'));
const engines: Array<{ close(): Promise<void> }> = [];
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await rm(folder, { recursive: true, force: true });
});

function openEngine(options: Parameters<typeof createEmbeddedEngine>[0]) {
  const engine = createEmbeddedEngine(options);
  engines.push(engine);
  return engine;
}

async function lineRequest(key: string, side = 120) {
  const picture = await drawHouse(folder, side);
  const params = toline.params.parse({ upload_img: 'p' });
  return { key, tool: 'toline', params, pictures: { p: picture }, seed: 1, outputDir: folder };
}

it('forgets an operation once its outcome is delivered', async () => {
  const engine = openEngine({ threads: 1 });
  const operation = await engine.start(await lineRequest('done'));
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  await engine.watch(operation, listener);
  await expect(engine.watch(operation, listener)).rejects.toBeInstanceOf(OperationLost);
});

it('ends a job that takes longer than the limit, with an error that is not the user’s fault', async () => {
  const engine = openEngine({ threads: 1, limits: { runMs: 1 } });
  const operation = await engine.start(await lineRequest('slow', 1500));
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  await expect(engine.watch(operation, listener)).rejects.toThrow('job slow took longer than 1 ms');
});

it('goes on for the second watcher when the first leaves', async () => {
  const engine = openEngine({ threads: 1 });
  const operation = await engine.start(await lineRequest('shared'));
  const leaving = new AbortController();
  const first = engine.watch(operation, { signal: leaving.signal, onProgress: () => undefined });
  const second = engine.watch(operation, { signal: new AbortController().signal, onProgress: () => undefined });
  leaving.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect((await second).outputs).toHaveLength(1);
});

it('is unavailable once it is closed', async () => {
  const engine = openEngine({ threads: 1 });
  await engine.close();
  expect((await engine.describe()).unavailable).toBe('内置引擎已停止。');
  await expect(engine.start(await lineRequest('late'))).rejects.toThrow('closed');
});
