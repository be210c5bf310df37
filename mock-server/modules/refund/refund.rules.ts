import { formatMoney } from '#shared/domain/format';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { addMonths, day, hour, second } from '#shared/domain/time';
import { backoff } from '../order/order.rules.ts';
import type { SoldMembership, SoldPackage, SoldUpgrade, Term } from '../order/order-snapshot.ts';

/** An order of which nothing was used is given back in full for this long (product.md §3.4). */
const fullRefundDays = 7;
/** Fen; what a used ticket of a membership is charged with. */
const memberTicketPrice = 33;

/** What can be given back now and how it comes about; fen. Nothing can when `amount` is 0, and `refusal` says why. */
export interface RefundQuote {
  amount: number;
  lines: string[];
  refusal: string | null;
}

/** A membership or an upgrade that is paid and delivered. */
export interface DeliveredTime {
  /** Fen. */
  paid: number;
  completedAt: number;
  /** Normal tickets of it that were used in the present 30 days; those of earlier ones went with their days. */
  used: number;
  /** Whether no ticket of any kind was used. */
  isUnused: boolean;
  /** Whole days of it that are still ahead. */
  daysLeft: number;
}

/** 6–32 characters of [0-9A-Za-z_], as payment providers want them. */
export function refundNoOf(refundId: string): string {
  return refundId.replaceAll('_', '').slice(0, 32);
}

export const refundBackoff = (failures: number) => backoff(failures, 30 * second, hour);

export function refusedQuote(refusal: string): RefundQuote {
  return { amount: 0, lines: [], refusal };
}

/** Paid, minus what was used at the price of a single ticket. */
export function packageQuote(
  sold: SoldPackage,
  paid: number,
  completedAt: number,
  used: number,
  now: number,
): RefundQuote {
  const label = ticketLabels[sold.ticketKind];
  const unit = sold.ticketKind === 'live' ? '分钟' : '张';
  if (now >= addMonths(completedAt, sold.validMonths)) return refusedQuote(`${label}已过有效期，不能退款`);
  if (used >= sold.tickets) return refusedQuote(`${label}已用完，不能退款`);
  if (used === 0) return quote(paid, [`${label}没有用过，全额退回 ${formatMoney(paid)}`]);
  const cost = used * sold.singlePrice;
  return quote(paid - cost, [
    `已付 ${formatMoney(paid)}`,
    `已用${label} ${used} ${unit}，按单${sold.ticketKind === 'live' ? '分钟' : '张'} ${formatMoney(sold.singlePrice)} 计：-${formatMoney(cost)}`,
  ]);
}

/** The whole days that remain, minus the normal tickets that were used. */
export function membershipQuote(sold: SoldMembership, delivered: DeliveredTime, now: number): RefundQuote {
  const { paid, used, daysLeft } = delivered;
  if (isFresh(delivered, now))
    return quote(paid, [`开通 ${fullRefundDays} 天内且没有用过券，全额退回 ${formatMoney(paid)}`]);
  const lines = [`已付 ${formatMoney(paid)}`, remainingLine(paid, daysLeft, sold.term)];
  const cost = used * memberTicketPrice;
  if (cost > 0)
    lines.push(`已用会员普通券 ${used} 张，每张按 ${formatMoney(memberTicketPrice)} 计：-${formatMoney(cost)}`);
  return quote(remaining(paid, daysLeft, sold.term) - cost, lines);
}

/** The whole days that remain of the time that was upgraded. */
export function upgradeQuote(sold: SoldUpgrade, delivered: DeliveredTime, now: number): RefundQuote {
  const { paid, daysLeft } = delivered;
  if (isFresh(delivered, now))
    return quote(paid, [`升级 ${fullRefundDays} 天内且没有用过券，全额退回 ${formatMoney(paid)}`]);
  const lines = [`已付差价 ${formatMoney(paid)}`, remainingLine(paid, daysLeft, sold.term)];
  return quote(remaining(paid, daysLeft, sold.term), lines);
}

function isFresh({ completedAt, isUnused, daysLeft }: DeliveredTime, now: number): boolean {
  return isUnused && daysLeft > 0 && now <= completedAt + fullRefundDays * day;
}

function quote(amount: number, lines: string[]): RefundQuote {
  if (amount <= 0) return { amount: 0, lines, refusal: '已用的部分已超过付款金额，没有可退的金额' };
  return { amount, lines, refusal: null };
}

const daysOf = (term: Term | null) => (term ? Math.max(1, Math.round((term.endsAt - term.startsAt) / day)) : 1);

function remaining(paid: number, daysLeft: number, term: Term | null): number {
  return Math.floor((paid * Math.min(daysLeft, daysOf(term))) / daysOf(term));
}

function remainingLine(paid: number, daysLeft: number, term: Term | null): string {
  return `剩余 ${daysLeft} 整天，共 ${daysOf(term)} 天：${formatMoney(remaining(paid, daysLeft, term))}`;
}
