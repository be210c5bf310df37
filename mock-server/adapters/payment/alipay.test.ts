import { afterEach, describe, expect, it } from 'vitest';
import { hour, minute } from '#shared/domain/time';
import { type FakeAlipay, startFakeAlipay } from '../../../tests/support/fake-alipay.ts';
import { createAdjustableClock } from '../clock/adjustable.ts';
import type { AlipayAccount } from './alipay/gateway.ts';
import { createAlipay } from './alipay/index.ts';
import { describePaymentProvider } from './conformance.ts';
import { type NotificationCall, type OpenedTrade, PaymentUnreachable } from './port.ts';

/** Late in China's evening, while it is still the day before in Greenwich. */
const start = Date.parse('2026-11-22T00:30:00+08:00');

async function setUp() {
  const clock = createAdjustableClock();
  clock.set({ now: start, isFrozen: true });
  const alipay = await startFakeAlipay(clock);
  const account: AlipayAccount = { ...alipay.account, gateway: alipay.gateway, clock };
  return { clock, alipay, account, provider: createAlipay(account) };
}

/** Opens the page as a browser does. */
async function look(opened: OpenedTrade): Promise<void> {
  const answer = await fetch(String(opened.payUrl));
  const text = await answer.text();
  if (!text.includes('"opened":true')) throw new Error(text);
}

async function pay(alipay: FakeAlipay, orderNo: string, opened: OpenedTrade): Promise<void> {
  await look(opened);
  alipay.pay(orderNo);
}

function tamper({ headers, body }: NotificationCall): NotificationCall {
  return { headers, body: Buffer.from(body.toString().replace(/total_amount=\d+/, 'total_amount=1')) };
}

describePaymentProvider(
  'Alipay',
  {
    forgeries: ['rsa1', 'wrong_app', 'wrong_seller'],
    faults: ['down', 'slow', 'error', 'half', 'unsigned', 'forged'],
    tellsPartialRefunds: true,
  },
  async () => {
    const { clock, alipay, account, provider } = await setUp();
    const forgeries = {
      rsa1: { sign_type: 'RSA' },
      wrong_app: { app_id: '2021000000000002' },
      wrong_seller: { seller_id: '2088000000000002' },
      stale: {},
    };
    return {
      provider,
      clock,
      payType: 'alipay',
      person: { look: (_, opened) => look(opened), pay: (orderNo, opened) => pay(alipay, orderNo, opened) },
      refunded: alipay.refunded,
      notification: (orderNo) => alipay.notification(orderNo),
      forge: (forgery, orderNo) => alipay.notification(orderNo, forgeries[forgery]),
      tamper,
      stopsAfter: ({ body }) => body === 'success',
      async breakNetwork(fault) {
        if (fault === 'slow') account.patienceMs = 20;
        await alipay.breakNetwork(fault);
      },
      async mendNetwork() {
        delete account.patienceMs;
        await alipay.mendNetwork();
      },
      close: alipay.close,
    };
  },
);

describe('Alipay in particular', () => {
  const open: FakeAlipay[] = [];
  afterEach(async () => {
    for (const alipay of open.splice(0)) await alipay.close();
  });

  async function story() {
    const parts = await setUp();
    open.push(parts.alipay);
    let orders = 0;

    async function openOrder(amount = 4990) {
      orders += 1;
      const orderNo = `ZH20261122A${String(orders).padStart(8, '0')}`;
      const expireAt = parts.clock.now() + 15 * minute;
      const urls = {
        notifyUrl: 'https://zhuhui.example.com/n',
        returnUrl: 'https://zhuhui.example.com/done2?orderId=1',
      };
      const request = { orderNo, payType: 'alipay' as const, amount, subject: '专业版 1 个月', expireAt, ...urls };
      return { orderNo, amount, opened: await parts.provider.open(request) };
    }

    async function paidOrder(amount?: number) {
      const order = await openOrder(amount);
      await pay(parts.alipay, order.orderNo, order.opened);
      return order;
    }

    return { ...parts, openOrder, paidOrder };
  }

  it('sends the browser to a signed page of the gateway with everything in its address', async () => {
    const { alipay, openOrder } = await story();
    const { orderNo, opened } = await openOrder(4990);
    expect(opened.codeUrl).toBeNull();
    const url = new URL(String(opened.payUrl));
    expect(`${url.origin}${url.pathname}`).toBe(alipay.gateway);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      method: 'alipay.trade.page.pay',
      sign_type: 'RSA2',
      timestamp: '2026-11-22 00:30:00',
      notify_url: 'https://zhuhui.example.com/n',
      return_url: 'https://zhuhui.example.com/done2?orderId=1',
    });
    expect(JSON.parse(String(url.searchParams.get('biz_content')))).toEqual({
      out_trade_no: orderNo,
      product_code: 'FAST_INSTANT_TRADE_PAY',
      total_amount: '49.90',
      subject: '专业版 1 个月',
      time_expire: '2026-11-22 00:45:00',
    });
  });

  it('has no trade before the page was opened, and nothing to close', async () => {
    const { provider, openOrder } = await story();
    const { orderNo } = await openOrder();
    expect(await provider.query(orderNo)).toEqual({ state: 'none' });
    expect(await provider.close(orderNo)).toEqual({ state: 'closed' });
  });

  it('does not call a trade closed that Alipay would not close', async () => {
    const { alipay, provider, openOrder } = await story();
    const { orderNo, opened } = await openOrder();
    await look(opened);
    alipay.answerNext({ code: '40004', sub_code: 'ACQ.TRADE_STATUS_ERROR' });
    await expect(provider.close(orderNo)).rejects.toBeInstanceOf(PaymentUnreachable);
    expect(await provider.query(orderNo)).toEqual({ state: 'open' });
  });

  it('tells a trade closed unpaid from one that was given back', async () => {
    const { provider, openOrder, paidOrder } = await story();
    const unpaid = await openOrder();
    await look(unpaid.opened);
    await provider.close(unpaid.orderNo);
    const { orderNo, amount } = await paidOrder();
    await provider.refund({ orderNo, refundNo: 'R00001', amount, paidAmount: amount, reason: '退款' });
    expect(await provider.query(unpaid.orderNo)).toEqual({ state: 'closed' });
    expect(await provider.query(orderNo)).toMatchObject({ state: 'refunded', amount, paidAt: start });
    expect(await provider.close(orderNo)).toMatchObject({ state: 'refunded' });
  });

  it('knows a finished trade as a paid one', async () => {
    const { alipay, provider } = await story();
    const trade = { trade_no: '2026112222001', total_amount: '0.01', send_pay_date: '2026-11-22 00:29:59' };
    alipay.answerNext({ out_trade_no: 'ZH1', trade_status: 'TRADE_FINISHED', ...trade });
    const paidAt = start - 1000;
    expect(await provider.query('ZH1')).toEqual({ state: 'paid', tradeNo: '2026112222001', amount: 1, paidAt });
  });

  it.each(['WAIT_BUYER_PAY', 'TRADE_CLOSED'])('reads %s with empty fields of a payment', async (status) => {
    const { alipay, provider } = await story();
    const trade = { trade_no: '1', total_amount: 88.8, send_pay_date: '' };
    alipay.answerNext({ out_trade_no: 'ZH1', trade_status: status, ...trade });
    expect(await provider.query('ZH1')).toEqual({ state: status === 'TRADE_CLOSED' ? 'closed' : 'open' });
    alipay.answerNext({
      out_trade_no: 'ZH1',
      trade_status: 'TRADE_SUCCESS',
      ...trade,
      send_pay_date: '2026-11-22 00:00:00',
    });
    expect(await provider.query('ZH1')).toMatchObject({ state: 'paid', amount: 8880 });
  });

  it.each([
    ['20000', 'isp.unknow-error'],
    ['40004', 'ACQ.SYSTEM_ERROR'],
    ['40004', 'aop.ACQ.SYSTEM_ERROR'],
    ['40002', 'isv.invalid-signature'],
    ['40004', 'ACQ.INVALID_PARAMETER'],
  ])('knows nothing of a trade when the answer is %s %s', async (code, subCode) => {
    const { alipay, provider } = await story();
    alipay.answerNext({ code, sub_code: subCode });
    await expect(provider.query('ZH1')).rejects.toBeInstanceOf(PaymentUnreachable);
  });

  it.each([
    { trade_status: 'TRADE_SUCCESS', total_amount: '1e3', trade_no: '1', send_pay_date: '2026-11-22 00:29:59' },
    { trade_status: 'TRADE_SUCCESS', total_amount: '1.00', trade_no: '1' },
    { trade_status: 'TRADE_SUCCESS', total_amount: 1.001, trade_no: '1', send_pay_date: '2026-11-22 00:29:59' },
    { trade_status: 'TRADE_PENDING', total_amount: '1.00', trade_no: '1', send_pay_date: '2026-11-22 00:29:59' },
  ])('believes no trade that is not as documented: %o', async (trade) => {
    const { alipay, provider } = await story();
    alipay.answerNext({ out_trade_no: 'ZH1', ...trade });
    await expect(provider.query('ZH1')).rejects.toBeInstanceOf(PaymentUnreachable);
  });

  it('does not take the answer to another order, though Alipay signed it', async () => {
    const { alipay, provider, openOrder, paidOrder } = await story();
    const paid = await paidOrder();
    const unpaid = await openOrder();
    expect(await provider.query(paid.orderNo)).toMatchObject({ state: 'paid' });
    alipay.replayLastAnswer();
    await expect(provider.query(unpaid.orderNo)).rejects.toBeInstanceOf(PaymentUnreachable);
  });

  it('does not call a refund done before the books do', async () => {
    const { alipay, provider, paidOrder } = await story();
    const { orderNo, amount } = await paidOrder();
    const request = { orderNo, refundNo: 'R00001', amount, paidAmount: amount, reason: '退款' };
    alipay.answerNext({ out_trade_no: orderNo, fund_change: 'N' });
    expect(await provider.refund(request)).toMatchObject({ state: 'processing' });
    alipay.answerNext({ out_trade_no: orderNo, fund_change: 'N' });
    alipay.answerNext({ out_trade_no: orderNo, out_request_no: 'R00002', refund_status: 'REFUND_SUCCESS' });
    expect(await provider.refund(request)).toMatchObject({ state: 'processing' });
    expect(await provider.refund(request)).toMatchObject({ state: 'done' });
    expect(alipay.refunded(orderNo)).toBe(amount);
  });

  it('says why a refund is refused, and refuses the number of another one', async () => {
    const { alipay, provider, paidOrder } = await story();
    const { orderNo, amount } = await paidOrder();
    const request = { orderNo, refundNo: 'R00001', amount: 100, paidAmount: amount, reason: '退款' };
    alipay.answerNext({ code: '40004', sub_code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH', sub_msg: '卖家余额不足' });
    const refused = { state: 'refused', detail: 'ACQ.SELLER_BALANCE_NOT_ENOUGH: 卖家余额不足' };
    expect(await provider.refund(request)).toEqual(refused);
    expect(await provider.refund(request)).toMatchObject({ state: 'done' });
    expect(await provider.refund({ ...request, amount: 101 })).toMatchObject({ state: 'refused' });
  });

  it('knows the notification of a refund in part, whose status is still TRADE_SUCCESS', async () => {
    const { alipay, provider, paidOrder } = await story();
    const { orderNo, amount } = await paidOrder();
    await provider.refund({ orderNo, refundNo: 'R00001', amount: 1, paidAmount: amount, reason: '退款' });
    const call = alipay.notification(orderNo);
    expect(call.body.toString()).toContain('trade_status=TRADE_SUCCESS');
    expect(await provider.readNotification(call)).toMatchObject({ orderNo, kind: 'refunded', amount });
  });

  it.each([
    ['other', { trade_status: 'WAIT_BUYER_PAY' }],
    ['closed', { trade_status: 'TRADE_CLOSED' }],
    ['paid', { trade_status: 'TRADE_FINISHED' }],
  ] as const)('reads a notification as %s', async (kind, changes) => {
    const { alipay, provider, paidOrder } = await story();
    const { orderNo } = await paidOrder();
    expect(await provider.readNotification(alipay.notification(orderNo, changes))).toMatchObject({ kind });
  });

  it.each([
    ['an amount that is none', (body: string) => body, { total_amount: '1e2' }],
    ['a field that comes twice', (body: string) => `${body}&total_amount=0.01`, {}],
    ['no signature', (body: string) => body.replace(/&sign=[^&]*/, ''), {}],
  ])('refuses a notification with %s as malformed', async (_, change, changes: Record<string, string>) => {
    const { alipay, provider, paidOrder } = await story();
    const { orderNo } = await paidOrder();
    const { headers, body } = alipay.notification(orderNo, changes);
    const call = { headers, body: Buffer.from(change(body.toString())) };
    await expect(provider.readNotification(call)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it.each(['rsa2', 'SHA256', '__proto__', 'RSA2 '])('does not believe a signature of the type %s', async (signType) => {
    const { alipay, provider, paidOrder } = await story();
    const { orderNo } = await paidOrder();
    const call = alipay.notification(orderNo, { sign_type: signType });
    await expect(provider.readNotification(call)).rejects.toMatchObject({ kind: 'forged', orderNo });
  });

  it('lists payments and no refunds in the bill, commas in titles or not', async () => {
    const { clock, provider, paidOrder } = await story();
    const { orderNo, amount } = await paidOrder();
    await provider.refund({ orderNo, refundNo: 'R00001', amount, paidAmount: amount, reason: '退款' });
    clock.set({ advanceMs: 36 * hour });
    expect(await provider.bill('2026-11-22')).toEqual([{ orderNo, tradeNo: expect.any(String), amount }]);
  });

  it('takes "no bill" for a day without payments only when the bill must be there', async () => {
    const { clock, provider } = await story();
    clock.set({ now: Date.parse('2026-11-23T11:59:59+08:00') });
    await expect(provider.bill('2026-11-22')).rejects.toBeInstanceOf(PaymentUnreachable);
    clock.set({ advanceMs: 1000 });
    expect(await provider.bill('2026-11-22')).toEqual([]);
  });
});
