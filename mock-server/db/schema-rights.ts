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
  /** Who searched. */
  account_id: string;
  /** The number as lists show it, or the digits at its end. */
  mask: string;
  number_hash: string;
  created_at: number;
}

/** A phone number that an account had before. */
export interface FormerPhoneTable {
  account_id: string;
  /** Keyed with a secret of the installation. */
  number_hash: string;
  changed_at: number;
}

/** A change that another member of staff has to approve. */
export interface PendingChangeTable {
  id: string;
  kind: PendingKind;
  /** Id of the record that it changes. */
  subject: string;
  /** What people call that record; empty of accounts, which are called by their name of today. */
  title: Generated<string>;
  /** The account that it is about; null where it is about none. */
  account_id: string | null;
  /** JSON: what the kind carries out. */
  fields: string;
  /** JSON: what is shown of it, of kinds that do not read it from the record. */
  shown: Generated<string>;
  /** Of the record when it was asked for. */
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
