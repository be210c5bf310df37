import type { Generated } from 'kysely';
import type { PendingKind } from '#shared/domain/second-person';

/** Tables of what staff may not do alone or without end. Times are milliseconds on the product's clock. */
export interface RightsSchema {
  phone_search: PhoneSearchTable;
  former_phone: FormerPhoneTable;
  pending_change: PendingChangeTable;
  staff_grant: StaffGrantTable;
}

/** Searches by phone number of staff who do not see whole ones. */
export interface PhoneSearchTable {
  id: Generated<number>;
  /** Member of staff who searched. */
  account_id: string;
  /** The number as lists show it, or the digits at its end. */
  mask: string;
  number_hash: string;
  created_at: number;
}

/** A former phone number of an account. */
export interface FormerPhoneTable {
  account_id: string;
  /** Hash of the number, keyed with a secret of the installation. */
  number_hash: string;
  changed_at: number;
}

/** A change that waits for the approval of another member of staff. */
export interface PendingChangeTable {
  id: string;
  kind: PendingKind;
  /** Id of the record to change. */
  subject: string;
  /** Display name of the record; empty for accounts, whose current name is shown. */
  title: Generated<string>;
  /** Account that the change concerns; null when it concerns none. */
  account_id: string | null;
  /** JSON: the change, as the handler of its kind executes it. */
  fields: string;
  /** JSON: fields shown to the approver, for kinds that do not read them from the record. */
  shown: Generated<string>;
  /** Version of the record at the time of the request. */
  version: number;
  reason: string;
  status: 'waiting' | 'approved' | 'rejected' | 'expired';
  requested_by: string;
  answered_by: string | null;
  answer: Generated<string>;
  created_at: number;
  expires_at: number;
  answered_at: number | null;
}

/** A grant of a member of staff, counted against the ceiling of the day. */
export interface StaffGrantTable {
  id: Generated<number>;
  operator: string;
  what: 'tickets' | 'plan' | 'redeem';
  /** Account or batch it went to; of several accounts the first. */
  subject: string;
  /** In tickets; below 0 where a grant was undone. */
  worth: number;
  reason: string;
  created_at: number;
}
