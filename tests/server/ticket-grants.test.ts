import { describe, expect, it } from 'vitest';
import { newClientKey } from '#shared/domain/client-key';
import { day, minute } from '#shared/domain/time';
import { enlargement, type Member, refusal, startOfStory, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { salesOf } from '../support/server-sales.ts';
import { ticketsOf } from '../support/server-tickets.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});
const { buyDays } = salesOf(() => server);
const { grant, normal } = ticketsOf(() => server);

describe('what somebody has', () => {
  it('stands in three purses, what expires first standing first', async () => {
    const member = await server.member();
    await grant(member, 100, startOfStory + 700 * day);
    await grant(member, 5, null);
    const { imageId } = await member.upload(await drawPicture());
    server.engine.hold();
    await member.api.startTask(enlargement(imageId, 4));
    await server.engine.waiting();
    const { purses } = await member.api.ticketSummary();
    expect(purses.map(({ kind, left, held }) => [kind, left, held])).toEqual([
      ['normal', 126, 2],
      ['live', 3, 0],
      ['gpt', 30, 0],
    ]);
    expect(purses[0]?.expiring).toEqual({ amount: 1, at: startOfStory + day / 2 });
    expect(purses[0]?.lots.map(({ source, reason, amount, left }) => [source, reason, amount, left])).toEqual([
      ['daily', '每日赠送', 3, 1],
      ['gift', '注册赠送', 20, 20],
      ['package', '普通券 100 张', 100, 100],
      ['package', '普通券 100 张', 5, 5],
    ]);
    expect(purses[0]?.lots.at(-1)?.expiresAt).toBeNull();
    server.engine.release();
    await server.deps.runner.idle();
  });

  it('is not said to expire soon when it lasts longer than a week', async () => {
    const member = await server.member({ plan: 'pro' });
    expect((await member.api.ticketSummary()).purses[0]?.expiring).toEqual({
      amount: 20,
      at: startOfStory + 7 * day,
    });
    await server.pass(8 * day);
    expect((await member.api.ticketSummary()).purses[0]?.expiring).toBeNull();
  });
});

describe('the statement', () => {
  it('tells every movement with what was left after it, newest first', async () => {
    const member = await server.member();
    const { imageId } = await member.upload(await drawPicture());
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    await server.deps.runner.idle();
    const { list, nextCursor } = await member.api.ticketStatement({ type: 1 });
    expect(nextCursor).toBeNull();
    expect(list.map((row) => [row.movement, row.delta, row.balanceAfter, row.reason, row.reference])).toEqual([
      ['spend', 0, 21, '生成完成', taskId],
      ['hold', -2, 21, '清晰度提升', taskId],
      ['grant', 3, 23, '每日赠送', null],
      ['grant', 20, 20, '注册赠送', null],
    ]);
  });

  it('has pages that neither repeat nor leave out a movement, whatever comes meanwhile', async () => {
    const member = await server.member();
    for (let i = 0; i < 7; i++) await grant(member, i + 1, null);
    const ids: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page = await member.api.ticketStatement({ size: 3, ...(cursor ? { cursor } : {}) });
      ids.push(...page.list.map(({ id }) => id));
      await grant(member, 50, null);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    // 3 of the sign-up, 2 of the day, 7 granted.
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  it('is everybody’s own, and a cursor of somebody else shows nothing of theirs', async () => {
    const [one, other] = [await server.member(), await server.member()];
    await grant(one, 1000, null);
    const { nextCursor } = await one.api.ticketStatement({ size: 1 });
    const { list } = await other.api.ticketStatement({ cursor: nextCursor ?? '', size: 100 });
    expect(list.every(({ delta }) => delta < 1000)).toBe(true);
    for (const cursor of ['x', '../..', Buffer.from('1 x').toString('base64url'), '%00', '']) {
      const answer = await refusal(one.api.ticketStatement({ cursor }));
      expect(answer).toMatchObject({ status: 422, reason: 'ticket.bad_cursor' });
    }
    expect((await refusal(server.visitor().api.ticketStatement())).status).toBe(401);
    expect((await refusal(server.visitor().api.ticketSummary())).status).toBe(401);
  });
});

describe('tickets of an order', () => {
  const used = (reference: string) => server.deps.tickets.usedOf(server.deps.store.db, reference);
  const revoke = (member: Member, reference: string) =>
    server.deps.store.transact((tx) =>
      server.deps.tickets.revoke(tx, member.accountId, { reference, reason: '退款收回', key: `refund:${reference}` }),
    );

  it('are counted as used when they are spent or held, not when they expired; what is left is taken back once', async () => {
    const member = await server.member();
    await grant(member, 10, startOfStory + 60 * minute, { reference: 'order_1' });
    await grant(member, 10, startOfStory + 700 * day, { reference: 'order_2' });
    const { imageId } = await member.upload(await drawPicture());
    // Of the first order go 3: the day's 3 tickets last longer than it does.
    await member.api.startTask(enlargement(imageId, 1));
    await server.deps.runner.idle();
    server.engine.hold();
    await member.api.startTask(enlargement(imageId, 4));
    await server.engine.waiting();
    expect([await used('order_1'), await used('order_2'), await used('order_3')]).toEqual([3, 0, 0]);
    server.engine.release();
    await server.pass(61 * minute);
    await server.deps.sweep();
    expect(await used('order_1')).toBe(3);
    expect(await revoke(member, 'order_1')).toBe(0);
    expect([await revoke(member, 'order_2'), await revoke(member, 'order_2')]).toEqual([10, 0]);
    expect(await used('order_2')).toBe(0);
    expect(await normal(member)).toBe(23);
  });

  it('that come back from a task after a refund stay with their owner, who was charged for them', async () => {
    const member = await server.member();
    await grant(member, 2, startOfStory + 60 * minute, { reference: 'order_1' });
    const { imageId } = await member.upload(await drawPicture());
    server.engine.hold();
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    await server.engine.waiting();
    expect([await used('order_1'), await revoke(member, 'order_1')]).toEqual([2, 0]);
    await member.api.cancelTask({ taskId });
    expect(await normal(member)).toBe(25);
    server.engine.release();
    await server.deps.runner.idle();
  });
});

describe('staff', () => {
  it('give tickets to many accounts, or to none of them', async () => {
    const operator = await server.staff('operator');
    const members = [await server.member(), await server.member(), await server.member()];
    const accountIds = members.map(({ accountId }) => accountId);
    const gift = { kind: 'normal' as const, amount: 7, days: 10, reason: '故障补偿', clientKey: 'outage' };
    // The same account twice is one account.
    const twice = [...accountIds, ...accountIds];
    expect(await operator.api.giveTickets({ accountIds: twice, ...gift })).toEqual({ accounts: 3, tickets: 21 });
    for (const member of members) {
      const { purses } = await member.api.ticketSummary();
      expect(purses[0]?.lots.find(({ reason }) => reason === '故障补偿')).toEqual({
        source: 'gift',
        reason: '故障补偿',
        amount: 7,
        left: 7,
        expiresAt: startOfStory + 10 * day,
      });
    }
    const stranger = operator.api.giveTickets({
      ...gift,
      accountIds: [...accountIds, 'user_nobody'],
      clientKey: 'stranger',
    });
    expect(await refusal(stranger)).toMatchObject({ status: 404, reason: 'account.not_found' });
    expect(await Promise.all(members.map(normal))).toEqual([30, 30, 30]);
    const audits = await server.deps.store.db
      .selectFrom('audit')
      .select(['subject', 'actor_id'])
      .where('action', '=', 'ticket.give')
      .orderBy('id')
      .execute();
    expect(audits).toEqual(accountIds.map((subject) => ({ subject, actor_id: operator.accountId })));
  });

  it('give no more than a day’s worth each; an administrator may', async () => {
    const [operator, support, admin] = [
      await server.staff('operator'),
      await server.staff('support'),
      await server.staff('admin'),
    ];
    const { accountId } = await server.member();
    const give = (visitor: typeof admin, amount: number) =>
      visitor.api.giveTickets({
        accountIds: [accountId],
        kind: 'gpt',
        amount,
        reason: '活动',
        clientKey: newClientKey(),
      });
    await give(operator, 4990);
    expect(await refusal(give(operator, 11))).toMatchObject({
      status: 409,
      reason: 'ticket.daily_ceiling',
      message: '今天最多还能赠送 10 张，请明天再试或请管理员处理',
    });
    await give(operator, 10);
    await give(support, 5000);
    await give(admin, 20_000);
    await server.pass(day / 2);
    await give(operator, 5000);
  });

  it('take back what is there and no more, what lasts longest first', async () => {
    const support = await server.staff('support');
    const member = await server.member();
    await grant(member, 10, startOfStory + 700 * day);
    expect(await normal(member)).toBe(33);
    const { accountId } = member;
    const mistake = { accountId, kind: 'normal' as const, reason: '误发' };
    const take = (amount: number) => support.api.takeBackTickets({ ...mistake, amount, clientKey: newClientKey() });
    expect(await take(12)).toEqual({ taken: 12 });
    expect((await member.api.ticketSummary()).purses[0]?.lots.map(({ source, left }) => [source, left])).toEqual([
      ['daily', 3],
      ['gift', 18],
    ]);
    expect(await take(100)).toEqual({ taken: 21 });
    expect(await take(100)).toEqual({ taken: 0 });
    const { list } = await member.api.ticketStatement({ type: 1, size: 2 });
    expect(list).toMatchObject([
      { movement: 'revoke', delta: -21, balanceAfter: 0, reason: '误发' },
      { movement: 'revoke', delta: -12, balanceAfter: 21 },
    ]);
    const nobody = support.api.takeBackTickets({
      ...mistake,
      accountId: 'nobody',
      amount: 1,
      clientKey: newClientKey(),
    });
    expect((await refusal(nobody)).reason).toBe('account.not_found');
  });

  it('and what they took of a plan’s tickets does not come again with a renewal', async () => {
    const support = await server.staff('support');
    const member = await server.member();
    const { accountId } = member;
    await buyDays(accountId, { plan: 'basic' }, 30);
    const offence = { accountId, kind: 'normal' as const, amount: 120, reason: '违规', clientKey: 'offence' };
    await support.api.takeBackTickets(offence);
    await buyDays(accountId, { plan: 'basic' }, 30);
    expect(await normal(member)).toBe(20);
  });
});
