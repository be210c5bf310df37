import path from 'node:path';
import type { Logger } from 'pino';
import { minute, second } from '#shared/domain/time';
import type { Config } from '../config.ts';
import { createAccountFacts } from '../modules/chat/account-facts.ts';
import { createAnswerContext } from '../modules/chat/answer-context.ts';
import { createAnswerRuns } from '../modules/chat/answer-runs.ts';
import { createChatService } from '../modules/chat/chat.service.ts';
import { createChatSends } from '../modules/chat/chat-sends.ts';
import { createConversationService } from '../modules/chat/conversation.service.ts';
import { createConversationExport } from '../modules/chat/conversation-export.ts';
import { createMessageView } from '../modules/chat/message-view.ts';
import { createRefusedWords } from '../modules/chat/refused-words.ts';
import type { Store } from '../modules/store.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';
import type { Pictures } from './pictures.ts';
import type { Shop } from './shop.ts';
import type { Tasks } from './tasks.ts';

/** Maximum duration of an answer in milliseconds, added to the configured timeout for its first word. */
const longestAnswerMs = 16 * minute;

/** The assistant: what is said, who answers, and what it costs. */
export function createChat(
  config: Config,
  log: Logger,
  store: Store,
  { clock, ids, chatModels: models, chatTimers: timers }: Adapters,
  { tickets, memberships, settings }: Accounts,
  { orders }: Shop,
  { images }: Pictures,
  { tasks }: Tasks,
) {
  const words = createRefusedWords({
    ...{ file: path.join(config.dataDir, 'moderation-words.txt'), log },
    further: settings.refusedWords,
  });
  const view = createMessageView({ images, tasks });
  const context = createAnswerContext({ images, tasks });
  const factsOf = createAccountFacts({ store, tickets, memberships, tasks, orders });
  const chatRuns = createAnswerRuns({
    store,
    clock,
    models,
    tickets,
    images,
    context,
    factsOf,
    words,
    timers,
    longestMs: config.chatFirstWordSeconds * second + longestAnswerMs,
    log,
  });
  const sends = createChatSends({ store, clock, ids, models, tickets, images, words, runs: chatRuns });
  const chat = createChatService({ store, sends, runs: chatRuns, view, tasks });
  const conversations = createConversationService({ store, clock, runs: chatRuns, view });
  const exports = createConversationExport({ store, clock, conversations, images, timers });
  return { chat, chatRuns, conversations, exports };
}
