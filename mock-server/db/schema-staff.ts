import type { StaffRole } from '#shared/domain/staff-permissions';

type Flag = 0 | 1;

/** The second factor of a member of staff; it is asked for once it is confirmed. */
export interface StaffFactorTable {
  account_id: string;
  /** The shared secret in base32, sealed with the key of this installation. */
  sealed_secret: string;
  confirmed_at: number | null;
  /** The newest step of 30 seconds whose code was used: a code is good once. */
  last_step: number;
  created_at: number;
}

export interface StaffRecoveryCodeTable {
  account_id: string;
  code_hash: string;
  used_at: number | null;
}

export interface StaffPasswordTable {
  account_id: string;
  /** Somebody else knows it: to be changed at the next login. */
  must_change: Flag;
  set_at: number;
  /**
   * The last other person who set the account's password, and when; kept when the owner changes it. Null when there is
   * none.
   */
  given_by: string | null;
  given_at: number | null;
}

/** Settings of a role. Its permissions are fixed in the program. */
export interface StaffRoleTable {
  id: StaffRole;
  is_factor_needed: Flag;
  version: number;
}

export interface StaffSchema {
  staff_factor: StaffFactorTable;
  staff_recovery_code: StaffRecoveryCodeTable;
  staff_password: StaffPasswordTable;
  staff_role: StaffRoleTable;
}
