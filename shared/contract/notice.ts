import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';

export const Notice = z.object({
  id: Id,
  /** Counts its publications: one that was put away shows again when it is published anew. */
  edition: z.int(),
  title: z.string(),
  text: z.string(),
  isDismissible: z.boolean(),
  endsAt: Instant.nullable(),
});
export type Notice = z.infer<typeof Notice>;

export const noticeContract = {
  notices: endpoint({
    method: 'GET',
    path: '/api/notices',
    access: 'anyone',
    tag: '系统',
    summary: '此刻给这个人看的公告，新的在前，没有收起过的',
    output: z.array(Notice),
  }),
  dismissNotice: endpoint({
    method: 'POST',
    path: '/api/notices/:id/dismiss',
    access: 'user',
    tag: '系统',
    summary: '收起一条公告；收起过的再收起一次也可以',
    params: z.object({ id: Id }),
    input: z.object({ edition: z.int().min(1) }),
    errors: ['notice.not_found'],
  }),
} as const;
