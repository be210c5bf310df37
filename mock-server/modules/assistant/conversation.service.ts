import type { ChatMessage, Conversation } from '#shared/contract/chat';
import { deletedDays, isRunning } from '#shared/domain/chat';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import { withDeps } from '../../with-deps.ts';
import type { UserCaller } from '../base/caller.ts';
import type { Db, Store } from '../base/store.ts';
import type { AnswerRuns } from './answer-runs.ts';
import { excerptOf, pathTo, termsOf } from './chat.rules.ts';
import * as conversations from './conversation.repository.ts';
import * as messages from './message.repository.ts';
import { type MessageView, toConversation } from './message-view.ts';

export interface ConversationDeps {
  store: Store;
  clock: Clock;
  runs: AnswerRuns;
  view: MessageView;
}

export type ConversationService = ReturnType<typeof createConversationService>;

/** Conversations as their owner keeps them. */
export function createConversationService(deps: ConversationDeps) {
  const { clock } = deps;
  return {
    ...withDeps(deps, { list, detail, path, remove, sweep }),
    rename: (caller: UserCaller, id: string, title: string) => change(deps, caller, id, () => ({ title, is_named: 1 })),
    pin: (caller: UserCaller, id: string, isPinned: boolean) =>
      change(deps, caller, id, (row) => ({ pinned_at: isPinned ? (row.pinned_at ?? clock.now()) : null })),
  };
}

async function list(
  deps: ConversationDeps,
  { accountId }: UserCaller,
  { page, size, keyword = '' }: { page: number; size: number; keyword?: string | undefined },
) {
  const { store } = deps;
  const terms = termsOf(keyword);
  // Words stand in no index: a search may read every message of the account.
  const handle = terms.length > 0 ? store.reading.db : store.db;
  const { rows, total } = await conversations.pageOfConversations(handle, accountId, terms, { page, size });
  const ids = rows.map(({ id }) => id);
  const busy = new Set((await messages.runningIn(store.db, ids)).map((row) => row.conversation_id));
  const list: Conversation[] = [];
  for (const row of rows) list.push(toConversation(row, busy.has(row.id), await excerpt(deps, row, terms)));
  return { list, total, page, size };
}

async function detail(
  { store, runs, view }: ConversationDeps,
  { accountId }: UserCaller,
  id: string,
): Promise<{ conversation: Conversation; messages: ChatMessage[] }> {
  const conversation = await mustFind(store.db, accountId, id);
  // A running answer is ahead of its row.
  const rows = (await messages.messagesOf(store.db, id)).map((row) => runs.find(row.id)?.row ?? row);
  return {
    conversation: toConversation(
      conversation,
      rows.some((row) => isRunning(row.state)),
    ),
    messages: await view.describe(store.db, rows),
  };
}

/** The messages of one version, from the first: of what is shown when it opens, or of where a message stands. */
async function path(
  { store, runs, view }: ConversationDeps,
  { accountId }: UserCaller,
  id: string,
  leafId?: string,
): Promise<{ title: string; messages: ChatMessage[] }> {
  const conversation = await mustFind(store.db, accountId, id);
  const rows = (await messages.messagesOf(store.db, id)).map((row) => runs.find(row.id)?.row ?? row);
  const path = pathTo(rows, leafId ?? conversation.leaf_id ?? '');
  if (leafId !== undefined && path.length === 0) throw new ProductError('chat.not_found');
  return { title: conversation.title, messages: await view.describe(store.db, path) };
}

/** Deletes, with the end of what is being written, or brings back within a day. Asking twice is fine. */
async function remove(
  { clock, store, runs }: ConversationDeps,
  { accountId }: UserCaller,
  id: string,
  isDeleted: boolean,
): Promise<void> {
  const now = clock.now();
  const row = await conversations.findOwnConversation(store.db, accountId, id, now - deletedDays * day);
  if (!row) throw new ProductError('chat.not_found');
  if ((row.deleted_at !== null) === isDeleted) return;
  await conversations.changeConversation(store.db, id, { deleted_at: isDeleted ? now : null });
  if (!isDeleted) return;
  for (const answer of await messages.runningIn(store.db, [id])) await runs.stop(answer.id);
}

/** Removes for good what was deleted more than a day ago, and ends answers that nobody writes; run now and then. */
async function sweep({ clock, store, runs }: ConversationDeps): Promise<void> {
  const before = clock.now() - deletedDays * day;
  await store.slices.run((rows) => store.transact((tx) => conversations.removeDeleted(tx, before, rows)));
  await runs.settleLeft();
}

async function mustFind(handle: Db, accountId: string, id: string): Promise<conversations.ConversationRow> {
  const row = await conversations.findOwnConversation(handle, accountId, id);
  if (!row) throw new ProductError('chat.not_found');
  return row;
}

async function describe(deps: ConversationDeps, row: conversations.ConversationRow): Promise<Conversation> {
  return toConversation(row, (await messages.runningIn(deps.store.db, [row.id])).length > 0);
}

async function change(
  deps: ConversationDeps,
  { accountId }: UserCaller,
  id: string,
  body: (row: conversations.ConversationRow) => Parameters<typeof conversations.changeConversation>[2],
): Promise<Conversation> {
  const row = await deps.store.transact(async (tx) => {
    const found = await mustFind(tx, accountId, id);
    return conversations.changeConversation(tx, id, body(found));
  });
  return describe(deps, row);
}

/** Around the first of the words that the title lacks. */
async function excerpt(
  deps: ConversationDeps,
  row: conversations.ConversationRow,
  terms: readonly string[],
): Promise<string> {
  const title = row.title.toLowerCase();
  const term = terms.find((each) => !title.includes(each.toLowerCase()));
  if (term === undefined) return '';
  return excerptOf((await conversations.textWith(deps.store.db, row.id, term)) ?? '', term);
}
