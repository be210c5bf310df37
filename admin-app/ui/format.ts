import { formatDate, formatDateTime } from '#shared/domain/format';
import { day, minute, startOfDayKey } from '#shared/domain/time';
import { foldNumber } from '#shared/domain/typed';

export { formatDate };

/** `2026-05-01 09:30`; an em dash for nothing. */
export function formatTime(instant: number | null): string {
  return instant === null ? '—' : formatDateTime(instant);
}

/** `2026-05-01 09:30:12`, for tooltips. */
export function formatExactTime(instant: number): string {
  return `${formatDateTime(instant)}:${String(new Date(instant).getUTCSeconds()).padStart(2, '0')}`;
}

/** The first millisecond of a `YYYY-MM-DD` day in China. */
export function startOfDay(date: string): number {
  return startOfDayKey(date);
}

/** The last millisecond of a `YYYY-MM-DD` day in China. */
export function endOfDay(date: string): number {
  return startOfDayKey(date) + day - 1;
}

const numbers = new Intl.NumberFormat('zh-CN');

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** Number of rows of a list in Chinese words: `共 1,204 条`, `约 12.3 万条` when the server estimated it. */
export function formatTotal(total: number, isEstimated: boolean): string {
  if (!isEstimated) return `共 ${formatNumber(total)} 条`;
  if (total < 10_000) return `约 ${formatNumber(total)} 条`;
  return `约 ${formatNumber(Math.round(total / 1000) / 10)} 万条`;
}

/** `+20`, `−2`, `0`. */
export function formatDelta(value: number): string {
  if (value === 0) return '0';
  return value > 0 ? `+${numbers.format(value)}` : `−${numbers.format(-value)}`;
}

/** Milliseconds as people say them: `420 毫秒`, `3.2 秒`, `2 分 05 秒`. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '—';
  if (ms < 1000) return `${Math.round(ms)} 毫秒`;
  if (ms < minute) return `${(ms / 1000).toFixed(1)} 秒`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} 分 ${String(seconds % 60).padStart(2, '0')} 秒`;
}

/** Ids are long and random; their ends are enough to tell them apart. */
export function shortId(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 6)}…${id.slice(-5)}`;
}

/** Whole fen in a column of money, always with both decimals: `3900` → `¥39.00`. */
export function formatFen(fen: number): string {
  return `${fen < 0 ? '−' : ''}¥${(Math.abs(fen) / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** Parses a non-negative integer of up to nine digits, in any form {@link foldNumber} reads; null for anything else. */
export function parseWhole(text: string): number | null {
  const plain = foldNumber(text);
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
}

/**
 * Yuan as people type them (`39`, `39.9`, `¥1,299.00`) as whole fen; null for anything else, more than two decimals
 * among it. Digits only: no fraction is ever calculated with.
 */
export function parseYuan(text: string): number | null {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(foldNumber(text).replaceAll(',', ''));
  if (!match) return null;
  const [, yuan = '', fraction = ''] = match;
  return Number(`${yuan}${fraction.padEnd(2, '0')}`);
}

/** Whole fen as text for an input: `3900` → `39`, `3950` → `39.50`. */
export function toYuanText(fen: number): string {
  const digits = String(fen).padStart(3, '0');
  const fraction = digits.slice(-2);
  return `${digits.slice(0, -2)}${fraction === '00' ? '' : `.${fraction}`}`;
}
