import type { ChatSend } from '#shared/contract/chat';
import { chatCost, isRunning, messagesPerConversation } from '#shared/domain/chat';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Ids } from '../../ids.ts';
import type { UserCaller } from '../base/caller.ts';
import { createCounter } from '../base/limits.ts';
import { afterCommit, type Db, type Store } from '../base/store.ts';
import type { TicketService } from '../shop/ticket/ticket.service.ts';
import type { ImageService } from '../studio/image/image.service.ts';
import type { AnswerRuns } from './answer-runs.ts';
import {
  type ChatRequest,
  canContinue,
  fingerprintOf,
  holdOf,
  runLimits,
  sendLimits,
  titleOf,
  wishOf,
} from './chat.rules.ts';
import type { ChatModels } from './chat-models.ts';
import * as conversations from './conversation.repository.ts';
import * as messages from './message.repository.ts';
import { idsIn } from './message-view.ts';
import type { RefusedWords } from './refused-words.ts';

export interface SendDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  models: ChatModels;
  tickets: Pick<TicketService, 'hold'>;
  images: Pick<ImageService, 'ownAmong'>;
  words: RefusedWords;
  runs: Pick<AnswerRuns, 'begin'>;
}

/** Result of a send, the same each time it is repeated. */
export interface Sent {
  questionId: string;
  answerId: string;
}

export type ChatSends = ReturnType<typeof createChatSends>;

interface SendParts extends SendDeps {
  counters: ReturnType<typeof createCounter>[];
}

/** The way from what was sent to an answer that is being written: one transaction, once for each key. */
export function createChatSends(deps: SendDeps) {
  const { store, clock } = deps;
  const counters = sendLimits.map((limit) => createCounter({ store, clock, ...limit }));
  const parts: SendParts = { ...deps, counters };
  return (caller: UserCaller, draft: ChatSend): Promise<Sent> => send(parts, caller, draft);
}

/** Earlier result of the same key. Throws `request.client_key_reused` when the key stands for another send. */
async function known(handle: Db, accountId: string, send: ChatSend): Promise<Sent | undefined> {
  if (send.requestId === undefined) return undefined;
  const request = await messages.findRequest(handle, accountId, send.requestId);
  if (!request) return undefined;
  if (request.fingerprint !== fingerprintOf(send)) throw new ProductError('request.client_key_reused');
  return { questionId: request.question_id, answerId: request.answer_id };
}

async function mustFind(tx: Db, accountId: string, messageId: string): Promise<messages.MessageRow> {
  const row = await messages.findOwnMessage(tx, accountId, messageId);
  if (!row) throw new ProductError('chat.message_not_found');
  return row;
}

/** The conversation that a send goes to; none for the first question of a new one. */
async function placeOf(tx: Db, accountId: string, wish: ChatRequest, conversationId: string | undefined) {
  const named = wish.kind === 'question' ? undefined : namedBy(wish);
  const message = named === undefined ? undefined : await mustFind(tx, accountId, named);
  if (message && conversationId !== undefined && conversationId !== message.conversation_id)
    throw new ProductError('chat.message_not_found');
  const id = message?.conversation_id ?? conversationId;
  if (id === undefined) return { conversation: undefined, message };
  const conversation = await conversations.findOwnConversation(tx, accountId, id);
  if (!conversation) throw new ProductError('chat.not_found');
  return { conversation, message };
}

/** Throws `chat.still_answering`, `chat.busy`. */
async function requireRoom(tx: Db, accountId: string, conversationId: string | undefined): Promise<void> {
  const { all, own } = await messages.countRunning(tx, accountId);
  if (conversationId !== undefined && own.includes(conversationId)) throw new ProductError('chat.still_answering');
  if (own.length >= runLimits.own || all >= runLimits.all) throw new ProductError('chat.busy', { retryAfter: 5 });
}

/** The answer that a question follows. Throws `chat.message_not_found`. */
async function parentOf(
  tx: Db,
  accountId: string,
  conversation: conversations.ConversationRow | undefined,
  parentId: string | null | undefined,
): Promise<string | null> {
  if (parentId === undefined) return conversation?.leaf_id ?? null;
  if (parentId === null) return null;
  const parent = await mustFind(tx, accountId, parentId);
  if (parent.role !== 'assistant' || parent.conversation_id !== conversation?.id)
    throw new ProductError('chat.message_not_found');
  return parent.id;
}

async function requireOwn(deps: SendDeps, tx: Db, accountId: string, imageIds: readonly string[]): Promise<void> {
  const own = await deps.images.ownAmong(tx, accountId, imageIds);
  if (own.size < imageIds.length) throw new ProductError('chat.attachment');
}

/** A message with nothing in it but what is given. */
export function newRow(change: Partial<messages.MessageRow> & { account_id: string; conversation_id: string }) {
  const none = { reasoning: '', text: '', attachments: '[]', pictures: '[]', sources: '[]', cards: '[]' };
  const nothing = { error_reason: null, error_message: null, model: null, model_title: null, rating: null };
  const zero = { is_deep: 0, price: 0, cost: 0, continuations: 0, usage: null, finished_at: null } as const;
  return { ...none, ...nothing, ...zero, parent_id: null, created_at: 0, ...change } as messages.MessageRow;
}

/** A question with its first answer, or a further version of an answer. */
async function ask(
  deps: SendDeps,
  tx: Db,
  accountId: string,
  {
    wish,
    draft,
    conversation,
    message,
  }: Awaited<ReturnType<typeof placeOf>> & { wish: Exclude<ChatRequest, { kind: 'continuation' }>; draft: ChatSend },
): Promise<Sent> {
  const { models, clock, ids, tickets } = deps;
  const { model } = models.choose(draft.model);
  const isDeep = draft.deep === true && model.canThinkDeeply;
  const { count, newest } = conversation ? await messages.sizeOf(tx, conversation.id) : { count: 0, newest: 0 };
  const added = wish.kind === 'question' ? 2 : 1;
  if (count + added > messagesPerConversation)
    throw new ProductError('chat.too_long', { fill: { limit: messagesPerConversation } });
  // The order of a conversation is the order of its moments.
  const now = Math.max(clock.now(), newest + 1);
  const conversation_id = conversation?.id ?? ids.next('chat');
  const base = { account_id: accountId, conversation_id };
  let question = message;
  if (wish.kind === 'question') {
    await requireOwn(deps, tx, accountId, wish.attachments);
    question = newRow({
      ...base,
      id: ids.next('msg'),
      parent_id: await parentOf(tx, accountId, conversation, wish.parentId),
      role: 'user',
      text: wish.text,
      state: 'done',
      attachments: JSON.stringify(wish.attachments),
      created_at: now,
      finished_at: now,
    });
  }
  if (question?.role !== 'user') throw new ProductError('chat.message_not_found');
  const attachments = idsIn(question.attachments).length;
  const answer = newRow({
    ...base,
    id: ids.next('msg'),
    parent_id: question.id,
    role: 'assistant',
    state: 'queued',
    model: model.id,
    model_title: model.title,
    is_deep: isDeep ? 1 : 0,
    price: chatCost(model.isPriced, { isDeep, attachments }),
    created_at: now + 1,
  });
  if (!conversation) {
    const title = titleOf(question.text);
    const times = { created_at: clock.now(), updated_at: clock.now(), deleted_at: null };
    const fresh = { is_named: 0, pinned_at: null, leaf_id: null, messages: 0, ...times } as const;
    await conversations.insertConversation(tx, { id: conversation_id, account_id: accountId, title, ...fresh });
  }
  await messages.insertMessages(tx, wish.kind === 'question' ? [question, answer] : [answer]);
  const isFirst = count === 0 || (wish.kind === 'question' && question.parent_id === null);
  const title = isFirst && conversation?.is_named === 0 ? { title: titleOf(question.text) } : {};
  const change = { ...title, leaf_id: answer.id, messages: count + added, updated_at: clock.now() };
  await conversations.changeConversation(tx, conversation_id, change);
  if (answer.price > 0)
    await tickets.hold(tx, accountId, 'gpt', answer.price, holdOf(answer.id), `助手 · ${model.title}`);
  return { questionId: question.id, answerId: answer.id };
}

/** Lets the same answer grow on, at no further cost. Throws `chat.not_continuable`, `chat.no_such_model`. */
async function goOn(deps: SendDeps, tx: Db, answer: messages.MessageRow): Promise<Sent> {
  if (isRunning(answer.state)) throw new ProductError('chat.still_answering');
  if (!canContinue(answer)) throw new ProductError('chat.not_continuable');
  // It goes on with the model that began it.
  deps.models.choose(answer.model ?? '');
  await messages.changeMessage(tx, answer.id, {
    state: 'queued',
    error_reason: null,
    error_message: null,
    finished_at: null,
    continuations: answer.continuations + 1,
  });
  const change = { leaf_id: answer.id, updated_at: deps.clock.now() };
  await conversations.changeConversation(tx, answer.conversation_id, change);
  return { questionId: answer.parent_id ?? '', answerId: answer.id };
}

/** Throws what the contract announces for a send. */
async function send(deps: SendParts, caller: UserCaller, draft: ChatSend): Promise<Sent> {
  const { store, words, clock, runs, counters } = deps;
  const { accountId } = caller;
  const before = await known(store.db, accountId, draft);
  if (before) return before;
  const wish = wishOf(draft);
  for (const counter of counters) counter.check(accountId);
  words.refresh();
  if (wish.kind === 'question' && words.find(wish.text)) throw new ProductError('chat.refused_words');
  for (const counter of counters) counter.note(accountId);

  return store.transact(async (tx) => {
    const meanwhile = await known(tx, accountId, draft);
    if (meanwhile) return meanwhile;
    const place = await placeOf(tx, accountId, wish, draft.conversationId);
    await requireRoom(tx, accountId, place.conversation?.id);
    const sent =
      wish.kind === 'continuation'
        ? await goOn(deps, tx, place.message as messages.MessageRow)
        : await ask(deps, tx, accountId, { wish, draft, ...place });
    if (draft.requestId !== undefined)
      await messages.insertRequest(tx, {
        account_id: accountId,
        request_id: draft.requestId,
        fingerprint: fingerprintOf(draft),
        question_id: sent.questionId,
        answer_id: sent.answerId,
        created_at: clock.now(),
      });
    const row = (await messages.findMessage(tx, sent.answerId)) as messages.MessageRow;
    afterCommit(tx, () => runs.begin(caller, row));
    return sent;
  });
}

function namedBy(wish: Exclude<ChatRequest, { kind: 'question' }>): string {
  return wish.kind === 'version' ? wish.questionId : wish.answerId;
}
