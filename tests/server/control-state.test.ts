import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderStatuses, payTypes } from '#shared/domain/order-status';
import { day, hour } from '#shared/domain/time';
import {
  accountStates,
  invoiceStates,
  mostRecords,
  onlyIn,
  openStates,
} from '../../mock-server/control/state-contract.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { forEach, stateOf } from '../support/server-state.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const { control, checks, make, visitorOf } = stateOf(() => server);

const now = () => server.clock.now();

/** Rows of every table; what a refused request must not change. */
async function rowCounts(): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {};
  for (const table of ['account', 'task', 'purchase_order', 'image', 'stored_file', 'audit', 'session'] as const) {
    const row = await server.deps.store.db
      .selectFrom(table)
      .select((of) => of.fn.countAll().as('n'))
      .executeTakeFirst();
    counts[table] = row?.n;
  }
  return { ...counts, trades: server.deps.simulatedPayment?.newest(1000).length };
}

it('makes accounts in every state', async () => {
  const made = await make({
    accounts: forEach(accountStates, (status) => ({ status, nickName: status, plan: 'pro' })),
  });
  const admin = await server.staff('admin');
  const states = await Promise.all(
    accountStates.map(async (status) => {
      const { accountId, cookie } = made.accounts[status] ?? {};
      const row = await server.deps.accounts.find(server.deps.store.db, accountId ?? '');
      return [status, row.status, row.deleted_at !== null, cookie !== null];
    }),
  );
  expect(states).toEqual([
    ['active', 'active', false, true],
    ['banned', 'banned', false, false],
    ['erasing', 'active', false, true],
    ['deleted', 'active', true, false],
  ]);
  const { accountId = '' } = made.accounts.erasing ?? {};
  expect((await admin.api.erasureOutlook({ id: accountId })).request?.status).toBe('waiting');
  expect((await visitorOf(made, 'active').api.getVipInfo({})).plan).toBe('pro');
});

it('leaves accounts as many tickets as asked for, the gift of the day included', async () => {
  const made = await make({
    accounts: {
      none: { ticketsLeft: { normal: 0, live: 0, gpt: 0 } },
      some: { ticketsLeft: { live: 7 }, tickets: { gpt: 90 } },
    },
  });
  const left = async (name: string) => {
    const { purses } = await visitorOf(made, name).api.ticketSummary();
    return Object.fromEntries(purses.map(({ kind, left: amount }) => [kind, amount]));
  };
  expect(await left('none')).toEqual({ normal: 0, live: 0, gpt: 0 });
  expect(await left('some')).toMatchObject({ live: 7, gpt: 120 });
});

it('makes staff who log in, and memberships that run and that are over', async () => {
  const long = now() - 100 * day;
  const made = await make({
    staff: { checker: { role: 'finance' } },
    accounts: { over: {}, runs: {} },
    memberships: {
      was: { account: 'over', plan: 'basic', days: 30, at: long },
      is: { account: 'runs', plan: 'team', days: 150, at: long },
    },
  });
  const { loginName = '', password = '' } = made.staff.checker ?? {};
  const staff = await server.visitor().api.staffLogin({ account: loginName, password });
  expect(staff).toMatchObject({ role: 'finance' });
  expect((await visitorOf(made, 'over').api.getVipInfo({})).plan).toBe('free');
  expect(await visitorOf(made, 'runs').api.getVipInfo({})).toMatchObject({ plan: 'team', expiresAt: long + 150 * day });
  expect(made.memberships).toEqual({
    was: { startsAt: long, endsAt: long + 30 * day },
    is: { startsAt: long, endsAt: long + 150 * day },
  });
});

it('makes orders in every state through every channel, with invoices', async () => {
  const paidWays = payTypes.flatMap((channel) => orderStatuses.map((status) => ({ channel, status })));
  const possible = paidWays.filter(({ channel, status }) => channel !== 'wechat' || status !== 'created');
  const nameOf = ({ channel, status }: (typeof possible)[number]) => `${channel}-${status}`;
  const made = await make({
    accounts: Object.fromEntries(possible.map((way) => [nameOf(way), {}])),
    orders: Object.fromEntries(possible.map((way) => [nameOf(way), { account: nameOf(way), ...way }])),
  });
  for (const way of possible) {
    const name = nameOf(way);
    const { orderId } = made.orders[name] ?? { orderId: '' };
    const order = await server.deps.orders.detail(
      { kind: 'user', accountId: made.accounts[name]?.accountId ?? '', sessionHash: '' },
      orderId,
    );
    expect([order.payType, order.status]).toEqual([way.channel, way.status]);
  }
  // Jobs that are due after an hour change only orders and memberships that have ended by then.
  server.clock.set({ advanceMs: hour });
  await server.deps.tick();
  expect(await checks()).toEqual({ ok: true, broken: [] });
});

it('makes orders of last month with invoices in every state', async () => {
  const long = now() - 40 * day;
  const names = Object.fromEntries(invoiceStates.map((status) => [status, { account: 'lin', at: long }]));
  const made = await make({
    accounts: { lin: {} },
    orders: { ...names, refunded: { account: 'lin', product: 'basic-month', status: 'refunded', at: long } },
    invoices: forEach(invoiceStates, (status) => ({ order: status, status })),
  });
  const { list } = await visitorOf(made, 'lin').api.orders({ size: 20 });
  expect(list.every(({ createdAt }) => createdAt === long)).toBe(true);
  const invoiceOf = (name: string) =>
    list.find(({ orderId }) => orderId === made.orders[name]?.orderId)?.invoice?.status;
  expect(invoiceStates.map(invoiceOf)).toEqual([...invoiceStates]);
});

describe('refuses, and leaves nothing of it:', () => {
  const account = { accounts: { lin: {} } };
  const closed = ['banned', 'deleted'];
  /** Records whose state has none of the fields below. */
  const owned = {
    accounts: {},
    tasks: { account: 'lin' },
    orders: { account: 'lin' },
    pictures: { account: 'lin' },
    invoices: { order: 'b' },
  };
  const given = { planEndsAt: null, reason: 'engine.failed', progress: 0.1, waitMs: 1, invoiceNo: '1' };
  const colouring = { tool: 'allPlan', params: { classifyId2: '603', num: 2 } };
  it.each<[what: string, input: object, path: string]>([
    ['a name that nothing has', { tasks: { a: { account: 'nobody' } } }, 'tasks.a.account'],
    ['a time to come', { accounts: { lin: { at: '2030-01-01T00:00:00Z' } } }, 'accounts.lin.at'],
    [
      'a record older than its account',
      {
        accounts: { lin: { at: '2026-11-01T00:00:00Z' } },
        tasks: { a: { account: 'lin', at: '2026-10-01T00:00:00Z' } },
      },
      'tasks.a.at',
    ],
    ['accounts that invited each other', { accounts: { a: { invitedBy: 'b' }, b: { invitedBy: 'a' } } }, 'accounts.a'],
    [
      'a state that its channel has not',
      { ...account, orders: { a: { account: 'lin', channel: 'wechat', status: 'created' } } },
      'orders.a.status',
    ],
    [
      'an open order of last month',
      { ...account, orders: { a: { account: 'lin', status: 'paying', at: '2026-10-20T00:00:00Z' } } },
      'orders.a.at',
    ],
    ['a product that is not sold', { ...account, orders: { a: { account: 'lin', product: 'free' } } }, 'orders.a'],
    [
      'an invoice of what was not paid',
      { ...account, orders: { a: { account: 'lin', status: 'closed' } }, invoices: { b: { order: 'a' } } },
      'invoices.b',
    ],
    [
      'more tasks than a plan lets wait',
      { ...account, tasks: forEach(['a', 'b', 'c', 'd'], () => ({ account: 'lin', status: 'queued' })) },
      'tasks.d',
    ],
    [
      'too few tickets',
      {
        ...account,
        tasks: forEach([...'abcdefghijkl'], () => ({ account: 'lin', ...colouring })),
      },
      'tasks.l',
    ],
    ['a tool that is none', { ...account, tasks: { a: { account: 'lin', tool: 'none' } } }, 'tasks.a.tool'],
    ['wrong parameters', { ...account, tasks: { a: { account: 'lin', params: { scale: 3 } } } }, 'tasks.a.scale'],
    [
      'one number twice',
      { accounts: { a: { phoneNo: '13812345678' }, b: { phoneNo: '13812345678' } } },
      'accounts.b.phoneNo',
    ],
    [
      'an end of a plan that is none',
      { accounts: { lin: { planEndsAt: '2030-01-01T00:00:00Z' } } },
      'accounts.lin.planEndsAt',
    ],
    ['a name that no record keeps', JSON.parse('{ "accounts": { "__proto__": {} } }'), 'accounts.__proto__'],
    ['unknown fields', { accounts: { lin: { colour: 'red' } } }, 'accounts.lin.colour'],
    [
      'too many records',
      { accounts: Object.fromEntries([...Array(mostRecords + 1).keys()].map((n) => [`a${n}`, {}])) },
      '_',
    ],
    [
      'the last of many',
      {
        accounts: { lin: {} },
        tasks: { a: { account: 'lin' } },
        orders: { b: { account: 'lin', status: 'refunded' } },
        folders: { c: { account: 'lin', name: '默认收藏夹' }, d: { account: 'lin', name: '默认收藏夹' } },
      },
      'folders.d.name',
    ],
    ...closed.flatMap((status) =>
      Object.entries(openStates).flatMap(([section, states]) =>
        states.map((state): [string, object, string] => [
          `${section} that are ${state} of an account that is ${status}`,
          { accounts: { lin: { status } }, [section]: { a: { account: 'lin', status: state } } },
          `${section}.a.status`,
        ]),
      ),
    ),
    ...Object.entries(onlyIn).flatMap(([section, fields]) =>
      Object.keys(fields).map((field): [string, object, string] => [
        `${field} of ${section} in another state`,
        {
          ...account,
          [section]: { a: { ...owned[section as keyof typeof owned], [field]: given[field as keyof typeof given] } },
        },
        `${section}.a.${field}`,
      ]),
    ),
  ])('%s', async (_what, input, path) => {
    const before = await rowCounts();
    const { status, json } = await control('POST', '/state', input);
    const { error } = json as { error: { reason: string; fields: Record<string, string[]> } };
    expect([status, error.reason, Object.keys(error.fields)[0]]).toEqual([422, 'request.invalid', path]);
    expect(Object.values(error.fields)[0]?.[0]).toMatch(/\p{Script=Han}/u);
    expect(await rowCounts()).toEqual(before);
    expect(await checks()).toEqual({ ok: true, broken: [] });
  });
});
