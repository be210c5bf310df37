import { z } from 'zod';
import { desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';

export const FieldChange = z.object({
  /** Path of the field in the record: `tickets.normal`. */
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type FieldChange = z.infer<typeof FieldChange>;

export const AuditEntry = z.object({
  id: z.int(),
  createdAt: Instant,
  /** Empty where nobody had proved who they are. */
  actorId: z.string(),
  actorName: z.string(),
  /** In whose place the actor acted; null: in their own. */
  actingAs: z.string().nullable(),
  /** `account.update`; `resource` is its first part. */
  action: z.string(),
  resource: z.string(),
  subject: z.string(),
  reason: z.string(),
  /** Every field that differs; phone numbers and addresses of e-mail masked. */
  changes: z.array(FieldChange),
  /** True when there are masked values that `revealAudit` tells whole. */
  hasWhole: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  requestId: z.string(),
  hash: z.string(),
  /** True when the content was cleared: a failed login after its retention time, or a row about an erased person. */
  isForgotten: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const byNumber = z.object({ id: z.int().min(1) });

export const auditDeskContract = {
  auditEntries: listEndpoint({
    path: '/api/admin/v1/audit',
    permission: 'audit.read',
    summary: '审计：谁在何时何处为何改了什么',
    list: listOf(
      {
        createdAt: listField.instant({ isSortable: true }),
        actorId: listField.id(),
        action: listField.id(),
        resource: listField.id(),
        subject: listField.id(),
        requestId: listField.id(),
      },
      { hasSearch: true },
    ),
    row: AuditEntry,
  }),
  auditEntry: endpoint({
    ...desk,
    permission: 'audit.read',
    method: 'GET',
    path: '/api/admin/v1/audit/:id',
    summary: '一条审计记录',
    params: byNumber,
    output: AuditEntry,
    errors: ['audit.not_found'],
  }),
  revealAudit: endpoint({
    ...desk,
    permission: 'account.reveal_phone',
    method: 'POST',
    path: '/api/admin/v1/audit/:id/reveal',
    summary: '同一条记录，手机号与邮箱完整显示；须写明理由，并记入审计',
    params: byNumber,
    input: z.object({ reason: Reason }),
    output: AuditEntry,
    errors: ['audit.not_found'],
  }),
} as const;
