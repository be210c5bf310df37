import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';

/** Facts for the notice on the page while staff view it as a customer. */
export const Viewing = z.object({
  accountId: Id,
  nickName: z.string(),
  endsAt: Instant,
  /** The server's time, against which the page counts. */
  now: Instant,
});

/** Calls by which the user app learns that staff view it as a customer, and ends that. */
export const viewingContract = {
  viewing: endpoint({
    access: 'anyone',
    method: 'GET',
    path: '/api/viewing',
    summary: '这个浏览器是否正由员工以某个用户的身份只读查看；不是则为 null',
    tag: '系统',
    output: Viewing.nullable(),
  }),
  endViewing: endpoint({
    access: 'anyone',
    method: 'POST',
    path: '/api/viewing/end',
    summary: '结束只读查看；没有时也成功',
    tag: '系统',
    isOpenToViewers: true,
  }),
} as const;
