import type { PageEvent } from '#shared/contract/system';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { BlobStorage } from '../../adapters/storage/port.ts';
import { storageFault } from '../../storage-fault.ts';
import type { Store } from '../store.ts';
import { insertPageEvents } from './system.repository.ts';

export type SystemService = ReturnType<typeof createSystemService>;

export interface SystemDeps {
  store: Store;
  clock: Clock;
  storage: BlobStorage;
}

/** What pages tell of their use, and whether the server can write. */
export function createSystemService({ store, clock, storage }: SystemDeps) {
  let probing: Promise<ProductError | undefined> | undefined;

  async function probe(): Promise<ProductError | undefined> {
    try {
      await storage.probe();
      await store.probe();
      return undefined;
    } catch (error) {
      return storageFault(error) ?? new ProductError('server.storage_broken', { cause: error });
    }
  }

  return {
    /** Why nothing can be stored just now; those who ask at once share one try. */
    storageFault(): Promise<ProductError | undefined> {
      probing ??= probe().finally(() => {
        probing = undefined;
      });
      return probing;
    },

    async track(accountId: string | null, deviceId: string | null, events: readonly PageEvent[]): Promise<void> {
      const rows = events.map(({ name, label, path, from, personalCenterPage, at }) => ({
        account_id: accountId,
        device_id: deviceId,
        name,
        label: label ?? null,
        detail: JSON.stringify({ path, from, personalCenterPage, at }),
        created_at: clock.now(),
      }));
      await insertPageEvents(store.db, rows);
    },
  };
}
