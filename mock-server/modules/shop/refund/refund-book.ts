import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import type { Db } from '../../base/store.ts';
import type { MembershipService } from '../membership/membership.service.ts';
import type { OrderRow } from '../order/order.service.ts';
import type { TakenBack } from '../order/order-delivery.ts';
import type { OrderRefunds } from '../order/order-ports.ts';
import { readSnapshot } from '../order/order-snapshot.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import { insertRefund, type RefundRow, refundsOf } from './refund.repository.ts';
import {
  chargeOf,
  membershipQuote,
  packageQuote,
  type RefundQuote,
  refusedQuote,
  upgradeQuote,
} from './refund.rules.ts';

export interface RefundBookDeps {
  clock: Clock;
  ids: Ids;
  memberships: MembershipService;
  tickets: TicketService;
}

/** Refund by the rules, and the facts it is based on. */
export interface RefundBasis {
  quote: RefundQuote;
  /** Used and remaining parts of the order, as Chinese words. */
  usage: string[];
  /** Remaining parts of the order; a partial refund takes its share of each. */
  left: Array<{ what: string; count: number }>;
  /** Fen of used tickets that the quote is reduced by, beside the days that are gone. */
  charge: number;
  /** True when another order builds on it, so that only a full refund is possible. */
  isBound: boolean;
}

export type RefundBook = ReturnType<typeof createRefundBook>;

/** Which refunds there are of an order and what one would be; it moves neither orders nor money. */
export function createRefundBook({ clock, ids, memberships, tickets }: RefundBookDeps) {
  /** By docs/RULES.md R49; never above what was paid and not given back yet. */
  async function quote(handle: Db, order: OrderRow): Promise<RefundQuote> {
    return (await basisOf(handle, order)).quote;
  }

  /** The quote with what it stands on. */
  async function basisOf(handle: Db, order: OrderRow): Promise<RefundBasis> {
    const nothing = { usage: [], left: [], charge: 0, isBound: false };
    if (order.status !== 'completed') return { ...nothing, quote: refusedQuote('只有已完成的订单可以退款') };
    const now = clock.now();
    const { id: reference, account_id: accountId, paid_amount, completed_at, refunded_amount: refunded } = order;
    const sold = readSnapshot(order.snapshot);
    const known = { paid: paid_amount ?? 0, refunded, completedAt: completed_at ?? now };
    if (sold.kind === 'package') {
      const used = await tickets.usedOf(handle, reference);
      const left = await tickets.leftOf(handle, reference);
      const label = ticketLabels[sold.ticketKind];
      return {
        ...nothing,
        quote: packageQuote(sold, { ...known, used, left }, now),
        usage: [`${label}：共 ${sold.tickets}，已用 ${used}，剩余 ${left}`],
        left: [{ what: label, count: left }],
      };
    }
    const used = { normal: 0, live: 0, gpt: 0 };
    for (const kind of ticketKinds) used[kind] = await memberships.usedTickets(handle, accountId, reference, kind);
    const daysLeft = await memberships.unusedDays(handle, accountId, reference);
    const usage = [
      `剩余 ${daysLeft} 整天`,
      `本期已用：${ticketKinds.map((kind) => `${ticketLabels[kind]} ${used[kind]}`).join('，')}`,
    ];
    const left = [{ what: sold.kind === 'upgrade' ? '升级的天数' : '会员天数', count: daysLeft }];
    if (await memberships.isUpgraded(handle, accountId, reference))
      return {
        ...nothing,
        usage,
        left,
        isBound: true,
        quote: refusedQuote('其中的时间已升级，请先申请退回升级的订单'),
      };
    const isUnused = used.normal + used.live + used.gpt === 0;
    const charged = await chargedOf(handle, reference);
    const delivered = { ...known, used: used.normal, charged, isUnused, daysLeft };
    return sold.kind === 'upgrade'
      ? { ...nothing, usage, left, quote: upgradeQuote(sold, delivered, now) }
      : { ...nothing, usage, left, charge: chargeOf(delivered), quote: membershipQuote(sold, delivered, now) };
  }

  /** Fen of used tickets that refunds of an order were reduced by. */
  async function chargedOf(handle: Db, orderId: string): Promise<number> {
    const done = (await refundsOf(handle, [orderId])).filter(({ status, taken }) => status === 'done' && taken);
    return done.reduce((sum, { taken }) => sum + ((JSON.parse(taken ?? '') as TakenBack).charged ?? 0), 0);
  }

  return {
    quote,
    basisOf,

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
  } satisfies OrderRefunds & {
    quote: (handle: Db, order: OrderRow) => Promise<RefundQuote>;
    basisOf: (handle: Db, order: OrderRow) => Promise<RefundBasis>;
  };
}
