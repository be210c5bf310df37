import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PaidPlan } from '#shared/domain/plan';
import { type TicketKind, ticketKinds } from '#shared/domain/ticket-kind';
import { day, hour } from '#shared/domain/time';
import type { ProductError } from '#shared/errors';
import * as told from '../support/ledger-model.ts';
import { startOfStory } from '../support/server.ts';
import { faultsOf, type Ledger, openLedger, owners, startServices } from '../support/server-ledger.ts';

type Model = told.Model;

const code = 'ABCDEFGHJKLMNPQR';
const codeGives = { kind: 'normal', amount: 4, days: 5 } as const;

interface Step {
  name: string;
  run: (model: Model, real: Ledger) => Promise<void>;
}

/** One thing that happens; afterwards every lot is what the rules say. */
class Happening implements fc.AsyncCommand<Model, Ledger> {
  readonly #step: Step;
  constructor(step: Step) {
    this.#step = step;
  }
  check = () => true;
  async run(model: Model, real: Ledger): Promise<void> {
    // A moment passes, so that lots have an order.
    model.now += 1;
    real.clock.set({ advanceMs: 1 });
    await this.#step.run(model, real);
    await compare(model, real);
  }
  toString = () => this.#step.name;
}

const grantOf = (kind: TicketKind, amount: number, expiresAt: number | null, key: string) => ({
  kind,
  amount,
  source: 'package',
  reason: '测试',
  expiresAt,
  idempotencyKey: key,
  reference: `order:${key}`,
});

function grant(owner: string, kind: TicketKind, amount: number, days: number | null): Step {
  return {
    name: `grant(${owner}, ${kind}, ${amount}, ${days} days)`,
    async run(model, real) {
      const key = `grant_${model.granted.length}`;
      const expiresAt = days === null ? null : model.now + days * day;
      await real.store.transact((tx) => real.tickets.grant(tx, owner, grantOf(kind, amount, expiresAt, key)));
      model.granted.push(key);
      told.addLot(model, { owner, kind, amount, expiresAt: expiresAt ?? told.never, reference: `order:${key}` });
    },
  };
}

function grantAgain(owner: string, which: number): Step {
  return {
    name: `grant again(#${which})`,
    async run(model, real) {
      const key = model.granted[which % Math.max(1, model.granted.length)];
      const isNothing = key === undefined || !model.lots.some((lot) => lot.reference === `order:${key}`);
      if (isNothing) return;
      await real.store.transact((tx) => real.tickets.grant(tx, owner, grantOf('normal', 9, null, key)));
    },
  };
}

function start(owner: string, kind: TicketKind, amount: number): Step {
  return {
    name: `start(${owner}, ${kind}, ${amount})`,
    async run(model, real) {
      const reference = `task_${model.holds.size}`;
      const lots = told.spendable(model, owner, kind);
      const isShort = lots.reduce((sum, lot) => sum + lot.left, 0) < amount;
      const outcome = await real.store
        .transact((tx) => real.tickets.hold(tx, owner, kind, amount, reference, '测试'))
        .then(
          () => 'held',
          (error: ProductError) => error.reason,
        );
      expect(outcome).toBe(isShort ? 'ticket.short' : 'held');
      if (isShort) return;
      told.expireAll(model);
      const parts = told.take(lots, amount);
      model.holds.set(reference, { parts, isSettled: parts.length === 0 });
    },
  };
}

/** A task delivers all, half or nothing; one that has ended ends once more without effect. */
function end(which: number, share: 0 | 0.5 | 1): Step {
  return {
    name: `end(#${which}, ${share})`,
    async run(model, real) {
      const [reference, hold] = [...model.holds][which % Math.max(1, model.holds.size)] ?? [];
      if (!reference || !hold) return;
      const spent = Math.round(hold.parts.reduce((sum, { amount }) => sum + amount, 0) * share);
      await real.store.transact((tx) => real.tickets.settle(tx, reference, spent, '测试'));
      told.settle(model, reference, spent);
    },
  };
}

/** The server dies in the middle of a transaction and comes back on the same data. */
function crash(owner: string): Step {
  return {
    name: `crash(${owner})`,
    async run(_model, real) {
      const attempt = real.store.transact(async (tx) => {
        await real.tickets.grant(tx, owner, grantOf('normal', 5, null, 'never'));
        await real.tickets.hold(tx, owner, 'normal', 1, 'task_never', '测试');
        throw new Error('killed');
      });
      await expect(attempt).rejects.toThrow('killed');
      Object.assign(real, await startServices(real.store, real.clock));
    },
  };
}

function refund(which: number): Step {
  return {
    name: `refund(#${which})`,
    async run(model, real) {
      const key = model.granted[which % Math.max(1, model.granted.length)];
      const reference = `order:${key}`;
      const owner = model.lots.find((lot) => lot.reference === reference)?.owner;
      if (!owner) return;
      const revocation = { reference, reason: '退款', key: `refund:${key}:${model.now}` };
      const taken = await real.store.transact((tx) => real.tickets.revoke(tx, owner, revocation));
      told.expireAll(model);
      const lots = told.spendable(model, owner).filter((lot) => lot.reference === reference);
      expect(taken).toBe(told.take(lots, told.never).reduce((sum, { amount }) => sum + amount, 0));
    },
  };
}

function takeBack(owner: string, kind: TicketKind, amount: number): Step {
  return {
    name: `take back(${owner}, ${kind}, ${amount})`,
    async run(model, real) {
      const revocation = { kind, amount, reason: '扣回', key: `take:${owner}:${model.now}` };
      const taken = await real.store.transact((tx) => real.tickets.revoke(tx, owner, revocation));
      told.expireAll(model);
      const parts = told.take(told.spendable(model, owner, kind).reverse(), amount);
      expect(taken).toBe(parts.reduce((sum, part) => sum + part.amount, 0));
    },
  };
}

function join(owner: string, plan: PaidPlan, days: number): Step {
  return {
    name: `join(${owner}, ${plan}, ${days} days)`,
    async run(model, real) {
      const given = { plan, days, seats: 1, source: 'order', reference: null };
      await real.store.transact((tx) => real.memberships.giveDays(tx, owner, given));
      told.buy(model, owner, plan, days);
    },
  };
}

function redeem(owner: string): Step {
  return {
    name: `redeem(${owner})`,
    async run(model, real) {
      const outcome = await real.redeem.redeem({ kind: 'user', accountId: owner, sessionHash: '' }, code).then(
        () => 'given',
        (error: ProductError) => error.reason,
      );
      expect(outcome).toBe(model.redeemed.has(owner) ? 'redeem.used' : 'given');
      if (outcome !== 'given') return;
      model.redeemed.add(owner);
      const { kind, amount, days } = codeGives;
      told.addLot(model, { owner, kind, amount, expiresAt: model.now + days * day });
    },
  };
}

/** Hours go by while the server looks every second what is due; what has expired it may or may not have booked yet. */
function pass(hours: number, isSwept: boolean): Step {
  return {
    name: `pass(${hours} hours${isSwept ? ', swept' : ''})`,
    async run(model, real) {
      model.now += hours * hour;
      real.clock.set({ advanceMs: hours * hour });
      await real.memberships.advance();
      for (const owner of owners) told.giveWindow(model, owner);
      if (!isSwept) return;
      await real.tickets.sweep();
      told.expireAll(model);
    },
  };
}

async function compare(model: Model, real: Ledger): Promise<void> {
  for (const owner of owners) {
    const lots = told.spendable(model, owner).map(({ kind, left, expiresAt }) => ({ kind, left, expiresAt }));
    const { purses } = await real.tickets.summary(owner);
    for (const kind of ticketKinds) {
      const purse = purses.find((one) => one.kind === kind);
      expect(
        purse?.lots.map(({ left, expiresAt }) => ({ kind, left, expiresAt: expiresAt ?? told.never })),
        `${owner} ${kind}`,
      ).toEqual(lots.filter((lot) => lot.kind === kind));
    }
  }
}

async function withCode(): Promise<Ledger> {
  const real = await openLedger();
  const batch = { id: 'batch', name: '测试', plan: null, plan_days: null, expires_at: null, operator: 'test' };
  const gives = { ticket_kind: codeGives.kind, amount: codeGives.amount, days: codeGives.days };
  await real.store.db
    .insertInto('redeem_batch')
    .values({ ...batch, ...gives, uses_per_code: owners.length, created_at: startOfStory })
    .execute();
  await real.store.db.insertInto('redeem_code').values({ code, batch_id: 'batch' }).execute();
  return real;
}

it('whatever happens in whatever order, the books balance and every lot is what the rules say', async () => {
  const owner = fc.constantFrom(...owners);
  const kind = fc.constantFrom<TicketKind>('normal', 'gpt');
  const count = (max: number) => fc.integer({ min: 0, max });
  const plan = fc.constantFrom<PaidPlan>('basic', 'pro', 'team');
  const steps: Array<fc.Arbitrary<Step>> = [
    fc
      .tuple(owner, kind, count(9), fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }))
      .map((values) => grant(...values)),
    fc.tuple(owner, count(20)).map((values) => grantAgain(...values)),
    fc.tuple(owner, kind, count(6)).map((values) => start(...values)),
    fc.tuple(owner, kind, fc.constantFrom(100, 400)).map((values) => start(...values)),
    fc.tuple(count(50), fc.constantFrom<0 | 0.5 | 1>(0, 0.5, 1, 1)).map((values) => end(...values)),
    owner.map(crash),
    count(20).map(refund),
    fc.tuple(owner, kind, fc.integer({ min: 1, max: 200 })).map((values) => takeBack(...values)),
    fc.tuple(owner, plan, fc.integer({ min: 1, max: 45 })).map((values) => join(...values)),
    owner.map(redeem),
    fc.tuple(fc.integer({ min: 1, max: 400 }), fc.boolean()).map((values) => pass(...values)),
  ];
  const commands = steps.map((step) => step.map((one) => new Happening(one)));
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { size: '+1', maxCommands: 40 }), async (sequence) => {
      const real = await withCode();
      try {
        await fc.asyncModelRun(() => ({ model: told.newModel(startOfStory), real }), sequence);
        expect(await faultsOf(real)).toEqual([]);
      } finally {
        await real.store.close();
      }
    }),
    { seed: 20_261_120, numRuns: 50 },
  );
}, 60_000);
