/** Words and limits of the AI assistant, the same on the page and on the server. */

/**
 * State of an answer. `queued`: no text yet; `streaming`: text is arriving. Final states: `done` (complete), `stopped`
 * by the user, `interrupted` (broke off after it had begun, usually with some text), `failed` (no text).
 */
export const answerStates = ['queued', 'streaming', 'done', 'stopped', 'interrupted', 'failed'] as const;
export type AnswerState = (typeof answerStates)[number];

export const isRunning = (state: AnswerState) => state === 'queued' || state === 'streaming';

/** Characters of a question. */
export const messageLimit = 4000;
/** Pictures beside a question. */
export const attachmentLimit = 4;
/** Characters of a conversation's title. */
export const titleLimit = 60;
/** Characters of an answer with its reasoning; what a model says beyond is cut and the answer marked interrupted. */
export const answerLimit = 200_000;
/** Questions and answers of one conversation, versions included. */
export const messagesPerConversation = 1000;
/** Number of times an interrupted answer can be continued. */
export const continuationLimit = 5;
/** Days in which a deleted conversation can come back. */
export const deletedDays = 1;

/** The version of the offline assistant among the models. */
export const offlineModelId = 'offline';

export const chatPrices = {
  /** Tickets of kind `gpt` an answer of a priced model costs. */
  answer: 1,
  /** The same with deep thinking. */
  deepAnswer: 3,
  /** Each picture beside the question. */
  attachment: 1,
} as const;

/** Tickets of kind `gpt` that an answer costs; nothing with a model that has no price. */
export function chatCost(isPriced: boolean, { isDeep, attachments }: { isDeep: boolean; attachments: number }): number {
  if (!isPriced) return 0;
  return (isDeep ? chatPrices.deepAnswer : chatPrices.answer) + attachments * chatPrices.attachment;
}

export const chatRatings = ['up', 'down'] as const;
export type ChatRating = (typeof chatRatings)[number];

/** Files a conversation is exported as. */
export const chatExportFormats = ['md', 'docx'] as const;
export type ChatExportFormat = (typeof chatExportFormats)[number];

/** Topics of the knowledge base of the offline assistant. */
export const knowledgeTopics = {
  help: '平台使用',
  prompts: '写描述',
  materials: '材料',
  styles: '风格',
  lighting: '光线',
  composition: '构图',
  terms: '规范与指标用语',
  drawing: '图纸与成果',
  construction: '构造',
} as const;
export type KnowledgeTopic = keyof typeof knowledgeTopics;
