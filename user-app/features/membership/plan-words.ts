import type { Product } from '#shared/contract/order';
import { formatMoney, formatNumber } from '#shared/domain/format';
import type { TicketKind } from '#shared/domain/ticket-kind';
import type { Catalogue } from '../../data/order';
import { priceOfPiece } from '../../lib/ticket-words';
import { quotaOf } from './plan-term';

export type Plan = Catalogue['plans'][number];

/** Periods a membership is sold for, in months. */
export const periods = [
  ['1', '按月'],
  ['3', '按季'],
  ['12', '按年'],
] as const;
export type Period = (typeof periods)[number][0];

export const periodWords: Record<Period, string> = { '1': '月', '3': '季', '12': '年' };

/**
 * Benefits of a plan with so many seats, one line each: always the same lines in the same order, so that columns can be
 * compared. Tickets without a use are no benefit and have no line.
 */
export function planLines(
  plan: Plan,
  seats: number,
  usableTickets: readonly TicketKind[],
): (readonly [what: string, howMuch: string])[] {
  const isDaily = plan.monthly.normal + plan.monthly.gpt === 0;
  const { normal, live, gpt } = isDaily ? plan.daily : quotaOf(plan.monthly, seats);
  const each = isDaily ? '每天' : '每月';
  const amount = (count: number, unit: string) => (count > 0 ? `${each} ${formatNumber(count)} ${unit}` : '不含');
  const tickets = [
    ['normal', '普通券', amount(normal, '张')],
    ['live', '实时渲染', amount(live, '分钟')],
    ['gpt', '对话券', amount(gpt, '张')],
  ] as const;
  return [
    ...tickets.filter(([kind]) => usableTickets.includes(kind)).map(([, what, howMuch]) => [what, howMuch] as const),
    ['清晰度', plan.bestQuality],
    ['品牌水印', plan.hasWatermark ? '有' : '无'],
    ['同时生成', `${plan.limits.running} 个，排队 ${plan.limits.queued} 个`],
    ['一次处理', `${formatNumber(plan.batch)} 张`],
    ['作品保存', plan.keptDays === null ? '长期' : `${formatNumber(plan.keptDays)} 天`],
    ['商业使用', plan.isCommercial ? '可以' : '不可以'],
  ];
}

/** Price of the months bought one by one, if it is higher; never a price that nobody pays. */
export function pricePaidMonthly(product: Product, monthly: Product | undefined): number | undefined {
  if (product.listPrice !== null && product.listPrice > product.price) return product.listPrice;
  const sum = monthly && product.months ? monthly.price * product.months : 0;
  return sum > product.price ? sum : undefined;
}

/** `合 ¥27.33/月`; for a month what a picture comes to. */
export function comesTo({ months, price }: Product, plan: Plan): string {
  if (months && months > 1) return `合 ${formatMoney(price / months)}/月`;
  return plan.monthly.normal > 0 ? `折合每张 ${priceOfPiece('normal', price, plan.monthly.normal)}` : '';
}
