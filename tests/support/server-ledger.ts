import { createAdjustableClock } from '../../mock-server/adapters/clock/adjustable.ts';
import type { AdjustableClock } from '../../mock-server/adapters/clock/port.ts';
import { silentTally } from '../../mock-server/adapters/metrics/port.ts';
import { checkTables } from '../../mock-server/control/control.repository.ts';
import { openStore } from '../../mock-server/db/open.ts';
import { createIds } from '../../mock-server/ids.ts';
import type { Store } from '../../mock-server/modules/base/store.ts';
import { createAccountService } from '../../mock-server/modules/identity/account/account.service.ts';
import {
  createMembershipService,
  type MembershipService,
} from '../../mock-server/modules/shop/membership/membership.service.ts';
import { createProductService, type ProductService } from '../../mock-server/modules/shop/product/product.service.ts';
import { createRedeemService, type RedeemService } from '../../mock-server/modules/shop/redeem/redeem.service.ts';
import { createTicketService, type TicketService } from '../../mock-server/modules/shop/ticket/ticket.service.ts';
import { startOfStory } from './server.ts';

export const owners = ['user_a', 'user_b'] as const;

/** Tickets and memberships on a database in memory, without a server around them. */
export interface Ledger {
  store: Store;
  clock: AdjustableClock;
  products: ProductService;
  tickets: TicketService;
  memberships: MembershipService;
  redeem: RedeemService;
}

/** The services on a database as a server makes them at its start. */
export async function startServices(store: Store, clock: AdjustableClock): Promise<Ledger> {
  const base = { store, clock, ids: createIds(), tally: silentTally };
  const products = createProductService({ ...base, usableTickets: () => ['normal', 'live'] });
  await products.start();
  const { plans } = products;
  const tickets = createTicketService({ ...base, plans });
  const accounts = createAccountService({ ...base, tickets, plans });
  const memberships = createMembershipService({ ...base, tickets, accounts, products });
  const redeem = createRedeemService({ ...base, plans, tickets, memberships });
  return { store, clock, products, tickets, memberships, redeem };
}

/** Two accounts to whom nothing is given by itself. */
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
        version: 1,
      })),
    )
    .execute();
  await startServices(store, clock);
  await store.db.updateTable('plan').set({ daily_normal: 0, daily_live: 0, daily_gpt: 0 }).execute();
  return startServices(store, clock);
}

/** Faults of the books, by the checks that the control plane's invariants run. */
export async function faultsOf({ store, clock }: Pick<Ledger, 'store' | 'clock'>): Promise<string[]> {
  const results = await checkTables(store, clock.now());
  return results.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
}
