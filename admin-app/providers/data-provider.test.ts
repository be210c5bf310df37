import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CrudFilter, CrudOperators } from '@refinedev/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { consoleContract, resourceOf } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { failureEnvelope, successEnvelope } from '#shared/contract/envelope';
import { adminContract, manageContract } from '#shared/contract/staff';
import { ProductError } from '#shared/errors';
import { admin, manage, restorePath, toListQuery, toPageQuery } from './data-provider.ts';
import { ConsoleError, http } from './http.ts';
import { readList } from './router.ts';

/** A real server that writes down what the providers ask and answers what the story says. */
const asked: Array<{ method: string; path: string; query: Record<string, string[]>; body: unknown }> = [];
let answer: { status: number; body: unknown; headers?: Record<string, string> };

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
  const query = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  asked.push({ method: request.method ?? '', path: pathname, query, body: await readJson(request) });
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(JSON.stringify(answer.body));
});

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  return text === '' ? undefined : JSON.parse(text);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  http.defaults.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  answer = { status: 200, body: successEnvelope({ accountId: 'a1' }) };
});

const path = (pattern: string) => pattern.replace(':accountId', 'a1');

test('accounts travel by the documented calls', async () => {
  const account = { resource: 'account', id: 'a1' };
  await manage.create({ resource: 'account', variables: { phoneNo: '13800138000' } });
  await manage.update({ ...account, variables: { nickName: '林工', version: 3 } });
  await manage.getOne(account);
  await manage.deleteOne(account);
  await manage.custom?.({ url: restorePath('a1'), method: 'post', payload: {} });

  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(
    (['createAccount', 'updateAccount', 'accountDetail', 'deleteAccount', 'restoreAccount'] as const).map(
      (name) => `${manageContract[name].method} ${path(manageContract[name].path)}`,
    ),
  );
  expect(asked[1]?.body).toEqual({ nickName: '林工', version: 3 });
  expect(asked[2]?.query).toEqual({ version: ['1.2'] });
});

test('the account list asks by page and reads rows and total from the envelope', async () => {
  answer.body = successEnvelope({ list: [{ accountId: 'a1' }], total: 41, page: 3, size: 20 });
  const list = await manage.getList({
    resource: 'account',
    pagination: { currentPage: 3, pageSize: 20 },
    sorters: [{ field: 'taskCount', order: 'desc' }],
    filters: [{ field: 'keyword', operator: 'eq', value: '1234' }],
  });

  expect(list).toEqual({ data: [{ accountId: 'a1', id: 'a1' }], total: 41 });
  expect(asked[0]).toMatchObject({ method: 'GET', path: manageContract.accountPage.path });
  expect(asked[0]?.query).toEqual({
    version: ['1.2'],
    page: ['3'],
    size: ['20'],
    sort: ['taskCount'],
    order: ['desc'],
    keyword: ['1234'],
  });
});

test('the read-only lists speak the dialect: slices, repeated keys, total in a header', async () => {
  answer = { status: 200, body: [{ id: 't1' }], headers: { 'x-total-count': '7' } };
  const list = await admin.getList({
    resource: 'tasks',
    pagination: { currentPage: 2, pageSize: 5 },
    sorters: [{ field: 'createdAt', order: 'desc' }],
    filters: [{ field: 'status', operator: 'in', value: ['failed', 'queued'] }],
  });

  expect(list).toEqual({ data: [{ id: 't1' }], total: 7 });
  expect(asked[0]).toMatchObject({ path: adminContract.staffTasks.path });
  expect(asked[0]?.query).toMatchObject({
    _start: ['5'],
    _end: ['10'],
    _sort: ['createdAt'],
    _order: ['desc'],
    status: ['failed', 'queued'],
  });
});

/** All that Refine has. */
const operators = [
  ...(['eq', 'ne', 'lt', 'gt', 'lte', 'gte', 'in', 'nin', 'ina', 'nina', 'contains', 'ncontains'] as const),
  ...(['containss', 'ncontainss', 'between', 'nbetween', 'null', 'nnull', 'startswith', 'nstartswith'] as const),
  ...(['startswiths', 'nstartswiths', 'endswith', 'nendswith', 'endswiths', 'nendswiths', 'or', 'and'] as const),
] satisfies CrudOperators[];
const missing: Exclude<CrudOperators, (typeof operators)[number]>[] = [];

/** Query sent for each operator, on the field `amount`, `note` or `paidAt` of an order; the others are refused. */
const sent: Partial<Record<CrudOperators, [filter: CrudFilter, query: string]>> = {
  eq: [{ field: 'amount', operator: 'eq', value: 5 }, 'amount=5'],
  ne: [{ field: 'amount', operator: 'ne', value: 5 }, 'amount_ne=5'],
  lt: [{ field: 'amount', operator: 'lt', value: 5 }, 'amount_lt=5'],
  gt: [{ field: 'amount', operator: 'gt', value: 5 }, 'amount_gt=5'],
  lte: [{ field: 'amount', operator: 'lte', value: 5 }, 'amount_lte=5'],
  gte: [{ field: 'amount', operator: 'gte', value: 5 }, 'amount_gte=5'],
  in: [{ field: 'status', operator: 'in', value: ['paid', 'closed'] }, 'status=paid&status=closed'],
  nin: [{ field: 'status', operator: 'nin', value: ['paid', 'closed'] }, 'status_nin=paid&status_nin=closed'],
  contains: [{ field: 'note', operator: 'contains', value: '退' }, 'note_like=退'],
  startswith: [{ field: 'note', operator: 'startswith', value: '退' }, 'note_startswith=退'],
  between: [{ field: 'amount', operator: 'between', value: [5, 9] }, 'amount_between=5&amount_between=9'],
  null: [{ field: 'paidAt', operator: 'null', value: true }, 'paidAt_null=true'],
  nnull: [{ field: 'paidAt', operator: 'nnull', value: true }, 'paidAt_null=false'],
  and: [
    {
      operator: 'and',
      value: [
        { field: 'amount', operator: 'gte', value: 5 },
        { field: 'status', operator: 'eq', value: 'paid' },
      ],
    },
    'amount_gte=5&status=paid',
  ],
};

describe('all 28 operators', () => {
  test('none is forgotten', () => {
    expect([operators.length, missing]).toEqual([28, []]);
  });

  test.each(operators)('%s goes out as it is meant, or the provider throws', (operator) => {
    const [filter, query] = sent[operator] ?? [{ field: 'note', operator, value: 'x' } as CrudFilter, undefined];
    const ask = () =>
      decodeURIComponent(String(toListQuery('orders', { filters: [filter], pagination: { mode: 'off' } })));
    if (query === undefined) expect(ask).toThrow(operator);
    else expect(ask()).toBe(query);
    if (operator !== 'eq') expect(() => toPageQuery({ filters: [filter] })).toThrow(operator);
  });
});

test('what a list does not know is refused before it is sent', () => {
  const ask = (filters: CrudFilter[]) => () => toListQuery('orders', { filters });
  expect(ask([{ field: 'nickName', operator: 'eq', value: 'x' }])).toThrow('nickName');
  expect(ask([{ field: 'status', operator: 'gt', value: 'paid' }])).toThrow('status');
  expect(ask([{ field: 'status', operator: 'eq', value: 'nonsense' }])).toThrow('status');
  expect(ask([1, 2].map((value) => ({ field: 'amount', operator: 'ne', value })))).toThrow('amount_ne');
  expect(() => toListQuery('orders', { sorters: [{ field: 'nickName', order: 'asc' }] })).toThrow('nickName');
  expect(() => toListQuery('nothing', {})).toThrow('nothing');
  expect(() => toPageQuery({ filters: [{ field: 'password', operator: 'eq', value: 'x' }] })).toThrow('password');
});

test('whatever goes wrong with a list is told to staff in a sentence', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const twice: CrudFilter[] = [1, 2].map((value) => ({ field: 'amount', operator: 'ne', value }));
  const refused: Array<Promise<unknown>> = [
    manage.getList({ resource: 'account', filters: [{ field: 'password', operator: 'eq', value: 'x' }] }),
    manage.getList({ resource: 'account', filters: [{ field: 'status', operator: 'in', value: ['active'] }] }),
    manage.getList({ resource: 'account', sorters: twice.map(() => ({ field: 'createdAt', order: 'asc' })) }),
    admin.getList({ resource: 'orders', filters: twice }),
    admin.getList({ resource: 'orders', filters: [{ field: 'note', operator: 'ncontains', value: 'x' }] }),
  ];
  for (const call of refused) await expect(call).rejects.toMatchObject({ reason: 'query.unsupported' });
  expect(asked).toEqual([]);
  // An answer that the console cannot read.
  answer = { status: 200, body: successEnvelope({ list: null }) };
  const unreadable = [manage.getList({ resource: 'account' }), admin.getList({ resource: 'orders' })];
  for (const call of [...refused, ...unreadable]) await expect(call).rejects.toThrow(/^[\p{Script=Han}]/u);
});

test('a refusal brings its sentence, its reason, and the sentences of its fields', async () => {
  const refusal = new ProductError('account.phone_taken', { fields: { phoneNo: ['该手机号已被其他账号使用'] } });
  answer = { status: refusal.status, body: failureEnvelope(refusal) };
  const failed = await manage.create({ resource: 'account', variables: {} }).catch((error: unknown) => error);

  expect(failed).toBeInstanceOf(ConsoleError);
  expect(failed).toMatchObject({
    statusCode: 409,
    reason: 'account.phone_taken',
    message: '该手机号已被其他账号使用',
    errors: { phoneNo: ['该手机号已被其他账号使用'] },
  });
});

test('a failure inside a 200 is a failure all the same', async () => {
  answer.body = failureEnvelope(new ProductError('account.not_found'));
  await expect(manage.getOne({ resource: 'account', id: 'a1' })).rejects.toMatchObject({ reason: 'account.not_found' });
});

test('the dialect refuses in its own shape', async () => {
  answer = {
    status: 403,
    body: { statusCode: 403, message: '没有权限进行此操作', reason: 'auth.forbidden', errors: {} },
  };
  await expect(admin.getList({ resource: 'tasks' })).rejects.toMatchObject({
    statusCode: 403,
    reason: 'auth.forbidden',
    message: '没有权限进行此操作',
  });
});

test('asks every list for its own order where the address says none', () => {
  const { sorters } = readList('');
  for (const { list, path } of Object.values<Endpoint>(consoleContract)) {
    if (!list) continue;
    const query = toListQuery(resourceOf(path), { sorters });
    expect([path, query.get('_sort')]).toEqual([path, list.fields.createdAt?.isSortable ? 'createdAt' : null]);
  }
});
