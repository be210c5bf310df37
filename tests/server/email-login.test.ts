import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour, minute } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { isEmailLoginOpen: true, isAccountLoginOpen: true } });
});
afterAll(() => server.close());

let names = 0;
const newEmail = () => `designer${++names}@example.com`;
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Asks for a code and returns the one in the outbox. A minute and more lies between two. */
async function sendCode(email: string): Promise<string> {
  server.clock.set({ advanceMs: 4 * minute });
  expect(await server.visitor().api.sendEmailCode({ email })).toEqual({ resendAfter: 60 });
  return server.deps.emails.sent(email.toLowerCase())[0]?.code ?? '';
}

async function consentsOf(accountId: string) {
  const { db } = server.deps.store;
  return db
    .selectFrom('consent')
    .select(['agreement_version', 'created_at', 'address'])
    .where('account_id', '=', accountId)
    .execute();
}

it('logins besides the phone are off unless the operator opens them', async () => {
  const closed = await startTestServer();
  const { api } = closed.visitor();
  expect((await api.siteSettings()).logins).toEqual({ wechat: true, email: false, account: false });
  const calls = [
    api.sendEmailCode({ email: 'a@example.com' }),
    api.loginByEmail({ email: 'a@example.com', verifyCode: '123456' }),
    api.loginByAccount({ account: 'a', password: 'b' }),
  ];
  for (const call of calls)
    expect(await refusal(call)).toMatchObject({
      status: 403,
      reason: 'login.switched_off',
      message: '本站没有开放这种登录方式，请用手机号登录',
    });
  expect((await server.visitor().api.siteSettings()).logins).toEqual({ wechat: true, email: true, account: true });
  await closed.close();
});

describe('a login by e-mail', () => {
  it('makes an account at the first time, whatever the case of the address, and records the consent', async () => {
    const email = newEmail();
    const first = await server.visitor().api.loginByEmail({
      email: email.toUpperCase(),
      verifyCode: await sendCode(email),
      agreementVersion: '2026-11-20',
    });
    expect(first).toMatchObject({ isNew: true, userInfo: { phoneNo: '', userType: 1 } });
    expect(first.userInfo.nickName).toBe(`设计师${first.inviteCode.slice(-4)}`);
    expect(await consentsOf(first.userInfo.userId)).toMatchObject([
      { agreement_version: '2026-11-20', created_at: server.clock.now() },
    ]);
    const visitor = server.visitor();
    const again = await visitor.api.loginByEmail({ email, verifyCode: await sendCode(email) });
    expect(again).toMatchObject({ isNew: false, userInfo: { userId: first.userInfo.userId } });
    expect((await visitor.api.userInfo()).userId).toBe(first.userInfo.userId);
  });

  it('follows the rules of codes: five tries, the newest only, once, five minutes, for its address', async () => {
    const email = newEmail();
    const attempt = (verifyCode: string, to = email) =>
      refusal(server.visitor().api.loginByEmail({ email: to, verifyCode }));
    const older = await sendCode(email);
    let code = await sendCode(email);
    if (code === older) code = await sendCode(email);
    expect((await attempt(older)).message).toBe('验证码错误，还可尝试4次');
    for (const left of [3, 2, 1])
      expect((await attempt(wrongCode(code))).message).toBe(`验证码错误，还可尝试${left}次`);
    expect((await attempt(wrongCode(code))).reason).toBe('code.void');
    expect((await attempt(code)).reason).toBe('code.void');

    const used = await sendCode(email);
    await server.visitor().api.loginByEmail({ email, verifyCode: used });
    expect((await attempt(used)).reason).toBe('code.expired');
    const late = await sendCode(email);
    server.clock.set({ advanceMs: 5 * minute });
    expect((await attempt(late)).reason).toBe('code.expired');
    const other = newEmail();
    expect((await attempt(await sendCode(email), other)).reason).toBe('code.expired');
  });

  it('sends a code a minute, five an hour and ten a day to an address', async () => {
    server.clock.set({ advanceMs: 24 * hour });
    const email = newEmail();
    const ask = () => server.visitor().api.sendEmailCode({ email });
    await ask();
    expect(await refusal(ask())).toMatchObject({ status: 429, message: '发送太频繁，请 60 秒后再试' });
    for (let count = 1; count < 5; count++) {
      server.clock.set({ advanceMs: minute });
      await ask();
    }
    server.clock.set({ advanceMs: minute });
    expect((await refusal(ask())).reason).toBe('email.hourly_limit');
    for (let count = 5; count < 10; count++) {
      server.clock.set({ advanceMs: hour });
      await ask();
    }
    server.clock.set({ advanceMs: hour });
    expect((await refusal(ask())).reason).toBe('email.daily_limit');
  });

  it('shares the limit of its network address with SMS', async () => {
    server.clock.set({ advanceMs: 24 * hour });
    for (let count = 0; count < 20; count++) {
      if (count % 2) await server.visitor().api.sendEmailCode({ email: newEmail() });
      else await server.visitor().api.sendSmsCode({ phoneNo: `1380003${String(count).padStart(4, '0')}` });
    }
    expect((await refusal(server.visitor().api.sendEmailCode({ email: newEmail() }))).reason).toBe('sms.address_limit');
    server.clock.set({ advanceMs: 24 * hour });
  });

  it.each([['nobody'], ['a@b'], ['a b@example.com'], ['@example.com'], ['']])('is refused to %j', async (email) => {
    const answer = await refusal(server.visitor().api.sendEmailCode({ email }));
    expect(answer.fields?.email).toEqual(['邮箱格式不正确']);
  });

  it('shows its codes on the control plane', async () => {
    const email = newEmail();
    const code = await sendCode(email);
    const at = server.clock.now();
    const { json } = await server.visitor().raw('GET', `/__mock/email?email=${email.toUpperCase()}`);
    expect(json).toEqual([{ email, code, at }]);
  });

  it('is no way in for a banned account', async () => {
    const email = newEmail();
    const { userInfo } = await server.visitor().api.loginByEmail({ email, verifyCode: await sendCode(email) });
    const admin = await server.staff('admin');
    await admin.api.updateAccount({ accountId: userInfo.userId, status: 'banned' });
    const answer = server.visitor().api.loginByEmail({ email, verifyCode: await sendCode(email) });
    expect((await refusal(answer)).reason).toBe('auth.banned');
  });
});

describe('a login by password', () => {
  const password = 'a-good-password';
  let phones = 0;
  const newAccount = async () => {
    const draft = {
      phoneNo: `1380004${String(++phones).padStart(4, '0')}`,
      loginName: `drawer${phones}`,
      email: newEmail(),
    };
    const admin = await server.staff('admin');
    const { accountId } = await admin.api.createAccount({ ...draft, password });
    return { ...draft, accountId, admin };
  };
  const logIn = (account: string, secret = password) =>
    server.visitor().api.loginByAccount({ account, password: secret, agreementVersion: '2026-11-20' });

  it('takes the login name, the phone or the e-mail with the password that staff set', async () => {
    const { accountId, phoneNo, loginName, email } = await newAccount();
    for (const name of [loginName, phoneNo, `+86 ${phoneNo}`, email.toUpperCase()])
      expect(await logIn(name)).toMatchObject({ isNew: false, userInfo: { userId: accountId } });
    expect(await consentsOf(accountId)).toHaveLength(4);
  });

  it('counts five wrong tries and locks for a quarter of an hour', async () => {
    const { loginName, phoneNo } = await newAccount();
    for (const left of [4, 3, 2, 1])
      expect(await refusal(logIn(loginName, 'wrong'))).toMatchObject({
        reason: 'login.wrong_password',
        message: `账号或密码错误，还可尝试${left}次`,
      });
    expect((await refusal(logIn(phoneNo, 'wrong'))).reason).toBe('login.locked');
    expect(await refusal(logIn(loginName))).toMatchObject({
      status: 429,
      message: '密码错误次数过多，当前网络暂时不能登录这个账号，请 15 分钟后再试',
    });
    server.clock.set({ advanceMs: 15 * minute });
    await logIn(loginName);
    expect((await refusal(logIn(loginName, 'wrong'))).message).toBe('账号或密码错误，还可尝试4次');
  });

  it('lets through no more than five of many tries at once', async () => {
    const { loginName } = await newAccount();
    const answers = await Promise.all([...Array(12)].map(() => refusal(logIn(loginName, 'wrong'))));
    expect(answers.filter(({ reason }) => reason === 'login.wrong_password')).toHaveLength(4);
    expect(answers.filter(({ reason }) => reason === 'login.locked')).toHaveLength(8);
    expect((await refusal(logIn(loginName))).message).toContain('请 15 分钟后再试');
  });

  it('answers unknown names, staff and accounts without a password like known ones of their kind', async () => {
    const { phoneNo } = await server.member();
    for (const name of ['nobody', 'nobody@example.com', '13900009999', 'admin', phoneNo]) {
      const secret = name === 'admin' ? server.adminPassword : 'wrong';
      const first = await refusal(logIn(name, secret));
      expect([name, first.reason, first.message]).toEqual([
        name,
        'login.wrong_password',
        '账号或密码错误，还可尝试4次',
      ]);
    }
    for (const name of ['nobody', 'admin']) {
      for (const left of [3, 2, 1])
        expect((await refusal(logIn(name, 'wrong'))).message).toBe(`账号或密码错误，还可尝试${left}次`);
      expect((await refusal(logIn(name, 'wrong'))).reason).toBe('login.locked');
    }
    // The console's door is another one.
    await server.staff('admin');
  });

  it('opens no console', async () => {
    const { loginName } = await newAccount();
    expect((await refusal(server.visitor().api.staffLogin({ account: loginName, password }))).reason).toBe(
      'staff.wrong_password',
    );
  });

  it('says to a banned account that it is banned, however often', async () => {
    const { loginName, accountId, admin } = await newAccount();
    await admin.api.updateAccount({ accountId, status: 'banned', statusReason: '违规内容' });
    for (let count = 0; count < 6; count++)
      expect((await refusal(logIn(loginName))).message).toBe('账号已被停用：违规内容');
  });

  it('ends elsewhere when staff set another password', async () => {
    const { loginName, accountId, admin } = await newAccount();
    const visitor = server.visitor();
    await visitor.api.loginByAccount({ account: loginName, password });
    await admin.api.updateAccount({ accountId, password: 'another-password' });
    expect((await refusal(visitor.api.userInfo())).status).toBe(401);
    await logIn(loginName, 'another-password');
  });
});

it('an e-mail address belongs to one account, also after a return from the bin', async () => {
  const admin = await server.staff('admin');
  const email = newEmail();
  const first = await admin.api.createAccount({ phoneNo: '13800050001', email });
  expect(first.email).toBe('d***@example.com');
  const taken = await refusal(admin.api.createAccount({ phoneNo: '13800050002', email: email.toUpperCase() }));
  expect(taken).toMatchObject({ status: 409, reason: 'account.email_taken' });
  expect(taken.fields?.email).toEqual(['该邮箱已被其他账号使用']);
  const second = await admin.api.createAccount({ phoneNo: '13800050002' });
  const change = admin.api.updateAccount({ accountId: second.accountId, email });
  expect((await refusal(change)).reason).toBe('account.email_taken');

  await admin.api.deleteAccount({ accountId: first.accountId });
  await admin.api.updateAccount({ accountId: second.accountId, email });
  expect((await refusal(admin.api.restoreAccount({ accountId: first.accountId }))).reason).toBe('account.email_taken');
  expect((await admin.api.accountPage({ keyword: email })).list.map(({ accountId }) => accountId)).toEqual([
    second.accountId,
  ]);
});

describe('the login for tests', () => {
  it('needs no code on this machine', async () => {
    const visitor = server.visitor();
    const answer = await visitor.api.loginForTest({ phoneNo: '13800060001' });
    expect(answer).toMatchObject({ isNew: true, userInfo: { isTestUser: true } });
    expect((await visitor.api.userInfo()).userId).toBe(answer.userInfo.userId);
    expect((await server.visitor().api.loginForTest({ phoneNo: '13800060001' })).isNew).toBe(false);
  });

  it('is unknown under another name, and in production', async () => {
    const body = JSON.stringify({ phoneNo: '13800060002' });
    const headers = { 'content-type': 'application/json' };
    const named = await server.visitor().raw('POST', '/api/login/test', { ...headers, host: 'evil.example' }, body);
    expect(named).toMatchObject({ status: 403, json: { error: { reason: 'request.foreign_host' } } });
    const numbered = await server.visitor().raw('POST', '/api/login/test', { ...headers, host: '10.0.0.1' }, body);
    expect(numbered).toMatchObject({ status: 404, json: { error: { reason: 'request.not_found' } } });
    const production = await startTestServer({ config: { mode: 'production' } });
    expect((await production.visitor().raw('POST', '/api/login/test', headers, body)).status).toBe(404);
    await production.close();
  });
});
