import type { Logger } from 'pino';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { PaymentDirectory } from '../../../adapters/payment/port.ts';
import type { Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import type { OrderService } from '../order/order.service.ts';
import type { DifferenceList } from '../order/order-ports.ts';
import { createBillChecks } from './bill-checks.ts';
import { createBooksDesk } from './books-desk.service.ts';
import { createPaymentNotifications } from './payment-notifications.ts';

export interface BooksDeps {
  store: Store;
  clock: Clock;
  payments: PaymentDirectory;
  orders: Pick<OrderService, 'findByNumber' | 'settlement'>;
  differences: DifferenceList;
  audit: AuditService;
  changeSets: ChangeSets;
  log: Logger;
}

export type BooksService = ReturnType<typeof createBooks>;

/** Comparison of the providers' notifications and bills with our own orders. */
export function createBooks({ store, clock, payments, orders, differences, audit, changeSets, log }: BooksDeps) {
  const bills = createBillChecks({ store, clock, payments, orders, differences, log });
  return {
    desk: createBooksDesk({ store, clock, bills, audit, changeSets }),
    /** A provider's call to us, and what it is answered with. */
    receive: createPaymentNotifications({ store, clock, payments, orders, differences }).receive,
    /** Compares the bills that are due; called every second. */
    tick: bills.tick,
  };
}
