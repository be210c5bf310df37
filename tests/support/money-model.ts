/**
 * Books of ten people by plain arithmetic, from the rules of docs/RULES.md R39 to R50 and without a line of the product:
 * lots of tickets, holds of waiting tasks, orders, and months of the basic membership. Times are milliseconds, money is
 * fen.
 */

export type Kind = 'normal' | 'live' | 'gpt';
const kinds = ['normal', 'live', 'gpt'] as const;

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;
/** China has one time zone and no summer time. */
const chinaMs = 8 * 60 * minuteMs;

interface Lot {
  kind: Kind;
  amount: number;
  left: number;
  expiresAt: number;
  /** Position among the lots of its owner, the oldest first. */
  age: number;
}

export interface OrderModel {
  product: ProductName;
  createdAt: number;
  status: 'open' | 'closed' | 'completed' | 'refunded';
  refunded: number;
  hasInvoice: boolean;
  lot: Lot | undefined;
}

/** Things on sale in the walk, with their price and what they bring. */
export const products = {
  'normal-20': { price: 990, kind: 'normal', amount: 20 },
  'normal-100': { price: 3900, kind: 'normal', amount: 100 },
  'live-30': { price: 1990, kind: 'live', amount: 30 },
  'basic-month': { price: 3900, kind: undefined, amount: 0 },
} as const;
export type ProductName = keyof typeof products;

/** Price of one ticket: of the smallest package of its kind, rounded up to a fen. */
const singlePrices: Record<Kind, number> = { normal: 50, live: 67, gpt: 10 };

const monthly: Record<Kind, number> = { normal: 120, live: 20, gpt: 200 };
const daily: Partial<Record<Kind, number>> = { normal: 3, gpt: 10 };
const signUp: Record<Kind, number> = { normal: 20, live: 3, gpt: 20 };

/** The same day of a later month, or its last day where it is shorter; the time of day stays. */
function monthsAfter(anchor: number, months: number): number {
  const local = new Date(anchor + chinaMs);
  const first = new Date(local);
  first.setUTCDate(1);
  first.setUTCMonth(local.getUTCMonth() + months);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(local.getUTCDate(), last));
  return first.getTime() - chinaMs;
}

const dayOf = (now: number) => Math.floor((now + chinaMs) / dayMs);

export type PersonModel = ReturnType<typeof createPerson>;

/** Somebody who signs up at `now`. */
export function createPerson(now: number) {
  const lots: Lot[] = [];
  const holds = new Map<string, Array<{ lot: Lot; amount: number }>>();
  const orders = new Map<string, OrderModel>();
  let membership = { anchor: 0, months: 0, granted: 0 };
  let lastDay = -1;
  let hasRedeemed = false;

  function add(kind: Kind, amount: number, expiresAt: number): Lot {
    const lot = { kind, amount, left: amount, expiresAt, age: lots.length };
    lots.push(lot);
    return lot;
  }

  const endsAt = () => (membership.months > 0 ? monthsAfter(membership.anchor, membership.months) : 0);
  const isMember = (at: number) => endsAt() > at;
  const spendable = (kind: Kind, at: number) =>
    lots
      .filter((lot) => lot.kind === kind && lot.left > 0 && lot.expiresAt > at)
      .sort((one, other) => one.expiresAt - other.expiresAt || one.age - other.age);
  const totalOf = (kind: Kind, at: number) => spendable(kind, at).reduce((sum, { left }) => sum + left, 0);

  for (const kind of kinds) add(kind, signUp[kind], now + 7 * dayMs);

  /** Months that have begun bring their tickets. */
  function grantMonths(at: number): void {
    while (membership.granted < membership.months && monthsAfter(membership.anchor, membership.granted) <= at) {
      membership.granted += 1;
      const until = monthsAfter(membership.anchor, membership.granted);
      for (const kind of kinds) add(kind, monthly[kind], until);
    }
  }

  return {
    orders,
    holds,
    isMember,
    hasRedeemed: () => hasRedeemed,

    /** Whoever has no membership finds tickets for the day at the first look. */
    look(at: number): void {
      if (isMember(at) || lastDay === dayOf(at)) return;
      lastDay = dayOf(at);
      for (const kind of kinds) {
        const amount = daily[kind];
        if (amount) add(kind, amount, (lastDay + 1) * dayMs - chinaMs);
      }
    },

    /** Time has come to `at`: orders of 15 minutes ago close, months begin. */
    pass(at: number): void {
      for (const order of orders.values())
        if (order.status === 'open' && order.createdAt + 15 * minuteMs <= at) order.status = 'closed';
      grantMonths(at);
    },

    /** Waiting tasks that the plan allows for. */
    mostTasks: (at: number) => (isMember(at) ? 2 + 5 : 1 + 2),

    /** @returns false when there are too few tickets */
    hold(task: string, amount: number, at: number): boolean {
      if (totalOf('normal', at) < amount) return false;
      let missing = amount;
      const parts = spendable('normal', at).flatMap((lot) => {
        const part = Math.min(lot.left, missing);
        lot.left -= part;
        missing -= part;
        return part > 0 ? [{ lot, amount: part }] : [];
      });
      holds.set(task, parts);
      return true;
    },
    spend: (task: string) => void holds.delete(task),
    release(task: string, at: number): void {
      for (const { lot, amount } of holds.get(task) ?? []) {
        // The rest of a lot that has expired is gone.
        const isGone = lot.expiresAt <= at;
        lot.left = (isGone ? 0 : lot.left) + amount;
        if (isGone) lot.expiresAt = at + 7 * dayMs;
      }
      holds.delete(task);
    },

    order(id: string, product: ProductName, at: number): void {
      const fresh = { product, createdAt: at, status: 'open', refunded: 0, hasInvoice: false, lot: undefined } as const;
      orders.set(id, { ...fresh });
    },
    pay(order: OrderModel, at: number): void {
      order.status = 'completed';
      const { kind, amount } = products[order.product];
      if (kind) {
        order.lot = add(kind, amount, monthsAfter(at, 24));
        return;
      }
      if (!isMember(at)) membership = { anchor: at, months: 0, granted: 0 };
      membership.months += 1;
      grantMonths(at);
    },
    /** Amount that goes back for a package; 0 when nothing does. */
    quote(order: OrderModel): number {
      const { lot, product } = order;
      if (!lot || lot.left === 0) return 0;
      const { price } = products[product];
      return Math.max(0, price - (lot.amount - lot.left) * singlePrices[lot.kind]);
    },
    refund(order: OrderModel, amount: number): void {
      order.status = 'refunded';
      order.refunded = amount;
      if (order.lot) order.lot.left = 0;
    },
    give: (kind: Kind, amount: number, expiresAt: number) => void add(kind, amount, expiresAt),
    redeem(amount: number, expiresAt: number): void {
      hasRedeemed = true;
      add('normal', amount, expiresAt);
    },

    /** The purses as they should be told, and the orders. */
    seen: (at: number) => ({
      purses: kinds.map((kind) => ({
        kind,
        left: totalOf(kind, at),
        held: kind === 'normal' ? [...holds.values()].flat().reduce((sum, { amount }) => sum + amount, 0) : 0,
        lots: spendable(kind, at).map(({ left, expiresAt }) => `${left} until ${expiresAt}`),
      })),
      member: isMember(at) ? endsAt() : null,
      orders: [...orders].map(([id, { status, refunded, hasInvoice }]) => ({ id, status, refunded, hasInvoice })),
      money: [...orders.values()].reduce(
        (sum, { status, product, refunded }) =>
          status === 'completed' || status === 'refunded' ? sum + products[product].price - refunded : sum,
        0,
      ),
    }),
  };
}
