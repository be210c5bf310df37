import { longestReportDays } from '#shared/contract/report-desk';
import { day, dayKey, startOfDayKey } from '#shared/domain/time';

/** Days in China, both included. */
export interface ReportDays {
  from: string;
  to: string;
}

export const presets = [
  { days: 1, label: '今天' },
  { days: 7, label: '近 7 天' },
  { days: 30, label: '近 30 天' },
  { days: 90, label: '近 90 天' },
] as const;
const usualDays = 30;

const lengthOf = ({ from, to }: ReportDays) => (startOfDayKey(to) - startOfDayKey(from)) / day + 1;
const shifted = (key: string, days: number) => dayKey(startOfDayKey(key) + days * day);
const isPossible = (range: ReportDays) => lengthOf(range) >= 1 && lengthOf(range) <= longestReportDays;

/** Reads `?days=7` or `?from=2026-11-01&to=2026-11-22`; what is missing or impossible is the last 30 days. */
export function readRange(search: string, now: number): ReportDays & { preset: number | null } {
  const query = new URLSearchParams(search);
  const own = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  if (isPossible(own)) return { ...own, preset: null };
  const asked = presets.find(({ days }) => String(days) === query.get('days'))?.days ?? usualDays;
  const to = dayKey(now);
  return { from: shifted(to, 1 - asked), to, preset: asked };
}

/** The way back of {@link readRange}. */
export function writeRange(range: number | ReportDays): string {
  if (typeof range === 'number') return range === usualDays ? '' : `?days=${range}`;
  return `?${new URLSearchParams({ from: range.from, to: range.to })}`;
}

/** As many days, right before. */
export function rangeBefore(range: ReportDays): ReportDays {
  const days = lengthOf(range);
  return { from: shifted(range.from, -days), to: shifted(range.from, -1) };
}
