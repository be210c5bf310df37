import { canOrderMove, type OrderStatus } from '#shared/domain/order-status';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Tally } from '../../../adapters/metrics/port.ts';
import { afterCommit, type Db } from '../../base/store.ts';
import * as orders from './order.repository.ts';

/** A line of an order's history. `actor`: `buyer`, `provider`, `system` or the account of a member of staff. */
export interface Note {
  what: string;
  detail?: string;
  actor: string;
}

export type OrderMoves = ReturnType<typeof createOrderMoves>;

/** The steps that orders, their payments and refunds share; all are for use inside a transaction. */
export function createOrderMoves({ clock, tally }: { clock: Clock; tally: Pick<Tally, 'orderMoved' | 'orderNoted'> }) {
  async function note(tx: Db, orderId: string, { what, detail = '', actor }: Note): Promise<void> {
    await orders.insertEvent(tx, { order_id: orderId, what, detail, actor, created_at: clock.now() });
    afterCommit(tx, () => tally.orderNoted(what));
  }

  async function mustFind(handle: Db, orderId: string): Promise<orders.OrderRow> {
    const order = await orders.findOrder(handle, orderId);
    if (!order) throw new ProductError('order.not_found');
    return order;
  }

  const counted = (tx: Db, { status, pay_type }: Pick<orders.OrderRow, 'status' | 'pay_type'>) =>
    afterCommit(tx, () => tally.orderMoved(status, pay_type));

  return {
    note,
    mustFind,

    /** The first line of the history of a new order. */
    async opened(tx: Db, orderId: string, event: Note): Promise<orders.OrderRow> {
      await note(tx, orderId, event);
      const order = await mustFind(tx, orderId);
      counted(tx, order);
      return order;
    },

    /** Compare and set: undefined, and nothing happens, when the order is in none of the statuses any more. */
    async move(
      tx: Db,
      orderId: string,
      from: readonly OrderStatus[],
      patch: orders.OrderPatch & { status: OrderStatus },
      event: Note,
    ): Promise<orders.OrderRow | undefined> {
      const wrong = from.find((status) => !canOrderMove(status, patch.status));
      if (wrong) throw new Error(`an order does not go from ${wrong} to ${patch.status}`);
      const moved = await orders.moveOrder(tx, orderId, from, patch);
      if (!moved) return undefined;
      await note(tx, orderId, event);
      counted(tx, moved);
      return moved;
    },

    /** Writes what no status depends on. */
    patch: (tx: Db, orderId: string, patch: orders.OrderPatch) => orders.patchOrder(tx, orderId, patch),
  };
}
