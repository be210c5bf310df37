import type { Logger } from 'pino';
import type { Store } from '../modules/base/store.ts';
import { createBooks } from '../modules/shop/books/books.service.ts';
import { createDifferences } from '../modules/shop/books/differences.ts';
import { createCustomRequestService } from '../modules/shop/custom-request/custom-request.service.ts';
import { createInvoiceService } from '../modules/shop/invoice/invoice.service.ts';
import { createOrders } from '../modules/shop/order/order.service.ts';
import { createProductDesk } from '../modules/shop/product/product-desk.service.ts';
import { createRedeemService } from '../modules/shop/redeem/redeem.service.ts';
import { createRedeemDesk } from '../modules/shop/redeem/redeem-desk.service.ts';
import { createRefunds } from '../modules/shop/refund/refund.service.ts';
import { createRefundBook } from '../modules/shop/refund/refund-book.ts';
import { createTicketDesk } from '../modules/shop/ticket/ticket-desk.service.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';
import type { Identity } from './identity.ts';
import type { Records } from './records.ts';

export type Shop = ReturnType<typeof createShop>;

/** Composition of the shop: products, gifts, orders and refunds. */
export function createShop(
  log: Logger,
  store: Store,
  adapters: Adapters,
  { audit, changeSets, grants, pending, settings }: Records,
  { accounts, memberships, products, reasons, tickets }: Accounts,
  { auth }: Identity,
) {
  const { clock, ids, payments } = adapters;
  const { plans } = products;
  const productDesk = createProductDesk({ store, clock, ids, products, audit, changeSets, pending, reasons });
  const ticketDesk = createTicketDesk({ store, clock, tickets, accounts, audit, changeSets, grants });
  const redeem = createRedeemService({ store, clock, plans, tickets, memberships });
  const redeemDesk = createRedeemDesk({ store, clock, ids, plans, audit, changeSets, grants, reasons, pending });
  const invoices = createInvoiceService({ store, clock, ids, audit, changeSets });
  const customRequests = createCustomRequestService({ store, clock, ids, auth, audit, changeSets });
  const differences = createDifferences({ clock, ids });
  const refundBook = createRefundBook({ clock, ids, memberships, tickets });
  const orders = createOrders({
    ...{ store, clock, ids, products, memberships, tickets, accounts, payments, invoices, audit, changeSets, log },
    ...{ refunds: refundBook, differences, tally: adapters.metrics },
  });
  const refunds = createRefunds({
    ...{ store, clock, orders, book: refundBook, audit, log, accounts, pending },
    ceiling: () => settings.limit('refundCeiling'),
  });
  const books = createBooks({ store, clock, payments, orders, differences, audit, changeSets, log });
  return { productDesk, ticketDesk, redeem, redeemDesk, invoices, customRequests, orders, refunds, books };
}
