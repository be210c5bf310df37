import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Paging } from './fields.ts';

/**
 * Calls of the specification whose features are still to be built. They are mounted, checked for login and input, and
 * answer 501 `not_built`. A test lists them, so that the list can only shrink.
 */
const order = { tag: '订单', isBuilt: false } as const;
const chat = { tag: '助手', isBuilt: false } as const;
const gallery = { tag: '灵感图库', access: 'anyone', method: 'GET', isBuilt: false } as const;
const cursor = z.object({ cursor: z.string().max(200).optional(), size: z.int().min(1).max(100).default(40) });
const byId = z.object({ id: Id });
const orderId = z.object({ orderId: Id });

export const orderContract = {
  products: endpoint({ ...order, method: 'GET', path: '/api/order/products', access: 'anyone', summary: '会员与券包' }),
  createOrder: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/createOrder',
    access: 'user',
    changesState: true,
    summary: '下单',
    input: z.object({
      productId: Id,
      quantity: z.int().min(1).max(100).default(1),
      payType: z.enum(['wechat', 'alipay']).default('alipay'),
    }),
  }),
  createAliPayOrder: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/createAliPayOrder',
    access: 'user',
    changesState: true,
    summary: '取得支付宝支付地址',
    input: z.object({ orderId: Id.optional(), productId: Id.optional() }),
  }),
  checkOrder: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/checkOrder',
    access: 'user',
    summary: '订单现状',
    input: orderId,
  }),
  completeOrder: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/completeOrder',
    access: 'user',
    changesState: true,
    summary: '请求向支付渠道再次核实',
    input: orderId,
  }),
  notifyAlipay: endpoint({
    ...order,
    method: 'POST',
    path: '/api/order/notify/alipay',
    access: 'anyone',
    answers: 'bare',
    summary: '支付宝签名通知',
  }),
  notifyWechat: endpoint({
    ...order,
    method: 'POST',
    path: '/api/order/notify/wechat',
    access: 'anyone',
    answers: 'bare',
    summary: '微信支付签名通知',
  }),
  getQrCode: endpoint({
    method: 'GET',
    path: '/api/wx/getQRCode',
    access: 'anyone',
    tag: '登录',
    summary: '微信扫码登录二维码',
    isBuilt: false,
  }),
  checkScan: endpoint({
    method: 'GET',
    path: '/api/wx/cheakScan',
    access: 'anyone',
    tag: '登录',
    summary: '扫码状态',
    input: z.object({ ticket: z.string().max(200) }),
    isBuilt: false,
  }),
} as const;

export const chatContract = {
  chat: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalk',
    access: 'user',
    encoding: 'json',
    summary: '对话，一次答完',
    input: z.object({ conversationId: Id.optional(), message: z.string().min(1).max(4000) }),
  }),
  chatStream: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkStream',
    access: 'user',
    encoding: 'json',
    answers: 'events',
    summary: '对话，流式',
    input: z.object({
      conversationId: Id.optional(),
      message: z.string().min(1).max(4000),
      attachments: z.array(Id).max(4).optional(),
      model: z.string().max(60).optional(),
      deep: z.boolean().optional(),
    }),
  }),
  chatHistory: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkHistory',
    access: 'user',
    summary: '会话列表',
    input: Paging.extend({ keyword: z.string().max(60).optional() }),
  }),
  chatHistoryDetail: endpoint({
    ...chat,
    method: 'GET',
    path: '/api/ai/gptTalkHistoryDetail',
    access: 'user',
    summary: '会话内容',
    input: z.object({ conversationId: Id }),
  }),
} as const;

export const galleryContract = {
  pictures: endpoint({ ...gallery, path: '/api/inspiration/pictures', summary: '图片', input: cursor }),
  picture: endpoint({ ...gallery, path: '/api/inspiration/pictures/:id', summary: '图片详情', params: byId }),
  similarPictures: endpoint({
    ...gallery,
    path: '/api/inspiration/pictures/:id/similar',
    summary: '相似图片',
    params: byId,
    input: cursor,
  }),
  imageSets: endpoint({ ...gallery, path: '/api/inspiration/imageSets', summary: '图集', input: cursor }),
  imageSet: endpoint({ ...gallery, path: '/api/inspiration/imageSets/:id', summary: '图集详情', params: byId }),
  cases: endpoint({ ...gallery, path: '/api/inspiration/cases', summary: '案例', input: cursor }),
  case: endpoint({ ...gallery, path: '/api/inspiration/cases/:id', summary: '案例详情', params: byId }),
  author: endpoint({ ...gallery, path: '/api/inspiration/authors/:id', summary: '作者', params: byId }),
  collections: endpoint({
    ...gallery,
    path: '/api/inspiration/collections',
    access: 'user',
    summary: '我的收藏',
    input: cursor,
  }),
  searchGallery: endpoint({
    ...gallery,
    path: '/api/inspiration/search',
    summary: '搜索',
    input: cursor.extend({ keyword: z.string().max(60).default('') }),
  }),
  suggestions: endpoint({
    ...gallery,
    path: '/api/inspiration/suggest',
    summary: '搜索建议',
    input: z.object({ keyword: z.string().max(60).default('') }),
  }),
  hotWords: endpoint({ ...gallery, path: '/api/inspiration/hotWords', summary: '热门词' }),
  downloads: endpoint({
    ...gallery,
    path: '/api/inspiration/downloads',
    access: 'user',
    summary: '我的下载',
    input: cursor,
  }),
} as const;
