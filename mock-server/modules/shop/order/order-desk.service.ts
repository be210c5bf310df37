import type { z } from 'zod';
import type { OrderEvent, StaffOrder } from '#shared/contract/order-desk-rows';
import { isOrderOpen } from '#shared/domain/order-status';
import { ProductError } from '#shared/errors';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import { eventsOf, patchOrder } from './order.repository.ts';
import { notOpen } from './order.rules.ts';
import * as lists from './order-desk.repository.ts';
import { toStaffOrder } from './order-desk-view.ts';
import { type OrderSettlement, unavailable } from './order-settlement.ts';

export interface OrderDeskDeps {
  store: Store;
  settlement: OrderSettlement;
  audit: AuditService;
  changeSets: ChangeSets;
}

export const orderList: ConsoleList<StaffOrder> = {
  source: lists.orderSource,
  rows: async (db, ids) => (await lists.staffOrders(db, ids)).map(toStaffOrder),
  idOf: ({ id }) => id,
};

/** What staff see and do about orders; every change leaves an audit row in the same transaction. */
export function createOrderDesk({ store, settlement, audit, changeSets }: OrderDeskDeps) {
  const { db, transact } = store;

  async function staffOrder(handle: Db, id: string): Promise<StaffOrder> {
    const [row] = await lists.staffOrders(handle, [id]);
    if (!row) throw new ProductError('order.not_found');
    return toStaffOrder(row);
  }

  /** Audits what the provider's answer made of an order, which is booked by then. */
  async function answerWith(
    caller: StaffCaller,
    facts: RequestFacts,
    action: string,
    before: StaffOrder,
    extra: object = {},
  ): Promise<StaffOrder> {
    return transact(async (tx) => {
      const after = await staffOrder(tx, before.id);
      const states = { before: { status: before.status }, after: { status: after.status, ...extra } };
      await audit.record(tx, { caller, facts, action, subject: before.id, ...states });
      return after;
    });
  }

  changeSets.register('order', {
    now: async (tx, id) => ({ note: (await staffOrder(tx, id)).note }),
    revert: (tx, { id, before }) => patchOrder(tx, id, { note: String(before?.note ?? '') }),
  });

  return {
    async order(id: string): Promise<StaffOrder & { events: Array<z.infer<typeof OrderEvent>> }> {
      const order = await staffOrder(db, id);
      const events = (await eventsOf(db, { orderId: id })).map(({ id: eventId, what, detail, actor, created_at }) => ({
        id: eventId,
        what,
        detail,
        actor,
        createdAt: created_at,
      }));
      return { ...order, events };
    },

    /** Asks the provider and acts on it; nothing is ever granted by hand. */
    async verify(caller: StaffCaller, id: string, facts: RequestFacts): Promise<StaffOrder> {
      const before = await staffOrder(db, id);
      await settlement.settle(id, caller.accountId).catch((error: unknown) => {
        throw unavailable(error);
      });
      return answerWith(caller, facts, 'order.verify', before);
    },

    async close(caller: StaffCaller, id: string, reason: string, facts: RequestFacts): Promise<StaffOrder> {
      const before = await staffOrder(db, id);
      if (!isOrderOpen(before.status)) throw notOpen(before.status);
      await settlement.close(id, 'staff', caller.accountId).catch((error: unknown) => {
        throw unavailable(error);
      });
      return answerWith(caller, facts, 'order.close', before, { reason });
    },

    async note(
      caller: StaffCaller,
      id: string,
      { note, was }: { note: string; was?: string | undefined },
      facts: RequestFacts,
    ): Promise<StaffOrder> {
      return transact(async (tx) => {
        const before = await staffOrder(tx, id);
        if (was !== undefined && was !== before.note)
          throw new ProductError('order.note_changed_meanwhile', {
            fill: { note: before.note },
            beside: { current: before },
          });
        await patchOrder(tx, id, { note });
        const change = { before: { note: before.note }, after: { note } };
        await audit.record(tx, { caller, facts, action: 'order.note', subject: id, ...change });
        const items = [{ resource: 'order', id, ...change }];
        await changeSets.record(tx, { caller, facts, title: `修改订单 ${before.orderNo} 的备注`, items });
        return { ...before, note };
      });
    },
  };
}
