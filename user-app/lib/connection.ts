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
  /** A call got no answer. */
  noteFailure: () => void;
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
  let isLooking = false;
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

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const isBack = isOnLine() && (await probe());
    isLooking = false;
    if (isBack) come();
    else go();
  }

  if (store.get().isOffline) go();
  return {
    isOffline: () => store.get().isOffline,
    subscribe: store.subscribe,
    noteFailure: () => void look(),
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
window.addEventListener('online', connection.noteBrowser);
window.addEventListener('offline', connection.noteBrowser);

export const onReconnect = connection.onReconnect;

/** Whether the server cannot be reached. */
export function useOffline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isOffline);
}
