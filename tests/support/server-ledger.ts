import { createAdjustableClock } from '../../mock-server/adapters/clock/adjustable.ts';
import type { AdjustableClock } from '../../mock-server/adapters/clock/port.ts';
import { checkTables } from '../../mock-server/control/control.repository.ts';
import { openStore } from '../../mock-server/db/open.ts';
import { randomIds } from '../../mock-server/ids.ts';
import type { Store } from '../../mock-server/modules/store.ts';
import { createTicketService, type TicketService } from '../../mock-server/modules/ticket/ticket.service.ts';
import { startOfStory } from './server.ts';

/** Two accounts with empty purses. */
export const owners = ['user_a', 'user_b'] as const;

/** The ticket service on a database in memory, without a server around it. */
export interface Ledger {
  store: Store;
  clock: AdjustableClock;
  tickets: TicketService;
}

export async function openLedger(): Promise<Ledger> {
  const store = openStore(':memory:');
  const clock = createAdjustableClock();
  clock.set({ now: startOfStory, isFrozen: true });
  const times = { created_at: startOfStory, updated_at: startOfStory };
  const rows = owners.map((id) => ({
    id,
    nick_name: id,
    user_type: 1 as const,
    invite_code: id,
    avatar: '',
    source: null,
    ...times,
  }));
  await store.db
    .insertInto('account')
    .values(
      rows.map((row) => ({
        ...row,
        plan: 'free' as const,
        is_test: 0 as const,
        status: 'active' as const,
        status_reason: '',
        failed_logins: 0,
        version: 1,
      })),
    )
    .execute();
  return { store, clock, tickets: createTicketService({ store, clock, ids: randomIds }) };
}

/** Faults of the books, by the checks that the control plane's invariants run. */
export async function faultsOf({ store, clock }: Ledger): Promise<string[]> {
  const results = await checkTables(store.db, clock.now());
  return results.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
}
