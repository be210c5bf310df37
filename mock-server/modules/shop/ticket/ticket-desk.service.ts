import { type TicketKind, ticketLabels } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeItem, ChangeSets } from '../../records/audit/change-sets.service.ts';
import type { Grants } from '../../records/grant/grant.service.ts';
import { readGiftList } from './gift-list.ts';
import { createStaffRequests } from './staff-requests.ts';
import type { TicketService } from './ticket.service.ts';
import { registerTicketUndo } from './ticket-undo.ts';

export interface TicketDeskDeps {
  store: Store;
  clock: Clock;
  tickets: TicketService;
  accounts: AccountService;
  audit: AuditService;
  changeSets: ChangeSets;
  grants: Grants;
}

export type TicketDesk = ReturnType<typeof createTicketDesk>;

interface Gift {
  accountIds: readonly string[];
  kind: TicketKind;
  amount: number;
  days: number | null;
  reason: string;
  clientKey: string;
}

interface GiftToMany extends Omit<Gift, 'accountIds'> {
  phones: readonly string[];
  ids: readonly string[];
  dryRun: boolean;
}

interface TakingBack {
  accountId: string;
  kind: TicketKind;
  amount: number;
  reason: string;
  clientKey: string;
}

interface TicketDeskParts extends TicketDeskDeps {
  requests: ReturnType<typeof createStaffRequests>;
}

/** Tickets that staff give and take back by hand: once for each key of the client's. */
export function createTicketDesk(deps: TicketDeskDeps) {
  const { clock, tickets, changeSets, grants } = deps;
  const requests = createStaffRequests({ clock });
  registerTicketUndo(changeSets, tickets, grants);
  const parts: TicketDeskParts = { ...deps, requests };
  return withDeps(parts, { give, giveToMany, takeBack });
}

/**
 * Gives tickets to all of the accounts or to none. Throws `account.not_found`, `ticket.daily_ceiling`,
 * `grant.to_staff`, `request.client_key_reused`.
 */
async function give(
  deps: TicketDeskParts,
  caller: StaffCaller,
  { kind, amount, days, reason, clientKey, ...gift }: Gift,
  facts: RequestFacts,
): Promise<{ accounts: number; tickets: number }> {
  const { clock, grants, tickets, audit, changeSets, store, requests } = deps;
  const operator = caller.accountId;
  const accountIds = [...new Set(gift.accountIds)];
  const total = accountIds.length * amount;
  const content = { action: 'ticket.give', accountIds: accountIds.toSorted(), kind, amount, days, reason };
  const giveAll = async (tx: Db) => {
    const now = clock.now();
    const subject = accountIds[0] ?? '';
    await requireCustomers(deps, tx, accountIds);
    const grant = await grants.note(tx, caller, { what: 'tickets', subject, worth: total, reason });
    const expiresAt = days === null ? null : now + days * day;
    const items: ChangeItem[] = [];
    for (const accountId of accountIds) {
      await requireAccount(deps, tx, accountId);
      const idempotencyKey = `gift:${operator}:${clientKey}:${accountId}`;
      const reference = `gift:${operator}:${clientKey}`;
      const given = { kind, amount, source: 'gift', reason, operator, expiresAt, idempotencyKey, reference };
      await tickets.grant(tx, accountId, given);
      const after = { kind, amount, days, reason };
      await audit.record(tx, { caller, facts, action: 'ticket.give', subject: accountId, after });
      const before = { kind, reference, left: 0 };
      const made = { kind, reference, left: amount, ...(accountId === subject ? { grant } : {}) };
      items.push({ resource: 'gift', id: accountId, before, after: made });
    }
    await changeSets.record(tx, { caller, facts, title: `赠送${ticketLabels[kind]} ${total} 张`, items });
    return { accounts: accountIds.length, tickets: total };
  };
  return store.transact((tx) => requests.once(tx, { operator, clientKey, content }, () => giveAll(tx)));
}

/**
 * To those of a list who are known, each once; a trial only says who that would be. Throws `ticket.nobody`,
 * `ticket.daily_ceiling`, `request.client_key_reused`.
 */
async function giveToMany(
  deps: TicketDeskParts,
  caller: StaffCaller,
  { phones, ids, dryRun, ...gift }: GiftToMany,
  facts: RequestFacts,
) {
  const { store, accounts, audit, grants } = deps;
  const rows = await readGiftList(store.db, { phones, ids }, accounts.inHandsOfStaff);
  const accountIds = rows.flatMap(({ state, accountId }) => (state === 'ok' && accountId ? [accountId] : []));
  const trial = { rows, accounts: accountIds.length, tickets: accountIds.length * gift.amount };
  if (dryRun) {
    // Lists tell who has an account, so trials are written down as well.
    const after = { lines: rows.length, known: accountIds.length, phones: phones.length };
    await store.transact((tx) =>
      audit.record(tx, { caller, facts, action: 'ticket.gift_trial', subject: caller.accountId, after }),
    );
    return { ...trial, left: await grants.leftOf(store.db, caller), isDone: false };
  }
  if (accountIds.length === 0) throw new ProductError('ticket.nobody');
  const given = await give(deps, caller, { ...gift, accountIds }, facts);
  return { ...trial, ...given, left: await grants.leftOf(store.db, caller), isDone: true };
}

/**
 * Takes tickets back, those with the latest expiry first, and no more than there are. Throws `account.not_found`,
 * `request.client_key_reused`.
 */
async function takeBack(
  deps: TicketDeskParts,
  caller: StaffCaller,
  { accountId, kind, amount, reason, clientKey }: TakingBack,
  facts: RequestFacts,
): Promise<{ taken: number }> {
  const { tickets, clock, audit, changeSets, store, requests } = deps;
  const operator = caller.accountId;
  const content = { action: 'ticket.take_back', accountId, kind, amount, reason };
  const takeAll = async (tx: Db) => {
    await requireAccount(deps, tx, accountId);
    const key = `take-back:${operator}:${clientKey}:${accountId}`;
    const lots = await tickets.spendableLots(tx, accountId, kind, clock.now());
    const taken = await tickets.revoke(tx, accountId, { kind, amount, reason, key, operator });
    const after = { kind, asked: amount, taken, reason };
    await audit.record(tx, { caller, facts, action: 'ticket.take_back', subject: accountId, after });
    const left = new Map(
      (
        await tickets.lotsByIds(
          tx,
          accountId,
          lots.map(({ id }) => id),
        )
      ).map((lot) => [lot.id, lot.remaining]),
    );
    const parts = lots.map((lot) => [lot.id, lot.remaining - (left.get(lot.id) ?? 0)] as const);
    const state = { kind, reference: key, lots: Object.fromEntries(parts.filter(([, part]) => part > 0)) };
    const item = { resource: 'taking', id: accountId, before: { ...state, lots: {} }, after: state };
    await changeSets.record(tx, {
      caller,
      facts,
      title: `收回${ticketLabels[kind]} ${taken} 张`,
      items: [item],
    });
    return { taken };
  };
  return store.transact((tx) => requests.once(tx, { operator, clientKey, content }, () => takeAll(tx)));
}

async function requireAccount(deps: TicketDeskDeps, tx: Db, accountId: string): Promise<void> {
  const { deleted_at } = await deps.accounts.find(tx, accountId);
  if (deleted_at !== null) throw new ProductError('account.not_found');
}

/** Gifts to accounts that staff may control are refused. Throws `grant.to_staff`. */
async function requireCustomers(deps: TicketDeskDeps, tx: Db, accountIds: readonly string[]): Promise<void> {
  if ((await deps.accounts.inHandsOfStaff(tx, accountIds)).size > 0) throw new ProductError('grant.to_staff');
}
