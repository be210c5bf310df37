import { type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/**
 * Rule of a table with personal data: which rows and columns the data export contains, and what an erasure does with
 * them. Every table and every text column with free text has to be listed; a test fails otherwise.
 */
export interface PersonalTable {
  /** Condition that finds the rows of one account, `$` being its id. */
  own: string;
  /** Condition for an erasure, when rows of other accounts also contain data of the person; default `own`. */
  about?: string;
  /** The file they stand in, and what that is; or why they stand in none. */
  file: { name: string; says: string } | { none: string };
  /** Columns left out of the file: secrets, and what is another person's or ours. */
  without?: readonly string[];
  erased: 'deleted' | Emptied;
}

/** Rows that an erasure keeps, and the columns it empties. */
export interface Emptied {
  /** Reason for keeping them. */
  kept: string;
  /** Description of what remains, shown to the person before the request; absent when no personal data remain. */
  says?: string;
  /** Columns and their values after the erasure. */
  set?: Readonly<Record<string, string | number | null | RawBuilder<unknown>>>;
  /** Columns set to the time of the erasure. */
  dated?: readonly string[];
  /** Text columns without free text: ids, values of our own lists, hashes. */
  ours: readonly string[];
  /** Text columns with personal data that the law requires us to keep. */
  law?: readonly string[];
}

/**
 * A table without personal data, and why. An erasure removes the person's phone number and e-mail address from its
 * texts.
 */
export interface PlainTable {
  notPersonal: string;
}

const byAccount = 'account_id = $';
const ofOrder = 'order_id IN (SELECT id FROM purchase_order WHERE account_id = $)';
const ofTask = 'task_id IN (SELECT id FROM task WHERE account_id = $)';
const ofStaff = '员工的账号与工作记录，不是用户的';
const goods = '商品、分类与文案，不属于任何人';
const machinery = '系统自身的状态';
const derived = '由别的表算出，随之改变';
const secret = '只是校验用的摘要或口令，给出去反而不安全';
const money = { kept: '交易与发票按法律须保存', says: '订单、退款与发票：金额、时间、发票抬头与税号' };
const books = { kept: '账目按法律须保存', says: '券与会员的账目：数量与时间' };
const trail = { kept: '员工操作的审计，防篡改并须保存', says: '员工操作记录：谁在何时做了什么，内容清空' };
const works = { kept: '账目要对得上：何时用了哪个工具', says: '任务的工具、时间与用券，内容清空' };
const auditOnly = '员工操作的审计';

/** In the order in which rows go: what names others before what it names. */
export const personalTables: Readonly<Record<keyof Schema, PersonalTable | PlainTable>> = {
  session: { own: byAccount, file: { none: secret }, erased: 'deleted' },
  service_ticket: { own: byAccount, file: { none: secret }, erased: 'deleted' },
  login_code: {
    own: 'target IN (SELECT phone_no FROM account WHERE id = $ UNION SELECT email FROM account WHERE id = $)',
    file: { none: secret },
    erased: 'deleted',
  },
  page_event: {
    own: byAccount,
    about:
      '(account_id = $ OR (account_id IS NULL AND device_id IN (SELECT device_id FROM account_device WHERE account_id = $)))',
    file: { name: '浏览记录', says: '访问过的页面与点击' },
    erased: 'deleted',
  },
  account_device: {
    own: byAccount,
    file: { name: '登录设备', says: '登录过的设备、浏览器与网络地址' },
    without: ['device_key'],
    erased: 'deleted',
  },
  account_note: { own: byAccount, file: { none: '员工之间的工作备注，含员工的判断' }, erased: 'deleted' },
  consent: {
    own: byAccount,
    file: { name: '协议同意记录', says: '同意过的协议版本、时间与网络地址' },
    erased: {
      kept: '证明何时同意过哪一版协议',
      says: '同意过的协议版本与时间',
      set: { address: '' },
      ours: ['account_id', 'agreement_version'],
    },
  },
  notice_dismissal: {
    own: byAccount,
    file: { name: '收起的公告', says: '收起过哪些公告' },
    erased: 'deleted',
  },
  chat_request: { own: byAccount, file: { none: derived }, erased: 'deleted' },
  chat_message: {
    own: byAccount,
    file: { name: '对话消息', says: '与 AI 助手的每一条消息' },
    without: ['reasoning', 'usage'],
    erased: 'deleted',
  },
  conversation: { own: byAccount, file: { name: '对话', says: '与 AI 助手的会话' }, erased: 'deleted' },
  task_event: { own: byAccount, file: { none: derived }, erased: 'deleted' },
  task_log: { own: ofTask, file: { none: '引擎的技术日志' }, erased: 'deleted' },
  job_attempt: {
    own: ofTask,
    file: { none: '引擎的技术日志' },
    erased: {
      ...works,
      set: { message: null },
      ours: ['task_id', 'engine', 'lease_owner', 'outcome', 'ended_by', 'reason'],
    },
  },
  job: {
    own: byAccount,
    file: { none: machinery },
    erased: {
      ...works,
      set: { operation: null },
      ours: ['task_id', 'state', 'lease_owner', 'lease_token', 'start_key', 'account_id', 'lane'],
    },
  },
  task_input: { own: ofTask, file: { name: '任务用图', says: '每个任务用了哪些图片' }, erased: 'deleted' },
  task_reading: { own: ofTask, file: { none: derived }, erased: 'deleted' },
  task_try: { own: ofTask, file: { none: derived }, erased: 'deleted' },
  task_image: { own: ofTask, file: { name: '任务结果', says: '每个任务生成了哪些图片' }, erased: 'deleted' },
  share_link: { own: byAccount, file: { name: '分享链接', says: '生成过的分享链接' }, erased: 'deleted' },
  task: {
    own: byAccount,
    file: { name: '任务', says: '提交过的生成任务与参数' },
    without: ['words', 'workload', 'client_key', 'step_words', 'step_ends', 'request_id', 'is_unordered'],
    erased: {
      ...works,
      set: {
        ...{ params: '{}', words: '', title: '', facts: null, words_read: null, project_id: null, starred_at: null },
        ...{ client_key: sql`id`, error_message: null, step_words: null, workload: '' },
      },
      dated: ['deleted_at', 'purged_at'],
      ours: [
        ...['id', 'account_id', 'tool', 'status', 'engine', 'algorithm', 'quality', 'ticket_kind'],
        ...['error_reason', 'retried_from', 'parent_id', 'request_id'],
      ],
    },
  },
  project: { own: byAccount, file: { name: '项目', says: '作品的项目分组' }, erased: 'deleted' },
  removed_project: { own: byAccount, file: { name: '已删项目', says: '还能找回的项目' }, erased: 'deleted' },
  live_session: {
    own: byAccount,
    file: { name: '实时渲染', says: '实时渲染的会话与时长' },
    erased: { ...works, ours: ['id', 'account_id', 'ended_by'] },
  },
  follow: {
    own: '(follower_id = $ OR followed_id = $)',
    file: { name: '关注', says: '关注与被关注' },
    erased: 'deleted',
  },
  author_block: {
    own: '(account_id = $ OR blocked_id = $)',
    file: { none: '含他人对其拉黑，会泄露他人的选择' },
    erased: 'deleted',
  },
  author_report: {
    own: '(account_id = $ OR author_id = $)',
    file: { none: '含他人的举报，须保护举报人' },
    erased: {
      kept: '举报的处理结果，说明清空',
      set: { details: '' },
      ours: ['id', 'author_id', 'account_id', 'reason'],
    },
  },
  author_profile: { own: byAccount, file: { name: '个人简介', says: '图库里的自我介绍' }, erased: 'deleted' },
  hidden_picture: { own: byAccount, file: { name: '不感兴趣', says: '标为不感兴趣的图片' }, erased: 'deleted' },
  picture_report: {
    own: byAccount,
    about: '(account_id = $ OR picture_id IN (SELECT id FROM gallery_picture WHERE owner_id = $))',
    file: { name: '图片举报', says: '自己举报过的图片' },
    erased: { kept: '举报的处理结果，说明清空', set: { details: '' }, ours: ['id', 'account_id', 'reason'] },
  },
  set_collect: { own: byAccount, file: { name: '收藏的图集', says: '收藏的图集' }, erased: 'deleted' },
  case_collect: { own: byAccount, file: { name: '收藏的案例', says: '收藏的案例' }, erased: 'deleted' },
  download_record: {
    own: byAccount,
    file: { name: '下载记录', says: '下载过的图库图片' },
    without: ['thumb_hash'],
    erased: 'deleted',
  },
  set_picture: {
    own: 'set_id IN (SELECT id FROM picture_set WHERE owner_id = $)',
    file: { name: '图集里的图片', says: '自己的收藏夹与图集里放了哪些图片' },
    erased: 'deleted',
  },
  picture_set: {
    own: 'owner_id = $',
    file: { name: '图集与收藏夹', says: '自己的收藏夹与图集' },
    without: ['client_key', 'seed_name'],
    erased: 'deleted',
  },
  design_case: {
    own: 'author_id = $',
    file: { name: '案例', says: '发布的案例' },
    without: ['seed_name'],
    erased: {
      kept: '案例下架，内容清空',
      set: {
        ...{ title: '已下架', team: '', intro: '', blocks: '[]', is_hidden: 1, seed_name: null, location: '' },
        ...{ style: '', source_url: '', hidden_reason: '' },
      },
      ours: ['id', 'author_id', 'classify_id'],
    },
  },
  case_picture: {
    own: 'case_id IN (SELECT id FROM design_case WHERE author_id = $)',
    file: { none: derived },
    erased: { kept: '案例下架后不再显示，其中没有个人信息', ours: ['case_id'] },
  },
  gallery_tag: {
    own: 'picture_id IN (SELECT id FROM gallery_picture WHERE owner_id = $)',
    file: { name: '图库图片标签', says: '自己发布的图片的标签' },
    erased: 'deleted',
  },
  gallery_picture: {
    own: 'owner_id = $',
    file: { name: '图库图片', says: '发布到图库的图片' },
    without: ['dhash', 'dhash_mirrored', 'phash', 'colour_bits', 'features', 'seed_name', 'client_key', 'reviewed_by'],
    erased: {
      kept: '已公开且别人收藏、下载或使用的图片，不再署名；其余连同图片删除',
      set: {
        ...{ title: '', description: '', recipe: null, source_url: '', client_key: null, review_reason: '' },
        ...{ seed_name: null },
      },
      ours: [
        ...['image_id', 'owner_id', 'source', 'kind', 'classify_id', 'camera_view', 'time_of_day', 'state', 'tool'],
        ...['dhash', 'dhash_mirrored', 'phash', 'reviewed_by'],
      ],
    },
  },
  building_model: {
    own: byAccount,
    file: { name: '建筑模型', says: '上传的建筑模型；原文件在“模型原件”文件夹，文件名是编号' },
    without: ['mesh_sha256', 'mesh_bytes', 'viewer_sha256', 'viewer_bytes'],
    erased: 'deleted',
  },
  image: {
    own: 'owner_id = $',
    file: { name: '图片', says: '上传与生成的图片；原图在“图片原件”文件夹，文件名是编号' },
    without: ['thumb_hash', 'building_sha256'],
    erased: {
      kept: '没有别人使用的连同文件删除；别人仍在使用的只剩编号',
      set: { building_model_id: null, building_view: null, building_sha256: null },
      ours: ['id', 'owner_id', 'sha256', 'format', 'main_color', 'thumb_hash'],
    },
  },
  stored_file: {
    own: 'sha256 IN (SELECT sha256 FROM image WHERE owner_id = $)',
    file: { none: derived },
    erased: { kept: '没有图片、模型或任务再用的文件随之删除', ours: ['sha256'] },
  },
  scan_scene: {
    own: 'open_id IN (SELECT open_id FROM wechat_identity WHERE account_id = $)',
    file: { none: secret },
    erased: 'deleted',
  },
  wechat_identity: {
    own: byAccount,
    file: { name: '微信', says: '绑定的微信昵称与头像' },
    without: ['open_id', 'union_id'],
    erased: 'deleted',
  },
  custom_request: {
    own: byAccount,
    about: '(account_id = $ OR (account_id IS NULL AND phone_no IN (SELECT phone_no FROM account WHERE id = $)))',
    file: { name: '定制需求', says: '提交过的定制需求' },
    without: ['staff_note'],
    erased: {
      kept: '何时提过哪类定制需求，内容清空',
      set: { company: '', contact: '', phone_no: '', budget: '', note: '', staff_note: '' },
      ours: ['id', 'receipt_no', 'account_id', 'need', 'status'],
    },
  },
  redeem_try: { own: byAccount, file: { none: '防猜码的计数' }, erased: 'deleted' },
  redeem_use: {
    own: byAccount,
    file: { name: '兑换记录', says: '用过的兑换码' },
    erased: { ...books, ours: ['code', 'account_id'] },
  },
  membership_period: {
    own: byAccount,
    file: { name: '会员时段', says: '会员从何时到何时' },
    erased: { ...books, ours: ['id', 'account_id', 'plan', 'source', 'reference', 'upgraded_from'] },
  },
  purchase_order: {
    own: byAccount,
    file: { name: '订单', says: '下过的订单' },
    without: ['note', 'grant_error', 'checks', 'last_check_at', 'next_check_at', 'code_url', 'provider'],
    erased: {
      ...money,
      set: { note: '', code_url: null, grant_error: '' },
      ours: [
        ...[
          'id',
          'order_no',
          'account_id',
          'product_id',
          'kind',
          'snapshot',
          'title',
          'pay_type',
          'provider',
          'status',
        ],
        ...['close_reason', 'trade_no'],
      ],
    },
  },
  order_event: {
    own: ofOrder,
    file: { name: '订单经过', says: '订单的每一步' },
    without: ['actor', 'detail'],
    erased: { ...money, set: { detail: '' }, ours: ['order_id', 'what', 'actor'] },
  },
  refund: {
    own: ofOrder,
    file: { name: '退款', says: '退款申请与结果' },
    without: ['requested_by', 'approved_by', 'first_approved_by', 'error', 'tries', 'next_try_at'],
    erased: {
      ...money,
      set: { reason: '', answer: '', error: '' },
      ours: ['id', 'order_id', 'status', 'requested_by', 'approved_by', 'first_approved_by', 'taken'],
    },
  },
  invoice: {
    own: ofOrder,
    file: { name: '发票', says: '开过的发票' },
    erased: {
      ...money,
      set: { email: '', answer: '' },
      ours: ['id', 'order_id', 'title_kind', 'status'],
      law: ['title', 'tax_no', 'invoice_no'],
    },
  },
  payment_difference: {
    own: ofOrder,
    file: { none: '与支付渠道的对账' },
    erased: {
      ...money,
      ours: ['id', 'order_id', 'order_no', 'provider', 'kind', 'detail', 'resolved_by'],
      law: ['resolution'],
    },
  },
  payment_notification: {
    own: 'order_no IN (SELECT order_no FROM purchase_order WHERE account_id = $)',
    file: { none: '支付渠道的签名报文' },
    erased: { ...money, ours: ['provider', 'order_no', 'verdict'], law: ['body'] },
  },
  ticket_lot: {
    own: byAccount,
    file: { name: '券', says: '得到过的券' },
    erased: { ...books, set: { reason: '' }, ours: ['id', 'account_id', 'kind', 'source', 'reference'] },
  },
  ticket_hold: {
    own: byAccount,
    file: { name: '用券', says: '每次用券' },
    erased: { ...books, ours: ['id', 'account_id', 'kind', 'reference', 'state'] },
  },
  ticket_hold_part: {
    own: 'hold_id IN (SELECT id FROM ticket_hold WHERE account_id = $)',
    file: { none: derived },
    erased: { ...books, ours: ['hold_id', 'lot_id'] },
  },
  ledger_account: {
    own: 'owner_id = $',
    file: { none: derived },
    erased: { ...books, ours: ['id', 'owner_id', 'kind', 'role'] },
  },
  ledger_transaction: {
    own: byAccount,
    file: { name: '券流水', says: '券的每一笔增减' },
    without: ['idempotency_key', 'operator'],
    erased: {
      ...books,
      // Reasons given by staff are emptied; the others are fixed texts.
      set: { reason: sql`CASE WHEN operator IS NULL THEN reason ELSE '' END` },
      ours: ['id', 'account_id', 'kind', 'movement', 'idempotency_key', 'reference', 'operator'],
    },
  },
  ledger_entry: {
    own: 'transaction_id IN (SELECT id FROM ledger_transaction WHERE account_id = $)',
    file: { name: '券流水分录', says: '券流水的借贷' },
    erased: { ...books, ours: ['transaction_id', 'ledger_account'] },
  },
  pending_change: {
    own: byAccount,
    about:
      '(account_id = $ OR subject = $ OR subject IN (SELECT id FROM purchase_order WHERE account_id = $) OR subject IN (SELECT refund.id FROM refund JOIN purchase_order ON purchase_order.id = refund.order_id WHERE purchase_order.account_id = $))',
    file: { none: '员工之间的审批' },
    erased: {
      ...trail,
      set: {
        ...{ title: '', fields: '{}', shown: '[]', reason: '', answer: '' },
        status: sql`CASE WHEN status = 'waiting' THEN 'expired' ELSE status END`,
      },
      ours: ['id', 'kind', 'subject', 'account_id', 'requested_by', 'answered_by'],
    },
  },
  staff_grant: {
    own: 'subject = $',
    file: { none: '员工赠送的当日合计' },
    erased: { ...trail, set: { reason: '' }, ours: ['operator', 'what', 'subject'] },
  },
  change_item: {
    own: "resource = 'account' AND subject = $",
    file: { none: auditOnly },
    erased: { ...trail, set: { before: null, after: null }, ours: ['change_set_id', 'resource', 'subject'] },
  },
  impersonation: {
    own: byAccount,
    file: { name: '员工查看记录', says: '员工以其身份只读查看的时间与理由' },
    without: ['staff_id', 'staff_session', 'link_hash', 'token_hash'],
    erased: {
      ...trail,
      set: { reason: '' },
      ours: ['id', 'account_id', 'staff_id', 'staff_session', 'link_hash', 'token_hash', 'ended_by'],
    },
  },
  account_erasure: {
    own: byAccount,
    file: { name: '删除申请', says: '删除个人信息的申请' },
    without: ['answered_by', 'step', 'reached', 'files'],
    erased: {
      kept: '证明何时按要求删除',
      says: '删除申请的时间',
      set: { reason: '', answer: '' },
      ours: ['id', 'account_id', 'requested_by', 'status', 'answered_by', 'step', 'reached', 'files'],
    },
  },
  former_phone: { own: byAccount, file: { none: '从前的手机号，只是校验用的摘要' }, erased: 'deleted' },
  account: {
    own: 'id = $',
    file: { name: '账号', says: '手机号、邮箱、昵称等账号资料' },
    without: ['password_hash', 'role', 'version', 'next_grant_at', 'invited_by'],
    erased: {
      kept: '账目指着它：只剩编号',
      set: {
        ...{ phone_no: null, email: null, login_name: null, password_hash: null, nick_name: '已注销用户', avatar: '' },
        ...{ source: null, status_reason: '', invited_by: null, last_login_at: null },
      },
      dated: ['deleted_at', 'erased_at', 'updated_at'],
      ours: ['id', 'plan', 'status', 'invite_code', 'role', 'merged_into'],
    },
  },
  audit: {
    own: "subject = $ AND action LIKE 'account.%'",
    file: { none: auditOnly },
    erased: {
      ...trail,
      set: { reason: '', before: null, after: null, sealed: null, salt: null },
      ours: [
        'actor_id',
        'acting_as',
        'action',
        'resource',
        'subject',
        'address',
        'user_agent',
        'request_id',
        'content_hash',
        'hash',
      ],
    },
  },
  change_set: { notPersonal: ofStaff },
  phone_search: { notPersonal: ofStaff },
  staff_factor: { notPersonal: ofStaff },
  staff_password: { notPersonal: ofStaff },
  staff_recovery_code: { notPersonal: ofStaff },
  staff_request: { notPersonal: ofStaff },
  staff_role: { notPersonal: ofStaff },
  staff_view: { notPersonal: ofStaff },
  agreement: { notPersonal: goods },
  agreement_edition: { notPersonal: ofStaff },
  notice_edition: { notPersonal: ofStaff },
  notice: { notPersonal: goods },
  category: { notPersonal: goods },
  connected_engine: { notPersonal: ofStaff },
  engine_graph: { notPersonal: goods },
  engine_graph_version: { notPersonal: goods },
  hot_word: { notPersonal: goods },
  material: { notPersonal: goods },
  plan: { notPersonal: goods },
  product: { notPersonal: goods },
  product_price: { notPersonal: goods },
  redeem_batch: { notPersonal: goods },
  redeem_code: { notPersonal: goods },
  bill_day: { notPersonal: machinery },
  counter: { notPersonal: machinery },
  installation: { notPersonal: machinery },
  model_slot: { notPersonal: machinery },
  model_trial: { notPersonal: machinery },
  queue_pause: { notPersonal: machinery },
  refused_notification: { notPersonal: machinery },
  setting: { notPersonal: machinery },
};
