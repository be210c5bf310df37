import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour, minute } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let numbers = 0;
const newPhone = () => `1380001${String(++numbers).padStart(4, '0')}`;

/** Asks for a code and returns the one in the outbox. A minute and more lies between two. */
async function sendCode(phoneNo: string): Promise<string> {
  server.clock.set({ advanceMs: 4 * minute });
  await server.visitor().api.sendSmsCode({ phoneNo });
  return server.sms.sent(phoneNo)[0]?.code ?? '';
}

describe('a session', () => {
  const logIn = async () => {
    const phoneNo = newPhone();
    const visitor = server.visitor();
    const answer = await visitor.api.login({ phoneNo, verifyCode: await sendCode(phoneNo) });
    return { visitor, answer, phoneNo };
  };

  it('is a cookie no script can read, for this site only, that lasts days', async () => {
    const phoneNo = newPhone();
    const verifyCode = await sendCode(phoneNo);
    const body = new URLSearchParams({ phoneNo, verifyCode, type: '1' });
    const response = await fetch(`${server.origin}/api/user/login`, { method: 'POST', body });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^sid=[\w-]{43};/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).toContain(`Max-Age=${30 * 24 * 3600}`);
    expect(cookie).not.toMatch(/Secure/);
  });

  it('is Secure behind a proxy that speaks https', async () => {
    const proxied = await startTestServer({ config: { trustedProxies: 1 } });
    const phoneNo = newPhone();
    await proxied.visitor().api.sendSmsCode({ phoneNo });
    const body = JSON.stringify({ phoneNo, verifyCode: proxied.sms.sent(phoneNo)[0]?.code });
    const headers = { 'content-type': 'application/json', 'x-forwarded-proto': 'https' };
    const answer = await proxied.visitor().raw('POST', '/api/user/login', headers, body);
    expect(String(answer.headers['set-cookie'])).toMatch(/; Secure/);
    await proxied.close();
  });

  it('is kept as a hash', async () => {
    const { visitor } = await logIn();
    const rows = await server.deps.store.db.selectFrom('session').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get('sid'));
  });

  it('says who is logged in, and 401 to everybody else', async () => {
    const { visitor, answer } = await logIn();
    expect(await visitor.api.userInfo()).toEqual(answer.userInfo);
    expect(await visitor.api.getVipInfo()).toMatchObject({
      plan: 'free',
      expiresAt: null,
      flags: { canUse: true, canUse2K: false },
    });
    for (const stranger of [server.visitor(), withCookie('nonsense')]) {
      expect(await refusal(stranger.api.userInfo())).toMatchObject({
        status: 401,
        reason: 'auth.required',
        message: '请先登录',
      });
    }
  });

  it.each(['logout', 'invalidateSession'] as const)('ends by %s, on the server as well', async (call) => {
    const { visitor } = await logIn();
    const stolen = withCookie(visitor.cookies.get('sid') ?? '');
    await stolen.api.userInfo();
    expect(await visitor.api[call]()).toBeNull();
    expect(visitor.cookies.has('sid')).toBe(false);
    expect((await refusal(stolen.api.userInfo())).status).toBe(401);
    expect(await visitor.api[call]()).toBeNull();
  });

  it('ends when its redirect address is deleted, which needs no cookie', async () => {
    const { visitor, answer } = await logIn();
    const response = await server.visitor().fetch(answer.redirectUrl, { method: 'DELETE' });
    expect(response.status).toBe(200);
    expect((await refusal(visitor.api.userInfo())).status).toBe(401);
    expect((await server.visitor().fetch(answer.redirectUrl, { method: 'DELETE' })).status).toBe(200);
  });

  it('leaves other sessions of the account alone', async () => {
    const { visitor, phoneNo } = await logIn();
    const other = server.visitor();
    await other.api.login({ phoneNo, verifyCode: await sendCode(phoneNo) });
    await visitor.api.logout();
    expect((await other.api.userInfo()).userType).toBe(1);
  });

  it('ends after thirty days', async () => {
    const { visitor } = await logIn();
    server.clock.set({ advanceMs: 30 * day - hour });
    await visitor.api.userInfo();
    server.clock.set({ advanceMs: hour });
    expect((await refusal(visitor.api.userInfo())).status).toBe(401);
  });

  it('is no use to a banned account, which learns why when it logs in', async () => {
    const { visitor, phoneNo, answer } = await logIn();
    const admin = await server.staff('admin');
    await admin.api.updateAccount({ accountId: answer.userInfo.userId, status: 'banned', statusReason: '违规内容' });
    expect((await refusal(visitor.api.userInfo())).status).toBe(401);
    const again = await refusal(server.visitor().api.login({ phoneNo, verifyCode: await sendCode(phoneNo) }));
    expect(again).toMatchObject({ status: 403, reason: 'auth.banned', message: '账号已被停用：违规内容' });
  });

  it('of a user opens no staff call, and one of staff no user call', async () => {
    const { visitor } = await logIn();
    visitor.cookies.set('staff_sid', visitor.cookies.get('sid') ?? '');
    expect((await refusal(visitor.api.accountPage())).status).toBe(401);
    const admin = await server.staff('admin');
    admin.cookies.set('sid', admin.cookies.get('staff_sid') ?? '');
    expect((await refusal(admin.api.userInfo())).status).toBe(401);
  });

  function withCookie(token: string) {
    const visitor = server.visitor();
    visitor.cookies.set('sid', token);
    return visitor;
  }
});
