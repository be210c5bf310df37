import { addMonths } from '#shared/domain/calendar';
import type { Clock } from '../../adapters/clock/port.ts';
import type { MembershipService } from '../membership/membership.service.ts';
import type { Db } from '../store.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import type { OrderRow } from './order.repository.ts';
import { readSnapshot, type Snapshot } from './order-snapshot.ts';

export interface DeliveryDeps {
  clock: Clock;
  memberships: MembershipService;
  tickets: TicketService;
}

export type OrderDelivery = ReturnType<typeof createOrderDelivery>;

/** Gives what was bought and takes it back. Everything it books carries the order's id as its reference. */
export function createOrderDelivery({ clock, memberships, tickets }: DeliveryDeps) {
  return {
    /**
     * For use in the transaction that marks the order as paid. Gives the snapshot with what came of it, or null when
     * there is nothing left to deliver to: an upgrade whose time has run out or is upgraded already.
     */
    async deliver(tx: Db, order: OrderRow): Promise<Snapshot | null> {
      const sold = readSnapshot(order.snapshot);
      const now = clock.now();
      const { account_id: accountId, id: reference } = order;
      if (sold.kind === 'package') {
        await tickets.grant(tx, accountId, {
          kind: sold.ticketKind,
          amount: sold.tickets,
          source: 'package',
          reason: `购买${sold.title}`,
          reference,
          expiresAt: addMonths(now, sold.validMonths),
          idempotencyKey: `order:${reference}`,
        });
        return sold;
      }
      const { plan, seats } = sold;
      if (sold.kind === 'membership') {
        const term = await memberships.giveMonths(tx, accountId, {
          plan,
          seats,
          months: sold.months,
          source: 'order',
          reference,
        });
        return { ...sold, term };
      }
      const term = await memberships.applyUpgrade(tx, accountId, { plan, seats, until: sold.until, reference });
      return term && { ...sold, term };
    },

    /** Takes back what is left of it. */
    async takeBack(tx: Db, order: OrderRow, operator: string): Promise<void> {
      const { account_id: accountId, id: reference, kind } = order;
      if (kind === 'package') {
        const key = `order-refund:${reference}`;
        await tickets.revoke(tx, accountId, { reference, reason: '退款收回', key, operator });
      } else {
        await memberships.revoke(tx, accountId, reference);
      }
    },
  };
}
