import { describe, expect, it } from 'vitest';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { day, hour, minute } from '#shared/domain/time';
import { enlargement, type Member, startOfStory, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { salesOf } from '../support/server-sales.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});

const { buyDays } = salesOf(() => server);
const midnight = startOfStory + 12 * hour;
const totals = (member: Member) => Promise.all(([1, 2, 3] as const).map((type) => member.api.totalTicket({ type })));
const daily = (member: Member) =>
  server.deps.store.db
    .selectFrom('ticket_lot')
    .select(['kind', 'amount', 'expires_at', 'reason'])
    .where('account_id', '=', member.accountId)
    .where('source', '=', 'daily')
    .orderBy('created_at')
    .orderBy('kind')
    .execute();

describe('the gift of the day', () => {
  it('is given at the first look, once, and gone at midnight in China', async () => {
    const member = await server.member();
    expect(await daily(member)).toEqual([]);
    await Promise.all([totals(member), totals(member), member.api.ticketSummary(), member.api.ticketStatement()]);
    expect(await totals(member)).toEqual([23, 3, 30]);
    const today = [
      { kind: 'gpt', amount: 10, expires_at: midnight, reason: '每日赠送' },
      { kind: 'normal', amount: 3, expires_at: midnight, reason: '每日赠送' },
    ];
    expect(await daily(member)).toEqual(today);
    await server.pass(12 * hour - 1);
    expect(await totals(member)).toEqual([23, 3, 30]);
    await server.pass(1);
    expect(await totals(member)).toEqual([23, 3, 30]);
    expect(await daily(member)).toEqual([...today, ...today.map((lot) => ({ ...lot, expires_at: midnight + day }))]);
  });

  it('is there for a task that is started before anybody looked, and is spent first', async () => {
    const member = await server.member();
    const { imageId } = await member.upload(await drawPicture());
    await server.pass(7 * day);
    await member.api.startTask(enlargement(imageId, 4));
    await server.deps.runner.idle();
    expect(await totals(member)).toEqual([1, 0, 10]);
  });

  it('is not for members and not for staff', async () => {
    const member = await server.member();
    await buyDays(member.accountId, { plan: 'basic' }, 1);
    await server.pass(hour);
    await totals(member);
    expect(await daily(member)).toEqual([]);
    await server.pass(23 * hour);
    await totals(member);
    expect(await daily(member)).toHaveLength(2);
    const { accountId } = await server.staff('viewer');
    const kinds: TicketKind[] = ['normal', 'live', 'gpt'];
    expect(await Promise.all(kinds.map((kind) => server.deps.tickets.total(accountId, kind)))).toEqual([0, 0, 0]);
  });

  it('follows the console: a kind that is new today comes today, a changed amount tomorrow', async () => {
    const admin = await server.staff('admin');
    const member = await server.member();
    expect(await totals(member)).toEqual([23, 3, 30]);
    await admin.api.updatePlan({ id: 'free', daily: { normal: 5, live: 1, gpt: 0 }, version: 1 });
    expect(await totals(member)).toEqual([23, 4, 30]);
    await server.pass(12 * hour);
    expect(await totals(member)).toEqual([25, 4, 20]);
  });
});

describe('an invitation', () => {
  async function invite(phoneNo: string, inviteCode: string) {
    const visitor = server.visitor();
    await visitor.api.sendSmsCode({ phoneNo });
    const verifyCode = server.sms.sent(phoneNo)[0]?.code ?? '';
    const answer = await visitor.api.login({ phoneNo, verifyCode, inviteCode });
    return { ...visitor, accountId: answer.userInfo.userId, phoneNo };
  }

  it('brings both sides ten tickets for thirty days, once', async () => {
    const inviter = await server.member();
    const { inviteCode } = await inviter.api.userInfo();
    const invited = await invite('13600000001', inviteCode);
    const gift = { source: 'gift', reason: '邀请好友', amount: 10, left: 10, expiresAt: startOfStory + 30 * day };
    for (const side of [inviter, invited]) {
      const { purses } = await side.api.ticketSummary();
      expect(purses[0]?.lots.filter(({ reason }) => reason === '邀请好友')).toEqual([gift]);
    }
    // Who has an account already is not invited any more.
    await server.pass(5 * minute);
    await invite('13600000001', inviteCode);
    expect((await totals(inviter))[0]).toBe(33);
  });

  it('pays the inviter fifty times, and those invited every time', async () => {
    const inviter = await server.member();
    const { store, accounts } = server.deps;
    for (let i = 0; i < 51; i++) {
      const phoneNo = `137000000${String(i).padStart(2, '0')}`;
      const { id } = await store.transact((tx) => accounts.create(tx, { phoneNo, invitedBy: inviter.accountId }));
      expect(await server.deps.tickets.total(id, 'normal')).toBe(33);
    }
    expect((await totals(inviter))[0]).toBe(23 + 500);
  });
});
