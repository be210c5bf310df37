import type { OverviewReport, VisitReport } from '#shared/contract/report-desk';
import { pageTitles } from '#shared/domain/page-label';
import { day, dayKey, minute, startOfDayKey } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Db, Store } from '../../base/store.ts';
import * as reports from './report.repository.ts';
import { figuresOf } from './report-figures.ts';
import * as visits from './visit.repository.ts';

/** Days in China, both included. */
interface Range {
  from: string;
  to: string;
}

const keptMs = minute;
const keptReports = 40;
const mostWays = 50;

export type ReportService = ReturnType<typeof createReportService>;

/** Reports on the business and the pages: read beside the connection that writes, one report after the other. */
export function createReportService({ store, clock }: { store: Store; clock: Clock }) {
  const kept = new Map<string, { computedAt: number; answer: Promise<unknown> }>();
  store.whenEmptied(() => kept.clear());

  /** Those who ask for the same within a minute share one reading. */
  function once<T>(what: string, { from, to }: Range, read: (db: Db, span: reports.Span) => Promise<T>): Promise<T> {
    const key = `${what} ${from} ${to}`;
    const now = clock.now();
    const known = kept.get(key);
    if (known && now >= known.computedAt && now - known.computedAt < keptMs) return known.answer as Promise<T>;
    const span = { from: startOfDayKey(from), to: startOfDayKey(to) + day };
    const answer = store.reading.snapshot(({ db }) => read(db, span));
    kept.delete(key);
    kept.set(key, { computedAt: now, answer });
    if (kept.size > keptReports) kept.delete(kept.keys().next().value as string);
    answer.catch(() => kept.delete(key));
    return answer;
  }

  return {
    overview: (range: Range): Promise<OverviewReport> =>
      once('overview', range, async (db, span) => {
        const now = clock.now();
        const figures = figuresOf({
          span,
          now,
          made: await reports.ordersMade(db, span),
          paid: await reports.payments(db, span),
          refunded: await reports.refundsDone(db, span),
          payers: await reports.payers(db, span, false),
          payersOfAll: await reports.payers(db, span, true),
          active: await reports.activePeople(db, span, false),
          activeOfAll: await reports.activePeople(db, span, true),
          people: await reports.newPeople(db, span),
          ended: await reports.tasksEnded(db, span),
          pictures: await reports.picturesDelivered(db, span),
          waits: await reports.countWaiting(db, span, false),
          waitsOfAll: await reports.countWaiting(db, span, true),
          tickets: await reports.ticketEntries(db, span),
          runs: await reports.engineRuns(db, span),
          queue: await reports.queueNow(db),
        });
        return { ...range, days: daysOf(span), figures, computedAt: now };
      }),

    visits: (range: Range): Promise<VisitReport> =>
      once('visits', range, async (db, span) => {
        const days = daysOf(span);
        const labels = rowsOf(await visits.viewsByLabel(db, span), days.length);
        const sources = rowsOf(await visits.viewsBySource(db, span), days.length);
        const daily = days.map((_, place) => labels.reduce((sum, row) => sum + (row.days[place] ?? 0), 0));
        return {
          ...range,
          ...{ days, daily, labels, sources },
          counts: '一次页面打开算一次访问，刷新也算；来源是同一标签页里上一个页面；只保留最近 90 天、最新 50 万条',
          total: daily.reduce((sum, count) => sum + count, 0),
          ways: await visits.viewsByWay(db, span, mostWays),
          computedAt: clock.now(),
        };
      }),
  };
}

function daysOf({ from, to }: reports.Span): string[] {
  return Array.from({ length: Math.round((to - from) / day) }, (_, place) => dayKey(from + place * day));
}

/** One row for each page, the most visited first. */
function rowsOf({ daily, devices }: Awaited<ReturnType<typeof visits.viewsByLabel>>, length: number) {
  const rows = new Map<string, VisitReport['labels'][number]>();
  for (const { key: label, day: place, visits: count } of daily) {
    const title = pageTitles[label] ?? label;
    const days = Array.from({ length }, () => 0);
    const row = rows.get(label) ?? { label, title, visits: 0, devices: devices.get(label) ?? 0, days };
    row.visits += count;
    row.days[place] = count;
    rows.set(label, row);
  }
  return [...rows.values()].sort((one, other) => other.visits - one.visits || one.label.localeCompare(other.label));
}
