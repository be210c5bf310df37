import type { Endpoint } from '#shared/contract/endpoint';
import { type CallName, contract } from '#shared/contract/index';
import type { RawAnswer, Visitor } from './server-visitor.ts';

/** Ids that exist on the server the calls are made on. */
export interface KnownIds {
  taskId: string;
  imageId: string;
  projectId: string;
  /** An account for staff calls. */
  accountId: string;
  orderId?: string;
  conversationId?: string;
  /** An answer in it, with a card. */
  messageId?: string;
}

export const calls = Object.entries(contract) as ReadonlyArray<[CallName, Endpoint]>;

/** Values every call of the contract accepts. A new call without an entry does not compile. */
export function sampleValues(ids: KnownIds): Record<CallName, Record<string, unknown>> {
  const { orderId = 'order_1', conversationId = 'chat_1', messageId = 'msg_1' } = ids;
  const id = 'id_1';
  const pictureId = 1_000_000;
  const phoneNo = '13812345678';
  const tgt = 'TGT-unknown';
  return {
    health: {},
    siteSettings: {},
    trackEvents: { events: [{ name: 'page', label: 'home' }] },
    openApi: {},
    apiDocs: {},
    sendSmsCode: { phoneNo },
    login: { phoneNo, verifyCode: '000000' },
    userInfo: {},
    setAvatar: { avatar: '' },
    getVipInfo: {},
    logout: {},
    invalidateSession: {},
    loginByEmail: { email: 'a@example.com', verifyCode: '000000' },
    loginByAccount: { account: 'a', password: 'b' },
    sendEmailCode: { email: 'a@example.com' },
    loginForTest: { phoneNo },
    casCreateTicket: { username: 'a', password: 'b' },
    casCreateServiceTicket: { tgt, service: 'https://example.com' },
    casDeleteTicket: { tgt },
    casServiceValidate: { service: 'https://example.com', ticket: 'ST-1' },
    casValidate: { service: 'https://example.com', ticket: 'ST-1' },
    casLogin: {},
    casLogout: {},
    uploadImage: {},
    image: { imageId: ids.imageId },
    downloadImage: { imageId: ids.imageId },
    tools: {},
    toolQualities: {},
    freeAllowance: {},
    startTask: { tool: 'upScaleImg', params: { upload_img: ids.imageId }, clientKey: 'sample' },
    readWords: { tool: 'text2Img', params: { promptTxt: '别墅' } },
    retryTask: { taskId: ids.taskId, clientKey: 'sample-retry' },
    getTaskByTaskId: { taskId: ids.taskId },
    getTaskList: {},
    delTaskByTaskId: { taskId: ids.taskId },
    cancelTask: { taskId: ids.taskId },
    taskEvents: {},
    openLive: {},
    liveFrame: { liveId: 'live_1' },
    closeLive: { liveId: 'live_1' },
    totalTicket: { type: 1 },
    getAllClassify: {},
    getAllSuCai: {},
    clickMask: { imageId: ids.imageId, points: [{ x: 1, y: 1, label: 1 }] },
    createShare: { imageId: ids.imageId, days: 7 },
    shares: {},
    endShare: { token: 'share_unknown' },
    restoreShare: { token: 'share_unknown' },
    sharedResult: { token: 'share_unknown' },
    sharedPicture: { token: 'share_unknown', side: 'after' },
    projects: {},
    createProject: { name: '示例项目' },
    updateProject: { projectId: ids.projectId, name: '改名' },
    deleteProject: { projectId: ids.projectId },
    restoreProject: { projectId: ids.projectId },
    works: {},
    worksSummary: {},
    updateWork: { taskId: ids.taskId, isStarred: true },
    batchWorks: { action: 'star', taskIds: [ids.taskId] },
    emptyBin: {},
    downloadWorks: { taskIds: [ids.taskId] },
    pictureVersions: { imageId: ids.imageId },
    products: {},
    createOrder: { productId: id },
    createAliPayOrder: { orderId },
    checkOrder: { orderId },
    completeOrder: { orderId },
    notifyAlipay: {},
    notifyWechat: {},
    orders: {},
    cancelOrder: { orderId },
    refundQuote: { orderId },
    requestRefund: { orderId, reason: '重复购买' },
    requestInvoice: { orderId, titleKind: 'personal', title: '个人', email: 'a@example.com' },
    redeemCode: { code: 'AAAA-BBBB-CCCC-DDDD' },
    submitCustomRequest: {
      company: '某某设计院',
      contact: '联系人',
      phoneNo,
      need: 'seats',
      seats: 20,
      verifyCode: '000000',
    },
    customRequestStatus: { receiptNo: 'CG20261120000000', phoneNo },
    membership: {},
    ticketSummary: {},
    ticketStatement: {},
    getQrCode: {},
    checkScan: { ticket: 'scan_1' },
    scanCallbackProof: { signature: 'wrong', timestamp: '0', nonce: '1', echostr: 'echo' },
    scanCallback: {},
    chat: { message: '你好' },
    chatStream: { message: '你好' },
    chatHistory: {},
    chatHistoryDetail: { conversationId },
    chatStop: { messageId },
    chatRename: { conversationId, title: '会话' },
    chatPin: { conversationId, isPinned: true },
    chatDelete: { conversationId },
    chatExport: { conversationId, format: 'md' },
    chatRate: { messageId, rating: 'up' },
    chatCardRun: { messageId, cardId: 'card_1', taskId: ids.taskId },
    chatModels: {},
    knowledgeEntry: { entryId: 'none' },
    pictures: {},
    pictureLayout: {},
    picture: { id: pictureId },
    similarPictures: { id: pictureId },
    picturesLike: { imageId: ids.imageId },
    searchGallery: {},
    suggestions: {},
    hotWords: {},
    categoryCounts: {},
    hidePicture: { id: pictureId },
    reportPicture: { id: pictureId, reason: 'other' },
    publishPicture: { imageId: ids.imageId, title: '示例', clientKey: 'sample-picture' },
    editPicture: { id: pictureId, title: '改名' },
    removePicture: { id: pictureId },
    restorePicture: { id: pictureId },
    imageSets: {},
    imageSet: { id },
    createImageSet: { title: '示例图集', clientKey: 'sample-set' },
    editImageSet: { id, title: '改名' },
    removeImageSet: { id },
    restoreImageSet: { id },
    addToImageSet: { id, pictureIds: [pictureId] },
    removeFromImageSet: { id, pictureIds: [pictureId] },
    moveInImageSet: { id, pictureId, before: null },
    collectImageSet: { id, isCollected: true },
    collections: {},
    folder: { id },
    createFolder: { name: '示例收藏夹', clientKey: 'sample-folder' },
    editFolder: { id, name: '改名' },
    removeFolder: { id },
    restoreFolder: { id },
    mergeFolders: { id, into: id },
    collectPictures: { pictureIds: [pictureId] },
    uncollectPictures: { pictureIds: [pictureId] },
    moveCollected: { id, pictureIds: [pictureId], to: id },
    orderCollected: { id, pictureId, before: null },
    cases: {},
    case: { id },
    collectCase: { id, isCollected: true },
    author: { id },
    people: { id, relation: 'followers' },
    follow: { id, isFollowed: true },
    blockAuthor: { id, isBlocked: true },
    reportAuthor: { id, reason: 'other' },
    editAbout: { about: '示例' },
    downloads: {},
    takeDownloads: { pictureIds: [pictureId] },
    downloadQuota: {},
    downloadFile: { id },
    downloadArchive: { ids: [id] },
    removeDownloads: { ids: [id] },
    staffLogin: { account: 'nobody', password: 'wrong-password' },
    staffLogout: {},
    accountPage: {},
    createAccount: { phoneNo },
    updateAccount: { accountId: ids.accountId, nickName: '改名' },
    accountDetail: { accountId: ids.accountId },
    deleteAccount: { accountId: ids.accountId },
    restoreAccount: { accountId: ids.accountId },
    myPermissions: {},
    mySecurity: {},
    startFactor: { password: 'a' },
    confirmFactor: { totpCode: '000000' },
    removeFactor: { password: 'a', totpCode: '000000' },
    newRecoveryCodes: { totpCode: '000000' },
    changeOwnPassword: { password: 'a', newPassword: 'b' },
    mySessions: {},
    endMySession: { id: '0123456789abcdef' },
    endMyOtherSessions: {},
    staffSessions: { id },
    staffSecurity: { id },
    endStaffSessions: { id, reason: '离职' },
    resetStaffFactor: { id, reason: '手机丢失' },
    requireNewPassword: { id, reason: '定期更换' },
    staffRoleList: {},
    updateStaffRole: { id: 'viewer', isFactorNeeded: false, version: 1, reason: '调整要求' },
    revealPhone: { accountId: ids.accountId, reason: '用户来电核对' },
    staffAccounts: {},
    staffMembers: {},
    staffTasks: {},
    staffTask: { id: ids.taskId },
    staffTaskImage: { id: ids.taskId, imageId: ids.imageId },
    staffRetryTask: { id: ids.taskId, reason: '用户来电', clientKey: 'sample-staff-retry' },
    staffCancelTask: { id: ids.taskId, reason: '用户来电' },
    moveTask: { id: ids.taskId, to: 'front', reason: '用户来电' },
    redriveTask: { id: ids.taskId, reason: '引擎已修复' },
    staffQueue: {},
    queueState: {},
    pauseQueue: { reason: '换显卡' },
    resumeQueue: { reason: '已换好' },
    staffEngines: {},
    staffEngine: { id: 'sms' },
    testEngine: { id: 'sms' },
    staffSettings: {},
    staffSetting: { id: 'PORT' },
    changeSetting: { id: 'limit-giftCeiling', value: 100, version: 0, reason: '试一试' },
    staffTicketMovements: {},
    overviewReport: { from: '2026-11-01', to: '2026-11-20' },
    visitReport: { from: '2026-11-01', to: '2026-11-20' },
    staffProducts: {},
    createProduct: { title: '普通券 50 张', ticketKind: 'normal', tickets: 50, price: 2200 },
    updateProduct: { id: 'normal-20', price: 1000, version: 1 },
    priceHistory: { id: 'normal-20' },
    staffPlans: {},
    updatePlan: { id: 'basic', running: 2, version: 1 },
    exportList: { resource: 'orders', format: 'csv' },
    staffOrders: {},
    staffOrder: { id: orderId },
    verifyOrder: { id: orderId },
    closeOrder: { id: orderId, reason: '用户来电取消' },
    noteOrder: { id: orderId, note: '已联系' },
    staffRefundQuote: { id: orderId },
    orderRefundBasis: { id: orderId },
    refundBasis: { id },
    refundOrder: { id: orderId, reason: '用户来电退款' },
    staffRefunds: {},
    approveRefund: { id },
    rejectRefund: { id, answer: '已使用完' },
    staffInvoices: {},
    answerInvoice: { id, status: 'issued', invoiceNo: '12345678' },
    paymentDifferences: {},
    resolveDifference: { id, resolution: '已核对' },
    billDays: {},
    redeemBatches: {},
    createRedeemBatch: { name: '活动', count: 2, ticketKind: 'normal', amount: 5, clientKey: 'sample-batch' },
    redeemCodes: { id },
    disableRedeemBatch: { id },
    giveTickets: { accountIds: [ids.accountId], kind: 'normal', amount: 5, reason: '补偿', clientKey: 'sample-gift' },
    takeBackTickets: { accountId: ids.accountId, kind: 'normal', amount: 1, reason: '误发', clientKey: 'sample-take' },
    giveTicketsToMany: { phones: [phoneNo], kind: 'normal', amount: 5, reason: '补偿', clientKey: 'sample-many' },
    views: {},
    view: { id },
    createView: { resource: 'orders', name: '今天的订单' },
    updateView: { id, name: '大额', version: 1 },
    deleteView: { id },
    search: { q: '林工' },
    staffCustomRequests: {},
    revealRequestPhone: { id, reason: '联系客户' },
    updateCustomRequest: { id, status: 'contacted' },
    galleryReviews: {},
    galleryReview: { id: pictureId },
    galleryReviewImage: { id: pictureId },
    approvePicture: { id: pictureId },
    rejectPicture: { id: pictureId, reason: '来源不明' },
    authorReports: {},
    answerAuthorReports: { id, reason: '已核实' },
    changes: {},
    change: { id },
    revertChange: { id },
    bulkAccounts: { verb: 'ban', ids: [id], reason: '滥用', clientKey: 'bulk-1' },
    bulkProducts: { verb: 'offShelf', ids: [id], clientKey: 'bulk-2' },
    bulkRedeemBatches: { verb: 'disable', ids: [id], clientKey: 'bulk-3' },
    bulkGalleryReviews: { verb: 'approve', ids: [id], clientKey: 'bulk-4' },
    auditEntries: {},
    auditEntry: { id: 1 },
    revealAudit: { id: 1, reason: '用户投诉核对' },
    categories: {},
    category: { id: '101' },
    categoryTree: {},
    createCategory: { parentId: '101', name: '新风格' },
    updateCategory: { id: '101', version: 1 },
    moveCategory: { id: '101', parentId: '1', version: 1 },
    removeCategory: { id: '101' },
  };
}

/** Percent-encodes every byte, whatever the text holds. */
export function encodeBytes(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Puts values into the places of a path and returns the rest. */
export function fillPath(
  spec: Endpoint,
  values: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...values };
  const path = spec.path.replace(/:(\w+)/g, (_place, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeBytes(String(value));
  });
  return { path, rest };
}

/** Makes a call as plain JSON or query, without the client. Streams are cut after their head. */
export async function makeCall(
  visitor: Visitor,
  spec: Endpoint,
  values: Readonly<Record<string, unknown>>,
): Promise<RawAnswer> {
  const { path, rest } = fillPath(spec, values);
  if (spec.answers === 'events' && spec.method === 'GET') return headOfStream(visitor, path);
  if (spec.method === 'GET') {
    const query = Object.entries(rest).map(([name, value]) => `${encodeBytes(name)}=${encodeBytes(String(value))}`);
    return visitor.raw('GET', `${path}?${['version=1.2', ...query].join('&')}`);
  }
  return visitor.raw(spec.method, path, { 'content-type': 'application/json' }, JSON.stringify(rest));
}

async function headOfStream(visitor: Visitor, path: string): Promise<RawAnswer> {
  const response = await visitor.fetch(path);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const text = isJson ? await response.text() : '';
  if (!isJson) await response.body?.cancel();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
