import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/contract/order';
import { hour, minute } from '#shared/domain/time';
import type { Config } from '../../mock-server/config.ts';
import { type FakeAlipay, startFakeAlipay } from '../support/fake-alipay.ts';
import { type Member, refusal, startOfStory, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let alipay: FakeAlipay;
beforeEach(async () => {
  server = await startTestServer();
  alipay = await startFakeAlipay({ now: () => server.clock.now() ?? startOfStory });
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await server.faults()).toEqual([]);
  await server.close();
  await alipay.close();
});

const { play, order, buy, differences, events, lots, row } = ordersOf(() => server);
const sentence = '这笔订单的支付渠道已停用，重新启用后才能查询或退款';

/** The same data and time under other settings. */
async function restart(config: Partial<Config> = {}): Promise<void> {
  const { dataDir } = server;
  const now = server.clock.now();
  await server.stop(1000);
  server = await startTestServer({ dataDir, config });
  server.clock.set({ now });
}

/** Alipay takes the place of the simulated company; WeChat Pay is switched off. */
function restartWithAlipay(): Promise<void> {
  const { appId, sellerId, privateKey, publicKey } = alipay.account;
  return restart({
    alipayProvider: 'alipay',
    alipayAppId: appId,
    alipaySellerId: sellerId,
    alipayPrivateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    alipayPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    alipayGateway: alipay.gateway,
    wechatPayProvider: 'off',
  });
}

/** The buyer's browser at the server that runs now. */
function returning(member: Member): Visitor {
  const visitor = server.visitor();
  visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
  return visitor;
}

async function pass(hours: number): Promise<void> {
  for (let minutes = 0; minutes < hours * 60; minutes++) await server.pass(minute);
}

/** An order that nobody could ask about for long. */
async function abandoned(member: Member, isPaid: boolean): Promise<Order> {
  const made = await order(member);
  if (isPaid) await play(made.orderNo, 'pay', { isSilent: true });
  await restartWithAlipay();
  await pass(3);
  return made;
}

describe('an order whose provider is not configured any more', () => {
  it('is looked for until the waits grow no longer, then closed and put before staff, and blocks no new order', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await restartWithAlipay();
    await pass(0.5);
    const buyer = returning(member);
    const again = () => buyer.api.createOrder({ productId: 'normal-100', payType: 'alipay' });
    expect((await refusal(again())).reason).toBe('order.confirming');
    const support = await server.staff('support');
    for (const attempt of [
      () => support.api.verifyOrder({ id: orderId }),
      () => support.api.closeOrder({ id: orderId, reason: '用户来电' }),
      () => buyer.api.completeOrder({ orderId }),
    ]) {
      expect(await refusal(attempt())).toMatchObject({
        status: 409,
        reason: 'payment.provider_gone',
        message: sentence,
      });
    }
    expect(await row(orderId)).toMatchObject({ status: 'paying' });
    expect(await differences(orderNo)).toEqual([]);

    await pass(1.5);
    expect(await row(orderId)).toMatchObject({ status: 'closed', close_reason: 'expired' });
    expect((await events(orderId)).slice(-2)).toEqual(['closed', 'check_failed']);
    const [found, ...others] = await support.api.paymentDifferences({ q: orderNo });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      orderId,
      kind: 'provider_gone',
      provider: 'simulated',
      ourAmount: 3900,
      theirAmount: null,
      detail: '渠道已停用，不知道有没有付款；重新启用后自动核对',
    });
    expect(await again()).toMatchObject({ status: 'created', isSimulated: false });
    expect(await lots(orderId)).toEqual([]);
  });

  it('and that was paid is given back when the provider is there again', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await abandoned(member, true);
    await pass(24);
    expect(await row(orderId)).toMatchObject({ status: 'closed', paid_amount: null });
    await restart();
    await pass(1);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900, next_check_at: null });
    expect(await lots(orderId)).toEqual([]);
    // What staff were told stays with them until they have dealt with it.
    expect(await differences(orderNo)).toEqual(['provider_gone']);
  });

  it('and that was never paid stays closed, there too', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await abandoned(member, false);
    await restart();
    await pass(1);
    expect(await row(orderId)).toMatchObject({ status: 'closed', next_check_at: null });
    expect((await play(orderNo, 'pay')).state).toBe('closed');
  });

  it('is closed at the provider where that would still take the payment', async () => {
    const member = await server.member();
    const { orderId } = await abandoned(member, false);
    await restart();
    const provider = server.deps.payments.named('simulated') ?? never();
    vi.spyOn(provider, 'query').mockResolvedValue({ state: 'open' });
    const close = vi.spyOn(provider, 'close');
    await pass(1);
    expect(close).toHaveBeenCalledTimes(1);
    expect(await row(orderId)).toMatchObject({ status: 'closed', next_check_at: null });
  });

  it('is completed when the provider is there again in time', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await order(member);
    await play(orderNo, 'pay', { isSilent: true });
    await restartWithAlipay();
    await pass(0.5);
    await restart();
    await pass(0.5);
    expect(await row(orderId)).toMatchObject({ status: 'completed' });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 100 }]);
    expect(await differences(orderNo)).toEqual([]);
  });
});

describe('a refund whose provider is not configured any more', () => {
  it('is not begun, takes nothing from the buyer, and can be approved later', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    await restartWithAlipay();
    await returning(member).api.requestRefund({ orderId, reason: '买错了' });
    const finance = await server.staff('finance');
    const [waiting] = await finance.api.staffRefunds({ status: 'requested' });
    const id = waiting?.id ?? '';
    expect(await refusal(finance.api.approveRefund({ id }))).toMatchObject({ status: 409, message: sentence });
    expect(await row(orderId)).toMatchObject({ status: 'completed' });
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 100 }]);
    await restart();
    await (await server.staff('finance')).api.approveRefund({ id });
    await server.pass(1000);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
  });

  it('is not begun by staff either', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    await restartWithAlipay();
    const finance = await server.staff('finance');
    const refund = finance.api.refundOrder({ id: orderId, reason: '客户要求' });
    expect(await refusal(refund)).toMatchObject({ reason: 'payment.provider_gone', message: sentence });
    expect(await finance.api.staffRefunds()).toEqual([]);
    expect(await lots(orderId)).toEqual([{ amount: 100, left: 100 }]);
  });

  it('and that had begun says so, is tried ever more seldom, and is done when the provider is there again', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    await (await server.staff('finance')).api.refundOrder({ id: orderId, reason: '客户要求' });
    await restartWithAlipay();
    await pass(3);
    const { store } = server.deps;
    const refund = await store.db.selectFrom('refund').selectAll().executeTakeFirstOrThrow();
    expect(refund).toMatchObject({ status: 'pending', error: sentence });
    expect(refund.tries).toBeGreaterThan(3);
    expect(refund.tries).toBeLessThan(12);
    expect((refund.next_try_at ?? 0) - server.clock.now()).toBeLessThanOrEqual(hour);
    await restart();
    await pass(1);
    expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
  });
});

function never(): never {
  throw new Error('no provider is in use');
}
