import { createRequire } from 'node:module';
import type { DataProvider as RefineProvider } from '@refinedev/core';
import simpleRest, { axiosInstance } from '@refinedev/simple-rest';
import type { DataProvider } from 'ra-core';
import type JsonServerProvider from 'ra-data-json-server';
import type SimpleRestProvider from 'ra-data-simple-rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleContract, resourceOf } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import type { ListDefinition } from '#shared/contract/list-definition';
import { startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

// As modules they would ask for another version of the router than the user app's; none of them needs one here.
const load = createRequire(import.meta.url);
const { fetchUtils } = load('ra-core') as typeof import('ra-core');
const jsonServerProvider: typeof JsonServerProvider = load('ra-data-json-server');
const simpleRestProvider: typeof SimpleRestProvider = load('ra-data-simple-rest');

/** Three clients that nobody here wrote, as they come, on every list of the console. */
let server: TestServer;
let admin: Visitor;
let refine: RefineProvider;
let jsonServer: DataProvider;
let simple: DataProvider;
let accountId: string;

const root = '/api/admin/v1';
const lists = Object.values<Endpoint>(consoleContract).flatMap(({ list, path }) =>
  list ? [[resourceOf(path), list] as [name: string, list: ListDefinition]] : [],
);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('admin');
  const member = await server.member();
  accountId = member.accountId;
  const { buy } = ordersOf(() => server);
  const { orderId } = await buy(member, 'normal-20');
  await member.api.requestRefund({ orderId, reason: '买错了' });
  const invoiced = await buy(member, 'normal-100');
  const title = { titleKind: 'personal' as const, title: '林先生', taxNo: '', email: 'lin@example.com' };
  await member.api.requestInvoice({ orderId: invoiced.orderId, ...title });
  await buy(await server.member(), 'normal-20');

  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const api = server.origin + root;
  const axios = axiosInstance.create({ headers: { cookie } });
  axios.interceptors.response.use(undefined, (failure) => Promise.reject(readRefusal(failure)));
  refine = simpleRest(api, axios as never);
  const fetchJson: typeof fetchUtils.fetchJson = (url, options = {}) =>
    fetchUtils.fetchJson(url, {
      ...options,
      headers: new Headers({ accept: 'application/json', cookie, ...(options.headers as Record<string, string>) }),
    });
  jsonServer = jsonServerProvider(api, fetchJson);
  simple = simpleRestProvider(api, fetchJson);
});
afterAll(() => server.close());

function readRefusal({ response }: { response: { status: number; data: { errors: object } } }) {
  return { status: response.status, errors: response.data.errors };
}

const idsOf = (rows: ReadonlyArray<{ id?: unknown }>) => rows.map(({ id }) => String(id));

describe.each(lists)('%s', (resource, list) => {
  const page = { pagination: { page: 1, perPage: 2 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} };

  it('is paged, sorted by id and counted alike', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map((currentPage) =>
        refine.getList({
          resource,
          pagination: { mode: 'server', currentPage, pageSize: 2 },
          sorters: [{ field: 'id', order: 'asc' }],
        }),
      ),
    );
    const ids = idsOf([...(first?.data ?? []), ...(second?.data ?? [])]);
    expect(new Set(ids).size).toBe(Math.min(4, first?.total ?? -1));
    for (const client of [jsonServer, simple]) {
      const { data, total } = await client.getList(resource, page);
      expect([idsOf(data), total]).toEqual([idsOf(first?.data ?? []), first?.total]);
    }
  });

  it('gives one record, and those that are asked for', async () => {
    const { data } = await refine.getList({ resource, pagination: { mode: 'server', currentPage: 1, pageSize: 3 } });
    const asked = data.map(({ id }) => id as string);
    const wanted = idsOf(data).sort();
    if (asked.length > 0) {
      expect(idsOf((await refine.getMany?.({ resource, ids: asked }))?.data ?? []).sort()).toEqual(wanted);
      for (const client of [jsonServer, simple])
        expect(idsOf((await client.getMany(resource, { ids: asked })).data).sort()).toEqual(wanted);
    }
    for (const id of asked.slice(0, 1)) {
      const one = (await refine.getOne({ resource, id })).data;
      expect(one).toMatchObject({ id });
      for (const client of [jsonServer, simple]) expect((await client.getOne(resource, { id })).data).toEqual(one);
    }
    await expect(refine.getOne({ resource, id: '999999999' })).rejects.toMatchObject({
      status: expect.toSatisfy((status) => status === 404 || status === 422),
    });
  });

  it('gives what belongs to an account', async () => {
    if (!list.fields.accountId) return;
    const reference = { ...page, target: 'accountId', id: accountId };
    for (const client of [jsonServer, simple]) {
      const { data, total } = await client.getManyReference(resource, reference);
      expect(new Set(data.map((row) => row.accountId))).toEqual(new Set(total ? [accountId] : []));
      expect(total).toBe(
        (await refine.getList({ resource, filters: [{ field: 'accountId', operator: 'eq', value: accountId }] })).total,
      );
    }
  });

  it('refuses what it does not understand, by name', async () => {
    const window = '_start=0&_end=2';
    const refusals: Array<[name: string, query: string]> = [
      ['nothing', `${window}&nothing=x`],
      ['id_like', `${window}&id_like=x`],
      ['id', `${window}&id=`],
      ['nothing', `${window}&_sort=id,nothing`],
      ['_order', `${window}&_sort=id&_order=sideways`],
      ['_end', '_start=5&_end=5'],
      ['_page', '_page=2'],
      ['nothing', `range=[0,1]&filter={"nothing":1}`],
      ...Object.entries(list.fields)
        .filter(([, { kind }]) => kind === 'choice')
        .map(([field]): [string, string] => [field, `${window}&${field}=nonsense`]),
      ...(list.hasSearch ? [] : [['q', `${window}&q=x`] as [string, string]]),
    ];
    for (const [name, query] of refusals) {
      const { status, json } = await admin.raw('GET', `${root}/${resource}?${encodeURI(query)}`);
      expect([query, status]).toEqual([query, 400]);
      expect(json).toMatchObject({ reason: 'query.unsupported', errors: { [name]: [expect.any(String)] } });
    }
    const filters = [{ field: 'nothing', operator: 'ne' as const, value: 'x' }];
    await expect(refine.getList({ resource, filters })).rejects.toMatchObject({ status: 400 });
    for (const client of [jsonServer, simple])
      await expect(client.getList(resource, { ...page, filter: { nothing: 'x' } })).rejects.toMatchObject({
        status: 400,
      });
    expect((await admin.raw('GET', `${root}/${resource}?_start=0&_end=1&version=1.2`)).status).toBe(200);
  });
});

describe('a change', () => {
  const product = async () => (await simple.getOne('products', { id: 'normal-20' })).data;

  it('is sent as it is by one client, and within the whole record by two', async () => {
    const { version } = await product();
    await refine.update({ resource: 'products', id: 'normal-20', variables: { title: '券一', version } });
    for (const [client, title] of [
      [jsonServer, '券二'],
      [simple, '券三'],
    ] as const) {
      const previousData = await product();
      await client.update('products', { id: 'normal-20', data: { ...previousData, title }, previousData });
      expect(await product()).toMatchObject({ title, price: previousData.price });
    }
  });

  it('that touches what cannot be changed is refused by name, and nothing is done', async () => {
    const previousData = await product();
    const data = { ...previousData, title: '券四', sold: 99 };
    await expect(jsonServer.update('products', { id: 'normal-20', data, previousData })).rejects.toMatchObject({
      status: 422,
      body: { errors: { sold: [expect.any(String)] } },
    });
    expect(await product()).toEqual(previousData);
  });

  it('of a whole record that changes nothing is none; of an old one it is refused', async () => {
    const previousData = await product();
    const { data } = await jsonServer.update('products', { id: 'normal-20', data: previousData, previousData });
    expect(data).toEqual(previousData);
    const old = { ...previousData, title: '旧', version: previousData.version - 1 };
    await expect(jsonServer.update('products', { id: 'normal-20', data: old, previousData })).rejects.toMatchObject({
      status: 409,
    });
    const order = (
      await simple.getList('orders', {
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'id', order: 'ASC' },
        filter: {},
      })
    ).data[0];
    const whole = (await simple.getOne('orders', { id: order.id })).data;
    await jsonServer.update('orders', { id: order.id, data: { ...whole, note: '已电话确认' }, previousData: whole });
    expect((await simple.getOne('orders', { id: order.id })).data).toMatchObject({ note: '已电话确认' });
  });
});
