import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Change, DriftedField } from '#shared/contract/change-desk';
import { minute } from '#shared/domain/time';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

/** A call as the console sends it: the answer, and by what it can be undone. */
async function send<T>(staff: Visitor, method: string, path: string, body: object = {}) {
  const headers = { 'content-type': 'application/json' };
  const answer = await staff.fetch(`/api/admin/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  const changeId = answer.headers.get('x-change-id') ?? '';
  return { status: answer.status, body: (await answer.json()) as T, changeId, headers: answer.headers };
}
const undo = (staff: Visitor, id: string) =>
  send<Change & { reason: string; drift: DriftedField[] }>(staff, 'POST', `changes/${id}/revert`);
const product = async (staff: Visitor, id: string) => {
  const found = (await staff.api.staffProducts({ _end: 100 })).find((row) => row.id === id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
};

it('a change can be undone from any tab for ten minutes, once, by who has the right', async () => {
  const [operator, support] = [await server.staff('operator'), await server.staff('support')];
  const before = await product(operator, 'normal-20');
  const changed = await send(operator, 'PATCH', 'products/normal-20', { price: 1, version: before.version });
  expect(changed.headers.get('access-control-expose-headers')).toContain('X-Change-Id');
  const [latest] = await operator.api.changes({});
  expect(latest).toMatchObject({
    ...{ id: changed.changeId, title: '修改商品「普通券 20 张」', state: 'open', count: 1 },
    records: [{ resource: 'product', id: 'normal-20' }],
  });
  expect(await support.api.changes({})).toEqual([]);
  expect(await undo(support, changed.changeId)).toMatchObject({ status: 404, body: { reason: 'change.not_found' } });

  await server.pass(9 * minute);
  expect(await undo(operator, changed.changeId)).toMatchObject({ status: 200, body: { state: 'reverted' } });
  const after = await product(operator, 'normal-20');
  expect({ ...after, version: before.version, updatedAt: before.updatedAt }).toEqual(before);
  expect(after.version).toBe(before.version + 2);
  expect(await undo(operator, changed.changeId)).toMatchObject({ status: 409, body: { reason: 'change.reverted' } });

  const late = await send(operator, 'PATCH', 'products/normal-20', { price: 2, version: after.version });
  await server.pass(10 * minute);
  expect((await operator.api.changes({}))[0]).toMatchObject({ state: 'expired' });
  expect(await undo(operator, late.changeId)).toMatchObject({ status: 409, body: { reason: 'change.too_late' } });
});

it('what moved on meanwhile is shown, and nothing is changed', async () => {
  const operator = await server.staff('operator');
  const { version, price } = await product(operator, 'normal-100');
  const first = await send(operator, 'PATCH', 'products/normal-100', { price: 3800, version });
  const second = await send(operator, 'PATCH', 'products/normal-100', { price: 3700, version: version + 1 });
  const refused = await undo(operator, first.changeId);
  expect(refused).toMatchObject({ status: 409, body: { reason: 'change.drifted' } });
  const moved = { resource: 'product', id: 'normal-100', field: 'price', before: price, after: 3800, now: 3700 };
  expect(refused.body.drift).toEqual([moved]);
  expect((await product(operator, 'normal-100')).price).toBe(3700);
  // The newer one first, then the older one.
  expect((await undo(operator, second.changeId)).status).toBe(200);
  expect((await undo(operator, first.changeId)).status).toBe(200);
  expect((await product(operator, 'normal-100')).price).toBe(price);
});
