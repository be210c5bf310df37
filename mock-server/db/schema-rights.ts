import type { Generated } from 'kysely';

/** Tables of what staff may not do alone or without end. Times are milliseconds on the product's clock. */
export interface RightsSchema {
  phone_search: PhoneSearchTable;
  pending_change: PendingChangeTable;
  staff_grant: StaffGrantTable;
}

/** Searches by phone number of staff who do not see whole ones. */
export interface PhoneSearchTable {
  id: Generated<number>;
  /** Who searched. */
  account_id: string;
  /** The number as lists show it, or the digits at its end. */
  mask: string;
  number_hash: string;
  created_at: number;
}

/** A change of an account that another member of staff has to approve. */
export interface PendingChangeTable {
  id: string;
  account_id: string;
  /** JSON: the columns of the account and their new values. */
  fields: string;
  /** Of the account when it was asked for. */
  account_version: number;
  reason: string;
  status: 'waiting' | 'approved' | 'rejected' | 'expired';
  requested_by: string;
  answered_by: string | null;
  answer: Generated<string>;
  created_at: number;
  expires_at: number;
  answered_at: number | null;
}

/** What a member of staff gave away, counted against the ceiling of the day. */
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
