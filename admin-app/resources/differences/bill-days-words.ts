import type { BillDays } from '#shared/contract/order-desk';

/** `已核对至 2026-11-20，还有 2 天没核对（2026-11-18 起）`. */
export function billDaysWords({ isInUse, lastDay, missingDays }: Omit<BillDays, 'provider'>): string {
  const [first, second] = missingDays;
  const compared = lastDay === null ? '还没有核对过账单' : `已核对至 ${lastDay}`;
  if (first === undefined) return isInUse ? compared : `${compared}，渠道已停用`;
  const days = `${missingDays.length} 天`;
  const which = second === undefined ? first : `${first} 起`;
  if (!isInUse) return `${compared}，渠道已停用，有 ${days}的账单取不到（${which}）`;
  return `${compared}，还有 ${days}没核对（${which}）`;
}
