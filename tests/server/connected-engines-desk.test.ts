import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectedEngine } from '#shared/contract/connected-engine-desk';
import type { EngineOptions } from '#shared/contract/engine-fields';
import { shippedGraphs } from '../../mock-server/adapters/render/comfyui/graphs.ts';
import { createEngineChecks } from '../../mock-server/adapters/render/engine-checks.ts';
import { knownEngines } from '../../scripts/lib/known-engines.ts';
import { startFakeComfyUi } from '../support/comfyui/index.ts';
import { eachEngineFake } from '../support/engine-fakes.ts';
import { oneRendering } from '../support/image-service/engine-bench.ts';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let fake: Awaited<ReturnType<typeof startFakeComfyUi>>;
let server: TestServer;
beforeEach(async () => {
  const models: Record<string, string[]> = {};
  for (const { needs } of shippedGraphs.values())
    for (const { folder, name } of needs.models) models[folder] = [...(models[folder] ?? []), name];
  fake = await startFakeComfyUi({ models });
  server = await startTestServer();
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
  await fake.close();
});

const draft = () => ({
  ...{ name: 'card', title: '工作室显卡', adapter: 'comfyui' as const, address: fake.baseUrl, graphs: ['text-qwen'] },
  ...{ models: {}, tools: null, priceFactor: 3, laneSize: 2, timeLimitSeconds: 600, plans: null, leavesHouse: false },
  budget: { perRunFen: 10, dayFen: 100 },
});

const listed = async () => (await server.visitor().api.tools()).find(({ id }) => id === 'text2Img')?.engines ?? [];

async function begin(engine: string) {
  const member = await server.member({ plan: 'pro', tickets: { normal: 50 } });
  const params = { promptTxt: '水边的木构茶室', num: 1, engine };
  const { taskId } = await member.api.startTask({ tool: 'text2Img', params, clientKey: 'once' });
  return { member, taskId };
}

describe('an engine that staff connect', () => {
  it('is tried while it is off, runs tasks as soon as it is on, and is closed to new ones when it is off again', async () => {
    const admin = await server.staff('admin');
    const made = await admin.api.createConnectedEngine(draft());
    expect(made).toMatchObject({ id: 'card', source: 'console', isEnabled: false, hasKey: false, version: 1 });
    expect(await listed()).toEqual([]);
    expect(await admin.api.testConnectedEngine({ id: 'card' })).toMatchObject({
      isOk: true,
      parts: [{ isReady: true, title: expect.stringContaining('text-qwen') }],
    });
    const { version } = await admin.api.updateConnectedEngine({ id: 'card', isEnabled: true, version: 1 });
    expect(await listed()).toMatchObject([{ name: 'card', title: '工作室显卡', priceFactor: 3 }]);

    const hold = fake.hold('step');
    const { member, taskId } = await begin('card');
    await hold.reached;
    expect(await refusal(admin.api.removeConnectedEngine({ id: 'card' }))).toMatchObject({
      reason: 'engine.in_use',
    });
    await admin.api.updateConnectedEngine({ id: 'card', isEnabled: false, version });
    expect(await listed()).toEqual([]);
    hold.release();
    expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', engine: 'card' });
    const sheet = await (await admin.fetch('/api/admin/v1/tasks/export?format=csv')).text();
    expect(sheet).toContain('工作室显卡');
    await admin.api.removeConnectedEngine({ id: 'card' });
    expect(await admin.api.staffConnectedEngines({})).toEqual([]);
  });

  it('has a key that goes to its address alone, is never told, and is gone with another address', async () => {
    const admin = await server.staff('admin');
    await admin.api.createConnectedEngine(draft());
    const keyed = { id: 'card', keyHeader: 'x-gate', engineKey: 'secret-of-the-gate', version: 1 };
    const answer = await admin.api.replaceEngineKey(keyed);
    expect(answer).toMatchObject({ keyHeader: 'x-gate', hasKey: true, version: 2 });
    expect(JSON.stringify(answer)).not.toContain(keyed.engineKey);
    await admin.api.testConnectedEngine({ id: 'card' });
    expect(fake.asked.map(({ headers }) => headers['x-gate'])).toContain(keyed.engineKey);
    const { db } = server.deps.store;
    for (const table of ['connected_engine', 'audit', 'change_set'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(keyed.engineKey);
    const moved = await admin.api.updateConnectedEngine({ id: 'card', address: 'http://127.0.0.1:1', version: 2 });
    expect(moved).toMatchObject({ hasKey: false });
  });

  it('waits for a second person where it may cost more, and a change is undone', async () => {
    const operator = await server.staff('operator');
    const admin = await server.staff('admin');
    await operator.api.createConnectedEngine(draft());
    const asked = await operator.api.updateConnectedEngine({ id: 'card', isEnabled: true, version: 1, reason: '试用' });
    expect(asked).toMatchObject({ isEnabled: false, pendingChange: { kind: 'engine' } });
    expect(await listed()).toEqual([]);
    await admin.api.approveChange({ id: asked.pendingChange?.id ?? '' });
    expect(await listed()).toHaveLength(1);
    const undoLast = async () => {
      const [last] = await operator.api.changes({});
      return operator.api.revertChange({ id: last?.id ?? '' });
    };
    server.clock.set({ advanceMs: 1000 });
    await operator.api.updateConnectedEngine({ id: 'card', title: '三楼的显卡', version: 2 });
    expect(await listed()).toMatchObject([{ title: '三楼的显卡' }]);
    await undoLast();
    expect(await listed()).toMatchObject([{ title: '工作室显卡' }]);

    server.clock.set({ advanceMs: 1000 });
    const tighter = { id: 'card', budget: { perRunFen: 10, dayFen: 40 }, version: 4 };
    expect(await operator.api.updateConnectedEngine(tighter)).toMatchObject({ budget: { dayFen: 40 } });
    expect(await refusal(undoLast())).toMatchObject({ reason: 'pending.undo' });
  });

  it('is refused at the field that is at fault', async () => {
    const admin = await server.staff('admin');
    const fieldsOf = async (change: object) => {
      const refused = await refusal(admin.api.createConnectedEngine({ ...draft(), ...change }));
      return Object.keys((refused as { fields?: object }).fields ?? {});
    };
    expect(await fieldsOf({ name: 'embedded' })).toEqual(['name']);
    expect(await fieldsOf({ address: 'http://user:pass@card' })).toEqual(['address']);
    expect(await fieldsOf({ graphs: ['no-such'] })).toEqual(['graphs']);
    expect(await fieldsOf({ tools: ['toline'] })).toEqual(['tools', 'graphs']);
    expect(await fieldsOf({ models: { 'no-such.safetensors': 'x' } })).toEqual(['models']);
    await admin.api.createConnectedEngine(draft());
    expect(await fieldsOf({})).toEqual(['name']);
    expect(await fieldsOf({ name: 'other' })).toEqual(['title']);
  });

  it('is untested in form and list until a check of its present settings is passed, which the command reads too', async () => {
    const admin = await server.staff('admin');
    await admin.api.createConnectedEngine(draft());
    await admin.api.replaceEngineKey({ id: 'card', keyHeader: 'x-gate', engineKey: 'gate', version: 1 });
    await admin.api.updateConnectedEngine({ id: 'card', isEnabled: true, version: 2 });
    const { algorithm } = shippedGraphs.get('text-qwen')!;
    const shown = async () => {
      const [row] = await admin.api.staffConnectedEngines({});
      return { ...row, isUntestedInForm: (await listed())[0]?.isUntested };
    };
    const untested = { state: 'ok', checkedAt: null, untested: [algorithm], isUntestedInForm: true };
    expect(await shown()).toMatchObject(untested);

    const { dataDir } = server;
    const [settings] = knownEngines({ dataDir });
    expect(settings).toMatchObject({ name: 'card', address: fake.baseUrl, headers: { 'x-gate': 'gate' } });
    const checks = createEngineChecks(dataDir);
    const run = { title: '文生图', tool: 'text2Img', algorithm, seconds: 2 };
    await checks.keep(settings!, { checkedAt: 1000, runs: [run, { ...run, fault: '没有结果' }] });
    expect(await shown()).toMatchObject({ ...untested, checkedAt: 1000 });
    await checks.keep(settings!, { checkedAt: 2000, runs: [run] });
    expect(await shown()).toMatchObject({ checkedAt: 2000, untested: [], isUntestedInForm: false });
    const { version } = await admin.api.updateConnectedEngine({ id: 'card', priceFactor: 4, version: 3 });
    expect(await shown()).toMatchObject({ untested: [], isUntestedInForm: false });
    await admin.api.updateConnectedEngine({
      id: 'card',
      address: fake.baseUrl.replace('127.0.0.1', 'localhost'),
      version,
    });
    expect(await shown()).toMatchObject(untested);
  });

  it('tells in the list why it cannot be used, by the words of the page of engines', async () => {
    const admin = await server.staff('admin');
    await admin.api.createConnectedEngine({ ...draft(), address: 'http://127.0.0.1:9' });
    expect(await admin.api.staffConnectedEngine({ id: 'card' })).toMatchObject({ state: 'off', detail: '' });
    await admin.api.updateConnectedEngine({ id: 'card', isEnabled: true, version: 1 });
    const { state, detail } = await admin.api.staffEngine({ id: 'render-card' });
    expect(state).toBe('unavailable');
    expect(await admin.api.staffConnectedEngines({})).toMatchObject([{ state, detail }]);
  });

  it('takes part again after a restart', async () => {
    const admin = await server.staff('admin');
    await admin.api.createConnectedEngine(draft());
    await admin.api.updateConnectedEngine({ id: 'card', isEnabled: true, version: 1 });
    const { dataDir, stop } = server;
    await stop(0);
    server = await startTestServer({ dataDir });
    expect(await listed()).toMatchObject([{ name: 'card' }]);
  });
});

/** Settings of a fake: common ones, then those of its adapter. */
function split({ adapter, key, leavesHouse, graphs = null, ...options }: Record<string, unknown>) {
  return {
    ...({ adapter, leavesHouse, graphs } as Pick<ConnectedEngine, 'adapter' | 'leavesHouse' | 'graphs'>),
    ...{ key: key as string | undefined, options: options as EngineOptions },
  };
}

describe.each(eachEngineFake)('an engine of $name in the console', ({ start }) => {
  it('is connected with its key, tried, changed, renders, and is removed; undoing brings it back', async () => {
    const service = await start();
    try {
      const admin = await server.staff('admin');
      const { adapter, key, leavesHouse, graphs, options } = split(service.settings);
      const { adapters } = await admin.api.connectedEngineParts({});
      const parts = adapters.find(({ name }) => name === adapter)!;
      expect(parts.leavesHouse).toBe(leavesHouse);
      expect(Object.keys(options).filter((name) => parts.options.every((option) => option.name !== name))).toEqual([]);
      const given = {
        ...{ name: 'outside', title: '外面的引擎', adapter, address: `${service.origin}${service.path}`, options },
        ...{ graphs, models: {}, tools: null, priceFactor: 2, laneSize: 1, timeLimitSeconds: 600 },
        ...{ plans: null, leavesHouse, budget: { perRunFen: 80, dayFen: 1000 } },
      };
      expect(await admin.api.createConnectedEngine(given)).toMatchObject({ adapter, options, isEnabled: false });
      const test = () => admin.api.testConnectedEngine({ id: 'outside' });
      let version = 1;
      if (key !== undefined) {
        expect(await test()).toMatchObject({ isOk: false });
        const engineKey = `${parts.keyScheme} ${key}`;
        const keyed = { id: 'outside', keyHeader: 'Authorization', engineKey, version };
        expect(JSON.stringify(await admin.api.replaceEngineKey(keyed))).not.toContain(key);
        version += 1;
      }
      expect(await test()).toMatchObject({ isOk: true });
      await admin.api.updateConnectedEngine({ id: 'outside', priceFactor: 3, isEnabled: true, version });

      const member = await server.member({ plan: 'pro', tickets: { normal: 50 } });
      const { imageId } = await member.upload(await drawPicture());
      const params = { ...oneRendering(imageId), engine: 'outside' };
      const { taskId } = await member.api.startTask({ tool: 'architecturalRender', params, clientKey: 'once' });
      expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', engine: 'outside' });
      expect(service.paid()).toBe(1);

      server.clock.set({ advanceMs: 1000 });
      await admin.api.removeConnectedEngine({ id: 'outside' });
      const [last] = await admin.api.changes({});
      await admin.api.revertChange({ id: last!.id });
      expect(await admin.api.staffConnectedEngine({ id: 'outside' })).toMatchObject({
        ...{ adapter, options, priceFactor: 3, isEnabled: false, hasKey: false },
      });
    } finally {
      await service.close();
    }
  });
});

const service = () => ({
  ...draft(),
  ...{ adapter: 'openai-images' as const, graphs: null, address: 'https://images.example/v1', leavesHouse: true },
});

describe('settings of an adapter', () => {
  it.each([
    [{ options: { model: 'a model' } }, { 'options.model': [expect.stringContaining('模型名称')] }],
    [{ options: { sizes: ['16x16'] } }, { 'options.sizes': [expect.stringContaining('256–4096')] }],
    [{ options: { sizes: [] } }, { 'options.sizes': [expect.stringContaining('至少 1 项')] }],
    [{ options: { dialect: 'azure' } }, { 'options.dialect': [expect.stringContaining('只能是')] }],
    [{ options: { pictureFen: 1_000_000 } }, { 'options.pictureFen': [expect.any(String)] }],
    [{ options: { call: 'multimodal' } }, { options: ['这个适配器没有设置 call'] }],
    [{ options: { key: 'sk-open' } }, { options: ['这个适配器没有设置 key'] }],
    [{ tools: ['toline'] }, { tools: ['这个适配器不支持工具 toline'] }],
    [{ graphs: ['text-qwen'] }, { options: ['不认识的参数：graphs'] }],
    [{ models: { a: 'b' } }, { options: ['不认识的参数：models'] }],
    [{ adapter: 'comfyui' as const, options: { model: 'x' } }, { options: ['这个适配器没有设置 model'] }],
  ])('are refused at the field as in the file: %o', async (change, fields) => {
    const admin = await server.staff('admin');
    expect(await refusal(admin.api.createConnectedEngine({ ...service(), ...change }))).toMatchObject({
      ...{ reason: 'engine.invalid', fields },
    });
  });

  it('have the usual values where none are given, wait for a second person while it is on, and are undone', async () => {
    const operator = await server.staff('operator');
    const admin = await server.staff('admin');
    await admin.api.createConnectedEngine(service());
    const [settings] = knownEngines({ dataDir: server.dataDir });
    expect(settings).toMatchObject({ adapter: 'openai-images', model: 'gpt-image-1.5', dialect: 'openai' });
    const { version } = await admin.api.updateConnectedEngine({ id: 'card', isEnabled: true, version: 1 });
    const options = { model: 'gpt-image-2', pictureFen: 3 };
    server.clock.set({ advanceMs: 1000 });
    const asked = await operator.api.updateConnectedEngine({ id: 'card', options, version, reason: '新模型' });
    expect(asked).toMatchObject({ options: {}, pendingChange: { kind: 'engine' } });
    await admin.api.approveChange({ id: asked.pendingChange!.id });
    expect(await admin.api.staffConnectedEngine({ id: 'card' })).toMatchObject({ options });
    expect(knownEngines({ dataDir: server.dataDir })).toMatchObject([{ ...options, dialect: 'openai' }]);
    const [last] = await admin.api.changes({});
    await admin.api.revertChange({ id: last!.id });
    expect(await admin.api.staffConnectedEngine({ id: 'card' })).toMatchObject({ options: {} });
  });
});

describe('graphs of the operator', () => {
  const own = (change: object = {}) => ({
    ...shippedGraphs.get('text-qwen')!,
    id: 'own-text',
    title: '自己的',
    ...change,
  });

  it('are taken, run, get new versions, and are removed when no engine names them; all is undone', async () => {
    const admin = await server.staff('admin');
    const made = await admin.api.saveEngineGraph({ graph: own(), version: null });
    expect(made).toMatchObject({ id: 'own-text', version: 1 });
    await admin.api.createConnectedEngine({ ...draft(), graphs: ['own-text'] });
    await admin.api.updateConnectedEngine({ id: 'card', isEnabled: true, version: 1 });
    const { member, taskId } = await begin('card');
    expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', engine: 'card' });
    expect(knownEngines({ dataDir: server.dataDir })).toMatchObject([{ graphFiles: [{ id: 'own-text' }] }]);

    const later = own({ algorithm: '另一种方法' });
    await admin.api.saveEngineGraph({ graph: later, version: 1 });
    const { graphs } = await admin.api.connectedEngineParts({});
    const versions = [{ version: 2 }, { version: 1 }];
    expect(graphs.find(({ id }) => id === 'own-text')).toMatchObject({
      own: { version: 2, usedBy: ['工作室显卡'], versions },
    });
    expect(await admin.api.staffConnectedEngine({ id: 'card' })).toMatchObject({ untested: ['另一种方法'] });
    const stale = refusal(admin.api.saveEngineGraph({ graph: later, version: 1 }));
    expect(await stale).toMatchObject({ reason: 'engine.graph_changed' });
    expect(await admin.api.engineGraph({ id: 'own-text', edition: 1 })).toMatchObject({ graph: own() });
    const restored = await admin.api.restoreEngineGraph({ id: 'own-text', to: 1, version: 2 });
    expect(restored).toMatchObject({ version: 3, graph: own() });

    const again = refusal(admin.api.saveEngineGraph({ graph: own(), version: null }));
    expect(await again).toMatchObject({ reason: 'engine.graph_taken' });
    const used = refusal(admin.api.removeEngineGraph({ id: 'own-text' }));
    expect(await used).toMatchObject({ reason: 'engine.graph_in_use' });
    await admin.api.removeConnectedEngine({ id: 'card' });
    server.clock.set({ advanceMs: 1000 });
    await admin.api.removeEngineGraph({ id: 'own-text' });
    expect(await refusal(admin.api.engineGraph({ id: 'own-text' }))).toMatchObject({ reason: 'engine.graph_missing' });
    const [last] = await admin.api.changes({});
    await admin.api.revertChange({ id: last!.id });
    expect(await admin.api.engineGraph({ id: 'own-text' })).toMatchObject({ graph: own() });
  });

  it('are refused with a sentence for every fault, also where an engine that names one could not run', async () => {
    const admin = await server.staff('admin');
    const faultsOf = async (change: object, version: number | null = null) => {
      const refused = await refusal(admin.api.saveEngineGraph({ graph: own(change), version }));
      expect(refused).toMatchObject({ reason: 'engine.graph_invalid' });
      return (refused as unknown as { fields: { graph: string[] } }).fields.graph;
    };
    expect(await faultsOf({ slots: { prompt: [['nowhere', 'text']] }, output: 'none' })).toEqual([
      ...['slots.prompt：图中没有 nowhere.text', 'output：图中没有节点 none'],
    ]);
    expect(await faultsOf({ tools: ['no-such'], language: 'fr' })).toHaveLength(2);
    expect(await faultsOf({ id: 'text-qwen' })).toEqual([expect.stringContaining('自带的图已叫 text-qwen')]);
    await admin.api.saveEngineGraph({ graph: own(), version: null });
    await admin.api.createConnectedEngine({ ...draft(), graphs: ['own-text'], tools: ['text2Img'] });
    expect(await faultsOf({ tools: ['indoorRender'] }, 1)).toContainEqual(expect.stringContaining('「工作室显卡」'));
  });

  it('run under a licence once it is confirmed, with who and when, and not when that is undone', async () => {
    const admin = await server.staff('admin');
    await admin.api.createConnectedEngine({ ...draft(), graphs: ['repaint-flux'] });
    const isReady = async () => (await admin.api.testConnectedEngine({ id: 'card' })).parts[0]?.isReady;
    expect(await isReady()).toBe(false);
    const confirm = { id: 'card', licence: 'flux-1-dev', isConfirmed: true, version: 1 };
    expect(await refusal(admin.api.confirmEngineLicence({ ...confirm, licence: 'mit' }))).toMatchObject({
      reason: 'engine.invalid',
    });
    const { licences } = await admin.api.confirmEngineLicence(confirm);
    expect(licences).toEqual([{ id: 'flux-1-dev', by: expect.any(String), at: server.clock.now() }]);
    expect(await isReady()).toBe(true);
    server.clock.set({ advanceMs: 1000 });
    await admin.api.confirmEngineLicence({ ...confirm, isConfirmed: false, version: 2 });
    expect(await isReady()).toBe(false);
    const [last] = await admin.api.changes({});
    await admin.api.revertChange({ id: last!.id });
    expect(await isReady()).toBe(true);
  });
});
