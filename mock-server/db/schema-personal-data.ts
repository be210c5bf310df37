import type { Generated } from 'kysely';

/** Times are milliseconds on the product's clock. */

/** A member of staff looks at the product as a customer sees it. */
export interface ImpersonationTable {
  id: string;
  account_id: string;
  staff_id: string;
  /** Hash of the session of the member of staff, without which the look ends. */
  staff_session: string;
  reason: string;
  /** Hash of the link that opens it, once. */
  link_hash: string;
  /** Hash of what the browser holds since it was opened. */
  token_hash: string | null;
  created_at: number;
  opened_at: number | null;
  expires_at: number;
  ended_at: number | null;
  ended_by: 'staff' | 'newer' | 'time' | 'session' | null;
}

/** That somebody wants all that is known of them deleted. */
export interface AccountErasureTable {
  id: string;
  account_id: string;
  reason: string;
  /** The person, or the member of staff who was asked. */
  requested_by: string;
  status: 'waiting' | 'withdrawn' | 'running' | 'done';
  created_at: number;
  due_at: number;
  /** Person who withdrew it. */
  answered_by: string | null;
  answer: Generated<string>;
  done_at: number | null;
  /** When the account was closed and its erasure began. */
  started_at: Generated<number | null>;
  /** Current step of the erasure, and its cursor as JSON; null before the start and after the end. */
  step: Generated<string | null>;
  reached: Generated<string | null>;
  /** JSON: keys of files that no row references any more and that remain to be removed. */
  files: Generated<string | null>;
}

export interface PersonalDataSchema {
  impersonation: ImpersonationTable;
  account_erasure: AccountErasureTable;
}
