import { describe, expect, it } from 'vitest';
import { day, hour } from '#shared/domain/time';
import { type Member, startOfStory, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { salesOf } from '../support/server-sales.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});

const { buyMonths, buyDays, raise, giveBack, bought } = salesOf(() => server);
const periodsOf = async (member: Member) =>
  (await member.api.membership()).periods.map(({ plan, startsAt, endsAt }) => ({ plan, startsAt, endsAt }));

describe('a refund', () => {
  const unusedDays = (member: Member, reference: string) =>
    server.deps.memberships.unusedDays(server.deps.store.db, member.accountId, reference);

  it('takes the days that are left, and what lies behind moves forward', async () => {
    const member = await server.member();
    await buyDays(member.accountId, { plan: 'pro', reference: 'order_1' }, 30);
    const second = await buyDays(member.accountId, { plan: 'pro', reference: 'order_2' }, 30);
    await buyDays(member.accountId, { plan: 'basic', reference: 'order_3' }, 30);
    await server.pass(10 * day + hour);
    expect(await Promise.all(['order_1', 'order_2', 'order_9'].map((name) => unusedDays(member, name)))).toEqual([
      19, 30, 0,
    ]);
    await giveBack(member.accountId, 'order_1');
    const now = server.clock.now();
    expect(second.startsAt).toBeGreaterThan(now);
    expect(await periodsOf(member)).toEqual([
      { plan: 'pro', startsAt: startOfStory, endsAt: now + 30 * day },
      { plan: 'basic', startsAt: now + 30 * day, endsAt: now + 60 * day },
    ]);
    await giveBack(member.accountId, 'order_2');
    expect((await periodsOf(member)).map(({ plan }) => plan)).toEqual(['basic']);
    expect(await unusedDays(member, 'order_2')).toBe(0);
  });

  it('of the whole ends the membership and its tickets at once', async () => {
    const member = await server.member();
    await buyMonths(member.accountId, { plan: 'pro', reference: 'order_1' }, 1);
    await giveBack(member.accountId, 'order_1');
    expect(await member.api.membership()).toMatchObject({ plan: 'free', periods: [] });
    expect(await bought(member.accountId)).toBe(0);
    // Buying again begins anew.
    await buyMonths(member.accountId, { plan: 'pro', reference: 'order_2' }, 1);
    expect(await bought(member.accountId)).toBe(350);
  });

  it('of one order after the other leaves no tickets of any, though the first was refunded in its month', async () => {
    const { accountId } = await server.member();
    await buyMonths(accountId, { plan: 'basic', reference: 'order_1' }, 1);
    await buyMonths(accountId, { plan: 'basic', reference: 'order_2' }, 1);
    await server.pass(10 * day);
    await giveBack(accountId, 'order_1');
    // A third of 120 for the days that were used, and the month that has moved forward.
    expect(await bought(accountId)).toBe(40 + 120);
    await giveBack(accountId, 'order_2');
    expect(await bought(accountId)).toBe(0);
  });

  it('of an upgrade leaves what was bought before, with its own tickets', async () => {
    const member = await server.member();
    const { accountId } = member;
    const { endsAt } = await buyMonths(accountId, { plan: 'basic', reference: 'order_1' }, 1);
    await raise(accountId, 'pro', endsAt, 'order_2');
    await raise(accountId, 'team', endsAt, 'order_3');
    expect(await bought(accountId)).toBe(900);
    const isUpgraded = (reference: string) =>
      server.deps.memberships.isUpgraded(server.deps.store.db, accountId, reference);
    expect(await Promise.all(['order_1', 'order_2', 'order_3'].map(isUpgraded))).toEqual([true, true, false]);
    await giveBack(accountId, 'order_3');
    expect(await bought(accountId)).toBe(350);
    await giveBack(accountId, 'order_2');
    expect(await periodsOf(member)).toEqual([{ plan: 'basic', startsAt: startOfStory, endsAt }]);
    expect(await bought(accountId)).toBe(120);
    expect(await unusedDays(member, 'order_1')).toBe(30);
    // And up again brings the tickets again.
    await raise(accountId, 'pro', endsAt, 'order_4');
    expect(await bought(accountId)).toBe(350);
  });

  it('counts the tickets used of this window, those of the order before first', async () => {
    const member = await server.member();
    const { accountId } = member;
    const used = (reference: string) =>
      server.deps.memberships.usedTickets(server.deps.store.db, accountId, reference, 'normal');
    await buyDays(accountId, { plan: 'basic', reference: 'order_1' }, 15);
    await buyDays(accountId, { plan: 'basic', reference: 'order_2' }, 15);
    await server.deps.store.transact(async (tx) => {
      // The gifts go first: 20 of the sign-up; the plan has no daily ones.
      await server.deps.tickets.hold(tx, accountId, 'normal', 20 + 70, 'task_1', '测试');
      await server.deps.tickets.settle(tx, 'task_1', 90, '测试');
    });
    expect([await used('order_1'), await used('order_2'), await used('order_9')]).toEqual([60, 10, 0]);
  });
});
