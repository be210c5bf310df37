import { coveredWithin, dayCountedMonthMs, type PaidPlan, ticketEntitlement } from '#shared/domain/plan';
import { type TicketKind, ticketKinds } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import { insert, type MembershipPeriod, unbroken } from '../../mock-server/modules/shop/membership/membership.rules.ts';
import { defaultPlans } from '../../mock-server/modules/shop/product/catalogue.ts';

/** Model of the ledger: the rules of tickets without a database. */
export interface LotModel {
  owner: string;
  kind: TicketKind;
  left: number;
  expiresAt: number;
  order: number;
  reference: string | null;
}

export interface Model {
  now: number;
  lots: LotModel[];
  holds: Map<string, { parts: Array<{ lot: LotModel; amount: number }>; isSettled: boolean }>;
  /** Grants by key. */
  granted: string[];
  stretches: Map<string, MembershipPeriod[]>;
  /** Tickets granted in a window of a membership. */
  windows: Map<string, number>;
  /** Uses of the one redeem code, by account. */
  redeemed: Set<string>;
}

export const never = Number.MAX_SAFE_INTEGER;

export function newModel(now: number): Model {
  return {
    now,
    lots: [],
    holds: new Map(),
    granted: [],
    stretches: new Map(),
    windows: new Map(),
    redeemed: new Set(),
  };
}

/** Lots that can be spent, the first to expire first. */
export function spendable(model: Readonly<Model>, owner: string, kind?: TicketKind): LotModel[] {
  return model.lots
    .filter((lot) => lot.owner === owner && (kind === undefined || lot.kind === kind))
    .filter((lot) => lot.left > 0 && lot.expiresAt > model.now)
    .sort((a, b) => a.expiresAt - b.expiresAt || a.order - b.order);
}

export function expireAll(model: Model): void {
  for (const lot of model.lots) if (lot.expiresAt <= model.now) lot.left = 0;
}

export function addLot(
  model: Model,
  lot: { owner: string; kind: TicketKind; amount: number; expiresAt: number; reference?: string },
): void {
  const { amount, reference = null, ...rest } = lot;
  if (amount > 0) model.lots.push({ ...rest, left: amount, order: model.lots.length, reference });
}

/** Takes some of the lots, in this order; tells how many. */
export function take(lots: readonly LotModel[], amount: number): Array<{ lot: LotModel; amount: number }> {
  let missing = amount;
  return lots.flatMap((lot) => {
    const part = Math.min(lot.left, missing);
    lot.left -= part;
    missing -= part;
    return part > 0 ? [{ lot, amount: part }] : [];
  });
}

/** Ends a hold: what was taken last goes back first. */
export function settle(model: Model, reference: string, spent: number): void {
  const hold = model.holds.get(reference);
  if (!hold || hold.isSettled) return;
  hold.isSettled = true;
  expireAll(model);
  const byExpiry = [...hold.parts].sort((a, b) => b.lot.expiresAt - a.lot.expiresAt || b.lot.order - a.lot.order);
  let rest = hold.parts.reduce((sum, { amount }) => sum + amount, 0) - spent;
  for (const { lot, amount } of byExpiry) {
    const back = Math.min(amount, rest);
    if (back === 0) break;
    lot.left += back;
    if (lot.expiresAt <= model.now) lot.expiresAt = model.now + 7 * day;
    rest -= back;
  }
}

/** A stretch of membership, and the tickets it brings at once. */
export function buy(model: Model, owner: string, plan: PaidPlan, days: number): void {
  const known = model.stretches.get(owner) ?? [];
  const given = { plan, seats: 1, source: 'order', reference: null };
  let made = 0;
  const nextId = () => `${owner}:${known.length}:${++made}`;
  model.stretches.set(owner, insert(known, given, { days }, model.now, nextId).stretches);
  giveWindow(model, owner);
}

/** Grants the rest of the present window; its lots live as long as the membership, at most to the window's end. */
export function giveWindow(model: Model, owner: string): void {
  const row = unbroken(model.stretches.get(owner) ?? [], model.now);
  const first = row[0];
  const last = row.at(-1);
  if (!first || !last) return;
  const start = first.startsAt + Math.floor((model.now - first.startsAt) / dayCountedMonthMs) * dayCountedMonthMs;
  const expiresAt = Math.min(start + dayCountedMonthMs, last.endsAt);
  const reference = `plan:${start}`;
  // One February counts as 30 days.
  const isFebruary = last.endsAt - first.startsAt >= 28 * day && last.endsAt - first.startsAt < dayCountedMonthMs;
  const counted = isFebruary ? [...row.slice(0, -1), { ...last, endsAt: first.startsAt + dayCountedMonthMs }] : row;
  for (const lot of model.lots) {
    if (lot.owner === owner && lot.reference === reference && lot.expiresAt > model.now) lot.expiresAt = expiresAt;
  }
  for (const kind of ticketKinds) {
    const quota = (plan: PaidPlan) => defaultPlans.find((row) => row.plan === plan)?.monthly[kind] ?? 0;
    const key = `${owner}:${start}:${kind}`;
    const covered = coveredWithin(counted, start, start + dayCountedMonthMs);
    const missing = ticketEntitlement(covered, dayCountedMonthMs, quota) - (model.windows.get(key) ?? 0);
    if (missing <= 0) continue;
    addLot(model, { owner, kind, amount: missing, expiresAt, reference });
    model.windows.set(key, (model.windows.get(key) ?? 0) + missing);
  }
}
