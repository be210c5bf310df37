import { day, hour } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { UserCaller } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import type { MembershipService } from '../membership/membership.service.ts';
import type { Plans } from '../product/catalogue.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import * as redeem from './redeem.repository.ts';
import { type Benefit, giveLines, readCode, wrongTriesPerHour } from './redeem.rules.ts';

export interface RedeemDeps {
  store: Store;
  clock: Clock;
  plans: Plans;
  tickets: TicketService;
  memberships: MembershipService;
}

export type RedeemService = ReturnType<typeof createRedeemService>;

/** Codes that turn into tickets or days of a plan. */
export function createRedeemService({ store, clock, plans, tickets, memberships }: RedeemDeps) {
  const { db, transact } = store;

  async function give(tx: Db, accountId: string, code: string, benefit: Benefit): Promise<void> {
    const { ticket_kind, amount, days, plan, plan_days } = benefit;
    const reference = `redeem:${code}`;
    if (ticket_kind && amount) {
      const expiresAt = days === null ? null : clock.now() + days * day;
      const origin = { source: 'redeem', reason: '兑换码', reference, idempotencyKey: `${reference}:${accountId}` };
      await tickets.grant(tx, accountId, { kind: ticket_kind, amount, expiresAt, ...origin });
    }
    if (plan && plan_days)
      await memberships.giveDays(tx, accountId, { plan, days: plan_days, seats: 1, source: 'redeem', reference });
  }

  return {
    /** Throws `redeem.too_many_tries`, `redeem.unknown`, `redeem.used`, `redeem.expired`. */
    async redeem({ accountId }: UserCaller, typed: string): Promise<{ gives: string[] }> {
      // A wrong try is counted, so that the transaction has to end well even then.
      const outcome = await transact(async (tx) => {
        const now = clock.now();
        if ((await redeem.countTries(tx, accountId, now - hour)) >= wrongTriesPerHour)
          return new ProductError('redeem.too_many_tries', { retryAfter: 3600 });
        const code = readCode(typed);
        const found = await redeem.findCode(tx, code);
        if (!found || found.is_waiting === 1) {
          await redeem.insertTry(tx, accountId, now);
          return new ProductError('redeem.unknown');
        }
        const isUsedUp = found.uses >= found.uses_per_code;
        if (isUsedUp || (await redeem.hasUsed(tx, code, accountId))) return new ProductError('redeem.used');
        const isOver = found.expires_at !== null && found.expires_at <= now;
        if (isOver || found.is_disabled === 1) return new ProductError('redeem.expired');
        await redeem.insertUse(tx, code, accountId, now);
        await give(tx, accountId, code, found);
        return { gives: giveLines(found, (plan) => plans.of(plan).title) };
      });
      if (outcome instanceof ProductError) throw outcome;
      return outcome;
    },

    /** Forgets wrong tries that count no longer; run now and then. */
    sweep: () => store.slices.run((rows) => redeem.removeTries(db, clock.now() - hour, rows)),
  };
}
