import type { StaffRole } from '#shared/domain/staff-permissions';

/** A logged-in account of the user app. */
export interface UserCaller {
  kind: 'user';
  accountId: string;
  sessionHash: string;
}

/** A logged-in member of staff. */
export interface StaffCaller {
  kind: 'staff';
  accountId: string;
  role: StaffRole;
  sessionHash: string;
}

/** Facts about a request that services may keep or log. */
export interface RequestFacts {
  requestId: string;
  /** The caller's network address. */
  address: string;
  userAgent: string;
  /** Whether cookies may be marked Secure. */
  isSecure: boolean;
}

export interface Authenticator {
  user(token: string): Promise<UserCaller | null>;
  staff(token: string): Promise<StaffCaller | null>;
}
