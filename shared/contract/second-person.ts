import type { PendingKind } from '../domain/second-person.ts';
import type { bulkContract } from './bulk.ts';
import type { consoleContract } from './console.ts';
import type { ImportResource } from './import-desk.ts';
import type { manageContract } from './staff.ts';

/**
 * The check that protects a staff operation from misuse for oneself or against others.
 * - `second`: a second member of staff approves, who must count as a different person (`docs/OPERATING.md`); `kind` is
 *   the kind of the pending change.
 * - `limit`: staff cannot do it to their own records, or a daily total must not be exceeded.
 * - `none`: no check; `because` says why none is needed.
 *
 * `docs/STAFF-VERBS.md` is generated from the Chinese texts.
 */
export type VerbDecision =
  | { check: 'second'; who: string; when: string; kind: PendingKind }
  | { check: 'limit'; who: string; when: string }
  | { check: 'none'; who: string; because: string };

const second = (kind: PendingKind, who: string, when: string): VerbDecision => ({ check: 'second', kind, who, when });
const limit = (who: string, when: string): VerbDecision => ({ check: 'limit', who, when });
const none = (who: string, because: string): VerbDecision => ({ check: 'none', who, because });

const undone = '10 分钟内可撤销，写入审计';
const nobody = '无';
const ofOneself = '只涉及本人的登录';
const catalogue = none('看目录的人', `不涉及钱和账号，${undone}`);
const wall = none('作者', `不涉及钱和账号，${undone}，作者看得到理由`);
const machine = none('等候的用户', '不涉及钱和账号，可以随时改回，写入审计');

type ConsoleCalls = typeof consoleContract & typeof manageContract;
type BulkVerbs<K extends keyof typeof bulkContract> = Record<keyof (typeof bulkContract)[K]['verbs'], VerbDecision>;

/** Endpoints with several operations, each with its own decision. */
type ManyVerbs = { [K in keyof typeof bulkContract]: BulkVerbs<K> } & {
  importRecords: Record<ImportResource, VerbDecision>;
};

/** The check of every write endpoint of staff. A test fails for an endpoint without an entry. */
export const verbDecisions = {
  createAccount: limit(
    '赠送者本人',
    '会员时间计入赠送上限，不能给员工自己的账号；员工账号的密码由谁设置，与谁就不算两个人',
  ),
  updateAccount: second(
    'account',
    '账号的主人',
    '手机号、邮箱、登录名、密码要另一人批准；手机号也可凭新旧两个号码的验证码。原号码和邮箱收到通知。会员时间计入赠送上限，不能给员工自己的账号。员工账号由「管理员工」的人修改，改过密码的人与它不算两个人',
  ),
  deleteAccount: none('账号的主人', '30 天内可找回，资金记录保留，写入审计'),
  restoreAccount: none('账号的主人', '只恢复到删除之前，写入审计'),
  importRecords: {
    accounts: none('账号的主人', `只能新建客户或改昵称，${undone}`),
    hotWords: catalogue,
    materials: catalogue,
    categories: catalogue,
    products: second('product', '出资的运营者', '降价、放宽限购的行等另一人批准'),
  },
  revealPhone: none('账号的主人', '写明理由，写入审计'),
  createAccountNote: none(nobody, '只给员工看'),
  updateAccountNote: none(nobody, '只能改自己写的'),
  deleteAccountNote: none(nobody, '只能删自己写的，写入审计'),
  endAccountSession: none('账号的主人', '重新登录即可，写入审计'),
  endAccountSessions: none('账号的主人', '重新登录即可，写入审计'),
  createProduct: second('product', '出资的运营者', '另一人批准后上架'),
  updateProduct: second('product', '出资的运营者', '降价、放宽限购、新商品上架；撤销若会降价也一样'),
  updatePlan: second('plan', '出资的运营者', '每月或每天的券、同时任务数变多；撤销若会变多也一样'),
  createRedeemBatch: second('redeem', '出资的运营者', '每一批；批准之前不能兑换，也不能导出。价值计入赠送上限'),
  disableRedeemBatch: none('拿着兑换码的人', undone),
  giveTickets: limit('赠送者本人', '每人每天有上限；不能送给员工自己的账号，包括在同一浏览器里登录过的账号'),
  giveTicketsToMany: limit('赠送者本人', '与单个赠送相同'),
  takeBackTickets: none('账号的主人', `${undone}，用户在流水里看得到理由`),
  verifyOrder: none('买家', '只按支付渠道的答复处理，从不手工发放'),
  closeOrder: none('买家', '之后到的付款自动全额退回'),
  noteOrder: none(nobody, '只给员工看'),
  refundOrder: second(
    'refund',
    '出资的运营者',
    '同一订单累计超过 500 元、本人当天独自退回的累计超过设置、或退给员工自己的账号。款项只按原路退回',
  ),
  approveRefund: second('refund', '出资的运营者', '买家申请的退款，条件与发起退款相同'),
  rejectRefund: none('买家', '买家看得到答复，可以再申请，写入审计'),
  answerInvoice: none('买家', '只登记号码或答复，写入审计'),
  resumeBillDay: none('出资的运营者', '只登记差异，不动钱，写明理由，写入审计'),
  resolveDifference: none('出资的运营者', '只登记处理结果，不动钱，差异本身保留'),
  revealRequestPhone: none('留下号码的人', '写明理由，写入审计'),
  updateCustomRequest: none(nobody, undone),
  pinPicture: limit('置顶的人', '不能置顶自己的作品'),
  approvePicture: limit('审核的人', '不能通过自己的作品'),
  rejectPicture: wall,
  answerAuthorReports: none('被举报的人', undone),
  hideSet: wall,
  showSet: wall,
  updateGallerySet: wall,
  pinGallerySet: wall,
  updateGalleryCase: wall,
  pinGalleryCase: wall,
  hideCase: wall,
  showCase: wall,
  revertChange: limit(
    '账号的主人、出资的运营者',
    '撤销若会改回手机号等登录方式、降价、放宽限额，则不能撤销，要作为新的修改提出',
  ),
  startFactor: none(nobody, ofOneself),
  confirmFactor: none(nobody, ofOneself),
  removeFactor: none(nobody, '只涉及本人，要密码和动态码，角色要求时不能关闭'),
  newRecoveryCodes: none(nobody, '只涉及本人，要动态码'),
  changeOwnPassword: none(nobody, '只涉及本人，要当前密码；由谁给过密码不因此改变'),
  endMySession: none(nobody, ofOneself),
  endMyOtherSessions: none(nobody, ofOneself),
  endStaffSessions: none('那位员工', '重新登录即可，写入审计'),
  resetStaffFactor: none('那位员工', '不能对自己做；没有密码仍进不去，设过密码的人与它不算两个人'),
  requireNewPassword: none('那位员工', '不能对自己做，写入审计'),
  updateStaffRole: second('role', '所有员工', '取消两步验证的要求'),
  staffRetryTask: none('出资的运营者', '只花机器的时间，写入审计'),
  staffCancelTask: none('任务的主人', `券退回，${undone}`),
  moveTask: none('排在后面的人', undone),
  redriveTask: none('出资的运营者', '只花机器的时间，写入审计'),
  revealAudit: none('号码的主人', '写明理由，写入审计'),
  pauseQueue: machine,
  resumeQueue: machine,
  createConnectedEngine: none(nobody, `停用着，启用才接任务，${undone}`),
  updateConnectedEngine: second(
    'engine',
    '出资的运营者、上传图片的用户',
    '启用，以及启用后换地址、降低用券倍数、放宽预算、改为图片不离开；换地址后密钥失效。撤销若会这样也一样',
  ),
  replaceEngineKey: none('出资的运营者', '只能替换，不能读出，写入审计'),
  removeConnectedEngine: none('等候的用户', `没有任务时才能删除，${undone}，恢复后没有密钥`),
  confirmEngineLicence: none('图的权利人', `只记下是谁、何时确认，${undone}`),
  saveEngineGraph: none(nobody, `在自己的显卡上运行，检查后才收下，旧版本保留，${undone}`),
  restoreEngineGraph: none(nobody, `检查后才收下，${undone}`),
  removeEngineGraph: none(nobody, `没有引擎用它时才能删除，${undone}`),
  testConnectedEngine: none(nobody, '不生成图片，不动钱'),
  testEngine: none(nobody, '不收券，不发短信，不动钱'),
  scanModels: machine,
  testModel: machine,
  chooseModel: machine,
  endModelProcess: machine,
  changeSetting: second('setting', '所有人', '提高赠送和退款的上限、缩短公布期和冷静期；撤销若会放宽也一样'),
  bulkAccounts: {
    ban: none('账号的主人', undone),
    unban: none('账号的主人', undone),
    delete: none('账号的主人', '30 天内可找回，写入审计'),
    restore: none('账号的主人', '只恢复到删除之前'),
  },
  bulkProducts: {
    onShelf: second('product', '出资的运营者', '还没有人批准过的新商品'),
    offShelf: none('买家', undone),
  },
  bulkTasks: {
    redrive: none('出资的运营者', '只花机器的时间，写入审计'),
    cancel: none('任务的主人', `券退回，${undone}`),
    moveFront: none('排在后面的人', undone),
    moveBack: none('任务的主人', undone),
  },
  bulkRedeemBatches: { disable: none('拿着兑换码的人', undone) },
  bulkGalleryReviews: { approve: limit('审核的人', '不能通过自己的作品'), reject: wall },
  createView: none(nobody, '只是保存的列表'),
  updateView: none(nobody, '只是保存的列表'),
  deleteView: none(nobody, '只是保存的列表'),
  createCategory: catalogue,
  updateCategory: catalogue,
  moveCategory: catalogue,
  removeCategory: catalogue,
  approveChange: limit('提出的人', '提出和批准的必须是两个人，批准的人有做这种修改的权限，提出的人仍在职且有权限'),
  rejectChange: none('提出的人', '什么都不改，可以再提出'),
  sendPhoneCode: none('号码的主人', '次数有限；收到的验证码只能改号，不能登录'),
  createHotWord: catalogue,
  updateHotWord: catalogue,
  moveHotWord: catalogue,
  removeHotWord: catalogue,
  updateMaterial: catalogue,
  moveMaterial: catalogue,
  impersonate: none('账号的主人', '只读 15 分钟，写明理由，开始和结束都写入审计'),
  requestErasure: none('账号的主人', '冷静期内可以撤回，到期才执行；冷静期缩短要另一人批准'),
  withdrawErasure: none('账号的主人', '什么都不删，写入审计'),
  mergeAccounts: second('merge', '两个账号的主人', '每一次'),
  updateAgreement: none(nobody, '只是草稿'),
  publishAgreement: second('agreement', '所有用户', '要求重新同意的一版；并且公布期满才生效'),
  createNotice: none(nobody, '只是草稿'),
  updateNotice: none(nobody, '发布之前没有人看到'),
  publishNotice: none('所有用户', `不改变权利义务，${undone}`),
  withdrawNotice: none('所有用户', undone),
} as const satisfies Partial<Record<keyof ConsoleCalls, VerbDecision | Record<string, VerbDecision>>> & ManyVerbs;

/** Lists all decisions by endpoint name; operations of a {@link ManyVerbs} endpoint as `bulkProducts.onShelf`. */
export function decisionsByVerb(): Array<[string, VerbDecision]> {
  return Object.entries(verbDecisions).flatMap(([call, decision]): Array<[string, VerbDecision]> => {
    if ('check' in decision) return [[call, decision as VerbDecision]];
    return Object.entries(decision as Record<string, VerbDecision>).map(([verb, each]) => [`${call}.${verb}`, each]);
  });
}
