import type { Db, Store } from '../base/store.ts';

type Work = (tx: Db) => Promise<void>;

/** Pieces of work that share one commit at most. */
const most = 50;

/**
 * Does what is asked for while a transaction is under way together in the next one: a commit waits for the disk, and a
 * crowd would wait for as many disks as it has heads. A piece of work can be run more than once.
 */
export function createGroupCommit(transact: Store['transact']): (work: Work) => Promise<void> {
  const waiting: Array<{ work: Work; resolve: () => void; reject: (error: unknown) => void }> = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      try {
        await transact(async (tx) => {
          for (const { work } of group) await work(tx);
        });
        for (const { resolve } of group) resolve();
      } catch {
        // The fault of one is not the others'.
        for (const { work, resolve, reject } of group) await transact(work).then(resolve, reject);
      }
    }
    isRunning = false;
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      if (!isRunning) void runAll();
    });
}
