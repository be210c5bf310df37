import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor & { accountId: string };
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('admin');
});
afterAll(() => server.close());

let numbers = 0;
const masked = (phoneNo: string) => phoneNo.replace(/^(\d{3})\d{4}/, '$1****');
const newPhone = () => `1350001${String(++numbers).padStart(4, '0')}`;

async function send(path: string, type: 'form' | 'json', fields: Record<string, unknown>) {
  const body =
    type === 'json'
      ? JSON.stringify(fields)
      : new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
  const headers = { 'content-type': type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded' };
  const answer = await admin.raw('POST', path, headers, body);
  return { status: answer.status, ...(answer.json as { data: Record<string, unknown>; error: { reason: string } }) };
}

describe.each(['form', 'json'] as const)('an account by the documented calls, sent as %s', (type) => {
  it('is made, read, listed, changed, deleted and restored', async () => {
    const phoneNo = newPhone();
    const made = await send('/api/user/manage/account', type, {
      phoneNo,
      nickName: '王工',
      plan: 'pro',
      isTestUser: true,
    });
    expect(made.status).toBe(200);
    expect(made.data).toMatchObject({
      phoneNo: masked(phoneNo),
      nickName: '王工',
      plan: 'pro',
      isTestUser: true,
      userType: 2,
      status: 'active',
      version: 1,
    });
    expect(made.data.tickets).toEqual({ normal: 370, live: 93, gpt: 820 });
    const accountId = String(made.data.accountId);
    expect(await admin.api.accountDetail({ accountId })).toEqual(made.data);

    const changed = await send(`/api/user/manage/account/${accountId}`, type, {
      nickName: '王建筑师',
      isTestUser: false,
      version: 1,
    });
    expect(changed.data).toMatchObject({ nickName: '王建筑师', isTestUser: false, version: 2 });
    const found = await admin.api.accountPage({ keyword: phoneNo.slice(3) });
    expect(found).toMatchObject({ total: 1, page: 1, size: 20, list: [{ accountId, nickName: '王建筑师' }] });

    expect(await admin.api.deleteAccount({ accountId })).toBeNull();
    expect((await admin.api.accountPage({ keyword: accountId })).total).toBe(0);
    expect((await admin.api.accountPage({ keyword: accountId, status: 'deleted' })).total).toBe(1);
    expect((await refusal(admin.api.deleteAccount({ accountId }))).reason).toBe('account.not_found');
    expect((await refusal(admin.api.updateAccount({ accountId, nickName: '幽灵' }))).reason).toBe('account.not_found');

    expect(await admin.api.restoreAccount({ accountId })).toMatchObject({
      accountId,
      phoneNo: masked(phoneNo),
      nickName: '王建筑师',
      deletedAt: null,
    });
    expect((await admin.api.accountPage({ keyword: accountId })).total).toBe(1);
  });
});

describe('changes', () => {
  it('on top of somebody else’s are refused', async () => {
    const { accountId } = await server.member();
    const { version } = await admin.api.accountDetail({ accountId });
    await admin.api.updateAccount({ accountId, version, nickName: '先到' });
    const late = await refusal(admin.api.updateAccount({ accountId, version, nickName: '后到' }));
    expect(late).toMatchObject({ status: 409, reason: 'account.changed_meanwhile' });
    expect((await admin.api.accountDetail({ accountId })).nickName).toBe('先到');
  });

  it('one of two at once wins', async () => {
    const { accountId } = await server.member();
    const { version } = await admin.api.accountDetail({ accountId });
    const both = ['甲', '乙'].map((nickName) => admin.api.updateAccount({ accountId, version, nickName }));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('of the plan are seen by the user at once, and end when it runs out', async () => {
    const member = await server.member();
    const planExpiresAt = server.clock.now() + day;
    const account = await admin.api.updateAccount({ accountId: member.accountId, plan: 'pro', planExpiresAt });
    expect(account).toMatchObject({ plan: 'pro', userType: 2 });
    expect(await member.api.getVipInfo()).toMatchObject({
      plan: 'pro',
      expiresAt: planExpiresAt,
      flags: { canDownloadClean: true, canUse4K: true },
    });
    expect((await member.api.userInfo()).userType).toBe(2);
    server.clock.set({ advanceMs: day });
    expect(await member.api.getVipInfo()).toMatchObject({
      plan: 'free',
      expiresAt: null,
      flags: { canDownloadClean: false, canUse4K: false },
    });
    expect((await member.api.userInfo()).userType).toBe(1);
    admin = await server.staff('admin');
  });

  it('of a password end the sessions it opened', async () => {
    const draft = { userType: 9 as const, loginName: 'leaver', password: 'first-password', role: 'viewer' as const };
    const { accountId } = await admin.api.createAccount(draft);
    const leaver = server.visitor();
    await leaver.api.staffLogin({ account: 'leaver', password: 'first-password' });
    await admin.api.updateAccount({ accountId, password: 'second-password' });
    expect((await refusal(leaver.api.accountPage())).status).toBe(401);
    await leaver.api.staffLogin({ account: 'leaver', password: 'second-password' });
  });
});

describe('what is refused', () => {
  it('a phone number or login name that is taken', async () => {
    const { phoneNo } = await server.member();
    const taken = await refusal(admin.api.createAccount({ phoneNo }));
    expect(taken).toMatchObject({
      status: 409,
      reason: 'account.phone_taken',
      fields: { phoneNo: ['该手机号已被其他账号使用'] },
    });
    const { accountId } = await server.member();
    expect((await refusal(admin.api.updateAccount({ accountId, phoneNo }))).reason).toBe('account.phone_taken');
    const name = { userType: 9 as const, loginName: 'admin', password: 'long-enough' };
    expect((await refusal(admin.api.createAccount(name))).reason).toBe('account.name_taken');
  });

  it('restoring an account whose number somebody else has by now', async () => {
    const { accountId, phoneNo } = await server.member();
    await admin.api.deleteAccount({ accountId });
    const heir = await admin.api.createAccount({ phoneNo });
    expect((await refusal(admin.api.restoreAccount({ accountId }))).reason).toBe('account.phone_taken');
    await admin.api.deleteAccount({ accountId: heir.accountId });
    expect((await admin.api.restoreAccount({ accountId })).phoneNo).toBe(masked(phoneNo));
  });

  it('restoring after thirty days', async () => {
    const { accountId } = await server.member();
    await admin.api.deleteAccount({ accountId });
    server.clock.set({ advanceMs: 30 * day + 1 });
    admin = await server.staff('admin');
    expect((await refusal(admin.api.restoreAccount({ accountId }))).reason).toBe('account.not_found');
    expect((await admin.api.accountPage({ keyword: accountId, status: 'deleted' })).total).toBe(0);
  });

  it('deleting, banning or demoting the last administrator', async () => {
    const accountId = admin.accountId;
    const attempts = [
      admin.api.deleteAccount({ accountId }),
      admin.api.updateAccount({ accountId, status: 'banned' }),
      admin.api.updateAccount({ accountId, role: 'viewer' }),
      admin.api.updateAccount({ accountId, userType: 1 }),
    ];
    for (const answer of await Promise.all(attempts.map(refusal)))
      expect(answer).toMatchObject({ status: 409, reason: 'account.last_admin' });
    expect((await admin.api.myPermissions()).role).toBe('admin');
  });

  it('of two administrators who delete each other at once, the second', async () => {
    const draft = { userType: 9 as const, loginName: 'second-admin', password: 'long-enough', role: 'admin' as const };
    const { accountId } = await admin.api.createAccount(draft);
    const second = server.visitor();
    await second.api.staffLogin({ account: 'second-admin', password: 'long-enough' });
    const outcomes = await Promise.allSettled([
      admin.api.deleteAccount({ accountId }),
      second.api.updateAccount({ accountId: admin.accountId, role: 'viewer' }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rows = await server.deps.store.db
      .selectFrom('account')
      .selectAll()
      .where('role', '=', 'admin')
      .where('deleted_at', 'is', null)
      .execute();
    expect(rows.length).toBe(1);
    await server.deps.store.db
      .updateTable('account')
      .set({ role: 'admin', deleted_at: null })
      .where('id', '=', admin.accountId)
      .execute();
  });

  it('fields that are wrong, each with a sentence', async () => {
    const answer = await send('/api/user/manage/account', 'json', {
      phoneNo: newPhone(),
      nickName: '',
      password: 'short',
      plan: 'gold',
    });
    expect(answer.status).toBe(422);
    const { fields } = (answer as unknown as { error: { fields: Record<string, string[]> } }).error;
    expect(Object.keys(fields).sort()).toEqual(['nickName', 'password', 'plan']);
    expect(fields.nickName).toEqual(['请输入昵称']);
    expect(fields.password).toEqual(['密码至少8位']);
  });

  it('staff without a name or password', async () => {
    expect((await refusal(admin.api.createAccount({ userType: 9, loginName: 'nameless' }))).fields).toEqual({
      password: ['请输入密码'],
    });
    expect((await refusal(admin.api.createAccount({ userType: 9, password: 'long-enough' }))).fields).toEqual({
      loginName: ['请输入登录名'],
    });
  });
});

it('every change leaves a row saying who, what, before and after', async () => {
  const { accountId } = await server.member();
  await admin.api.updateAccount({ accountId, nickName: '新名' });
  await admin.api.deleteAccount({ accountId });
  await admin.api.restoreAccount({ accountId });
  await refusal(admin.api.updateAccount({ accountId, version: 1, nickName: '没有发生' }));
  const rows = await server.deps.store.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', accountId)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['account.update', admin.accountId],
    ['account.delete', admin.accountId],
    ['account.restore', admin.accountId],
  ]);
  const [update] = rows;
  expect(JSON.parse(update?.before ?? '').nickName).not.toBe('新名');
  expect(JSON.parse(update?.after ?? '').nickName).toBe('新名');
  expect(update?.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(rows)).not.toContain('scrypt$');
});

it('a deleted account cannot log in as itself, keeps its money records and starts anew', async () => {
  const phoneNo = newPhone();
  const { visitor, answer } = await server.login(phoneNo);
  await admin.api.deleteAccount({ accountId: answer.userInfo.userId });
  expect((await refusal(visitor.api.userInfo())).status).toBe(401);
  const kept = await server.deps.store.db
    .selectFrom('ledger_transaction')
    .selectAll()
    .where('account_id', '=', answer.userInfo.userId)
    .execute();
  expect(kept).toHaveLength(3);
  server.clock.set({ advanceMs: day });
  const again = await server.login(phoneNo);
  expect(again.answer.isNew).toBe(true);
  expect(again.answer.userInfo.userId).not.toBe(answer.userInfo.userId);
});
