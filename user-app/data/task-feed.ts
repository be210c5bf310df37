import { leaveForeignWorld } from '#shared/browser/world-watch';
import type { Task } from '#shared/contract/task';
import { isFinal, isNewer } from '#shared/domain/task-status';

/** Outside dependencies of the feed; replaced in tests. */
export interface TaskFeedPorts {
  readTask: (taskId: string) => Promise<Task>;
  /** Opens the event stream; the returned function closes it. */
  openEvents: (listener: { onOpen: () => void; onTask: (task: Task) => void; onError: () => void }) => () => void;
  setTimer: (act: () => void, milliseconds: number) => () => void;
}

/** @param former what was known of it before */
type TaskListener = (task: Task, former: Task | undefined) => void;

export interface TaskFeed {
  /** Watches a task until it has ended; safe to call again. */
  follow: (taskId: string) => void;
  /** Called with every task that is newer than what was known, also those started in another window. */
  subscribe: (listener: TaskListener) => () => void;
  /** Takes in a task read elsewhere, e.g. from a list. */
  accept: (task: Task) => void;
  /** The newest known states of what is followed and has not ended. */
  unfinished: () => Task[];
  /** Reads everything unfinished now, e.g. when the network is back, and opens the events again. */
  resume: () => void;
  /** The newest known state of a task read elsewhere. */
  newest: (task: Task) => Task;
}

/** Milliseconds between reads while no event stream is open. */
const pollWithoutEvents = 1500;
/** Milliseconds between reads beside an open stream, for proxies that hold events back. */
const pollBesideEvents = 10_000;

/**
 * Keeps unfinished tasks current: by server events, and by polling where events do not come. Answers may arrive out of
 * order; one with a lower `seq` than the known one is dropped. The stream is open only while something is unfinished.
 */
export function createTaskFeed({ readTask, openEvents, setTimer }: TaskFeedPorts): TaskFeed {
  const known = new Map<string, Task>();
  const unfinished = new Set<string>();
  const listeners = new Set<TaskListener>();
  let closeEvents: (() => void) | undefined;
  let isStreaming = false;
  let stopTimer: (() => void) | undefined;

  function accept(task: Task) {
    const former = known.get(task.taskId);
    if (!isNewer(former, task)) return;
    known.set(task.taskId, task);
    if (isFinal(task.status)) unfinished.delete(task.taskId);
    for (const listener of listeners) listener(task, former);
    if (unfinished.size === 0) rest();
  }

  async function read(taskId: string) {
    try {
      accept(await readTask(taskId));
    } catch (error) {
      const isGone = error instanceof Error && 'status' in error && (error.status === 404 || error.status === 401);
      if (isGone) unfinished.delete(taskId);
      if (unfinished.size === 0) rest();
    }
  }

  async function readAll() {
    await Promise.all([...unfinished].map(read));
  }

  function schedule() {
    stopTimer?.();
    stopTimer = setTimer(
      async () => {
        await readAll();
        if (unfinished.size > 0) schedule();
      },
      isStreaming ? pollBesideEvents : pollWithoutEvents,
    );
  }

  function wake() {
    if (closeEvents) return;
    closeEvents = openEvents({
      onOpen: () => {
        isStreaming = true;
        void readAll();
      },
      onTask: accept,
      onError: () => {
        isStreaming = false;
        if (unfinished.size > 0) schedule();
      },
    });
    schedule();
  }

  function rest() {
    stopTimer?.();
    closeEvents?.();
    stopTimer = undefined;
    closeEvents = undefined;
    isStreaming = false;
  }

  return {
    follow(taskId) {
      const task = known.get(taskId);
      if ((task && isFinal(task.status)) || unfinished.has(taskId)) return;
      unfinished.add(taskId);
      wake();
      void read(taskId);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    accept,
    unfinished: () => [...unfinished].flatMap((taskId) => known.get(taskId) ?? []),
    resume() {
      if (unfinished.size === 0) return;
      rest();
      wake();
      void readAll();
    },
    newest(task) {
      accept(task);
      return known.get(task.taskId) ?? task;
    },
  };
}

/** Delay before a refused stream is requested again, milliseconds. */
const refusedMs = 60_000;

/**
 * Opens the event stream `GET /api/ai/taskEvents`. The browser reconnects after a network failure by itself, but not
 * after an error response, e.g. because the account has too many streams; then it is opened again after a minute.
 */
export const openBrowserEvents: TaskFeedPorts['openEvents'] = ({ onOpen, onTask, onError }) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source = open();

  function open(): EventSource {
    const opened = new EventSource('/api/ai/taskEvents', { withCredentials: true });
    opened.addEventListener('open', onOpen);
    opened.addEventListener('error', () => {
      onError();
      if (opened.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!leaveForeignWorld()) source = open();
      }, refusedMs);
    });
    opened.addEventListener('task', (event) => onTask(JSON.parse((event as MessageEvent<string>).data) as Task));
    return opened;
  }

  return () => {
    clearTimeout(timer);
    source.close();
  };
};
