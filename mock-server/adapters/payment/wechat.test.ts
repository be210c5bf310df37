import { afterEach, describe, expect, it } from 'vitest';
import { hour, minute } from '#shared/domain/time';
import { type FakeWechatPay, startFakeWechatPay } from '../../../tests/support/fake-wechat-pay.ts';
import { createAdjustableClock } from '../clock/adjustable.ts';
import { describePaymentProvider } from './conformance.ts';
import { type NotificationCall, type OpenedTrade, PaymentUnreachable, type TradeRequest } from './port.ts';
import type { WechatPayAccount } from './wechat/api.ts';
import { createWechatPay } from './wechat/index.ts';

const start = Date.parse('2026-11-22T00:30:00+08:00');

async function setUp() {
  const clock = createAdjustableClock();
  clock.set({ now: start, isFrozen: true });
  const wechat = await startFakeWechatPay(clock);
  const account: WechatPayAccount = { ...wechat.account, gateway: wechat.origin, clock };
  return { clock, wechat, account, provider: createWechatPay(account) };
}

/** A code can be scanned where it is one. */
async function look({ codeUrl }: OpenedTrade): Promise<void> {
  if (!codeUrl?.startsWith('weixin://')) throw new Error(`no code: ${codeUrl}`);
}

function tamper({ headers, body }: NotificationCall): NotificationCall {
  return { headers, body: Buffer.from(body.toString().replace('TRANSACTION.SUCCESS', 'TRANSACTION.success')) };
}

describePaymentProvider(
  'WeChat Pay',
  {
    forgeries: ['wrong_app', 'wrong_seller', 'stale'],
    // Unsigned answers: see below, refusals may be.
    faults: ['down', 'slow', 'error', 'half', 'forged'],
    tellsPartialRefunds: false,
  },
  async () => {
    const { clock, wechat, account, provider } = await setUp();
    const forgeries = {
      rsa1: {},
      wrong_app: { appid: 'wx0000000000000002' },
      wrong_seller: { mchid: '1900000002' },
      stale: {},
    };
    return {
      provider,
      clock,
      payType: 'wechat',
      person: {
        look: (_, opened) => look(opened),
        pay: async (orderNo, opened) => {
          await look(opened);
          wechat.pay(orderNo);
        },
      },
      refunded: wechat.refunded,
      finishRefunds: () => wechat.finishRefunds(),
      notification: (orderNo) => wechat.notification(orderNo),
      forge: (forgery, orderNo) =>
        wechat.notification(orderNo, forgeries[forgery], clock.now() - (forgery === 'stale' ? 301_000 : 0)),
      tamper,
      stopsAfter: ({ status }) => status === 200 || status === 204,
      async breakNetwork(fault) {
        if (fault === 'slow') account.patienceMs = 20;
        await wechat.breakNetwork(fault);
      },
      async mendNetwork() {
        delete account.patienceMs;
        await wechat.mendNetwork();
      },
      close: wechat.close,
    };
  },
);

const payment = {
  out_trade_no: 'ZH1',
  trade_state: 'SUCCESS',
  transaction_id: '4200000001',
  success_time: '2026-11-22T00:00:00+08:00',
  amount: { total: 1 },
};

describe('WeChat Pay in particular', () => {
  const open: FakeWechatPay[] = [];
  afterEach(async () => {
    for (const wechat of open.splice(0)) await wechat.close();
  });

  async function story() {
    const parts = await setUp();
    open.push(parts.wechat);
    let orders = 0;

    async function openOrder(changes: Partial<TradeRequest> = {}) {
      orders += 1;
      const request: TradeRequest = {
        orderNo: `ZH20261122W${String(orders).padStart(8, '0')}`,
        payType: 'wechat',
        amount: 4990,
        subject: '专业版 1 个月',
        expireAt: parts.clock.now() + 15 * minute,
        notifyUrl: 'https://zhuhui.example.com/n',
        returnUrl: 'https://zhuhui.example.com/done2?orderId=1',
        ...changes,
      };
      return { ...request, opened: await parts.provider.open(request) };
    }

    async function paidOrder() {
      const order = await openOrder();
      parts.wechat.pay(order.orderNo);
      return order;
    }

    function refund({ orderNo, amount }: { orderNo: string; amount: number }, part = amount) {
      const request = { orderNo, refundNo: 'R00001', amount: part, paidAmount: amount, reason: '用户申请退款' };
      return parts.provider.refund(request);
    }

    return { ...parts, openOrder, paidOrder, refund };
  }

  it('gives the text of a QR code, the same when asked again', async () => {
    const { provider, openOrder } = await story();
    const order = await openOrder();
    expect(order.opened).toEqual({ payUrl: null, codeUrl: expect.stringMatching(/^weixin:\/\/wxpay\/bizpayurl\?pr=/) });
    expect(await provider.open(order)).toEqual(order.opened);
  });

  it('shortens what WeChat Pay would refuse as too long, by bytes and between letters', async () => {
    const { provider, wechat, openOrder } = await story();
    const order = await openOrder({ subject: `a${'建'.repeat(63)}` });
    wechat.pay(order.orderNo);
    const reason = '𠮷'.repeat(40);
    const request = { orderNo: order.orderNo, refundNo: 'R00001', amount: 1, paidAmount: order.amount, reason };
    expect(await provider.refund(request)).toMatchObject({ state: 'processing' });
  });

  it('opens no trade that is closed', async () => {
    const { provider, openOrder } = await story();
    const order = await openOrder();
    await provider.close(order.orderNo);
    await expect(provider.open(order)).rejects.toBeInstanceOf(PaymentUnreachable);
  });

  it.each([
    ['NOTPAY', 'open'],
    ['USERPAYING', 'open'],
    ['PAYERROR', 'open'],
    ['CLOSED', 'closed'],
    ['REVOKED', 'closed'],
  ])('reads the state %s as %s', async (tradeState, state) => {
    const { wechat, provider } = await story();
    wechat.answerNext(200, { out_trade_no: 'ZH1', trade_state: tradeState, success_time: '', amount: {} });
    expect(await provider.query('ZH1')).toEqual({ state });
  });

  it.each([
    [200, { out_trade_no: 'ZH1', trade_state: 'SUCCESS' }],
    [200, { ...payment, success_time: 'yesterday' }],
    [200, { ...payment, amount: { total: 0 } }],
    [200, { ...payment, transaction_id: '' }],
    [200, { out_trade_no: 'ZH1', trade_state: 'SOMETHING' }],
    [200, {}],
    [400, { code: 'PARAM_ERROR', message: '参数错误' }],
    [401, { code: 'SIGN_ERROR', message: '签名错误' }],
    [404, { message: 'no code' }],
    [429, { code: 'FREQUENCY_LIMITED', message: '频率限制' }],
    [500, { code: 'SYSTEM_ERROR', message: '系统错误' }],
  ])('knows nothing of a trade when the answer is %i %o', async (status, body) => {
    const { wechat, provider } = await story();
    wechat.answerNext(status, body);
    await expect(provider.query('ZH1')).rejects.toBeInstanceOf(PaymentUnreachable);
  });

  it('does not take the answer to another order, nor an old one, though WeChat Pay signed it', async () => {
    const { clock, wechat, provider, openOrder, paidOrder } = await story();
    const paid = await paidOrder();
    const unpaid = await openOrder();
    expect(await provider.query(paid.orderNo)).toMatchObject({ state: 'paid' });
    wechat.replayLastAnswer();
    await expect(provider.query(unpaid.orderNo)).rejects.toBeInstanceOf(PaymentUnreachable);
    expect(await provider.query(paid.orderNo)).toMatchObject({ state: 'paid' });
    clock.set({ advanceMs: 301_000 });
    await expect(provider.query(paid.orderNo)).rejects.toBeInstanceOf(PaymentUnreachable);
  });

  it('believes a refusal without a signature, but nothing else', async () => {
    const { wechat, provider, openOrder } = await story();
    const { orderNo } = await openOrder();
    wechat.pay(orderNo);
    await wechat.breakNetwork('unsigned');
    expect(await provider.query('ZH1')).toEqual({ state: 'none' });
    await expect(provider.query(orderNo)).rejects.toBeInstanceOf(PaymentUnreachable);
    await wechat.mendNetwork();
    expect(await provider.query(orderNo)).toMatchObject({ state: 'paid' });
  });

  it('does not believe a refusal that somebody else signed', async () => {
    const { wechat, provider } = await story();
    await wechat.breakNetwork('forged');
    await expect(provider.query('ZH1')).rejects.toBeInstanceOf(PaymentUnreachable);
  });

  it('does not call a trade closed that WeChat Pay would not close', async () => {
    const { wechat, provider, openOrder } = await story();
    const { orderNo } = await openOrder();
    wechat.answerNext(400, { code: 'INVALID_REQUEST', message: '请稍后再试' });
    await expect(provider.close(orderNo)).rejects.toBeInstanceOf(PaymentUnreachable);
    expect(await provider.query(orderNo)).toEqual({ state: 'open' });
  });

  it.each([
    [429, { code: 'FREQUENCY_LIMITED', message: '频率限制' }],
    [500, { code: 'SYSTEM_ERROR', message: '系统错误' }],
    [200, { out_refund_no: 'R00002', status: 'SUCCESS', amount: { refund: 4990 } }],
  ])('does not know of a refund when the answer is %i %o', async (status, body) => {
    const { wechat, refund, paidOrder } = await story();
    const order = await paidOrder();
    wechat.answerNext(404, { code: 'RESOURCE_NOT_EXISTS', message: '退款单不存在' });
    wechat.answerNext(status, body);
    await expect(refund(order)).rejects.toBeInstanceOf(PaymentUnreachable);
    expect(await refund(order)).toMatchObject({ state: 'processing' });
  });

  it('gives back in its time', async () => {
    const { wechat, refund, paidOrder } = await story();
    const order = await paidOrder();
    expect(await refund(order)).toMatchObject({ state: 'processing' });
    expect(await refund(order)).toMatchObject({ state: 'processing' });
    wechat.finishRefunds();
    expect(await refund(order)).toMatchObject({ state: 'done' });
    expect(await refund(order, 1)).toMatchObject({ state: 'refused' });
    expect(wechat.refunded(order.orderNo)).toBe(order.amount);
  });

  it.each(['CLOSED', 'ABNORMAL'] as const)('says of a refund that ended as %s that it was refused', async (status) => {
    const { wechat, refund, paidOrder } = await story();
    const order = await paidOrder();
    await refund(order);
    wechat.finishRefunds(status);
    expect(await refund(order)).toEqual({ state: 'refused', detail: expect.stringMatching(/^退款/) });
  });

  it('says why a refund is refused', async () => {
    const { refund, openOrder } = await story();
    const detail = 'INVALID_REQUEST: 说明 INVALID_REQUEST';
    expect(await refund(await openOrder())).toEqual({ state: 'refused', detail });
  });

  it('knows the notification of a refund, which names no application', async () => {
    const { wechat, provider, refund, paidOrder } = await story();
    const order = await paidOrder();
    await refund(order);
    const read = await provider.readNotification(wechat.refundNotification(order.orderNo));
    expect(read).toMatchObject({ orderNo: order.orderNo, kind: 'refunded', amount: order.amount });
  });

  it.each([
    ['forged', 'wechatpay-serial', 'PUB_KEY_ID_0119000000012026112200000002'],
    ['forged', 'wechatpay-signature', 'WECHATPAY/SIGNTEST/c2lnbmF0dXJl'],
    ['forged', 'wechatpay-nonce', 'another'],
    ['forged', 'wechatpay-timestamp', String(start / 1000 - 1)],
    ['malformed', 'wechatpay-timestamp', 'now'],
    ['malformed', 'wechatpay-signature', undefined],
  ])('refuses a notification as %s when its %s is %s', async (kind, header, value) => {
    const { wechat, provider, paidOrder } = await story();
    const { orderNo } = await paidOrder();
    const { headers, body } = wechat.notification(orderNo);
    const call = { headers: { ...headers, [header]: value }, body };
    await expect(provider.readNotification(call)).rejects.toMatchObject({ kind });
  });

  it('takes a notification that is up to five minutes old or early', async () => {
    const { clock, wechat, provider, paidOrder } = await story();
    const { orderNo } = await paidOrder();
    for (const age of [-300_000, 300_000]) {
      const call = wechat.notification(orderNo, {}, clock.now() - age);
      expect(await provider.readNotification(call)).toMatchObject({ orderNo });
    }
    for (const age of [-301_000, 301_000]) {
      const call = wechat.notification(orderNo, {}, clock.now() - age);
      await expect(provider.readNotification(call)).rejects.toMatchObject({ kind: 'stale' });
    }
  });

  it.each([
    ['another key', { apiV3Key: 'a-key-of-thirty-two-letters-0002' }, {}],
    ['an amount that is no whole number', {}, { amount: { total: 1.5 } }],
  ])('refuses a notification sealed with %s as malformed', async (_, account, changes) => {
    const { clock, wechat, paidOrder } = await story();
    const { orderNo } = await paidOrder();
    const provider = createWechatPay({ ...wechat.account, ...account, gateway: wechat.origin, clock });
    const call = wechat.notification(orderNo, changes);
    await expect(provider.readNotification(call)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('refuses a signed message that is no notification', async () => {
    const { wechat, provider } = await story();
    for (const text of ['', '{}', '[]', '{"event_type":"X","resource":{"algorithm":"NONE"}}']) {
      const call = { headers: wechat.sign(text), body: Buffer.from(text) };
      await expect(provider.readNotification(call)).rejects.toMatchObject({ kind: 'malformed' });
    }
  });

  it('answers a notification as the protocol asks', async () => {
    const { provider } = await story();
    expect(provider.reply(true)).toMatchObject({ status: 204, body: '' });
    expect(provider.reply(false)).toMatchObject({ status: 400, body: '{"code":"FAIL","message":"失败"}' });
  });

  it('believes no bill that is not the one announced', async () => {
    const { clock, wechat, provider, paidOrder } = await story();
    await paidOrder();
    clock.set({ advanceMs: 36 * hour });
    const address = `${wechat.origin}/v3/billdownload/file?token=2026-11-22`;
    wechat.answerNext(200, { hash_type: 'SHA1', hash_value: '0'.repeat(40), download_url: address });
    await expect(provider.bill('2026-11-22')).rejects.toBeInstanceOf(PaymentUnreachable);
    expect(await provider.bill('2026-11-22')).toHaveLength(1);
  });

  it('takes "no bill" for a day without payments only when the bill must be there', async () => {
    const { clock, wechat, provider } = await story();
    clock.set({ now: Date.parse('2026-11-23T11:59:59+08:00') });
    await expect(provider.bill('2026-11-22')).rejects.toBeInstanceOf(PaymentUnreachable);
    clock.set({ advanceMs: 1000 });
    expect(await provider.bill('2026-11-22')).toEqual([]);
    wechat.answerNext(400, { code: 'STATEMENT_CREATING', message: '账单生成中' });
    await expect(provider.bill('2026-11-22')).rejects.toBeInstanceOf(PaymentUnreachable);
  });
});
