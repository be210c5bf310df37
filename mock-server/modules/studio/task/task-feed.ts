import { EventEmitter } from 'node:events';

/** Tells those who listen, in this process, that an account's task has news. */
export interface TaskFeed {
  publish(accountId: string): void;
  /** Returns the way to stop listening. */
  subscribe(accountId: string, listener: () => void): () => void;
}

export function createTaskFeed(): TaskFeed {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: (accountId) => void emitter.emit(accountId),
    subscribe(accountId, listener) {
      emitter.on(accountId, listener);
      return () => emitter.off(accountId, listener);
    },
  };
}
