import type { BlobKey, BlobStorage } from '../../../adapters/storage/port.ts';

export type Adoptions = ReturnType<typeof createAdoptions>;

/**
 * Taking files in and removing them, so that no removal falls between the moment a file is stored and the one its row is
 * written: equal files exist once, and the one may be removed by whoever had it before.
 */
export function createAdoptions(storage: Pick<BlobStorage, 'adopt' | 'remove'>) {
  /** Number of those who stored a file and have written no row yet, by its key. */
  const awaited = new Map<string, number>();
  const arriving = new Set<Promise<unknown>>();
  let removing: Promise<unknown> = Promise.resolve();
  let removals = 0;

  async function arrive(file: string): Promise<BlobKey> {
    const key = await storage.adopt(file);
    awaited.set(key.sha256, (awaited.get(key.sha256) ?? 0) + 1);
    return key;
  }

  /** The row is there, or will never be; more often than files were stored does no harm. */
  function settle(sha256: string): void {
    const others = (awaited.get(sha256) ?? 0) - 1;
    if (others > 0) awaited.set(sha256, others);
    else awaited.delete(sha256);
  }

  return {
    /** Stores a file as {@link BlobStorage.adopt} does; it stays at least until {@link settle}. */
    async adopt(file: string): Promise<BlobKey> {
      while (removals > 0) await removing.catch(() => undefined);
      const arrived = arrive(file);
      const counted = arrived.catch(() => undefined).finally(() => arriving.delete(counted));
      arriving.add(counted);
      return arrived;
    },

    settle,

    /** Removes a file that nobody has stored anew, and of which `isNamed` says no. */
    async remove(sha256: string, isNamed: () => Promise<boolean>): Promise<void> {
      removals += 1;
      const removed = removing
        .catch(() => undefined)
        .then(async () => {
          // An upload that is still being stored may have the same content as this file.
          await Promise.all(arriving);
          if (!awaited.has(sha256) && !(await isNamed())) await storage.remove(sha256);
        })
        .finally(() => {
          removals -= 1;
        });
      removing = removed;
      await removed;
    },
  };
}
