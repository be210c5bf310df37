import type { PageEvent } from '#shared/contract/system';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Store } from '../store.ts';
import { insertPageEvents } from './system.repository.ts';

export type SystemService = ReturnType<typeof createSystemService>;

/** What pages tell of their use. */
export function createSystemService({ store, clock }: { store: Store; clock: Clock }) {
  return {
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
