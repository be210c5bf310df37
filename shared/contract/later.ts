import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Paging } from './fields.ts';
import { manyLines } from './text.ts';

/**
 * Calls of the specification whose features are still to be built. They are mounted, checked for login and input, and
 * answer 501 `not_built`. A test lists them, so that the list can only shrink.
 */
const Message = manyLines(z.string().min(1).max(4000));
const chat = { tag: '助手', isBuilt: false } as const;
const gallery = { tag: '灵感图库', access: 'anyone', method: 'GET', isBuilt: false } as const;
const cursor = z.object({ cursor: z.string().max(200).optional(), size: z.int().min(1).max(100).default(40) });
const byId = z.object({ id: Id });

export const chatContract = {
  chat: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalk',
    access: 'user',
    encoding: 'json',
    summary: '对话，一次答完',
    input: z.object({ conversationId: Id.optional(), message: Message }),
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
      message: Message,
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
