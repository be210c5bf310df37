import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ApiError } from '#shared/client/create-client';
import { NoStream, postForEvents } from '#shared/client/event-stream';
import type { ChatMessage, ChatSend, Conversation } from '#shared/contract/chat';
import type { ChatExportFormat, ChatRating } from '#shared/domain/chat';
import { newClientKey } from '#shared/domain/client-key';
import { minute } from '#shared/domain/time';
import { api } from '../lib/api';
import { calls } from '../lib/calls';
import { whenReachable } from '../lib/connection';
import { createStore, useStore } from '../lib/create-store';
import { onNews, tellOtherTabs } from '../lib/other-tabs';
import { byNumber, useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';
import { noteArrival } from '../lib/shop-store';
import { write } from '../lib/write';
import { type AnswerFault, ChatStreams, type ConversationDetail } from './chat-streams';

export { type Choices, choicesFor, pathOf } from './chat-tree';
export type { AnswerFault, ConversationDetail };

/** Interval at which a hidden page shows new text, milliseconds; animation frames do not run there. */
const hiddenFrame = 500;

const streams = new ChatStreams({
  async post(send, options) {
    try {
      return await write(() => postForEvents(calls.chatStream.path, send, options));
    } catch (error) {
      throw asRefusal(error);
    }
  },
  readDetail: (conversationId) => api.chatHistoryDetail({ conversationId }),
  stop: (messageId) => api.chatStop({ messageId }),
  whenReachable,
  newKey: newClientKey,
  now: () => performance.now(),
  setTimer,
  nextFrame(act) {
    if (document.visibilityState === 'hidden') return setTimer(act, hiddenFrame);
    // A page that is hidden before the frame comes would wait for it until it is shown again.
    let isDone = false;
    const once = () => {
      if (!isDone) act();
      stop();
    };
    const frame = requestAnimationFrame(once);
    const stopTimer = setTimer(once, hiddenFrame);
    const stop = () => {
      isDone = true;
      cancelAnimationFrame(frame);
      stopTimer();
    };
    return stop;
  },
  onChange(conversationId) {
    noteArrival();
    noteChange(conversationId);
  },
});

function setTimer(act: () => void, milliseconds: number) {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}

/** Refusal in place of a stream, in the form of the other calls. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof NoStream)) return error;
  const { error: said } = (error.body ?? {}) as { error?: ConstructorParameters<typeof ApiError>[1] };
  return said?.reason ? new ApiError(error.status, said) : error;
}

/** Counts what has changed in the list of conversations, and remembers what it was about last. */
const changes = createStore<{ count: number; conversationId: string }>({ count: 0, conversationId: '' });

function noteChange(conversationId: string): void {
  changes.set({ count: changes.get().count + 1, conversationId });
  tellOtherTabs({ kind: 'chat', conversationId });
}

onNews((news) => {
  if (news.kind !== 'chat') return;
  changes.set({ count: changes.get().count + 1, conversationId: news.conversationId });
  if (streams.detail(news.conversationId)) void streams.load(news.conversationId).catch(() => undefined);
});

/** Lets go of everything when somebody else is logged in. */
let owner: string | undefined;
function keepFor(accountId: string | undefined): void {
  if (owner !== undefined && owner !== accountId) streams.clear();
  owner = accountId;
}

export function useChatModels() {
  return useServerState(() => api.chatModels(), { key: 'chat-models', freshFor: 5 * minute });
}

const pageSize = 30;

/** Conversations of an account, pinned ones first, then the newest. @param keyword in titles and texts; empty for all */
export function useConversations(accountId: string | undefined, keyword: string) {
  keepFor(accountId);
  const list = useServerList<Conversation>(
    byNumber(pageSize, async (page) => {
      if (accountId === undefined) return { list: [], total: 0 };
      return api.chatHistory({ page, size: pageSize, ...(keyword ? { keyword } : {}) });
    }),
    { idOf: ({ conversationId }) => conversationId, dependsOn: [accountId, keyword] },
  );
  const change = useStore(changes, ({ count }) => count);
  const { reload } = list;
  useEffect(() => {
    if (change > 0) reload();
  }, [change, reload]);
  return list;
}

/** A conversation with what streams into it; undefined until it has been read. */
export function useConversation(accountId: string | undefined, conversationId: string | undefined) {
  keepFor(accountId);
  const isOpen = accountId !== undefined && conversationId !== undefined;
  const look = useCallback(
    () => (conversationId === undefined ? undefined : streams.detail(conversationId)),
    [conversationId],
  );
  const detail = useSyncExternalStore(streams.subscribe, look);
  useEffect(() => (isOpen ? streams.watch(conversationId) : undefined), [isOpen, conversationId]);
  const { loading, error, refresh } = useServerState(
    () => streams.load(conversationId ?? '').then(() => conversationId),
    { key: `conversation:${accountId ?? ''}:${conversationId ?? ''}`, isReady: isOpen },
  );
  return { detail: isOpen ? detail : undefined, isLoading: loading && !detail, error, reload: refresh };
}

/** Fault of an answer's stream in this tab, until the server has reported its state. */
export function useAnswerFault(messageId: string): AnswerFault | undefined {
  return useSyncExternalStore(streams.subscribe, () => streams.fault(messageId));
}

/**
 * Sends once; resolves when the question is stored, and the answer streams on by itself. Rejects with what is wrong, and
 * then nothing was stored, or sending the same again within a minute is the same request.
 */
export const sendChat = (send: ChatSend) => streams.send(send);
export const stopChat = (messageId: string) => streams.stop(messageId);

async function changeConversation(change: Promise<Conversation>): Promise<Conversation> {
  const conversation = await change;
  streams.put(conversation.conversationId, [], conversation);
  noteChange(conversation.conversationId);
  return conversation;
}

export const renameConversation = (conversationId: string, title: string) =>
  changeConversation(api.chatRename({ conversationId, title }));
export const pinConversation = (conversationId: string, isPinned: boolean) =>
  changeConversation(api.chatPin({ conversationId, isPinned }));

/** Deletes; within a day `restoreConversation` brings it back. */
export async function deleteConversation(conversationId: string): Promise<void> {
  await api.chatDelete({ conversationId, isDeleted: true });
  noteChange(conversationId);
}

export async function restoreConversation(conversationId: string): Promise<void> {
  await api.chatDelete({ conversationId, isDeleted: false });
  noteChange(conversationId);
}

export async function rateMessage(conversationId: string, messageId: string, rating: ChatRating | null): Promise<void> {
  streams.put(conversationId, [await api.chatRate({ messageId, rating })]);
}

/** Notes that a task was started from a card, so that its result shows in the conversation. */
export async function noteCardRun(messageId: string, cardId: string, taskId: string): Promise<ChatMessage> {
  return api.chatCardRun({ messageId, cardId, taskId });
}

/** Address of a conversation as a file. @param leafId the last message of the shown path */
export function conversationFile(conversationId: string, format: ChatExportFormat, leafId?: string): string {
  const query = new URLSearchParams({ conversationId, format, ...(leafId ? { leafId } : {}) });
  return `${calls.chatExport.path}?${query}`;
}

export const useKnowledgeEntry = (entryId: string | undefined) =>
  useServerState(() => api.knowledgeEntry({ entryId: entryId ?? '' }), {
    key: `knowledge:${entryId ?? ''}`,
    isReady: entryId !== undefined,
    freshFor: 5 * minute,
  });
