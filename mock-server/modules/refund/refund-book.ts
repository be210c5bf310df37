import { ticketKinds } from '#shared/domain/ticket-kind';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Ids } from '../../ids.ts';
import type { MembershipService } from '../membership/membership.service.ts';
import type { OrderRow } from '../order/order.service.ts';
import type { OrderRefunds } from '../order/order-ports.ts';
import { readSnapshot } from '../order/order-snapshot.ts';
import type { Db } from '../store.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import { insertRefund, type RefundRow, refundsOf } from './refund.repository.ts';
import { membershipQuote, packageQuote, type RefundQuote, refusedQuote, upgradeQuote } from './refund.rules.ts';

export interface RefundBookDeps {
  clock: Clock;
  ids: Ids;
  memberships: MembershipService;
  tickets: TicketService;
}

export type RefundBook = ReturnType<typeof createRefundBook>;

/** Which refunds there are of an order and what one would be; it moves neither orders nor money. */
export function createRefundBook({ clock, ids, memberships, tickets }: RefundBookDeps) {
  /** By the rules of product.md §3.4; never above what was paid. */
  async function quote(handle: Db, order: OrderRow): Promise<RefundQuote> {
    if (order.status !== 'completed') return refusedQuote('只有已完成的订单可以退款');
    const now = clock.now();
    const { id: reference, account_id: accountId, paid_amount, completed_at } = order;
    const sold = readSnapshot(order.snapshot);
    const known = { paid: paid_amount ?? 0, completedAt: completed_at ?? now };
    if (sold.kind === 'package')
      return packageQuote(sold, known.paid, known.completedAt, await tickets.usedOf(handle, reference), now);
    if (await memberships.isUpgraded(handle, accountId, reference))
      return refusedQuote('其中的时间已升级，请先申请退回升级的订单');
    const used = { normal: 0, live: 0, gpt: 0 };
    for (const kind of ticketKinds) used[kind] = await memberships.usedTickets(handle, accountId, reference, kind);
    const daysLeft = await memberships.unusedDays(handle, accountId, reference);
    const isUnused = used.normal + used.live + used.gpt === 0;
    const delivered = { ...known, used: used.normal, isUnused, daysLeft };
    return sold.kind === 'upgrade' ? upgradeQuote(sold, delivered, now) : membershipQuote(sold, delivered, now);
  }

  return {
    quote,

    async add(tx, order, refund) {
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

    async newestOf(handle, orderIds) {
      const booked = await refundsOf(handle, orderIds);
      return new Map(booked.map((refund): [string, RefundRow] => [refund.order_id, refund]));
    },
  } satisfies OrderRefunds & { quote: (handle: Db, order: OrderRow) => Promise<RefundQuote> };
}
