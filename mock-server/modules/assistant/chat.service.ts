import type { ChatMessage, ChatSend, Conversation } from '#shared/contract/chat';
import type { ChatRating } from '#shared/domain/chat';
import { isRunning } from '#shared/domain/chat';
import { ProductError } from '#shared/errors';
import type { UserCaller } from '../base/caller.ts';
import type { Db, Store } from '../base/store.ts';
import type { TaskService } from '../studio/task/task.service.ts';
import type { AnswerRuns } from './answer-runs.ts';
import { tasksPerCard } from './chat.rules.ts';
import type { ChatSends } from './chat-sends.ts';
import * as conversations from './conversation.repository.ts';
import * as messages from './message.repository.ts';
import { cardsIn, type MessageView, toConversation } from './message-view.ts';

export interface ChatDeps {
  store: Store;
  sends: ChatSends;
  runs: AnswerRuns;
  view: MessageView;
  tasks: Pick<TaskService, 'get'>;
}

export type ChatService = ReturnType<typeof createChatService>;

/** What a send led to, as clients see it. */
export interface Answering {
  conversation: Conversation;
  question: ChatMessage;
  /** As this send found it: what has come since comes as deltas. */
  answer: ChatMessage;
}

/** What stands there of an answer that is being followed. */
export interface Growth {
  text: string;
  reasoning: string;
  /** The answer as it ended, once it has. */
  ended: ChatMessage | null;
}

/** Questions and their answers: sending, following, stopping, and what is done to one message. */
export function createChatService({ store, sends, runs, view, tasks }: ChatDeps) {
  const { db, transact } = store;

  async function mustFind(handle: Db, accountId: string, messageId: string): Promise<messages.MessageRow> {
    const row = await messages.findOwnMessage(handle, accountId, messageId);
    if (!row) throw new ProductError('chat.message_not_found');
    // What is being written is further than its row.
    return runs.find(row.id)?.row ?? row;
  }

  async function describe(row: messages.MessageRow): Promise<ChatMessage> {
    const [message] = await view.describe(db, [row]);
    return message as ChatMessage;
  }

  async function answering({ accountId }: UserCaller, answerId: string, draft: ChatSend): Promise<Answering> {
    const row = await mustFind(db, accountId, answerId);
    const question = await mustFind(db, accountId, row.parent_id ?? '');
    const conversation = await conversations.findOwnConversation(db, accountId, row.conversation_id);
    if (!conversation) throw new ProductError('chat.not_found');
    const answer = await describe(row);
    const base = baseOf(answerId, row, draft);
    return {
      conversation: toConversation(conversation, isRunning(row.state)),
      question: await describe(question),
      answer: {
        ...answer,
        text: answer.text.slice(0, base.text),
        reasoning: answer.reasoning.slice(0, base.reasoning),
      },
    };
  }

  /** What stood there when the send came; of one that is repeated after its end, nothing or, for going on, all. */
  function baseOf(answerId: string, row: messages.MessageRow, { continues }: ChatSend) {
    const run = runs.find(answerId);
    if (run) return run.base;
    return continues === undefined
      ? { text: 0, reasoning: 0 }
      : { text: row.text.length, reasoning: row.reasoning.length };
  }

  return {
    /** Sends, or finds what the same key led to. The answer is written whether somebody follows it or not. */
    async send(caller: UserCaller, draft: ChatSend): Promise<Answering> {
      const { answerId } = await sends(caller, draft);
      return answering(caller, answerId, draft);
    },

    /** Sends, and returns when the answer has ended, however it did. */
    async sendAndWait(caller: UserCaller, draft: ChatSend): Promise<Answering> {
      const { answerId } = await sends(caller, draft);
      await runs.find(answerId)?.ended;
      const { conversation, question } = await answering(caller, answerId, draft);
      return { conversation, question, answer: await describe(await mustFind(db, caller.accountId, answerId)) };
    },

    /** Has `listener` called when an answer has grown or ended. Returns what ends that. */
    follow: runs.follow,

    /** How far an answer is that the caller has been let follow. */
    async growth({ accountId }: UserCaller, answerId: string): Promise<Growth> {
      const run = runs.find(answerId);
      if (run) return { text: run.row.text, reasoning: run.row.reasoning, ended: null };
      const row = await messages.findMessage(db, answerId);
      if (row?.account_id !== accountId) throw new ProductError('chat.message_not_found');
      return { text: row.text, reasoning: row.reasoning, ended: await describe(row) };
    },

    async stop({ accountId }: UserCaller, messageId: string): Promise<ChatMessage> {
      const { id } = await mustFind(db, accountId, messageId);
      await runs.stop(id);
      return describe(await mustFind(db, accountId, id));
    },

    async rate({ accountId }: UserCaller, messageId: string, rating: ChatRating | null): Promise<ChatMessage> {
      const row = await mustFind(db, accountId, messageId);
      if (row.role !== 'assistant') throw new ProductError('chat.message_not_found');
      await messages.changeMessage(db, row.id, { rating });
      return describe({ ...row, rating });
    },

    /** Notes a task that was started from a card, newest first. Throws `task.not_found` for the task of somebody else. */
    async noteCardRun(caller: UserCaller, run: { messageId: string; cardId: string; taskId: string }) {
      await tasks.get(caller, run.taskId);
      const row = await transact(async (tx) => {
        const found = await mustFind(tx, caller.accountId, run.messageId);
        if (isRunning(found.state)) throw new ProductError('chat.message_not_found');
        const cards = cardsIn(found);
        const card = cards.find(({ id }) => id === run.cardId);
        if (!card) throw new ProductError('chat.message_not_found');
        card.taskIds = [...new Set([run.taskId, ...card.taskIds])].slice(0, tasksPerCard);
        const changed = { cards: JSON.stringify(cards) };
        await messages.changeMessage(tx, found.id, changed);
        return { ...found, ...changed };
      });
      return describe(row);
    },
  };
}
