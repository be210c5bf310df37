import { startOfDay } from '#shared/domain/calendar';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { RequestFacts, StaffCaller } from '../../http/context.ts';
import { requirePermission } from '../../http/dialect.ts';
import type { Ids } from '../../ids.ts';
import type { AccountService } from '../account/account.service.ts';
import type { AuditService } from '../staff/audit.service.ts';
import type { Db, Store } from '../store.ts';
import { givenBy } from './gift.repository.ts';
import type { TicketService } from './ticket.service.ts';

const day = 86_400_000;

export interface TicketDeskDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  tickets: TicketService;
  accounts: AccountService;
  audit: AuditService;
  /** Tickets a member of staff may give in a day; administrators may give more. */
  ceiling: number;
}

export type TicketDesk = ReturnType<typeof createTicketDesk>;

/** Tickets that staff give and take back by hand. */
export function createTicketDesk({ store, clock, ids, tickets, accounts, audit, ceiling }: TicketDeskDeps) {
  const { transact } = store;

  async function requireAccount(tx: Db, accountId: string): Promise<void> {
    const { deleted_at } = await accounts.find(tx, accountId);
    if (deleted_at !== null) throw new ProductError('account.not_found');
  }

  return {
    /** To all of the accounts or to none. Throws `account.not_found`, `ticket.daily_ceiling`. */
    async give(
      caller: StaffCaller,
      gift: { accountIds: readonly string[]; kind: TicketKind; amount: number; days: number | null; reason: string },
      facts: RequestFacts,
    ): Promise<{ accounts: number; tickets: number }> {
      requirePermission(caller, 'ticket.give');
      const { kind, amount, days, reason } = gift;
      const accountIds = [...new Set(gift.accountIds)];
      const total = accountIds.length * amount;
      return transact(async (tx) => {
        const now = clock.now();
        const left = Math.max(0, ceiling - (await givenBy(tx, caller.accountId, startOfDay(now))));
        if (caller.role !== 'admin' && total > left) throw new ProductError('ticket.daily_ceiling', { fill: { left } });
        for (const accountId of accountIds) {
          await requireAccount(tx, accountId);
          const origin = { source: 'gift', reason, operator: caller.accountId };
          const expiresAt = days === null ? null : now + days * day;
          await tickets.grant(tx, accountId, { kind, amount, ...origin, expiresAt, idempotencyKey: ids.next('gift') });
          const after = { kind, amount, days, reason };
          await audit.record(tx, { caller, facts, action: 'ticket.give', subject: accountId, after });
        }
        return { accounts: accountIds.length, tickets: total };
      });
    },

    /** What lives longest first, and no more than there is. Throws `account.not_found`. */
    async takeBack(
      caller: StaffCaller,
      { accountId, kind, amount, reason }: { accountId: string; kind: TicketKind; amount: number; reason: string },
      facts: RequestFacts,
    ): Promise<{ taken: number }> {
      requirePermission(caller, 'ticket.give');
      return transact(async (tx) => {
        await requireAccount(tx, accountId);
        const key = ids.next('take-back');
        const taken = await tickets.revoke(tx, accountId, { kind, amount, reason, key, operator: caller.accountId });
        const after = { kind, asked: amount, taken, reason };
        await audit.record(tx, { caller, facts, action: 'ticket.take_back', subject: accountId, after });
        return { taken };
      });
    },
  };
}
