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
