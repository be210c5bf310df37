import { openChannel } from '#shared/browser/stores';
import type { Task } from '#shared/contract/task';

/** Messages from one tab to the others of the same browser. */
export type News =
  /** A newer state of a run that is under way, or has just ended. */
  | { kind: 'task'; task: Task }
  /** Tickets, plan or orders are different. */
  | { kind: 'tickets' }
  /** A conversation with the assistant was changed, deleted or brought back. */
  | { kind: 'chat'; conversationId: string }
  /** Works were changed; those that went to the recycle bin or came back from it are named. */
  | { kind: 'works'; removed?: readonly string[]; restored?: readonly string[] };

type Listener = (news: News) => void;

/** A channel per account: a tab hears nothing of another person's. */
let channel: BroadcastChannel | undefined;
let joined: string | undefined;
const listeners = new Set<Listener>();

/** Speaks and listens as this account from now on; undefined while nobody is logged in. */
export function joinTabs(account: string | undefined): void {
  if (account === joined) return;
  joined = account;
  channel?.close();
  channel = account === undefined ? undefined : openAccountChannel(account);
}

function openAccountChannel(account: string): BroadcastChannel | undefined {
  const opened = openChannel(`account:${account}`);
  opened?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    for (const listener of listeners) listener(data);
  });
  return opened;
}

export function tellOtherTabs(news: News): void {
  channel?.postMessage(news);
}

/** Called with what other tabs of this account tell. @returns ends it. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
