import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor & { accountId: string };
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('admin');
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const db = () => server.deps.store.db;
const faultOf = async () => (await server.deps.audit.verify()).fault?.sentence ?? '';
const newest = (query: object) => admin.api.auditEntries(query as never);
/** Does something to the table behind the product's back, looks, and puts the table back. */
async function meddled(meddle: () => Promise<unknown>): Promise<string> {
  const rows = await db().selectFrom('audit').selectAll().orderBy('id').execute();
  await meddle();
  const fault = await faultOf();
  await db().deleteFrom('audit').execute();
  await db().insertInto('audit').values(rows).execute();
  expect(await faultOf()).toBe('');
  return fault;
}

it('says who changed which fields, from where and why, and masks numbers and addresses', async () => {
  const made = await admin.api.createAccount({ phoneNo: '13711112222', nickName: '周工' });
  const id = made.accountId;
  await admin.api.updateAccount({ accountId: id, nickName: '周老师，电话13711112222', version: made.version });
  const [entry] = await newest({ subject: id, action: 'account.update' });
  expect(entry).toMatchObject({
    ...{ actorId: admin.accountId, resource: 'account', actingAs: null, isForgotten: false, hasWhole: true },
    changes: expect.arrayContaining([
      { field: 'nickName', before: '周工', after: '周老师，电话137****2222' },
      { field: 'version', before: made.version, after: made.version + 1 },
    ]),
  });
  expect(entry?.address).toMatch(/127\.0\.0\.1|::1/);
  expect(entry?.requestId).not.toBe('');
  expect(JSON.stringify(await db().selectFrom('audit').selectAll().where('subject', '=', id).execute())).not.toContain(
    '13711112222',
  );
  const shown = await admin.api.revealAudit({ id: entry?.id ?? 0, reason: '用户投诉' });
  expect(shown.changes).toContainEqual({ field: 'nickName', before: '周工', after: '周老师，电话13711112222' });
  expect(await newest({ action: 'audit.reveal' })).toMatchObject([{ subject: String(entry?.id), reason: '用户投诉' }]);
});

it('is found by person, record, time and words, and only by who may read it', async () => {
  const [last] = await newest({ _end: 1 });
  const found = await newest({ q: last?.requestId });
  expect(found).toEqual([last]);
  expect(await newest({ actorId: admin.accountId, createdAt_gt: last?.createdAt })).toEqual([]);
  expect(await admin.api.auditEntry({ id: last?.id ?? 0 })).toEqual(last);
  expect((await refusal(admin.api.auditEntry({ id: 999_999 }))).reason).toBe('audit.not_found');
  const support = await server.staff('support');
  expect((await refusal(support.api.auditEntries({}))).reason).toBe('auth.forbidden');
  expect((await refusal(support.api.revealAudit({ id: last?.id ?? 0, reason: '看看' }))).reason).toBe('auth.forbidden');
});

it('misses rows that were changed, removed, put in or cut off', async () => {
  for (const nickName of ['甲', '乙', '丙', '丁'])
    await admin.api.createAccount({ nickName, email: `${nickName.codePointAt(0)}@example.com` });
  const ids = (await db().selectFrom('audit').select('id').orderBy('id', 'desc').limit(3).execute()).map(
    ({ id }) => id,
  );
  const [last = 0, , third = 0] = ids;
  expect(await faultOf()).toBe('');
  expect(await meddled(() => db().updateTable('audit').set({ after: '{}' }).where('id', '=', third).execute())).toMatch(
    new RegExp(`编号 ${third}）.*被改动过`),
  );
  expect(await meddled(() => db().deleteFrom('audit').where('id', '=', third).execute())).toMatch(
    new RegExp(`编号 ${third + 1}）与前一行接不上`),
  );
  const inserted = async () => {
    const row = await db().selectFrom('audit').selectAll().where('id', '=', last).executeTakeFirstOrThrow();
    await db()
      .insertInto('audit')
      .values({ ...row, id: last + 1 })
      .execute();
  };
  expect(await meddled(inserted)).toMatch(new RegExp(`编号 ${last + 1}）与前一行接不上`));
  expect(await meddled(() => db().deleteFrom('audit').where('id', '>', third).execute())).toMatch(/末尾少了 2 条/);
  const emptied = () =>
    db()
      .updateTable('audit')
      .set({ before: null, after: null, subject: '', forgotten_at: 1 })
      .where('id', '=', third)
      .execute();
  expect(await meddled(emptied)).toMatch(/内容被抹去/);
});

it('forgets failed logins after their time and still holds together, also for the command', async () => {
  const { loginName } = await admin.api.accountDetail({ accountId: admin.accountId });
  await refusal(server.visitor().api.staffLogin({ account: loginName ?? '', password: 'not-this-one' }));
  const failed = { action: 'staff.login_failed' };
  await server.pass(201 * day);
  await server.deps.auth.sweep();
  admin = await server.staff('admin');
  const [row] = await newest(failed);
  expect(row).toMatchObject({ isForgotten: true, subject: '', address: '', changes: [] });
  expect(await faultOf()).toBe('');

  const verify = () =>
    spawnSync(process.execPath, ['scripts/audit-verify.ts'], {
      env: { ...process.env, DATA_DIR: server.dataDir },
      encoding: 'utf8',
    });
  const whole = verify();
  expect([whole.status, whole.stdout]).toEqual([0, expect.stringMatching(/审计完整：\d+ 条/)]);
  const said = await db().selectFrom('installation').select('audit_rows').executeTakeFirstOrThrow();
  await db()
    .updateTable('installation')
    .set({ audit_rows: said.audit_rows + 1 })
    .execute();
  const broken = verify();
  await db().updateTable('installation').set(said).execute();
  expect([broken.status, broken.stderr]).toEqual([1, expect.stringMatching(/末尾少了 1 条/)]);
});

it('takes rows of before the chain into it at the next start', async () => {
  const rows = { content_hash: null, hash: null };
  await db().updateTable('audit').set(rows).execute();
  await db()
    .updateTable('audit')
    .set({ after: JSON.stringify({ email: 'wang@example.com', password: 'x' }) })
    .where('forgotten_at', 'is', null)
    .execute();
  await db().updateTable('installation').set({ audit_rows: 0, audit_head: '' }).execute();
  await server.deps.audit.start();
  expect(await faultOf()).toBe('');
  const texts = await db().selectFrom('audit').select('after').where('forgotten_at', 'is', null).execute();
  expect(texts.every(({ after }) => after === '{"email":"w***@example.com"}')).toBe(true);
});

it('holds together where rows about an erased person are emptied, listed and left as they are then', async () => {
  const person = await admin.api.createAccount({ nickName: '匿名测试', email: 'erased@example.com' });
  const id = person.accountId;
  await admin.api.updateAccount({ accountId: id, nickName: '改名测试', version: person.version });
  const rowsOf = () => db().selectFrom('audit').selectAll().where('subject', '=', id).orderBy('id').execute();
  const told = await rowsOf();
  const empty = (list: (emptied: string[]) => string[]) =>
    server.deps.store.transact(async (tx) => {
      const emptied = list(
        await server.deps.audit.empty(
          tx,
          told.map((row) => row.id),
          new Set([id]),
        ),
      );
      const by = { caller: { accountId: '' }, facts: { requestId: '', address: '', userAgent: '', isSecure: false } };
      await server.deps.audit.record(tx, { ...by, action: 'account.erase', subject: id, after: { emptied } });
    });
  const head = await db().selectFrom('installation').selectAll().executeTakeFirstOrThrow();
  const before = await db().selectFrom('audit').selectAll().orderBy('id').execute();
  await empty((emptied) => emptied.slice(1));
  expect(await faultOf()).toMatch(new RegExp(`编号 ${told[0]?.id}）内容被抹去，没有列在任何一次删除个人信息里`));
  await db().deleteFrom('audit').execute();
  await db().insertInto('audit').values(before).execute();
  await db().updateTable('installation').set({ audit_rows: head.audit_rows, audit_head: head.audit_head }).execute();

  await empty((emptied) => emptied);
  expect(await faultOf()).toBe('');
  expect(await rowsOf()).toMatchObject(
    [...told.map(({ action }) => ({ action, reason: '', before: null, after: null, sealed: null, salt: null }))].concat(
      expect.objectContaining({ action: 'account.erase' }),
    ),
  );
  const [first] = told;
  const change = (patch: object) => () =>
    db()
      .updateTable('audit')
      .set(patch)
      .where('id', '=', first?.id ?? 0)
      .execute();
  // The remaining fields of an emptied row cannot be changed, and its content cannot be restored.
  expect(await meddled(change({ actor_id: 'somebody' }))).toMatch(/没有列在任何一次删除个人信息里/);
  expect(await meddled(change({ after: '{}' }))).toMatch(/内容被抹去/);
  expect(await meddled(change({ forgotten_at: null }))).toMatch(/被改动过/);
});
