import { z } from 'zod';
import { Id, Instant } from './fields.ts';

export const pendingStatuses = ['waiting', 'approved', 'rejected', 'expired'] as const;

/** A change of what opens an account, or its merging with another one, which another member of staff has to approve. Values are masked. */
export const PendingChange = z.object({
  id: Id,
  accountId: Id,
  nickName: z.string(),
  fields: z.array(
    z.object({
      name: z.enum(['phoneNo', 'email', 'loginName', 'password', 'mergeInto']),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  reason: z.string(),
  status: z.enum(pendingStatuses),
  requestedBy: z.string(),
  answeredBy: z.string().nullable(),
  answer: z.string(),
  createdAt: Instant,
  /** Until when it can be approved. */
  expiresAt: Instant,
  answeredAt: Instant.nullable(),
});
export type PendingChange = z.infer<typeof PendingChange>;
