import type { Purse } from '#shared/contract/membership';
import { formatDateTime, formatMoney, formatNumber } from '#shared/domain/format';
import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';

/** Chinese words for the source of a lot; unknown sources show their own reason. */
const sourceWords: Readonly<Record<string, string>> = {
  plan: '本月券',
  daily: '今日赠券',
  gift: '赠券',
  package: '券包',
  redeem: '兑换的券',
};

function nameOfExpiring({ expiring, lots }: Purse): string {
  if (!expiring) return '';
  const sources = new Set(lots.filter((lot) => lot.expiresAt === expiring.at && lot.left > 0).map((lot) => lot.source));
  const [only] = sources;
  return (sources.size === 1 && only && sourceWords[only]) || '部分券';
}

/** `本月券将于 2026-12-01 00:00 到期，剩 12 张`; empty where nothing ends within the week. */
export function expiryLine(purse: Purse): string {
  const { kind, expiring } = purse;
  if (!expiring || expiring.amount <= 0) return '';
  return `${nameOfExpiring(purse)}将于 ${formatDateTime(expiring.at)} 到期，剩 ${ticketAmount(kind, expiring.amount)}`;
}

/** The same for narrow places, without the year: `本月券 12 张，12-01 00:00 到期`. */
export function expiryInShort(purse: Purse): string {
  const { kind, expiring } = purse;
  if (!expiring || expiring.amount <= 0) return '';
  return `${nameOfExpiring(purse)} ${ticketAmount(kind, expiring.amount)}，${formatDateTime(expiring.at).slice(5)} 到期`;
}

/** Live tickets are minutes; the others are counted in pieces. */
export function pieceUnit(kind: TicketKind): string {
  return kind === 'live' ? '分钟' : '张';
}

export function ticketAmount(kind: TicketKind, amount: number): string {
  return `${formatNumber(amount)} ${pieceUnit(kind)}`;
}

/** `¥0.39/张`; what is less than ten fen is said to the tenth of a fen. */
export function priceOfPiece(kind: TicketKind, price: number, tickets: number): string {
  const fen = price / tickets;
  const yuan = fen >= 10 ? formatMoney(fen) : `¥${(fen / 100).toFixed(3)}`;
  return `${yuan}/${pieceUnit(kind)}`;
}

/** Monthly tickets of a plan as text: `每月：普通券 120 张，实时券 20 分钟，对话券 200 张`. */
export function monthlyText(quota: Readonly<Record<TicketKind, number>>): string {
  const parts = ticketKinds
    .filter((kind) => quota[kind] > 0)
    .map((kind) => `${ticketLabels[kind]} ${ticketAmount(kind, quota[kind])}`);
  return `每月：${parts.join('，')}`;
}
