import type { PendingChange } from '#shared/contract/pending-change';
import { pendingKindLabels, pendingStatusLabels } from '#shared/domain/console-words';
import type { PendingKind } from '#shared/domain/second-person';
import { statusWords } from '../../ui/status-words.tsx';

export const { Dot: PendingDot, choices: pendingChoices } = statusWords(pendingStatusLabels, {
  waiting: 'warning',
  approved: 'success',
  rejected: 'quiet',
  expired: 'quiet',
});

export const kindChoices = Object.entries(pendingKindLabels).map(([value, label]) => ({ value, label }));

/** The resource that a pending change belongs to. */
export const resourceOfKind: Record<PendingKind, string> = {
  account: 'account',
  merge: 'account',
  refund: 'refunds',
  product: 'products',
  plan: 'plans',
  redeem: 'redeemBatches',
  agreement: 'agreements',
  setting: 'settings',
  role: 'roles',
  engine: 'connectedEngines',
};

/** Refine resources to refetch after a pending change was approved, by kind. */
export const changedBy: Record<PendingKind, readonly string[]> = {
  account: ['account', 'accounts'],
  merge: ['account', 'accounts'],
  refund: ['refunds', 'orders'],
  product: ['products'],
  plan: ['plans'],
  redeem: ['redeemBatches'],
  agreement: ['agreements'],
  setting: ['settings'],
  role: ['roles'],
  engine: ['connectedEngines', 'engines'],
};

/** Consequence of approving a change, by kind, for the confirmation dialog. */
export const consequences: Record<PendingKind, string> = {
  account: '生效后该账号须重新登录。',
  merge: '合并后不能拆开，原账号不能再登录。',
  refund: '按退款的份额立即收回券和会员时间，退款按原路退回。',
  product: '立即按新的内容出售，已有订单不受影响。',
  plan: '从下一次发券起生效。',
  redeem: '这一批码立即可以兑换和导出。',
  agreement: '立即公布，用户到生效日期要重新同意。',
  setting: '立即生效。',
  role: '立即生效。',
  engine: '新任务立即按新的设置，运行中的按原来的结束。',
};

const fieldLabels: Record<PendingChange['fields'][number]['name'], string> = {
  phoneNo: '手机号',
  email: '邮箱',
  loginName: '登录名',
  password: '密码',
  mergeInto: '并入账号',
  amount: '退款',
  price: '价格',
  limitPerPhone: '限购',
  isOnShelf: '上架',
  monthly: '每月（普通 / 实时 / 对话）',
  daily: '每天（普通 / 实时 / 对话）',
  running: '同时生成',
  queued: '同时排队',
  gives: '兑换内容',
  codes: '数量',
  expiresAt: '有效期',
  edition: '发布',
  effectiveOn: '生效日期',
  value: '数值',
  isFactorNeeded: '两步验证',
  isEnabled: '启用',
  address: '地址',
  priceFactor: '用券倍数',
  budget: '预算',
  leavesHouse: '图片离开本机构',
  options: '适配器的设置',
};

/** Fields shown with their new value only; the old value would tell the approver nothing. */
const isNew = new Set(['mergeInto', 'amount', 'isOnShelf', 'gives', 'codes', 'expiresAt']);

/** Changed fields in Chinese words, from the old value to the new one. */
export function fieldWords({ fields }: Pick<PendingChange, 'fields'>): string {
  return fields
    .map(({ name, before, after }) => {
      if (name === 'password') return '重设密码';
      if (isNew.has(name)) return `${fieldLabels[name]} ${after ?? ''}`;
      return `${fieldLabels[name]} ${before ?? '无'} → ${after ?? '无'}`;
    })
    .join('；');
}
