import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import type { UserType } from '#shared/contract/auth';
import type { Account } from '#shared/contract/staff';
import type { Plan } from '#shared/domain/plan';
import type { StaffRole } from '#shared/domain/staff-permissions';
import { endOfDay, formatDate } from '../../ui/format.ts';

/** Values of the form; blank text means "not given". */
export interface AccountFields {
  userType: UserType;
  nickName?: string;
  phoneNo?: string;
  plan?: Plan;
  planExpiresAt?: Dayjs | null;
  isTestUser?: boolean;
  status?: Account['status'];
  statusReason?: string;
  /** With the time of day; null for a ban without end. */
  bannedUntil?: Dayjs | null;
  loginName?: string;
  email?: string;
  password?: string;
  role?: StaffRole;
  /** Why; for what takes one. */
  reason?: string;
  /** Code sent to the new number. */
  phoneCode?: string;
  oldPhoneCode?: string;
}

export const emptyFields: AccountFields = {
  userType: 1,
  nickName: '',
  phoneNo: '',
  plan: 'free',
  planExpiresAt: null,
  isTestUser: false,
  loginName: '',
  email: '',
  password: '',
};

/** An account as form fields. Number and address start empty: they are shown masked, and cannot be sent back so. */
export function toFields(account: Account): AccountFields {
  const { userType, nickName, plan, isTestUser, status, statusReason, role } = account;
  return {
    userType,
    nickName,
    phoneNo: '',
    plan,
    planExpiresAt: account.planExpiresAt === null ? null : dayjs(formatDate(account.planExpiresAt)),
    isTestUser,
    status,
    statusReason,
    bannedUntil: account.bannedUntil === null ? null : dayjs(account.bannedUntil),
    loginName: account.loginName ?? '',
    email: '',
    password: '',
    ...(role ? { role } : {}),
  };
}

/** Form fields as the contract wants them; only the named ones, blanks left out. */
export function toPayload(fields: AccountFields, names: ReadonlyArray<keyof AccountFields>): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  for (const name of names) {
    const value = fields[name];
    if (name === 'planExpiresAt') {
      payload[name] = fields.planExpiresAt ? endOfDay(fields.planExpiresAt.format('YYYY-MM-DD')) : null;
    } else if (name === 'bannedUntil') {
      payload[name] = fields.bannedUntil?.valueOf() ?? null;
    } else if (value !== undefined && (value !== '' || name === 'statusReason')) {
      payload[name] = value;
    }
  }
  return payload;
}
