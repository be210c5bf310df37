import { expect, test, vi } from 'vitest';
import type { Task } from '#shared/contract/task';
import { createTaskFeed, openBrowserEvents, type TaskFeedPorts } from './task-feed';

function taskAt(seq: number, status: Task['status'], progress = 0): Task {
  return {
    taskId: 'task-1',
    tool: 'anything',
    status,
    seq,
    queueNum: 0,
    progress,
    params: {},
    images: [],
    engine: 'embedded',
    isConnected: false,
    words: null,
    doubles: 0,
    seed: 1,
    ticket: { type: 'normal', held: 1, spent: 0, returned: 0 },
    createdAt: 0,
    startedAt: null,
    finishedAt: null,
  };
}

/** A hand-driven outside world: answers are set, timers and events fire when told. */
function createWorld() {
  let answer = taskAt(1, 'queued');
  let events: Parameters<TaskFeedPorts['openEvents']>[0] | undefined;
  let due: (() => void) | undefined;
  const waits: number[] = [];
  const feed = createTaskFeed({
    readTask: async () => answer,
    openEvents: (listener) => {
      events = listener;
      return () => {
        events = undefined;
      };
    },
    setTimer: (act, milliseconds) => {
      due = act;
      waits.push(milliseconds);
      return () => {
        due = undefined;
      };
    },
  });
  const seen: string[] = [];
  feed.subscribe((task) => seen.push(`${task.seq} ${task.status}`));
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    feed,
    seen,
    waits,
    settle,
    serverSays: (task: Task) => {
      answer = task;
    },
    timePasses: async () => {
      due?.();
      await settle();
    },
    events: () => events,
    isWaiting: () => due !== undefined,
  };
}

test('a task without events is polled every 1.5 seconds until it ends', async () => {
  const world = createWorld();
  world.feed.follow('task-1');
  await world.settle();
  world.serverSays(taskAt(2, 'running', 0.5));
  await world.timePasses();
  world.serverSays(taskAt(3, 'succeeded', 1));
  await world.timePasses();
  expect(world.seen).toEqual(['1 queued', '2 running', '3 succeeded']);
  expect(new Set(world.waits)).toEqual(new Set([1500]));
  expect(world.isWaiting()).toBe(false);
  expect(world.events()).toBeUndefined();
});

test('an older answer that arrives late is dropped', async () => {
  const world = createWorld();
  world.feed.follow('task-1');
  await world.settle();
  world.events()?.onTask(taskAt(5, 'running', 0.8));
  world.events()?.onTask(taskAt(4, 'running', 0.4));
  expect(world.seen).toEqual(['1 queued', '5 running']);
});

test('when the stream opens, what was missed is read and polling slows down; when it breaks, polling is quick again', async () => {
  const world = createWorld();
  world.feed.follow('task-1');
  await world.settle();
  world.serverSays(taskAt(2, 'running', 0.1));
  world.events()?.onOpen();
  await world.settle();
  expect(world.seen).toEqual(['1 queued', '2 running']);
  await world.timePasses();
  expect(world.waits.at(-1)).toBe(10_000);
  world.events()?.onError();
  expect(world.waits.at(-1)).toBe(1500);
});

test('a task that was deleted meanwhile is let go', async () => {
  const gone = Object.assign(new Error('任务不存在或已被删除'), { status: 404 });
  let isOpen = false;
  const feed = createTaskFeed({
    readTask: () => Promise.reject(gone),
    openEvents: () => {
      isOpen = true;
      return () => {
        isOpen = false;
      };
    },
    setTimer: () => () => {},
  });
  feed.follow('task-1');
  expect(isOpen).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(isOpen).toBe(false);
});

test('a stream that the server refuses is asked for again after a minute; one that broke off is the browser’s to open', () => {
  const opened: EventTarget[] = [];
  class FakeSource extends EventTarget {
    static CLOSED = 2;
    readyState = 0;
    constructor() {
      super();
      opened.push(this);
    }
    close() {
      this.readyState = 2;
    }
    fail(readyState: number) {
      this.readyState = readyState;
      this.dispatchEvent(new Event('error'));
    }
  }
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  try {
    const onError = vi.fn();
    const close = openBrowserEvents({ onOpen: () => undefined, onTask: () => undefined, onError });
    const last = () => opened.at(-1) as FakeSource;
    last().fail(0);
    vi.advanceTimersByTime(300_000);
    expect(opened).toHaveLength(1);
    last().fail(2);
    expect(onError).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(59_999);
    expect(opened).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(opened).toHaveLength(2);
    last().fail(2);
    close();
    vi.advanceTimersByTime(300_000);
    expect(opened).toHaveLength(2);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});
