import type { PageEvent } from '#shared/contract/system';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { BlobStorage } from '../../adapters/storage/port.ts';
import { storageFault } from '../../storage-fault.ts';
import { createCounter, networkOf } from '../limits.ts';
import type { Store } from '../store.ts';
import { insertPageEvents, removePageEvents } from './system.repository.ts';

/** Events of one network: an office of people who click fast. */
const eventLimit = { windowMs: 60_000, most: 600 };
const keptMs = 90 * 86_400_000;
/** Rows at most; some 300 bytes each. */
const keptRows = 500_000;

export type SystemService = ReturnType<typeof createSystemService>;

export interface SystemDeps {
  store: Store;
  clock: Clock;
  storage: BlobStorage;
}

/** What pages tell of their use, and whether the server can write. */
export function createSystemService({ store, clock, storage }: SystemDeps) {
  const limit = createCounter({ clock, ...eventLimit });
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

    /** Throws `request.too_often`; then none of the events is kept. */
    async track(
      accountId: string | null,
      deviceId: string | null,
      events: readonly PageEvent[],
      address: string,
    ): Promise<void> {
      limit.count(networkOf(address), events.length);
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

    /** Removes old events, and the oldest where there are too many; run now and then. */
    sweep: (kept = keptRows): Promise<void> => removePageEvents(store.db, clock.now() - keptMs, kept),
  };
}
