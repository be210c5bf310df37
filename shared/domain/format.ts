import { day, hour, minute, second, timeZone } from './time.ts';

/** Words and figures as people read them; times are those of China. */

/** Made when the first date is written: browsers take tens of milliseconds for it, and most first screens show none. */
let dateParts: Intl.DateTimeFormat | undefined;

/** Grouped by thousands (docs/RULES.md R25): `1234567.5` → `1,234,567.5`. Not finite → `–`. */
export function formatNumber(value: number, fractionDigits?: number): string {
  if (!Number.isFinite(value)) return '–';
  const text = fractionDigits === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(fractionDigits);
  if (text.includes('e')) return value.toLocaleString('en-US');
  const [whole = '0', fraction] = text.split('.');
  const head = whole.length % 3;
  const grouped = [whole.slice(0, head), ...(whole.slice(head).match(/\d{3}/g) ?? [])].filter(Boolean).join(',');
  const sign = value < 0 && Number(text) !== 0 ? '-' : '';
  return fraction === undefined ? `${sign}${grouped}` : `${sign}${grouped}.${fraction}`;
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Steps of 1024, one decimal below 10: `820 B`, `1.5 KB`, `12 MB`. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '–';
  let value = bytes;
  let step = 0;
  while (Math.round(value) >= 1024 && step < byteUnits.length - 1) {
    value /= 1024;
    step += 1;
  }
  const digits = step > 0 && value < 9.95 ? 1 : 0;
  return `${formatNumber(value, digits)} ${byteUnits[step]}`;
}

/** `YYYY-MM-DD HH:mm` in China (docs/RULES.md R25). Takes milliseconds since the epoch. Not a time → `–`. */
export function formatDateTime(instant: number): string {
  const parts = partsOf(instant);
  return parts ? `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}` : '–';
}

/** `YYYY-MM-DD` in China. */
export function formatDate(instant: number): string {
  const parts = partsOf(instant);
  return parts ? `${parts.year}-${parts.month}-${parts.day}` : '–';
}

function partsOf(instant: number): Record<string, string> | undefined {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return undefined;
  dateParts ??= new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return Object.fromEntries(dateParts.formatToParts(date).map(({ type, value }) => [type, value]));
}

/** Integer fen as yuan: `3900` → `¥39`, `3950` → `¥39.50`, `123456700` → `¥1,234,567`. */
export function formatMoney(fen: number): string {
  if (!Number.isFinite(fen)) return '–';
  const whole = Math.round(fen);
  const yuan = formatNumber(Math.abs(whole) / 100, whole % 100 === 0 ? 0 : 2);
  return whole < 0 ? `-¥${yuan}` : `¥${yuan}`;
}

/** A duration in Chinese words: `不到1秒`, `40秒`, `2分30秒`, `3小时5分`, `2天`. Takes milliseconds. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return '–';
  if (ms < second) return '不到1秒';
  const seconds = Math.round(ms / second);
  if (seconds < 60) return `${seconds}秒`;
  if (seconds < 3600) return twoUnits(seconds, 60, '分', '秒');
  const minutes = Math.round(ms / minute);
  if (minutes < 24 * 60) return twoUnits(minutes, 60, '小时', '分');
  return twoUnits(Math.round(ms / hour), 24, '天', '小时');
}

function twoUnits(total: number, perLarge: number, large: string, small: string): string {
  const rest = total % perLarge;
  return `${Math.floor(total / perLarge)}${large}${rest === 0 ? '' : `${rest}${small}`}`;
}

/**
 * Time since an instant in Chinese words, up to a week, then the date: `刚刚`, `5分钟前`, `3小时前`, `2天前`. The future counts
 * as now.
 */
export function formatAgo(instant: number, now: number): string {
  const past = now - instant;
  if (!Number.isFinite(past)) return '–';
  if (past < minute) return '刚刚';
  if (past < hour) return `${Math.floor(past / minute)}分钟前`;
  if (past < day) return `${Math.floor(past / hour)}小时前`;
  if (past < 7 * day) return `${Math.floor(past / day)}天前`;
  return formatDate(instant);
}
