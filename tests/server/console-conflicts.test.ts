import { afterAll, beforeAll, expect, test } from 'vitest';
import { shapeOf } from '#shared/contract/coerce';
import { consoleContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { manageContract } from '#shared/contract/staff';
import { auditActionWords } from '#shared/domain/console-words';
import { sampleValues } from '../support/sample-values.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { publishOn, putCase } from '../support/server-gallery.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor;
let member: Member;
beforeAll(async () => {
  server = await startTestServer({ isSeeded: true });
  admin = await server.staff('admin');
  member = await server.member();
  // What staff do not make themselves and a new server has none of.
  const { id: cover, imageId } = await publishOn(server, member);
  await putCase(server, member, cover);
  await member.api.createImageSet({ title: '庭院', pictureIds: [cover], clientKey: 'a set' });
  const material = {
    id: 'a',
    name: '木纹',
    kind: 'material' as const,
    place: 0,
    classify_id: '802',
    image_id: imageId,
  };
  await server.deps.store.db.insertInto('material').values(material).execute();
});
afterAll(() => server.close());

/** Calls that change a record against the version it was read at. */
const versioned = Object.entries<Endpoint>(consoleContract).filter(
  ([, { method, input }]) => method === 'PATCH' && 'version' in (shapeOf(input) ?? {}),
);

async function send(method: string, path: string, body?: object) {
  const answer = await admin.fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, body: await answer.json(), changeId: answer.headers.get('x-change-id') };
}

test('there are such calls', () => {
  expect(versioned.map(([name]) => name)).toEqual(expect.arrayContaining(['updateProduct', 'changeSetting']));
});

/** A record that a call changes, made where staff can make one, and what the call is sent. */
async function prepared(name: string, spec: Endpoint) {
  const known = { taskId: 'task', imageId: 'image', projectId: 'project', accountId: member.accountId };
  const samples = sampleValues(known) as Record<string, Record<string, unknown>>;
  const list = spec.path.replace('/:id', '');
  const create = Object.entries<Endpoint>(consoleContract).find(
    ([, { method, path }]) => method === 'POST' && path === list,
  );
  if (create) await send('POST', list, samples[create[0]]);
  const { body: rows } = await send('GET', `${list}?_start=0&_end=200`);
  const row = rows.find((one: { isEditable?: boolean }) => one.isEditable ?? true);
  expect(row, `${list} has a record`).toBeDefined();
  const { id: _id, ...sample }: Record<string, unknown> = { ...samples[name], ...('value' in row && { value: null }) };
  return { list, row, sample, path: `${list}/${encodeURIComponent(row.id)}` };
}

test.each(versioned)('%s over an old version is refused with the record as it stands', async (name, spec) => {
  const { list, row, sample, path } = await prepared(name, spec);
  const stale = await send('PATCH', path, { ...sample, version: row.version + 7 });
  expect({ status: stale.status, reason: stale.body.reason }).toEqual({
    status: 409,
    reason: expect.stringMatching(/\.changed_meanwhile$/),
  });
  // An error of products says nothing about other records.
  expect([list, stale.body.reason.startsWith('product.')]).toEqual([list, /products$|plans$/.test(list)]);
  const { body: present } = await send('GET', path);
  expect(stale.body.current).toEqual(present);
});

/** Fields that change with every write, and fields of a setting that tell who wrote it. */
const stamps = ['version', 'updatedAt', 'updatedBy', 'source', 'hasDraft'];
const lasting = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !stamps.includes(name)));

/** Calls that record no change: views are put back by hand, the sample of a setting leaves it as it is. */
const withoutChange = ['updateView', 'changeSetting', 'updateStaffRole'];

/** Fields that change the record, where the sample of the call changes none. */
const changed: Readonly<Record<string, object>> = {
  updateCategory: { isHidden: true },
  updateMaterial: { isHidden: true },
  updateAgreement: { draft: '## 一、服务\n新的正文。' },
  updateNotice: { title: '改过的公告' },
};

test.each(versioned)('%s is audited, and undone to the record as it was', async (name, spec) => {
  const { sample, path } = await prepared(name, spec);
  const { body: before } = await send('GET', path);
  const answer = await send('PATCH', path, { ...sample, ...changed[name], version: before.version });
  expect({ status: answer.status, reason: answer.body.reason }).toEqual({ status: 200 });
  expect([name, answer.changeId === null]).toEqual([name, withoutChange.includes(name)]);
  if (answer.changeId === null) return;
  const [entry] = (await send('GET', '/api/admin/v1/audit?_start=0&_end=1&_sort=id&_order=desc')).body;
  expect(entry.changes.length).toBeGreaterThan(0);
  expect(auditActionWords(entry)).not.toMatch(/[a-z]/i);
  const undone = await send('POST', `/api/admin/v1/changes/${answer.changeId}/revert`, {});
  expect(undone.status).toBe(200);
  const { body: after } = await send('GET', path);
  expect(lasting(after)).toEqual(lasting(before));
  expect(after.version).toBeGreaterThan(answer.body.version ?? before.version);
  const [undoing] = (await send('GET', '/api/admin/v1/audit?_start=0&_end=1&_sort=id&_order=desc')).body;
  expect(undoing.action).toMatch(/\.undo$/);
});

test('an account tells it in the envelope', async () => {
  const path = manageContract.updateAccount.path.replace(':accountId', member.accountId);
  const { status, body } = await send('POST', path, { nickName: '新名字', version: 99 });
  expect({ status, reason: body.error.reason, data: body.data }).toEqual({
    status: 409,
    reason: 'account.changed_meanwhile',
    data: null,
  });
  expect(body.error.current).toMatchObject({ accountId: member.accountId });
  expect(JSON.stringify(body.error.current)).not.toContain(member.phoneNo);
});
