import path from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { Order } from '#shared/contract/order';
import type { PlayAction, PlayOptions } from '../../mock-server/adapters/payment/simulated/index.ts';
import type { Member, TestServer } from './server.ts';

/** Actions of the order tests with the simulated payment company and the books. */
export function ordersOf(server: () => TestServer) {
  const company = () => {
    const { simulatedPayment } = server().deps;
    if (!simulatedPayment) throw new Error('no simulated payment company is in use');
    return simulatedPayment;
  };
  const db = () => server().deps.store.db;

  /** Plays the payer or the company and waits until its notifications were answered. */
  const play = (orderNo: string, action: PlayAction, options?: PlayOptions) => company().play(orderNo, action, options);

  /** Orders by Alipay and goes to the page to pay at. */
  async function order(member: Member, productId = 'normal-100', quantity = 1): Promise<Order> {
    const made = await member.api.createOrder({ productId, quantity, payType: 'alipay' });
    await member.api.createAliPayOrder({ orderId: made.orderId });
    return member.api.checkOrder({ orderId: made.orderId });
  }

  return {
    play,
    order,

    /** Cuts the line to the payment company, or mends it. */
    cutLine: (isCut: boolean) => company().setOutage(isCut),

    /** Orders, pays, and is given what was bought. */
    async buy(member: Member, productId = 'normal-100', quantity = 1): Promise<Order> {
      const { orderId, orderNo } = await order(member, productId, quantity);
      await play(orderNo, 'pay');
      const bought = await member.api.checkOrder({ orderId });
      expect(bought.status).toBe('completed');
      return bought;
    },

    /** Lets the company's books say another amount than was asked for. */
    tamper(orderNo: string, amount: number): void {
      const books = new Database(path.join(server().dataDir, 'simulated-payment.db'));
      books.prepare('UPDATE trade SET amount = ? WHERE orderNo = ?').run(amount, orderNo);
      books.close();
    },

    /** Events of an order, oldest first. */
    async events(orderId: string): Promise<string[]> {
      const rows = await db()
        .selectFrom('order_event')
        .select('what')
        .where('order_id', '=', orderId)
        .orderBy('id')
        .execute();
      return rows.map(({ what }) => what);
    },

    /** An order as it stands in the books. */
    row: (orderId: string) =>
      db().selectFrom('purchase_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow(),

    /** Verdicts on the notifications for an order, in the order they came. */
    async verdicts(orderNo: string): Promise<string[]> {
      const rows = await db()
        .selectFrom('payment_notification')
        .select('verdict')
        .where('order_no', '=', orderNo)
        .orderBy('id')
        .execute();
      return rows.map(({ verdict }) => verdict);
    },

    /** Open differences between our books and the company's about an order. */
    async differences(orderNo: string): Promise<string[]> {
      const rows = await db()
        .selectFrom('payment_difference')
        .select('kind')
        .where('order_no', '=', orderNo)
        .where('resolved_by', 'is', null)
        .orderBy('created_at')
        .execute();
      return rows.map(({ kind }) => kind);
    },

    /** Tickets that came from an order, and what is left of them. */
    async lots(orderId: string): Promise<Array<{ amount: number; left: number }>> {
      return db()
        .selectFrom('ticket_lot')
        .select(['amount', 'remaining as left'])
        .where('reference', '=', orderId)
        .execute();
    },
  };
}
