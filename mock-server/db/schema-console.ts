import type { Generated } from 'kysely';
import type { StaffPermission } from '#shared/domain/staff-permissions';

/** Tables of the console. Times are milliseconds on the product's clock; truth values are 0 and 1; JSON is text. */

export interface AuditTable {
  id: Generated<number>;
  actor_id: string;
  /** In whose place the actor acted; null: in their own. */
  acting_as: Generated<string | null>;
  action: string;
  /** Kind of record: the part of `action` before the dot. */
  resource: Generated<string>;
  subject: string;
  reason: Generated<string>;
  /** JSON; phone numbers and addresses of e-mail masked, secrets left out. */
  before: string | null;
  after: string | null;
  /** The masked values whole, encrypted; null where there are none. */
  sealed: Generated<string | null>;
  address: string;
  user_agent: Generated<string>;
  request_id: string;
  created_at: number;
  /**
   * Random salt of `content_hash`, deleted together with the row's content. Null on emptied rows and on rows older than
   * the column.
   */
  salt: Generated<string | null>;
  /** Of what the row says; stays when the rest is forgotten. Null on rows of before the chain, until the first start. */
  content_hash: Generated<string | null>;
  /** Over the row's number, action, time, `content_hash` and the row before it. */
  hash: Generated<string | null>;
  /** When what the row says was forgotten, as the law and the settings have it. */
  forgotten_at: Generated<number | null>;
}

/** Changes made by a call of staff, so that they can be undone. */
export interface ChangeSetTable {
  id: string;
  account_id: string;
  /** The right of the call, which undoing takes as well. */
  permission: StaffPermission | null;
  title: string;
  request_id: string;
  created_at: number;
  reverted_at: number | null;
  reverted_by: string | null;
  /** When the states needed to undo the change were deleted. */
  states_forgotten_at: Generated<number | null>;
}

export interface ChangeItemTable {
  change_set_id: string;
  place: number;
  resource: string;
  subject: string;
  /** JSON: the record's state; null where there was or is none. */
  before: string | null;
  after: string | null;
}

export interface ConsoleSchema {
  audit: AuditTable;
  change_set: ChangeSetTable;
  change_item: ChangeItemTable;
}
