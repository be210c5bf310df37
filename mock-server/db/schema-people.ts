/** Tables of people, for staff. Times are milliseconds on the product's clock. */

/** A note of staff about an account. */
export interface AccountNoteTable {
  id: string;
  account_id: string;
  /** The member of staff who wrote it. */
  author_id: string;
  words: string;
  version: number;
  created_at: number;
  updated_at: number;
}

/** A device that a user has logged in with; stays when its sessions have ended. */
export interface AccountDeviceTable {
  id: string;
  account_id: string;
  /** The id that the device tells of itself, or its browser where it tells none. */
  device_key: string;
  device_id: string | null;
  /** Of the last login. */
  user_agent: string;
  /** JSON: network addresses, the last one first. */
  addresses: string;
  logins: number;
  first_seen_at: number;
  last_seen_at: number;
}

export interface PeopleSchema {
  account_note: AccountNoteTable;
  account_device: AccountDeviceTable;
}
