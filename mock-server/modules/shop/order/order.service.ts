import type { Logger } from 'pino';
import type { Answer } from '#shared/contract/endpoint';
import type { Order, orderContract, PlanInfo } from '#shared/contract/order';
import { isOrderOpen } from '#shared/domain/order-status';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Tally } from '../../../adapters/metrics/port.ts';
import { type PaymentDirectory, PaymentUnreachable } from '../../../adapters/payment/port.ts';
import type { Ids } from '../../../ids.ts';
import { startEach } from '../../../slices.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { pageOf } from '../../base/cursor.ts';
import { createLocks } from '../../base/locks.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import { invoiceRefusal } from '../invoice/invoice.rules.ts';
import type { InvoiceService } from '../invoice/invoice.service.ts';
import type { MembershipService } from '../membership/membership.service.ts';
import type { ProductService } from '../product/product.service.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import { createCheckout } from './checkout.ts';
import type { OrderRow } from './order.repository.ts';
import * as orders from './order.repository.ts';
import { checkBackoff, isLookedForInVain, nextCheck, statusFilters } from './order.rules.ts';
import { createOrderDelivery } from './order-delivery.ts';
import { createOrderDesk } from './order-desk.service.ts';
import { createOrderMoves, type OrderMoves } from './order-moves.ts';
import { createOrderOffers, type OrderOffers } from './order-offers.ts';
import type { BookedRefund, DifferenceList, OrderRefunds } from './order-ports.ts';
import { createOrderSettlement, type OrderSettlement, ProviderGone } from './order-settlement.ts';
import { readSnapshot } from './order-snapshot.ts';

export type { OrderRow } from './order.repository.ts';

export interface OrderDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  products: ProductService;
  memberships: MembershipService;
  tickets: TicketService;
  accounts: AccountService;
  payments: PaymentDirectory;
  invoices: Pick<InvoiceService, 'ofOrders'>;
  refunds: OrderRefunds;
  differences: DifferenceList;
  audit: AuditService;
  changeSets: ChangeSets;
  log: Logger;
  tally: Pick<Tally, 'orderMoved' | 'orderNoted'>;
}

export type OrderService = ReturnType<typeof createOrders>;

interface OrderParts extends OrderDeps {
  offers: OrderOffers;
  checkout: ReturnType<typeof createCheckout>;
}

/**
 * Orders from the shelf to the delivery. What a buyer asks for stands here and in `checkout.ts`; what the provider says
 * is applied in `order-settlement.ts` and nowhere else. Refunds and the payment books are built on this.
 */
export function createOrders(deps: OrderDeps) {
  const {
    store,
    clock,
    ids,
    products,
    memberships,
    tickets,
    accounts,
    payments,
    refunds,
    differences,
    audit,
    changeSets,
    log,
    tally,
  } = deps;
  const locks = createLocks();
  const moves = createOrderMoves({ clock, tally });
  const delivery = createOrderDelivery({ clock, memberships, tickets });
  const settlement = createOrderSettlement({
    store,
    clock,
    payments,
    delivery,
    moves,
    refunds,
    differences,
    locks,
    log,
  });
  const offers = createOrderOffers({ store, products, memberships, accounts });
  const checkout = createCheckout({ store, clock, ids, payments, offers, settlement, moves, locks });
  const checks = createOrderChecks({ store, clock, settlement, moves, log });
  const desk = createOrderDesk({ store, clock, settlement, audit, changeSets });
  const parts: OrderParts = { ...deps, offers, checkout };
  return {
    ...withDeps(parts, { products: productsOnSale, create, payByAlipay, list }),
    desk,
    moves,
    delivery,
    settlement,
    /** Throws `order.not_found` for the order of somebody else as well. */
    mustOwn: checkout.mustOwn,
    findByNumber: (orderNo: string) => orders.findByNumber(store.db, orderNo),
    /** Looks at the orders that are due; called every second. */
    tick: checks.tick,
    check: async ({ accountId }: UserCaller, orderId: string) => view(deps, await checkout.check(accountId, orderId)),
    complete: async ({ accountId }: UserCaller, orderId: string) =>
      view(deps, await checkout.verify(accountId, orderId)),
    cancel: async ({ accountId }: UserCaller, orderId: string) => view(deps, await checkout.cancel(accountId, orderId)),
    /** As it is stored; unlike `check`, it asks no provider. Throws `order.not_found`. */
    detail: async ({ accountId }: UserCaller, orderId: string) =>
      view(deps, await checkout.mustOwn(store.db, accountId, orderId)),
  };
}

async function productsOnSale(
  { products, payments, offers }: OrderParts,
  caller: UserCaller | null,
): Promise<Answer<typeof orderContract.products>> {
  const plans: PlanInfo[] = products.planInfos();
  return {
    plans,
    usableTickets: [...products.usableTickets()],
    ...(await offers.catalogue(caller?.accountId ?? null)),
    channels: payments.channels(),
  };
}

/** @param origin the address the product is reached at, for the provider to answer to */
async function create(
  deps: OrderParts,
  { accountId }: UserCaller,
  wish: { productId: string; quantity: number; payType: Order['payType'] },
  origin: string,
): Promise<Order> {
  return view(deps, await deps.checkout.create({ ...wish, accountId, origin }));
}

function payByAlipay(
  { checkout }: OrderParts,
  { accountId }: UserCaller,
  wish: { orderId?: string | undefined; productId?: string | undefined },
  origin: string,
) {
  return checkout.payByAlipay(accountId, wish, origin);
}

async function list(
  deps: OrderDeps,
  { accountId }: UserCaller,
  query: { cursor?: string | undefined; size: number; status?: keyof typeof statusFilters | undefined },
): Promise<{ list: Order[]; nextCursor: string | null }> {
  const { status } = query;
  const filter = { ...(status && { statuses: statusFilters[status] }), hasRefund: status === 'refund' };
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'words', refusal: 'order.bad_cursor' },
    (stretch) => orders.listOrders(deps.store.db, accountId, filter, stretch),
    ({ created_at, id }) => ({ score: created_at, id }),
  );
  return { list: await describe(deps, deps.store.db, rows), nextCursor };
}

async function describe(deps: OrderDeps, handle: Db, rows: readonly orders.OrderRow[]): Promise<Order[]> {
  const { clock, refunds, invoices } = deps;
  const now = clock.now();
  const orderIds = rows.map(({ id }) => id);
  const newest = await refunds.newestOf(handle, orderIds);
  const asked = await invoices.ofOrders(handle, orderIds);
  const described: Order[] = [];
  for (const row of rows) {
    const refund = newest.get(row.id);
    const isFree = refund === undefined || refund.status === 'rejected' || refund.status === 'done';
    const canRefund = isFree && row.status === 'completed' && (await refunds.quote(handle, row)).refusal === null;
    const invoice = asked.get(row.id) ?? null;
    const canInvoice = (invoice === null || invoice.status === 'rejected') && invoiceRefusal(row, now) === null;
    described.push(toOrder(row, { refund, invoice, canRefund, canInvoice }, now));
  }
  return described;
}

async function view(deps: OrderDeps, row: orders.OrderRow): Promise<Order> {
  const [order] = await describe(deps, deps.store.db, [row]);
  return order as Order;
}

interface ChecksDeps {
  store: Store;
  clock: Clock;
  settlement: OrderSettlement;
  moves: OrderMoves;
  log: Logger;
}

/** Orders worked off by one tick. */
const batch = 20;

/** Finds payments without a notification: queries the provider for orders whose next check is due. */
function createOrderChecks({ store, clock, settlement, moves, log }: ChecksDeps) {
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

/** Facts of an order beside its row. */
interface OrderBackground {
  /** Its newest refund. */
  refund: BookedRefund | undefined;
  invoice: Order['invoice'];
  canRefund: boolean;
  canInvoice: boolean;
}

/** An order as its buyer sees it. */
function toOrder(row: OrderRow, background: OrderBackground, now: number): Order {
  const { title, gives } = readSnapshot(row.snapshot);
  const { refund, invoice, canRefund, canInvoice } = background;
  const isPayable = isOrderOpen(row.status) && now < row.expires_at;
  return {
    orderId: row.id,
    orderNo: row.order_no,
    productId: row.product_id,
    title,
    kind: row.kind,
    quantity: row.quantity,
    amount: row.amount,
    payType: row.pay_type,
    isSimulated: row.provider === 'simulated',
    status: row.status,
    gives,
    createdAt: row.created_at,
    expireAt: row.expires_at,
    waitMs: isPayable ? row.expires_at - now : 0,
    paidAt: row.paid_at,
    completedAt: row.completed_at,
    closedAt: row.closed_at,
    closeReason: row.close_reason,
    refundedAmount: row.refunded_amount,
    refund: refund ? toRefund(refund) : null,
    invoice,
    codeUrl: isPayable ? row.code_url : null,
    canRefund,
    canInvoice,
  };
}

function toRefund(row: BookedRefund): NonNullable<Order['refund']> {
  return {
    status: row.status,
    amount: row.amount,
    reason: row.reason,
    answer: row.answer,
    requestedAt: row.created_at,
    doneAt: row.done_at,
  };
}
