import type { TicketKind } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Tally } from '../../../adapters/metrics/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import { afterCommit, type Db } from '../../base/store.ts';
import * as ledger from './ticket.repository.ts';

export interface Grant {
  kind: TicketKind;
  amount: number;
  /** Source, e.g. `gift`, `plan`, `package`. */
  source: string;
  reason: string;
  expiresAt: number | null;
  /** The same key never grants twice. */
  idempotencyKey: string;
  /** Order, redeem code or grant window they come from. */
  reference?: string;
  operator?: string;
}

/** Tickets to revoke: the rest of one origin or source, or a kind up to an amount. */
export interface Revocation {
  reference?: string;
  source?: string;
  kind?: TicketKind;
  amount?: number;
  reason: string;
  /** The same key never takes twice. */
  key: string;
  operator?: string;
}

/** Tickets to restore to the lots that a revocation took them from. */
export interface Restoration {
  kind: TicketKind;
  amount: number;
  /** Origin of the lots. */
  reference: string;
  reason: string;
  /** The same key never gives back twice. */
  key: string;
  operator: string;
}

/** Tickets to put back into lots by their ids. */
export interface PuttingBack {
  kind: TicketKind;
  lots: Readonly<Record<string, number>>;
  reason: string;
  /** The same key never gives back twice. */
  key: string;
  operator: string;
}

/** Returned tickets whose lot has expired meanwhile live this much longer (docs/RULES.md R43). */
export const returnedAfterExpiryMs = 7 * day;

interface Detail {
  key: string;
  reason: string;
  reference?: string | undefined;
  operator?: string | undefined;
}

export type Ledger = ReturnType<typeof createLedger>;

interface LedgerDeps {
  clock: Clock;
  ids: Ids;
  tally: Pick<Tally, 'ticketsMoved'>;
}

/** The books: lots, and transactions whose entries add up to zero. Everything here happens inside a transaction. */
export function createLedger(deps: LedgerDeps) {
  return withDeps(deps, { book, grant, expire, expireSome, revoke, restore, putBack });
}

async function book(
  deps: LedgerDeps,
  tx: Db,
  movement: string,
  accountId: string,
  kind: TicketKind,
  detail: Detail,
  entries: ReadonlyArray<{ role: ledger.LedgerRole; delta: number }>,
): Promise<boolean> {
  const id = deps.ids.next('entry');
  const isNew = await ledger.insertTransaction(tx, {
    id,
    account_id: accountId,
    kind,
    movement,
    idempotency_key: detail.key,
    reference: detail.reference ?? null,
    reason: detail.reason,
    operator: detail.operator ?? null,
    created_at: deps.clock.now(),
  });
  if (!isNew) return false;
  for (const { role: to, delta } of entries)
    if (delta > 0) afterCommit(tx, () => deps.tally.ticketsMoved({ kind, movement, to, amount: delta }));
  for (const { role, delta } of entries) {
    // The available balance is written even when it does not change: statements show it after every movement.
    if (delta === 0 && role !== 'available') continue;
    const isOwn = role === 'available' || role === 'held';
    await ledger.addEntry(tx, { transactionId: id, accountId: isOwn ? accountId : null, kind, role, delta });
  }
  return true;
}

async function grant(deps: LedgerDeps, tx: Db, accountId: string, given: Grant): Promise<void> {
  const { kind, amount, source, reason, expiresAt, idempotencyKey, reference, operator } = given;
  if (amount <= 0) return;
  const detail = { key: idempotencyKey, reason, reference, operator };
  const isNew = await book(deps, tx, 'grant', accountId, kind, detail, [
    { role: 'granted', delta: -amount },
    { role: 'available', delta: amount },
  ]);
  if (!isNew) return;
  const now = deps.clock.now();
  await ledger.insertLot(tx, {
    id: deps.ids.next('lot'),
    account_id: accountId,
    kind,
    source,
    amount,
    remaining: amount,
    starts_at: now,
    expires_at: expiresAt,
    created_at: now,
    reason,
    reference: reference ?? null,
  });
}

/** Books the expired lots of an account. */
async function expire(deps: LedgerDeps, tx: Db, accountId: string): Promise<void> {
  return bookExpired(deps, tx, await ledger.expiredLots(tx, deps.clock.now(), accountId));
}

/** Books a batch of the expired lots of all accounts. @returns true when more may be left */
async function expireSome(deps: LedgerDeps, tx: Db, most: number): Promise<boolean> {
  const lots = await ledger.firstExpired(tx, deps.clock.now(), most);
  await bookExpired(deps, tx, lots);
  return lots.length === most;
}

async function bookExpired(deps: LedgerDeps, tx: Db, lots: readonly ledger.LotRow[]): Promise<void> {
  for (const lot of lots) {
    // A lot can run out again after a return, so that the lot's id alone is no key.
    const detail = { key: deps.ids.next('expire'), reason: '到期失效', reference: lot.reference ?? undefined };
    await ledger.changeLot(tx, lot.id, { remaining: 0 });
    await book(deps, tx, 'expire', lot.account_id, lot.kind, detail, [
      { role: 'available', delta: -lot.remaining },
      { role: 'expired', delta: lot.remaining },
    ]);
  }
}

/** Takes back what is left, what lives longest first; returns how many tickets of all kinds that were. */
async function revoke(deps: LedgerDeps, tx: Db, accountId: string, revocation: Revocation): Promise<number> {
  const { reference, source, kind, amount = Number.MAX_SAFE_INTEGER, reason, key, operator } = revocation;
  await expire(deps, tx, accountId);
  const lots = await ledger.lotsToRevoke(tx, accountId, { reference, source, kind }, deps.clock.now());
  const taken = new Map<TicketKind, Array<{ lot: ledger.LotRow; amount: number }>>();
  let missing = amount;
  for (const lot of lots) {
    const part = Math.min(lot.remaining, missing);
    if (part === 0) break;
    taken.set(lot.kind, [...(taken.get(lot.kind) ?? []), { lot, amount: part }]);
    missing -= part;
  }
  let total = 0;
  for (const [ticketKind, parts] of taken) {
    const sum = parts.reduce((count, part) => count + part.amount, 0);
    const detail = { key: `${key}:${ticketKind}`, reason, reference, operator };
    const isNew = await book(deps, tx, 'revoke', accountId, ticketKind, detail, [
      { role: 'available', delta: -sum },
      { role: 'granted', delta: sum },
    ]);
    if (!isNew) continue;
    for (const part of parts) await ledger.changeLot(tx, part.lot.id, { remaining: part.lot.remaining - part.amount });
    total += sum;
  }
  return total;
}

/** Puts tickets that were revoked back into their lots, with the expiry they had. */
async function restore(deps: LedgerDeps, tx: Db, accountId: string, restoration: Restoration): Promise<void> {
  const { kind, amount, reference, reason, key, operator } = restoration;
  if (amount <= 0) return;
  await expire(deps, tx, accountId);
  const isNew = await book(deps, tx, 'return', accountId, kind, { key, reason, reference, operator }, [
    { role: 'granted', delta: -amount },
    { role: 'available', delta: amount },
  ]);
  if (!isNew) return;
  const now = deps.clock.now();
  let rest = amount;
  for (const lot of await ledger.lotsOfOrigin(tx, accountId, kind, reference)) {
    const part = Math.min(lot.amount - lot.remaining, rest);
    const hasExpired = lot.expires_at !== null && lot.expires_at <= now;
    const expires_at = hasExpired ? now + returnedAfterExpiryMs : lot.expires_at;
    if (part > 0) await ledger.changeLot(tx, lot.id, { remaining: lot.remaining + part, expires_at });
    rest -= part;
  }
  if (rest > 0) throw new Error(`${rest} tickets of ${reference} have no lot to go back to`);
}

/** Puts tickets back into the very lots they were taken out of. */
async function putBack(deps: LedgerDeps, tx: Db, accountId: string, back: PuttingBack): Promise<void> {
  const { kind, lots, reason, key, operator } = back;
  const amount = Object.values(lots).reduce((sum, part) => sum + part, 0);
  await expire(deps, tx, accountId);
  const isNew = await book(deps, tx, 'return', accountId, kind, { key, reason, operator }, [
    { role: 'granted', delta: -amount },
    { role: 'available', delta: amount },
  ]);
  if (!isNew) return;
  const now = deps.clock.now();
  for (const lot of await ledger.lotsByIds(tx, accountId, Object.keys(lots))) {
    const hasExpired = lot.expires_at !== null && lot.expires_at <= now;
    const expires_at = hasExpired ? now + returnedAfterExpiryMs : lot.expires_at;
    await ledger.changeLot(tx, lot.id, { remaining: lot.remaining + (lots[lot.id] ?? 0), expires_at });
  }
}
