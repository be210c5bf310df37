import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { enlargement, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { createVisitor } from '../support/server-visitor.ts';

const inner = createTestEngine();
/** Worlds of the runs in the order in which the engine got them, as letters. */
const order: string[] = [];
const under = { now: 0, most: 0 };
const letters = new Map<string, string>();
const engine: RenderEngine = {
  name: 'test',
  describe: inner.describe,
  start: inner.start,
  recover: inner.recover,
  probe: inner.probe,
  async watch(operation, listener, request) {
    order.push(letters.get(String(operation.key).split('.')[0] ?? '') ?? 'unnamed');
    under.now += 1;
    under.most = Math.max(under.most, under.now);
    try {
      return await inner.watch(operation, listener, request);
    } finally {
      under.now -= 1;
    }
  },
  close: inner.close,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ engine, config: { taskConcurrency: 2 } });
});
afterAll(() => server.close());

/** Starts tasks of two accounts in a world, and resolves to what tells whether all have ended well. */
async function flood(space: string | undefined, count: number) {
  const starts = Array.from({ length: 2 }, async () => {
    const visitor = createVisitor(server.origin);
    if (space) visitor.cookies.set('mock_space', space);
    const body = JSON.stringify({ plan: 'team', tickets: 100 });
    await visitor.fetch('/__mock/accounts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { imageId } = await visitor.upload(await drawPicture());
    const tasks = await Promise.all(Array.from({ length: count }, () => visitor.api.startTask(enlargement(imageId))));
    return () => Promise.all(tasks.map(async ({ taskId }) => (await visitor.api.getTaskByTaskId({ taskId })).status));
  });
  const statuses = await Promise.all(starts);
  return async () => [...new Set((await Promise.all(statuses.map((ask) => ask()))).flat())];
}

it('worlds take turns at the engine, the unnamed one among them, however many tasks one has', async () => {
  letters.set('flooded', 'a').set('calm', 'b');
  inner.hold();
  const ended = [await flood('flooded', 3)];
  await expect.poll(() => order).toEqual(['a', 'a']);
  ended.push(await flood('calm', 1), await flood(undefined, 1));
  await expect.poll(() => inner.started.length).toBe(6);
  inner.release();
  for (const statuses of ended) await expect.poll(statuses).toEqual(['succeeded']);
  expect(order.slice(0, 2)).toEqual(['a', 'a']);
  expect(order.slice(2, 4).sort()).toEqual(['b', 'unnamed']);
  expect(order.filter((letter) => letter === 'a')).toHaveLength(6);
  expect(under.most).toBe(2);
});
