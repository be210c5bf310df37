import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day, minute } from '#shared/domain/time';
import { sampleValues } from '../support/sample-values.ts';
import { enlargement, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { reasonOf } from '../support/server-answers.ts';
import { calls, makeCall } from '../support/server-calls.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let customer: Member;
let support: Visitor & { accountId: string };
let samples: ReturnType<typeof sampleValues>;
const reason = '用户来电说看不到作品';
beforeAll(async () => {
  server = await startTestServer();
  customer = await server.member({ tickets: { normal: 5 } });
  const { imageId } = await customer.upload(await drawPicture());
  const { taskId } = await customer.api.startTask(enlargement(imageId));
  await server.settled(customer, taskId);
  const { projectId } = await customer.api.createProject({ name: '别墅' });
  samples = sampleValues({ taskId, imageId, projectId, accountId: customer.accountId });
});
beforeEach(async () => {
  support = await server.staff('support');
});
afterAll(() => server.close());

/** The link opened in the browser of who asked for it. */
async function look(staff: Visitor = support) {
  const { url, endsAt } = await staff.api.impersonate({ id: customer.accountId, reason });
  const answer = await staff.fetch(url, { redirect: 'manual' });
  return { url, endsAt, answer };
}

/** Everything in the database, table by table. */
function dump(): Record<string, unknown[]> {
  const database = new Database(path.join(server.dataDir, 'zhuhui.db'), { readonly: true });
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all() as string[];
    return Object.fromEntries(tables.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    database.close();
  }
}

/** Rows of the audit about the customer, newest last. */
async function told(action: string) {
  const admin = await server.staff('admin');
  const rows = await admin.api.auditEntries({ subject: customer.accountId, action });
  return rows.toReversed();
}

describe('staff who look at the product as a customer sees it', () => {
  it('see what the customer sees, for a quarter of an hour, and keep their own logins', async () => {
    const own = await server.login('13700000001', support);
    const { answer, endsAt } = await look();
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/#viewing');
    expect(endsAt).toBe(server.clock.now() + 15 * minute);
    const shown = await support.api.viewing({});
    expect(shown).toMatchObject({ accountId: customer.accountId, endsAt });
    const info = await support.api.userInfo({});
    expect(info).toMatchObject({ userId: customer.accountId, phoneNo: '139****0001' });
    expect((await support.api.works({})).list).toHaveLength(1);
    expect((await support.api.myPermissions({})).role).toBe('support');

    await support.api.endViewing({});
    expect((await support.api.userInfo({})).userId).toBe(own.answer.userInfo.userId);
    expect(await support.api.viewing({})).toBeNull();
  });

  it('change nothing: of all calls none that writes gets through, and the database stays as it is', async () => {
    // The gift of a new day is there for who asks first, and that is not staff.
    await server.pass(day);
    support = await server.staff('support');
    await look();
    // Nothing but the customer's view, as if the console's own login had been forgotten.
    const staffSession = support.cookies.get('staff_sid')!;
    support.cookies.delete('staff_sid');
    await server.deps.tick();
    const before = dump();
    const closed: string[] = [];
    for (const [name, spec] of calls.filter(([each]) => each !== 'endViewing')) {
      const answer = await makeCall(support, spec, samples[name]);
      const why = spec.answers === 'bytes' && answer.status < 400 ? '' : reasonOf(spec, answer);
      const refused = spec.changesState ? 'impersonation.read_only' : 'impersonation.private';
      const expected = spec.access === 'staff' ? 'auth.required' : refused;
      const isForbidden = spec.access === 'staff' || spec.changesState || spec.method !== 'GET';
      if (isForbidden && !spec.isOpenToViewers) expect([name, why]).toEqual([name, expected]);
      if (why.startsWith('impersonation.')) closed.push(name);
    }
    expect(dump()).toEqual(before);
    // Its own words for what reads but is the customer's alone.
    expect(closed).toEqual(
      expect.arrayContaining(['chatHistory', 'chatHistoryDetail', 'downloadImage', 'trackEvents']),
    );
    support.cookies.set('staff_sid', staffSession);
  });

  it('open the link once, in their own login, within a minute', async () => {
    const { url } = await look();
    expect((await support.fetch(url, { redirect: 'manual' })).status).toBe(404);

    const { url: late } = await support.api.impersonate({ id: customer.accountId, reason });
    server.clock.set({ advanceMs: minute + 1 });
    expect((await support.fetch(late, { redirect: 'manual' })).status).toBe(404);

    const operator = await server.staff('operator');
    const { url: foreign } = await support.api.impersonate({ id: customer.accountId, reason });
    expect((await operator.fetch(foreign, { redirect: 'manual' })).status).toBe(404);
    expect((await server.visitor().fetch(foreign, { redirect: 'manual' })).status).toBe(401);
  });

  it('are told of in the audit of the person: who, why, and when it ended', async () => {
    await look();
    await support.api.endViewing({});
    const begun = (await told('account.impersonate')).at(-1);
    expect(begun).toMatchObject({ actorId: support.accountId, actingAs: customer.accountId, reason });
    const ended = (await told('account.impersonate_end')).at(-1);
    expect(ended).toMatchObject({ actorId: support.accountId, actingAs: customer.accountId });
    expect(ended?.changes).toEqual([{ field: 'endedBy', before: null, after: 'staff' }]);
  });

  it('end with their time, their session, or a newer look', async () => {
    await look();
    await server.pass(15 * minute);
    expect((await refusal(support.api.getVipInfo({}))).reason).toBe('auth.required');
    expect((await told('account.impersonate_end')).at(-1)?.changes[0]?.after).toBe('time');

    await look();
    await support.api.staffLogout({});
    expect((await refusal(support.api.getVipInfo({}))).reason).toBe('auth.required');
    await server.pass(1000);
    expect((await told('account.impersonate_end')).at(-1)?.changes[0]?.after).toBe('session');

    const again = await server.staff('support');
    await look(again);
    await again.api.impersonate({ id: customer.accountId, reason });
    expect((await refusal(again.api.getVipInfo({}))).reason).toBe('auth.required');
  });

  it('end with the right: a role that may not any more sees nothing from the next call on', async () => {
    await look();
    await server.deps.store.db
      .updateTable('account')
      .set({ role: 'viewer' })
      .where('id', '=', support.accountId)
      .execute();
    expect((await refusal(support.api.getVipInfo({}))).reason).toBe('auth.required');
    await server.deps.store.db
      .updateTable('account')
      .set({ role: 'support' })
      .where('id', '=', support.accountId)
      .execute();
  });

  it('never look as a colleague', async () => {
    const call = support.api.impersonate({ id: support.accountId, reason });
    expect((await refusal(call)).reason).toBe('impersonation.not_a_customer');
  });
});
