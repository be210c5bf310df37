import type { BillDays } from '#shared/contract/order-desk-rows';
import { differenceLabels } from '#shared/domain/console-words';

/** Number of differences by cause, e.g. `只有渠道记为已付 3 笔，金额不符 1 笔`. */
export function causeWords(causes: BillDays['days'][number]['causes']): string {
  if (causes.length === 0) return '无';
  return causes.map(({ kind, count }) => `${differenceLabels[kind] ?? kind} ${count} 笔`).join('，');
}

/** The fields of a provider’s bill days that the summary line is made from. */
type Progress = Omit<BillDays, 'id' | 'provider' | 'days'>;

/** `已核对至 2026-11-20，还有 2 天没核对（2026-11-18 起）`. */
export function billDaysWords({ isInUse, lastDay, missingDays }: Progress): string {
  const [first, second] = missingDays;
  const compared = lastDay === null ? '还没有核对过账单' : `已核对至 ${lastDay}`;
  if (first === undefined) return isInUse ? compared : `${compared}，渠道已停用`;
  const days = `${missingDays.length} 天`;
  const which = second === undefined ? first : `${first} 起`;
  if (!isInUse) return `${compared}，渠道已停用，有 ${days}的账单取不到（${which}）`;
  return `${compared}，还有 ${days}没核对（${which}）`;
}

/** Sentence for a list without differences: agreement is claimed only for days that were compared. */
export function noDifferenceWords(providers: readonly Progress[] | undefined): string {
  if (providers === undefined) return '没有登记的差异。';
  const days = providers.flatMap(({ lastDay }) => lastDay ?? []).sort();
  const [first] = days;
  if (first === undefined) return '还没有和支付渠道核对过账目，核对后有差异会出现在这里。';
  const isCompared = ({ missingDays, stoppedDays }: Progress) => missingDays.length + stoppedDays.length === 0;
  const isWhole = days.length === providers.length && providers.every(isCompared);
  return isWhole
    ? `没有差异，截至 ${first} 我方账目和支付渠道一致。`
    : '已核对的日期里没有差异；还有日期没核对，见上方的核对进度。';
}
