import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedControl } from '../../mock-server/adapters/control/embedded.ts';
import { shippedGraphs } from '../../mock-server/adapters/render/comfyui/graphs.ts';
import { createComfyUi } from '../../mock-server/adapters/render/comfyui/index.ts';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { checkBases, checkEngine, plannedRuns, tableOf } from '../../scripts/lib/engine-check.ts';
import { startFakeComfyUi } from '../support/comfyui/index.ts';

let fake: Awaited<ReturnType<typeof startFakeComfyUi>>;
let folder: string;
const control = createEmbeddedControl();
const engines: RenderEngine[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'engine-check-test-'));
  const models: Record<string, string[]> = {};
  for (const { needs } of shippedGraphs.values())
    for (const { folder: kept, name } of needs.models) models[kept] = [...new Set([...(models[kept] ?? []), name])];
  fake = await startFakeComfyUi({ models });
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await control.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

function card(): RenderEngine {
  const graphs = [...shippedGraphs.values()];
  const engine = createComfyUi({ name: 'card', title: '显卡', address: fake.baseUrl, graphs, control });
  engines.push(engine);
  return engine;
}

describe('the check of an engine', () => {
  it('renders the five bases and one picture of each other method, measures them and keeps the pictures', async () => {
    const told: string[] = [];
    const engine = card();
    const { tools } = await engine.describe();
    const done = await checkEngine(engine, plannedRuns(tools), ({ title }) => told.push(title), folder);
    expect(told.slice(0, 5)).toEqual(checkBases.map(({ title }) => title));
    expect(new Set(done.map(({ algorithm }) => algorithm))).toEqual(new Set(tools.map(({ algorithm }) => algorithm)));
    expect(done.map(({ fault }) => fault)).toEqual(done.map(() => undefined));
    for (const { structure, colourShift, seconds, fault } of done.slice(0, 5)) {
      expect(structure).toBeGreaterThan(60);
      expect(colourShift).toBeGreaterThan(0);
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(fault).toBeUndefined();
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.png'))).toHaveLength(done.length);
    expect(tableOf(done).split('\n')).toHaveLength(done.length + 2);
  });

  it('tells a picture of another building, and goes on after a failure', async () => {
    fake.next({ picture: 'otherHouse' }, { fails: 'error' });
    const engine = card();
    const planned = plannedRuns((await engine.describe()).tools).slice(0, 5);
    const [other, failed, ...rest] = await checkEngine(engine, planned, () => undefined);
    expect(other).toMatchObject({ fault: '结构与底图不符' });
    expect(failed?.fault).toContain('failed with');
    expect(rest.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined]);
    expect(tableOf([failed!])).toContain('| – | – |');
  });

  it('ends with 2 and the names of the engines where there is no such engine', async () => {
    const file = path.join(folder, 'engines.json');
    const engine = { name: 'card', title: '显卡', adapter: 'comfyui', address: fake.baseUrl, leavesHouse: false };
    await writeFile(file, JSON.stringify({ engines: [engine] }));
    const child = spawn(process.execPath, ['scripts/engine-check.ts', 'nobody'], {
      env: { ...process.env, MODE: 'local', ENGINES_FILE: file, DATA_DIR: folder },
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(2);
    expect(said).toContain('里的引擎：card');
  });
});
