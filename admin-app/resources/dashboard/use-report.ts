import { type HttpError, useCustom } from '@refinedev/core';
import { reportDeskContract } from '#shared/contract/report-desk';
import { type ReportDays, rangeBefore } from './report-range.ts';

/** A report on some days, and with `before` on as many days before them. */
export function useReport<R extends object>(call: keyof typeof reportDeskContract, { from, to }: ReportDays) {
  return useCustom<R, HttpError>({
    url: reportDeskContract[call].path,
    method: 'get',
    config: { query: { from, to } },
    errorNotification: false,
  }).query;
}

export function useReportBefore<R extends object>(call: keyof typeof reportDeskContract, range: ReportDays) {
  return useReport<R>(call, rangeBefore(range));
}
