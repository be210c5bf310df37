import type { UserType } from '#shared/contract/auth';
import type { Account } from '#shared/contract/staff';
import { type Plan, plans } from '#shared/domain/plan';

export const staffType = 9 satisfies UserType;

export const userTypeLabels: Record<UserType, string> = {
  0: '未知',
  1: '免费用户',
  2: '会员',
  3: '团队成员',
  9: '员工',
};

export const planLabels: Record<Plan, string> = { free: '免费', basic: '基础会员', pro: '专业会员', team: '团队' };

export const planChoices = plans.map((plan) => ({ value: plan, label: planLabels[plan] }));

export const userTypeChoices = ([1, 2, 3, 9, 0] as const).map((type) => ({
  value: String(type),
  label: userTypeLabels[type],
}));

export const statusChoices = [
  { value: 'active', label: '正常' },
  { value: 'banned', label: '已停用' },
  { value: 'deleted', label: '已删除' },
];

/** What an account logs in with, safe to show in a list. */
export function handleOf({ phoneNo, loginName }: Pick<Account, 'loginName' | 'phoneNo'>): string {
  return phoneNo ?? loginName ?? '—';
}

/** How an account is named in sentences. */
export function nameOf(account: Pick<Account, 'nickName' | 'loginName' | 'phoneNo' | 'accountId'>): string {
  return account.nickName || account.loginName || account.phoneNo || account.accountId;
}

export const accountsPath = '/accounts';
