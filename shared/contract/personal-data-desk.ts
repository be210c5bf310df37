import { z } from 'zod';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { ErasureMeaning } from './own-erasure.ts';

/** A request that all personal data of an account be deleted. */
export const Erasure = z.object({
  id: Id,
  accountId: Id,
  status: z.enum(['waiting', 'withdrawn', 'running', 'done']),
  reason: z.string(),
  requestedBy: z.string(),
  createdAt: Instant,
  /** When it is carried out, unless something is open then. */
  dueAt: Instant,
  answer: z.string(),
  doneAt: Instant.nullable(),
  /** Progress while the erasure runs, else null: current step (from 1), number of steps, and its name for people. */
  progress: z.object({ step: z.int(), steps: z.int(), words: z.string() }).nullable(),
});
export type Erasure = z.infer<typeof Erasure>;

/** The same to staff, with what was asked for. */
export const ErasureOutlook = ErasureMeaning.extend({
  /** The newest request; null where there was none. */
  request: Erasure.nullable(),
});
export type ErasureOutlook = z.infer<typeof ErasureOutlook>;

const privacy = { ...desk, permission: 'account.privacy' } as const;

/** Calls for the rights of people under the law on personal information: a copy of their data, and its deletion. */
export const personalDataDeskContract = {
  exportPersonalData: endpoint({
    ...privacy,
    answers: 'bytes',
    media: ['application/zip'],
    method: 'GET',
    path: '/api/admin/v1/accounts/:id/personalData',
    summary: '一个用户的全部个人数据：ZIP，每类一个 JSON 与一个 CSV，附图片原件与说明；记入审计',
    params: byId,
    input: z.object({ reason: Reason }),
    output: z.unknown(),
    errors: ['account.not_found', 'personal.not_a_customer'],
  }),
  erasureOutlook: endpoint({
    ...privacy,
    method: 'GET',
    path: '/api/admin/v1/accounts/:id/erasure',
    summary: '删除一个用户的个人信息意味着什么：未了结的、会失去的、依法保留的，以及最近一次申请',
    params: byId,
    output: ErasureOutlook,
    errors: ['account.not_found', 'personal.not_a_customer'],
  }),
  requestErasure: endpoint({
    ...privacy,
    method: 'POST',
    path: '/api/admin/v1/accounts/:id/erasure',
    summary: '登记删除个人信息的申请：冷静期满后自动执行，不可撤销；期内可以撤回',
    params: byId,
    input: z.object({ reason: Reason }),
    output: Erasure,
    errors: ['account.not_found', 'personal.not_a_customer', 'personal.already_requested'],
  }),
  withdrawErasure: endpoint({
    ...privacy,
    method: 'POST',
    path: '/api/admin/v1/accounts/:id/erasure/withdraw',
    summary: '撤回删除个人信息的申请',
    params: byId,
    input: z.object({ reason: Reason }),
    output: Erasure,
    errors: ['account.not_found', 'personal.none_waiting'],
  }),
} as const;
