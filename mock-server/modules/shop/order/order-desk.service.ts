import type { z } from 'zod';
import type { OrderEvent, StaffOrder } from '#shared/contract/order-desk-rows';
import { isOrderOpen } from '#shared/domain/order-status';
import { ProductError } from '#shared/errors';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import type { RecordKind } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps } from '../../records/record-kit/record-kit.ts';
import { eventsOf } from './order.repository.ts';
import { notOpen } from './order.rules.ts';
import * as lists from './order-desk.repository.ts';
import { toStaffOrder } from './order-desk-view.ts';
import { type OrderSettlement, unavailable } from './order-settlement.ts';

export interface OrderDeskDeps extends RecordDeps {
  store: Store;
  settlement: OrderSettlement;
}

const orderKind: RecordKind<'purchase_order', StaffOrder, 'note', 'note'> = {
  resource: 'order',
  source: lists.orderSource,
  columns: { note: 'note' },
  rows: async (db, ids) => (await lists.staffOrders(db, ids)).map(toStaffOrder),
  missing: 'order.not_found',
  titleOf: (_verb, { before }) => `修改订单 ${before?.orderNo} 的备注`,
  audited: ({ note }) => ({ note }),
};

/** Orders for staff; every change leaves an audit row in the same transaction. */
export function createOrderDesk(deps: OrderDeskDeps) {
  const { store, settlement, audit } = deps;
  const { db, transact } = store;
  const kit = createRecordKit(deps, orderKind);
  const staffOrder = kit.mustFind;

  /** Audits what the provider's answer made of an order. */
  async function audited(
    tx: Db,
    { caller, facts }: Pick<StaffAct, 'caller' | 'facts'>,
    { action, before, reason }: { action: string; before: StaffOrder; reason?: string },
  ): Promise<StaffOrder> {
    const after = await staffOrder(tx, before.id);
    const states = { before: { status: before.status }, after: { status: after.status, ...(reason && { reason }) } };
    await audit.record(tx, { caller, facts, action, subject: before.id, ...states });
    return after;
  }

  return {
    list: kit.list,

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
      return transact((tx) => audited(tx, { caller, facts }, { action: 'order.verify', before }));
    },

    async close(caller: StaffCaller, id: string, reason: string, facts: RequestFacts): Promise<StaffOrder> {
      const before = await staffOrder(db, id);
      if (!isOrderOpen(before.status)) throw notOpen(before.status);
      const told: { after?: StaffOrder } = {};
      const record = async (tx: Db) => {
        told.after = await audited(tx, { caller, facts }, { action: 'order.close', before, reason });
      };
      await settlement.close(id, { reason: 'staff', actor: caller.accountId, record }).catch((error: unknown) => {
        throw unavailable(error);
      });
      // One that turned out to be paid has been booked by then.
      if (!told.after) await transact(record);
      return told.after ?? staffOrder(db, id);
    },

    /** @param was the note that was read; another one by now is refused with `order.note_changed_meanwhile` */
    note(act: StaffAct, id: string, { note, was }: { note: string; was?: string | undefined }): Promise<StaffOrder> {
      const check = (before: StaffOrder) => {
        if (was !== undefined && was !== before.note)
          throw new ProductError('order.note_changed_meanwhile', {
            fill: { note: before.note },
            beside: { current: before },
          });
      };
      return transact((tx) => kit.change(tx, act, id, { verb: 'note', fields: { note }, check }));
    },
  };
}
