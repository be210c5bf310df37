import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addMonths, hour, minute } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  cutLine(false);
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

const { play, order, buy, cutLine, tamper, events, verdicts, differences, lots, row } = ordersOf(() => server);
const once = [{ amount: 100, left: 100 }];

describe('the notification', () => {
  it('comes twice and grants once', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'duplicate');
    await play(orderNo, 'duplicate');
    expect(await lots(orderId)).toEqual(once);
    expect((await verdicts(orderNo)).filter((verdict) => verdict !== 'duplicate')).toEqual(['accepted']);
    expect(await verdicts(orderNo)).toHaveLength(4);
    expect(await events(orderId)).toEqual(['created', 'paying', 'paid', 'completed']);
  });

  it('comes before the browser is back', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'pay');
    expect(await lots(orderId)).toEqual(once);
    expect(await member.api.completeOrder({ orderId })).toMatchObject({ status: 'completed' });
    expect(await lots(orderId)).toEqual(once);
  });

  it('never comes: the browser that returns finds the payment', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'pay', { isSilent: true });
    server.clock.set({ advanceMs: 3000 });
    expect(await member.api.completeOrder({ orderId })).toMatchObject({ status: 'completed' });
    expect(await verdicts(orderNo)).toEqual([]);
  });

  it('never comes and nobody returns: the order is looked up after 5 seconds', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'pay', { isSilent: true });
    await server.pass(4000);
    expect((await row(orderId)).status).toBe('paying');
    await server.pass(1000);
    expect((await row(orderId)).status).toBe('completed');
  });

  it('is late: the order was looked up at its times, then closed, and what is paid after that is given back', async () => {
    const member = await server.member();
    const { orderId, orderNo, createdAt } = await order(member);
    const looks: number[] = [];
    for (let seconds = 0; seconds <= 900; seconds += 5) {
      const { next_check_at: at } = await row(orderId);
      if (at !== null && looks.at(-1) !== at) looks.push(at);
      await server.pass(5000);
    }
    expect(looks.map((at) => (at - createdAt) / 1000)).toEqual([5, 15, 60, 180, 300, 900, 1800]);
    expect(await row(orderId)).toMatchObject({ status: 'closed', close_reason: 'expired' });

    await play(orderNo, 'late');
    expect(await row(orderId)).toMatchObject({ status: 'refunding', paid_amount: 3900 });
    await server.pass(1000);
    expect(await member.api.checkOrder({ orderId })).toMatchObject({
      status: 'refunded',
      refundedAmount: 3900,
      refund: { status: 'done', amount: 3900, reason: '订单关闭后才付款，自动退回' },
    });
    expect((await play(orderNo, 'duplicate')).state).toBe('refunded');
    expect(await lots(orderId)).toEqual([]);
    expect(await events(orderId)).toEqual(['created', 'paying', 'closed', 'refunding', 'refunded']);
  });

  it('is late and never comes: the look after the closing finds the payment', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await member.api.cancelOrder({ orderId });
    await play(orderNo, 'late', { isSilent: true });
    await server.pass(15 * minute);
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', next_check_at: null });
    expect(await lots(orderId)).toEqual([]);
  });

  it.each([
    ['has a false signature', 'forged', {}],
    ['is signed with SHA-1', 'rsa1', { signType: 'RSA' as const }],
    ['is for another application', 'wrong_app', { appId: '2021000000000000' }],
    ['is for another merchant', 'wrong_seller', { sellerId: '2088000000000000' }],
  ])('%s: nothing is granted and staff read of it', async (_what, kind, options) => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'forge', options);
    await play(orderNo, 'forge', options);
    expect(await verdicts(orderNo)).toEqual([kind, kind]);
    expect(await differences(orderNo)).toEqual([kind]);
    expect((await row(orderId)).status).toBe('paying');
    expect(await lots(orderId)).toEqual([]);
  });

  it('names another amount: nothing is granted', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'wrong_amount');
    expect(await verdicts(orderNo)).toEqual(['wrong_amount']);
    expect(await differences(orderNo)).toEqual(['wrong_amount']);
    expect((await row(orderId)).status).toBe('paying');
  });

  it('is nonsense, or names an order nobody made', async () => {
    const visitor = server.visitor();
    const answer = await visitor.raw('POST', '/api/order/notify/alipay', {}, 'out_trade_no=ZH&trade_status=%FF');
    expect(answer).toMatchObject({ status: 400, json: { error: { reason: 'payment.refused_notification' } } });
    expect((await visitor.raw('POST', '/api/order/notify/alipay', {}, '')).status).toBe(400);
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    const ours = server.deps.store.db.updateTable('purchase_order').where('id', '=', orderId);
    await ours.set({ order_no: 'ZHANOTHER' }).execute();
    await play(orderNo, 'pay');
    expect(await verdicts(orderNo)).toEqual(['unknown_order']);
    expect(await differences(orderNo)).toEqual(['unknown_order']);
  });

  it('cannot be checked: it is asked to come again, and then grants', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'pay', { isSilent: true });
    cutLine(true);
    await play(orderNo, 'duplicate');
    expect(new Set(await verdicts(orderNo))).toEqual(new Set(['unreachable']));
    expect((await row(orderId)).status).toBe('paying');
    cutLine(false);
    await server.pass(4 * minute);
    expect(await lots(orderId)).toEqual(once);
  });

  it('is too large to be one', async () => {
    const answer = await server.visitor().raw('POST', '/api/order/notify/alipay', {}, 'x'.repeat(70_000));
    expect(answer.status).toBe(413);
  });
});

it('an amount in the provider’s books that is not ours is given back, and nothing is granted', async () => {
  const member = await server.member();
  const { orderId, orderNo } = await order(member);
  tamper(orderNo, 3800);
  await play(orderNo, 'pay', { isSilent: true });
  await server.pass(5000);
  await server.pass(1000);
  expect(await member.api.checkOrder({ orderId })).toMatchObject({
    status: 'refunded',
    closeReason: 'wrong_amount',
    refundedAmount: 3800,
  });
  expect(await differences(orderNo)).toEqual(['wrong_amount']);
  expect(await lots(orderId)).toEqual([]);
});

it('what the provider gave back by itself before we knew of it is booked as refunded, and staff read of it', async () => {
  const member = await server.member();
  const { orderId, orderNo } = await order(member);
  await play(orderNo, 'pay', { isSilent: true });
  const refund = { orderNo, refundNo: `CONSOLE${orderNo}`.slice(0, 32), amount: 3900, paidAmount: 3900, reason: '' };
  await server.deps.payments.named('simulated')?.refund(refund);
  await server.pass(5000);
  expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900, next_check_at: null });
  expect(await differences(orderNo)).toEqual(['refunded_there']);
  expect(await lots(orderId)).toEqual([]);
});

describe('a provider that cannot be reached', () => {
  it('leaves a new order to be tried again', async () => {
    const member = await server.member();
    cutLine(true);
    const wish = { productId: 'normal-100', payType: 'wechat' as const };
    expect(await refusal(member.api.createOrder(wish))).toMatchObject({ status: 503, reason: 'payment.unavailable' });
    const [waiting] = (await member.api.orders()).list;
    expect(waiting).toMatchObject({ status: 'created', codeUrl: null });
    cutLine(false);
    const made = await member.api.createOrder(wish);
    expect(made).toMatchObject({ orderId: waiting?.orderId, status: 'paying' });
    expect(made.codeUrl).not.toBeNull();
  });

  it('tells a client the state we know, and says so to one that asks for more', async () => {
    const member = await server.member();
    const { orderId } = await order(member);
    cutLine(true);
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'paying' });
    server.clock.set({ advanceMs: 3000 });
    expect((await refusal(member.api.completeOrder({ orderId }))).reason).toBe('payment.unavailable');
  });

  it('keeps an order open past its time; it is asked ever more seldom, and what was paid meanwhile counts', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'pay', { isSilent: true });
    cutLine(true);
    const query = vi.spyOn(server.deps.payments.of('alipay') ?? never(), 'query');
    const looks: number[] = [];
    for (let quarters = 0; quarters < 4 * 4; quarters++) {
      query.mockClear();
      for (let minutes = 0; minutes < 15; minutes++) await server.pass(minute);
      looks.push(query.mock.calls.filter(([asked]) => asked === orderNo).length);
    }
    expect(looks[0]).toBeGreaterThan(3);
    expect(looks.slice(-4).reduce((sum, count) => sum + count)).toBe(1);
    expect((await row(orderId)).status).toBe('paying');
    cutLine(false);
    await server.pass(hour);
    expect((await row(orderId)).status).toBe('completed');
    expect(await lots(orderId)).toEqual(once);
  });
});

describe('two tabs', () => {
  it('that order at once have the same order', async () => {
    const member = await server.member();
    const wish = { productId: 'normal-100', payType: 'wechat' as const };
    const made = await Promise.all(Array.from({ length: 8 }, () => member.api.createOrder(wish)));
    expect(new Set(made.map(({ orderId }) => orderId)).size).toBe(1);
    expect(new Set(made.map(({ codeUrl }) => codeUrl)).size).toBe(1);
    expect((await member.api.orders()).list).toHaveLength(1);
  });

  it('that choose different channels end with one open order', async () => {
    const member = await server.member();
    const wishes = (['alipay', 'wechat', 'alipay', 'wechat'] as const).map((payType) =>
      member.api.createOrder({ productId: 'normal-100', payType }).catch((error: { reason: string }) => error.reason),
    );
    await Promise.all(wishes);
    const open = (await member.api.orders({ status: 'open' })).list;
    expect(open).toHaveLength(1);
  });

  it('that report the payment at once, with notifications in between, get it once', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'pay', { isSilent: true });
    server.clock.set({ advanceMs: 3000 });
    const calls = Array.from({ length: 4 }, () => [
      member.api.completeOrder({ orderId }),
      member.api.checkOrder({ orderId }),
      play(orderNo, 'duplicate'),
      server.deps.orders.tick(),
    ]);
    await Promise.all(calls.flat());
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'completed' });
    expect(await lots(orderId)).toEqual(once);
    expect(await events(orderId)).toEqual(['created', 'paying', 'paid', 'completed']);
  });

  it('that cancel and pay at once leave it paid or canceled, never both', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await Promise.all([member.api.cancelOrder({ orderId }), play(orderNo, 'pay')]);
    const { status } = await row(orderId);
    expect(await lots(orderId)).toEqual(status === 'completed' ? once : []);
    expect(['completed', 'closed']).toContain(status);
  });
});

describe('a client that asks often', () => {
  it('makes one query in three seconds', async () => {
    const member = await server.member();
    const { orderId } = await order(member);
    const query = vi.spyOn(server.deps.payments.of('alipay') ?? never(), 'query');
    server.clock.set({ advanceMs: 3000 });
    await Promise.all(Array.from({ length: 6 }, () => member.api.checkOrder({ orderId })));
    expect(query).toHaveBeenCalledTimes(1);
    server.clock.set({ advanceMs: 2999 });
    await member.api.checkOrder({ orderId });
    expect(query).toHaveBeenCalledTimes(1);
    server.clock.set({ advanceMs: 1 });
    await member.api.checkOrder({ orderId });
    expect(query).toHaveBeenCalledTimes(2);
  });
});

it('what is paid with a wrong amount does not stand in the way of a new order', async () => {
  const member = await server.member();
  const first = await order(member);
  tamper(first.orderNo, 3800);
  await play(first.orderNo, 'pay', { isSilent: true });
  const second = await member.api.createOrder({ productId: 'normal-100', quantity: 2 });
  expect(second).toMatchObject({ status: 'created', quantity: 2 });
  expect(await row(first.orderId)).toMatchObject({ status: 'refunding', close_reason: 'wrong_amount' });
});

describe('the grant', () => {
  it('that fails is tried again by itself until it stands', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    const grant = vi.spyOn(server.deps.tickets, 'grant').mockRejectedValue(new Error('the disk is on fire'));
    await play(orderNo, 'pay');
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'paid' });
    expect(await row(orderId)).toMatchObject({ grant_error: 'the disk is on fire', paid_amount: 3900 });
    await server.pass(5000);
    expect(grant.mock.calls.filter(([, accountId]) => accountId === member.accountId)).toHaveLength(2);
    grant.mockRestore();
    await server.pass(10_000);
    expect(await row(orderId)).toMatchObject({ status: 'completed', grant_error: '', next_check_at: null });
    expect(await lots(orderId)).toEqual(once);
    expect(await events(orderId)).toEqual(['created', 'paying', 'paid', 'grant_failed', 'grant_failed', 'completed']);
  });

  it('of an upgrade whose time has run out is given back', async () => {
    const member = await server.member();
    await buy(member, 'basic-month');
    const toPro = await order(member, 'upgrade-pro');
    const toTeam = await order(member, 'upgrade-team');
    await play(toTeam.orderNo, 'pay');
    await play(toPro.orderNo, 'pay');
    await server.pass(1000);
    expect(await row(toTeam.orderId)).toMatchObject({ status: 'completed' });
    expect(await row(toPro.orderId)).toMatchObject({ status: 'refunded', refunded_amount: toPro.amount });
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'team' });
  });
});

it('a month ends while somebody pays: the membership counts from the payment', async () => {
  await server.pass(Date.parse('2027-01-31T23:55:00+08:00') - server.clock.now());
  const member = await server.member();
  const { orderId, orderNo } = await order(member, 'pro-month');
  await server.pass(10 * minute);
  await play(orderNo, 'pay');
  expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'completed' });
  expect((await member.api.getVipInfo()).expiresAt).toBe(Date.parse('2027-03-01T00:05:00+08:00'));
});

it('a price that changes between order and payment changes nothing', async () => {
  const member = await server.member();
  const { orderId, orderNo } = await order(member, 'normal-100');
  const { db } = server.deps.store;
  const change = { price: 9900, tickets: 7, title: '别的东西', valid_months: 1 };
  await db.updateTable('product').set(change).where('id', '=', 'normal-100').execute();
  await play(orderNo, 'pay');
  expect(await member.api.checkOrder({ orderId })).toMatchObject({
    status: 'completed',
    amount: 3900,
    title: '普通券 100 张',
  });
  const lot = await db.selectFrom('ticket_lot').selectAll().where('reference', '=', orderId).executeTakeFirstOrThrow();
  expect(lot).toMatchObject({ amount: 100, expires_at: addMonths(server.clock.now(), 24) });
});

describe('another site’s page', () => {
  const ways: Array<[string, Record<string, string>]> = [
    ['a link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['an image tag', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['an old browser', { referer: 'https://evil.example/' }],
  ];

  it.each(ways)('neither orders nor pays nor verifies by %s', async (_way, headers) => {
    const member = await server.member();
    const paid = await order(member, 'live-30');
    await play(paid.orderNo, 'pay', { isSilent: true });
    const paths = [
      '/api/order/createOrder?productId=normal-100',
      '/api/order/createAliPayOrder?productId=normal-100',
      `/api/order/completeOrder?orderId=${paid.orderId}`,
    ];
    for (const path of paths) {
      const answer = await member.raw('GET', path, headers);
      expect(answer).toMatchObject({ status: 403, json: { error: { reason: 'request.foreign_origin' } } });
    }
    expect((await member.api.orders()).list).toMatchObject([{ orderId: paid.orderId, status: 'paying' }]);
  });
});

function never(): never {
  throw new Error('no provider is in use');
}
