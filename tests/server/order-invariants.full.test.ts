import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '#shared/contract/order';
import { day } from '#shared/domain/time';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { ordersOf } from '../support/server-orders.ts';

let server: TestServer;
let buyer: Member;
let bought: Order;
let waiting: Order;
beforeEach(async () => {
  server = await startTestServer();
  buyer = await server.member();
  bought = await buy(buyer);
  waiting = await order(buyer, 'pro-month');
});
afterEach(() => server.close());

const { buy, order } = ordersOf(() => server);
const { checks } = controlOf(() => server);
const db = () => server.deps.store.db;
const change = (orderId: string) => db().updateTable('purchase_order').where('id', '=', orderId);

const plants: Array<[string, string, () => Promise<unknown>]> = [
  [
    'an order that was completed twice',
    '没有订单发放两次',
    () =>
      db()
        .insertInto('order_event')
        .values({ order_id: bought.orderId, what: 'completed', actor: 'system', created_at: server.clock.now() })
        .execute(),
  ],
  [
    'a completed order of which nothing arrived',
    '已完成的订单都已发放',
    () => db().updateTable('ticket_lot').set({ reference: null }).where('reference', '=', bought.orderId).execute(),
  ],
  [
    'tickets of an order nobody paid',
    '没有付款的订单没有发放',
    () => db().updateTable('ticket_lot').set({ reference: waiting.orderId }).where('source', '=', 'gift').execute(),
  ],
  [
    'money given back that no refund names',
    '退款金额等于已完成的退款',
    () => change(bought.orderId).set({ refunded_amount: 1 }).execute(),
  ],
  [
    'a refund that nobody works on',
    '退款中的订单都有退款单',
    () => change(bought.orderId).set({ status: 'refunding' }).execute(),
  ],
  [
    'an order past its time that nobody looks at',
    '过期的订单都会再核对',
    () =>
      change(waiting.orderId)
        .set({ expires_at: server.clock.now() - day, next_check_at: null })
        .execute(),
  ],
  [
    'a paid order that nobody delivers',
    '付了款的订单都会发放',
    () => change(waiting.orderId).set({ status: 'paid', next_check_at: null }).execute(),
  ],
  [
    'an order that was given up and staff do not know of',
    '渠道停用而关闭的订单都已告知员工',
    () =>
      db()
        .insertInto('order_event')
        .values({ order_id: waiting.orderId, what: 'check_failed', actor: 'system', created_at: server.clock.now() })
        .execute(),
  ],
  [
    'a rejected refund whose tickets stayed away',
    '已完成的券包没有被收回',
    async () => {
      const { store, tickets } = server.deps;
      const revocation = { reference: bought.orderId, reason: '退款收回', key: 'refund:lost' };
      await store.transact((tx) => tickets.revoke(tx, buyer.accountId, revocation));
    },
  ],
  [
    'a bill that was compared before its day was over',
    '账单只核对已过完的日子',
    () =>
      db()
        .insertInto('bill_day')
        .values({ provider: 'alipay', bill_date: '2026-11-20', next_try_at: null, compared_at: server.clock.now() })
        .execute(),
  ],
  [
    'a membership that stayed after its refund',
    '退掉的套餐已收回',
    async () => {
      const { orderId } = await buy(await server.member(), 'pro-month');
      await change(orderId).set({ status: 'refunded' }).execute();
    },
  ],
];

it.each(plants)('the invariants see %s', async (_what, name, plant) => {
  expect(await checks()).toEqual({ ok: true, broken: [] });
  await plant();
  expect((await checks()).broken).toContain(name);
});
