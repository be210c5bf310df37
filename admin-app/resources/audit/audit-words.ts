import type { AuditEntry } from '#shared/contract/audit-desk';
import { formatTime } from '../../ui/format.ts';

export const auditPath = '/audit';

const resourceLabels: Record<string, string> = {
  account: '账号',
  accountNote: '账号备注',
  audit: '审计',
  staff: '员工',
  role: '角色',
  ticket: '券',
  gift: '赠券',
  taking: '收回券',
  product: '商品',
  plan: '套餐',
  order: '订单',
  refund: '退款',
  invoice: '发票',
  difference: '对账差异',
  billDay: '账单核对',
  redeem: '兑换码批次',
  custom: '定制需求',
  gallery: '图库图片',
  author_reports: '作者举报',
  category: '分类',
  task: '任务',
  setting: '设置',
  engine: '引擎',
  model: '模型',
  queue: '队列',
  view: '视图',
  record: '记录',
};

const verbLabels: Record<string, string> = {
  create: '新建',
  update: '修改',
  delete: '删除',
  restore: '恢复',
  undo: '撤销',
  give: '赠送',
  take_back: '收回',
  disable: '停用',
  export: '导出',
  approve: '通过',
  reject: '驳回',
  resolve: '核对',
  answer: '答复',
  answer_reports: '处理举报',
  set_hide: '下架图集',
  set_show: '恢复图集',
  case_hide: '下架案例',
  case_show: '恢复案例',
  note: '备注',
  close: '关闭',
  verify: '补单',
  request: '发起',
  reveal: '查看完整内容',
  reveal_phone: '查看完整手机号',
  search_phone: '按号码搜索',
  login_failed: '登录失败',
  login_locked: '登录被锁定',
  login_slowed: '登录被放慢',
  retry: '重试',
  cancel: '取消',
  move: '移动',
  merge: '合并',
  create_note: '备注',
  update_note: '改备注：',
  delete_note: '删备注：',
  end_session: '退出一处登录：',
  end_sessions: '退出全部登录：',
  ban_ended: '封禁到期：',
  take_in: '并入他人：',
  ask_change: '提出修改：',
  approve_change: '批准修改：',
  reject_change: '驳回修改：',
  ask_erasure: '登记删除个人信息：',
  withdraw_erasure: '撤回删除个人信息：',
  erase: '删除个人信息：',
  impersonate: '以用户身份查看',
  impersonate_end: '结束以用户身份查看',
};

export const resourceChoices = Object.entries(resourceLabels).map(([value, label]) => ({ value, label }));

export function actionWords({ action, resource }: Pick<AuditEntry, 'action' | 'resource'>): string {
  const verb = action.slice(resource.length + 1);
  return `${verbLabels[verb] ?? verb}${resourceLabels[resource] ?? resource}`;
}

/** Why a row does not say any more what it said. */
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
