import { useSyncExternalStore } from 'react';
import { createStore } from './create-store';

/** What the connection needs of the outside; replaced in tests. */
export interface ConnectionPorts {
  /** What the browser thinks; false is certain, true is not. */
  isOnLine: () => boolean;
  /** Whether the server answers. */
  probe: () => Promise<boolean>;
  setTimer: (act: () => void, milliseconds: number) => () => void;
}

export interface Connection {
  isOffline: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** A call got no answer; resolves when it is known whether the server can be reached at all. */
  noteFailure: () => Promise<void>;
  /** A call got an answer. */
  noteAnswer: () => void;
  /** The browser's opinion has changed. */
  noteBrowser: () => void;
  /** Called each time the server can be reached again. */
  onReconnect: (act: () => void) => () => void;
}

/** Milliseconds between looks whether the server is back: at first, and at most. */
const firstPause = 2_000;
const longestPause = 30_000;

/**
 * Knows whether the server can be reached: not when the browser says so or when a call and a look after it got no
 * answer. While it cannot, it is looked for again at growing intervals.
 */
export function createConnection({ isOnLine, probe, setTimer }: ConnectionPorts): Connection {
  const store = createStore({ isOffline: !isOnLine() });
  const returns = new Set<() => void>();
  let looking: Promise<void> | undefined;
  let stopTimer: (() => void) | undefined;
  let pause = firstPause;

  function come(): void {
    stopTimer?.();
    pause = firstPause;
    if (!store.get().isOffline) return;
    store.set({ isOffline: false });
    for (const act of returns) act();
  }

  function go(): void {
    if (!store.get().isOffline) store.set({ isOffline: true });
    stopTimer?.();
    stopTimer = setTimer(look, pause);
    pause = Math.min(longestPause, pause * 2);
  }

  function look(): Promise<void> {
    looking ??= (async () => {
      if (isOnLine() && (await probe())) come();
      else go();
    })().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  if (store.get().isOffline) go();
  return {
    isOffline: () => store.get().isOffline,
    subscribe: store.subscribe,
    noteFailure: look,
    noteAnswer: come,
    noteBrowser() {
      pause = firstPause;
      void look();
    },
    onReconnect(act) {
      returns.add(act);
      return () => returns.delete(act);
    },
  };
}

export const connection = createConnection({
  isOnLine: () => navigator.onLine,
  probe: () =>
    fetch('/api/health', { cache: 'no-store' }).then(
      () => true,
      () => false,
    ),
  setTimer: (act, milliseconds) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
});
globalThis.addEventListener?.('online', connection.noteBrowser);
globalThis.addEventListener?.('offline', connection.noteBrowser);

export const onReconnect = connection.onReconnect;

/** Resolves at once while the server can be reached, else when it can be again. */
export function whenReachable(): Promise<void> {
  if (!connection.isOffline()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onReconnect(() => {
      stop();
      resolve();
    });
  });
}

/** Whether the server cannot be reached. */
export function useOffline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isOffline);
}
