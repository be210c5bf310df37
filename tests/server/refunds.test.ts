import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { day, minute } from '#shared/domain/time';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor;
let finance: Visitor;
beforeAll(async () => {
  // The stories last for weeks, longer than a session of staff.
  server = await startTestServer({ config: { staffSessionDays: 30, sessionDays: 365 } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

const { play, order, buy, cutLine, events, lots, row } = ordersOf(() => server);
let uses = 0;

async function staffAtWork(): Promise<void> {
  admin = await server.staff('admin');
  finance = await server.staff('finance');
}

/** Uses tickets as a task does. @returns how to end it, for tickets that are still held */
async function use(member: Member, amount: number, kind: TicketKind = 'normal'): Promise<() => Promise<void>> {
  const { tickets, store } = server.deps;
  const reference = `use-${++uses}`;
  await store.transact((tx) => tickets.hold(tx, member.accountId, kind, amount, reference, '测试'));
  return () => store.transact((tx) => tickets.settle(tx, reference, amount, '测试'));
}

/** Gifts are used before what was bought. */
async function useUpGifts(member: Member): Promise<void> {
  const total = await member.api.totalTicket({ type: 1 });
  if (total > 0) await (await use(member, total))();
}

describe('what a package gives back', () => {
  it('is everything while nothing was used', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId, orderNo } = await buy(member, 'normal-100');
    expect(await member.api.refundQuote({ orderId })).toEqual({
      amount: 3900,
      lines: ['普通券没有用过，全额退回 ¥39'],
    });
    const asked = await member.api.requestRefund({ orderId, reason: '买错了' });
    expect(asked).toMatchObject({
      status: 'completed',
      canRefund: false,
      refund: { status: 'requested', amount: 3900 },
    });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 100 }]);
    const listed = await member.api.orders({ status: 'refund' });
    expect(listed.list.map((one) => one.orderId)).toEqual([orderId]);

    const [waiting] = await admin.api.staffRefunds({ status: 'requested' });
    expect(waiting).toMatchObject({ orderNo, amount: 3900, requestedBy: 'buyer', needsSecondPerson: false });
    const approved = await finance.api.approveRefund({ id: waiting?.id ?? '' });
    expect(approved).toMatchObject({ status: 'pending', approvedBy: expect.any(String) });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 0 }]);
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'refunding' });

    await server.pass(1000);
    expect(await member.api.checkOrder({ orderId })).toMatchObject({
      status: 'refunded',
      refundedAmount: 3900,
      refund: { status: 'done', doneAt: server.clock.now() },
    });
    expect(await server.deps.payments.named('simulated')?.query(orderNo)).toMatchObject({ state: 'refunded' });
    expect(await member.api.totalTicket({ type: 1 })).toBe(23);
    expect((await refusal(member.api.refundQuote({ orderId }))).reason).toBe('order.not_refundable');
    expect((await events(orderId)).slice(-3)).toEqual(['refund_requested', 'refunding', 'refunded']);
  });

  it('is what was paid without the used ones at the price of a single ticket, held ones too', async () => {
    const member = await server.member();
    await useUpGifts(member);
    const { orderId } = await buy(member, 'normal-100');
    await (await use(member, 9))();
    const settle = await use(member, 1);
    // The smallest package is 20 for 990 fen: 49.5 each.
    expect(await member.api.refundQuote({ orderId })).toEqual({
      amount: 3400,
      lines: ['已付 ¥39', '已用普通券 10 张，按单张 ¥0.50 计：-¥5'],
    });
    await settle();
    await (await use(member, 67))();
    expect((await member.api.refundQuote({ orderId })).amount).toBe(50);
    await (await use(member, 1))();
    expect(await refusal(member.api.refundQuote({ orderId }))).toMatchObject({
      status: 409,
      message: '已用的部分已超过付款金额，没有可退的金额',
    });
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ canRefund: false });
  });

  it('follows the price of a single ticket at the time of the order', async () => {
    const member = await server.member();
    await useUpGifts(member);
    const { orderId } = await buy(member, 'normal-100');
    await (await use(member, 10))();
    const { db } = server.deps.store;
    await db.updateTable('product').set({ price: 20_000 }).where('id', '=', 'normal-20').execute();
    expect((await member.api.refundQuote({ orderId })).amount).toBe(3400);
    await db.updateTable('product').set({ price: 990 }).where('id', '=', 'normal-20').execute();
  });

  it('is less when more was used between the request and the approval', async () => {
    await staffAtWork();
    const member = await server.member();
    await useUpGifts(member);
    const { orderId } = await buy(member, 'normal-100');
    await member.api.requestRefund({ orderId, reason: '买多了' });
    await (await use(member, 20))();
    const [waiting] = await admin.api.staffRefunds({ status: 'requested' });
    expect(await admin.api.approveRefund({ id: waiting?.id ?? '' })).toMatchObject({ amount: 2900 });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 2900 });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 0 }]);
  });
});

describe('what a membership gives back', () => {
  it('is everything in the first seven days while no ticket was used; plan and tickets go', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member, 'pro-month');
    expect(await member.api.totalTicket({ type: 1 })).toBe(20 + 350);
    server.clock.set({ advanceMs: 7 * day });
    expect((await member.api.refundQuote({ orderId })).amount).toBe(8900);
    await staffAtWork();
    await admin.api.refundOrder({ id: orderId, reason: '客户要求' });
    expect(await row(orderId)).toMatchObject({ status: 'refunding' });
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'free' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 8900 });
    expect(await member.api.totalTicket({ type: 1 })).toBe(3);
  });

  it('is not everything when tickets of another kind were used', async () => {
    const member = await server.member();
    const { orderId } = await buy(member, 'pro-month');
    await (await use(member, 3 + 90, 'live'))();
    server.clock.set({ advanceMs: day });
    expect((await member.api.refundQuote({ orderId })).amount).toBeLessThan(8900);
  });

  it('is the whole days that remain without the tickets that were used', async () => {
    const member = await server.member();
    await useUpGifts(member);
    const { orderId, completedAt } = await buy(member, 'basic-month');
    await (await use(member, 5))();
    const days = Math.round(((await member.api.getVipInfo()).expiresAt ?? 0) - (completedAt ?? 0)) / day;
    server.clock.set({ advanceMs: 10 * day - minute });
    const remaining = Math.floor((3900 * (days - 10)) / days);
    const quote = await member.api.refundQuote({ orderId });
    expect(quote.amount).toBe(remaining - 5 * 33);
    expect(quote.lines).toHaveLength(3);
    expect(quote.lines[1]).toMatch(new RegExp(`^剩余 ${days - 10} 整天，共 ${days} 天`));
    expect(quote.lines[2]).toBe('已用会员普通券 5 张，每张按 ¥0.33 计：-¥1.65');
  });

  it('is nothing after its end', async () => {
    const member = await server.member();
    const { orderId } = await buy(member, 'basic-month');
    await server.pass(32 * day);
    expect((await refusal(member.api.refundQuote({ orderId }))).reason).toBe('order.not_refundable');
  });

  it('is everything of a renewal that has not begun', async () => {
    await staffAtWork();
    const member = await server.member();
    await buy(member, 'basic-month');
    const renewal = await buy(member, 'basic-month');
    const { expiresAt } = await member.api.getVipInfo();
    server.clock.set({ advanceMs: 20 * day });
    expect((await member.api.refundQuote({ orderId: renewal.orderId })).amount).toBe(3900);
    await staffAtWork();
    await admin.api.refundOrder({ id: renewal.orderId, reason: '客户要求' });
    await server.pass(1000);
    const after = await member.api.getVipInfo();
    expect(after.plan).toBe('basic');
    expect(after.expiresAt ?? 0).toBeLessThan(expiresAt ?? 0);
  });

  it('of an upgrade is its remaining days, and the plan before comes back; not the other way round', async () => {
    await staffAtWork();
    const member = await server.member();
    const basic = await buy(member, 'basic-month');
    const upgrade = await buy(member, 'upgrade-pro');
    const { expiresAt } = await member.api.getVipInfo();
    expect(await refusal(member.api.refundQuote({ orderId: basic.orderId }))).toMatchObject({
      reason: 'order.not_refundable',
      message: '其中的时间已升级，请先申请退回升级的订单',
    });
    server.clock.set({ advanceMs: 10 * day });
    const days = Math.round(((expiresAt ?? 0) - (upgrade.completedAt ?? 0)) / day);
    expect((await member.api.refundQuote({ orderId: upgrade.orderId })).amount).toBe(
      Math.floor((upgrade.amount * (days - 10)) / days),
    );
    await staffAtWork();
    await admin.api.refundOrder({ id: upgrade.orderId, reason: '客户要求' });
    await server.pass(1000);
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'basic', expiresAt });
    expect((await member.api.refundQuote({ orderId: basic.orderId })).amount).toBeGreaterThan(0);
  });
});

describe('asking', () => {
  it('twice is refused while the first waits; after a rejection it can be asked again', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member);
    await member.api.requestRefund({ orderId, reason: '买错了' });
    for (const asked of [
      member.api.requestRefund({ orderId, reason: '买错了' }),
      member.api.refundQuote({ orderId }),
      admin.api.refundOrder({ id: orderId, reason: '客户要求' }),
    ])
      expect(await refusal(asked)).toMatchObject({
        status: 409,
        reason: 'refund.waiting',
        message: '这笔订单已经申请退款，正在处理，请等它结束后再试',
      });
    const [waiting] = await admin.api.staffRefunds({ status: 'requested' });
    const id = waiting?.id ?? '';
    await admin.api.rejectRefund({ id, answer: '券可以继续使用' });
    expect((await refusal(admin.api.approveRefund({ id }))).reason).toBe('refund.not_waiting');
    expect((await refusal(admin.api.rejectRefund({ id, answer: '再次驳回' }))).reason).toBe('refund.not_waiting');
    expect(await member.api.checkOrder({ orderId })).toMatchObject({
      status: 'completed',
      canRefund: true,
      refund: { status: 'rejected', answer: '券可以继续使用' },
    });
    expect(await member.api.requestRefund({ orderId, reason: '还是想退' })).toMatchObject({
      refund: { status: 'requested', reason: '还是想退' },
    });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 100 }]);
  });

  it('from many tabs at once makes one request', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    const calls = Array.from({ length: 5 }, () =>
      member.api.requestRefund({ orderId, reason: '买错了' }).then(
        () => 'asked',
        (error: { reason: string }) => error.reason,
      ),
    );
    expect((await Promise.all(calls)).filter((outcome) => outcome === 'asked')).toHaveLength(1);
  });

  it('is for completed orders', async () => {
    const member = await server.member();
    const { orderId } = await order(member);
    const asked = member.api.requestRefund({ orderId, reason: '不想要了' });
    expect((await refusal(asked)).message).toBe('只有已完成的订单可以退款');
    await member.api.cancelOrder({ orderId });
  });
});

describe('staff', () => {
  it('give back parts until all that was paid is back, and each takes its share', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member);
    const tooMuch = admin.api.refundOrder({ id: orderId, amount: 3901, reason: '协商退款' });
    expect(await refusal(tooMuch)).toMatchObject({ status: 422, reason: 'refund.too_much', message: '最多可退 ¥39' });
    const basis = await finance.api.orderRefundBasis({ id: orderId, amount: 1000 });
    expect(basis).toMatchObject({ paid: 3900, refunded: 0, most: 3900, takes: ['普通券 26（剩余 100）'] });
    const { id, ...begun } = await admin.api.refundOrder({ id: orderId, amount: 1000, reason: '协商退款' });
    expect(begun).toMatchObject({ status: 'pending', amount: 1000, orderAmount: 3900 });
    expect((await finance.api.refundBasis({ id })).takes).toEqual(['普通券 26']);
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'completed', refunded_amount: 1000 });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 74 }]);
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ refundedAmount: 1000, canRefund: true });
    expect((await member.api.refundQuote({ orderId })).amount).toBe(2900);

    await admin.api.refundOrder({ id: orderId, amount: 1900, reason: '再退一点' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'completed', refunded_amount: 2900 });
    const more = admin.api.refundOrder({ id: orderId, amount: 1001, reason: '再退一点' });
    expect((await refusal(more)).message).toBe('最多可退 ¥10');
    await admin.api.refundOrder({ id: orderId, amount: 1000, reason: '退完' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 0 }]);
    const again = admin.api.refundOrder({ id: orderId, amount: 1, reason: '再退一点' });
    expect((await refusal(again)).reason).toBe('order.not_refundable');
  });

  it('give back a part of a membership, which is shorter then; a failed part that is rejected makes it whole', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member, 'pro-month');
    const { expiresAt } = await member.api.getVipInfo();
    const days = Math.floor(((expiresAt ?? 0) - server.clock.now()) / day);
    await admin.api.refundOrder({ id: orderId, amount: 4450, reason: '协商退款' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'completed', refunded_amount: 4450 });
    const half = await member.api.getVipInfo();
    expect(half.plan).toBe('pro');
    expect(Math.round(((expiresAt ?? 0) - (half.expiresAt ?? 0)) / day)).toBe(Math.ceil(days / 2));
    expect((await member.api.refundQuote({ orderId })).amount).toBe(4450);

    vi.spyOn(server.deps.payments.named('simulated') ?? never(), 'refund').mockResolvedValueOnce({
      state: 'refused',
      detail: '商户余额不足',
    });
    const { id } = await admin.api.refundOrder({ id: orderId, amount: 2000, reason: '协商退款' });
    await server.pass(1000);
    expect((await member.api.getVipInfo()).expiresAt).toBeLessThan(half.expiresAt ?? 0);
    await finance.api.rejectRefund({ id, answer: '商户余额不足' });
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'pro', expiresAt: half.expiresAt });
    expect(await row(orderId)).toMatchObject({ status: 'completed', refunded_amount: 4450 });
  });

  it('may give back the rest of a payment of which everything is used or taken', async () => {
    await staffAtWork();
    const member = await server.member();
    await useUpGifts(member);
    const { orderId } = await buy(member);
    await (await use(member, 40))();
    await admin.api.refundOrder({ id: orderId, reason: '客户要求' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 1900 });
    await admin.api.refundOrder({ id: orderId, amount: 2000, reason: '补偿' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
  });

  it('need a second person above 500 yuan', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member, 'pro-year');
    const { id, ...asked } = await finance.api.refundOrder({ id: orderId, reason: '客户要求' });
    expect(asked).toMatchObject({ status: 'requested', amount: 74_800, needsSecondPerson: true });
    expect(await refusal(finance.api.approveRefund({ id }))).toMatchObject({
      status: 403,
      reason: 'pending.same_person',
    });
    expect(await row(orderId)).toMatchObject({ status: 'completed' });
    expect(await admin.api.approveRefund({ id })).toMatchObject({ status: 'pending' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 74_800 });
  });

  it('need nobody else up to 500 yuan of an order, however many parts it goes back in', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member, 'pro-year');
    for (const amount of [30_000, 20_000]) {
      expect(await finance.api.refundOrder({ id: orderId, amount, reason: '协商退款' })).toMatchObject({
        status: 'pending',
        needsSecondPerson: false,
      });
      await server.pass(1000);
    }
    const { id, ...asked } = await finance.api.refundOrder({ id: orderId, amount: 1, reason: '再退一分' });
    expect(asked).toMatchObject({ status: 'requested', refundedBefore: 50_000, needsSecondPerson: true });
    expect((await refusal(finance.api.approveRefund({ id }))).reason).toBe('pending.same_person');
    expect(await admin.api.approveRefund({ id })).toMatchObject({ status: 'pending' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'completed', refunded_amount: 50_001 });
  });

  it('are two above 500 yuan also when the buyer asked', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member, 'pro-year');
    await member.api.requestRefund({ orderId, reason: '不想要了' });
    const { refunds } = await finance.api.staffOrder({ id: orderId });
    const id = refunds[0]?.id ?? '';
    const first = await finance.api.approveRefund({ id });
    expect(first).toMatchObject({ status: 'requested', firstApprovedBy: expect.any(String), approvedBy: null });
    expect(await refusal(finance.api.approveRefund({ id }))).toMatchObject({
      status: 403,
      reason: 'pending.same_person',
    });
    expect(await row(orderId)).toMatchObject({ status: 'completed' });
    expect(await admin.api.approveRefund({ id })).toMatchObject({ status: 'pending' });
    expect((await refusal(finance.api.approveRefund({ id }))).reason).toBe('refund.not_waiting');
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded' });
  });

  it('who approve at once are answered 200 and 409', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member);
    await member.api.requestRefund({ orderId, reason: '买错了' });
    const { refunds } = await finance.api.staffOrder({ id: orderId });
    const id = refunds[0]?.id ?? '';
    const answers = await Promise.allSettled([admin, finance].map((visitor) => visitor.api.approveRefund({ id })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = answers.find((answer) => answer.status === 'rejected');
    expect(lost?.reason).toMatchObject({ status: 409, reason: 'refund.not_waiting' });
    await server.pass(1000);
  });
});

describe('the provider', () => {
  it('that cannot be reached is asked again, ever more seldom, under the same number', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId, orderNo } = await buy(member);
    const refund = vi.spyOn(server.deps.payments.named('simulated') ?? never(), 'refund');
    cutLine(true);
    const { id } = await admin.api.refundOrder({ id: orderId, reason: '客户要求' });
    for (let minutes = 0; minutes < 30; minutes++) await server.pass(minute);
    expect(refund.mock.calls.length).toBeGreaterThan(3);
    expect(refund.mock.calls.length).toBeLessThan(10);
    expect(await row(orderId)).toMatchObject({ status: 'refunding', refunded_amount: 0 });
    cutLine(false);
    await server.pass(60 * minute);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
    expect(new Set(refund.mock.calls.map(([{ refundNo }]) => refundNo))).toEqual(new Set([id.replace('_', '')]));
    expect(refund.mock.calls[0]?.[0]).toMatchObject({ orderNo, amount: 3900, paidAmount: 3900 });
    expect(refund.mock.calls[0]?.[0].refundNo).toMatch(/^\w{6,32}$/);
  });

  it('that refuses leaves a failed refund, which staff may have tried again', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member);
    vi.spyOn(server.deps.payments.named('simulated') ?? never(), 'refund').mockResolvedValueOnce({
      state: 'refused',
      detail: '商户余额不足',
    });
    const { id } = await admin.api.refundOrder({ id: orderId, reason: '客户要求' });
    await server.pass(1000);
    const { refunds, events: history } = await admin.api.staffOrder({ id: orderId });
    expect(refunds).toMatchObject([{ id, status: 'failed', error: '商户余额不足' }]);
    expect(history.map(({ what }) => what)).toContain('refund_failed');
    await server.pass(60 * minute);
    expect(await row(orderId)).toMatchObject({ status: 'refunding' });
    expect(await admin.api.approveRefund({ id })).toMatchObject({ status: 'pending', error: '' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
  });

  it('that works on it is asked until it is done', async () => {
    await staffAtWork();
    const member = await server.member();
    const { orderId } = await buy(member);
    vi.spyOn(server.deps.payments.named('simulated') ?? never(), 'refund').mockResolvedValueOnce({
      state: 'processing',
      detail: '',
    });
    await admin.api.refundOrder({ id: orderId, reason: '客户要求' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunding', refunded_amount: 0 });
    await server.pass(minute);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
  });
});

it('a package that is refunded while a task holds some of it keeps the books balanced', async () => {
  await staffAtWork();
  const member = await server.member();
  await useUpGifts(member);
  const { orderId } = await buy(member);
  const settle = await use(member, 4);
  await admin.api.refundOrder({ id: orderId, reason: '客户要求' });
  await server.pass(1000);
  await settle();
  expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 - 4 * 50 });
  expect(await lots(orderId)).toEqual([{ amount: 100, left: 0 }]);
});

it('a payment for an order that was refunded is a duplicate and nothing happens', async () => {
  await staffAtWork();
  const member = await server.member();
  const { orderId, orderNo } = await buy(member);
  await admin.api.refundOrder({ id: orderId, reason: '协商退款' });
  await server.pass(1000);
  await play(orderNo, 'duplicate');
  expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
});

function never(): never {
  throw new Error('no provider is in use');
}
