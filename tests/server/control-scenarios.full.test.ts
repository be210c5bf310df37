import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScenarioName, scenarioNames, scenarioOf } from '../../mock-server/control/scenarios.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ scenarioShare: 0.01 });
});
afterAll(() => server.close());

type Where = 'the unnamed world' | 'a named world';

interface World {
  /** Headers of its requests. */
  space: Record<string, string>;
  ask(method: string, path: string, body?: object, cookie?: string): Promise<{ status: number; json: never }>;
}

function worldOf(where: Where, scenario: ScenarioName): World {
  const space: Record<string, string> = where === 'a named world' ? { 'x-mock-space': scenario } : {};
  return {
    space,
    async ask(method, path, body, cookie) {
      const headers = { ...space, ...(body && { 'content-type': 'application/json' }), ...(cookie && { cookie }) };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(new URL(path, server.origin), init);
      return { status: answer.status, json: (await answer.json()) as never };
    },
  };
}

async function loginOf({ ask }: World, phoneNo: string): Promise<string> {
  const { json } = await ask('POST', '/__mock/accounts', { phoneNo });
  return (json as { cookie: string }).cookie;
}

/** Number of records of a list of the console. */
async function countOf({ space }: World, list: string, cookie: string): Promise<number> {
  const address = new URL(`/api/admin/v1/${list}?_start=0&_end=1`, server.origin);
  const answer = await fetch(address, { headers: { ...space, cookie } });
  expect([list, answer.status]).toEqual([list, 200]);
  return Number(answer.headers.get('x-total-count'));
}

async function staffCookie({ space }: World): Promise<string> {
  const answer = await fetch(new URL('/api/user/manage/login', server.origin), {
    method: 'POST',
    headers: { ...space, 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'admin', password: server.adminPassword }),
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function read<T>({ ask }: World, path: string, cookie?: string): Promise<T> {
  const { status, json } = await ask('GET', path, undefined, cookie);
  expect([path, status]).toEqual([path, 200]);
  return (path.startsWith('/api/') ? (json as { data: T }).data : json) as T;
}

/** Facts of each scenario beside what holds for all. */
const facts: Record<ScenarioName, (world: World, cookie: string) => Promise<void>> = {
  seed: async () => undefined,
  empty: async () => undefined,
  async 'new-user'(world, cookie) {
    expect(await read(world, '/api/works', cookie)).toMatchObject({ list: [] });
    expect(await read(world, '/api/order/list', cookie)).toMatchObject({ list: [] });
  },
  async 'vip-expired'(world, cookie) {
    expect(await read(world, '/api/user/getVipInfo', cookie)).toMatchObject({ plan: 'free' });
    expect(await read<{ list: unknown[] }>(world, '/api/works', cookie)).toMatchObject({
      list: [{ status: 'succeeded' }, { status: 'succeeded' }],
    });
    const { list } = await read<{ list: unknown[] }>(world, '/api/order/list', cookie);
    expect(list).toMatchObject([{ status: 'completed' }]);
  },
  async 'no-tickets'(world, cookie) {
    const { purses } = await read<{ purses: Array<{ left: number }> }>(world, '/api/ai/ticketSummary', cookie);
    expect(purses.map(({ left }) => left)).toEqual([0, 0, 0]);
  },
  async 'queue-500'(world, cookie) {
    const { list } = await read<{ list: Array<{ status: string }> }>(world, '/api/works?size=50', cookie);
    expect(list).toHaveLength(10);
    expect(list.some(({ status }) => status === 'queued')).toBe(true);
  },
  async 'pay-down'(world, cookie) {
    expect(await read(world, '/__mock/pay')).toMatchObject({ isDown: true });
    const wish = { productId: 'normal-20', payType: 'wechat' };
    const query = new URLSearchParams(wish);
    expect((await world.ask('GET', `/api/order/createOrder?${query}`, undefined, cookie)).status).toBe(503);
  },
  async 'engine-flaky'(world) {
    const { seed, faults } = await read<{ seed: number; faults: unknown[] }>(world, '/__mock/faults');
    expect([seed, faults.length]).toEqual([7, 3]);
  },
  async 'gallery-100k'(world) {
    const { total } = await read<{ total: number }>(world, '/api/inspiration/pictures?size=1');
    expect(total).toBe(1002);
    const { list } = await read<{ list: Array<{ url: string; title: string }> }>(
      world,
      `/api/inspiration/pictures?size=5&keyword=${encodeURIComponent('书店')}`,
    );
    expect(list).toHaveLength(5);
    expect(list.every(({ title }) => title.includes('书店'))).toBe(true);
  },
  async 'console-1m'(world, cookie) {
    const staff = await staffCookie(world);
    const counts = { accounts: 1002, tasks: 10_002, orders: 10_000, tickets: 10_009 };
    for (const [list, count] of Object.entries(counts))
      expect([list, await countOf(world, list, staff)]).toEqual([list, count]);
    const { list } = await read<{ list: Array<{ status: string }> }>(world, '/api/works?size=50', cookie);
    expect(list.length).toBe(50);
  },
};

/** Resets, and asks again while the data are being prepared. */
async function reset({ ask }: World, scenario: ScenarioName) {
  const once = () => ask('POST', '/__mock/reset', { scenario });
  await expect.poll(async () => (await once()).status, { timeout: 60_000 }).toBe(200);
  return once();
}

describe.each(scenarioNames)('%s', (scenario) => {
  it.each<Where>(['the unnamed world', 'a named world'])('is what it says in %s', async (where) => {
    const world = worldOf(where, scenario);
    const { status, json } = await reset(world, scenario);
    const { accounts } = json as { accounts: Array<{ phoneNo: string; about: string }> };
    expect([status, accounts.length]).toEqual([200, Object.keys(scenarioOf(scenario).accounts ?? {}).length]);
    const [first] = accounts;
    await facts[scenario](world, first ? await loginOf(world, first.phoneNo) : '');
    const { checks } = await read<{ checks: Array<{ ok: boolean }> }>(world, '/__mock/invariants');
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    await world.ask('DELETE', '/__mock/faults');
  });
});
