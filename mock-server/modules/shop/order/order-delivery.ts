import { type TicketKind, ticketKinds } from '#shared/domain/ticket-kind';
import { addMonths, day } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Db } from '../../base/store.ts';
import type { MembershipService } from '../membership/membership.service.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import type { OrderRow } from './order.repository.ts';
import { readSnapshot, type Snapshot, type SoldMembership, type SoldUpgrade, type Term } from './order-snapshot.ts';

export interface DeliveryDeps {
  clock: Clock;
  memberships: MembershipService;
  tickets: TicketService;
}

/** Benefits that a refund took from the buyer. */
export interface TakenBack {
  /** Of a membership; a day that has begun counts as one. */
  days: number;
  tickets: Record<TicketKind, number>;
  /** True when a part of the order was left, with which it goes on. Refunds of earlier times took all. */
  isPart?: boolean;
  /** Fen of what was used that the refund was reduced by. */
  charged?: number;
}

/**
 * Share of an order's remaining benefits that a refund takes: `amount` of the `whole` that the rules would give, fen.
 */
export interface Share {
  amount: number;
  whole: number;
}

/** Of so many tickets or days: what begins to be given back is taken back. */
export function shareOf(left: number, { amount, whole }: Share): number {
  return Math.min(left, Math.ceil((left * amount) / whole));
}

export type OrderDelivery = ReturnType<typeof createOrderDelivery>;

/** Gives what was bought and takes it back. Everything it books carries the order's id as its reference. */
export function createOrderDelivery(deps: DeliveryDeps) {
  return withDeps(deps, { deliver, takeBack, giveAgain });
}

/**
 * For use in the transaction that marks the order as paid. Gives the snapshot with what came of it, or null when
 * there is nothing left to deliver to: an upgrade whose time has run out or is upgraded already.
 */
async function deliver(
  { clock, tickets, memberships }: DeliveryDeps,
  tx: Db,
  order: OrderRow,
): Promise<Snapshot | null> {
  const sold = readSnapshot(order.snapshot);
  const now = clock.now();
  const { account_id: accountId, id: reference } = order;
  if (sold.kind === 'package') {
    await tickets.grant(tx, accountId, {
      kind: sold.ticketKind,
      amount: sold.tickets,
      source: 'package',
      reason: `购买${sold.title}`,
      reference,
      expiresAt: addMonths(now, sold.validMonths),
      idempotencyKey: `order:${reference}`,
    });
    return sold;
  }
  const { plan, seats } = sold;
  if (sold.kind === 'membership') {
    const term = await memberships.giveMonths(tx, accountId, {
      plan,
      seats,
      months: sold.months,
      source: 'order',
      reference,
    });
    return { ...sold, term };
  }
  const term = await memberships.applyUpgrade(tx, accountId, { plan, seats, until: sold.until, reference });
  return term && { ...sold, term };
}

/**
 * Takes back what is left of it, or a share. Null when that cannot be given again: time that was upgraded
 * meanwhile.
 */
async function takeBack(
  deps: DeliveryDeps,
  tx: Db,
  order: OrderRow,
  { refundId, operator, share }: { refundId: string; operator: string; share: Share | null },
): Promise<TakenBack | null> {
  const { tickets, memberships } = deps;
  const { account_id: accountId, id: reference } = order;
  const sold = readSnapshot(order.snapshot);
  const before = await tickets.spendable(tx, accountId);
  if (sold.kind === 'package') {
    const key = `refund:${refundId}`;
    const amount = share && shareOf(await tickets.leftOf(tx, reference), share);
    await tickets.revoke(tx, accountId, {
      reference,
      reason: '退款收回',
      key,
      operator,
      ...(amount !== null && { amount }),
    });
    return { days: 0, tickets: difference(before, await tickets.spendable(tx, accountId)) };
  }
  const isUpgraded = await memberships.isUpgraded(tx, accountId, reference);
  const unused = await memberships.unusedDays(tx, accountId, reference);
  const days = share ? shareOf(unused, share) : daysLeft(deps, sold.term, unused);
  await memberships.revoke(tx, accountId, reference, share ? days : undefined);
  return isUpgraded ? null : { days, tickets: difference(before, await tickets.spendable(tx, accountId)) };
}

/** Undoes `takeBack` when the refund is rejected after all: as much time, and as many tickets. */
async function giveAgain(
  deps: DeliveryDeps,
  tx: Db,
  order: OrderRow,
  { refundId, operator, taken }: { refundId: string; operator: string; taken: TakenBack },
): Promise<void> {
  const { tickets, clock } = deps;
  const { account_id: accountId, id: reference } = order;
  const sold = readSnapshot(order.snapshot);
  const detail = { reason: '退款驳回，恢复', key: `refund-rejected:${refundId}`, operator };
  if (sold.kind === 'package') {
    const { ticketKind: kind } = sold;
    await tickets.restore(tx, accountId, { kind, amount: taken.tickets[kind], reference, ...detail });
    return;
  }
  const before = await tickets.spendable(tx, accountId);
  const term = await giveTimeAgain(deps, tx, order, sold, taken.days);
  if (!term) return;
  const given = difference(await tickets.spendable(tx, accountId), before);
  // New time begins a new 30-day window, which grants its tickets in full: also those used before the refund.
  for (const kind of ticketKinds) {
    const missing = taken.tickets[kind] - given[kind];
    const surplus = { kind, amount: -missing, source: 'plan', ...detail };
    if (missing < 0) await tickets.revoke(tx, accountId, surplus);
    const expiresAt = Math.min(term.endsAt, clock.now() + 30 * day);
    const grant = { kind, amount: missing, source: 'plan', expiresAt, ...detail };
    await tickets.grant(tx, accountId, { ...grant, idempotencyKey: `${detail.key}:${kind}` });
  }
}

/** In whole days, the last one that has begun counting as one. */
function daysLeft(deps: DeliveryDeps, term: Term | null, wholeDays: number): number {
  const left = term ? term.endsAt - Math.max(deps.clock.now(), term.startsAt) : 0;
  return Math.max(wholeDays, Math.min(wholeDays + 1, Math.ceil(left / day)));
}

/** Null when nothing is left to give. */
async function giveTimeAgain(
  deps: DeliveryDeps,
  tx: Db,
  { account_id: accountId, id: reference }: OrderRow,
  sold: SoldMembership | SoldUpgrade,
  days: number,
): Promise<Term | null> {
  const { plan, seats } = sold;
  if (sold.kind === 'upgrade')
    return deps.memberships.applyUpgrade(tx, accountId, { plan, seats, until: sold.until, reference });
  return days > 0 ? deps.memberships.giveDays(tx, accountId, { plan, seats, days, source: 'order', reference }) : null;
}

function difference(a: Record<TicketKind, number>, b: Record<TicketKind, number>): Record<TicketKind, number> {
  return { normal: a.normal - b.normal, live: a.live - b.live, gpt: a.gpt - b.gpt };
}
