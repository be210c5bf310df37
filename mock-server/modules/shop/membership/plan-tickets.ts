import type { PaidPlan } from '#shared/domain/plan';
import { type TicketKind, ticketKinds } from '#shared/domain/ticket-kind';
import type { MonthSpan } from '#shared/domain/time';
import type { Ids } from '../../../ids.ts';
import type { Db } from '../../base/store.ts';
import type { Plans } from '../product/catalogue.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import { endlessAt, endsOf, type MembershipPeriod } from './membership.rules.ts';
import { coveredOf, entitledTo, monthsCutShort, pushedBack, ticketMonthAt, usedByOrder } from './ticket-months.ts';

/**
 * Grants and revokes the tickets of the current ticket month of a membership. `row` holds the contiguous stretches
 * around that moment and is not empty. Functions that write are for use inside a transaction.
 */
export function createPlanTickets({ ids, plans, tickets }: { ids: Ids; plans: Plans; tickets: TicketService }) {
  const referenceOf = ({ startsAt }: MonthSpan) => `plan:${startsAt}`;
  const quotaOf = (kind: TicketKind) => (plan: PaidPlan) => plans.of(plan).monthly[kind];
  /** The current month, and those whose rest a higher plan has moved back. */
  const monthsOf = (row: readonly MembershipPeriod[], now: number): MonthSpan[] => {
    const current = ticketMonthAt(row, now);
    return [current, ...pushedBack(row, now).filter(({ startsAt }) => startsAt !== current.startsAt)];
  };

  /** Tickets of a kind: the entitlement of a month, and the numbers granted and revoked for it. */
  async function standing(
    handle: Db,
    accountId: string,
    row: readonly MembershipPeriod[],
    { month, kind }: { month: MonthSpan; kind: TicketKind },
  ) {
    const reference = referenceOf(month);
    const covered = coveredOf(row, month);
    const entitled = entitledTo({ covered, ms: month.ms }, quotaOf(kind));
    return { reference, entitled, covered, ...(await tickets.grantedOf(handle, accountId, kind, reference)) };
  }

  return {
    /** Grants missing tickets. They expire with the membership, at the latest at the end of the month. */
    async giveMissing(tx: Db, accountId: string, row: readonly MembershipPeriod[], now: number): Promise<void> {
      const month = ticketMonthAt(row, now);
      const expiresAt = Math.min(month.endsAt, endsOf(row, now).membership ?? endlessAt);
      await tickets.prolong(tx, accountId, referenceOf(month), expiresAt);
      // Tickets of a month that was moved back stay valid until its rest is over.
      for (const rest of pushedBack(row, now)) await tickets.prolong(tx, accountId, referenceOf(rest), rest.endsAt);
      for (const kind of ticketKinds) {
        const { reference, entitled, given, revoked } = await standing(tx, accountId, row, { month, kind });
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

    /**
     * Revokes tickets beyond the entitlement of the months of `before` and `row`: the stretches before and after the
     * change.
     */
    async takeExcess(
      tx: Db,
      accountId: string,
      before: readonly MembershipPeriod[],
      row: readonly MembershipPeriod[],
      now: number,
    ): Promise<void> {
      const months = new Map([...monthsOf(before, now), ...monthsOf(row, now)].map((month) => [month.startsAt, month]));
      for (const month of months.values()) {
        for (const kind of ticketKinds) {
          const { reference, entitled, given, revoked } = await standing(tx, accountId, row, { month, kind });
          const amount = given - revoked - entitled;
          if (amount <= 0) continue;
          const key = ids.next('plan-excess');
          await tickets.revoke(tx, accountId, { reference, kind, amount, reason: '退款收回', key });
        }
      }
    },

    /** Takes back what is left of all its months, when a membership ends before its time. */
    async end(tx: Db, accountId: string, row: readonly MembershipPeriod[], now: number): Promise<void> {
      for (const reference of new Set([...monthsOf(row, now), ...monthsCutShort(row, now)].map(referenceOf))) {
        const key = ids.next('plan-end');
        await tickets.revoke(tx, accountId, { reference, reason: '会员结束', key });
      }
    },

    /** Number of tickets of a kind that were used at the expense of an order. */
    async usedBy(
      handle: Db,
      accountId: string,
      row: readonly MembershipPeriod[],
      order: { reference: string; kind: TicketKind },
      now: number,
    ): Promise<number> {
      let sum = 0;
      for (const month of monthsOf(row, now)) {
        const { used, covered } = await standing(handle, accountId, row, { month, kind: order.kind });
        sum += usedByOrder({ covered, ms: month.ms }, order.reference, used, quotaOf(order.kind));
      }
      return sum;
    },
  };
}
