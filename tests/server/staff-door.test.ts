import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute, second } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const password = 'a-quiet-crane-by-the-lake';
const ownPassword = 'seven-tall-pines-in-snow';

/** Present code of an authenticator. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() });

/** A member of staff as an administrator makes one; the login name is none of the examples'. */
async function hire(loginName: string, role: 'admin' | 'finance' | 'support'): Promise<string> {
  const admin = await server.staff('admin');
  const made = await admin.api.createAccount({ userType: 9, loginName, nickName: loginName, password, role });
  return made.accountId;
}

async function logIn(loginName: string, typed: string, totpCode?: string): Promise<Visitor> {
  const visitor = server.visitor();
  await visitor.api.staffLogin({ account: loginName, password: typed, ...(totpCode ? { totpCode } : {}) });
  return visitor;
}

/** Changes the first password and sets up a second factor; the session and the secret. */
async function settleIn(loginName: string): Promise<{ visitor: Visitor; secret: string; recoveryCodes: string[] }> {
  const visitor = await logIn(loginName, password);
  await visitor.api.changeOwnPassword({ password, newPassword: ownPassword });
  const { secret } = await visitor.api.startFactor({ password: ownPassword });
  const { recoveryCodes } = await visitor.api.confirmFactor({ totpCode: codeOf(secret) });
  return { visitor, secret, recoveryCodes };
}

describe('a new member of staff', () => {
  it('sees nothing before the first password is changed and the factor that the role needs is set up', async () => {
    await hire('caishen', 'finance');
    const visitor = await logIn('caishen', password);
    expect((await visitor.api.myPermissions()).mustSetUp).toEqual(['password', 'factor']);
    const refused = await refusal(visitor.api.accountPage({}));
    expect(refused).toMatchObject({ status: 403, reason: 'staff.setup_needed' });
    expect(refused.message).toContain('修改密码、开启两步验证');

    await visitor.api.changeOwnPassword({ password, newPassword: ownPassword });
    expect((await visitor.api.mySecurity()).mustSetUp).toEqual(['factor']);
    const { secret, url, qrImage } = await visitor.api.startFactor({ password: ownPassword });
    expect(url).toMatch(/^otpauth:\/\/totp\//);
    expect(qrImage).toMatch(/^data:image\/png;base64,/);
    const { recoveryCodes } = await visitor.api.confirmFactor({ totpCode: codeOf(secret) });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await visitor.api.mySecurity()).mustSetUp).toEqual([]);
    expect((await visitor.api.accountPage({})).total).toBeGreaterThan(0);
  });

  it.each([
    ['123456', '员工密码至少10位'],
    ['caishen-2-2026', '密码不能包含登录名或昵称'],
    [password, '新密码不能与当前密码相同'],
  ])('cannot choose %s', async (newPassword, sentence) => {
    const loginName = `caishen-2`;
    if (!(await server.deps.accounts.findByLoginName(server.deps.store.db, loginName)))
      await hire(loginName, 'support');
    const visitor = await logIn(loginName, password);
    const refused = await refusal(visitor.api.changeOwnPassword({ password, newPassword }));
    expect(refused.fields?.newPassword).toEqual([sentence]);
  });
});

describe('the second factor at the door', () => {
  it('is asked for, taken once, and replaced by a recovery code that is good once', async () => {
    await hire('yunying', 'admin');
    const { secret, recoveryCodes } = await settleIn('yunying');
    const needed = await refusal(logIn('yunying', ownPassword));
    expect(needed).toMatchObject({ status: 401, reason: 'staff.totp_needed' });

    server.clock.set({ advanceMs: 30 * second });
    const code = codeOf(secret);
    await logIn('yunying', ownPassword, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect((await refusal(logIn('yunying', ownPassword, code))).reason).toBe('staff.totp_wrong');

    await logIn('yunying', ownPassword, recoveryCodes[0]);
    expect((await refusal(logIn('yunying', ownPassword, recoveryCodes[0]))).reason).toBe('staff.totp_wrong');
    server.clock.set({ advanceMs: 30 * second });
    const visitor = await logIn('yunying', ownPassword, codeOf(secret));
    expect((await visitor.api.mySecurity()).recoveryCodesLeft).toBe(9);
  });

  it('stops who guesses codes, for a quarter of an hour', async () => {
    await hire('kefu-2', 'finance');
    const { secret } = await settleIn('kefu-2');
    server.clock.set({ advanceMs: 30 * second });
    const right = codeOf(secret);
    const wrong = right === '000000' ? '000001' : '000000';
    const answers: string[] = [];
    for (let tried = 0; tried < 11; tried++) answers.push((await refusal(logIn('kefu-2', ownPassword, wrong))).reason);
    expect(answers).toEqual([...Array(10).fill('staff.totp_wrong'), 'request.too_often']);
    expect((await refusal(logIn('kefu-2', ownPassword, right))).reason).toBe('request.too_often');
    server.clock.set({ advanceMs: 15 * minute });
    await logIn('kefu-2', ownPassword, codeOf(secret));
  });

  it('cannot be put off where the role needs it, and can where it does not', async () => {
    await hire('kefu-3', 'support');
    const { visitor, secret } = await settleIn('kefu-3');
    const admin = await server.staff('admin');
    const roles = await admin.api.staffRoleList({});
    const support = roles.find(({ id }) => id === 'support');
    const version = support?.version ?? 0;
    expect(support).toMatchObject({ isFactorNeeded: false, members: expect.any(Number) });

    const reason = '客服也要两步验证';
    await admin.api.updateStaffRole({ id: 'support', isFactorNeeded: true, version, reason });
    server.clock.set({ advanceMs: 30 * second });
    const refused = await refusal(visitor.api.removeFactor({ password: ownPassword, totpCode: codeOf(secret) }));
    expect(refused.reason).toBe('staff.factor_needed');
    const stale = admin.api.updateStaffRole({ id: 'support', isFactorNeeded: false, version, reason });
    expect((await refusal(stale)).status).toBe(409);
    await admin.api.updateStaffRole({ id: 'support', isFactorNeeded: false, version: version + 1, reason });
    await visitor.api.removeFactor({ password: ownPassword, totpCode: codeOf(secret) });
    await logIn('kefu-3', ownPassword);
  });

  it('asks nothing of the examples of local mode', async () => {
    const admin = await server.staff('admin');
    expect(await admin.api.mySecurity()).toMatchObject({ mustSetUp: [], isFactorNeeded: false, factorSince: null });
  });
});

describe('sessions', () => {
  it('are listed, and ended one by one or all but this', async () => {
    await hire('kefu-4', 'support');
    const { visitor, secret } = await settleIn('kefu-4');
    server.clock.set({ advanceMs: 30 * second });
    await visitor.api.removeFactor({ password: ownPassword, totpCode: codeOf(secret) });
    const [other, third] = [await logIn('kefu-4', ownPassword), await logIn('kefu-4', ownPassword)];
    const listed = await visitor.api.mySessions();
    expect(listed.map(({ isCurrent }) => isCurrent).filter(Boolean)).toHaveLength(1);
    expect(listed).toHaveLength(3);
    const [mine] = (await other.api.mySessions()).filter(({ isCurrent }) => isCurrent);
    await visitor.api.endMySession({ id: mine?.id ?? '' });
    expect((await refusal(other.api.mySessions())).status).toBe(401);
    expect((await refusal(visitor.api.endMySession({ id: mine?.id ?? '' }))).reason).toBe('staff.session_not_found');
    expect(await visitor.api.endMyOtherSessions()).toEqual({ ended: 1 });
    expect((await refusal(third.api.mySessions())).status).toBe(401);
  });

  it('of somebody who leaves are ended by an administrator, with the reason in the audit', async () => {
    const id = await hire('kefu-5', 'support');
    const visitor = await logIn('kefu-5', password);
    const admin = await server.staff('admin');
    expect(await admin.api.endStaffSessions({ id, reason: '今天离职' })).toEqual({ ended: 1 });
    expect((await refusal(visitor.api.mySecurity())).status).toBe(401);
    const support = await server.staff('support');
    expect((await refusal(support.api.endStaffSessions({ id, reason: '越权' }))).reason).toBe('auth.forbidden');
  });

  it('and the factor of who lost the phone are reset together', async () => {
    const id = await hire('caiwu-2', 'finance');
    const { visitor } = await settleIn('caiwu-2');
    const admin = await server.staff('admin');
    await admin.api.resetStaffFactor({ id, reason: '手机丢失' });
    expect((await refusal(visitor.api.mySecurity())).status).toBe(401);
    const again = await logIn('caiwu-2', ownPassword);
    expect((await again.api.mySecurity()).mustSetUp).toEqual(['factor']);
    server.clock.set({ advanceMs: 2 * day });
  });
});
