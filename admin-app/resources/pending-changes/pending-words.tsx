import type { PendingChange } from '#shared/contract/pending-change';
import { statusWords } from '../../ui/status-words.tsx';

export const { Dot: PendingDot, choices: pendingChoices } = statusWords<PendingChange['status']>({
  waiting: ['待批准', 'warning'],
  approved: ['已批准', 'success'],
  rejected: ['已驳回', 'quiet'],
  expired: ['已过期', 'quiet'],
});

const fieldLabels: Record<PendingChange['fields'][number]['name'], string> = {
  phoneNo: '手机号',
  email: '邮箱',
  loginName: '登录名',
  password: '密码',
  mergeInto: '并入账号',
};

/** What changes, from what to what. */
export function fieldWords({ fields }: Pick<PendingChange, 'fields'>): string {
  return fields
    .map(({ name, before, after }) =>
      name === 'password'
        ? '重设密码'
        : name === 'mergeInto'
          ? `并入账号 ${after ?? ''}`
          : `${fieldLabels[name]} ${before ?? '无'} → ${after ?? '无'}`,
    )
    .join('；');
}
