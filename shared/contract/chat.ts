import { z } from 'zod';
import {
  answerStates,
  attachmentLimit,
  chatExportFormats,
  chatRatings,
  type KnowledgeTopic,
  knowledgeTopics,
  messageLimit,
  titleLimit,
} from '../domain/chat.ts';
import { endpoint } from './endpoint.ts';
import { ClientKey, Id, Instant, Paging, pageOf, SearchWords } from './fields.ts';
import { manyLines } from './text.ts';

const chat = { tag: '助手', access: 'user' } as const;
const Message = manyLines(z.string().max(messageLimit, `一次最多 ${messageLimit} 字`));

/** A place that an answer rests on: a page of the product, an entry of the knowledge base, or a page of the web. */
export const ChatSource = z.object({
  title: z.string(),
  /** Entry of the knowledge base. */
  entryId: Id.nullable(),
  /** Path in the product, e.g. `/changeMaterial`. */
  to: z.string().nullable(),
  /** Address on the web, http or https; opened in a tab of its own. */
  url: z.string().nullable(),
});
export type ChatSource = z.infer<typeof ChatSource>;

/** An offer to fill a tool's form. It starts nothing: the person opens the workbench and presses there. */
export const ChatCard = z.object({
  /** Within its message. */
  id: Id,
  tool: Id,
  title: z.string(),
  /** Fields of the tool's form that it fills, valid by the tool's schema. Never pictures. */
  params: z.record(z.string(), z.unknown()),
  /** One sentence on what was taken over and what could not be. */
  note: z.string(),
  /** Tasks that were started from it, newest first; their results show in the conversation. */
  taskIds: z.array(Id),
});
export type ChatCard = z.infer<typeof ChatCard>;

/** A picture of the account that a question brings or an answer shows. */
export const ChatPicture = z.object({
  imageId: Id,
  /** The task it is a result of; null for uploads. */
  taskId: Id.nullable(),
  title: z.string(),
  width: z.int(),
  height: z.int(),
  /** Null when the picture is gone. */
  url: z.string().nullable(),
});
export type ChatPicture = z.infer<typeof ChatPicture>;

/** A question or one version of an answer. Messages are a tree: versions are siblings. */
export const ChatMessage = z.object({
  messageId: Id,
  /** The message it follows; null for a first question. */
  parentId: Id.nullable(),
  role: z.enum(['user', 'assistant']),
  /** Markdown in answers, plain text in questions. */
  text: z.string(),
  /** Reasoning of a model before its answer; empty when there is none. */
  reasoning: z.string(),
  /** `done` for questions. */
  state: z.enum(answerStates),
  /** Why an answer failed or broke off, for people; null otherwise. */
  error: z.object({ reason: z.string(), message: z.string() }).nullable(),
  model: z.string().nullable(),
  modelTitle: z.string().nullable(),
  isDeep: z.boolean(),
  attachments: z.array(ChatPicture),
  pictures: z.array(ChatPicture),
  sources: z.array(ChatSource),
  cards: z.array(ChatCard),
  rating: z.enum(chatRatings).nullable(),
  /** Tickets spent. */
  cost: z.int().min(0),
  /** True when an interrupted or stopped answer can go on where it ended. */
  canContinue: z.boolean(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const Conversation = z.object({
  conversationId: Id,
  title: z.string(),
  isPinned: z.boolean(),
  /** An answer is being written. */
  isRunning: z.boolean(),
  messages: z.int().min(0),
  /** Around the words that were searched; empty without a search or where the title has them. */
  excerpt: z.string(),
  createdAt: Instant,
  /** When something was last said. */
  updatedAt: Instant,
});
export type Conversation = z.infer<typeof Conversation>;

export const ChatModel = z.object({
  id: Id,
  title: z.string(),
  /** Description of the model and its limits, one Chinese sentence. */
  note: z.string(),
  /** The assistant that works without a model. */
  isOffline: z.boolean(),
  /** True when answers cost tickets, by `chatCost`. */
  isPriced: z.boolean(),
  canThinkDeeply: z.boolean(),
  /** True when it looks at attached pictures; otherwise only their size, tool and parameters are read. */
  canSeePictures: z.boolean(),
});
export type ChatModel = z.infer<typeof ChatModel>;

/**
 * Message to send. A plain question has `message`; an edited one also has the `parentId` of the question it replaces
 * (null for the first); another version of an answer has `answerTo` alone; the continuation of an interrupted answer
 * has `continues`.
 */
export const ChatSend = z.object({
  /** Left out for a new conversation. */
  conversationId: Id.optional(),
  message: Message.optional(),
  /** Ids of own pictures. */
  attachments: z.array(Id).max(attachmentLimit, `一次最多附 ${attachmentLimit} 张图`).optional(),
  /** Id of a model; the first of the list when left out. */
  model: z.string().max(60).optional(),
  /** Deep thinking. */
  deep: z.boolean().optional(),
  /** The same key is the same question: it is stored, answered and charged once. */
  requestId: ClientKey.optional(),
  /** The answer that it follows; the newest of the conversation when left out. */
  parentId: Id.nullable().optional(),
  /** The question that is to get a further version of its answer. */
  answerTo: Id.optional(),
  /** The interrupted or stopped answer that is to go on; the same message grows, at no further cost. */
  continues: Id.optional(),
});
export type ChatSend = z.infer<typeof ChatSend>;

/**
 * One JSON message of the stream. The first has the ids and an empty `delta`, the last the whole `answer`; in between
 * `delta` (and `reasoning`) are to be appended to what the first message's answer has. After `error`, which stands in
 * the last message, only `[DONE]` comes.
 */
export const ChatEvent = z.object({
  conversationId: Id,
  messageId: Id,
  delta: z.string(),
  reasoning: z.string().optional(),
  /** First message: the question as it was stored. */
  question: ChatMessage.optional(),
  /**
   * First message: the answer as this send found it, without words for a new one and with those it had for one that
   * goes on; all that has come since follows as deltas. Last message: as it ended.
   */
  answer: ChatMessage.optional(),
  /** First message. */
  conversation: Conversation.optional(),
  error: z.object({ reason: z.string(), message: z.string(), code: z.int() }).optional(),
});
export type ChatEvent = z.infer<typeof ChatEvent>;

export const KnowledgeEntry = z.object({
  id: Id,
  topic: z.enum(Object.keys(knowledgeTopics) as [KnowledgeTopic, ...KnowledgeTopic[]]),
  title: z.string(),
  /** Markdown. */
  text: z.string(),
  links: z.array(z.object({ title: z.string(), to: z.string() })),
  /** Pages that were read for it, with the day. */
  sources: z.array(z.object({ title: z.string(), url: z.string(), readAt: z.string() })),
});
export type KnowledgeEntry = z.infer<typeof KnowledgeEntry>;

const sendErrors = [
  'chat.empty',
  'chat.not_found',
  'chat.message_not_found',
  'chat.no_such_model',
  'chat.still_answering',
  'chat.too_long',
  'chat.not_continuable',
  'chat.refused_words',
  'chat.attachment',
  'chat.busy',
  'ticket.short',
  'request.too_often',
  'request.client_key_reused',
] as const;

export const chatContract = {
  chat: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalk',
    encoding: 'json',
    summary: '对话，一次答完',
    input: ChatSend,
    output: z.object({ conversation: Conversation, question: ChatMessage, answer: ChatMessage }),
    errors: sendErrors,
  }),
  chatStream: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkStream',
    encoding: 'json',
    answers: 'events',
    summary: '对话，流式：data: 后为 JSON，以 data: [DONE] 结束；同一 requestId 接着正在写的回答',
    input: ChatSend,
    output: ChatEvent,
    events: { message: z.union([ChatEvent, z.literal('[DONE]')]) },
    errors: sendErrors,
  }),
  chatStop: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkStop',
    encoding: 'json',
    summary: '停止正在写的回答，已写的保留',
    input: z.object({ messageId: Id }),
    output: ChatMessage,
    errors: ['chat.message_not_found'],
  }),
  chatHistory: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkHistory',
    encoding: 'json',
    changesState: false,
    summary: '会话列表：置顶在前，其余按最近',
    input: Paging.extend({ keyword: SearchWords.optional() }),
    output: pageOf(Conversation),
  }),
  chatHistoryDetail: endpoint({
    ...chat,
    method: 'GET',
    path: '/api/ai/gptTalkHistoryDetail',
    isOpenToViewers: false,
    summary: '会话内容：全部消息（含各版本），先后有序',
    input: z.object({ conversationId: Id }),
    output: z.object({ conversation: Conversation, messages: z.array(ChatMessage) }),
    errors: ['chat.not_found'],
  }),
  chatRename: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkRename',
    encoding: 'json',
    summary: '会话改名',
    input: z.object({ conversationId: Id, title: z.string().trim().min(1, '请填写名称').max(titleLimit) }),
    output: Conversation,
    errors: ['chat.not_found'],
  }),
  chatPin: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkPin',
    encoding: 'json',
    summary: '会话置顶、取消置顶',
    input: z.object({ conversationId: Id, isPinned: z.boolean() }),
    output: Conversation,
    errors: ['chat.not_found'],
  }),
  chatDelete: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkDelete',
    encoding: 'json',
    summary: '删除会话，正在写的回答一并停止；isDeleted 为 false 时在一天内恢复',
    input: z.object({ conversationId: Id, isDeleted: z.boolean().default(true) }),
    errors: ['chat.not_found'],
  }),
  chatExport: endpoint({
    ...chat,
    method: 'GET',
    path: '/api/ai/gptTalkExport',
    isOpenToViewers: false,
    answers: 'bytes',
    media: ['text/markdown', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    summary: '导出会话：Markdown 或 Word，取最后一版，或 leafId 所在的一版',
    input: z.object({ conversationId: Id, format: z.enum(chatExportFormats).default('md'), leafId: Id.optional() }),
    errors: ['chat.not_found', 'request.too_often'],
  }),
  chatRate: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkRate',
    encoding: 'json',
    summary: '点赞、点踩，null 为取消',
    input: z.object({ messageId: Id, rating: z.enum(chatRatings).nullable() }),
    output: ChatMessage,
    errors: ['chat.message_not_found'],
  }),
  chatCardRun: endpoint({
    ...chat,
    method: 'POST',
    path: '/api/ai/gptTalkCardRun',
    encoding: 'json',
    summary: '记下由“填入工具”卡片开始的任务，结果显示在会话里',
    input: z.object({ messageId: Id, cardId: Id, taskId: Id }),
    output: ChatMessage,
    errors: ['chat.message_not_found', 'task.not_found'],
  }),
  chatModels: endpoint({
    ...chat,
    access: 'anyone',
    method: 'GET',
    path: '/api/ai/gptModels',
    summary: '可用的模型，第一个为默认',
    output: z.array(ChatModel),
  }),
  knowledgeEntry: endpoint({
    ...chat,
    access: 'anyone',
    method: 'GET',
    path: '/api/ai/gptKnowledge',
    summary: '离线助手知识库的一条',
    input: z.object({ entryId: Id }),
    output: KnowledgeEntry,
    errors: ['chat.entry_not_found'],
  }),
} as const;
