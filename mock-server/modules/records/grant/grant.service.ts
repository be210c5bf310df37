import { startOfDay } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { StaffCaller } from '../../base/caller.ts';
import type { Db } from '../../base/store.ts';
import { findGrant, insertGrant, worthSince } from './grant.repository.ts';

export interface Given {
  what: 'tickets' | 'plan' | 'redeem';
  /** Account or batch. */
  subject: string;
  /** In tickets, by `grant.rules.ts`. */
  worth: number;
  reason: string;
}

export type Grants = ReturnType<typeof createGrants>;

/**
 * Grants of members of staff, summed up for each of them and day in China.
 * @param ceiling in tickets; administrators may give more
 */
export function createGrants({ clock, ceiling }: { clock: Clock; ceiling: () => number }) {
  /** Tickets that a member of staff may still give away today; null without a ceiling. */
  async function leftOf(handle: Db, { accountId, role }: StaffCaller): Promise<number | null> {
    if (role === 'admin') return null;
    return Math.max(0, ceiling() - (await worthSince(handle, accountId, startOfDay(clock.now()))));
  }

  return {
    leftOf,

    /**
     * Notes a grant, inside the transaction that makes it. Throws `ticket.daily_ceiling` with what is left.
     * @returns by what it is given back when the grant is undone
     */
    async note(tx: Db, caller: StaffCaller, { what, subject, worth, reason }: Given): Promise<number> {
      const left = await leftOf(tx, caller);
      if (left !== null && worth > left) throw new ProductError('ticket.daily_ceiling', { fill: { left } });
      return insertGrant(tx, { operator: caller.accountId, what, subject, worth, reason, created_at: clock.now() });
    },

    /** Gives who made a grant its worth back, on the day it was counted on, inside the transaction that undoes it. */
    async giveBack(tx: Db, id: number, reason: string): Promise<void> {
      const grant = await findGrant(tx, id);
      if (!grant || grant.worth === 0) return;
      const { operator, what, subject, worth, created_at } = grant;
      await insertGrant(tx, { operator, what, subject, worth: -worth, reason, created_at });
    },
  };
}
