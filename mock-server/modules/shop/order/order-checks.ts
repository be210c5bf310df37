import type { Logger } from 'pino';
import type { Clock } from '../../../adapters/clock/port.ts';
import { PaymentUnreachable } from '../../../adapters/payment/port.ts';
import { startEach } from '../../../slices.ts';
import type { Store } from '../../base/store.ts';
import * as orders from './order.repository.ts';
import { checkBackoff, isLookedForInVain, nextCheck } from './order.rules.ts';
import type { OrderMoves } from './order-moves.ts';
import { type OrderSettlement, ProviderGone } from './order-settlement.ts';

export interface ChecksDeps {
  store: Store;
  clock: Clock;
  settlement: OrderSettlement;
  moves: OrderMoves;
  log: Logger;
}

/** Orders worked off by one tick. */
const batch = 20;

/** Finds payments without a notification: queries the provider for orders whose next check is due. */
export function createOrderChecks({ store, clock, settlement, moves, log }: ChecksDeps) {
  const { db } = store;

  async function check(orderId: string): Promise<void> {
    try {
      const order = await settlement.settle(orderId, 'system');
      // It was paid and could not be delivered; the settlement has booked the next try.
      if (order.status === 'paid') return;
      await orders.patchOrder(db, orderId, { next_check_at: nextCheck(order, clock.now()), checks: 0 });
    } catch (error) {
      if (!(error instanceof PaymentUnreachable)) log.error({ error, orderId }, 'an order could not be checked');
      const { checks } = await moves.mustFind(db, orderId);
      const patch = { checks: checks + 1, next_check_at: clock.now() + checkBackoff(checks) };
      await orders.patchOrder(db, orderId, patch);
      if (error instanceof ProviderGone && isLookedForInVain(checks)) await settlement.abandon(orderId);
    }
  }

  return {
    /** Does what is due; called every second. */
    async tick(): Promise<void> {
      // The requests to the providers run in parallel.
      await startEach(store.slices, await orders.dueOrders(db, clock.now(), batch), check);
    },
  };
}
