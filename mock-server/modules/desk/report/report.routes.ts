import type { reportDeskContract } from '#shared/contract/report-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { ReportService } from './report.service.ts';

export function reportRoutes(reports: ReportService): Handlers<typeof reportDeskContract> {
  return {
    overviewReport: ({ input }) => reports.overview(input),
    visitReport: ({ input }) => reports.visits(input),
  };
}
