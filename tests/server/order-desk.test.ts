import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let support: Visitor & { accountId: string };
let finance: Visitor & { accountId: string };
let viewer: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  support = await server.staff('support');
  finance = await server.staff('finance');
  viewer = await server.staff('viewer');
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const { play, order, buy, cutLine, lots, tamper } = ordersOf(() => server);

/** Rows of the audit about a subject, oldest first. */
async function audited(subject: string): Promise<Array<{ action: string; actor: string; after: unknown }>> {
  const rows = await server.deps.store.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'after'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
  return rows.map(({ action, actor_id: actor, after }) => ({ action, actor, after: after && JSON.parse(after) }));
}

const total = async (address: string) => (await viewer.fetch(address)).headers.get('x-total-count');

describe('the list of orders', () => {
  it('is found by number, buyer, state, channel, time and amount', async () => {
    const member = await server.member({ phoneNo: '13877776666' });
    const bought = await buy(member, 'normal-100');
    server.clock.set({ advanceMs: minute });
    const waiting = await member.api.createOrder({ productId: 'normal-20', payType: 'wechat' });
    const [row, ...others] = await viewer.api.staffOrders({ q: bought.orderNo.toLowerCase() });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: bought.orderId,
      accountId: member.accountId,
      phoneNo: '138****6666',
      amount: 3900,
      provider: 'simulated',
      tradeNo: expect.stringMatching(/^\d+$/),
      status: 'completed',
      grantError: '',
      gives: ['普通券 100 张，24 个月内有效'],
      nextCheckAt: null,
    });
    const ids = async (query: Parameters<typeof viewer.api.staffOrders>[0]) =>
      (await viewer.api.staffOrders({ ...query, accountId: member.accountId })).map(({ id }) => id);
    expect(await ids({})).toEqual([waiting.orderId, bought.orderId]);
    expect(await ids({ status: 'completed' })).toEqual([bought.orderId]);
    expect(await total(`/api/admin/v1/orders?accountId=${member.accountId}&status=paying&status=completed`)).toBe('2');
    expect(await ids({ payType: 'wechat' })).toEqual([waiting.orderId]);
    expect(await ids({ createdAt_gte: waiting.createdAt })).toEqual([waiting.orderId]);
    expect(await ids({ createdAt_lte: bought.createdAt })).toEqual([bought.orderId]);
    expect(await ids({ amount_gte: 1000 })).toEqual([bought.orderId]);
    expect(await ids({ amount_lte: 1000 })).toEqual([waiting.orderId]);
    expect(await ids({ _sort: 'amount', _order: 'asc' })).toEqual([waiting.orderId, bought.orderId]);
    expect(await ids({ q: '6666' })).toHaveLength(2);
    expect(await total(`/api/admin/v1/orders?accountId=${member.accountId}&_start=0&_end=1`)).toBe('2');
    expect((await refusal(viewer.api.staffOrders({ _sort: 'snapshot' }))).reason).toBe('query.unsupported');
  });

  it('tells the whole story of one', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    await member.api.requestRefund({ orderId, reason: '买错了' });
    const { events, refunds } = await viewer.api.staffOrder({ id: orderId });
    expect(events.map(({ what, actor }) => `${what} by ${actor}`)).toEqual([
      'created by buyer',
      'paying by buyer',
      'paid by provider',
      'completed by system',
      'refund_requested by buyer',
    ]);
    expect(refunds).toMatchObject([{ status: 'requested', amount: 3900, requestedBy: 'buyer', approvedBy: null }]);
    expect((await refusal(viewer.api.staffOrder({ id: 'order_unknown' }))).status).toBe(404);
  });
});

describe('asking the provider again', () => {
  it('completes what was paid and grants nothing else', async () => {
    const member = await server.member();
    const unpaid = await order(member, 'live-30');
    expect(await support.api.verifyOrder({ id: unpaid.orderId })).toMatchObject({ status: 'paying' });
    expect(await lots(unpaid.orderId)).toEqual([]);
    await play(unpaid.orderNo, 'pay', { isSilent: true });
    expect(await support.api.verifyOrder({ id: unpaid.orderId })).toMatchObject({ status: 'completed' });
    expect(await support.api.verifyOrder({ id: unpaid.orderId })).toMatchObject({ status: 'completed' });
    expect(await lots(unpaid.orderId)).toEqual([{ amount: 30, left: 30 }]);
    expect(await audited(unpaid.orderId)).toEqual([
      { action: 'order.verify', actor: support.accountId, after: { status: 'paying' } },
      { action: 'order.verify', actor: support.accountId, after: { status: 'completed' } },
      { action: 'order.verify', actor: support.accountId, after: { status: 'completed' } },
    ]);
  });

  it('says so when nobody answers', async () => {
    const { orderId } = await order(await server.member());
    cutLine(true);
    expect((await refusal(support.api.verifyOrder({ id: orderId }))).reason).toBe('payment.unavailable');
    const closing = support.api.closeOrder({ id: orderId, reason: '用户来电' });
    expect((await refusal(closing)).reason).toBe('payment.unavailable');
    cutLine(false);
    expect(await viewer.api.staffOrder({ id: orderId })).toMatchObject({ status: 'paying' });
  });
});

describe('closing', () => {
  it('ends an open order with a reason, at the provider too', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    expect(await support.api.closeOrder({ id: orderId, reason: '用户来电要求' })).toMatchObject({
      status: 'closed',
      closeReason: 'staff',
    });
    expect((await play(orderNo, 'pay')).state).toBe('closed');
    expect(await audited(orderId)).toEqual([
      { action: 'order.close', actor: support.accountId, after: { status: 'closed', reason: '用户来电要求' } },
    ]);
    expect((await refusal(support.api.closeOrder({ id: orderId, reason: '再关一次' }))).reason).toBe('order.not_open');
    const { events } = await viewer.api.staffOrder({ id: orderId });
    expect(events.at(-1)).toMatchObject({ what: 'closed', detail: 'staff', actor: support.accountId });
  });
});

it('a note stays with the order and in the audit', async () => {
  const { orderId } = await order(await server.member());
  expect(await support.api.noteOrder({ id: orderId, note: '已电话联系' })).toMatchObject({ note: '已电话联系' });
  expect(await viewer.api.staffOrder({ id: orderId })).toMatchObject({ note: '已电话联系' });
  expect(await audited(orderId)).toMatchObject([{ action: 'order.note', after: { note: '已电话联系' } }]);
});

it('refunds leave their rows in the audit', async () => {
  const member = await server.member();
  const { orderId } = await buy(member, 'pro-year');
  const { id } = await finance.api.refundOrder({ id: orderId, reason: '客户要求' });
  const admin = await server.staff('admin');
  await admin.api.rejectRefund({ id, answer: '客户撤回' });
  expect(await audited(id)).toMatchObject([
    { action: 'refund.ask_change', actor: finance.accountId, after: { kind: 'refund', status: 'waiting' } },
    { action: 'refund.request', actor: finance.accountId, after: { status: 'requested' } },
    { action: 'refund.reject', actor: admin.accountId, after: { status: 'rejected', answer: '客户撤回' } },
  ]);
  expect((await refusal(admin.api.approveRefund({ id: 'refund_unknown' }))).reason).toBe('refund.not_found');
  expect(await viewer.api.staffRefunds({ q: id })).toMatchObject([{ id, status: 'rejected' }]);
  expect(await total('/api/admin/v1/refunds?status=rejected&_start=0&_end=1')).toBe('1');
});

it('a difference is looked at and settled with a word', async () => {
  const member = await server.member();
  const { orderNo, orderId } = await order(member);
  tamper(orderNo, 4000);
  await play(orderNo, 'pay', { isSilent: true });
  await support.api.verifyOrder({ id: orderId });
  await server.pass(1000);
  const [difference] = await viewer.api.paymentDifferences({ isResolved: false });
  expect(difference).toMatchObject({
    orderNo,
    kind: 'wrong_amount',
    ourAmount: 3900,
    theirAmount: 4000,
    resolvedBy: null,
  });
  const id = difference?.id ?? '';
  expect(await finance.api.resolveDifference({ id, resolution: '已全额退回' })).toMatchObject({
    resolvedBy: finance.accountId,
    resolution: '已全额退回',
  });
  expect(await viewer.api.paymentDifferences({ isResolved: false })).toEqual([]);
  expect(await viewer.api.paymentDifferences({ isResolved: true, q: orderNo.toLowerCase() })).toMatchObject([{ id }]);
  expect(await audited(id)).toMatchObject([{ action: 'difference.resolve' }]);
  const unknown = finance.api.resolveDifference({ id: 'difference_unknown', resolution: '没有' });
  expect((await refusal(unknown)).reason).toBe('payment.difference_not_found');
});

describe('without the permission nothing is shown and nothing is done', () => {
  it('to those who read', async () => {
    const { orderId } = await order(await server.member());
    const attempts = [
      () => viewer.api.verifyOrder({ id: orderId }),
      () => viewer.api.closeOrder({ id: orderId, reason: '没有权限' }),
      () => viewer.api.noteOrder({ id: orderId, note: '没有权限' }),
      () => support.api.refundOrder({ id: orderId, reason: '没有权限' }),
      () => support.api.approveRefund({ id: 'refund_unknown' }),
      () => support.api.rejectRefund({ id: 'refund_unknown', answer: '没有权限' }),
      () => viewer.api.resolveDifference({ id: 'difference_unknown', resolution: '没有权限' }),
    ];
    for (const attempt of attempts) expect((await refusal(attempt())).reason).toBe('auth.forbidden');
    expect(await viewer.api.staffOrder({ id: orderId })).toMatchObject({ status: 'paying', note: '' });
  });

  it('to those who review', async () => {
    const reviewer = await server.staff('reviewer');
    const attempts = [
      () => reviewer.api.staffOrders(),
      () => reviewer.api.staffOrder({ id: 'order_unknown' }),
      () => reviewer.api.staffRefunds(),
      () => reviewer.api.paymentDifferences(),
    ];
    for (const attempt of attempts) expect((await refusal(attempt())).reason).toBe('auth.forbidden');
  });
});
