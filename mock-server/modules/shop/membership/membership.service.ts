import { type PaidPlan, type Plan, planRank, upgradePrice } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { sliceAlong } from '../../../slices.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { ProductService } from '../product/product.service.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import * as periods from './membership.repository.ts';
import {
  endlessAt,
  endsOf,
  insert,
  isUpgraded,
  type Length,
  lowerAhead,
  type MembershipPeriod,
  msAhead,
  orEndless,
  replaceAhead,
  revokeAhead,
  unbroken,
  upgrade,
} from './membership.rules.ts';
import { overviewOf } from './membership-view.ts';
import { createPlanTickets } from './plan-tickets.ts';
import { ticketMonthAt } from './ticket-months.ts';

/** Maximum number of accounts brought up to date in one transaction: a slice has two, and an account takes up to 3 ms. */
const batch = 3;

export type MembershipService = ReturnType<typeof createMembershipService>;

export interface MembershipDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  tickets: TicketService;
  accounts: AccountService;
  products: ProductService;
}

/** Time of a plan that is given or sold. */
interface Given {
  plan: PaidPlan;
  seats: number;
  /** order, redeem, staff, control, seed. */
  source: string;
  /** Order or redeem code. */
  reference: string | null;
}

interface Term {
  startsAt: number;
  endsAt: number;
}

interface MembershipParts extends MembershipDeps {
  planTickets: ReturnType<typeof createPlanTickets>;
}

/**
 * Membership periods of accounts. The source of truth is the table `membership_period`; plan and dates of the account
 * and the tickets of the current month are derived from it in the same transaction. Functions that take `tx` are for
 * use inside a transaction.
 */
export function createMembershipService(deps: MembershipDeps) {
  const { store, clock, ids, tickets, products } = deps;
  const planTickets = createPlanTickets({ ids, plans: products.plans, tickets });
  /** Up to when all accounts follow their stretches; before the first look that is not known. */
  let followedUntil = Number.POSITIVE_INFINITY;
  store.whenEmptied(() => {
    followedUntil = Number.POSITIVE_INFINITY;
  });
  const parts: MembershipParts = { ...deps, planTickets };
  return {
    ...withDeps(parts, {
      setByStaff,
      putBack,
      mergeInto,
      isMergeEndless,
      upgradeQuote,
      applyUpgrade,
      revoke,
      unusedDays,
      usedTickets,
      overview,
    }),
    isEndless,
    /**
     * Adds months after everything of an equal or higher plan; lower plans move back. Months end by the calendar in
     * China time, on the anchor day of the membership they extend.
     */
    giveMonths: (tx: Db, accountId: string, { months, ...given }: Given & { months: number }) =>
      give(parts, tx, accountId, given, { months }),
    giveDays: (tx: Db, accountId: string, { days, ...given }: Given & { days: number }) =>
      give(parts, tx, accountId, given, { days }),
    stretchesOf: periods.stretchesOf,
    /** Milliseconds of membership that lie ahead. */
    msLeft: async (handle: Db, accountId: string): Promise<number> =>
      (await aheadOf(deps, handle, accountId)).reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0),
    /**
     * Returns true when time of an order that is still ahead was upgraded: then the upgrade has to be given back first.
     */
    isUpgraded: async (handle: Db, accountId: string, reference: string): Promise<boolean> =>
      isUpgraded(await periods.stretchesOf(handle, accountId), reference, clock.now()),
    /**
     * Brings accounts up to date whose plan or tickets are due to change; cheap when none are. A clock that went back
     * has made changes undone, so all are looked at then, as at the first time after a start.
     */
    async advance(which: 'due' | 'all' = 'due'): Promise<void> {
      const now = clock.now();
      const isAnyDue = which === 'all' || now < followedUntil;
      const walk = sliceAlong((after: string | undefined, most) => followSome(parts, after, most));
      let isWalking = isAnyDue;
      const isDone = await store.slices.run(async (most) => {
        // Accounts that become due are updated between the steps of a long run.
        if (await followDue(parts, most)) return true;
        isWalking &&= await walk(most);
        return isWalking;
      }, batch);
      if (isDone) followedUntil = now;
    },
  };
}

/** Replaces what lies ahead. @param endsAt null without end */
async function setByStaff(
  deps: MembershipParts,
  tx: Db,
  accountId: string,
  plan: Plan,
  endsAt: number | null,
  source: 'staff' | 'control' | 'seed' = 'staff',
): Promise<void> {
  await change(deps, tx, accountId, (stretches, now) => {
    const { seats } = stretches.find((s) => s.plan === plan && s.startsAt <= now && s.endsAt > now) ?? { seats: 1 };
    const end = Math.min(endsAt ?? endlessAt, endlessAt);
    const replacement = plan === 'free' ? null : { plan, seats, source, reference: null, endsAt: end };
    return replaceAhead(stretches, replacement, now, () => nextId(deps));
  });
}

/** Puts all stretches of an account back to what they were. */
async function putBack(deps: MembershipParts, tx: Db, accountId: string, stretches: MembershipPeriod[]): Promise<void> {
  const present = await periods.stretchesOf(tx, accountId);
  if (JSON.stringify(present) !== JSON.stringify(stretches)) await change(deps, tx, accountId, () => stretches);
}

/**
 * Moves the remaining membership of one account after that of another one, with its orders and upgrades; past
 * stretches stay. Tickets of the current month are revoked from the first account and granted again to the second.
 */
async function mergeInto(deps: MembershipParts, tx: Db, from: string, into: string): Promise<void> {
  const ahead = await aheadOf(deps, tx, from);
  if (ahead.length === 0) return;
  await change(deps, tx, from, (stretches, now) => replaceAhead(stretches, null, now, () => nextId(deps)));
  for (const stretch of ahead)
    await change(
      deps,
      tx,
      into,
      (stretches, now) => insert(stretches, stretch, { like: stretch }, now, () => nextId(deps)).stretches,
    );
}

/**
 * Returns true when one of two memberships has no end, and the first has anything left that would have to come behind.
 */
async function isMergeEndless(deps: MembershipDeps, handle: Db, from: string, into: string): Promise<boolean> {
  const [ahead, kept] = [await aheadOf(deps, handle, from), await aheadOf(deps, handle, into)];
  return ahead.length > 0 && [...ahead, ...kept].some(({ endsAt }) => orEndless(endsAt) === null);
}

/** Price of an upgrade for the rest of the paid time; null when nothing lower is left or it has no end. */
async function upgradeQuote(
  deps: MembershipDeps,
  handle: Db,
  accountId: string,
  plan: PaidPlan,
  seats: number,
): Promise<{ price: number; endsAt: number } | null> {
  const left = lowerAhead(await periods.stretchesOf(handle, accountId), plan, deps.clock.now());
  const endsAt = left.at(-1)?.endsAt;
  if (endsAt === undefined || endsAt >= endlessAt) return null;
  const to = await monthPrice(deps, handle, plan);
  const remaining = [];
  for (const stretch of left) {
    const price = await monthPrice(deps, handle, stretch.plan);
    remaining.push({ ms: stretch.endsAt - stretch.startsAt, monthPrice: price, seats: stretch.seats });
  }
  return { price: upgradePrice(remaining, { monthPrice: to, seats }), endsAt };
}

/** Every lower plan's part from now to `until` becomes the higher one. Null when nothing of it is left. */
async function applyUpgrade(
  deps: MembershipParts,
  tx: Db,
  accountId: string,
  to: { plan: PaidPlan; seats: number; until: number; reference: string },
): Promise<Term | null> {
  const now = deps.clock.now();
  const left = lowerAhead(await periods.stretchesOf(tx, accountId), to.plan, now);
  const raised = left.filter(({ startsAt }) => startsAt < to.until);
  const [first] = raised;
  const last = raised.at(-1);
  if (!first || !last) return null;
  await change(deps, tx, accountId, (stretches) =>
    upgrade(stretches, { ...to, source: 'order' }, now, () => nextId(deps)),
  );
  return { startsAt: first.startsAt, endsAt: Math.min(last.endsAt, to.until) };
}

/**
 * Revokes the rest of an order: bought time is removed and later stretches move forward; upgraded time returns to
 * its former plan. Granted tickets that exceed the remaining entitlement are revoked.
 * @param days revoke at most this many days, the last ones of the order
 */
async function revoke(
  deps: MembershipParts,
  tx: Db,
  accountId: string,
  reference: string,
  days?: number,
): Promise<void> {
  const ms = days === undefined ? undefined : days * day;
  const now = deps.clock.now();
  const before = unbroken(await periods.stretchesOf(tx, accountId), now);
  await change(deps, tx, accountId, (stretches) => revokeAhead(stretches, reference, now, () => nextId(deps), ms));
  const after = unbroken(await periods.stretchesOf(tx, accountId), now);
  if (after.length > 0) await deps.planTickets.takeExcess(tx, accountId, before, after, now);
}

/** Whole days of an order that are still ahead. */
async function unusedDays(
  { clock }: MembershipDeps,
  handle: Db,
  accountId: string,
  reference: string,
): Promise<number> {
  return Math.floor(msAhead(await periods.stretchesOf(handle, accountId), reference, clock.now()) / day);
}

/** Number of used tickets of a kind that count as the order's, in months that are not over. */
async function usedTickets(
  { clock, planTickets }: MembershipParts,
  handle: Db,
  accountId: string,
  reference: string,
  kind: TicketKind,
): Promise<number> {
  const now = clock.now();
  const row = unbroken(await periods.stretchesOf(handle, accountId), now);
  if (row.length === 0) return 0;
  return planTickets.usedBy(handle, accountId, row, { reference, kind }, now);
}

/** Returns true when a plan, or a higher one, has no end, so that more of it would never begin. */
async function isEndless(handle: Db, accountId: string, plan: PaidPlan): Promise<boolean> {
  const stretches = await periods.stretchesOf(handle, accountId);
  return stretches.some((stretch) => planRank(stretch.plan) >= planRank(plan) && orEndless(stretch.endsAt) === null);
}

/** Membership as shown to the account. */
async function overview({ store, products, clock }: MembershipDeps, accountId: string) {
  return overviewOf(await periods.stretchesOf(store.db, accountId), products.plans, clock.now());
}

const nextId = ({ ids }: MembershipDeps) => ids.next('period');

/** Changes the stretches of an account and writes what follows from them. */
async function change(
  deps: MembershipParts,
  tx: Db,
  accountId: string,
  body: (stretches: MembershipPeriod[], now: number) => MembershipPeriod[],
) {
  const now = deps.clock.now();
  const before = await periods.stretchesOf(tx, accountId);
  const after = body(before, now);
  await periods.replaceStretches(tx, accountId, before, after, now);
  const row = unbroken(before, now);
  // Tickets of a membership that ends before its time end with it.
  if (row.length > 0 && unbroken(after, now).length === 0) await deps.planTickets.end(tx, accountId, row, now);
  await bringUpToDate(deps, tx, accountId);
}

async function bringUpToDate(deps: MembershipParts, tx: Db, accountId: string): Promise<void> {
  const { clock, accounts, planTickets } = deps;
  const now = clock.now();
  const account = await accounts.find(tx, accountId);
  const stretches = await periods.stretchesOf(tx, accountId);
  const row = unbroken(stretches, now);
  const current = row.find(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  const next = stretches.find(({ startsAt }) => startsAt > now);
  const ends = endsOf(row, now);
  const { until } = ticketMonthAt(row, now);
  const isLast = ends.membership !== null && until >= ends.membership;
  await accounts.notePlan(tx, account, {
    plan: current?.plan ?? 'free',
    expiresAt: current ? ends.plan : null,
    nextGrantAt: current && !isLast ? until : (next?.startsAt ?? null),
  });
  if (current) await planTickets.giveMissing(tx, accountId, row, now);
}

async function give(deps: MembershipParts, tx: Db, accountId: string, given: Given, length: Length): Promise<Term> {
  let term: Term | undefined;
  await change(deps, tx, accountId, (stretches, now) => {
    const { stretches: after, startsAt, endsAt } = insert(stretches, given, length, now, () => nextId(deps));
    term = { startsAt, endsAt };
    return after;
  });
  if (!term) throw new Error('nothing was given');
  return term;
}

async function follow(deps: MembershipParts, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await deps.store.transact(async (tx) => {
    for (const accountId of accountIds) await bringUpToDate(deps, tx, accountId);
  });
}

async function followSome(deps: MembershipParts, after: string | undefined, most: number): Promise<string | undefined> {
  const accountIds = await periods.membersAfter(deps.store.db, after ?? '', most);
  await follow(deps, accountIds);
  return accountIds.at(-1);
}

/** Updated accounts are no longer due, so the same query returns the next ones. */
async function followDue(deps: MembershipParts, most: number): Promise<boolean> {
  const accountIds = await periods.dueAccounts(deps.store.db, deps.clock.now(), most);
  await follow(deps, accountIds);
  return accountIds.length >= most;
}

/** Stretches of which something is left, from now on. */
async function aheadOf(deps: MembershipDeps, handle: Db, accountId: string): Promise<MembershipPeriod[]> {
  const now = deps.clock.now();
  return (await periods.stretchesOf(handle, accountId))
    .filter(({ endsAt }) => endsAt > now)
    .map((stretch) => ({ ...stretch, startsAt: Math.max(stretch.startsAt, now) }));
}

/** Fen per month and seat. */
async function monthPrice(deps: MembershipDeps, handle: Db, plan: PaidPlan): Promise<number> {
  const product = await deps.products.find(handle, `${plan}-month`);
  if (!product) throw new Error(`there is no product ${plan}-month`);
  return product.price;
}
