import { canOrderMove, type OrderStatus } from '#shared/domain/order-status';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Ids } from '../../ids.ts';
import type { Db } from '../store.ts';
import * as orders from './order.repository.ts';
import { insertDifference } from './payment-books.repository.ts';
import { insertRefund, type RefundRow } from './refund.repository.ts';

/** A line of an order's history. `actor`: `buyer`, `provider`, `system` or the account of a member of staff. */
export interface Note {
  what: string;
  detail?: string;
  actor: string;
}

export interface Difference {
  kind: string;
  detail: string;
  orderNo: string;
  provider: string;
  orderId?: string | null;
  ourAmount?: number | null;
  theirAmount?: number | null;
}

export type OrderMoves = ReturnType<typeof createOrderMoves>;

/** The steps that orders, their payments and refunds share; all are for use inside a transaction. */
export function createOrderMoves({ clock, ids }: { clock: Clock; ids: Ids }) {
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

    async addRefund(
      tx: Db,
      order: Pick<orders.OrderRow, 'id'>,
      refund: Pick<RefundRow, 'amount' | 'reason' | 'status' | 'requested_by'> & { approved_by?: string | null },
    ): Promise<string> {
      const now = clock.now();
      const id = ids.next('refund');
      await insertRefund(tx, {
        id,
        order_id: order.id,
        approved_by: null,
        ...refund,
        next_try_at: refund.status === 'pending' ? now : null,
        created_at: now,
        done_at: refund.status === 'done' ? now : null,
      });
      return id;
    },

    /** Where our books and the provider's differ, for staff to look at. */
    async addDifference(handle: Db, found: Difference): Promise<void> {
      await insertDifference(handle, {
        id: ids.next('difference'),
        order_id: found.orderId ?? null,
        order_no: found.orderNo,
        provider: found.provider,
        kind: found.kind,
        detail: found.detail,
        our_amount: found.ourAmount ?? null,
        their_amount: found.theirAmount ?? null,
        resolved_by: null,
        created_at: clock.now(),
      });
    },
  };
}
