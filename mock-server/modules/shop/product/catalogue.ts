import type { PlanInfo } from '#shared/contract/order';
import { batchLimits, type PaidPlan, type Plan, plans } from '#shared/domain/plan';
import { type TicketKind, ticketLabels } from '#shared/domain/ticket-kind';

type Quota = Record<TicketKind, number>;

/** Benefits of a plan that the console may change. */
export interface PlanRow {
  plan: Plan;
  title: string;
  /** Tickets per membership month and seat. */
  monthly: Quota;
  /** Tickets of each day, gone at midnight. */
  daily: Quota;
  /** Tasks at once. */
  running: number;
  queued: number;
}

/** The plans as they are now; asked without waiting. */
export interface Plans {
  of(plan: Plan): PlanRow;
}

const none: Quota = { normal: 0, live: 0, gpt: 0 };

/** Plans until staff change them (docs/RULES.md R41). */
export const defaultPlans: readonly PlanRow[] = [
  { plan: 'free', title: '免费版', monthly: none, daily: { normal: 3, live: 0, gpt: 10 }, running: 1, queued: 2 },
  {
    plan: 'basic',
    title: '基础会员',
    monthly: { normal: 120, live: 20, gpt: 200 },
    daily: none,
    running: 2,
    queued: 5,
  },
  {
    plan: 'pro',
    title: '专业会员',
    monthly: { normal: 350, live: 90, gpt: 800 },
    daily: none,
    running: 4,
    queued: 10,
  },
  {
    plan: 'team',
    title: '团队',
    monthly: { normal: 900, live: 240, gpt: 2000 },
    daily: none,
    running: 8,
    queued: 30,
  },
];

/** Benefits of a plan besides tickets and tasks; fixed in the program, since tools and downloads follow them. */
export const planFacts: Record<
  Plan,
  Pick<PlanInfo, 'bestQuality' | 'hasWatermark' | 'keptDays' | 'batch' | 'isCommercial'>
> = {
  free: { bestQuality: '标清', hasWatermark: true, keptDays: 180, batch: batchLimits.free, isCommercial: false },
  basic: { bestQuality: '2K', hasWatermark: false, keptDays: null, batch: batchLimits.basic, isCommercial: true },
  pro: { bestQuality: '4K', hasWatermark: false, keptDays: null, batch: batchLimits.pro, isCommercial: true },
  team: { bestQuality: '4K', hasWatermark: false, keptDays: null, batch: batchLimits.team, isCommercial: true },
};

interface NewProduct {
  id: string;
  kind: 'membership' | 'package';
  title: string;
  plan: PaidPlan | null;
  months: number | null;
  ticket_kind: TicketKind | null;
  tickets: number | null;
  valid_months: number | null;
  /** Fen. */
  price: number;
  list_price: number | null;
  limit_per_phone: number | null;
}

const packageMonths = 24;

function membership(plan: PaidPlan, term: string, months: number, price: number, extra: Partial<NewProduct> = {}) {
  const words: Record<string, string> = { month: '月', quarter: '季', year: '年', trial: '首月体验' };
  const title = `${defaultPlans[plans.indexOf(plan)]?.title} · ${words[term]}`;
  const none = { ticket_kind: null, tickets: null, valid_months: null, list_price: null, limit_per_phone: null };
  return { ...none, id: `${plan}-${term}`, kind: 'membership' as const, title, plan, months, price, ...extra };
}

function ticketPackage(ticket_kind: TicketKind, tickets: number, price: number): NewProduct {
  const title = `${ticketLabels[ticket_kind]} ${tickets} ${ticketUnit(ticket_kind)}`;
  const none = { plan: null, months: null, list_price: null, limit_per_phone: null };
  const id = `${ticket_kind}-${tickets}`;
  return { ...none, id, kind: 'package', title, ticket_kind, tickets, valid_months: packageMonths, price };
}

/** Live tickets are minutes. */
export function ticketUnit(kind: TicketKind): string {
  return kind === 'live' ? '分钟' : '张';
}

/** Products that a new installation sells, in the order in which they are listed (docs/RULES.md R42). */
export const defaultProducts: readonly NewProduct[] = [
  membership('basic', 'trial', 1, 1990, { list_price: 3900, limit_per_phone: 1 }),
  membership('basic', 'month', 1, 3900),
  membership('basic', 'quarter', 3, 9900),
  membership('basic', 'year', 12, 32_800),
  membership('pro', 'month', 1, 8900),
  membership('pro', 'quarter', 3, 22_900),
  membership('pro', 'year', 12, 74_800),
  membership('team', 'month', 1, 19_900),
  membership('team', 'quarter', 3, 52_900),
  membership('team', 'year', 12, 169_800),
  ticketPackage('normal', 20, 990),
  ticketPackage('normal', 100, 3900),
  ticketPackage('normal', 300, 9900),
  ticketPackage('normal', 1000, 28_900),
  ticketPackage('live', 30, 1990),
  ticketPackage('live', 120, 5900),
  ticketPackage('gpt', 100, 990),
  ticketPackage('gpt', 500, 3900),
];
