import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Ids } from '../../ids.ts';
import type { Db, Store } from '../store.ts';
import * as ledger from './ticket.repository.ts';

const day = 86_400_000;

/** Gift of a new account, valid 7 days (product.md §3.2). */
const signUpGift: Record<TicketKind, number> = { normal: 20, live: 3, gpt: 20 };
const signUpGiftDays = 7;
/** A returned ticket whose lot has expired meanwhile lives this much longer (product.md §3.3). */
const returnedAfterExpiryDays = 7;

export type TicketService = ReturnType<typeof createTicketService>;

export interface Grant {
  kind: TicketKind;
  amount: number;
  /** Where they come from, e.g. `gift`, `plan`, `package`. */
  source: string;
  reason: string;
  expiresAt: number | null;
  /** The same key never grants twice. */
  idempotencyKey: string;
  operator?: string;
}

export interface Settlement {
  held: number;
  spent: number;
  returned: number;
}

/**
 * Tickets as a double-entry ledger in whole numbers. Every movement is a transaction whose entries add up to zero; a
 * hold ends in exactly one settlement. Functions that take `tx` are for use inside a transaction.
 */
export function createTicketService({ store, clock, ids }: { store: Store; clock: Clock; ids: Ids }) {
  const { db, transact } = store;

  async function book(
    tx: Db,
    movement: string,
    accountId: string,
    kind: TicketKind,
    detail: { key: string; reason: string; reference?: string; operator?: string | undefined },
    entries: ReadonlyArray<{ role: ledger.LedgerRole; delta: number }>,
  ): Promise<boolean> {
    const id = ids.next('entry');
    const isNew = await ledger.insertTransaction(tx, {
      id,
      account_id: accountId,
      kind,
      movement,
      idempotency_key: detail.key,
      reference: detail.reference ?? null,
      reason: detail.reason,
      operator: detail.operator ?? null,
      created_at: clock.now(),
    });
    if (!isNew) return false;
    for (const { role, delta } of entries) {
      if (delta === 0) continue;
      const isOwn = role === 'available' || role === 'held';
      await ledger.addEntry(tx, { transactionId: id, accountId: isOwn ? accountId : null, kind, role, delta });
    }
    return true;
  }

  async function grant(tx: Db, accountId: string, given: Grant): Promise<void> {
    const { kind, amount, source, reason, expiresAt, idempotencyKey, operator } = given;
    if (amount <= 0) return;
    const detail = { key: idempotencyKey, reason, operator };
    const isNew = await book(tx, 'grant', accountId, kind, detail, [
      { role: 'granted', delta: -amount },
      { role: 'available', delta: amount },
    ]);
    if (!isNew) return;
    const now = clock.now();
    await ledger.insertLot(tx, {
      id: ids.next('lot'),
      account_id: accountId,
      kind,
      source,
      amount,
      left: amount,
      starts_at: now,
      expires_at: expiresAt,
      created_at: now,
    });
  }

  /** Books lots that have run out. */
  async function expire(tx: Db, accountId?: string): Promise<void> {
    for (const lot of await ledger.expiredLots(tx, clock.now(), accountId)) {
      // A lot can run out again after a return, so that the lot's id alone is no key.
      const detail = { key: ids.next('expire'), reason: '到期失效' };
      await ledger.changeLot(tx, lot.id, { left: 0 });
      await book(tx, 'expire', lot.account_id, lot.kind, detail, [
        { role: 'available', delta: -lot.left },
        { role: 'expired', delta: lot.left },
      ]);
    }
  }

  async function available(handle: Db, accountId: string, kind: TicketKind): Promise<number> {
    const lots = await ledger.spendableLots(handle, accountId, kind, clock.now());
    return lots.reduce((sum, lot) => sum + lot.left, 0);
  }

  return {
    grant,

    async giveSignUpGift(tx: Db, accountId: string): Promise<void> {
      const expiresAt = clock.now() + signUpGiftDays * day;
      for (const kind of ticketKinds) {
        const idempotencyKey = `sign-up:${accountId}:${kind}`;
        await grant(tx, accountId, {
          kind,
          amount: signUpGift[kind],
          source: 'gift',
          reason: '注册赠送',
          expiresAt,
          idempotencyKey,
        });
      }
    },

    /** Unexpired and unheld. */
    total: (accountId: string, kind: TicketKind) => available(db, accountId, kind),

    /** Takes tickets out of the lots that expire first. Nothing is held for an amount of 0. Throws `ticket.short`. */
    async hold(
      tx: Db,
      accountId: string,
      kind: TicketKind,
      amount: number,
      reference: string,
      reason: string,
    ): Promise<void> {
      await expire(tx, accountId);
      if (amount === 0) return;
      const now = clock.now();
      const lots = await ledger.spendableLots(tx, accountId, kind, now);
      const left = lots.reduce((sum, lot) => sum + lot.left, 0);
      if (left < amount)
        throw new ProductError('ticket.short', { fill: { kind: ticketLabels[kind], needed: amount, left } });

      const parts: Array<{ lotId: string; amount: number }> = [];
      let missing = amount;
      for (const lot of lots) {
        const taken = Math.min(lot.left, missing);
        if (taken === 0) break;
        parts.push({ lotId: lot.id, amount: taken });
        await ledger.changeLot(tx, lot.id, { left: lot.left - taken });
        missing -= taken;
      }
      const hold = { id: ids.next('hold'), account_id: accountId, kind, amount, reference };
      await ledger.insertHold(
        tx,
        { ...hold, state: 'held', spent: 0, returned: 0, created_at: now, settled_at: null },
        parts,
      );
      await book(tx, 'hold', accountId, kind, { key: `hold:${reference}`, reason, reference }, [
        { role: 'available', delta: -amount },
        { role: 'held', delta: amount },
      ]);
    },

    /**
     * Ends a hold: `spent` of it is gone, the rest goes back to the lots it came from, with the same expiry or, where
     * that has passed, 7 days more. A second settlement changes nothing.
     */
    async settle(tx: Db, reference: string, spent: number, reason: string): Promise<void> {
      const hold = await ledger.findHold(tx, reference);
      if (!hold || hold.state === 'settled') return;
      // What is left in the lots expires before the returned tickets join it and get their further days.
      await expire(tx, hold.account_id);
      const now = clock.now();
      const returned = hold.amount - Math.min(spent, hold.amount);
      await ledger.settleHold(tx, hold.id, hold.amount - returned, returned, now);
      await returnToLots(tx, hold.id, returned, now);
      const detail = { key: `settle:${reference}`, reason, reference };
      await book(tx, returned === hold.amount ? 'return' : 'spend', hold.account_id, hold.kind, detail, [
        { role: 'held', delta: -hold.amount },
        { role: 'spent', delta: hold.amount - returned },
        { role: 'available', delta: returned },
      ]);
    },

    async settlement(handle: Db, reference: string): Promise<Settlement> {
      const hold = await ledger.findHold(handle, reference);
      if (!hold) return { held: 0, spent: 0, returned: 0 };
      return { held: hold.state === 'held' ? hold.amount : 0, spent: hold.spent, returned: hold.returned };
    },

    /** Books everything that has run out; run now and then. */
    sweep: () => transact((tx) => expire(tx)),
  };

  async function returnToLots(tx: Db, holdId: string, returned: number, now: number): Promise<void> {
    // What was taken last goes back first, so that what expires first stays spent.
    const parts = (await ledger.holdParts(tx, holdId)).reverse();
    let rest = returned;
    for (const part of parts) {
      const amount = Math.min(part.amount, rest);
      if (amount === 0) break;
      const hasExpired = part.expires_at !== null && part.expires_at <= now;
      const expires_at = hasExpired ? now + returnedAfterExpiryDays * day : part.expires_at;
      await ledger.changeLot(tx, part.lot_id, { left: part.left + amount, expires_at });
      rest -= amount;
    }
  }
}
