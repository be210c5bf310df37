import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour } from '#shared/domain/time';
import { phoneSearchLimits } from '../../mock-server/modules/identity/account/phone-search.rules.ts';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

const phoneNo = '19948257066';
const email = 'lin.zhuren@example.com';
let server: TestServer;
let member: Member;
let viewer: Visitor & { accountId: string };
beforeAll(async () => {
  server = await startTestServer({ config: { staffSessionDays: 400 } });
  member = await server.member({ phoneNo });
  viewer = await server.staff('viewer');
  const { db } = server.deps.store;
  await db.updateTable('account').set({ email }).where('id', '=', member.accountId).execute();
  const { buy } = ordersOf(() => server);
  const { orderId } = await buy(member, 'normal-20');
  await member.api.requestRefund({ orderId, reason: '买错了' });
  const invoiced = await buy(member, 'normal-100');
  const title = { titleKind: 'personal' as const, title: '林先生', taxNo: '', email };
  await member.api.requestInvoice({ orderId: invoiced.orderId, ...title });
  await member.api.sendSmsCode({ phoneNo });
  const verifyCode = server.sms.sent(phoneNo)[0]?.code ?? '';
  await member.api.submitCustomRequest({ company: '某某院', contact: '李四', phoneNo, need: 'api', verifyCode });
});
afterAll(() => server.close());

const found = async (visitor: Visitor, keyword: string) =>
  (await visitor.api.accountPage({ keyword })).list.map(({ accountId }) => accountId);

/** Lets the counted hour and month go by. */
const forget = () => server.deps.store.db.deleteFrom('phone_search').execute();

describe('who does not see whole numbers', () => {
  it.each([
    '199 4825 7066',
    '+86 199 4825 7066',
    '199-4825-7066',
    '8619948257066',
    '7066',
    '199****7066',
    '*7066',
    '１９９－４８２５－７０６６',
    '＊７０６６',
  ])('finds one by %s', async (typed) => {
    await forget();
    expect(await found(viewer, typed)).toEqual([member.accountId]);
    for (const path of ['orders', 'tickets', 'refunds', 'invoices', 'customRequests']) {
      const rows = (await viewer.raw('GET', `/api/admin/v1/${path}?q=${encodeURIComponent(typed)}`)).json as object[];
      expect([path, rows.length > 0]).toEqual([path, true]);
    }
  });

  it('and a part of it only with the right to see it', async () => {
    const support = await server.staff('support');
    for (const part of ['48257', '1994825', '9948257066', '482 570']) {
      expect(await found(viewer, part)).toEqual([]);
      expect(await found(support, part)).toEqual([member.accountId]);
    }
  });

  it('finds by a mask what the mask shows and nothing more, and may ask so as often as for last digits', async () => {
    await forget();
    for (const wrong of ['198****7066', '199****7067', '1994*7066', '19948**7066', '199*4825*7066', '199****706'])
      expect([wrong, await found(viewer, wrong)]).toEqual([wrong, []]);
    const { most } = phoneSearchLimits.perMask;
    for (let time = 0; time <= most; time++) expect(await found(viewer, '199****7066')).toEqual([member.accountId]);
    expect(await found(viewer, '19948257066')).toEqual([member.accountId]);
    const support = await server.staff('support');
    for (const typed of ['199****7066', '*7066', '１９９＊＊＊＊７０６６'])
      expect([typed, await found(support, typed)]).toEqual([typed, [member.accountId]]);
  });

  it('finds an address by all of it, and reads it masked', async () => {
    expect(await found(viewer, 'LIN.zhuren@example.com')).toEqual([member.accountId]);
    expect(await found(viewer, 'zhuren')).toEqual([]);
    expect((await viewer.api.accountDetail({ accountId: member.accountId })).email).toBe('l***@example.com');
    expect((await viewer.api.staffInvoices({}))[0]?.email).toBe('l***@example.com');
    const finance = await server.staff('finance');
    expect((await finance.api.staffInvoices({}))[0]?.email).toBe(email);
    const support = await server.staff('support');
    const whole = await support.api.revealPhone({ accountId: member.accountId, reason: '用户来电核对身份' });
    expect(whole).toEqual({ phoneNo, email });
  });

  it('finds accounts by their ids and by six characters of them', async () => {
    const { accountId } = member;
    expect(await found(viewer, accountId)).toEqual([accountId]);
    expect(await found(viewer, accountId.slice(8, 14))).toEqual([accountId]);
    expect(await found(viewer, accountId.slice(8, 13))).toEqual([]);
  });
});

describe('searches by number', () => {
  const audits = () =>
    server.deps.store.db
      .selectFrom('audit')
      .select(['actor_id', 'subject', 'after'])
      .where('action', '=', 'account.search_phone')
      .orderBy('id')
      .execute();

  it('are logged, masked, with the list that was searched; those of others are not', async () => {
    await forget();
    const before = (await audits()).length;
    await found(viewer, '199 4825 7066');
    await viewer.raw('GET', '/api/admin/v1/orders?q=7066');
    await found(viewer, '王工');
    await found(await server.staff('support'), phoneNo);
    expect((await audits()).slice(before)).toEqual([
      { actor_id: viewer.accountId, subject: '199****7066', after: '{"where":"/api/user/manage/page/account"}' },
      { actor_id: viewer.accountId, subject: '7066', after: '{"where":"/api/admin/v1/orders"}' },
    ]);
  });

  it('are limited for each person and hour', async () => {
    await forget();
    const { most } = phoneSearchLimits.perPerson;
    for (let tail = 0; tail < most; tail++) await found(viewer, String(1000 + tail));
    expect(await refusal(found(viewer, '7066'))).toMatchObject({ status: 429, reason: 'request.too_often' });
    expect(await found(await server.staff('finance'), '7066')).toEqual([member.accountId]);
    server.clock.set({ advanceMs: hour });
    expect(await found(viewer, '7066')).toEqual([member.accountId]);
  });

  it('cannot try the numbers behind a mask one by one, however long', async () => {
    await forget();
    const { most } = phoneSearchLimits.perMask;
    const guess = (middle: number) => found(viewer, `199${String(middle).padStart(4, '0')}7066`);
    for (let middle = 0; middle < most; middle++) expect(await guess(middle)).toEqual([]);
    expect(await refusal(guess(4825))).toMatchObject({ status: 429, reason: 'account.search_guessing' });
    // What was tried before may be tried again, and other people are found as ever.
    expect(await guess(0)).toEqual([]);
    expect(await found(viewer, '7066')).toEqual([member.accountId]);
    server.clock.set({ advanceMs: 29 * day });
    expect((await refusal(guess(4825))).reason).toBe('account.search_guessing');
  });
});
