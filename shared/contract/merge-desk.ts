import { z } from 'zod';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';
import { PendingChange } from './pending-change.ts';

/** Use of the phone number of the merged account: it moves to the other account, or becomes free. */
export const MergePhone = z.enum(['move', 'free']);
export type MergePhone = z.infer<typeof MergePhone>;

export const MergeSide = z.object({
  accountId: Id,
  nickName: z.string(),
  phoneNo: z.string().nullable(),
  version: z.int(),
  /** Left, of all kinds. */
  tickets: z.int(),
});

/** Effects of merging two accounts. */
export const MergeOutlook = z.object({
  from: MergeSide,
  into: MergeSide,
  moves: z.array(z.object({ what: z.string(), count: z.int() })),
  /** Further notes. */
  notes: z.array(z.string()),
  /** Reasons why it cannot be done now; empty when it can. */
  obstacles: z.array(z.string()),
});
export type MergeOutlook = z.infer<typeof MergeOutlook>;

export const MergeOutcome = z.object({
  /** Null while it waits. */
  mergedInto: Id.nullable(),
  /** Change that another member of staff has to approve. */
  pendingChange: PendingChange.nullable(),
});
export type MergeOutcome = z.infer<typeof MergeOutcome>;

/** Two accounts of one person become one. */
export const mergeDeskContract = {
  mergeOutlook: endpoint({
    ...desk,
    permission: 'account.merge',
    method: 'GET',
    path: '/api/admin/v1/accounts/:id/merge',
    summary: '把一个账号并入另一个会怎样：移动什么、什么挡着；什么都不改',
    params: byId,
    input: z.object({ into: Id }),
    output: MergeOutlook,
    errors: ['account.not_found', 'merge.same'],
  }),
  mergeAccounts: endpoint({
    ...desk,
    permission: 'account.merge',
    method: 'POST',
    path: '/api/admin/v1/accounts/:id/merge',
    summary: '把一个账号并入另一个，不可撤销；由另一人批准后生效',
    params: byId,
    input: z.object({
      into: Id,
      /** Of both accounts as the outlook showed them. */
      version: z.int(),
      intoVersion: z.int(),
      phone: MergePhone.default('move'),
      reason: Reason,
    }),
    output: MergeOutcome,
    errors: ['account.not_found', 'account.changed_meanwhile', 'merge.same', 'merge.blocked'],
  }),
} as const;
