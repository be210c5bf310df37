import dayjs from 'dayjs';
import type { UserType } from '#shared/contract/auth';
import type { Account } from '#shared/contract/staff';
import { accountStatusLabels, planLabels, userTypeLabels } from '#shared/domain/console-words';
import { type Plan, plans } from '#shared/domain/plan';
import { type StaffRole, staffRoleLabels } from '#shared/domain/staff-permissions';
import type { AccountFields } from './account-draft.ts';

export const staffType = 9 satisfies UserType;

export const planChoices = plans.map((plan) => ({ value: plan, label: planLabels[plan] }));

export const userTypeChoices = ([1, 2, 3, 9, 0] as const).map((type) => ({
  value: String(type),
  label: userTypeLabels[type],
}));

export const statusChoices = [
  { value: 'active', label: accountStatusLabels.active },
  { value: 'banned', label: accountStatusLabels.banned },
  { value: 'deleted', label: '已删除' },
];

/** Chinese names of the fields of the form, for sentences. */
export const accountFieldLabels: Record<keyof AccountFields, string> = {
  userType: '类型',
  nickName: '昵称',
  phoneNo: '手机号',
  plan: '会员',
  planExpiresAt: '到期日',
  isTestUser: '测试账号',
  status: '状态',
  statusReason: '停用原因',
  bannedUntil: '封禁至',
  loginName: '登录名',
  email: '邮箱',
  password: '密码',
  role: '角色',
  reason: '理由',
  phoneCode: '新手机号的验证码',
  oldPhoneCode: '原手机号的验证码',
};

/** A field's value in a sentence. */
export function accountFieldWord(name: keyof AccountFields, value: AccountFields[keyof AccountFields]): string {
  if (value === undefined || value === null || value === '') return '无';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (dayjs.isDayjs(value)) return value.format(name === 'bannedUntil' ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD');
  if (name === 'userType') return userTypeLabels[value as UserType];
  if (name === 'plan') return planLabels[value as Plan];
  if (name === 'status') return accountStatusLabels[value as 'active' | 'banned'];
  if (name === 'role') return staffRoleLabels[value as StaffRole];
  return String(value);
}

/** Login of an account, safe to show in a list. */
export function handleOf({ phoneNo, loginName }: Pick<Account, 'loginName' | 'phoneNo'>): string {
  return phoneNo ?? loginName ?? '—';
}

/** Name of an account in sentences. */
export function nameOf(account: Pick<Account, 'nickName' | 'loginName' | 'phoneNo' | 'accountId'>): string {
  return account.nickName || account.loginName || account.phoneNo || account.accountId;
}

/** Address of the page of one account, or of a section of it. */
export const personPath = (accountId: string, section = ''): `/${string}` =>
  `/accounts/${accountId}/profile${section && `/${section}`}`;
