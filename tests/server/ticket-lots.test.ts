import { describe, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { enlargement, lineDrawing, type Member, refusal, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { ticketsOf } from '../support/server-tickets.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});
const { grant, normal, withPicture } = ticketsOf(() => server);

describe('lots', () => {
  const lots = (member: Member) =>
    server.deps.store.db
      .selectFrom('ticket_lot')
      .select(['source', 'remaining as left', 'expires_at'])
      .where('account_id', '=', member.accountId)
      .where('kind', '=', 'normal')
      .orderBy('source')
      .execute();

  it('that expire first are spent first', async () => {
    const { member, imageId } = await withPicture();
    await grant(member, 5, null);
    await grant(member, 3, server.clock.now() + day, { source: 'plan' });
    for (let i = 0; i < 2; i++) await member.api.startTask(enlargement(imageId, 4));
    await server.deps.runner.idle();
    // The day's 3 go at midnight, before the plan's; both go before the sign-up gift's last day.
    expect(await lots(member)).toMatchObject([
      { source: 'daily', left: 0 },
      { source: 'gift', left: 20 },
      { source: 'package', left: 5 },
      { source: 'plan', left: 2 },
    ]);
    expect(await normal(member)).toBe(27);
  });

  it('expire by the clock, without anybody looking', async () => {
    const { member, imageId } = await withPicture();
    await grant(member, 1, null);
    server.clock.set({ advanceMs: 7 * day - 1 });
    expect(await normal(member)).toBe(24);
    server.clock.set({ advanceMs: 1 });
    expect(await normal(member)).toBe(4);
    for (let i = 0; i < 2; i++) await member.api.startTask(enlargement(imageId, 4));
    expect((await refusal(member.api.startTask(enlargement(imageId, 4)))).reason).toBe('ticket.short');
    await server.deps.tickets.sweep();
    const rows = await server.deps.store.db
      .selectFrom('ledger_transaction')
      .select(['movement', 'kind'])
      .where('account_id', '=', member.accountId)
      .where('movement', '=', 'expire')
      .execute();
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['gpt', 'live', 'normal']);
  });

  it('that expired while their tickets were held give those back for seven more days, and only those', async () => {
    const { member, imageId } = await withPicture();
    server.engine.hold();
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    await server.engine.waiting();
    server.clock.set({ advanceMs: 8 * day });
    expect(await normal(member)).toBe(3);
    const session = await server.deps.auth.openTestSession(member.accountId, {
      requestId: '',
      address: '',
      userAgent: '',
      isSecure: false,
    });
    member.cookies.set('sid', session.token);
    await member.api.cancelTask({ taskId });
    expect(await normal(member)).toBe(5);
    server.clock.set({ advanceMs: 7 * day - 1 });
    expect(await normal(member)).toBe(5);
    server.clock.set({ advanceMs: 1 });
    expect(await normal(member)).toBe(3);
    server.engine.release();
    await server.deps.tickets.sweep();
  });

  it('are never given twice for the same reason', async () => {
    const { member } = await withPicture();
    for (let i = 0; i < 2; i++) await grant(member, 5, null, { idempotencyKey: 'the-same' });
    expect(await normal(member)).toBe(28);
  });
});

describe('the daily allowance of line drawings', () => {
  it('covers thirty a day; the thirty-first costs a ticket; midnight in Shanghai begins anew', async () => {
    const { member, imageId } = await withPicture({ plan: 'team' });
    expect((await member.api.freeAllowance()).toline).toBe(30);
    for (let i = 0; i < 30; i++) {
      const { taskId } = await member.api.startTask(lineDrawing(imageId));
      if (i % 10 === 9)
        expect((await server.settled(member, taskId)).ticket).toEqual({
          type: 'normal',
          held: 0,
          spent: 0,
          returned: 0,
        });
    }
    expect([await normal(member), (await member.api.freeAllowance()).toline]).toEqual([920, 0]);
    const { taskId } = await member.api.startTask(lineDrawing(imageId));
    expect((await server.settled(member, taskId)).ticket).toMatchObject({ spent: 1 });
    expect(await normal(member)).toBe(919);

    server.clock.set({ advanceMs: day / 2 - 1 });
    expect((await member.api.freeAllowance()).toline).toBe(0);
    server.clock.set({ advanceMs: 1 });
    expect((await member.api.freeAllowance()).toline).toBe(30);
  });

  it('is not used up by what failed or was canceled', async () => {
    const { member, imageId } = await withPicture();
    server.engine.refuseNext('不行');
    const { taskId } = await member.api.startTask(lineDrawing(imageId));
    expect((await server.settled(member, taskId)).status).toBe('failed');
    expect((await member.api.freeAllowance()).toline).toBe(30);
    expect(await normal(member)).toBe(23);
  });

  it('is each account’s own', async () => {
    const one = await withPicture();
    await one.member.api.startTask(lineDrawing(one.imageId));
    await server.deps.runner.idle();
    const other = await server.member();
    expect([(await one.member.api.freeAllowance()).toline, (await other.api.freeAllowance()).toline]).toEqual([29, 30]);
  });
});
