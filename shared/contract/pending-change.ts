import { z } from 'zod';
import { pendingKindNames } from '../domain/second-person.ts';
import { Id, Instant } from './fields.ts';

export const pendingStatuses = ['waiting', 'approved', 'rejected', 'expired'] as const;

/** What can be told of a change, in the words of the record it changes. */
const pendingFields = [
  'phoneNo',
  'email',
  'loginName',
  'password',
  'mergeInto',
  'amount',
  'price',
  'limitPerPhone',
  'isOnShelf',
  'monthly',
  'daily',
  'running',
  'queued',
  'gives',
  'codes',
  'expiresAt',
  'edition',
  'effectiveOn',
  'value',
  'isFactorNeeded',
] as const;

/** A change that another member of staff has to approve. Phone numbers and e-mail addresses are masked. */
export const PendingChange = z.object({
  id: Id,
  kind: z.enum(pendingKindNames),
  /** The record that it changes. */
  subject: Id,
  /** What people call that record. */
  title: z.string(),
  /** The account that it is about; null where it is about none. */
  accountId: Id.nullable(),
  nickName: z.string(),
  /** Texts as people read them. */
  fields: z.array(
    z.object({ name: z.enum(pendingFields), before: z.string().nullable(), after: z.string().nullable() }),
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
  /** From when on one person alone may approve it, in an installation that declares to have only one; else null. */
  aloneFrom: Instant.nullable(),
});
export type PendingChange = z.infer<typeof PendingChange>;

/** What of a record waits for a second person; only where one record is asked for or changed. */
export const WithPending = z.object({ pendingChange: PendingChange.optional() });
