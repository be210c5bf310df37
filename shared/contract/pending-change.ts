import { z } from 'zod';
import { pendingKindNames } from '../domain/second-person.ts';
import { Id, Instant } from './fields.ts';

export const pendingStatuses = ['waiting', 'approved', 'rejected', 'expired'] as const;

/** Names of record fields that a pending change may show. */
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
  'isEnabled',
  'address',
  'priceFactor',
  'budget',
  'leavesHouse',
  'options',
] as const;

/** A pending change: takes effect once a second member of staff approves it. Phone numbers and e-mails are masked. */
export const PendingChange = z.object({
  id: Id,
  kind: z.enum(pendingKindNames),
  /** Id of the record to change. */
  subject: Id,
  /** Display name of the record; may be empty. */
  title: z.string(),
  /** Id of the account concerned; null when there is none. */
  accountId: Id.nullable(),
  nickName: z.string(),
  /** Changed fields with the old and the new value as display texts; null for no value. */
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
  /** Earliest time at which the requester may approve it alone, in single-staff mode (`SINGLE_STAFF`); else null. */
  aloneFrom: Instant.nullable(),
});
export type PendingChange = z.infer<typeof PendingChange>;

/** Adds the pending change of a record to responses for a single record; lists do not include it. */
export const WithPending = z.object({ pendingChange: PendingChange.optional() });
