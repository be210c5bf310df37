import type { Logger } from 'pino';
import { createBooks } from '../modules/books/books.service.ts';
import { createDifferences } from '../modules/books/differences.ts';
import { createCustomRequestService } from '../modules/custom-request/custom-request.service.ts';
import { createInvoiceService } from '../modules/invoice/invoice.service.ts';
import { createOrders } from '../modules/order/order.service.ts';
import { createProductDesk } from '../modules/product/product-desk.service.ts';
import { createRedeemService } from '../modules/redeem/redeem.service.ts';
import { createRedeemDesk } from '../modules/redeem/redeem-desk.service.ts';
import { createRefunds } from '../modules/refund/refund.service.ts';
import { createRefundBook } from '../modules/refund/refund-book.ts';
import type { Store } from '../modules/store.ts';
import { createTicketDesk } from '../modules/ticket/ticket-desk.service.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';

export type Shop = ReturnType<typeof createShop>;

/** What is sold, given and paid back. */
export function createShop(log: Logger, store: Store, adapters: Adapters, people: Accounts) {
  const { clock, ids, payments } = adapters;
  const { accounts, audit, grants, reasons, auth, changeSets, memberships, pending, products, tickets } = people;
  const { plans } = products;
  const productDesk = createProductDesk({ store, clock, ids, products, audit, changeSets, pending, reasons });
  const ticketDesk = createTicketDesk({ store, clock, tickets, accounts, audit, changeSets, grants });
  const redeem = createRedeemService({ store, clock, plans, tickets, memberships });
  const redeemDesk = createRedeemDesk({ store, clock, ids, plans, audit, changeSets, grants, reasons, pending });
  const invoices = createInvoiceService({ store, clock, ids, audit });
  const customRequests = createCustomRequestService({ store, clock, ids, auth, audit, changeSets });
  const differences = createDifferences({ clock, ids });
  const refundBook = createRefundBook({ clock, ids, memberships, tickets });
  const orders = createOrders({
    store,
    clock,
    ids,
    products,
    memberships,
    tickets,
    accounts,
    payments,
    invoices,
    refunds: refundBook,
    differences,
    audit,
    changeSets,
    log,
  });
  const refunds = createRefunds({
    ...{ store, clock, orders, book: refundBook, audit, log, accounts, pending },
    ceiling: () => people.settings.limit('refundCeiling'),
  });
  const books = createBooks({ store, clock, payments, orders, differences, audit, changeSets, log });
  return { productDesk, ticketDesk, redeem, redeemDesk, invoices, customRequests, orders, refunds, books };
}
