import type { FigureList, FigureUnit } from '#shared/contract/report-desk';
import { day, hour, startOfDayKey } from '#shared/domain/time';
import { formatDuration, formatFen, formatNumber } from '../../ui/format.ts';
import type { ReportDays } from './report-range.ts';

/** A number as people read it; an em dash where nothing is known. */
export function formatFigure(unit: FigureUnit, value: number | null): string {
  if (value === null) return '—';
  if (unit === 'fen') return formatFen(value);
  if (unit === 'share') return `${(value * 100).toFixed(1)}%`;
  if (unit === 'ms') return value >= hour ? `${(value / hour).toFixed(1)} 小时` : formatDuration(value);
  return formatNumber(value);
}

/** Comparison of a number with that of the range before, in Chinese words; empty when there is nothing to compare. */
export function comparedWords(unit: FigureUnit, value: number | null, before: number | null): string {
  if (value === null || before === null) return '';
  if (value === before) return '与上期持平';
  const way = value > before ? '升' : '降';
  if (unit === 'share') return `较上期${way} ${(Math.abs(value - before) * 100).toFixed(1)} 个百分点`;
  if (before <= 0) return `上期 ${formatFigure(unit, before)}`;
  return `较上期${way} ${((Math.abs(value - before) / before) * 100).toFixed(1)}%`;
}

/** Address of the list behind a number of some days. */
export function listAddress({ resource, filters, timeField }: FigureList, { from, to }: ReportDays): string {
  // The page of accounts filters by no time yet: it shows the newest first.
  if (resource === 'accounts') return '/accounts';
  const query = new URLSearchParams(filters);
  if (timeField) {
    query.set(`${timeField}_gte`, String(startOfDayKey(from)));
    query.set(`${timeField}_lte`, String(startOfDayKey(to) + day - 1));
  }
  query.sort();
  return `/${resource}?${query}`;
}

/** Yuan, seconds or pieces, for axes that count in whole units. */
export function axisValue(unit: FigureUnit, value: number): number {
  if (unit === 'fen') return value / 100;
  if (unit === 'share') return value * 100;
  return unit === 'ms' ? value / 1000 : value;
}

export const axisUnits: Record<FigureUnit, string> = { fen: '元', share: '%', ms: '秒', count: '' };
