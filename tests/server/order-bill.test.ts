import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { day, hour, minute } from '#shared/domain/time';
import { type PaymentProvider, PaymentUnreachable } from '../../mock-server/adapters/payment/port.ts';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const { play, order, buy, cutLine, tamper, differences, row } = ordersOf(() => server);

it('yesterday’s bill finds what was paid there and not here, here and not there, and other amounts', async () => {
  const member = await server.member();
  const lost = await order(member, 'normal-20');
  const mine = await buy(member, 'normal-100');
  const less = await buy(member, 'normal-300');
  await member.api.cancelOrder({ orderId: lost.orderId });
  await server.pass(hour);
  // It lands when nobody looks any more.
  await play(lost.orderNo, 'late', { isSilent: true });
  tamper(less.orderNo, 9800);
  const bill = billOf();
  await server.pass(Date.parse('2026-11-21T02:59:59+08:00') - server.clock.now());
  expect(bill).not.toHaveBeenCalled();
  bill.mockImplementationOnce(async () => [
    { orderNo: lost.orderNo, tradeNo: 'T1', amount: 990 },
    { orderNo: less.orderNo, tradeNo: 'T2', amount: 9800 },
    { orderNo: 'ZH20261120NOBODYKNOWSIT', tradeNo: 'T3', amount: 100 },
  ]);
  await server.pass(1000);
  expect(bill.mock.calls).toEqual([['2026-11-20']]);
  expect(await row(lost.orderId)).toMatchObject({ status: 'refunding' });
  expect(await differences(mine.orderNo)).toEqual(['paid_here_only']);
  expect(await differences('ZH20261120NOBODYKNOWSIT')).toEqual(['paid_there_only']);
  expect(await differences(less.orderNo)).toEqual(['wrong_amount']);
  expect(await differences(lost.orderNo)).toEqual([]);
  await server.pass(day / 2);
  expect(bill).toHaveBeenCalledTimes(1);
  expect(await row(lost.orderId)).toMatchObject({ status: 'refunded', refunded_amount: 990 });
});

it('a day is compared once, also over a restart', async () => {
  const mine = await buy(await server.member());
  const { dataDir } = server;
  billOf().mockResolvedValue([]);
  await server.pass(15 * hour);
  expect(await differences(mine.orderNo)).toEqual(['paid_here_only']);
  const now = server.clock.now();
  await server.stop(1000);

  server = await startTestServer({ dataDir });
  const bill = billOf();
  server.clock.set({ now });
  await server.pass(1000);
  expect(bill).not.toHaveBeenCalled();
});

it('a day whose comparison broke off has listed nothing and is compared anew', async () => {
  const member = await server.member();
  const mine = await buy(member);
  const waiting = await order(member, 'normal-20');
  await member.api.cancelOrder({ orderId: waiting.orderId });
  const query = vi.spyOn(provider(), 'query').mockRejectedValue(new PaymentUnreachable('the line is down'));
  billOf().mockResolvedValue([
    { orderNo: mine.orderNo, tradeNo: 'T1', amount: 1 },
    { orderNo: waiting.orderNo, tradeNo: 'T2', amount: 990 },
  ]);
  await server.pass(15 * hour);
  expect(await differences(mine.orderNo)).toEqual([]);
  expect(await billDays()).toMatchObject([{ lastDay: null, missingDays: ['2026-11-20'] }]);
  query.mockRestore();
  await server.pass(hour);
  expect(await differences(mine.orderNo)).toEqual(['wrong_amount']);
  expect(await differences(waiting.orderNo)).toEqual(['paid_there_only']);
  expect(await billDays()).toMatchObject([{ lastDay: '2026-11-20', missingDays: [] }]);
});

it('a bill is asked for again every hour while it cannot be had', async () => {
  await buy(await server.member());
  const bill = billOf();
  cutLine(true);
  await server.pass(15 * hour);
  expect(bill).toHaveBeenCalledTimes(1);
  await server.pass(30 * minute);
  expect(bill).toHaveBeenCalledTimes(1);
  cutLine(false);
  await server.pass(30 * minute);
  await server.pass(hour);
  expect(bill).toHaveBeenCalledTimes(2);
});

describe('days on which nobody was there', () => {
  const daysOf = (bill: ReturnType<typeof billOf>) => bill.mock.calls.map(([day]) => day);

  it('are made up from the first order on, oldest first, one in a tick, and staff see how far it is', async () => {
    expect(await billDays()).toEqual([]);
    await server.pass(2 * day);
    await buy(await server.member());
    const bill = billOf();
    server.clock.set({ advanceMs: 3 * day });
    expect(await billDays()).toEqual([
      {
        id: 'simulated',
        provider: 'simulated',
        isInUse: true,
        lastDay: null,
        missingDays: ['2026-11-22', '2026-11-23', '2026-11-24'],
        stoppedDays: [],
        days: [],
      },
    ]);
    await server.pass(1000);
    expect(daysOf(bill)).toEqual(['2026-11-22']);
    expect(await billDays()).toMatchObject([{ lastDay: '2026-11-22', missingDays: ['2026-11-23', '2026-11-24'] }]);
    for (let ticks = 0; ticks < 5; ticks++) await server.pass(1000);
    expect(daysOf(bill)).toEqual(['2026-11-22', '2026-11-23', '2026-11-24']);
    expect(await billDays()).toMatchObject([{ lastDay: '2026-11-24', missingDays: [] }]);
  });

  it('find what was paid on them', async () => {
    const member = await server.member();
    const paid = await order(member);
    await member.api.cancelOrder({ orderId: paid.orderId });
    await server.pass(hour);
    await play(paid.orderNo, 'late', { isSilent: true });
    server.clock.set({ advanceMs: 4 * day });
    await server.pass(1000);
    expect(await row(paid.orderId)).toMatchObject({ status: 'refunding' });
    await server.pass(1000);
  });

  it('are made up sixty days back and no further', async () => {
    await buy(await server.member());
    const bill = billOf();
    server.clock.set({ advanceMs: 100 * day });
    for (let ticks = 0; ticks < 65; ticks++) await server.pass(1000);
    expect(bill).toHaveBeenCalledTimes(60);
    expect(daysOf(bill)[0]).toBe('2026-12-30');
    expect(daysOf(bill).at(-1)).toBe('2027-02-27');
  });

  it('do not wait for one whose bill cannot be had after three tries; it is still tried every hour', async () => {
    await buy(await server.member());
    const lost = '2026-11-20';
    let isLost = true;
    const bill = billOf().mockImplementation(async (asked) => {
      if (isLost && asked === lost) throw new PaymentUnreachable('the bill is not there');
      return [];
    });
    server.clock.set({ advanceMs: 3 * day });
    await server.pass(1000);
    await server.pass(hour);
    await server.pass(1000);
    expect(daysOf(bill)).toEqual([lost, lost]);
    await server.pass(hour);
    for (let ticks = 0; ticks < 3; ticks++) await server.pass(1000);
    expect(daysOf(bill)).toEqual([lost, lost, lost, '2026-11-21', '2026-11-22']);
    expect(await billDays()).toMatchObject([{ lastDay: '2026-11-22', missingDays: [lost] }]);
    isLost = false;
    await server.pass(hour);
    expect(await billDays()).toMatchObject([{ lastDay: '2026-11-22', missingDays: [] }]);
  });
});

it('tells what a day came to, ours and theirs, test accounts in both', async () => {
  const tester = await server.member();
  const [one, test] = [await buy(await server.member()), await buy(tester)];
  await server.deps.store.db.updateTable('account').set({ is_test: 1 }).where('id', '=', tester.accountId).execute();
  const lines = [one, test].map(({ orderNo, amount }) => ({ orderNo, tradeNo: 'T', amount }));
  billOf().mockResolvedValueOnce([...lines, { orderNo: 'ZH1', tradeNo: 'T', amount: 500 }]);
  await server.pass(15 * hour);
  const [days] = await billDays();
  expect(days?.days).toEqual([
    {
      day: '2026-11-20',
      ourCount: 2,
      ourAmount: one.amount + test.amount,
      theirCount: 3,
      theirAmount: one.amount + test.amount + 500,
      causes: [{ kind: 'paid_there_only', count: 1 }],
    },
  ]);
});

describe('a day that differs wholesale', () => {
  /** Payments that are on the bill, but not in our books. */
  const strange = (count: number) =>
    Array.from({ length: count }, (_, place) => ({
      orderNo: `ZH20261120STRANGE${place}`,
      tradeNo: `T${place}`,
      amount: 990,
    }));

  const openDifferences = () =>
    server.deps.store.db
      .selectFrom('payment_difference')
      .select(['kind', 'order_no', 'provider', 'order_id'])
      .where('resolved_by', 'is', null)
      .execute();

  it('is not compared to its end: one line tells of it, with its cause, and other days go on', async () => {
    await buy(await server.member());
    const bill = billOf().mockImplementation(async (day) => (day === '2026-11-20' ? strange(201) : []));
    server.clock.set({ advanceMs: 2 * day });
    for (let ticks = 0; ticks < 3; ticks++) await server.pass(1000);
    expect(await openDifferences()).toMatchObject([
      { kind: 'day_stopped', order_no: '2026-11-20', provider: 'simulated', order_id: null },
    ]);
    const [days] = await billDays();
    expect(days).toMatchObject({ lastDay: '2026-11-21', missingDays: [] });
    expect(days?.stoppedDays).toMatchObject([{ day: '2026-11-20' }]);
    expect(days?.stoppedDays[0]?.cause).toBe('账单 201 笔，本站 1 笔，超过 200 处不同（只有渠道记为已付 201 笔）');
    expect(days?.days).toMatchObject([
      { day: '2026-11-21', ourCount: 0, theirCount: 0, causes: [] },
      { day: '2026-11-20', ourCount: 1, theirCount: 201, causes: [{ kind: 'paid_there_only', count: 201 }] },
    ]);
    await server.pass(day);
    expect(bill.mock.calls.filter(([asked]) => asked === '2026-11-20')).toHaveLength(1);
  });

  it('is one of fifty payments and more of which a fifth differs; of fewer each is listed', async () => {
    const mine = await buy(await server.member());
    const line = { orderNo: mine.orderNo, tradeNo: 'T', amount: mine.amount };
    const agreeing = Array.from({ length: 40 }, () => line);
    const bill = billOf().mockResolvedValueOnce([...agreeing, ...strange(9)]);
    await server.pass(15 * hour);
    expect(bill).toHaveBeenCalledTimes(1);
    expect(await openDifferences()).toHaveLength(9);
    bill.mockResolvedValueOnce([...agreeing, ...strange(10)].map((each) => ({ ...each, orderNo: `${each.orderNo}A` })));
    await server.pass(day);
    expect((await openDifferences()).map(({ kind }) => kind)).toContain('day_stopped');
    expect(await openDifferences()).toHaveLength(10);
  });

  it('goes on when finance resumes it, is listed line by line then, and the line for the day is done with', async () => {
    await buy(await server.member());
    billOf().mockImplementation(async () => strange(250));
    await server.pass(15 * hour);
    const wish = { id: 'simulated', day: '2026-11-20', reason: '商户号更换，已和渠道核实' };
    const operator = await server.staff('operator');
    expect((await refusal(operator.api.resumeBillDay(wish))).status).toBe(403);
    const finance = await server.staff('finance');
    expect((await refusal(finance.api.resumeBillDay({ ...wish, day: '2026-11-19' }))).reason).toBe(
      'payment.bill_not_stopped',
    );
    expect((await finance.api.resumeBillDay(wish)).stoppedDays).toEqual([]);
    expect((await refusal(finance.api.resumeBillDay(wish))).reason).toBe('payment.bill_not_stopped');
    await server.pass(1000);
    const count = await server.deps.store.db
      .selectFrom('payment_difference')
      .select(['kind', (select) => select.fn.countAll<number>().as('rows')])
      .where('resolved_by', 'is', null)
      .groupBy('kind')
      .orderBy('kind')
      .execute();
    expect(count).toEqual([
      { kind: 'paid_here_only', rows: 1 },
      { kind: 'paid_there_only', rows: 250 },
    ]);
    expect(await billDays()).toMatchObject([{ lastDay: '2026-11-20', missingDays: [], stoppedDays: [] }]);
    const admin = await server.staff('admin');
    const told = await admin.api.auditEntries({ action: 'billDay.resume' });
    expect(told).toMatchObject([{ subject: 'simulated:2026-11-20', reason: wish.reason }]);
  });

  it('settles what was paid and not told before it counts', async () => {
    const member = await server.member();
    const lost = await order(member);
    await play(lost.orderNo, 'pay', { isSilent: true });
    billOf().mockImplementation(async () => [
      { orderNo: lost.orderNo, tradeNo: 'T1', amount: lost.amount },
      ...Array.from({ length: 60 }, () => ({ orderNo: lost.orderNo, tradeNo: 'T1', amount: lost.amount })),
    ]);
    await server.pass(15 * hour);
    expect(await openDifferences()).toEqual([]);
  });
});

async function billDays() {
  return (await server.staff('viewer')).api.billDays();
}

function provider(): PaymentProvider {
  return server.deps.payments.of('alipay') ?? never();
}

function billOf() {
  return vi.spyOn(provider(), 'bill');
}

function never(): never {
  throw new Error('no provider is in use');
}
