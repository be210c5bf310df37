import type { AuditEntry } from '#shared/contract/audit-desk';
import { auditResourceLabels } from '#shared/domain/console-words';
import { formatTime } from '../../ui/format.ts';

export const resourceChoices = Object.entries(auditResourceLabels).map(([value, label]) => ({ value, label }));

/** The reason why the content of an audit row was cleared. */
export function forgottenWords({ action }: Pick<AuditEntry, 'action'>): string {
  return action.startsWith('staff.login_') ? '内容已到期清空' : '内容已随个人信息删除而清空';
}

export function actorWords({ actorName, actorId }: Pick<AuditEntry, 'actorName' | 'actorId'>): string {
  return actorName || actorId || '未登录';
}

const fieldLabels: Record<string, string> = {
  emptied: '清空内容的审计记录',
  requestedBy: '申请人',
  accountId: '账号',
  amount: '数量',
  answer: '答复',
  asked: '要求数量',
  budget: '预算',
  classifyId: '分类',
  company: '公司',
  contact: '联系人',
  count: '条数',
  createdAt: '建立时间',
  daily: '每天',
  days: '天数',
  deletedAt: '删除时间',
  description: '说明',
  email: '邮箱',
  expiresAt: '到期时间',
  gives: '内容',
  gpt: '对话券',
  id: '编号',
  inviteCode: '邀请码',
  invoiceNo: '发票号码',
  isDisabled: '已停用',
  isOnShelf: '在架',
  isTestUser: '测试账号',
  isTestAccount: '测试账号',
  kind: '类别',
  lastLoginAt: '最近登录',
  left: '剩余',
  limitPerPhone: '每个手机号限购',
  listPrice: '划线价',
  live: '实时券',
  loginName: '登录名',
  lots: '券批次',
  monthly: '每月',
  name: '名称',
  nickName: '昵称',
  normal: '普通券',
  note: '备注',
  openReports: '未处理举报',
  phoneNo: '手机号',
  plan: '套餐',
  planExpiresAt: '套餐到期',
  position: '排序',
  price: '价格（分）',
  queued: '排队上限',
  reason: '理由',
  reference: '来源',
  resolution: '处理结果',
  resolvedBy: '处理人',
  reviewReason: '审核理由',
  reviewedAt: '审核时间',
  reviewedBy: '审核人',
  role: '角色',
  running: '同时任务',
  staffNote: '内部备注',
  state: '状态',
  status: '状态',
  statusReason: '状态原因',
  stretches: '会员时段',
  tags: '标签',
  taken: '实际收回',
  taskCount: '任务数',
  tickets: '券',
  title: '名称',
  updatedAt: '更新时间',
  userType: '类型',
  version: '版本',
  where: '列表',
};

/** `每天 · 普通券`; what has no word stands as it is. */
export function fieldWords(path: string): string {
  return path
    .split('.')
    .map((part) => fieldLabels[part] ?? part)
    .join(' · ');
}

/** A value as people read it; moments by their field's name. */
export function valueWords(path: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number' && /At$/.test(path)) return formatTime(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}
