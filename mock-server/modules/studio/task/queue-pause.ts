import { afterCommit, type Db, type Store } from '../../base/store.ts';
import { findPause, insertPause, type PauseRow, removePause } from './queue-desk.repository.ts';

export type QueuePause = ReturnType<typeof createQueuePause>;

/** Pause of the queue: while it lasts no job is started. It survives a restart; those who wait read its notice. */
export function createQueuePause({ store }: { store: Store }) {
  let pause: PauseRow | undefined;

  async function load(): Promise<void> {
    pause = await findPause(store.db);
  }
  store.whenEmptied(load);

  return {
    /** Undefined while jobs are taken. */
    current: () => pause,

    /** Reads what stands in the database. */
    load,

    /** Shuts it; one that is shut gets the new words. */
    async set(tx: Db, row: Omit<PauseRow, 'id'>): Promise<void> {
      await removePause(tx);
      await insertPause(tx, row);
      afterCommit(tx, () => {
        pause = { id: 1, ...row };
      });
    },

    async end(tx: Db): Promise<void> {
      await removePause(tx);
      afterCommit(tx, () => {
        pause = undefined;
      });
    },
  };
}
