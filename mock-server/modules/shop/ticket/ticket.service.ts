import type { Purse, TicketMovement } from '#shared/contract/membership';
import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Tally } from '../../../adapters/metrics/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import { pageOf } from '../../base/cursor.ts';
import type { Db, Store } from '../../base/store.ts';
import type { Plans } from '../product/catalogue.ts';
import { holdBook } from './hold.repository.ts';
import { mergeBooks } from './merge-books.repository.ts';
import * as statements from './statement.repository.ts';
import * as ledger from './ticket.repository.ts';
import { createGifts } from './ticket-gifts.ts';
import type { Ledger } from './ticket-ledger.ts';
import { createLedger, returnedAfterExpiryMs } from './ticket-ledger.ts';
import { toMovement, toPurse } from './ticket-view.ts';

/** Maximum number of lots that one slice books as expired. */
const expiredAtOnce = 20;

export type TicketService = ReturnType<typeof createTicketService>;

export interface Settlement {
  held: number;
  spent: number;
  returned: number;
}

/** Suffix of the keys of movements of a hold that was held more than once. */
const suffixOf = (round: number) => (round === 1 ? '' : `:${round}`);

export interface TicketDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  plans: Plans;
  tally: Pick<Tally, 'ticketsMoved'>;
}

interface TicketParts extends TicketDeps {
  gifts: ReturnType<typeof createGifts>;
  books: Ledger;
}

/**
 * Tickets as a double-entry ledger in whole numbers. Every movement is a transaction whose entries add up to zero; a
 * hold ends in exactly one settlement. Functions that take `tx` are for use inside a transaction. The gift of the day
 * is given when its owner first asks what there is; staff who look as the owner give nothing by it (`isOwn`).
 */
export function createTicketService(deps: TicketDeps) {
  const { store, clock, ids, plans, tally } = deps;
  const books = createLedger({ clock, ids, tally });
  const gifts = createGifts({ clock, books, plans });
  const parts: TicketParts = { ...deps, gifts, books };
  return {
    ...withDeps(parts, { total, spendable, hold, holdAgain, settle, prolong, summary, statement }),
    settlement,
    usedOf,
    leftOf,
    grantedOf,
    grant: books.grant,
    revoke: books.revoke,
    restore: books.restore,
    putBack: books.putBack,
    /** Makes the books of one account part of another's. */
    mergeBooks,
    spendableLots: ledger.spendableLots,
    lotsByIds: ledger.lotsByIds,
    giveSignUpGift: gifts.giveSignUpGift,
    giveInvitationGift: gifts.giveInvitationGift,
    /** Entry of a hold in the ledger; undefined when nothing was held. */
    holdBook,
    /** Books everything that has run out; run now and then. */
    sweep: () => store.slices.run((rows) => store.transact((tx) => books.expireSome(tx, rows)), expiredAtOnce),
  };
}

/** Unexpired and unheld. */
async function total(deps: TicketParts, accountId: string, kind: TicketKind, isOwn = true): Promise<number> {
  if (isOwn) await giveWhatIsDue(deps, accountId);
  const lots = await ledger.spendableLots(deps.store.db, accountId, kind, deps.clock.now());
  return lots.reduce((sum, lot) => sum + lot.remaining, 0);
}

/** Unexpired and unheld, of every kind, as they stand; nothing is given by looking. */
async function spendable({ clock }: TicketDeps, handle: Db, accountId: string): Promise<Record<TicketKind, number>> {
  const left = { normal: 0, live: 0, gpt: 0 };
  for (const kind of ticketKinds)
    for (const lot of await ledger.spendableLots(handle, accountId, kind, clock.now())) left[kind] += lot.remaining;
  return left;
}

/** Takes tickets out of the lots that expire first. Nothing is held for an amount of 0. Throws `ticket.short`. */
async function hold(
  deps: TicketParts,
  tx: Db,
  accountId: string,
  kind: TicketKind,
  amount: number,
  reference: string,
  reason: string,
): Promise<void> {
  const { ids, clock, books, gifts } = deps;
  await books.expire(tx, accountId);
  await gifts.giveDaily(tx, accountId);
  if (amount === 0) return;
  const parts = await takeFromLots(deps, tx, accountId, kind, amount);
  const hold = { id: ids.next('hold'), account_id: accountId, kind, amount, reference };
  await ledger.insertHold(
    tx,
    { ...hold, state: 'held', spent: 0, returned: 0, created_at: clock.now(), settled_at: null },
    parts,
  );
  await bookHold(deps, tx, hold, `hold:${reference}`, reason);
}

/**
 * Holds once more what was held for a reference and went back whole; nothing where nothing was held. Throws
 * `ticket.short`.
 */
async function holdAgain(deps: TicketParts, tx: Db, reference: string, reason: string): Promise<void> {
  const hold = await ledger.findHold(tx, reference);
  if (!hold) return;
  if (hold.state === 'held' || hold.spent > 0) throw new Error(`The hold of ${reference} did not go back whole`);
  await deps.books.expire(tx, hold.account_id);
  const parts = await takeFromLots(deps, tx, hold.account_id, hold.kind, hold.amount);
  const round = await ledger.reopenHold(tx, hold.id, parts);
  await bookHold(deps, tx, hold, `hold:${reference}${suffixOf(round)}`, reason);
}

/**
 * Ends a hold: `spent` of it is gone, the rest goes back to the lots it came from, with the same expiry or, where
 * that has passed, 7 days more. A second settlement changes nothing.
 * @param back part of what returns that is a movement of its own, with its reason
 */
async function settle(
  { clock, books }: TicketParts,
  tx: Db,
  reference: string,
  spent: number,
  reason: string,
  back: { amount: number; reason: string } = { amount: 0, reason: '' },
): Promise<void> {
  const hold = await ledger.findHold(tx, reference);
  if (!hold || hold.state === 'settled') return;
  // Expired tickets in the lots are booked first, before the returned ones join them with an extended expiry.
  await books.expire(tx, hold.account_id);
  const now = clock.now();
  const returned = hold.amount - Math.min(spent, hold.amount);
  await ledger.settleHold(tx, hold.id, hold.amount - returned, returned, now);
  await returnToLots(tx, hold.id, returned, now);
  const apart = Math.min(back.amount, returned);
  const rest = hold.amount - apart;
  const suffix = suffixOf(hold.round);
  const settle = { key: `settle:${reference}${suffix}`, reason, reference };
  if (rest > 0 || apart === 0)
    await books.book(tx, returned === hold.amount ? 'return' : 'spend', hold.account_id, hold.kind, settle, [
      { role: 'held', delta: -rest },
      { role: 'spent', delta: hold.amount - returned },
      { role: 'available', delta: returned - apart },
    ]);
  if (apart === 0) return;
  const detail = { key: `settle-back:${reference}${suffix}`, reason: back.reason, reference };
  await books.book(tx, 'return', hold.account_id, hold.kind, detail, [
    { role: 'held', delta: -apart },
    { role: 'available', delta: apart },
  ]);
}

async function settlement(handle: Db, reference: string): Promise<Settlement> {
  const hold = await ledger.findHold(handle, reference);
  if (!hold) return { held: 0, spent: 0, returned: 0 };
  return { held: hold.state === 'held' ? hold.amount : 0, spent: hold.spent, returned: hold.returned };
}

/** Tickets of one origin (an order's id) that were used; held ones count as used, expired ones do not. */
async function usedOf(handle: Db, reference: string): Promise<number> {
  let used = 0;
  for (const { account_id, kind, amount, left } of await ledger.lotTotals(handle, reference)) {
    const gone = await ledger.takenByMovements(handle, account_id, kind, reference, ['expire', 'revoke', 'return']);
    used += amount - left - gone;
  }
  return used;
}

/** Tickets of one origin that are left, held ones not counted. */
async function leftOf(handle: Db, reference: string): Promise<number> {
  return (await ledger.lotTotals(handle, reference)).reduce((sum, { left }) => sum + left, 0);
}

/** Tickets of one kind that an account was given from one origin, and what became of them. */
async function grantedOf(
  handle: Db,
  accountId: string,
  kind: TicketKind,
  reference: string,
): Promise<{ given: number; revoked: number; used: number }> {
  const totals = await ledger.lotTotals(handle, reference, accountId);
  const { amount: given, left } = totals.find((row) => row.kind === kind) ?? { amount: 0, left: 0 };
  const revoked = await ledger.takenByMovements(handle, accountId, kind, reference, ['revoke']);
  const expired = await ledger.takenByMovements(handle, accountId, kind, reference, ['expire']);
  return { given, revoked, used: given - left - revoked - expired };
}

/** Moves the end of what came from one origin and has not run out. */
async function prolong(
  { clock }: TicketDeps,
  tx: Db,
  accountId: string,
  reference: string,
  expiresAt: number | null,
): Promise<void> {
  await ledger.moveExpiry(tx, accountId, reference, expiresAt, clock.now());
}

/** The three purses with what is in them, what expires first standing first. */
async function summary(deps: TicketParts, accountId: string, isOwn = true): Promise<{ purses: Purse[] }> {
  const { clock, store } = deps;
  if (isOwn) await giveWhatIsDue(deps, accountId);
  const now = clock.now();
  const held = await statements.heldBy(store.db, accountId);
  const purses = ticketKinds.map(async (kind) =>
    toPurse(kind, held.get(kind) ?? 0, await ledger.spendableLots(store.db, accountId, kind, now), now),
  );
  return { purses: await Promise.all(purses) };
}

/** The account's movements, newest first. Throws `ticket.bad_cursor`. */
async function statement(
  deps: TicketParts,
  accountId: string,
  query: { kind?: TicketKind | undefined; cursor?: string | undefined; size: number },
  isOwn = true,
): Promise<{ list: TicketMovement[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'numbers', refusal: 'ticket.bad_cursor' },
    async (stretch) => {
      if (isOwn) await giveWhatIsDue(deps, accountId);
      return statements.movements(deps.store.db, accountId, query.kind, stretch);
    },
    ({ created_at, number }) => ({ score: created_at, id: number }),
  );
  return { list: rows.map(toMovement), nextCursor };
}

async function giveWhatIsDue(deps: TicketParts, accountId: string): Promise<void> {
  const { store, gifts } = deps;
  if (await gifts.isDailyDue(store.db, accountId)) await store.transact((tx) => gifts.giveDaily(tx, accountId));
}

/** Takes tickets from the lots, those that expire first. Throws `ticket.short`. */
async function takeFromLots(deps: TicketDeps, tx: Db, accountId: string, kind: TicketKind, amount: number) {
  const lots = await ledger.spendableLots(tx, accountId, kind, deps.clock.now());
  const left = lots.reduce((sum, lot) => sum + lot.remaining, 0);
  if (left < amount)
    throw new ProductError('ticket.short', { fill: { kind: ticketLabels[kind], needed: amount, left } });
  const parts: Array<{ lotId: string; amount: number }> = [];
  let missing = amount;
  for (const lot of lots) {
    const taken = Math.min(lot.remaining, missing);
    if (taken === 0) break;
    parts.push({ lotId: lot.id, amount: taken });
    await ledger.changeLot(tx, lot.id, { remaining: lot.remaining - taken });
    missing -= taken;
  }
  return parts;
}

async function bookHold(
  deps: TicketParts,
  tx: Db,
  hold: Pick<ledger.HoldRow, 'account_id' | 'kind' | 'amount' | 'reference'>,
  key: string,
  reason: string,
): Promise<void> {
  const { account_id: accountId, kind, amount, reference } = hold;
  await deps.books.book(tx, 'hold', accountId, kind, { key, reason, reference }, [
    { role: 'available', delta: -amount },
    { role: 'held', delta: amount },
  ]);
}

async function returnToLots(tx: Db, holdId: string, returned: number, now: number): Promise<void> {
  // The parts taken last are returned first, so that the tickets that expire first stay spent.
  const parts = (await ledger.holdParts(tx, holdId)).reverse();
  let rest = returned;
  for (const part of parts) {
    const amount = Math.min(part.amount, rest);
    if (amount === 0) break;
    const hasExpired = part.expires_at !== null && part.expires_at <= now;
    const expires_at = hasExpired ? now + returnedAfterExpiryMs : part.expires_at;
    await ledger.changeLot(tx, part.lot_id, { remaining: part.remaining + amount, expires_at });
    rest -= amount;
  }
}
