import type { Answer } from '#shared/contract/endpoint';
import type { membershipContract } from '#shared/contract/membership';
import type { Order } from '#shared/contract/order';
import { formatDate, formatNumber } from '#shared/domain/format';
import { addMonths } from '#shared/domain/time';
import type { Catalogue } from '../../data/order';
import { monthlyText } from '../../lib/ticket-words';
import { daysToRaise, quotaOf, termAfter } from '../membership/door';

type Periods = Answer<typeof membershipContract.membership>['periods'];

/** Benefits of an order, one line each: for a plan also its period, and the tickets of all its seats. */
export function givesOf(order: Order, catalogue: Catalogue | undefined, periods: Periods): string[] {
  const { productId, quantity, createdAt, gives } = order;
  const product = catalogue?.products.find((known) => known.productId === productId);
  const upgrade = catalogue?.upgrades.find((known) => known.productId === productId);
  const plan = catalogue?.plans.find((known) => known.plan === (upgrade ?? product)?.plan);
  if (!plan || plan.plan === 'free') return gives;
  const isTeam = plan.plan === 'team';
  const monthly = monthlyText(quotaOf(plan.monthly, isTeam ? quantity : 1));
  if (upgrade) {
    const days = formatNumber(daysToRaise(plan.plan, periods, createdAt));
    return [...gives, `补 ${days} 天的差价，到期日不变`, monthly];
  }
  const months = (product?.months ?? 0) * (isTeam ? 1 : quantity);
  const term = termAfter(periods, plan.plan, months);
  const end = formatDate(term?.endsAt ?? addMonths(createdAt, months));
  return [...gives, `${term ? `${formatDate(term.startsAt)} ` : '付款后'}开始，到 ${end}`, monthly];
}
