import { chinaMs, createMembership, monthsAfter, type PaidPlan, type Span } from './membership-model.ts';

/**
 * Books of ten people by plain arithmetic, from the rules of docs/RULES.md R39 to R50 and without a line of the product:
 * lots of tickets, holds of waiting tasks, answers of the assistant, orders and memberships. Times are milliseconds,
 * money is fen.
 */

export type Kind = 'normal' | 'live' | 'gpt';
const kinds = ['normal', 'live', 'gpt'] as const;

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;

interface Lot {
  kind: Kind;
  amount: number;
  left: number;
  /** Held or spent. */
  used: number;
  expiresAt: number;
  /** Position among the lots of its owner, the oldest first. */
  age: number;
  /** The month of a membership that brought it. */
  month: Span | undefined;
}

export interface OrderModel {
  product: ProductName;
  price: number;
  createdAt: number;
  status: 'open' | 'closed' | 'completed' | 'refunded';
  refunded: number;
  hasInvoice: boolean;
  /** Of an upgrade: the end of what it raises. */
  until: number;
  completedAt: number;
  lot: Lot | undefined;
  /** Time that a membership or an upgrade brought. */
  term: Span | undefined;
}

interface Package {
  price: number;
  kind: Kind;
  amount: number;
}
interface Months {
  price: number;
  plan: PaidPlan;
  months: number;
}

/** Things on sale in the walk, with their price and what they bring; an upgrade has a price of its own each time. */
export const products = {
  'normal-20': { price: 990, kind: 'normal', amount: 20 },
  'normal-100': { price: 3900, kind: 'normal', amount: 100 },
  'live-30': { price: 1990, kind: 'live', amount: 30 },
  'basic-month': { price: 3900, plan: 'basic', months: 1 },
  'basic-quarter': { price: 9900, plan: 'basic', months: 3 },
  'pro-month': { price: 8900, plan: 'pro', months: 1 },
  'upgrade-pro': { price: undefined, raisedTo: 'pro' },
} as const satisfies Record<string, Package | Months | { price: undefined; raisedTo: PaidPlan }>;
export type ProductName = keyof typeof products;

const monthPrices: Record<PaidPlan, number> = { basic: 3900, pro: 8900 };
/** Price of one ticket: of the smallest package of its kind, rounded up to a fen. */
const singlePrices: Record<Kind, number> = { normal: 50, live: 67, gpt: 10 };
/** Of a membership, for each normal ticket that was used. */
const usedTicketPrice = 33;
const mostOpenOrders = 5;

const monthly: Record<PaidPlan, Record<Kind, number>> = {
  basic: { normal: 120, live: 20, gpt: 200 },
  pro: { normal: 350, live: 90, gpt: 800 },
};
const quotaOf = (kind: Kind) => (plan: PaidPlan) => monthly[plan][kind];
const daily: Partial<Record<Kind, number>> = { normal: 3, gpt: 10 };
const signUp: Record<Kind, number> = { normal: 20, live: 3, gpt: 20 };
const tasksOf = { free: 1 + 2, basic: 2 + 5, pro: 4 + 10 } as const;

const dayOf = (now: number) => Math.floor((now + chinaMs) / dayMs);
const byEnd = (one: Lot, other: Lot) => one.expiresAt - other.expiresAt || one.age - other.age;
const isOf = (month: Span) => (lot: Lot) => lot.month?.startsAt === month.startsAt && lot.month.endsAt === month.endsAt;

export type PersonModel = ReturnType<typeof createPerson>;

/** Somebody who signs up at `now`. */
export function createPerson(now: number) {
  const lots: Lot[] = [];
  const holds = new Map<string, Array<{ lot: Lot; amount: number }>>();
  const orders = new Map<string, OrderModel>();
  const membership = createMembership();
  let lastDay = -1;
  let hasRedeemed = false;

  function add(kind: Kind, amount: number, expiresAt: number, month?: Span): Lot {
    const lot = { kind, amount, left: amount, used: 0, expiresAt, age: lots.length, month };
    lots.push(lot);
    return lot;
  }

  const isGiftDue = (at: number) => !isMember(at) && lastDay !== dayOf(at);
  const isMember = (at: number) => membership.endsAt(at) > at;
  const spendable = (kind: Kind, at: number) =>
    lots.filter((lot) => lot.kind === kind && lot.left > 0 && lot.expiresAt > at).sort(byEnd);
  const totalOf = (kind: Kind, at: number) => spendable(kind, at).reduce((sum, { left }) => sum + left, 0);

  /** Tickets out of the lots that expire first; undefined when there are too few. */
  function take(kind: Kind, amount: number, at: number) {
    if (totalOf(kind, at) < amount) return undefined;
    let missing = amount;
    return spendable(kind, at).flatMap((lot) => {
      const part = Math.min(lot.left, missing);
      lot.left -= part;
      lot.used += part;
      missing -= part;
      return part > 0 ? [{ lot, amount: part }] : [];
    });
  }

  for (const kind of kinds) add(kind, signUp[kind], now + 7 * dayMs);

  /** Lots of a month that have not run out. */
  const lotsOf = (month: Span, kind: Kind, at: number) =>
    lots.filter((lot) => lot.kind === kind && lot.expiresAt > at && isOf(month)(lot));
  /** Tickets that a month has brought, without those that were taken back. */
  const brought = (month: Span, kind: Kind) =>
    lots.filter((lot) => lot.kind === kind && isOf(month)(lot)).reduce((sum, { amount }) => sum + amount, 0);

  /** The month under way brings what it has not brought yet, and its tickets live as long as it does. */
  function follow(at: number): void {
    const current = membership.current(at);
    if (!current) return;
    for (const month of membership.months(at))
      for (const lot of kinds.flatMap((kind) => lotsOf(month, kind, at)))
        lot.expiresAt = membership.ticketsUntil(month, at);
    for (const kind of kinds) {
      const missing = membership.entitled(current.month, quotaOf(kind), at) - brought(current.month, kind);
      if (missing > 0) add(kind, missing, membership.ticketsUntil(current.month, at), current.month);
    }
  }

  /** Takes what is left of so many tickets of a month; what was used stays used. */
  function takeBack(month: Span, kind: Kind, most: number, at: number): void {
    let missing = most;
    for (const lot of lotsOf(month, kind, at).sort(byEnd).reverse()) {
      const part = Math.min(lot.left, Math.max(0, missing));
      lot.left -= part;
      // The month may bring it again.
      lot.amount -= part;
      missing -= part;
    }
  }

  /** Takes what is left of an order, with the tickets that its time does not bring any more. */
  function takeBackOrder(id: string, at: number): void {
    const before = [...membership.months(at), ...membership.begun(at)];
    membership.takeBack(id, at);
    follow(at);
    const isOver = !isMember(at);
    for (const month of [...before, ...membership.months(at)])
      for (const kind of kinds) {
        const kept = isOver ? 0 : membership.entitled(month, quotaOf(kind), at);
        takeBack(month, kind, brought(month, kind) - kept, at);
      }
  }

  function quoteOfTime(id: string, { price, product, term, completedAt }: OrderModel, at: number): number {
    if (!term || membership.isUpgraded(id, at)) return 0;
    const used = (kind: Kind) =>
      membership.months(at).reduce((sum, month) => {
        const inMonth = lots.filter((lot) => lot.kind === kind && isOf(month)(lot));
        const usedInMonth = inMonth.reduce((tickets, lot) => tickets + lot.used, 0);
        return sum + membership.usedBy(id, usedInMonth, month, quotaOf(kind), at);
      }, 0);
    const daysLeft = Math.floor(membership.left(id, at) / dayMs);
    const isUnused = kinds.every((kind) => used(kind) === 0);
    if (isUnused && daysLeft > 0 && at <= completedAt + 7 * dayMs) return price;
    const days = Math.max(1, Math.round((term.endsAt - term.startsAt) / dayMs));
    const cost = 'raisedTo' in products[product] ? 0 : used('normal') * usedTicketPrice;
    return Math.max(0, Math.floor((price * Math.min(daysLeft, days)) / days) - cost);
  }

  const openOrders = () => [...orders.values()].filter(({ status }) => status === 'open');

  return {
    orders,
    holds,
    hasRedeemed: () => hasRedeemed,
    /** Time of memberships that is paid from `at` on. */
    msAhead: (at: number) => Math.max(0, membership.endsAt(at) - at),

    isGiftDue,
    /** Whoever has no membership finds tickets for the day at the first look. */
    look(at: number): void {
      if (!isGiftDue(at)) return;
      lastDay = dayOf(at);
      for (const kind of kinds) {
        const amount = daily[kind];
        if (amount) add(kind, amount, (lastDay + 1) * dayMs - chinaMs);
      }
    },

    /** Time has come to `at`: orders of 15 minutes ago close, months begin. */
    pass(at: number): void {
      for (const order of openOrders()) if (order.createdAt + 15 * minuteMs <= at) order.status = 'closed';
      follow(at);
    },

    /** Waiting tasks that the plan allows for. */
    mostTasks: (at: number) => tasksOf[membership.plan(at)],

    /** @returns false when there are too few tickets */
    hold(task: string, amount: number, at: number): boolean {
      const parts = take('normal', amount, at);
      if (parts) holds.set(task, parts);
      return parts !== undefined;
    },
    spend: (task: string) => void holds.delete(task),
    release(task: string, at: number): void {
      for (const { lot, amount } of holds.get(task) ?? []) {
        // The rest of a lot that has expired is gone.
        const isGone = lot.expiresAt <= at;
        lot.left = (isGone ? 0 : lot.left) + amount;
        lot.used -= amount;
        if (isGone) lot.expiresAt = at + 7 * dayMs;
      }
      holds.delete(task);
    },

    canAsk: (price: number, at: number) => totalOf('gpt', at) >= price,
    /** An answer of which something was said. */
    answer: (price: number, at: number) => void take('gpt', price, at),

    /** Price of a product for this person; undefined when it is not sold now. */
    priceOf(product: ProductName, at: number): number | undefined {
      const open = openOrders();
      const waiting = open.find((order) => order.product === product);
      if (waiting) return waiting.price;
      if (open.length >= mostOpenOrders) return undefined;
      const thing = products[product];
      return 'raisedTo' in thing ? membership.upgradeOffer(thing.raisedTo, monthPrices, at)?.price : thing.price;
    },
    order(id: string, product: ProductName, at: number): void {
      const thing = products[product];
      const offer = 'raisedTo' in thing ? membership.upgradeOffer(thing.raisedTo, monthPrices, at) : undefined;
      const nothing = { refunded: 0, hasInvoice: false, completedAt: 0, lot: undefined, term: undefined };
      const price = offer?.price ?? thing.price ?? 0;
      orders.set(id, { ...nothing, product, price, createdAt: at, status: 'open', until: offer?.until ?? 0 });
    },
    /** @returns false when there is nothing left to deliver to, so that the money goes back */
    pay(id: string, order: OrderModel, at: number): boolean {
      const thing = products[order.product];
      order.status = 'completed';
      order.completedAt = at;
      if ('kind' in thing) order.lot = add(thing.kind, thing.amount, monthsAfter(at, 24));
      else if ('months' in thing) order.term = membership.buy(id, thing.plan, thing.months, at);
      else order.term = membership.upgrade(id, thing.raisedTo, order.until, at);
      const isDelivered = order.lot !== undefined || order.term !== undefined;
      if (!isDelivered) Object.assign(order, { status: 'refunded', refunded: order.price });
      follow(at);
      return isDelivered;
    },
    /** Of what was paid in the last 180 days. */
    canInvoice: ({ completedAt }: OrderModel, at: number) => at <= completedAt + 180 * dayMs,
    /** Fen that go back for an order; 0 when nothing does. */
    quote(id: string, order: OrderModel, at: number): number {
      const { lot, price } = order;
      if (!lot) return quoteOfTime(id, order, at);
      return lot.left === 0 ? 0 : Math.max(0, price - (lot.amount - lot.left) * singlePrices[lot.kind]);
    },
    refund(id: string, order: OrderModel, amount: number, at: number): void {
      order.status = 'refunded';
      order.refunded = amount;
      if (order.lot) order.lot.left = 0;
      else takeBackOrder(id, at);
    },
    give: (kind: Kind, amount: number, expiresAt: number) => void add(kind, amount, expiresAt),
    redeem(amount: number, expiresAt: number): void {
      hasRedeemed = true;
      add('normal', amount, expiresAt);
    },

    /** The purses as they should be told, the membership, and the orders. */
    seen: (at: number) => ({
      purses: kinds.map((kind) => ({
        kind,
        left: totalOf(kind, at),
        held: kind === 'normal' ? [...holds.values()].flat().reduce((sum, { amount }) => sum + amount, 0) : 0,
        lots: spendable(kind, at).map(({ left, expiresAt }) => `${left} until ${expiresAt}`),
      })),
      membership: membership.seen(at),
      orders: [...orders].map(([id, { price, status, refunded, hasInvoice }]) => ({
        ...{ id, price, status, refunded, hasInvoice },
      })),
      money: [...orders.values()].reduce(
        (sum, { status, price, refunded }) =>
          status === 'completed' || status === 'refunded' ? sum + price - refunded : sum,
        0,
      ),
    }),
  };
}
