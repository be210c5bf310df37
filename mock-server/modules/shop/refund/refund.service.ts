import { startEach } from '../../../slices.ts';
import type { UserCaller } from '../../base/caller.ts';
import { createLocks } from '../../base/locks.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { OrderService } from '../order/order.service.ts';
import { dueRefunds } from './refund.repository.ts';
import { createRefundDesk } from './refund-desk.service.ts';
import { createRefundProcess, type RefundProcessDeps } from './refund-process.ts';

export interface RefundDeps
  extends Pick<RefundProcessDeps, 'store' | 'clock' | 'book' | 'accounts' | 'pending' | 'ceiling' | 'log'> {
  orders: Pick<OrderService, 'delivery' | 'moves' | 'mustOwn' | 'settlement'>;
  audit: AuditService;
}

export type RefundService = ReturnType<typeof createRefunds>;

/** Refunds worked off by one tick. */
const batch = 20;

/** Money back, as buyers and staff ask for it and as the clock sends it. */
export function createRefunds({ store, clock, orders, book, audit, log, ...checks }: RefundDeps) {
  const { db } = store;
  const { delivery, moves, settlement } = orders;
  const locks = createLocks();
  const refunds = createRefundProcess({
    ...{ store, clock, book, delivery, settlement, moves, locks, log },
    ...checks,
  });

  async function send(refundId: string): Promise<void> {
    try {
      await refunds.send(refundId);
    } catch (error) {
      log.error({ error, refundId }, 'a refund could not be sent');
    }
  }

  return {
    desk: createRefundDesk({ store, refunds, moves, audit, pending: checks.pending }),

    /** Sends one refund to its provider now, if it is approved. Throws `refund.not_found`. */
    send: refunds.send,

    /** Sends the refunds that are due to their providers; called every second. */
    async tick(): Promise<void> {
      // The requests to the providers run in parallel.
      await startEach(store.slices, await dueRefunds(db, clock.now(), batch), send);
    },

    /** Amount the buyer would get back now. Throws `order.not_found`, `order.not_refundable`. */
    quote: async ({ accountId }: UserCaller, orderId: string) =>
      refunds.requestedQuote(await orders.mustOwn(db, accountId, orderId)),

    /** Throws `order.not_found`, `order.not_refundable`. */
    async request({ accountId }: UserCaller, orderId: string, reason: string): Promise<void> {
      const { id } = await orders.mustOwn(db, accountId, orderId);
      await refunds.requestByBuyer(id, reason);
    },
  };
}
