import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { observeWrites } from '../../../tests/support/observed-writes.ts';
import { createIds } from '../../ids.ts';
import { createAdjustableClock } from '../clock/adjustable.ts';
import { describePaymentProvider } from './conformance.ts';
import type { TradeRequest } from './port.ts';
import { createSimulatedPayment, type PlayAction } from './simulated/index.ts';

const house = { htmlPage: () => '', fillHtml: () => '', refuseForeignOrigin: () => undefined };

/** The company with a merchant that answers its notifications with `merchant.answer`. */
async function startCompany(known?: string) {
  const folder = known ?? (await mkdtemp(path.join(tmpdir(), 'simulated-payment-')));
  const clock = createAdjustableClock();
  clock.set({ now: Date.parse('2026-11-22T12:00:00+08:00'), isFrozen: true });
  const merchant = { answer: 'success', calls: [] as Array<{ url: string; body: string }> };
  const send: typeof fetch = async (input, init) => {
    merchant.calls.push({ url: String(input), body: String(init?.body) });
    if (merchant.answer === 'unreachable') throw new Error('connection refused');
    return new Response(merchant.answer);
  };
  const company = createSimulatedPayment({ folder, clock, ids: createIds(), send, house });
  company.reachProductAt('http://127.0.0.1:9');
  return { folder, clock, merchant, company };
}

describePaymentProvider(
  'the simulated company',
  { forgeries: ['rsa1', 'wrong_app', 'wrong_seller'], faults: ['down'], tellsPartialRefunds: true },
  async () => {
    const { folder, clock, merchant, company } = await startCompany();

    function lastCall(orderNo: string) {
      const call = merchant.calls.findLast(({ body }) => new URLSearchParams(body).get('out_trade_no') === orderNo);
      if (!call) throw new Error(`no notification for ${orderNo}`);
      return { headers: {}, body: Buffer.from(call.body) };
    }

    const wrongs = { rsa1: { signType: 'RSA' }, wrong_app: { appId: '2' }, wrong_seller: { sellerId: '2' } } as const;
    return {
      provider: company.provider,
      clock,
      payType: 'alipay',
      person: {
        look: async () => undefined,
        async pay(orderNo) {
          const before = merchant.calls.length;
          await company.play(orderNo, 'pay');
          if (merchant.calls.length === before) throw new Error('the payment was not taken');
        },
      },
      refunded: (orderNo) => company.newest(1000).find((trade) => trade.orderNo === orderNo)?.refunded ?? 0,
      notification: lastCall,
      async forge(forgery, orderNo) {
        if (forgery === 'stale') throw new Error('the protocol has no time limit');
        await company.play(orderNo, 'forge', wrongs[forgery]);
        return lastCall(orderNo);
      },
      tamper: ({ headers, body }) => ({
        headers,
        body: Buffer.from(body.toString().replace(/total_amount=\d+/, 'total_amount=1')),
      }),
      stopsAfter: ({ status, body }) => status === 200 && body === 'success',
      breakNetwork: () => company.setOutage(true),
      mendNetwork: () => company.setOutage(false),
      async close() {
        await company.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
);

describe('the simulated company', () => {
  const started: Array<Awaited<ReturnType<typeof startCompany>>> = [];
  afterEach(async () => {
    for (const { company, folder } of started.splice(0)) {
      await company.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  /** A company with an open trade over 89 yuan. */
  async function withTrade(changes: Partial<TradeRequest> = {}) {
    const world = await startCompany();
    started.push(world);
    const orderNo = 'ZH20261122ABCDEFGHJKLMNP';
    await world.company.provider.open({
      orderNo,
      payType: 'alipay',
      amount: 8900,
      subject: '专业会员 1 个月',
      expireAt: world.clock.now() + 15 * minute,
      notifyUrl: 'http://localhost:8000/api/order/notify/alipay',
      returnUrl: 'http://localhost:8000/done2?orderId=1',
      ...changes,
    });
    const play = (action: PlayAction, options = {}) => world.company.play(orderNo, action, options);
    const bodies = () => world.merchant.calls.map(({ body }) => body);
    const read = (body: string) => world.company.provider.readNotification({ headers: {}, body: Buffer.from(body) });
    return { ...world, orderNo, play, bodies, read };
  }

  it('comes again at growing pauses until the answer is exactly success', async () => {
    const { play, bodies, clock, company, merchant } = await withTrade();
    const answers = ['fail', 'unreachable', 'SUCCESS', 'success ', '<html>success</html>', ''];
    for (const [index, pause] of [0, 4, 10, 10, 60, 120].entries()) {
      merchant.answer = answers[index] ?? '';
      if (pause === 0) await play('pay');
      clock.set({ advanceMs: pause * minute - 1 });
      await company.deliverDue();
      expect(bodies()).toHaveLength(Math.max(1, index));
      clock.set({ advanceMs: 1 });
      await company.deliverDue();
      expect(bodies()).toHaveLength(index + 1);
    }
    merchant.answer = 'success';
    clock.set({ advanceMs: 360 * minute });
    await company.deliverDue();
    expect(bodies()).toHaveLength(7);
    expect(new Set(bodies()).size).toBe(1);
    clock.set({ advanceMs: 100 * 24 * 60 * minute });
    await company.deliverDue();
    expect(bodies()).toHaveLength(7);
  });

  it('gives up in the end', async () => {
    const { play, bodies, clock, company, merchant } = await withTrade();
    merchant.answer = 'fail';
    await play('pay');
    for (let tries = 0; tries < 12; tries += 1) {
      clock.set({ advanceMs: 24 * 60 * minute });
      await company.deliverDue();
    }
    expect(bodies()).toHaveLength(8);
  });

  it('keeps trades, notifications and its key over a restart', async () => {
    const before = await startCompany();
    const request = { orderNo: 'ZHRESTART', payType: 'wechat', amount: 990, subject: '普通券 20 张' } as const;
    const urls = { notifyUrl: 'http://localhost/notify', returnUrl: 'http://localhost/done2' };
    await before.company.provider.open({ ...request, ...urls, expireAt: before.clock.now() + minute });
    before.merchant.answer = 'unreachable';
    await before.company.play('ZHRESTART', 'pay');
    await before.company.close();

    const after = await startCompany(before.folder);
    started.push(after);
    expect(await after.company.provider.query('ZHRESTART')).toMatchObject({ state: 'paid', amount: 990 });
    after.clock.set({ advanceMs: 4 * minute });
    await after.company.deliverDue();
    const [call] = after.merchant.calls;
    const body = Buffer.from(call?.body ?? '');
    expect(await after.company.provider.readNotification({ headers: {}, body })).toMatchObject({ amount: 990 });
    expect((await stat(path.join(before.folder, 'simulated-payment-key.pem'))).mode & 0o777).toBe(0o600);
  });

  it.each(['pay', 'late', 'duplicate'] as const)(
    'books a payment together with its notification, so that no kill leaves one alone (%s)',
    async (action) => {
      const { play, folder } = await withTrade();
      const books = new Database(path.join(folder, 'simulated-payment.db'), { readonly: true });
      const left = books.prepare('SELECT state, (SELECT count(*) FROM notification) AS notices FROM trade');
      const seen: Array<{ state: string; notices: number }> = [];
      const end = observeWrites(folder, { after: () => void seen.push(left.get() as (typeof seen)[number]) });
      await play(action).finally(end);
      books.close();
      const notices = action === 'duplicate' ? 2 : 1;
      expect(seen.find(({ state }) => state === 'paid')).toEqual({ state: 'paid', notices });
    },
  );

  it('calls the product and nothing else, whatever the notify address says', async () => {
    const { play, merchant } = await withTrade({
      notifyUrl: 'http://elsewhere.example:81/api/order/notify/alipay?a=1',
    });
    await play('pay');
    expect(merchant.calls.map(({ url }) => url)).toEqual(['http://127.0.0.1:9/api/order/notify/alipay?a=1']);
  });

  it('opens no page on an address that is none of the web', async () => {
    await expect(withTrade({ returnUrl: 'javascript:alert(1)' })).rejects.toThrow(/not a web address/);
  });

  it('lets a payment land when the trade is over, but only when told so', async () => {
    const { play, company, orderNo } = await withTrade();
    expect(await company.provider.close(orderNo)).toEqual({ state: 'closed' });
    expect(await play('pay')).toEqual({ state: 'closed' });
    expect(await play('late')).toMatchObject({ state: 'paid', amount: 8900 });
  });

  it('ends a trade that the payer refuses, and one whose time is over', async () => {
    const refused = await withTrade();
    expect(await refused.play('refuse')).toEqual({ state: 'closed' });
    expect(await refused.play('pay')).toEqual({ state: 'closed' });
    const lapsed = await withTrade();
    lapsed.clock.set({ advanceMs: 15 * minute });
    expect(await lapsed.play('pay')).toEqual({ state: 'closed' });
    expect(lapsed.bodies()).toEqual([]);
  });

  it('does not refuse what is paid', async () => {
    const { play } = await withTrade();
    await play('pay');
    expect(await play('refuse')).toMatchObject({ state: 'paid' });
  });

  it('notifies twice at once', async () => {
    const { play, bodies } = await withTrade();
    expect(await play('duplicate')).toMatchObject({ state: 'paid' });
    expect(bodies()).toHaveLength(2);
    expect(bodies()[0]).toBe(bodies()[1]);
    await play('duplicate');
    expect(bodies()).toHaveLength(4);
  });

  it('can keep silent about a payment', async () => {
    const { play, bodies } = await withTrade();
    expect(await play('pay', { isSilent: true })).toMatchObject({ state: 'paid' });
    expect(bodies()).toEqual([]);
  });

  it('forges what nobody believes, once, and pays nothing', async () => {
    const { play, bodies, read, clock, company, merchant } = await withTrade();
    merchant.answer = 'fail';
    expect(await play('forge')).toEqual({ state: 'open' });
    clock.set({ advanceMs: 5 * minute });
    await company.deliverDue();
    expect(bodies()).toHaveLength(1);
    await expect(read(bodies()[0] ?? '')).rejects.toMatchObject({
      kind: 'forged',
      orderNo: 'ZH20261122ABCDEFGHJKLMNP',
    });
  });

  it('says a wrong amount with a right signature, and pays nothing', async () => {
    const { play, bodies, read } = await withTrade();
    expect(await play('wrong_amount')).toEqual({ state: 'open' });
    expect(await read(bodies()[0] ?? '')).toMatchObject({ kind: 'paid', amount: 8901 });
  });

  it('speaks in the fields of the real one', async () => {
    const { play, bodies } = await withTrade();
    await play('pay');
    expect(Object.fromEntries(new URLSearchParams(bodies()[0]))).toMatchObject({
      out_trade_no: 'ZH20261122ABCDEFGHJKLMNP',
      total_amount: '89.00',
      trade_status: 'TRADE_SUCCESS',
      notify_time: '2026-11-22 12:00:00',
      subject: '专业会员 1 个月',
      sign_type: 'RSA2',
      charset: 'utf-8',
    });
  });

  it('plays nothing on an order it does not know', async () => {
    const { company, bodies } = await withTrade();
    for (const action of ['pay', 'refuse', 'late', 'duplicate', 'forge', 'wrong_amount'] as const)
      expect(await company.play('ZHUNKNOWN', action)).toEqual({ state: 'none' });
    expect(bodies()).toEqual([]);
  });
});
