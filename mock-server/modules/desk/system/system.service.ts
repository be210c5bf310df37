import { setTimeout } from 'node:timers/promises';
import type { PageEvent } from '#shared/contract/system';
import { day, minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { BlobStorage } from '../../../adapters/storage/port.ts';
import { storageFault } from '../../../storage-fault.ts';
import { createCounter, networkOf } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import { insertPageEvents, removeBeyond, removePageEvents } from './system.repository.ts';

/** Events of one network: an office of people who click fast. A long event counts as several. */
const eventLimit = { windowMs: minute, most: 600 };
const countedCharacters = 1_000;
const keptMs = 90 * day;
/** Rows at most; some 300 bytes each. */
const keptRows = 500_000;

/** Time a caller waits for the disk, milliseconds. */
const patienceMs = 25;

/** Outcome of the last try to write. */
interface Verdict {
  fault: ProductError | undefined;
}

export type SystemService = ReturnType<typeof createSystemService>;

export interface SystemDeps {
  store: Store;
  clock: Clock;
  storage: BlobStorage;
}

/** Events of the pages, and the health of the server's storage. */
export function createSystemService({ store, clock, storage }: SystemDeps) {
  const limit = createCounter({ store, clock, ...eventLimit });
  let probing: Promise<Verdict> | undefined;
  let last: Verdict | undefined;

  async function faultNow(): Promise<ProductError | undefined> {
    try {
      await storage.probe();
      await store.probe();
      return undefined;
    } catch (error) {
      return storageFault(error) ?? new ProductError('server.storage_broken', { cause: error });
    }
  }

  /** Those who ask at once share one try. */
  function probe(): Promise<Verdict> {
    probing ??= faultNow().then((fault) => {
      probing = undefined;
      last = { fault };
      return last;
    });
    return probing;
  }

  return {
    /** Why nothing can be stored just now; where a busy disk keeps the answer waiting, what was found the last time. */
    async storageFault(): Promise<ProductError | undefined> {
      const now = probe();
      const { fault } = await (last ? Promise.race([now, setTimeout(patienceMs, last, { ref: false })]) : now);
      return fault;
    },

    /**
     * Stores what pages tell, each event once. One that happened before the caller logged in, or while somebody else
     * was logged in, stays the device's. Throws `request.too_often`; then none of the events is kept.
     */
    async track(
      accountId: string | null,
      deviceId: string | null,
      events: readonly PageEvent[],
      address: string,
    ): Promise<void> {
      const rows = events.map(({ name, label, eventId, userId, ...detail }) => ({
        account_id: eventId === undefined || userId === accountId ? accountId : null,
        device_id: deviceId,
        name,
        label: label ?? null,
        detail: JSON.stringify(detail),
        created_at: clock.now(),
        event_id: eventId ?? null,
      }));
      const weights = rows.map(({ detail }) => Math.ceil(detail.length / countedCharacters));
      limit.count(
        networkOf(address),
        weights.reduce((sum, weight) => sum + weight, 0),
      );
      await insertPageEvents(store.db, rows);
    },

    /** Removes old events, and the oldest where there are too many; run now and then. */
    async sweep(kept = keptRows): Promise<void> {
      await store.slices.run((rows) => removePageEvents(store.db, clock.now() - keptMs, rows));
      await store.slices.run((rows) => removeBeyond(store.db, kept, rows));
    },
  };
}
