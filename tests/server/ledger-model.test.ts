import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TicketKind, ticketKinds } from '#shared/domain/ticket-kind';
import type { ProductError } from '#shared/errors';
import { randomIds } from '../../mock-server/ids.ts';
import { day, startOfStory } from '../support/server.ts';
import { faultsOf, type Ledger, openLedger, owners } from '../support/server-ledger.ts';

/** What should be there: the same rules told without a database. */
interface Lot {
  owner: string;
  kind: TicketKind;
  left: number;
  expiresAt: number;
  order: number;
}
interface Model {
  now: number;
  lots: Lot[];
  holds: Map<string, { parts: Array<{ lot: Lot; amount: number }>; isSettled: boolean }>;
}

const spendable = (model: Model, owner: string, kind: TicketKind) =>
  model.lots
    .filter((lot) => lot.owner === owner && lot.kind === kind && lot.left > 0 && lot.expiresAt > model.now)
    .sort((a, b) => a.expiresAt - b.expiresAt || a.order - b.order);
const expireAll = (model: Model) => {
  for (const lot of model.lots) if (lot.expiresAt <= model.now) lot.left = 0;
};

class GrantCommand implements fc.AsyncCommand<Model, Ledger> {
  readonly #owner: string;
  readonly #kind: TicketKind;
  readonly #amount: number;
  readonly #days: number | null;
  constructor(owner: string, kind: TicketKind, amount: number, days: number | null) {
    this.#owner = owner;
    this.#kind = kind;
    this.#amount = amount;
    this.#days = days;
  }
  check = () => true;
  async run(model: Model, real: Ledger): Promise<void> {
    const expiresAt = this.#days === null ? null : model.now + this.#days * day;
    // A moment passes, so that lots have an order.
    model.now += 1;
    real.clock.set({ advanceMs: 1 });
    const given = {
      kind: this.#kind,
      amount: this.#amount,
      source: 'adjust',
      reason: '测试',
      expiresAt,
      idempotencyKey: randomIds.next('grant'),
    };
    await real.store.transact((tx) => real.tickets.grant(tx, this.#owner, given));
    if (this.#amount > 0) {
      model.lots.push({
        owner: this.#owner,
        kind: this.#kind,
        left: this.#amount,
        expiresAt: expiresAt ?? Number.MAX_SAFE_INTEGER,
        order: model.lots.length,
      });
    }
    await compare(model, real);
  }
  toString = () => `grant(${this.#owner}, ${this.#kind}, ${this.#amount}, ${this.#days} days)`;
}

class HoldCommand implements fc.AsyncCommand<Model, Ledger> {
  readonly #owner: string;
  readonly #kind: TicketKind;
  readonly #amount: number;
  constructor(owner: string, kind: TicketKind, amount: number) {
    this.#owner = owner;
    this.#kind = kind;
    this.#amount = amount;
  }
  check = () => true;
  async run(model: Model, real: Ledger): Promise<void> {
    const reference = `task_${model.holds.size}`;
    const lots = spendable(model, this.#owner, this.#kind);
    const isShort = lots.reduce((sum, lot) => sum + lot.left, 0) < this.#amount;
    const outcome = await real.store
      .transact((tx) => real.tickets.hold(tx, this.#owner, this.#kind, this.#amount, reference, '测试'))
      .then(
        () => 'held',
        (error: ProductError) => error.reason,
      );
    expect(outcome).toBe(isShort ? 'ticket.short' : 'held');
    if (!isShort) {
      expireAll(model);
      let missing = this.#amount;
      const parts = lots.flatMap((lot) => {
        const amount = Math.min(lot.left, missing);
        lot.left -= amount;
        missing -= amount;
        return amount > 0 ? [{ lot, amount }] : [];
      });
      model.holds.set(reference, { parts, isSettled: parts.length === 0 });
    }
    await compare(model, real);
  }
  toString = () => `hold(${this.#owner}, ${this.#kind}, ${this.#amount})`;
}

class SettleCommand implements fc.AsyncCommand<Model, Ledger> {
  readonly #which: number;
  readonly #share: number;
  constructor(which: number, share: number) {
    this.#which = which;
    this.#share = share;
  }
  check = (model: Readonly<Model>) => model.holds.size > 0;
  async run(model: Model, real: Ledger): Promise<void> {
    const [reference, hold] = [...model.holds][this.#which % model.holds.size] ?? [];
    if (!reference || !hold) throw new Error('no hold');
    const held = hold.parts.reduce((sum, { amount }) => sum + amount, 0);
    const spent = Math.round(held * this.#share);
    await real.store.transact((tx) => real.tickets.settle(tx, reference, spent, '测试'));
    if (!hold.isSettled) {
      hold.isSettled = true;
      expireAll(model);
      const byExpiry = [...hold.parts].sort((a, b) => b.lot.expiresAt - a.lot.expiresAt || b.lot.order - a.lot.order);
      let rest = held - spent;
      for (const { lot, amount } of byExpiry) {
        const back = Math.min(amount, rest);
        if (back === 0) break;
        lot.left += back;
        if (lot.expiresAt <= model.now) lot.expiresAt = model.now + 7 * day;
        rest -= back;
      }
    }
    await compare(model, real);
  }
  toString = () => `settle(#${this.#which}, ${this.#share})`;
}

class PassCommand implements fc.AsyncCommand<Model, Ledger> {
  readonly #hours: number;
  readonly #isSwept: boolean;
  constructor(hours: number, isSwept: boolean) {
    this.#hours = hours;
    this.#isSwept = isSwept;
  }
  check = () => true;
  async run(model: Model, real: Ledger): Promise<void> {
    model.now += (this.#hours * day) / 24;
    real.clock.set({ advanceMs: (this.#hours * day) / 24 });
    if (this.#isSwept) {
      await real.tickets.sweep();
      expireAll(model);
    }
    await compare(model, real);
  }
  toString = () => `pass(${this.#hours} hours${this.#isSwept ? ', swept' : ''})`;
}

async function compare(model: Model, real: Ledger): Promise<void> {
  expect(await faultsOf(real)).toEqual([]);
  for (const owner of owners) {
    for (const kind of ticketKinds) {
      const expected = spendable(model, owner, kind).reduce((sum, lot) => sum + lot.left, 0);
      expect(await real.tickets.total(owner, kind), `${owner} ${kind}`).toBe(expected);
    }
  }
}

it('whatever happens in whatever order, the books balance and agree with the rules', async () => {
  const owner = fc.constantFrom(...owners);
  const kind = fc.constantFrom<TicketKind>('normal', 'gpt');
  const commands = [
    fc
      .tuple(owner, kind, fc.integer({ min: 0, max: 9 }), fc.option(fc.integer({ min: 1, max: 12 })))
      .map((values) => new GrantCommand(...values)),
    fc.tuple(owner, kind, fc.integer({ min: 0, max: 6 })).map((values) => new HoldCommand(...values)),
    fc.tuple(fc.nat(50), fc.constantFrom(0, 0.5, 1, 1)).map((values) => new SettleCommand(...values)),
    fc.tuple(fc.integer({ min: 1, max: 120 }), fc.boolean()).map((values) => new PassCommand(...values)),
  ];
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { size: '+1', maxCommands: 60 }), async (sequence) => {
      const real = await openLedger();
      try {
        await fc.asyncModelRun(() => ({ model: { now: startOfStory, lots: [], holds: new Map() }, real }), sequence);
      } finally {
        await real.store.close();
      }
    }),
    { seed: 20_261_120, numRuns: 60 },
  );
});
