import { z } from 'zod';
import { desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, SearchWords } from './fields.ts';

export const FoundRecord = z.object({
  resource: z.enum(['accounts', 'orders', 'tasks']),
  id: Id,
  /** Title of the record. */
  title: z.string(),
  /** Facts that distinguish it from others of that title; phone numbers are masked. */
  note: z.string(),
});
export type FoundRecord = z.infer<typeof FoundRecord>;

export const searchDeskContract = {
  search: endpoint({
    ...desk,
    permission: null,
    method: 'GET',
    path: '/api/admin/v1/search',
    summary: '按手机号、昵称、编号找账号，按订单号找订单，按编号找任务；只找自己有权看的，每种最多 5 条',
    input: z.object({ q: SearchWords.pipe(z.string().min(1, '请输入要找的内容')) }),
    output: z.array(FoundRecord),
  }),
} as const;
