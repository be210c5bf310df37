import { expect, test } from 'vitest';
import type { ConnectedEngine } from '#shared/contract/connected-engine-desk';
import { isDearer, toFields, toSettings } from './connected-words.ts';

const engine: ConnectedEngine = {
  ...{ id: 'card', source: 'console', title: '工作室显卡', adapter: 'comfyui', address: 'http://card:8188' },
  ...{ options: {}, licences: [] },
  ...{ graphs: ['text-qwen'], models: { 'a.safetensors': 'sub/b.safetensors' }, tools: null, priceFactor: 1.5 },
  ...{ laneSize: 2, timeLimitSeconds: 600, budget: { perRunFen: 10, dayFen: 1000 }, plans: ['pro'] },
  ...{ leavesHouse: true, isEnabled: true, keyHeader: 'Authorization', hasKey: false, version: 1, updatedAt: 0 },
};

test('what is shown in the form is what is sent', () => {
  const { graphs, models, tools, priceFactor, laneSize, timeLimitSeconds, budget, plans, leavesHouse } = engine;
  const { title, address } = engine;
  expect(toSettings(toFields(engine), [])).toEqual({
    options: {},
    ...{ title, address, graphs, models, tools, priceFactor, laneSize, timeLimitSeconds, budget, plans, leavesHouse },
  });
  expect(toSettings({ ...toFields(engine), perRun: '', graphs: [], models: '没有等号' }, [])).toMatchObject({
    ...{ budget: null, graphs: null, models: {} },
  });
});

test.each([
  [{}, false],
  [{ title: '别的名字' }, false],
  [{ priceFactor: 1 }, true],
  [{ priceFactor: 2 }, false],
  [{ perDay: '' }, true],
  [{ perDay: '5' }, false],
  [{ address: 'http://other:8188' }, true],
  [{ leavesHouse: false }, true],
  [{ options: { model: ' ' } }, false],
  [{ options: { model: 'newer' } }, true],
  [{ isEnabled: false, address: 'http://other:8188' }, false],
])('%j needs a second person: %s', (typed, isNeeded) => {
  expect(isDearer(engine, typed)).toBe(isNeeded);
  expect(isDearer({ ...engine, isEnabled: false }, { ...typed, isEnabled: true })).toBe(true);
});
