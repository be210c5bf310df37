import { canOrderMove, type OrderStatus } from '#shared/domain/order-status';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Db } from '../../base/store.ts';
import * as orders from './order.repository.ts';

/** A line of an order's history. `actor`: `buyer`, `provider`, `system` or the account of a member of staff. */
export interface Note {
  what: string;
  detail?: string;
  actor: string;
}

export type OrderMoves = ReturnType<typeof createOrderMoves>;

/** The steps that orders, their payments and refunds share; all are for use inside a transaction. */
export function createOrderMoves({ clock }: { clock: Clock }) {
  async function note(tx: Db, orderId: string, { what, detail = '', actor }: Note): Promise<void> {
    await orders.insertEvent(tx, { order_id: orderId, what, detail, actor, created_at: clock.now() });
  }

  async function mustFind(handle: Db, orderId: string): Promise<orders.OrderRow> {
    const order = await orders.findOrder(handle, orderId);
    if (!order) throw new ProductError('order.not_found');
    return order;
  }

  return {
    note,
    mustFind,

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
      if (moved) await note(tx, orderId, event);
      return moved;
    },

    /** Writes what no status depends on. */
    patch: (tx: Db, orderId: string, patch: orders.OrderPatch) => orders.patchOrder(tx, orderId, patch),
  };
}
