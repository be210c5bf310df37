import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { day, hour } from '#shared/domain/time';
import type { PaymentProvider } from '../../mock-server/adapters/payment/port.ts';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let finance: Visitor & { accountId: string };
beforeEach(async () => {
  server = await startTestServer({ config: { staffSessionDays: 60, sessionDays: 365 } });
  finance = await server.staff('finance');
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const { play, order, buy, cutLine, events, lots, row } = ordersOf(() => server);
const answer = '银行卡已注销，改为继续使用';
let uses = 0;

function provider(): PaymentProvider {
  const found = server.deps.payments.named('simulated');
  if (!found) throw new Error('no provider is in use');
  return found;
}

/** Uses tickets as a task does. */
async function use(member: Member, amount: number, kind: TicketKind = 'normal'): Promise<void> {
  const { tickets, store } = server.deps;
  const reference = `use-${++uses}`;
  await store.transact((tx) => tickets.hold(tx, member.accountId, kind, amount, reference, '测试'));
  await store.transact((tx) => tickets.settle(tx, reference, amount, '测试'));
}

const totals = (member: Member) => Promise.all(([1, 2, 3] as const).map((type) => member.api.totalTicket({ type })));

/** A refund that staff began and the provider refused. */
async function failed(orderId: string, amount?: number): Promise<string> {
  vi.spyOn(provider(), 'refund').mockResolvedValueOnce({ state: 'refused', detail: '买家账户异常' });
  const { id } = await finance.api.refundOrder({ id: orderId, reason: '客户要求', ...(amount && { amount }) });
  await server.pass(1000);
  expect(await finance.api.staffRefunds({ q: id })).toMatchObject([{ status: 'failed', error: '买家账户异常' }]);
  expect(await row(orderId)).toMatchObject({ status: 'refunding' });
  return id;
}

describe('a failed refund that is rejected', () => {
  it('of a package gives back the tickets it took; the buyer reads why, and the audit keeps it', async () => {
    const member = await server.member();
    const bought = await buy(member, 'normal-100');
    const { orderId } = bought;
    await use(member, 23 + 10);
    const { purses } = await member.api.ticketSummary();
    const quote = await member.api.refundQuote({ orderId });
    const id = await failed(orderId);
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 0 }]);

    expect(await finance.api.rejectRefund({ id, answer })).toMatchObject({ status: 'rejected', answer });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 90 }]);
    expect((await member.api.ticketSummary()).purses).toEqual(purses);
    expect((await member.api.ticketStatement({ type: 1, size: 2 })).list).toMatchObject([
      { movement: 'return', delta: 90, balanceAfter: 90, reason: '退款驳回，恢复', reference: orderId },
      { movement: 'revoke', delta: -90, balanceAfter: 0, reason: '退款收回' },
    ]);
    expect(await member.api.checkOrder({ orderId })).toMatchObject({
      status: 'completed',
      refundedAmount: 0,
      refund: { status: 'rejected', answer },
      canRefund: true,
    });
    expect(await member.api.refundQuote({ orderId })).toEqual(quote);
    expect((await events(orderId)).slice(-3)).toEqual(['refunding', 'refund_failed', 'refund_rejected']);
    const audit = server.deps.store.db.selectFrom('audit').select(['actor_id', 'before', 'after']);
    const { actor_id, before, after } = await audit.where('action', '=', 'refund.reject').executeTakeFirstOrThrow();
    expect(actor_id).toBe(finance.accountId);
    expect(JSON.parse(before ?? '')).toMatchObject({ id, status: 'failed' });
    expect(JSON.parse(after ?? '')).toMatchObject({ id, status: 'rejected', answer });
  });

  it('can be asked for again, and then takes the tickets again', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    await finance.api.rejectRefund({ id: await failed(orderId), answer });
    await member.api.requestRefund({ orderId, reason: '还是想退' });
    const [waiting] = await finance.api.staffRefunds({ status: 'requested' });
    await finance.api.approveRefund({ id: waiting?.id ?? '' });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 0 }]);
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
  });

  it('of a membership gives back its days and the tickets that were left, and no others', async () => {
    const member = await server.member();
    const { orderId } = await buy(member, 'pro-month');
    await use(member, 20 + 100);
    await use(member, 60, 'live');
    server.clock.set({ advanceMs: 5 * day });
    const before = await totals(member);
    const { expiresAt } = await member.api.getVipInfo();
    const id = await failed(orderId);
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'free' });
    await server.pass(2 * day);

    await finance.api.rejectRefund({ id, answer });
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'pro' });
    // As many days as there were; they begin now.
    const after = await member.api.getVipInfo();
    expect(Math.round(((after.expiresAt ?? 0) - (expiresAt ?? 0)) / hour)).toBe(2 * 24);
    // The sign-up gifts ran out meanwhile.
    expect(before).toEqual([250, 33, 800 + 20]);
    expect(await totals(member)).toEqual([250, 33, 800]);
    await server.pass(day);
    expect(await totals(member)).toEqual([250, 33, 800]);
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'completed' });
  });

  it('of a renewal gives it back behind what there is', async () => {
    const member = await server.member();
    await buy(member, 'basic-month');
    const { orderId } = await buy(member, 'basic-month');
    const before = await totals(member);
    const { expiresAt } = await member.api.getVipInfo();
    await finance.api.rejectRefund({ id: await failed(orderId), answer });
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'basic', expiresAt });
    expect(await totals(member)).toEqual(before);
  });

  it('of an upgrade raises the rest again', async () => {
    const member = await server.member();
    await buy(member, 'basic-month');
    const { orderId } = await buy(member, 'upgrade-pro');
    await use(member, 50);
    server.clock.set({ advanceMs: 3 * day });
    const before = await totals(member);
    const { expiresAt } = await member.api.getVipInfo();
    const id = await failed(orderId);
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'basic' });
    await finance.api.rejectRefund({ id, answer });
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'pro', expiresAt });
    expect(await totals(member)).toEqual(before);
  });
});

describe('a failed refund stays one', () => {
  async function stays(id: string, orderId: string, message: string, status = 409): Promise<void> {
    expect(await refusal(finance.api.rejectRefund({ id, answer }))).toMatchObject({ status, message });
    expect(await row(orderId)).toMatchObject({ status: 'refunding' });
    expect(await finance.api.staffRefunds({ q: id })).toMatchObject([{ status: 'failed', answer: '' }]);
  }

  it('while the provider does not say that it has the payment still', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await buy(member);
    const id = await failed(orderId);
    cutLine(true);
    await stays(id, orderId, '暂时连不上支付渠道，没有产生扣款，请稍后重试', 503);
    cutLine(false);
    vi.spyOn(provider(), 'query').mockResolvedValueOnce({ state: 'none' });
    await stays(id, orderId, '支付渠道没有确认这笔付款，暂时不能驳回，请稍后再试');
    const byHand = { orderNo, refundNo: 'BYHAND', amount: 3900, paidAmount: 3900, reason: '' };
    expect(await provider().refund(byHand)).toMatchObject({ state: 'done' });
    await stays(id, orderId, '支付渠道显示这笔款已经退回，不能驳回');
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 0 }]);
  });

  it('when the money came too late and nothing was given for it', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await member.api.cancelOrder({ orderId });
    vi.spyOn(provider(), 'refund').mockResolvedValueOnce({ state: 'refused', detail: '买家账户异常' });
    await play(orderNo, 'late');
    await server.pass(1000);
    const [refund] = await finance.api.staffRefunds({ status: 'failed' });
    await stays(refund?.id ?? '', orderId, '系统自动退回的款项不能驳回，请重试退款');
    await finance.api.approveRefund({ id: refund?.id ?? '' });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded' });
  });

  it('when it took time that had been upgraded', async () => {
    const member = await server.member();
    const { orderId } = await buy(member, 'basic-month');
    await buy(member, 'upgrade-pro');
    await stays(await failed(orderId, 1000), orderId, '这笔退款收回的会员时间不能自动恢复，请重试退款');
  });

  it('when it is tried again while the provider is asked', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    const id = await failed(orderId);
    const query = provider().query;
    vi.spyOn(provider(), 'query').mockImplementationOnce(async (orderNo) => {
      await finance.api.approveRefund({ id });
      return query(orderNo);
    });
    expect((await refusal(finance.api.rejectRefund({ id, answer }))).reason).toBe('refund.not_waiting');
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 0 }]);
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
  });

  it('or is tried again, when one rejects and another retries at once', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    const id = await failed(orderId);
    const outcomes = await Promise.allSettled([
      finance.api.rejectRefund({ id, answer }),
      finance.api.approveRefund({ id }),
      finance.api.rejectRefund({ id, answer }),
      finance.api.approveRefund({ id }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await server.pass(1000);
    const { status, refunded_amount } = await row(orderId);
    const [{ left } = { left: -1 }] = await lots(orderId);
    expect([
      ['completed', 0, 100],
      ['refunded', 3900, 0],
    ]).toContainEqual([status, refunded_amount, left]);
  });
});
