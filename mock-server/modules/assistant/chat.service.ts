import type { ChatMessage, ChatSend, Conversation } from '#shared/contract/chat';
import type { ChatRating } from '#shared/domain/chat';
import { isRunning } from '#shared/domain/chat';
import { ProductError } from '#shared/errors';
import { withDeps } from '../../with-deps.ts';
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

/** Result of a send, as clients see it. */
export interface Answering {
  conversation: Conversation;
  question: ChatMessage;
  /** As this send found it: what has come since comes as deltas. */
  answer: ChatMessage;
}

/** Present text of an answer that is being followed. */
export interface Growth {
  text: string;
  reasoning: string;
  /** The answer as it ended, once it has. */
  ended: ChatMessage | null;
}

/** Questions and their answers: sending, following, stopping, and what is done to one message. */
export function createChatService(deps: ChatDeps) {
  const { runs } = deps;
  return {
    ...withDeps(deps, { send, sendAndWait, growth, stop, rate, noteCardRun }),
    /** Has `listener` called when an answer has grown or ended. Returns what ends that. */
    follow: runs.follow,
  };
}

/** Sends, or finds what the same key led to. The answer is written whether somebody follows it or not. */
async function send(deps: ChatDeps, caller: UserCaller, draft: ChatSend): Promise<Answering> {
  const { answerId } = await deps.sends(caller, draft);
  return answering(deps, caller, answerId, draft);
}

/** Sends, and returns when the answer has ended, however it did. */
async function sendAndWait(deps: ChatDeps, caller: UserCaller, draft: ChatSend): Promise<Answering> {
  const { sends, runs, store } = deps;
  const { answerId } = await sends(caller, draft);
  await runs.find(answerId)?.ended;
  const { conversation, question } = await answering(deps, caller, answerId, draft);
  return {
    conversation,
    question,
    answer: await describe(deps, await mustFind(deps, store.db, caller.accountId, answerId)),
  };
}

/** Present state of an answer that the caller may follow. */
async function growth(deps: ChatDeps, { accountId }: UserCaller, answerId: string): Promise<Growth> {
  const run = deps.runs.find(answerId);
  if (run) return { text: run.row.text, reasoning: run.row.reasoning, ended: null };
  const row = await messages.findMessage(deps.store.db, answerId);
  if (row?.account_id !== accountId) throw new ProductError('chat.message_not_found');
  return { text: row.text, reasoning: row.reasoning, ended: await describe(deps, row) };
}

async function stop(deps: ChatDeps, { accountId }: UserCaller, messageId: string): Promise<ChatMessage> {
  const { store, runs } = deps;
  const { id } = await mustFind(deps, store.db, accountId, messageId);
  await runs.stop(id);
  return describe(deps, await mustFind(deps, store.db, accountId, id));
}

async function rate(
  deps: ChatDeps,
  { accountId }: UserCaller,
  messageId: string,
  rating: ChatRating | null,
): Promise<ChatMessage> {
  const row = await mustFind(deps, deps.store.db, accountId, messageId);
  if (row.role !== 'assistant') throw new ProductError('chat.message_not_found');
  await messages.changeMessage(deps.store.db, row.id, { rating });
  return describe(deps, { ...row, rating });
}

/** Notes a task that was started from a card, newest first. Throws `task.not_found` for the task of somebody else. */
async function noteCardRun(
  deps: ChatDeps,
  caller: UserCaller,
  run: { messageId: string; cardId: string; taskId: string },
) {
  await deps.tasks.get(caller, run.taskId);
  const row = await deps.store.transact(async (tx) => {
    const found = await mustFind(deps, tx, caller.accountId, run.messageId);
    if (isRunning(found.state)) throw new ProductError('chat.message_not_found');
    const cards = cardsIn(found);
    const card = cards.find(({ id }) => id === run.cardId);
    if (!card) throw new ProductError('chat.message_not_found');
    card.taskIds = [...new Set([run.taskId, ...card.taskIds])].slice(0, tasksPerCard);
    const changed = { cards: JSON.stringify(cards) };
    await messages.changeMessage(tx, found.id, changed);
    return { ...found, ...changed };
  });
  return describe(deps, row);
}

async function mustFind(
  deps: ChatDeps,
  handle: Db,
  accountId: string,
  messageId: string,
): Promise<messages.MessageRow> {
  const row = await messages.findOwnMessage(handle, accountId, messageId);
  if (!row) throw new ProductError('chat.message_not_found');
  // A running answer is ahead of its row.
  return deps.runs.find(row.id)?.row ?? row;
}

async function describe(deps: ChatDeps, row: messages.MessageRow): Promise<ChatMessage> {
  const [message] = await deps.view.describe(deps.store.db, [row]);
  return message as ChatMessage;
}

async function answering(
  deps: ChatDeps,
  { accountId }: UserCaller,
  answerId: string,
  draft: ChatSend,
): Promise<Answering> {
  const { store } = deps;
  const row = await mustFind(deps, store.db, accountId, answerId);
  const question = await mustFind(deps, store.db, accountId, row.parent_id ?? '');
  const conversation = await conversations.findOwnConversation(store.db, accountId, row.conversation_id);
  if (!conversation) throw new ProductError('chat.not_found');
  const answer = await describe(deps, row);
  const base = baseOf(deps, answerId, row, draft);
  return {
    conversation: toConversation(conversation, isRunning(row.state)),
    question: await describe(deps, question),
    answer: {
      ...answer,
      text: answer.text.slice(0, base.text),
      reasoning: answer.reasoning.slice(0, base.reasoning),
    },
  };
}

/** Text at the time of the send; of a send repeated after its end empty, or, for a continuation, the whole text. */
function baseOf(deps: ChatDeps, answerId: string, row: messages.MessageRow, { continues }: ChatSend) {
  const run = deps.runs.find(answerId);
  if (run) return run.base;
  return continues === undefined
    ? { text: 0, reasoning: 0 }
    : { text: row.text.length, reasoning: row.reasoning.length };
}
