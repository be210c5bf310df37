import { z } from 'zod';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';
import { secret } from './secret.ts';

/** Minutes for which a member of staff may look at the product as a customer sees it. */
export const viewingMinutes = 15;
/** Minutes in which the link has to be opened. */
export const viewingLinkMinutes = 1;

export const impersonationDeskContract = {
  impersonate: endpoint({
    ...desk,
    permission: 'account.impersonate',
    method: 'POST',
    path: '/api/admin/v1/accounts/:id/impersonate',
    summary: `以用户身份只读查看用户端 ${viewingMinutes} 分钟：给出一次性链接，只能由同一员工在同一登录中打开；记入审计`,
    params: byId,
    input: z.object({ reason: Reason }),
    output: z.object({ url: z.string(), endsAt: Instant }),
    errors: ['account.not_found', 'impersonation.not_a_customer'],
  }),
  openImpersonation: endpoint({
    ...desk,
    answers: 'bare',
    permission: 'account.impersonate',
    method: 'GET',
    path: '/api/admin/v1/impersonations/:link',
    status: 303,
    summary: '打开一次性链接：转到用户端；链接用过、过期或不是自己的则 404',
    params: z.object({ link: secret(z.string().max(100)) }),
    output: z.unknown(),
    errors: ['impersonation.link_used'],
  }),
} as const;
