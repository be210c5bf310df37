import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleContract, resourceOf } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import type { ListDefinition } from '#shared/contract/list-definition';
import { operatorsOf } from '#shared/contract/list-query';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor;

const root = '/api/admin/v1';
const lists = Object.values<Endpoint>(consoleContract).flatMap(({ list, path }) =>
  list ? [[resourceOf(path), list] as [name: string, list: ListDefinition]] : [],
);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('admin');
});
afterAll(() => server.close());

describe.each(lists)('%s', (resource, list) => {
  it('can be filtered by every field that is declared', async () => {
    for (const [field, of] of Object.entries(list.fields)) {
      const value = { id: 'x', choice: of.choices[0], code: 'x', text: 'x', number: 1, instant: 1, flag: 'true' }[
        of.kind
      ];
      for (const operator of operatorsOf(of)) {
        const sent = operator === 'null' ? 'true' : operator === 'between' ? `${value},${value}` : value;
        const name = operator === 'eq' ? field : `${field}_${operator}`;
        const { status, json } = await admin.raw(
          'GET',
          `${root}/${resource}?_start=0&_end=2&${name}=${encodeURIComponent(String(sent))}`,
        );
        expect([name, status, Array.isArray(json)]).toEqual([name, 200, true]);
      }
      if (!of.isSortable || field === 'id') continue;
      const sorted = await admin.raw('GET', `${root}/${resource}?_start=0&_end=2&_sort=${field},id&_order=DESC,asc`);
      expect([field, sorted.status]).toEqual([field, 200]);
    }
  });
});
