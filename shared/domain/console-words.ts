/**
 * Chinese labels of enum values in the console's lists, used by its pages and by exported files. The values themselves
 * are part of the API.
 */
import { type EngineAdapter, engineAdapters } from './engine-adapters.ts';
import type { Plan } from './plan.ts';
import type { ResultQuality } from './quality.ts';
import type { PendingKind } from './second-person.ts';
import type { TaskStatus } from './task-status.ts';

type Words<Name extends string | number = string> = Readonly<Record<Name, string>>;

export const userTypeLabels: Words<0 | 1 | 2 | 3 | 9> = {
  0: '未知',
  1: '免费用户',
  2: '会员',
  3: '团队成员',
  9: '员工',
};
export const accountStatusLabels: Words<'active' | 'banned'> = { active: '正常', banned: '已停用' };
export const planLabels: Words<Plan> = { free: '免费', basic: '基础会员', pro: '专业会员', team: '团队' };
/** Labels of results, whichever engine made them. */
export const outputLabels: Words<ResultQuality> = { final: '成图', assisted: '可修正', preview: '示意图' };

export const taskStatusLabels: Words<TaskStatus> = {
  queued: '排队中',
  running: '生成中',
  succeeded: '已完成',
  failed: '失败',
  canceled: '已取消',
};
export const jobStateLabels: Words<'ready' | 'running'> = { ready: '排队中', running: '生成中' };
/** Labels of engines by name; an engine without a label is shown by its name. */
export const engineLabels: Words = { embedded: '内置引擎', test: '测试引擎' };
export const movementLabels: Words = {
  grant: '发放',
  hold: '占用',
  spend: '消耗',
  return: '退回',
  expire: '过期',
  revoke: '收回',
  adjust: '调整',
};
/** Sources of tickets and memberships. */
export const grantSourceLabels: Words = {
  gift: '赠送',
  daily: '每日赠送',
  plan: '会员赠券',
  package: '购买',
  order: '购买',
  redeem: '兑换码',
  adjust: '调整',
  staff: '员工赠送',
  control: '测试',
  seed: '示例',
};
export const productKindLabels: Words<'membership' | 'package'> = { membership: '会员', package: '券包' };
export const providerLabels: Words = { simulated: '模拟支付', alipay: '支付宝', wechat: '微信支付' };
export const closeReasonLabels: Words<'canceled' | 'expired' | 'replaced' | 'refused' | 'wrong_amount' | 'staff'> = {
  canceled: '买家取消',
  expired: '超时未支付',
  replaced: '换了支付方式或数量',
  refused: '放弃支付',
  wrong_amount: '支付金额不符',
  staff: '员工关闭',
};
export const refundStatusLabels: Words<'requested' | 'pending' | 'done' | 'failed' | 'rejected'> = {
  requested: '待审核',
  pending: '退款中',
  done: '已退款',
  failed: '退款失败',
  rejected: '已驳回',
};
export const invoiceStatusLabels: Words<'requested' | 'issued' | 'rejected'> = {
  requested: '待开具',
  issued: '已开具',
  rejected: '已驳回',
};
export const invoiceTitleLabels: Words<'personal' | 'company'> = { personal: '个人', company: '企业' };
export const differenceLabels: Words = {
  wrong_amount: '金额不符',
  paid_here_only: '只有我方记为已付',
  paid_there_only: '只有渠道记为已付',
  unknown_order: '没有这个订单',
  refunded_there: '渠道已退款',
  day_stopped: '账单核对已停下',
  provider_gone: '渠道已停用，无法查询',
  forged: '通知签名不对',
  wrong_app: '通知的应用不对',
  wrong_seller: '通知的商户不对',
  rsa1: '通知用了旧签名',
  stale: '通知时间不对',
  malformed: '通知读不懂',
};
export const requestStatusLabels: Words<'received' | 'contacted' | 'quoted' | 'won' | 'closed'> = {
  received: '已受理',
  contacted: '已联系',
  quoted: '已报价',
  won: '已成交',
  closed: '已结束',
};
export const requestNeedLabels: Words<'private' | 'seats' | 'training' | 'api'> = {
  private: '私有部署',
  seats: '企业席位',
  training: '专属风格训练',
  api: 'API',
};
export const changeStateLabels: Words<'open' | 'reverted' | 'expired'> = {
  open: '可撤销',
  reverted: '已撤销',
  expired: '已过期',
};
export const pendingStatusLabels: Words<'waiting' | 'approved' | 'rejected' | 'expired'> = {
  waiting: '待批准',
  approved: '已批准',
  rejected: '已驳回',
  expired: '已过期',
};
/** Kinds of pending changes. */
export const pendingKindLabels: Words<PendingKind> = {
  account: '账号',
  merge: '合并账号',
  refund: '退款',
  product: '商品',
  plan: '套餐',
  redeem: '兑换码',
  agreement: '协议',
  setting: '设置',
  role: '角色',
  engine: '外接引擎',
};
/** Programs and services that connected engines are reached by. */
export const engineAdapterLabels = Object.fromEntries(
  Object.entries(engineAdapters).map(([name, { title }]) => [name, title]),
) as Words<EngineAdapter>;
export const engineSourceLabels = { file: '引擎文件', console: '控制台' };
export const engineKindLabels: Words<'render' | 'chat' | 'sms' | 'email' | 'payment' | 'qrLogin'> = {
  render: '渲染引擎',
  chat: '对话模型',
  sms: '短信',
  email: '邮件',
  payment: '支付',
  qrLogin: '扫码登录',
};
export const engineStateLabels: Words<'ok' | 'failing' | 'unavailable' | 'off'> = {
  ok: '正常',
  failing: '最近失败',
  unavailable: '不可用',
  off: '未开通',
};
/** Kinds of failures of engines, by their reason in the error catalogue. */
export const engineFailureLabels: Words = {
  'engine.failed': '生成出错',
  'engine.refused': '输入不合适',
  'task.unsuitable_picture': '图片不适合这个工具',
  'engine.moderated': '内容审核未通过',
  'engine.config': '引擎设置有误',
  'engine.quota': '余额或预算用完',
  'engine.busy': '繁忙或连不上',
  'engine.timeout': '超时',
  'engine.interrupted': '服务中断',
  'engine.start_unknown': '无法确认是否已开始',
  'task.engine': '引擎不能运行这个工具',
  'storage.full': '磁盘空间不足',
};
export const modelStateLabels: Words<'used' | 'ready' | 'failed' | 'broken' | 'undecided' | 'part'> = {
  used: '使用中',
  ready: '可以使用',
  failed: '试运行未通过',
  broken: '不能使用',
  undecided: '待选择用途',
  part: '解码器',
};
export const modelSlotLabels: Words<'inpaint' | 'segment' | 'depth' | 'lines' | 'upscale' | 'matte' | 'semantic'> = {
  inpaint: '补全',
  upscale: '放大',
  matte: '抠图',
  segment: '点选',
  depth: '深度',
  lines: '线条',
  semantic: '场景',
};
export const modelUseLabels: Words<'commercial' | 'research' | 'unknown'> = {
  commercial: '可商用',
  research: '仅供研究',
  unknown: '许可未知',
};
export const modelKnownByLabels: Words<'checksum' | 'sidecar' | 'signature' | 'name'> = {
  checksum: '校验值',
  sidecar: '旁边的说明文件',
  signature: '输入与输出',
  name: '文件名',
};
export const settingGroupLabels: Words<'limit' | 'engine' | 'words' | 'environment'> = {
  limit: '限额',
  engine: '工具的引擎',
  words: '词表',
  environment: '环境变量',
};
export const settingSourceLabels: Words<'default' | 'environment' | 'file' | 'console'> = {
  default: '默认值',
  environment: '环境变量',
  file: '文件',
  console: '控制台',
};
export const settingKindLabels: Words<'number' | 'choice' | 'words' | 'text'> = {
  number: '数字',
  choice: '选项',
  words: '词表',
  text: '文字',
};
export const settingEffectLabels: Words<'now' | 'restart'> = { now: '立即生效', restart: '重启后生效' };
export const viewScopeLabels: Words<'own' | 'role'> = { own: '自己', role: '同一角色' };
export const noticeStandingLabels: Words<'draft' | 'published' | 'withdrawn'> = {
  draft: '草稿',
  published: '已发布',
  withdrawn: '已撤下',
};
export const noticeAudienceLabels: Words<'all' | Plan> = {
  all: '所有人',
  free: '免费账号',
  basic: '基础会员账号',
  pro: '专业会员账号',
  team: '团队账号',
};

/** Labels of the resources in audit actions, which have the form `resource.verb`. */
export const auditResourceLabels: Words = {
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
  connectedEngine: '外接引擎',
  engineGraph: '自己的图',
  model: '模型',
  queue: '队列',
  view: '视图',
  record: '记录',
  hotWord: '热搜词',
  material: '素材',
  notice: '公告',
  agreement: '协议',
};
const auditVerbLabels: Words = {
  key: '替换密钥',
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
  draft: '改草稿：',
  publish: '发布',
  withdraw: '撤下',
  remove: '删除',
  edit: '修改',
  hide: '下架',
  show: '恢复',
  pin: '置顶',
  unpin: '取消置顶',
  pause: '暂停',
  resume: '继续',
  scan: '重新扫描',
  end: '结束运行：',
  decide: '选用',
  gift_trial: '试算赠送',
  session_end: '退出登录：',
  password: '设置密码：',
  password_needed: '要求改密码：',
  recovery_codes: '换恢复码：',
  factor_on: '开启动态码：',
  factor_off: '关闭动态码：',
  factor_reset: '重置动态码：',
  impersonate: '以用户身份查看',
  impersonate_end: '结束以用户身份查看',
};

/** Kinds of records within the gallery: `gallery.set_hide` hides an image set. */
const galleryKinds: Words = { set: '图集', case: '案例' };

/** Returns the label of an audit action; parts without a label are shown as they are. */
export function auditActionWords({ action, resource }: { action: string; resource: string }): string {
  const verb = action.slice(resource.length + 1);
  const [kind = '', kindVerb = ''] = verb.split('_');
  if (resource === 'gallery' && galleryKinds[kind])
    return `${auditVerbLabels[kindVerb] ?? kindVerb}${galleryKinds[kind]}`;
  return `${auditVerbLabels[verb] ?? verb}${auditResourceLabels[resource] ?? resource}`;
}
