import type { Config } from '../config.ts';
import type { Store } from '../modules/base/store.ts';
import { createAccountService } from '../modules/identity/account/account.service.ts';
import { createReasons } from '../modules/identity/account/reasons.ts';
import { createMembershipService } from '../modules/shop/membership/membership.service.ts';
import { createProductService } from '../modules/shop/product/product.service.ts';
import { createTicketService } from '../modules/shop/ticket/ticket.service.ts';
import { firstAdmin } from '../seed/staff.ts';
import type { Adapters } from './adapters.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** Accounts with their plans, tickets and memberships, which both identity and the shop are built on. */
export function createAccounts(config: Config, store: Store, adapters: Adapters) {
  const { clock, ids, metrics: tally } = adapters;
  /** Chat tickets are of use while a chat model has a price. */
  const usableTickets = () =>
    adapters.chatModels.list().some(({ isPriced }) => isPriced)
      ? (['normal', 'live', 'gpt'] as const)
      : (['normal', 'live'] as const);
  const products = createProductService({ store, clock, usableTickets });
  const { plans } = products;
  const tickets = createTicketService({ store, clock, ids, plans, tally });
  const accounts = createAccountService({ store, clock, ids, tickets, plans });
  const memberships = createMembershipService({ store, clock, ids, tickets, accounts, products });
  /** The administrator whom the first start in local mode creates. */
  const isSeededAdmin = (loginName: string) => config.mode === 'local' && loginName === firstAdmin;
  const reasons = createReasons(accounts, isSeededAdmin);
  return { products, tickets, accounts, memberships, reasons, isSeededAdmin };
}
