import { afterAll, beforeAll, expect, it } from 'vitest';
import { maskPhone } from '#shared/domain/phone';
import { day } from '#shared/domain/time';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

let numbers = 0;
const newPhone = () => `1660000${String(++numbers).padStart(4, '0')}`;

let server: TestServer;
let admin: Visitor & { accountId: string };
let viewer: Visitor & { accountId: string };
const reason = '本人来信要求';
beforeAll(async () => {
  server = await startTestServer({ config: { staffSessionDays: 400 } });
  admin = await server.staff('admin');
  viewer = await server.staff('viewer');
});
afterAll(() => server.close());

const idsIn = async (list: string, typed: string, visitor: Visitor = admin, field = 'id') => {
  const rows = (await visitor.raw('GET', `/api/admin/v1/${list}?q=${encodeURIComponent(typed)}`)).json;
  return (rows as Array<Record<string, unknown>>).map((row) => row[field]);
};

/** Ids of the accounts found by the account list. Expects that the global search finds the same. */
async function found(typed: string, visitor: Visitor = admin): Promise<string[]> {
  const inList = await idsIn('accounts', typed, visitor);
  const records = (await visitor.api.search({ q: typed })).filter(({ resource }) => resource === 'accounts');
  expect([typed, records.map(({ id }) => id)]).toEqual([typed, inList]);
  return inList as string[];
}

async function giveNumber(member: Member, phoneNo: string): Promise<void> {
  await admin.api.updateAccount({ accountId: member.accountId, phoneNo, reason });
}

async function merge(from: Member, into: Member): Promise<void> {
  const outlook = await admin.api.mergeOutlook({ id: from.accountId, into: into.accountId });
  const versions = { version: outlook.from.version, intoVersion: outlook.into.version };
  const whose = { id: from.accountId, into: into.accountId, phone: 'free' as const };
  await admin.api.mergeAccounts({ ...whose, ...versions, reason });
}

it('a person is found by the number of before, which stands nowhere any more', async () => {
  const member = await server.member();
  const { accountId, phoneNo } = member;
  const [second, third] = ['13355557777', '13366668888'];
  await giveNumber(member, second);
  await giveNumber(member, third);
  for (const typed of [phoneNo, second, third, `+86 ${phoneNo}`]) expect(await found(typed)).toEqual([accountId]);
  const kept = JSON.stringify(await server.deps.store.db.selectFrom('former_phone').selectAll().execute());
  expect(kept).not.toContain(phoneNo);
  expect((await admin.api.accountPage({ keyword: phoneNo })).list.map((row) => row.accountId)).toEqual([accountId]);
  await admin.api.updateAccount({ accountId, nickName: '陈工' });
  // A part of a former number finds nothing: neither its last digits nor its mask.
  for (const typed of [phoneNo.slice(-4), maskPhone(phoneNo)]) expect(await found(typed)).not.toContain(accountId);
});

it('who sees no whole numbers tries former ones under the same limit', async () => {
  const member = await server.member();
  await giveNumber(member, newPhone());
  expect(await idsIn('accounts', member.phoneNo, viewer)).toEqual([member.accountId]);
  const guess = (middle: number) => viewer.api.accountPage({ keyword: `177${1000 + middle}5566` });
  for (let middle = 0; middle < 5; middle++) await guess(middle);
  expect((await refusal(guess(5))).reason).toBe('account.search_guessing');
});

it('a merged account leads to the one that lives on, by its id and all its numbers, in every list', async () => {
  const shop = ordersOf(() => server);
  const [first, from, into] = [await server.member(), await server.member(), await server.member()];
  const old = from.phoneNo;
  const next = newPhone();
  const { orderId } = await shop.buy(from, 'normal-20');
  await giveNumber(from, next);
  await merge(first, from);
  await merge(from, into);
  for (const typed of [old, next, first.phoneNo, into.phoneNo, first.accountId, from.accountId, into.accountId]) {
    expect([typed, await found(typed)]).toEqual([typed, [into.accountId]]);
    expect([typed, await idsIn('orders', typed)]).toEqual([typed, [orderId]]);
  }
});

it('a deleted account is found itself, marked', async () => {
  const { accountId, phoneNo } = await server.member();
  await admin.api.deleteAccount({ accountId });
  for (const typed of [phoneNo, accountId]) {
    expect(await found(typed)).toEqual([accountId]);
    expect((await admin.api.search({ q: typed }))[0]?.note).toContain('已删除');
    const [row] = (await admin.raw('GET', `/api/admin/v1/accounts?q=${typed}`)).json as Array<{ deletedAt: unknown }>;
    expect(row?.deletedAt).toEqual(expect.any(Number));
  }
});

it('an erased account is found by nothing that it was called, nor are those that had become part of it', async () => {
  const [part, member] = [await server.member(), await server.member()];
  const { accountId, phoneNo } = member;
  const { inviteCode } = await member.api.userInfo({});
  const next = newPhone();
  await giveNumber(member, next);
  await merge(part, member);
  expect(await found(part.phoneNo)).toEqual([accountId]);
  await admin.api.requestErasure({ id: accountId, reason });
  await server.pass(15 * day);
  await server.deps.personalData.sweep();
  expect((await admin.api.erasureOutlook({ id: accountId })).request?.status).toBe('done');
  for (const typed of [accountId, phoneNo, next, inviteCode, part.accountId, part.phoneNo])
    expect([typed, await found(typed)]).toEqual([typed, []]);
  const whose = [accountId, part.accountId];
  const rows = server.deps.store.db.selectFrom('former_phone').where('account_id', 'in', whose).selectAll();
  expect(await rows.execute()).toEqual([]);
});

it('people, orders and titles are found by figures and spaces however they are typed', async () => {
  const shop = ordersOf(() => server);
  const member = await server.member();
  const { accountId } = member;
  await admin.api.updateAccount({ accountId, nickName: '方案 12 王工' });
  const { orderId, orderNo } = await shop.buy(member, 'normal-20');
  for (const typed of ['方案　１２', '方案   12  王工', '\u202a方案 12\u202c', '１２ 王'])
    expect(await found(typed)).toEqual([accountId]);
  const wide = orderNo.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  for (const typed of [orderNo, wide, ` ${orderNo.toLowerCase()}\u200b`])
    expect(await idsIn('orders', typed)).toEqual([orderId]);
  await admin.api.updateAccount({ accountId, nickName: '方案１２' });
  expect([await found('方案１２'), await found('方案12')]).toEqual([[accountId], []]);
});
