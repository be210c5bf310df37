import { secondPersonAbove } from '#shared/contract/order-desk-rows';
import { formatMoney } from '#shared/domain/format';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { memberTicketFen } from '#shared/domain/ticket-value';
import { addMonths, day, hour, second } from '#shared/domain/time';
import { backoff } from '../order/order.rules.ts';
import type { TakenBack } from '../order/order-delivery.ts';
import type { SoldMembership, SoldPackage, SoldUpgrade, Term } from '../order/order-snapshot.ts';

/** A membership or upgrade of which nothing was used is given back in full for this long (docs/RULES.md R49). */
const fullRefundDays = 7;

/** Refundable amount now, fen, and its calculation. When `amount` is 0, `refusal` tells the reason. */
export interface RefundQuote {
  amount: number;
  lines: string[];
  refusal: string | null;
}

/** Facts that decide on the refund of any order. Fen. */
interface Delivered {
  paid: number;
  /** Given back before. */
  refunded: number;
  completedAt: number;
}

/** A package that is paid and delivered. */
export interface DeliveredTickets extends Delivered {
  used: number;
  left: number;
}

/** A membership or an upgrade that is paid and delivered. */
export interface DeliveredTime extends Delivered {
  /** Normal tickets of it that were used in the month under way; those of earlier ones went with their days. */
  used: number;
  /** Fen of used tickets that refunds before were reduced by. */
  charged: number;
  /** True when no ticket of any kind was used. */
  isUnused: boolean;
  /** Whole days of it that are still ahead. */
  daysLeft: number;
}

export const nothingTaken: TakenBack = { days: 0, tickets: { normal: 0, live: 0, gpt: 0 } };

/** Benefits that a refund took back, one line each. */
export function takenLines({ days, tickets }: TakenBack): string[] {
  const kinds = ticketKinds.filter((kind) => tickets[kind] > 0).map((kind) => `${ticketLabels[kind]} ${tickets[kind]}`);
  const lines = [...(days > 0 ? [`会员 ${days} 天`] : []), ...kinds];
  return lines.length > 0 ? lines : ['没有收回券和会员时间'];
}

/** Returns true when the order of a refund goes on with a part of what was bought. */
export function leavesPart({ taken }: { taken: string | null }): boolean {
  return taken !== null && (JSON.parse(taken) as TakenBack).isPart === true;
}

/**
 * Returns true when two members of staff have to agree: by all that goes back of one order, so that parts are no way
 * round. Fen.
 */
export function needsSecondPerson(refundedBefore: number, amount: number): boolean {
  return refundedBefore + amount > secondPersonAbove;
}

/** 6–32 characters of [0-9A-Za-z_], as payment providers want them. */
export function refundNoOf(refundId: string): string {
  return refundId.replaceAll('_', '').slice(0, 32);
}

export const refundBackoff = (failures: number) => backoff(failures, 30 * second, hour);

export function refusedQuote(refusal: string): RefundQuote {
  return { amount: 0, lines: [], refusal };
}

/** Paid, minus what was given back and what was used at the price of a single ticket. */
export function packageQuote(sold: SoldPackage, delivered: DeliveredTickets, now: number): RefundQuote {
  const { paid, refunded, completedAt, used, left } = delivered;
  const label = ticketLabels[sold.ticketKind];
  const unit = sold.ticketKind === 'live' ? '分钟' : '张';
  if (now >= addMonths(completedAt, sold.validMonths)) return refusedQuote(`${label}已过有效期，不能退款`);
  if (used >= sold.tickets || left === 0) return refusedQuote(`${label}已用完，不能退款`);
  if (used === 0 && refunded === 0) return quote(paid, [`${label}没有用过，全额退回 ${formatMoney(paid)}`]);
  const cost = used * sold.singlePrice;
  const lines = paidLines(`已付 ${formatMoney(paid)}`, refunded);
  if (used > 0)
    lines.push(
      `已用${label} ${used} ${unit}，按单${sold.ticketKind === 'live' ? '分钟' : '张'} ${formatMoney(sold.singlePrice)} 计：-${formatMoney(cost)}`,
    );
  return quote(paid - refunded - cost, lines);
}

/** The whole days that remain, minus the normal tickets that were used. */
export function membershipQuote(sold: SoldMembership, delivered: DeliveredTime, now: number): RefundQuote {
  const { paid, refunded, used, daysLeft } = delivered;
  if (isFresh(delivered, now)) return fresh(delivered, '开通');
  const lines = [...paidLines(`已付 ${formatMoney(paid)}`, refunded), remainingLine(paid, daysLeft, sold.term)];
  const cost = chargeOf(delivered);
  if (cost > 0)
    lines.push(`已用会员普通券 ${used} 张，每张按 ${formatMoney(memberTicketFen)} 计：-${formatMoney(cost)}`);
  return quote(Math.min(remaining(paid, daysLeft, sold.term) - cost, paid - refunded), lines);
}

/** Deduction in {@link membershipQuote} for used tickets, fen. */
export function chargeOf({ used, charged }: Pick<DeliveredTime, 'used' | 'charged'>): number {
  return Math.max(0, used * memberTicketFen - charged);
}

/** The whole days that remain of the time that was upgraded. */
export function upgradeQuote(sold: SoldUpgrade, delivered: DeliveredTime, now: number): RefundQuote {
  const { paid, refunded, daysLeft } = delivered;
  if (isFresh(delivered, now)) return fresh(delivered, '升级');
  const lines = [...paidLines(`已付差价 ${formatMoney(paid)}`, refunded), remainingLine(paid, daysLeft, sold.term)];
  return quote(Math.min(remaining(paid, daysLeft, sold.term), paid - refunded), lines);
}

function fresh({ paid, refunded }: DeliveredTime, what: string): RefundQuote {
  const rest = paid - refunded;
  const words = refunded > 0 ? '退回其余' : '全额退回';
  return quote(rest, [`${what} ${fullRefundDays} 天内且没有用过券，${words} ${formatMoney(rest)}`]);
}

function paidLines(paid: string, refunded: number): string[] {
  return refunded > 0 ? [paid, `已退 ${formatMoney(refunded)}`] : [paid];
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
