import type { KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { hour, minute } from '#shared/domain/time';
import type { Clock } from '../../mock-server/adapters/clock/port.ts';
import { type Config, ConfigError } from '../../mock-server/config.ts';
import { type FakeAlipay, startFakeAlipay } from '../support/fake-alipay.ts';
import { type FakeWechatPay, startFakeWechatPay } from '../support/fake-wechat-pay.ts';
import { refusal, startOfStory, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';

let server: TestServer;
let alipay: FakeAlipay;
let wechat: FakeWechatPay;

const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' } as const).toString();

/** The server with the providers of a real installation, whose gateways are played. */
async function open(changes: Partial<Config> = {}, dataDir?: string): Promise<void> {
  const clock: Clock = { now: () => server?.clock.now() ?? startOfStory };
  alipay = await startFakeAlipay(clock);
  wechat = await startFakeWechatPay(clock);
  server = await startTestServer({
    ...(dataDir && { dataDir }),
    config: {
      alipayProvider: 'alipay',
      alipayAppId: alipay.account.appId,
      alipaySellerId: alipay.account.sellerId,
      alipayPrivateKey: pem(alipay.account.privateKey, 'pkcs8'),
      alipayPublicKey: pem(alipay.account.publicKey, 'spki'),
      alipayGateway: alipay.gateway,
      wechatPayProvider: 'wechat',
      wechatPayAppId: wechat.account.appId,
      wechatPayMerchantId: wechat.account.merchantId,
      wechatPaySerial: wechat.account.serial,
      wechatPayPrivateKey: pem(wechat.account.privateKey, 'pkcs8'),
      wechatPayPublicKeyId: wechat.account.publicKeyId,
      wechatPayPublicKey: pem(wechat.account.publicKey, 'spki'),
      wechatPayApiV3Key: wechat.account.apiV3Key,
      wechatPayGateway: wechat.origin,
      ...changes,
    },
  });
}

afterEach(async () => {
  await alipay.close();
  await wechat.close();
});

async function close(): Promise<void> {
  expect(await server.faults()).toEqual([]);
  await server.close();
}

const { events, verdicts } = ordersOf(() => server);

async function post(payType: 'alipay' | 'wechat', call: { headers: object; body: Buffer }) {
  const headers = call.headers as Record<string, string>;
  const address = `${server.origin}/api/order/notify/${payType}`;
  const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(call.body) });
  return { status: answer.status, body: await answer.text() };
}

it('Alipay: the page is opened and paid, the notification completes the order, once', async () => {
  await open();
  const member = await server.member();
  const made = await member.api.createOrder({ productId: 'normal-100', payType: 'alipay' });
  expect(made).toMatchObject({ status: 'created', isSimulated: false });
  const { payUrl } = await member.api.createAliPayOrder({ orderId: made.orderId });
  await fetch(payUrl);
  alipay.pay(made.orderNo);
  expect(await alipay.deliver(made.orderNo)).toBe('success');
  expect(await alipay.deliver(made.orderNo)).toBe('success');
  expect(await member.api.checkOrder({ orderId: made.orderId })).toMatchObject({ status: 'completed', amount: 3900 });
  expect(await events(made.orderId)).toEqual(['created', 'paying', 'paid', 'completed']);
  expect(await verdicts(made.orderNo)).toEqual(['accepted', 'duplicate']);
  await close();
});

it('WeChat Pay: the code is paid, the notification completes the order, once', async () => {
  await open();
  const member = await server.member();
  const made = await member.api.createOrder({ productId: 'live-30', payType: 'wechat' });
  expect(made).toMatchObject({ status: 'paying', codeUrl: expect.stringMatching(/^weixin:/), isSimulated: false });
  wechat.pay(made.orderNo);
  expect(await wechat.deliver(made.orderNo)).toBe(204);
  expect(await wechat.deliver(made.orderNo)).toBe(204);
  expect(await member.api.checkOrder({ orderId: made.orderId })).toMatchObject({ status: 'completed' });
  expect(await events(made.orderId)).toEqual(['created', 'paying', 'paid', 'completed']);
  await close();
});

it('neither is believed when its notification is not for us, and nothing is granted', async () => {
  await open();
  const member = await server.member();
  const byAlipay = await member.api.createOrder({ productId: 'normal-100', payType: 'alipay' });
  await fetch((await member.api.createAliPayOrder({ orderId: byAlipay.orderId })).payUrl);
  alipay.pay(byAlipay.orderNo);
  for (const changes of [{ sign_type: 'RSA' }, { app_id: '1' }, { seller_id: '1' }] as Record<string, string>[])
    expect((await post('alipay', alipay.notification(byAlipay.orderNo, changes))).body).toBe('fail');
  expect(await verdicts(byAlipay.orderNo)).toEqual(['rsa1', 'wrong_app', 'wrong_seller']);

  const byWechat = await member.api.createOrder({ productId: 'live-30', payType: 'wechat' });
  wechat.pay(byWechat.orderNo);
  const old = wechat.notification(byWechat.orderNo, {}, server.clock.now() - 6 * minute);
  expect(await post('wechat', old)).toEqual({ status: 400, body: '{"code":"FAIL","message":"失败"}' });
  expect((await post('wechat', wechat.notification(byWechat.orderNo, { mchid: '1' }))).status).toBe(400);
  for (const { orderId } of [byAlipay, byWechat]) expect(await events(orderId)).toEqual(['created', 'paying']);

  await server.pass(minute);
  for (const { orderId } of [byAlipay, byWechat])
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'completed' });
  await close();
});

it('a page of Alipay opened and paid after the order was canceled is paid back by itself', async () => {
  await open();
  const member = await server.member();
  const { orderId, orderNo } = await member.api.createOrder({ productId: 'normal-100', payType: 'alipay' });
  const { payUrl } = await member.api.createAliPayOrder({ orderId });
  expect(await member.api.cancelOrder({ orderId })).toMatchObject({ status: 'closed' });
  await fetch(payUrl);
  alipay.pay(orderNo);
  expect(await alipay.deliver(orderNo)).toBe('success');
  await server.pass(minute);
  expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'refunded', refundedAmount: 3900 });
  expect(alipay.refunded(orderNo)).toBe(3900);
  await close();
});

it('a refund by WeChat Pay is done when WeChat Pay says so', async () => {
  await open();
  const [member, staff] = [await server.member(), await server.staff('admin')];
  const { orderId, orderNo } = await member.api.createOrder({ productId: 'normal-100', payType: 'wechat' });
  wechat.pay(orderNo);
  await wechat.deliver(orderNo);
  await staff.api.refundOrder({ id: orderId, reason: '客户要求' });
  await server.pass(minute);
  expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'refunding' });
  wechat.finishRefunds();
  await server.pass(hour);
  expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'refunded', refundedAmount: 3900 });
  expect(wechat.refunded(orderNo)).toBe(3900);
  await close();
});

it('an order by WeChat Pay that could not be opened can be asked for again', async () => {
  await open();
  const member = await server.member();
  await wechat.breakNetwork('error');
  const draft = { productId: 'normal-100', payType: 'wechat' } as const;
  expect((await refusal(member.api.createOrder(draft))).reason).toBe('payment.unavailable');
  await wechat.mendNetwork();
  expect(await member.api.createOrder(draft)).toMatchObject({ status: 'paying' });
  expect((await member.api.orders({})).list).toHaveLength(1);
  await close();
});

it.each([
  ['ALIPAY_PRIVATE_KEY', { alipayPrivateKey: 'my key' }],
  ['ALIPAY_PUBLIC_KEY', { alipayPublicKey: '@/no/such/file' }],
  ['WECHAT_PAY_PUBLIC_KEY', { wechatPayPublicKey: 'MIIB' }],
  ['WECHAT_PAY_API_V3_KEY', { wechatPayApiV3Key: 'too short' }],
])('the server does not start with a %s that is none', async (name, changes) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-test-'));
  const error = await open(changes, folder).catch((caught: unknown) => caught);
  await rm(folder, { recursive: true });
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as Error).message).toContain(`${name}：`);
});
