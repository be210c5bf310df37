import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { startOfStory } from '../support/server.ts';
import { faultsOf, type Ledger, openLedger, owners } from '../support/server-ledger.ts';

let ledger: Ledger;
beforeEach(async () => {
  ledger = await openLedger();
});
afterEach(() => ledger.store.close());

const [anna, ben] = owners;
const left = (owner: string = anna, kind: TicketKind = 'normal') => ledger.tickets.total(owner, kind);
let grants = 0;
const grant = (amount: number, expiresAt: number | null, owner: string = anna, kind: TicketKind = 'normal') =>
  ledger.store.transact((tx) => {
    const idempotencyKey = `grant-${++grants}`;
    return ledger.tickets.grant(tx, owner, {
      kind,
      amount,
      source: 'adjust',
      reason: '测试',
      expiresAt,
      idempotencyKey,
    });
  });
const hold = (amount: number, reference: string, owner: string = anna, kind: TicketKind = 'normal') =>
  ledger.store.transact((tx) => ledger.tickets.hold(tx, owner, kind, amount, reference, '测试'));
const settle = (reference: string, spent: number) =>
  ledger.store.transact((tx) => ledger.tickets.settle(tx, reference, spent, '测试'));

describe('returned tickets', () => {
  it('go back to the lots they came from; what expires first stays spent', async () => {
    await grant(2, startOfStory + day);
    await grant(5, null);
    await hold(4, 'task');
    await settle('task', 3);
    const lots = await ledger.store.db
      .selectFrom('ticket_lot')
      .select(['amount', 'remaining as left'])
      .orderBy('amount')
      .execute();
    expect(lots).toEqual([
      { amount: 2, left: 0 },
      { amount: 5, left: 4 },
    ]);
    expect(await faultsOf(ledger)).toEqual([]);
  });

  it('do not bring back what expired beside them', async () => {
    await grant(10, startOfStory + day);
    await hold(3, 'task');
    ledger.clock.set({ advanceMs: 2 * day });
    await settle('task', 1);
    expect(await left()).toBe(2);
    ledger.clock.set({ advanceMs: 7 * day });
    expect(await left()).toBe(0);
    await ledger.tickets.sweep();
    expect(await faultsOf(ledger)).toEqual([]);
  });

  it('can expire again and again without unbalancing the books, even when the clock goes back', async () => {
    await grant(4, startOfStory + day);
    await hold(2, 'one');
    await hold(1, 'two');
    ledger.clock.set({ advanceMs: day });
    await ledger.tickets.sweep();
    ledger.clock.set({ advanceMs: -day });
    await settle('one', 0);
    expect(await left()).toBe(2);
    ledger.clock.set({ advanceMs: day });
    await ledger.tickets.sweep();
    await settle('two', 0);
    expect([await left(), await faultsOf(ledger)]).toEqual([1, []]);
    ledger.clock.set({ advanceMs: 7 * day });
    await ledger.tickets.sweep();
    expect([await left(), await faultsOf(ledger)]).toEqual([0, []]);
  });
});

describe('a hold', () => {
  it('is settled once; a second settlement changes nothing', async () => {
    await grant(5, null);
    await hold(3, 'task');
    await settle('task', 2);
    await settle('task', 0);
    await settle('task', 3);
    await settle('nobody', 1);
    expect(await left()).toBe(3);
    expect(await ledger.tickets.settlement(ledger.store.db, 'task')).toEqual({ held: 0, spent: 2, returned: 1 });
    expect(await faultsOf(ledger)).toEqual([]);
  });

  it('of nothing leaves no trace', async () => {
    await hold(0, 'free');
    expect(await ledger.store.db.selectFrom('ticket_hold').selectAll().execute()).toEqual([]);
    expect(await ledger.tickets.settlement(ledger.store.db, 'free')).toEqual({ held: 0, spent: 0, returned: 0 });
  });

  it('takes nothing of another purse or another person', async () => {
    await grant(5, null, anna, 'live');
    await grant(5, null, ben, 'normal');
    await expect(hold(1, 'task')).rejects.toMatchObject({
      reason: 'ticket.short',
      message: '普通券不足，需要 1 张，剩余 0 张',
    });
    expect([await left(anna, 'live'), await left(ben)]).toEqual([5, 5]);
  });

  it('more than is there changes nothing', async () => {
    await grant(2, null);
    await expect(hold(3, 'task')).rejects.toBeInstanceOf(ProductError);
    expect(await left()).toBe(2);
    expect(await ledger.tickets.settlement(ledger.store.db, 'task')).toEqual({ held: 0, spent: 0, returned: 0 });
  });
});
