import { z } from 'zod';
import { desk } from './desk.ts';
import { endpoint } from './endpoint.ts';

/** Formats in which lists of the console are exported, and their media types. */
const exportMedia = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export const exportFormats = Object.keys(exportMedia) as Array<keyof typeof exportMedia>;
export type ExportFormat = (typeof exportFormats)[number];

export const exportDeskContract = {
  exportList: endpoint({
    ...desk,
    method: 'GET',
    answers: 'bytes',
    media: Object.values(exportMedia),
    path: '/api/admin/v1/:resource/export',
    permission: 'record.export',
    summary:
      '导出一个列表的全部行（CSV 或 XLSX）：除 format 外与该列表的查询相同，不分页；内容是开始导出那一刻的数据；还需要看该列表的权限',
    params: z.object({ resource: z.string().min(1).max(60) }),
    input: z.looseObject({ format: z.enum(exportFormats) }),
    errors: ['query.unsupported', 'request.not_found', 'export.too_long'],
  }),
} as const;
