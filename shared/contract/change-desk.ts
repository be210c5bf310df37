import { z } from 'zod';
import { minute } from '../domain/time.ts';
import { byId, desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';

/** Time in which a change can be undone, milliseconds of the product's clock. */
export const undoMs = 10 * minute;

/** Records of one change that its row names; their number is `count`. */
export const namedRecords = 20;

/** Changes made by one call of staff. */
export const Change = z.object({
  id: Id,
  title: z.string(),
  /** `open` while it can be undone. */
  state: z.enum(['open', 'reverted', 'expired']),
  /** Number of records it changed, and the first of them. */
  count: z.int(),
  records: z.array(z.object({ resource: z.string(), id: Id })),
  createdAt: Instant,
  undoUntil: Instant,
  revertedAt: Instant.nullable(),
});
export type Change = z.infer<typeof Change>;

/** A record that could not be put back any more, and why: a task that has ended meanwhile. */
export const LeftRecord = z.object({ resource: z.string(), id: Id, message: z.string() });
export type LeftRecord = z.infer<typeof LeftRecord>;

/** A field that moved on since a change; in the answer of 409 `change.drifted` as `drift`. */
export interface DriftedField {
  resource: string;
  id: string;
  /** `*`: the record itself was removed or came back. */
  field: string;
  before: unknown;
  after: unknown;
  now: unknown;
}

/** Calls of staff whose effect stays in the database answer with `X-Change-Id` and can be undone. */
export const changeDeskContract = {
  changes: listEndpoint({
    path: '/api/admin/v1/changes',
    permission: null,
    summary: '自己最近的操作，以及到什么时候为止可以撤销',
    list: listOf({ createdAt: listField.instant({ isSortable: true }), title: listField.text() }),
    row: Change,
  }),
  change: endpoint({
    ...desk,
    permission: null,
    method: 'GET',
    path: '/api/admin/v1/changes/:id',
    summary: '一次操作',
    params: byId,
    output: Change,
    errors: ['change.not_found'],
  }),
  revertChange: endpoint({
    ...desk,
    permission: null,
    method: 'POST',
    path: '/api/admin/v1/changes/:id/revert',
    summary:
      '撤销 10 分钟内的操作，须有这项操作的权限；内容又变了则 409，列出变化的字段，什么都不改；任务逐个撤销，不能再撤销的写在 left 里',
    params: byId,
    output: Change.extend({ left: z.array(LeftRecord) }),
    errors: [
      'auth.forbidden',
      'change.not_found',
      'change.reverted',
      'change.too_late',
      'change.drifted',
      'change.none_left',
      ...(['task.not_found', 'task.ended', 'task.not_waiting', 'task.moved_again', 'task.begun_again'] as const),
      ...(['task.owner_gone', 'task.free_used', 'task.too_many', 'ticket.short', 'account.not_found'] as const),
      'agreement.consented',
      'pending.undo',
    ],
  }),
} as const;
