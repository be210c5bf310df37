import { TransportError } from '#shared/client/transport';
import type { Task } from '#shared/contract/task';
import { newClientKey } from '#shared/domain/client-key';
import { isFinal } from '#shared/domain/task-status';
import { minute } from '#shared/domain/time';
import { api } from '../lib/api';
import { appStore } from '../lib/app-store';
import { connection, onReconnect, whenReachable } from '../lib/connection';
import { onNews, tellOtherTabs } from '../lib/other-tabs';
import { useServerState } from '../lib/server-state';
import { noteArrival } from '../lib/shop-store';
import { noteWaiting } from '../lib/waiting-starts';
import { createTaskFeed, openBrowserEvents, type TaskFeed } from './task-feed';

const feed = createTaskFeed({
  readTask: (taskId) => api.getTaskByTaskId({ taskId }),
  openEvents: openBrowserEvents,
  setTimer: (act, milliseconds) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** Keeps unfinished tasks current: server events, and reads where events do not come. */
export const taskFeed: TaskFeed = {
  ...feed,
  follow(taskId) {
    // The code that reports tasks outside their pages is loaded with the first task.
    if (!appStore.get().areRunsFollowed) appStore.set({ areRunsFollowed: true });
    feed.follow(taskId);
  },
};
onReconnect(feed.resume);

/** True when a task comes from another tab just now, which need not be told of it. */
let isHearing = false;
/** Runs of other tabs, followed as soon as somebody looks at this one. */
const unfollowed = new Set<string>();
/** A run that is quick may have ended before anything else was heard of it. */
const startedHere = new Set<string>();

taskFeed.subscribe((task, former) => {
  const isUnderWay = !isFinal(task.status) || (former !== undefined && !isFinal(former.status));
  if ((isUnderWay || startedHere.has(task.taskId)) && !isHearing) tellOtherTabs({ kind: 'task', task });
});

function followSeen(): void {
  if (document.visibilityState !== 'visible') return;
  for (const taskId of unfollowed) taskFeed.follow(taskId);
  unfollowed.clear();
}

onNews((news) => {
  if (news.kind !== 'task') return;
  const { taskId, status, seq } = news.task;
  const isEnded = isFinal(status);
  isHearing = true;
  taskFeed.accept(news.task);
  isHearing = false;
  if (isEnded) unfollowed.delete(taskId);
  else unfollowed.add(taskId);
  followSeen();
  // Tickets are held at the start and spent or returned at the end.
  if (isEnded || seq <= 1) noteArrival();
});
if (typeof document !== 'undefined') document.addEventListener('visibilitychange', followSeen);

export interface TaskStart {
  /** Key of an earlier, refused attempt: the same key means the same task. Left out, a new one is made. */
  clientKey?: string;
  tool: string;
  params: Record<string, unknown>;
  /** The task this one repeats. */
  retriedFrom?: string;
  /** The task whose result it starts from. */
  parent?: string;
}

/** `signal` cancels a start that waits for the network; a request that was already sent is not revoked. */
interface StartOptions {
  signal?: AbortSignal;
}

/** Attempts of one start when the network fails; all carry the same key, so nothing is charged twice. */
const startAttempts = 3;

/**
 * Starts a task, follows it and resolves to its id. While the server is unreachable it waits; every page shows this and
 * can cancel it. Network errors are retried with the same `clientKey`. Throws the server's refusal, or
 * {@link TransportError}: `aborted` when cancelled, `timeout` at once, `network` after the retries.
 */
export async function startTask(
  { clientKey = newClientKey(), ...start }: TaskStart,
  { signal }: StartOptions = {},
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    if (connection.isOffline()) {
      await waitForLine(signal);
      attempt = 1;
    }
    if (signal?.aborted) throw new TransportError('aborted', signal.reason);
    try {
      const { taskId } = await api.startTask({ ...start, clientKey });
      startedHere.add(taskId);
      taskFeed.follow(taskId);
      return taskId;
    } catch (error) {
      const isCutOff = error instanceof TransportError && (error.kind === 'network' || error.kind === 'offline');
      if (!isCutOff || (attempt >= startAttempts && !connection.isOffline())) throw error;
      await new Promise((resolve) => setTimeout(resolve, 800 * attempt));
    }
  }
}

/** Waits until the server is reachable, listed in the waiting starts. Throws when cancelled there or by `signal`. */
async function waitForLine(signal: AbortSignal | undefined): Promise<void> {
  const callOff = new AbortController();
  const end = noteWaiting(callOff);
  try {
    await whenReachable(signal ? AbortSignal.any([signal, callOff.signal]) : callOff.signal);
  } finally {
    end();
  }
}

export function readTask(taskId: string): Promise<Task> {
  return api.getTaskByTaskId({ taskId });
}

export async function cancelTask(taskId: string): Promise<'canceled' | 'canceling' | 'finished'> {
  const { outcome } = await api.cancelTask({ taskId });
  taskFeed.accept(await api.getTaskByTaskId({ taskId }));
  return outcome;
}

export async function deleteTask(taskId: string): Promise<void> {
  await api.delTaskByTaskId({ taskId });
  tellOtherTabs({ kind: 'works', removed: [taskId] });
}

export async function restoreTask(taskId: string): Promise<Task> {
  await api.batchWorks({ action: 'restore', taskIds: [taskId] });
  tellOtherTabs({ kind: 'works', restored: [taskId] });
  return readTask(taskId);
}

/** Every tool with the engines that can run it now. */
export function useToolAnswers() {
  return useServerState(() => api.tools(), { key: 'tools', freshFor: minute });
}
