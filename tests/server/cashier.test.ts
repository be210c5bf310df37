import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { startTestServer, type TestServer } from '../support/server.ts';
import { envelopeReason } from '../support/server-answers.ts';
import { controlOf } from '../support/server-control.ts';

let server: TestServer;
const { control } = controlOf(() => server);
let orders = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** An order that waits for its payment at the simulated company. */
async function openTrade(subject = '专业会员 1 个月') {
  orders += 1;
  const orderNo = `ZH20261120T${String(orders).padStart(6, '0')}`;
  const provider = server.deps.payments.of('alipay');
  const opened = await provider?.open({
    orderNo,
    payType: 'alipay',
    amount: 8900,
    subject,
    expireAt: server.clock.now() + 15 * minute,
    notifyUrl: `${server.origin}/api/order/notify/alipay`,
    returnUrl: `${server.origin}/done2?orderId=${orderNo}`,
  });
  return { orderNo, address: `/pay/${orderNo}`, payUrl: opened?.payUrl ?? '', query: () => provider?.query(orderNo) };
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const page = (address: string) => server.visitor().raw('GET', address);
const press = (address: string, body: string, headers = {}) =>
  server.visitor().raw('POST', address, { ...form, ...headers }, body);
const stateOf = async (address: string) => (await page(`${address}/state`)).json;

describe('the cashier', () => {
  it('says what is bought, for how much, until when, and that no money moves', async () => {
    const { orderNo, address, payUrl } = await openTrade();
    expect(payUrl).toBe(server.origin + address);
    const { status, headers, text } = await page(address);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    for (const words of ['模拟收银台 · 不产生真实扣款', '筑绘 AI', '专业会员 1 个月', orderNo, '89', '15:00', '支付宝'])
      expect(text).toContain(words);
    expect(text).toContain('2026-11-20 12:15 截止');
    expect(text).not.toMatch(/<script(?! src="\/pay\/cashier\.js")/);
    expect((await page('/pay/cashier.js')).headers['content-type']).toMatch(/javascript/);
  });

  it('takes the payment, tells the shop and offers the way back', async () => {
    const { address, orderNo, query } = await openTrade();
    const { status, headers } = await press(address, 'action=pay');
    expect([status, headers.location]).toEqual([303, address]);
    expect(await query()).toMatchObject({ state: 'paid', amount: 8900 });
    await server.deps.simulatedPayment?.deliverDue();
    const journal = await control('GET', '/journal');
    expect(journal.json).toContainEqual(expect.objectContaining({ method: 'POST', path: '/api/order/notify/alipay' }));
    const { text } = await page(address);
    expect(text).toContain('支付成功');
    expect(text).toContain(`href="${server.origin}/done2?orderId=${orderNo}"`);
    expect(text).toContain('秒后自动返回');
    await server.pass(2 * minute);
    expect((await page(address)).text).not.toContain('秒后自动返回');
  });

  it('is paid once, however often the button is pressed', async () => {
    const { address, query } = await openTrade();
    await Promise.all([press(address, 'action=pay'), press(address, 'action=pay'), press(address, 'action=refuse')]);
    const first = await query();
    expect(first).toMatchObject({ state: expect.stringMatching(/paid|closed/) });
    await press(address, 'action=pay');
    expect(await query()).toEqual(first);
  });

  it('lets the payer give up', async () => {
    const { address, query } = await openTrade();
    const { status } = await server
      .visitor()
      .raw('POST', address, { 'content-type': 'application/json' }, '{"action":"refuse"}');
    expect(status).toBe(303);
    expect(await query()).toEqual({ state: 'closed' });
    expect((await page(address)).text).toContain('已放弃支付');
    expect(await stateOf(address)).toMatchObject({ state: 'refused' });
  });

  it('runs out by the product’s clock', async () => {
    const { address, query } = await openTrade();
    await server.pass(14 * minute);
    expect(await stateOf(address)).toEqual({ state: 'open', leftMs: minute });
    await server.pass(minute);
    expect(await stateOf(address)).toEqual({ state: 'expired', leftMs: 0 });
    expect((await page(address)).text).toContain('支付已超时');
    await press(address, 'action=pay');
    expect(await query()).toEqual({ state: 'closed' });
  });

  it('shows what the shop closed, and what it gave back', async () => {
    const closed = await openTrade();
    const provider = server.deps.payments.of('alipay');
    await provider?.close(closed.orderNo);
    expect((await page(closed.address)).text).toContain('订单已关闭');

    const paid = await openTrade();
    await control('POST', '/pay', { orderNo: paid.orderNo, action: 'pay' });
    const refund = { orderNo: paid.orderNo, paidAmount: 8900, reason: '用户申请退款' };
    await provider?.refund({ ...refund, refundNo: `A${paid.orderNo}`, amount: 900 });
    expect((await page(paid.address)).text).toContain('¥9<');
    await provider?.refund({ ...refund, refundNo: `B${paid.orderNo}`, amount: 8000 });
    expect((await page(paid.address)).text).toContain('已全额退款');
    expect(await stateOf(paid.address)).toMatchObject({ state: 'refunded' });
  });

  it('writes a name as text, whatever it holds', async () => {
    const { address } = await openTrade('<script>alert(1)</script>"&');
    const { text } = await page(address);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#38;');
  });

  it('has a page of its own for an order nobody knows', async () => {
    for (const address of ['/pay/ZHNOBODY', '/pay', '/pay/', '/pay/a/b/c']) {
      const { status, text } = await page(address);
      expect([address, status]).toEqual([address, 404]);
      expect(text).toContain('没有这笔订单');
    }
    expect((await press('/pay/ZHNOBODY', 'action=pay')).status).toBe(404);
    expect(envelopeReason(await page('/pay/ZHNOBODY/state'))).toBe('order.not_found');
  });

  it('takes no press from another site, and no press it does not know', async () => {
    const { address, query } = await openTrade();
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect(envelopeReason(await press(address, 'action=pay', headers))).toBe('request.foreign_origin');
    for (const body of ['', 'action=late', 'action=pay&action=pay', 'x=1'])
      expect(envelopeReason(await press(address, body))).toBe('request.invalid');
    expect(envelopeReason(await press(address, `action=${'x'.repeat(9000)}`))).toBe('request.too_large');
    expect(
      envelopeReason(await server.visitor().raw('POST', address, { 'content-type': 'application/json' }, '{"a')),
    ).toBe('request.malformed');
    expect((await page(`${address}%E0%A4%A`)).status).toBeLessThan(500);
    expect(await query()).toEqual({ state: 'open' });
  });
});

describe('the control plane of payments', () => {
  it('lists the newest orders and plays on them', async () => {
    const { orderNo } = await openTrade();
    const list = (await control('GET', '/pay')).json as { isDown: boolean; trades: object[] };
    expect(list).toMatchObject({ isDown: false });
    expect(list.trades).toContainEqual(expect.objectContaining({ orderNo, state: 'open', amount: 8900 }));
    expect(await control('POST', '/pay', { orderNo, action: 'refuse' })).toMatchObject({
      json: { ok: true, trade: { state: 'closed' } },
    });
    expect(await control('POST', '/pay', { orderNo, action: 'late', isSilent: true })).toMatchObject({
      json: { trade: { state: 'paid', amount: 8900 } },
    });
  });

  it('refuses an order or an action it does not know', async () => {
    const { orderNo } = await openTrade();
    expect(await control('POST', '/pay', { orderNo: 'ZHNOBODY', action: 'pay' })).toMatchObject({
      status: 404,
      json: { error: { reason: 'order.not_found' } },
    });
    expect((await control('POST', '/pay', { orderNo, action: 'steal' })).status).toBe(422);
    expect((await control('POST', '/pay', {})).status).toBe(422);
  });

  it('cuts the line to the company and mends it', async () => {
    const { query } = await openTrade();
    await control('POST', '/pay/line', { isDown: true });
    await expect(query()).rejects.toThrow(/line is down/);
    await control('POST', '/pay/line', { isDown: false });
    expect(await query()).toEqual({ state: 'open' });
  });

  it('empties the company’s books at a reset', async () => {
    const { query, address } = await openTrade();
    await control('POST', '/reset', { scenario: 'empty' });
    expect(await query()).toEqual({ state: 'none' });
    expect((await page(address)).status).toBe(404);
    expect((await control('GET', '/pay')).json).toEqual({ isDown: false, trades: [] });
  });

  it('is not there where no payment is simulated, nor is the cashier', async () => {
    const other = await startTestServer({ config: { alipayProvider: 'off', wechatPayProvider: 'off' } });
    const elsewhere = controlOf(() => other);
    expect((await elsewhere.control('GET', '/pay')).status).toBe(404);
    expect(other.deps.payments.channels()).toEqual([]);
    expect(other.deps.payments.of('alipay')).toBeNull();
    await other.close();
  });
});
