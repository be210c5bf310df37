import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minute, second } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { scansOf } from '../support/server-scan.ts';

let server: TestServer;
const { play, confirmed, sendCode, newcomer } = scansOf(() => server);
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

describe('a WeChat nobody knows', () => {
  it('becomes an account with a phone, a name, a face and a recorded consent', async () => {
    const inviter = await server.member();
    const { inviteCode } = await inviter.api.userInfo();
    const visitor = server.visitor();
    const phoneNo = '13712340001';
    const verifyCode = await sendCode(phoneNo);
    const scanTicket = await confirmed(visitor, 'zhou');
    expect(await visitor.api.checkScan({ ticket: scanTicket })).toMatchObject({
      status: 'confirmed',
      needsPhone: true,
    });
    const answer = await visitor.api.login({
      phoneNo,
      verifyCode,
      type: 3,
      scanTicket,
      inviteCode,
      agreementVersion: '2026-11-20',
    });
    expect(answer).toMatchObject({ isNew: true, userInfo: { nickName: '周末画图', phoneNo: '137****0001' } });
    expect(answer.userInfo.avatar).toMatch(/^data:image/);
    expect((await visitor.api.userInfo()).userId).toBe(answer.userInfo.userId);
    const row = await server.deps.accounts.find(server.deps.store.db, answer.userInfo.userId);
    expect(row.invited_by).toBe(inviter.accountId);
    const consents = await server.deps.store.db.selectFrom('consent').selectAll().execute();
    expect(consents).toMatchObject([{ account_id: answer.userInfo.userId, agreement_version: '2026-11-20' }]);

    const again = server.visitor();
    const { login } = await again.api.checkScan({ ticket: await confirmed(again, 'zhou') });
    expect(login).toMatchObject({ isNew: false, userInfo: { userId: answer.userInfo.userId } });
  });

  it('is asked before it is joined with the account a phone has; the code survives the question', async () => {
    const owner = await server.member();
    const visitor = server.visitor();
    const verifyCode = await sendCode(owner.phoneNo);
    const scanTicket = await confirmed(visitor, 'zhou');
    const binding = { phoneNo: owner.phoneNo, verifyCode, type: 3, scanTicket };
    const question = await refusal(visitor.api.login(binding));
    expect(question).toMatchObject({ status: 409, reason: 'scan.phone_has_account' });
    expect(visitor.cookies.has('sid')).toBe(false);
    const answer = await visitor.api.login({ ...binding, isMergeAgreed: true });
    expect(answer).toMatchObject({ isNew: false, userInfo: { userId: owner.accountId } });
    expect((await refusal(server.visitor().api.login({ phoneNo: owner.phoneNo, verifyCode }))).reason).toBe(
      'code.expired',
    );
  });

  it('learns nothing of a phone without its code, and five wrong ones void it', async () => {
    const owner = await server.member();
    const visitor = server.visitor();
    const code = await sendCode(owner.phoneNo);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const scanTicket = await confirmed(visitor, 'zhou');
    const attempt = (verifyCode: string) =>
      refusal(visitor.api.login({ phoneNo: owner.phoneNo, verifyCode, type: 3, scanTicket, isMergeAgreed: true }));
    for (const left of [4, 3, 2, 1]) expect((await attempt(wrong)).message).toBe(`验证码错误，还可尝试${left}次`);
    expect((await attempt(wrong)).reason).toBe('code.void');
    expect((await attempt(code)).reason).toBe('code.void');
  });

  it('cannot take a phone whose account has another WeChat, agreed or not', async () => {
    const { phoneNo } = await newcomer('lin');
    const visitor = server.visitor();
    const verifyCode = await sendCode(phoneNo);
    const scanTicket = await confirmed(visitor, 'zhou');
    const answer = visitor.api.login({ phoneNo, verifyCode, type: 3, scanTicket, isMergeAgreed: true });
    expect(await refusal(answer)).toMatchObject({ status: 409, reason: 'scan.phone_bound_elsewhere' });
  });

  it('is bound for ten minutes after the confirmation, by the browser that scanned, and once', async () => {
    const phoneNo = '13712340002';
    const [early, late, thief] = [server.visitor(), server.visitor(), server.visitor()];
    const tickets = [await confirmed(early, 'zhou'), await confirmed(late, 'xu')] as const;
    expect((await early.api.checkScan({ ticket: tickets[0] })).needsPhone).toBe(true);
    expect((await late.api.checkScan({ ticket: tickets[1] })).needsPhone).toBe(true);
    await server.pass(10 * minute - 62 * second);
    const verifyCode = await sendCode(phoneNo);
    const bind = { phoneNo, verifyCode, type: 3 };
    await thief.api.getQrCode();
    expect((await refusal(thief.api.login({ ...bind, scanTicket: tickets[0] }))).reason).toBe('scan.not_found');
    expect((await early.api.login({ ...bind, scanTicket: tickets[0] })).isNew).toBe(true);

    await server.pass(second);
    const again = await sendCode('13712340003');
    const other = { phoneNo: '13712340003', verifyCode: again, type: 3 };
    expect((await refusal(late.api.login({ ...other, scanTicket: tickets[1] }))).reason).toBe('scan.not_found');
    expect((await refusal(early.api.login({ ...other, scanTicket: tickets[0] }))).reason).toBe('scan.not_found');
    expect(await late.api.checkScan({ ticket: tickets[1] })).toMatchObject({ needsPhone: false, login: null });
  });

  it.each([['waiting'], ['scanned'], ['canceled'], ['expired'], ['absent']] as const)(
    'is not bound by a scan that is %s',
    async (state) => {
      const visitor = server.visitor();
      const verifyCode = await sendCode('13712340004');
      const { ticket } = await visitor.api.getQrCode();
      if (state === 'scanned' || state === 'canceled') await play(ticket, 'scan');
      if (state === 'canceled') await play(ticket, 'cancel');
      if (state === 'expired') {
        await play(ticket, 'confirm');
        await server.pass(180 * second);
      }
      const scanTicket = state === 'absent' ? {} : { scanTicket: ticket };
      const answer = visitor.api.login({ phoneNo: '13712340004', verifyCode, type: 3, ...scanTicket });
      expect((await refusal(answer)).reason).toBe('scan.not_found');
    },
  );

  it('starts anew when its account was deleted', async () => {
    const { answer } = await newcomer('lin');
    const admin = await server.staff('admin');
    await admin.api.deleteAccount({ accountId: answer.userInfo.userId });
    const again = await newcomer('lin', '13712340005');
    expect(again.answer).toMatchObject({ isNew: true });
    expect(again.answer.userInfo.userId).not.toBe(answer.userInfo.userId);
  });
});
