import { z } from 'zod';
import { day, startOfDayKey } from '../domain/time.ts';
import { desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

/** Days that a report covers at most. */
export const longestReportDays = 366;

const DayKey = z.string().refine((key) => /^\d{4}-\d\d-\d\d$/.test(key) && isDay(key), '请填写日期，例如 2026-11-22');

/** Dates beyond the end of their month are none. */
function isDay(key: string): boolean {
  return !Number.isNaN(startOfDayKey(key)) && new Date(`${key}T00:00:00Z`).toISOString().startsWith(key);
}

/** Days in China, both included. */
const ReportRange = z.object({ from: DayKey, to: DayKey }).superRefine(({ from, to }, context) => {
  const days = (startOfDayKey(to) - startOfDayKey(from)) / day + 1;
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
  if (days < 1) refuse('结束日期不能早于开始日期');
  if (days > longestReportDays) refuse(`一次最多看 ${longestReportDays} 天`);
});

export const figureGroups = [
  ...(['money', 'orders', 'people', 'works', 'waits', 'tickets'] as const),
  ...(['failures', 'engineRuns', 'engineTime', 'queue'] as const),
] as const;
export type FigureGroup = (typeof figureGroups)[number];

/** `fen`, `ms`, `share` 0–1, `count`. */
export const figureUnits = ['fen', 'count', 'share', 'ms'] as const;
export type FigureUnit = (typeof figureUnits)[number];

/** The list behind a number: a resource of the console, what it is filtered by, and the time that falls into the range. */
export const FigureList = z.object({
  resource: z.enum(['orders', 'refunds', 'accounts', 'tasks', 'tickets']),
  filters: z.record(z.string(), z.string()),
  /** Field whose `_gte` and `_lte` are the first and last millisecond; null for what is counted now. */
  timeField: z.string().nullable(),
});
export type FigureList = z.infer<typeof FigureList>;

export const ReportFigure = z.object({
  id: z.string(),
  group: z.enum(figureGroups),
  title: z.string(),
  unit: z.enum(figureUnits),
  /** Definition of the figure, in one Chinese sentence. */
  counts: z.string(),
  list: FigureList.nullable(),
  /** Of the whole range; null where there is nothing to tell. Only of what is additive the sum of the days. */
  total: z.number().nullable(),
  isAdditive: z.boolean(),
  /** One a day, in the order of `days`; empty for what is counted now. */
  days: z.array(z.number().nullable()),
});
export type ReportFigure = z.infer<typeof ReportFigure>;

export const OverviewReport = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(z.string()),
  figures: z.array(ReportFigure),
  /** Answers are kept for a minute. */
  computedAt: Instant,
});
export type OverviewReport = z.infer<typeof OverviewReport>;

export const VisitRow = z.object({
  /** Page label of `shared/domain/page-label.ts`; empty where the page told none. */
  label: z.string(),
  title: z.string(),
  visits: z.int(),
  /** Different devices; a page that tells no device is none. */
  devices: z.int(),
  days: z.array(z.int()),
});

export const VisitReport = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(z.string()),
  /** Definition of a visit, in one Chinese sentence. */
  counts: z.string(),
  total: z.int(),
  daily: z.array(z.int()),
  labels: z.array(VisitRow),
  /** The page that was seen before; empty for those who came from nowhere we know. */
  sources: z.array(VisitRow),
  /** Which page was reached from which, the most frequent first. */
  ways: z.array(z.object({ source: z.string(), label: z.string(), visits: z.int() })),
  computedAt: Instant,
});
export type VisitReport = z.infer<typeof VisitReport>;

const report = { ...desk, method: 'GET', permission: 'report.read', input: ReportRange } as const;

export const reportDeskContract = {
  overviewReport: endpoint({
    ...report,
    path: '/api/admin/v1/reports/overview',
    summary: '概览：每天与合计的收入、订单、用户、作品、等待、券、引擎用时，以及现在的队列；日期按北京时间',
    output: OverviewReport,
  }),
  visitReport: endpoint({
    ...report,
    path: '/api/admin/v1/reports/visits',
    summary: '访问统计：按页面、来源和日期；日期按北京时间',
    output: VisitReport,
  }),
} as const;
