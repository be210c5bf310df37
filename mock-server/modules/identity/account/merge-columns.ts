/**
 * Treatment of a column that names an account, when the account becomes part of another one.
 * - `moves`: it names the other one from then on.
 * - `unless`: the same, but a row goes that would be there twice: the other account has one with the same value here.
 * - `ends`: its rows are deleted.
 * - `apart`: the books, the membership and the account itself, which have rules of their own in `merge.service.ts`.
 * - `stays`: why it goes on naming the old one.
 */
export type MergeRule = 'moves' | 'ends' | 'apart' | { unless: string | null } | { stays: string };

const history = '记录的是当时的账号，供审计核对';
const staff = '员工的记录，员工账号不参与合并';

/** Every column that names an account, by table; a test compares it with the database. */
export const mergeColumns: Readonly<Record<string, Readonly<Record<string, MergeRule>>>> = {
  account: { id: 'apart', invited_by: 'moves', merged_into: 'moves' },
  account_device: { account_id: { unless: 'device_key' } },
  account_erasure: {
    account_id: { stays: history },
    requested_by: { stays: history },
    answered_by: { stays: history },
  },
  account_note: { account_id: 'moves', author_id: { stays: staff } },
  account_number: { account_id: { stays: '搜索用，由数据库维护' } },
  agreement_edition: { published_by: { stays: staff } },
  audit: { actor_id: { stays: history }, acting_as: { stays: history } },
  author_block: { account_id: { unless: 'blocked_id' }, blocked_id: { unless: 'account_id' } },
  author_profile: { account_id: { unless: null } },
  author_report: { author_id: { unless: 'account_id' }, account_id: { unless: 'author_id' } },
  bill_day: { resumed_by: { stays: staff } },
  building_model: { account_id: 'moves' },
  case_collect: { account_id: { unless: 'case_id' } },
  change_set: { account_id: { stays: staff }, reverted_by: { stays: staff } },
  chat_message: { account_id: 'moves' },
  chat_request: { account_id: 'ends' },
  consent: { account_id: 'moves' },
  conversation: { account_id: 'moves' },
  custom_request: { account_id: 'moves' },
  design_case: { author_id: 'moves' },
  download_record: { account_id: 'moves' },
  follow: { follower_id: { unless: 'followed_id' }, followed_id: { unless: 'follower_id' } },
  former_phone: { account_id: { stays: '按它找到并入的账号' } },
  gallery_picture: { owner_id: 'moves', reviewed_by: { stays: staff } },
  hidden_picture: { account_id: { unless: 'picture_id' } },
  image: { owner_id: 'moves' },
  impersonation: {
    account_id: { stays: history },
    staff_id: { stays: staff },
    ended_by: { stays: '不是账号，是结束的方式' },
  },
  job: { account_id: 'moves' },
  job_attempt: { ended_by: { stays: history } },
  ledger_account: { owner_id: 'apart' },
  ledger_transaction: { account_id: 'apart', operator: { stays: staff } },
  live_session: { account_id: 'moves', ended_by: { stays: '不是账号，是结束的方式' } },
  membership_period: { account_id: 'apart' },
  notice_dismissal: { account_id: { unless: 'edition_id' } },
  notice_edition: { published_by: { stays: staff } },
  page_event: { account_id: 'moves' },
  payment_difference: { resolved_by: { stays: staff } },
  pending_change: { account_id: { stays: history }, requested_by: { stays: staff }, answered_by: { stays: staff } },
  phone_search: { account_id: { stays: staff } },
  picture_report: { account_id: { unless: 'picture_id' } },
  picture_set: { owner_id: 'moves' },
  product_price: { operator: { stays: staff } },
  project: { account_id: 'moves' },
  purchase_order: { account_id: 'moves' },
  queue_pause: { paused_by: { stays: staff } },
  redeem_batch: { operator: { stays: staff } },
  redeem_try: { account_id: 'ends' },
  redeem_use: { account_id: 'moves' },
  refund: { requested_by: { stays: history }, approved_by: { stays: staff }, first_approved_by: { stays: staff } },
  removed_project: { account_id: 'moves' },
  service_ticket: { account_id: 'ends' },
  session: { account_id: 'ends' },
  set_collect: { account_id: { unless: 'set_id' } },
  setting: { updated_by: { stays: staff } },
  model_slot: { updated_by: { stays: staff } },
  share_link: { account_id: 'moves' },
  staff_factor: { account_id: { stays: staff } },
  staff_grant: { operator: { stays: staff } },
  staff_password: { account_id: { stays: staff }, given_by: { stays: staff } },
  staff_recovery_code: { account_id: { stays: staff } },
  staff_request: { operator: { stays: staff } },
  staff_view: { owner_id: { stays: staff } },
  task: { account_id: 'moves' },
  task_event: { account_id: 'moves' },
  ticket_hold: { account_id: 'apart' },
  ticket_lot: { account_id: 'apart' },
  wechat_identity: { account_id: { unless: null } },
};

/** Chinese names of the records that move, for the tables that people know. */
export const movedWords: ReadonlyArray<[table: string, words: string]> = [
  ['task', '作品与任务'],
  ['project', '项目'],
  ['image', '图片'],
  ['building_model', '建筑模型'],
  ['conversation', '会话'],
  ['purchase_order', '订单'],
  ['ticket_lot', '券批次'],
  ['ledger_transaction', '券流水'],
  ['membership_period', '会员时段'],
  ['redeem_use', '兑换记录'],
  ['gallery_picture', '图库图片'],
  ['picture_set', '图集与收藏夹'],
  ['download_record', '下载记录'],
  ['share_link', '分享链接'],
  ['custom_request', '定制需求'],
  ['wechat_identity', '绑定的微信'],
  ['account_note', '员工备注'],
];
