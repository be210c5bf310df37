import { type PaidPlan, windowEntitlement } from '#shared/domain/plan';
import { type TicketKind, ticketKinds } from '#shared/domain/ticket-kind';
import type { Ids } from '../../ids.ts';
import type { Plans } from '../product/catalogue.ts';
import type { Db } from '../store.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import { endlessAt, endsOf, type Stretch, usedByOrder, wholeMonth, windowAt } from './membership.rules.ts';

/**
 * The tickets of the 30-day window a membership is in at the moment. `row` is the unbroken row of stretches around that
 * moment and not empty. Everything that writes happens inside a transaction.
 */
export function createPlanTickets({ ids, plans, tickets }: { ids: Ids; plans: Plans; tickets: TicketService }) {
  const referenceOf = (row: readonly Stretch[], now: number) => `plan:${windowAt(row, now).startsAt}`;
  const quotaOf = (kind: TicketKind) => (plan: PaidPlan) => plans.of(plan).monthly[kind];

  /** Tickets of a kind the window entitles to, and how many of them were given and not taken back. */
  async function standing(handle: Db, accountId: string, row: readonly Stretch[], kind: TicketKind, now: number) {
    const reference = referenceOf(row, now);
    const entitled = windowEntitlement(wholeMonth(row), windowAt(row, now).startsAt, quotaOf(kind));
    return { reference, entitled, ...(await tickets.grantedOf(handle, accountId, kind, reference)) };
  }

  return {
    /** Grants what is missing; the window's tickets live as long as the membership does, at most to the window's end. */
    async giveMissing(tx: Db, accountId: string, row: readonly Stretch[], now: number): Promise<void> {
      const expiresAt = Math.min(windowAt(row, now).endsAt, endsOf(row, now).membership ?? endlessAt);
      await tickets.prolong(tx, accountId, referenceOf(row, now), expiresAt);
      for (const kind of ticketKinds) {
        const { reference, entitled, given, revoked } = await standing(tx, accountId, row, kind, now);
        await tickets.grant(tx, accountId, {
          kind,
          amount: entitled - (given - revoked),
          source: 'plan',
          reason: '会员月度',
          expiresAt,
          reference,
          idempotencyKey: `${reference}:${accountId}:${kind}:${given}`,
        });
      }
    },

    /** Takes back what goes beyond what the window entitles to. */
    async takeExcess(tx: Db, accountId: string, row: readonly Stretch[], now: number): Promise<void> {
      for (const kind of ticketKinds) {
        const { reference, entitled, given, revoked } = await standing(tx, accountId, row, kind, now);
        const amount = given - revoked - entitled;
        if (amount <= 0) continue;
        const key = ids.next('plan-excess');
        await tickets.revoke(tx, accountId, { reference, kind, amount, reason: '退款收回', key });
      }
    },

    /** Takes back all of it, when a membership ends before its time. */
    async end(tx: Db, accountId: string, row: readonly Stretch[], now: number): Promise<void> {
      const key = ids.next('plan-end');
      await tickets.revoke(tx, accountId, { reference: referenceOf(row, now), reason: '会员结束', key });
    },

    /** How many of a kind were used at the expense of an order. */
    async usedBy(
      handle: Db,
      accountId: string,
      row: readonly Stretch[],
      order: { reference: string; kind: TicketKind },
      now: number,
    ): Promise<number> {
      const { used } = await standing(handle, accountId, row, order.kind, now);
      return usedByOrder(row, order.reference, windowAt(row, now).startsAt, used, quotaOf(order.kind));
    },
  };
}
