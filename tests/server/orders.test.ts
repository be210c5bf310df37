import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { refusal, startOfStory, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const { play, order, buy, cutLine, events, lots } = ordersOf(() => server);

describe('what is on sale', () => {
  it('is shown to everybody', async () => {
    const { plans, products, upgrades, channels } = await server.visitor().api.products();
    expect(plans.map(({ plan }) => plan)).toEqual(['free', 'basic', 'pro', 'team']);
    expect(products.find(({ productId }) => productId === 'normal-100')).toMatchObject({
      kind: 'package',
      title: '普通券 100 张',
      price: 3900,
      tickets: 100,
      validMonths: 24,
      mostQuantity: 100,
      isAvailable: true,
      refusal: null,
    });
    expect(products.find(({ productId }) => productId === 'pro-month')?.mostQuantity).toBe(12);
    expect(products.find(({ productId }) => productId === 'team-year')?.mostQuantity).toBe(100);
    expect(upgrades).toEqual([]);
    expect(channels).toEqual([
      { payType: 'alipay', title: '支付宝', isSimulated: true },
      { payType: 'wechat', title: '微信支付', isSimulated: true },
    ]);
  });

  it('tells a member what an upgrade costs, and a former buyer that the trial is gone', async () => {
    const member = await server.member();
    await buy(member, 'basic-trial');
    const { products, upgrades } = await member.api.products();
    expect(products.find(({ productId }) => productId === 'basic-trial')).toMatchObject({
      isAvailable: false,
      refusal: '每个手机号限购 1 次',
    });
    // 30 days of November and December at 50 yuan a month more, and at 160 yuan more.
    expect(upgrades.map(({ productId, price }) => [productId, price])).toEqual([
      ['upgrade-pro', 5000],
      ['upgrade-team', 16_000],
    ]);
  });
});

describe('a package by Alipay', () => {
  it('is ordered, paid and there', async () => {
    const member = await server.member();
    const made = await member.api.createOrder({ productId: 'normal-100', quantity: 2 });
    expect(made).toMatchObject({
      title: '普通券 100 张',
      quantity: 2,
      amount: 7800,
      status: 'created',
      isSimulated: true,
      gives: ['普通券 200 张，24 个月内有效'],
      createdAt: startOfStory,
      expireAt: startOfStory + 15 * minute,
      waitMs: 15 * minute,
      codeUrl: null,
      canRefund: false,
    });
    expect(made.orderNo).toMatch(/^ZH20261120[0-9A-Z]{14}$/);
    const { payUrl } = await member.api.createAliPayOrder({ orderId: made.orderId });
    expect(payUrl).toBe(`${server.origin}/pay/${made.orderNo}`);
    expect(await member.api.checkOrder({ orderId: made.orderId })).toMatchObject({ status: 'paying' });

    server.clock.set({ advanceMs: minute });
    await play(made.orderNo, 'pay');
    expect(await member.api.checkOrder({ orderId: made.orderId })).toMatchObject({
      status: 'completed',
      paidAt: startOfStory + minute,
      completedAt: startOfStory + minute,
      waitMs: 0,
      canRefund: true,
    });
    expect(await lots(made.orderId)).toEqual([{ amount: 200, left: 200 }]);
    expect(await member.api.totalTicket({ type: 1 })).toBe(20 + 3 + 200);
    expect(await events(made.orderId)).toEqual(['created', 'paying', 'paid', 'completed']);
  });

  it('can be paid straight from the product', async () => {
    const member = await server.member();
    const { orderId } = await member.api.createAliPayOrder({ productId: 'live-30' });
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'paying', amount: 1990 });
    expect(await member.api.createAliPayOrder({ productId: 'live-30' })).toMatchObject({ orderId });
  });

  it('wants to know which order, one of two ways', async () => {
    const member = await server.member();
    expect((await refusal(member.api.createAliPayOrder({}))).reason).toBe('request.invalid');
    const { orderId } = await order(member);
    const both = { orderId, productId: 'normal-100' };
    expect((await refusal(member.api.createAliPayOrder(both))).reason).toBe('request.invalid');
  });
});

it('WeChat shows a code at once', async () => {
  const member = await server.member();
  const made = await member.api.createOrder({ productId: 'live-30', payType: 'wechat' });
  expect(made).toMatchObject({ status: 'paying', codeUrl: `${server.origin}/pay/${made.orderNo}` });
  await play(made.orderNo, 'pay');
  expect(await member.api.completeOrder({ orderId: made.orderId })).toMatchObject({
    status: 'completed',
    codeUrl: null,
  });
  expect(await member.api.totalTicket({ type: 2 })).toBe(3 + 30);
});

describe('a membership', () => {
  it('begins when it is paid, by the calendar', async () => {
    const member = await server.member();
    const bought = await buy(member, 'pro-month', 2);
    expect(bought).toMatchObject({ kind: 'membership', amount: 17_800, gives: ['专业会员 2 个月'] });
    expect(await member.api.getVipInfo()).toMatchObject({
      plan: 'pro',
      expiresAt: Date.parse('2027-01-20T12:00:00+08:00'),
    });
  });

  it('of a team has seats', async () => {
    const member = await server.member();
    const bought = await buy(member, 'team-month', 3);
    expect(bought).toMatchObject({ amount: 3 * 19_900 });
    expect(bought.gives[0]).toMatch(/1 个月 · 3 席$/);
    const { periods } = await member.api.membership();
    expect(periods).toMatchObject([{ plan: 'team', seats: 3 }]);
  });

  it('is upgraded for the difference, and the end stays', async () => {
    const member = await server.member();
    await buy(member, 'basic-month');
    server.clock.set({ advanceMs: 15 * 24 * 60 * minute });
    const bought = await buy(member, 'upgrade-pro');
    expect(bought).toMatchObject({ kind: 'upgrade', amount: 2500, gives: ['专业会员，至 2026-12-20'] });
    expect(await member.api.getVipInfo()).toMatchObject({
      plan: 'pro',
      expiresAt: Date.parse('2026-12-20T12:00:00+08:00'),
    });
  });

  it('cannot be upgraded where there is none', async () => {
    const member = await server.member();
    const call = member.api.createOrder({ productId: 'upgrade-pro' });
    expect(await refusal(call)).toMatchObject({ status: 409, reason: 'product.no_upgrade' });
  });
});

describe('asking again', () => {
  it('for the same gives the same order', async () => {
    const member = await server.member();
    const first = await member.api.createOrder({ productId: 'normal-20' });
    server.clock.set({ advanceMs: minute });
    expect(await member.api.createOrder({ productId: 'normal-20' })).toMatchObject({ orderId: first.orderId });
  });

  it('for another number, or by another channel, closes the first', async () => {
    const member = await server.member();
    const first = await order(member, 'normal-20');
    const second = await member.api.createOrder({ productId: 'normal-20', quantity: 3 });
    expect(await member.api.checkOrder({ orderId: first.orderId })).toMatchObject({
      status: 'closed',
      closeReason: 'replaced',
    });
    const third = await member.api.createOrder({ productId: 'normal-20', quantity: 3, payType: 'wechat' });
    expect((await member.api.checkOrder({ orderId: second.orderId })).closeReason).toBe('replaced');
    const page = await member.api.createAliPayOrder({ orderId: third.orderId });
    expect(page.orderId).not.toBe(third.orderId);
    expect(await member.api.checkOrder({ orderId: page.orderId })).toMatchObject({ quantity: 3, payType: 'alipay' });
    expect((await play(first.orderNo, 'pay')).state).toBe('closed');
  });

  it('for too many leaves the first as it is', async () => {
    const member = await server.member();
    const first = await order(member, 'pro-month');
    expect(await refusal(member.api.createOrder({ productId: 'pro-month', quantity: 13 }))).toMatchObject({
      status: 422,
      reason: 'product.quantity',
      message: '「专业会员 · 月」一次最多购买 12 份',
    });
    expect(await member.api.checkOrder({ orderId: first.orderId })).toMatchObject({ status: 'paying' });
  });

  it('gives the first when that turns out to be paid', async () => {
    const member = await server.member();
    const first = await order(member, 'normal-20');
    await play(first.orderNo, 'pay', { isSilent: true });
    const second = await member.api.createOrder({ productId: 'normal-20', quantity: 5 });
    expect(second).toMatchObject({ orderId: first.orderId, status: 'completed', quantity: 1 });
  });

  it('after the quarter of an hour makes a new one', async () => {
    const member = await server.member();
    const first = await order(member, 'normal-20');
    server.clock.set({ advanceMs: 15 * minute });
    const second = await member.api.createOrder({ productId: 'normal-20' });
    expect(second.orderId).not.toBe(first.orderId);
    expect(await member.api.checkOrder({ orderId: first.orderId })).toMatchObject({
      status: 'closed',
      closeReason: 'expired',
    });
  });

  it('has to wait while nobody knows what became of the first', async () => {
    const member = await server.member();
    const first = await order(member, 'normal-20');
    server.clock.set({ advanceMs: 15 * minute });
    cutLine(true);
    expect(await refusal(member.api.createOrder({ productId: 'normal-20' }))).toMatchObject({
      status: 409,
      reason: 'order.confirming',
    });
    expect(await member.api.checkOrder({ orderId: first.orderId })).toMatchObject({ status: 'paying' });
    cutLine(false);
    expect((await member.api.createOrder({ productId: 'normal-20' })).orderId).not.toBe(first.orderId);
  });
});

describe('is refused', () => {
  it('what there is not, what is off the shelf, and a sixth open order', async () => {
    const member = await server.member();
    expect((await refusal(member.api.createOrder({ productId: 'nothing' }))).reason).toBe('product.not_found');
    const { db } = server.deps.store;
    await db.updateTable('product').set({ is_on_shelf: 0 }).where('id', '=', 'normal-1000').execute();
    expect(await refusal(member.api.createOrder({ productId: 'normal-1000' }))).toMatchObject({
      reason: 'product.off_shelf',
      message: '「普通券 1000 张」已下架，请选择其他商品',
    });
    for (const productId of ['normal-20', 'normal-100', 'normal-300', 'live-30', 'pro-month'])
      await member.api.createOrder({ productId });
    expect(await refusal(member.api.createOrder({ productId: 'live-120' }))).toMatchObject({
      status: 429,
      reason: 'order.too_many',
    });
  });

  it('more of a plan that has no end', async () => {
    const member = await server.member();
    const { memberships, store } = server.deps;
    await store.transact((tx) => memberships.setByStaff(tx, member.accountId, 'pro', null));
    expect(await refusal(member.api.createOrder({ productId: 'basic-month' }))).toMatchObject({
      status: 409,
      reason: 'product.endless',
      message: '您的套餐长期有效，不用再购买「基础会员 · 月」',
    });
    const { products } = await member.api.products();
    const available = products.filter(({ isAvailable, kind }) => isAvailable && kind === 'membership');
    expect(new Set(available.map(({ plan }) => plan))).toEqual(new Set(['team']));
  });

  it('tickets that nothing takes: they are not offered, and staff cannot put them on the shelf', async () => {
    const member = await server.member();
    const { products, usableTickets } = await member.api.products();
    expect(usableTickets).toEqual(['normal', 'live']);
    expect(products.filter(({ ticketKind }) => ticketKind === 'gpt')).toEqual([]);
    const admin = await server.staff('admin');
    const { list } = { list: await admin.api.staffProducts({ q: '对话券 100' }) };
    expect(list).toMatchObject([{ id: 'gpt-100', isOnShelf: false }]);
    const unusable = {
      status: 409,
      reason: 'product.unusable',
      message: '「对话券 100 张」现在没有可用的地方，暂不出售',
    };
    const { version = 0 } = list[0] ?? {};
    expect(await refusal(admin.api.updateProduct({ id: 'gpt-100', isOnShelf: true, version }))).toMatchObject(unusable);
    // One of an older installation is still on its shelf.
    await server.deps.store.db.updateTable('product').set({ is_on_shelf: 1 }).where('id', '=', 'gpt-100').execute();
    expect(await refusal(member.api.createOrder({ productId: 'gpt-100' }))).toMatchObject(unusable);
    expect(await refusal(member.api.createAliPayOrder({ productId: 'gpt-100' }))).toMatchObject(unusable);
    expect((await member.api.products()).products.map(({ productId }) => productId)).not.toContain('gpt-100');
  });

  it('a channel that is switched off', async () => {
    await server.close();
    server = await startTestServer({ config: { wechatPayProvider: 'off' } });
    const member = await server.member();
    expect(await refusal(member.api.createOrder({ productId: 'live-30', payType: 'wechat' }))).toMatchObject({
      reason: 'payment.no_channel',
      message: '本站没有开通微信支付',
    });
    expect((await member.raw('POST', '/api/order/notify/wechat', {}, 'x=1')).status).toBe(404);
  });

  it('a second trial by the same phone, also from an account made anew', async () => {
    const first = await server.member({ phoneNo: '13911112222' });
    await buy(first, 'basic-trial');
    expect(await refusal(first.api.createOrder({ productId: 'basic-trial' }))).toMatchObject({
      status: 409,
      reason: 'product.limit',
      message: '「基础会员 · 首月体验」每个手机号限购 1 次',
    });
    const admin = await server.staff('admin');
    await admin.api.deleteAccount({ accountId: first.accountId });
    const second = await server.member({ phoneNo: '13911112222' });
    expect(second.accountId).not.toBe(first.accountId);
    expect((await refusal(second.api.createOrder({ productId: 'basic-trial' }))).reason).toBe('product.limit');
    const other = await server.member();
    expect((await other.api.createOrder({ productId: 'basic-trial' })).status).toBe('created');
  });

  it('everything about somebody else’s order', async () => {
    const [owner, stranger] = [await server.member(), await server.member()];
    const { orderId } = await order(owner);
    const attempts = [
      () => stranger.api.checkOrder({ orderId }),
      () => stranger.api.completeOrder({ orderId }),
      () => stranger.api.createAliPayOrder({ orderId }),
      () => stranger.api.cancelOrder({ orderId }),
      () => stranger.api.refundQuote({ orderId }),
      () => stranger.api.requestRefund({ orderId, reason: '不想要了' }),
    ];
    for (const attempt of attempts)
      expect(await refusal(attempt())).toMatchObject({ status: 404, reason: 'order.not_found' });
    expect((await stranger.api.orders()).list).toEqual([]);
    expect(await owner.api.checkOrder({ orderId })).toMatchObject({ status: 'paying' });
  });
});

describe('canceling', () => {
  it('closes the order at the provider too', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    expect(await member.api.cancelOrder({ orderId })).toMatchObject({ status: 'closed', closeReason: 'canceled' });
    expect((await play(orderNo, 'pay')).state).toBe('closed');
    expect(await refusal(member.api.cancelOrder({ orderId }))).toMatchObject({
      reason: 'order.not_open',
      message: '订单已关闭，不能再支付或取消',
    });
    expect((await refusal(member.api.createAliPayOrder({ orderId }))).reason).toBe('order.not_open');
  });

  it('completes one that was paid meanwhile', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'pay', { isSilent: true });
    expect(await member.api.cancelOrder({ orderId })).toMatchObject({ status: 'completed' });
  });

  it('changes nothing while the provider cannot be reached', async () => {
    const member = await server.member();
    const { orderId } = await order(member);
    cutLine(true);
    expect(await refusal(member.api.cancelOrder({ orderId }))).toMatchObject({
      status: 503,
      reason: 'payment.unavailable',
    });
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'paying', closeReason: null });
    cutLine(false);
    expect(await member.api.cancelOrder({ orderId })).toMatchObject({ status: 'closed' });
  });
});

it('a person who refuses to pay has a closed order', async () => {
  const member = await server.member();
  const { orderId, orderNo } = await order(member);
  await play(orderNo, 'refuse');
  server.clock.set({ advanceMs: 3000 });
  expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'closed', closeReason: 'refused' });
});

it('the list goes by pages, newest first, and by state', async () => {
  const member = await server.member();
  const made: string[] = [];
  for (const productId of ['normal-20', 'normal-100', 'live-30', 'live-120', 'normal-300']) {
    server.clock.set({ advanceMs: 1000 });
    made.unshift((await order(member, productId)).orderId);
  }
  const [newest = '', second = ''] = made;
  await member.api.cancelOrder({ orderId: newest });
  await play((await member.api.checkOrder({ orderId: second })).orderNo, 'pay');

  const first = await member.api.orders({ size: 2 });
  const rest = await member.api.orders({ size: 3, cursor: first.nextCursor ?? '' });
  expect([...first.list, ...rest.list].map(({ orderId }) => orderId)).toEqual(made);
  expect(rest.nextCursor).toBeNull();
  const idsOf = async (status: 'open' | 'paid' | 'closed' | 'refund') =>
    (await member.api.orders({ status })).list.map(({ orderId }) => orderId);
  expect(await idsOf('open')).toEqual(made.slice(2));
  expect(await idsOf('paid')).toEqual([second]);
  expect(await idsOf('closed')).toEqual([newest]);
  expect(await idsOf('refund')).toEqual([]);
  expect(await refusal(member.api.orders({ cursor: 'nonsense' }))).toMatchObject({
    status: 422,
    reason: 'order.bad_cursor',
  });
});
