import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let numbers = 0;
const newPhone = () => `1380001${String(++numbers).padStart(4, '0')}`;
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Asks for a code and returns the one in the outbox. A minute and more lies between two. */
async function sendCode(phoneNo: string): Promise<string> {
  server.clock.set({ advanceMs: 4 * minute });
  await server.visitor().api.sendSmsCode({ phoneNo });
  return server.sms.sent(phoneNo)[0]?.code ?? '';
}

describe('a code by SMS', () => {
  it.each([['12800000000'], ['1380000000'], ['138000000001'], ['abc'], ['']])('is not sent to %j', async (phoneNo) => {
    const answer = await refusal(server.visitor().api.sendSmsCode({ phoneNo }));
    expect(answer).toMatchObject({ status: 422, reason: 'phone.invalid', message: '手机号格式不正确' });
    expect(answer.fields?.phoneNo).toEqual(['手机号格式不正确']);
  });

  it('goes to the number that people paste with +86, spaces and dashes', async () => {
    const phoneNo = newPhone();
    const pasted = `+86 ${phoneNo.slice(0, 3)}-${phoneNo.slice(3, 7)} ${phoneNo.slice(7)}`;
    expect(await server.visitor().api.sendSmsCode({ phoneNo: pasted })).toEqual({ resendAfter: 60 });
    expect(server.sms.sent(phoneNo)).toHaveLength(1);
    expect(server.sms.sent(phoneNo)[0]?.code).toMatch(/^\d{6}$/);
  });

  it('is answered alike for known and unknown numbers', async () => {
    const { phoneNo } = await server.member();
    const answers = await Promise.all(
      [phoneNo, newPhone()].map((number) =>
        server
          .visitor()
          .raw(
            'POST',
            '/api/sms/sendCode',
            { 'content-type': 'application/json' },
            JSON.stringify({ phoneNo: number }),
          ),
      ),
    );
    const [known, unknown] = answers.map(({ status, json }) => ({ status, json }));
    expect(known?.status).toBe(200);
    expect(unknown).toEqual(known);
  });

  it('is not stored as text', async () => {
    const phoneNo = newPhone();
    const code = await sendCode(phoneNo);
    const row = await server.deps.store.db
      .selectFrom('login_code')
      .selectAll()
      .where('target', '=', phoneNo)
      .executeTakeFirstOrThrow();
    expect(row.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(`"${code}"`);
  });
});

describe('logging in', () => {
  it('makes an account at the first time, with a gift, an invite code and a masked number', async () => {
    const phoneNo = newPhone();
    const first = await server
      .visitor()
      .api.login({ phoneNo, verifyCode: await sendCode(phoneNo), source: { keyWord: '效果图' } });
    expect(first).toMatchObject({ isNew: true, userInfo: { userType: 1, isTestUser: false } });
    expect(first.userInfo.phoneNo).toBe(`${phoneNo.slice(0, 3)}****${phoneNo.slice(7)}`);
    expect(first.inviteCode).toMatch(/^[A-Z2-9]{8}$/);
    expect(first.userInfo.inviteCode).toBe(first.inviteCode);
    expect(first.redirectUrl).toMatch(/^\/cas\/v1\/tickets\/TGT-/);

    const visitor = server.visitor();
    const second = await visitor.api.login({ phoneNo, verifyCode: await sendCode(phoneNo) });
    expect(second).toMatchObject({
      isNew: false,
      userInfo: { userId: first.userInfo.userId },
      inviteCode: first.inviteCode,
    });
    expect(second.redirectUrl).not.toBe(first.redirectUrl);
    const purses = await Promise.all(([1, 2, 3] as const).map((type) => visitor.api.totalTicket({ type })));
    expect(purses).toEqual([23, 3, 30]);
  });

  it('counts wrong codes down and voids the code at the fifth, so that the right one comes too late', async () => {
    const phoneNo = newPhone();
    const code = await sendCode(phoneNo);
    const attempt = (verifyCode: string) => refusal(server.visitor().api.login({ phoneNo, verifyCode }));
    for (const left of [4, 3, 2, 1]) {
      const { reason, message, status } = await attempt(wrongCode(code));
      expect({ reason, message, status }).toEqual({
        reason: 'code.wrong',
        message: `验证码错误，还可尝试${left}次`,
        status: 422,
      });
    }
    expect((await attempt(wrongCode(code))).reason).toBe('code.void');
    expect((await attempt(code)).reason).toBe('code.void');
    expect((await server.visitor().api.login({ phoneNo, verifyCode: await sendCode(phoneNo) })).isNew).toBe(true);
  });

  it('wants six digits', async () => {
    const phoneNo = newPhone();
    const answer = await refusal(server.visitor().api.login({ phoneNo, verifyCode: '12345' }));
    expect(answer).toMatchObject({ status: 422, reason: 'code.malformed', message: '请输入6位验证码' });
  });

  it('takes a code for five minutes and not a moment longer', async () => {
    const inTime = newPhone();
    const code = await sendCode(inTime);
    server.clock.set({ advanceMs: 5 * minute - 1 });
    await server.visitor().api.login({ phoneNo: inTime, verifyCode: code });

    const late = newPhone();
    const lateCode = await sendCode(late);
    server.clock.set({ advanceMs: 5 * minute });
    const answer = await refusal(server.visitor().api.login({ phoneNo: late, verifyCode: lateCode }));
    expect(answer).toMatchObject({ reason: 'code.expired', message: '验证码已过期，请重新获取' });
  });

  it('takes the newest code only, and each once', async () => {
    const phoneNo = newPhone();
    const older = await sendCode(phoneNo);
    let newest = await sendCode(phoneNo);
    if (newest === older) newest = await sendCode(phoneNo);
    expect((await refusal(server.visitor().api.login({ phoneNo, verifyCode: older }))).reason).toBe('code.wrong');
    await server.visitor().api.login({ phoneNo, verifyCode: newest });
    expect((await refusal(server.visitor().api.login({ phoneNo, verifyCode: newest }))).reason).toBe('code.expired');
  });

  it('gives one session when the same code is sent twice at once', async () => {
    const phoneNo = newPhone();
    const verifyCode = await sendCode(phoneNo);
    const attempts = await Promise.allSettled([1, 2, 3].map(() => server.visitor().api.login({ phoneNo, verifyCode })));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('does not take the code of another number', async () => {
    const code = await sendCode(newPhone());
    const phoneNo = newPhone();
    await sendCode(phoneNo);
    const own = server.sms.sent(phoneNo)[0]?.code;
    const answer = server.visitor().api.login({ phoneNo, verifyCode: code === own ? wrongCode(code) : code });
    expect((await refusal(answer)).reason).toBe('code.wrong');
  });

  it('knows who invited a new account and refuses an invite code nobody has', async () => {
    const inviter = await server.member();
    const { inviteCode } = await inviter.api.userInfo();
    const phoneNo = newPhone();
    const verifyCode = await sendCode(phoneNo);
    expect((await refusal(server.visitor().api.login({ phoneNo, verifyCode, inviteCode: 'NOBODY00' }))).reason).toBe(
      'invite.unknown',
    );
    const { userInfo } = await server
      .visitor()
      .api.login({ phoneNo, verifyCode, type: 2, inviteCode: inviteCode.toLowerCase() });
    const row = await server.deps.accounts.find(server.deps.store.db, userInfo.userId);
    expect(row.invited_by).toBe(inviter.accountId);
  });

  it('records which agreement was accepted, when and from where', async () => {
    const phoneNo = newPhone();
    const verifyCode = await sendCode(phoneNo);
    const { userInfo } = await server.visitor().api.login({ phoneNo, verifyCode, agreementVersion: '2026-11-20' });
    const rows = await server.deps.store.db
      .selectFrom('consent')
      .selectAll()
      .where('account_id', '=', userInfo.userId)
      .execute();
    expect(rows).toMatchObject([{ agreement_version: '2026-11-20', created_at: server.clock.now() }]);
    expect(rows[0]?.address).toContain('127.0.0.1');
  });

  it('keeps the device the session belongs to', async () => {
    const phoneNo = newPhone();
    const verifyCode = await sendCode(phoneNo);
    const { userInfo } = await server.visitor().api.login({ phoneNo, verifyCode, deviceId: 'device-1' });
    const sessions = await server.deps.store.db
      .selectFrom('session')
      .select('device_id')
      .where('account_id', '=', userInfo.userId)
      .execute();
    expect(sessions).toEqual([{ device_id: 'device-1' }]);
  });
});
