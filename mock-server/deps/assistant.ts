import path from 'node:path';
import type { Logger } from 'pino';
import { minute, second } from '#shared/domain/time';
import type { Config } from '../config.ts';
import { createAccountFacts } from '../modules/assistant/account-facts.ts';
import { createAnswerContext } from '../modules/assistant/answer-context.ts';
import { createAnswerRuns } from '../modules/assistant/answer-runs.ts';
import { createChatService } from '../modules/assistant/chat.service.ts';
import { createChatSends } from '../modules/assistant/chat-sends.ts';
import { createConversationService } from '../modules/assistant/conversation.service.ts';
import { createConversationExport } from '../modules/assistant/conversation-export.ts';
import { createMessageView } from '../modules/assistant/message-view.ts';
import { createPastConversations } from '../modules/assistant/past-conversations.ts';
import { createRefusedWords } from '../modules/assistant/refused-words.ts';
import type { Store } from '../modules/base/store.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';
import type { Records } from './records.ts';
import type { Shop } from './shop.ts';
import type { Studio } from './studio.ts';

/** Maximum duration of an answer in milliseconds, added to the configured timeout for its first word. */
const longestAnswerMs = 16 * minute;

/** The assistant: what is said, who answers, and what it costs. */
export function createAssistant(
  config: Config,
  log: Logger,
  store: Store,
  { clock, ids, chatModels: models, chatTimers: timers }: Adapters,
  { settings }: Records,
  { memberships, tickets }: Accounts,
  { orders }: Shop,
  { images, tasks }: Studio,
) {
  const words = createRefusedWords({
    ...{ file: path.join(config.dataDir, 'moderation-words.txt'), log },
    further: settings.refusedWords,
  });
  const view = createMessageView({ images, tasks });
  const context = createAnswerContext({ images, tasks });
  const factsOf = createAccountFacts({ store, tickets, memberships, tasks, orders });
  const chatRuns = createAnswerRuns({
    ...{ store, clock, models, tickets, images, context, factsOf, words, timers, log },
    longestMs: config.chatFirstWordSeconds * second + longestAnswerMs,
  });
  const sends = createChatSends({ store, clock, ids, models, tickets, images, words, runs: chatRuns });
  const chat = createChatService({ store, sends, runs: chatRuns, view, tasks });
  const conversations = createConversationService({ store, clock, runs: chatRuns, view });
  const exports = createConversationExport({ store, clock, conversations, images, timers });
  const pastConversations = createPastConversations({ store, clock, ids, models });
  return { chat, chatRuns, conversations, exports, pastConversations };
}
