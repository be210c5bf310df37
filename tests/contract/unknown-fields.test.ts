import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { manageContract } from '#shared/contract/staff';
import { controlContract } from '../../mock-server/control/contract.ts';
import { sampleValues } from '../support/sample-values.ts';
import { enlargement, startTestServer, type TestServer } from '../support/server.ts';
import { reasonOf } from '../support/server-answers.ts';
import { calls, fillPath } from '../support/server-calls.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor;
let samples: ReturnType<typeof sampleValues>;
beforeAll(async () => {
  server = await startTestServer();
  const member = await server.member();
  admin = await server.staff('admin');
  const { imageId } = await member.upload(await drawPicture());
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  samples = sampleValues({ taskId, imageId, projectId: 'project_1', accountId: member.accountId });
});
afterAll(() => server.close());

const json = { 'content-type': 'application/json' };
const isOfConsole = (spec: Endpoint) => spec.path.startsWith('/api/admin/v1/');
const consoleCalls = calls.filter(([, spec]) => isOfConsole(spec));
const rowReads = Object.entries(derivedContract).filter(([, { method }]) => method === 'GET');

/** Expects that the endpoint refuses an unknown query parameter before it validates anything else. */
async function refusesInQuery(spec: Endpoint, values: Record<string, unknown>): Promise<void> {
  const { path, rest } = fillPath(spec, values);
  const query = new URLSearchParams(
    Object.entries({ ...rest, nothing: 'x' }).map(([key, value]) => [key, String(value)]),
  );
  const answer = await admin.raw('GET', `${path}?${query}`);
  expect([answer.status, reasonOf(spec, answer)]).toEqual([400, 'query.unsupported']);
  expect(answer.json).toMatchObject({ errors: { nothing: [expect.any(String)] } });
}

describe('a call of the console refuses what it does not know', () => {
  it.each(consoleCalls.filter(([, { method }]) => method === 'GET'))('in the query of %s', (name, spec) =>
    refusesInQuery(spec, samples[name]),
  );

  it.each(rowReads)('in the query of %s', (_name, spec) => refusesInQuery(spec, { id: 'id_1' }));

  const withBody = consoleCalls.filter(([, { method }]) => method !== 'GET' && method !== 'PATCH');
  it.each(withBody)('in the body of %s', async (name, spec) => {
    const { path, rest } = fillPath(spec, samples[name]);
    for (const answer of [
      await admin.raw(spec.method, path, json, JSON.stringify({ ...rest, nothing: 'x' })),
      await admin.raw(spec.method, path, { 'content-type': 'application/x-www-form-urlencoded' }, 'nothing=x'),
    ]) {
      expect([answer.status, reasonOf(spec, answer)]).toEqual([422, 'request.invalid']);
      expect(answer.json).toMatchObject({ errors: { nothing: [expect.any(String)] } });
    }
  });

  it.each(consoleCalls.filter(([, { method }]) => method === 'PATCH'))('in the body of %s', async (name, spec) => {
    const { path, rest } = fillPath(spec, samples[name]);
    for (const method of ['PATCH', 'PUT']) {
      const answer = await admin.raw(method, path, json, JSON.stringify({ ...rest, nothing: 'x' }));
      // A missing record is reported first.
      const reason = reasonOf(spec, answer);
      if (answer.status !== 404 && reason !== 'product.not_found') {
        expect([method, answer.status, reason]).toEqual([method, 422, 'request.invalid']);
        expect(answer.json).toMatchObject({ errors: { nothing: [expect.any(String)] } });
      }
    }
  });
});

describe('a call that takes its input from the body refuses a query', () => {
  const written = [...calls, ...(Object.entries(controlContract) as Array<[string, Endpoint]>)].filter(
    ([, { method, path, encoding }]) =>
      method !== 'GET' && /^\/(api\/admin\/v1|__mock)\//.test(path) && encoding !== 'raw' && encoding !== 'multipart',
  );
  it.each(written)('%s', async (name, spec) => {
    const { path } = fillPath(spec, (samples as Record<string, Record<string, unknown>>)[name] ?? {});
    const answer = await admin.raw(spec.method, `${path}?nothing=x`, json, '{}');
    expect([answer.status, reasonOf(spec, answer)]).toEqual(
      isOfConsole(spec) ? [400, 'query.unsupported'] : [422, 'request.invalid'],
    );
    expect(answer.text).toContain('nothing');
  });
});

it('a whole record of an older version is refused as outdated, with the record as it stands', async () => {
  const path = '/api/admin/v1/products/normal-100';
  const old = (await admin.raw('GET', path)).json as Record<string, unknown>;
  const send = (method: string, title: string) =>
    admin.raw(method, path, json, JSON.stringify({ ...old, title, reason: '改个名字' }));
  // `updatedAt`, which nobody may change, differs from then on.
  await server.pass(1000);
  expect((await send('PATCH', '普通券一百张')).status).toBe(200);
  for (const method of ['PATCH', 'PUT']) {
    const answer = await send(method, '另一个名字');
    expect([answer.status, answer.json]).toEqual([
      409,
      expect.objectContaining({ current: expect.objectContaining({ title: '普通券一百张' }) }),
    ]);
  }
});

describe('a documented call that writes an account refuses what it does not know', () => {
  const writes = calls.filter(
    ([name, { method, access }]) => name in manageContract && access === 'staff' && method !== 'GET',
  );
  it.each(writes)('in the body of %s', async (name, spec) => {
    const { path, rest } = fillPath(spec, samples[name]);
    const answer = await admin.raw(spec.method, path, json, JSON.stringify({ ...rest, nickname: 'x' }));
    expect([answer.status, reasonOf(spec, answer)]).toEqual([422, 'request.invalid']);
    expect(answer.json).toMatchObject({ error: { fields: { nickname: ['没有这一项'] } } });
  });

  it('and an update takes back what was read of the account, as long as it is unchanged', async () => {
    const { accountId } = await server.member();
    const path = manageContract.updateAccount.path.replace(':accountId', accountId);
    const read = await admin.api.accountDetail({ accountId });
    const { inviteCode, createdAt, tickets, version } = read;
    const send = (body: object) => admin.raw('POST', path, json, JSON.stringify(body));
    const kept = { accountId, inviteCode, createdAt, tickets, version };
    expect((await send({ ...kept, nickName: '林工' })).status).toBe(200);
    const other = await send({ ...kept, version: version + 1, nickName: '别名', taskCount: 99, ticket: 1 });
    expect([other.status, other.json]).toEqual([
      422,
      expect.objectContaining({
        error: expect.objectContaining({ fields: { taskCount: ['这一项不能修改'], ticket: ['没有这一项'] } }),
      }),
    ]);
    expect((await admin.api.accountDetail({ accountId })).nickName).toBe('林工');
  });
});

describe('a call of the control plane refuses what it does not know', () => {
  // A body in a foreign format has no fields.
  const controlCalls = (Object.entries(controlContract) as Array<[string, Endpoint]>).filter(
    ([, { encoding }]) => encoding !== 'raw',
  );
  it.each(controlCalls)('%s', async (_name, { method, path }) => {
    const answer =
      method === 'GET'
        ? await admin.raw('GET', `${path}?nothing=x`)
        : await admin.raw(method, path, json, JSON.stringify({ nothing: 'x' }));
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({
      error: { reason: 'request.invalid', fields: { nothing: [expect.any(String)] } },
    });
  });

  it('inside of its fields too', async () => {
    const put = async (fault: object) =>
      (await admin.raw('PUT', '/__mock/faults', json, JSON.stringify({ faults: [fault] }))).json;
    expect(await put({ kind: 'status', match: { stop: 'x' } })).toMatchObject({
      error: { fields: { 'faults.0.match.stop': [expect.any(String)] } },
    });
    expect(await put({ kind: 'status', statu: 503 })).toMatchObject({
      error: { fields: { 'faults.0.statu': [expect.any(String)] } },
    });
    const account = await admin.raw('POST', '/__mock/accounts', json, JSON.stringify({ tickets: { gold: 1 } }));
    expect(account.status).toBe(422);
  });
});

describe('a record that is sent back with what it was read with', () => {
  const send = (method: string, path: string, body: object) =>
    admin.raw(method, `/api/admin/v1${path}`, json, JSON.stringify(body));

  it('is changed where what cannot be changed is as it stands, and refused by name where it is not', async () => {
    const read = async () =>
      (await admin.raw('GET', '/api/admin/v1/products/normal-20')).json as Record<string, unknown>;
    for (const method of ['PATCH', 'PUT']) {
      const title = `券 ${method}`;
      const changed = await send(method, '/products/normal-20', { ...(await read()), title });
      expect([method, changed.status]).toEqual([method, 200]);
      expect((await read()).title).toBe(title);
      const sold = await send(method, '/products/normal-20', { ...(await read()), title: '别名', sold: 99, solt: 1 });
      expect([sold.status, sold.json]).toEqual([
        422,
        expect.objectContaining({ errors: { sold: ['这一项不能修改'], solt: ['没有这一项'] } }),
      ]);
      expect((await read()).title).toBe(title);
    }
  });

  it('is found at fault inside of a field as well', async () => {
    const view = await send('POST', '/views', {
      resource: 'orders',
      name: '今天',
      state: { columns: [], colour: 'red' },
    });
    expect(view.status).toBe(422);
  });
});
