import type { StaffSetUp } from '#shared/contract/staff-door';
import { mayStaff, type StaffPermission, type StaffRole } from '#shared/domain/staff-permissions';

/** A logged-in account of the user app. */
export interface UserCaller {
  kind: 'user';
  accountId: string;
  sessionHash: string;
  /** Set while it is a member of staff who looks at the product as this account sees it. */
  viewing?: { id: string; endsAt: number };
}

/** A logged-in member of staff. */
export interface StaffCaller {
  kind: 'staff';
  accountId: string;
  role: StaffRole;
  sessionHash: string;
  /** Steps to take first; until then only the calls under `/api/admin/v1/me/` are open. */
  mustSetUp: readonly StaffSetUp[];
}

/** Access of a member of staff to personal data, which limits their searches as well. */
export interface PersonalDataAccess {
  /** True when whole phone numbers and e-mail addresses are theirs to see. */
  seesContacts: boolean;
  /** Ids of accounts found by a former phone number or the id of a merged account, see `accountsBehind`. */
  leads?: readonly string[];
}

export function sightOf({ role }: Pick<StaffCaller, 'role'>): PersonalDataAccess {
  return { seesContacts: mayStaff(role, 'account.reveal_phone') };
}

/** Facts about a request that services may keep or log. */
export interface RequestFacts {
  requestId: string;
  /** The caller's network address. */
  address: string;
  userAgent: string;
  /** True when cookies may be marked Secure. */
  isSecure: boolean;
  /** Note of a call of staff that can be undone. */
  change?: ChangeNote;
}

/** A member of staff who does something, and the request it comes with. */
export interface StaffAct {
  caller: StaffCaller;
  facts: RequestFacts;
}

export interface ChangeNote {
  /** The right that the call takes; null where any member of staff may make it. */
  permission: StaffPermission | null;
  /** Collects the changed records, so that many rows make one change. */
  gather?: unknown[];
  /** The answer carries it as `X-Change-Id`. */
  tell(changeId: string): void;
}

export interface Authenticator {
  user(token: string): Promise<UserCaller | null>;
  staff(token: string): Promise<StaffCaller | null>;
  /** A member of staff as the customer they look at the product as. */
  viewer(token: string): Promise<UserCaller | null>;
}
