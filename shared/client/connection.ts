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
  /** Whether a call made now is known not to arrive; a server that was lost is looked for once more before. */
  isLost: () => Promise<boolean>;
  /** A call got no answer; resolves when it is known whether the server can be reached at all. */
  noteFailure: () => Promise<void>;
  /** The same of a call that changes something: what is shown may be out of date, whether the line was lost or not. */
  noteUnanswered: () => Promise<void>;
  /** A call got an answer. */
  noteAnswer: () => void;
  /** The browser's opinion has changed. */
  noteBrowser: () => void;
  /**
   * Called each time the server can be reached again, and after a change without an answer as soon as it can.
   * @returns ends it
   */
  onReconnect: (act: (isInDoubt: boolean) => void) => () => void;
}

/** Milliseconds between looks whether the server is back: at first, and at most. */
const firstPause = 2_000;
const longestPause = 30_000;
/** A look without an answer for so long found nothing, milliseconds. */
const probeTimeoutMs = 5_000;

/**
 * Knows whether the server can be reached: not when the browser says so or when a call and a look after it got no
 * answer. While it cannot, it is looked for again at growing intervals.
 */
export function createConnection({ isOnLine, probe, setTimer }: ConnectionPorts): Connection {
  let isOffline = !isOnLine();
  /** Whether a change was sent of which nobody knows what became of it. */
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
    stopTimer?.();
    pause = firstPause;
    if (!isOffline && !isInDoubt) return;
    const wasInDoubt = isInDoubt;
    isInDoubt = false;
    set(false);
    for (const act of returns) act(wasInDoubt);
  }

  function go(): void {
    set(true);
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

  if (isOffline) go();
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

/** The connection of the page's browser with the server that the page came from. */
export function browserConnection(): Connection {
  const connection = createConnection({
    // Browsers alone know of it.
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
