/** Browser functions used by the connection; replaced in tests. */
export interface ConnectionPorts {
  /**
   * The browser's `navigator.onLine`, a reason to probe and no more: it is true without a reachable server, and false on
   * a computer without a network whose own server answers.
   */
  isOnLine: () => boolean;
  /** Sends a health request; resolves to true when the server responds. */
  probe: () => Promise<boolean>;
  setTimer: (act: () => void, milliseconds: number) => () => void;
}

export interface Connection {
  isOffline: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Resolves to true when the server is unreachable. Probes first if it was, or if the browser reports no network. */
  isLost: () => Promise<boolean>;
  /** Reports a request without a response. Probes the server and resolves when the probe has finished. */
  noteFailure: () => Promise<void>;
  /**
   * Like `noteFailure`, for a write request. It may have changed the data, so listeners of `onReconnect` are called
   * even if the server stayed reachable.
   */
  noteUnanswered: () => Promise<void>;
  /** Reports a response: the server is reachable, unless the browser reports no network; then it is probed. */
  noteAnswer: () => void;
  /** Reports an `online` or `offline` event of the browser: probes the server. */
  noteBrowser: () => void;
  /**
   * Registers a listener, called when the server is reachable again, and after a write request without a response once
   * the server is reachable. `isInDoubt` is true when there was such a write request.
   * @returns a function that removes the listener
   */
  onReconnect: (act: (isInDoubt: boolean) => void) => () => void;
}

/** Milliseconds between probes while the server is unreachable: the first interval and the longest. */
const firstPause = 2_000;
const longestPause = 30_000;
/** Timeout of a probe, milliseconds. */
const probeTimeoutMs = 5_000;

/**
 * Tracks whether the server is reachable. It counts as unreachable when a probe got no response; a request without one
 * and the browser's reports cause a probe. While it is unreachable, or the browser reports no network, it is probed at
 * intervals that double.
 */
export function createConnection({ isOnLine, probe, setTimer }: ConnectionPorts): Connection {
  let isOffline = false;
  /** True when a write request got no response and listeners were not called since. */
  let isInDoubt = false;
  const listeners = new Set<() => void>();
  const returns = new Set<(isInDoubt: boolean) => void>();
  let looking: Promise<void> | undefined;
  let stopTimer: (() => void) | undefined;
  let pause = firstPause;

  function set(next: boolean): void {
    if (isOffline === next) return;
    isOffline = next;
    for (const listener of listeners) listener();
  }

  function come(): void {
    if (isOnLine()) {
      stopTimer?.();
      pause = firstPause;
    }
    if (!isOffline && !isInDoubt) return;
    const wasInDoubt = isInDoubt;
    isInDoubt = false;
    set(false);
    for (const act of returns) act(wasInDoubt);
  }

  function lookLater(): void {
    stopTimer?.();
    stopTimer = setTimer(look, pause);
    pause = Math.min(longestPause, pause * 2);
  }

  function look(): Promise<void> {
    looking ??= (async () => {
      const isReached = await probe();
      if (isReached) come();
      else set(true);
      // Without a network the server may still answer the last request before it is cut off.
      if (!isReached || !isOnLine()) lookLater();
    })().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  if (!isOnLine()) void look();
  return {
    isOffline: () => isOffline,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async isLost() {
      if (!isOffline && isOnLine()) return false;
      await look();
      return isOffline;
    },
    noteFailure: look,
    noteUnanswered() {
      isInDoubt = true;
      return look();
    },
    noteAnswer() {
      // A response that was under way when the network was lost says nothing of now.
      if (isOffline && !isOnLine()) void look();
      else come();
    },
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

/** Creates the connection for the page's own origin and listens to the browser's `online` and `offline` events. */
export function browserConnection(): Connection {
  const connection = createConnection({
    // `onLine` is undefined outside browsers; that counts as online.
    isOnLine: () => navigator.onLine !== false,
    probe: () =>
      fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) }).then(
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
  return connection;
}
