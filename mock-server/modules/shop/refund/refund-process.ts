import type { Logger } from 'pino';
import type { RefundBasis } from '#shared/contract/order-desk-rows';
import { formatMoney } from '#shared/domain/format';
import { startOfDay } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { PaymentUnreachable, type RefundRequest, type RefundResult } from '../../../adapters/payment/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct, StaffCaller } from '../../base/caller.ts';
import type { Locks } from '../../base/locks.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import type { OrderRow } from '../order/order.service.ts';
import { type OrderDelivery, shareOf, type TakenBack } from '../order/order-delivery.ts';
import type { OrderMoves } from '../order/order-moves.ts';
import { type OrderSettlement, unavailable } from '../order/order-settlement.ts';
import * as refunds from './refund.repository.ts';
import {
  leavesPart,
  needsSecondPerson,
  nothingTaken,
  type RefundQuote,
  refundBackoff,
  refundNoOf,
} from './refund.rules.ts';
import type { RefundBook } from './refund-book.ts';
import { createRefundRejection } from './refund-rejection.ts';

export interface RefundProcessDeps {
  store: Store;
  clock: Clock;
  book: RefundBook;
  delivery: OrderDelivery;
  settlement: OrderSettlement;
  moves: OrderMoves;
  locks: Locks;
  accounts: Pick<AccountService, 'inHandsOfStaff'>;
  pending: PendingChanges;
  /** Maximum sum, in fen, that one member of staff may refund without approval per day. */
  ceiling: () => number;
  log: Logger;
}

export type RefundProcess = ReturnType<typeof createRefundProcess>;

/**
 * Money back: asked for by the buyer or staff, approved by staff, and then sent to the provider under one number until
 * it is done. With the approval its share of what was bought is gone. An order of which a part is left goes on; one
 * that nothing is left of is refunded, and what remains of its payment may still be given back.
 */
export function createRefundProcess(deps: RefundProcessDeps) {
  const { store, clock, delivery, settlement, moves, pending } = deps;
  const rejection = createRefundRejection({ store, clock, delivery, settlement, moves, mustFind });
  pending.register('refund', {
    async carryOut(tx, { subject }, { caller }) {
      const refund = await mustFind(tx, subject);
      if (refund.status !== 'requested') throw new ProductError('refund.not_waiting');
      await begin(deps, tx, refund, await moves.mustFind(tx, refund.order_id), caller.accountId);
      return undefined;
    },
    /** A refund requested by staff is rejected; one requested by a buyer continues to wait for an answer. */
    async drop(tx, { subject }, { text, by }) {
      const refund = await mustFind(tx, subject);
      if (refund.status !== 'requested') return;
      if (refund.requested_by === 'buyer')
        await refunds.moveRefund(tx, subject, ['requested'], { first_approved_by: null });
      else await rejection.reject(tx, { id: subject, status: 'requested' }, text, by?.accountId ?? 'system');
    },
  });
  return {
    ...withDeps(deps, { basis, requestedQuote, requestByBuyer, requestByStaff, approve, send }),
    mustFind,
    ...rejection,
  };
}

/** Basis for a refund of `asked` fen, or of the amount by the rules. */
async function basis({ book }: RefundProcessDeps, handle: Db, order: OrderRow, asked?: number): Promise<RefundBasis> {
  const { quote: offered, usage, left } = await book.basisOf(handle, order);
  const paid = order.paid_amount ?? 0;
  const most = paid - order.refunded_amount;
  const amount = asked ?? offered.amount;
  const isWhole = amount >= (offered.amount || most);
  const share = { amount, whole: offered.amount };
  const takes = left
    .map(({ what, count }) => ({
      what,
      count,
      taken: isWhole ? count : offered.amount ? shareOf(count, share) : 0,
    }))
    .filter(({ taken }) => taken > 0)
    .map(({ what, count, taken }) => `${what} ${taken}（剩余 ${count}）`);
  return { paid, refunded: order.refunded_amount, most, quote: offered, usage, takes };
}

/** Amount of a refund that the buyer may request. Throws `refund.waiting`, `order.not_refundable`. */
async function requestedQuote(deps: RefundProcessDeps, order: OrderRow): Promise<{ amount: number; lines: string[] }> {
  await requireNoneWaiting(deps.store.db, order.id);
  const { amount, lines } = await requireQuote(deps, deps.store.db, order);
  return { amount, lines };
}

/** Throws `refund.waiting`, `order.not_refundable`. */
async function requestByBuyer(deps: RefundProcessDeps, orderId: string, reason: string): Promise<void> {
  const { store, moves, book } = deps;
  await store.transact(async (tx) => {
    const order = await moves.mustFind(tx, orderId);
    await requireNoneWaiting(tx, orderId);
    const { amount } = await requireQuote(deps, tx, order);
    await book.add(tx, order, { amount, reason, status: 'requested', requested_by: 'buyer' });
    const detail = `${formatMoney(amount)}，${reason}`;
    await moves.note(tx, orderId, { what: 'refund_requested', detail, actor: 'buyer' });
  });
}

/**
 * Requests a refund for staff, of any amount up to the rest of the payment. It starts at once unless it needs
 * approval. For use inside a transaction. Throws `refund.waiting`, `order.not_refundable`, `refund.too_much`,
 * `payment.provider_gone`.
 */
async function requestByStaff(
  deps: RefundProcessDeps,
  tx: Db,
  orderId: string,
  { amount: asked, reason }: { amount: number | undefined; reason: string },
  { caller, facts }: StaffAct,
): Promise<refunds.RefundRow> {
  const { moves, book } = deps;
  const by = caller.accountId;
  const order = await moves.mustFind(tx, orderId);
  const most = (order.paid_amount ?? 0) - order.refunded_amount;
  await requireNoneWaiting(tx, orderId);
  const isOpen = order.status === 'completed' || (order.status === 'refunded' && most > 0);
  if (!isOpen) throw notRefundable('只有已完成的订单可以退款');
  const amount = asked ?? (await requireQuote(deps, tx, order)).amount;
  if (amount > most) throw new ProductError('refund.too_much', { fill: { most: formatMoney(most) } });
  const id = await book.add(tx, order, { amount, reason, status: 'requested', requested_by: by });
  await moves.note(tx, orderId, {
    what: 'refund_requested',
    detail: `${formatMoney(amount)}，${reason}`,
    actor: by,
  });
  const refund = await mustFind(tx, id);
  if (await takesTwo(deps, tx, order, amount, caller)) await hold(deps, tx, { caller, facts }, refund, order);
  else await begin(deps, tx, refund, order, by);
  return mustFind(tx, id);
}

/**
 * Approves a requested refund, or retries a failed one. When a buyer's request needs two members of staff, the
 * first call records the first approval and the second one starts the refund. For use inside a transaction. Throws
 * `refund.not_found`, `refund.not_waiting`, `order.not_refundable`, `payment.provider_gone`, and the errors of
 * approving a pending change, such as `pending.same_person` and `pending.same_hand`.
 */
async function approve(
  deps: RefundProcessDeps,
  tx: Db,
  id: string,
  { caller, facts }: StaffAct,
  totpCode?: string,
): Promise<refunds.RefundRow> {
  const { moves, clock, pending } = deps;
  const by = caller.accountId;
  const refund = await mustFind(tx, id);
  const order = await moves.mustFind(tx, refund.order_id);
  if (refund.status === 'failed') {
    requireProvider(deps, order);
    await refunds.moveRefund(tx, id, ['failed'], { status: 'pending', next_try_at: clock.now(), error: '' });
    await moves.note(tx, refund.order_id, { what: 'refund_retried', actor: by });
    return mustFind(tx, id);
  }
  if (refund.status !== 'requested') throw new ProductError('refund.not_waiting');
  const approval = { kind: 'refund', subject: id, totpCode } as const;
  if (await pending.approveOf(tx, { caller, facts }, approval)) return mustFind(tx, id);
  const isBuyers = refund.requested_by === 'buyer';
  // Refunds requested before they had pending changes: the first approver is stored in the refund itself.
  const first = isBuyers ? refund.first_approved_by : refund.requested_by;
  if (first !== null) await pending.requireOther(tx, first, by);
  else if (await takesTwo(deps, tx, order, refund.amount, caller)) {
    await refunds.moveRefund(tx, id, ['requested'], { first_approved_by: by });
    await moves.note(tx, refund.order_id, { what: 'refund_first_approved', actor: by });
    await hold(deps, tx, { caller, facts }, refund, order);
    return mustFind(tx, id);
  }
  await begin(deps, tx, refund, order, by);
  return mustFind(tx, id);
}

/** Asks the provider to give the money back; one that cannot be reached is asked again later. */
function send(deps: RefundProcessDeps, id: string): Promise<void> {
  const { locks, store, moves } = deps;
  return locks.run(id, async () => {
    const refund = await mustFind(store.db, id);
    if (refund.status !== 'pending') return;
    const order = await moves.mustFind(store.db, refund.order_id);
    const request = {
      orderNo: order.order_no,
      refundNo: refundNoOf(id),
      amount: refund.amount,
      paidAmount: order.paid_amount ?? 0,
      reason: refund.reason.slice(0, 80),
    };
    const result = await ask(deps, order, request);
    await bookResult(deps, refund, result);
  });
}

async function mustFind(handle: Db, id: string): Promise<refunds.RefundRow> {
  const refund = await refunds.findRefund(handle, id);
  if (!refund) throw new ProductError('refund.not_found');
  return refund;
}

async function requireQuote(deps: RefundProcessDeps, handle: Db, order: OrderRow): Promise<RefundQuote> {
  const offered = await deps.book.quote(handle, order);
  if (offered.refusal !== null) throw notRefundable(offered.refusal);
  return offered;
}

/**
 * True when a refund needs a second person: because of the refunded share of the order, because of the caller's daily
 * ceiling, or because the order belongs to an account that staff may control.
 */
async function takesTwo(
  deps: RefundProcessDeps,
  tx: Db,
  order: OrderRow,
  amount: number,
  { accountId }: StaffCaller,
): Promise<boolean> {
  const { clock, ceiling, accounts } = deps;
  if (needsSecondPerson(order.refunded_amount, amount)) return true;
  const today = await refunds.aloneSince(tx, accountId, startOfDay(clock.now()));
  if (today + amount > ceiling()) return true;
  return (await accounts.inHandsOfStaff(tx, [order.account_id])).size > 0;
}

async function hold(
  deps: RefundProcessDeps,
  tx: Db,
  decision: StaffAct,
  refund: refunds.RefundRow,
  order: OrderRow,
): Promise<void> {
  await deps.pending.hold(tx, decision, {
    ...{ kind: 'refund', subject: refund.id, title: `订单 ${order.order_no}`, accountId: order.account_id },
    ...{ version: 0, change: {}, reason: refund.reason },
    shown: [{ name: 'amount', before: null, after: formatMoney(refund.amount) }],
  });
}

/** Without its provider the rights would go and the money could not. Throws `payment.provider_gone`. */
function requireProvider(deps: RefundProcessDeps, order: OrderRow): void {
  try {
    deps.settlement.providerOf(order);
  } catch (error) {
    throw unavailable(error);
  }
}

/** The rights go, the order is being refunded, and the next tick tells the provider. */
async function begin(
  deps: RefundProcessDeps,
  tx: Db,
  refund: refunds.RefundRow,
  order: OrderRow,
  by: string,
): Promise<void> {
  const { clock, book, moves, delivery } = deps;
  requireProvider(deps, order);
  const now = clock.now();
  const { quote: offered, isBound, charge } = await book.basisOf(tx, order);
  if (refund.requested_by === 'buyer' && offered.refusal !== null) throw notRefundable(offered.refusal);
  // Benefits used since the buyer's request are not refunded.
  const amount = refund.requested_by === 'buyer' ? Math.min(refund.amount, offered.amount) : refund.amount;
  const rest = (order.paid_amount ?? 0) - order.refunded_amount;
  if (amount > rest) throw new ProductError('refund.too_much', { fill: { most: formatMoney(rest) } });
  const isPart = amount < rest && order.status === 'completed' && !isBound && amount < (offered.amount || rest);
  const patch = { status: 'pending' as const, approved_by: by, approved_at: now, amount, next_try_at: now };
  await refunds.moveRefund(tx, refund.id, ['requested'], patch);
  const event = { what: 'refunding', detail: formatMoney(amount), actor: by };
  if (!(await moves.move(tx, order.id, ['completed', 'refunded'], { status: 'refunding' }, event)))
    throw notRefundable('订单已不是已完成的状态');
  const taken = await take();
  await refunds.moveRefund(tx, refund.id, ['pending'], { taken: taken && JSON.stringify(taken) });

  async function take(): Promise<TakenBack | null> {
    // When the rules give nothing, a partial refund takes no benefits back either.
    if (isPart && offered.amount === 0) return { ...nothingTaken, isPart };
    if (!isPart) return delivery.takeBack(tx, order, { refundId: refund.id, operator: by, share: null });
    const share = { amount, whole: offered.amount };
    const part = await delivery.takeBack(tx, order, { refundId: refund.id, operator: by, share });
    return part && { ...part, isPart, charged: Math.floor((charge * amount) / offered.amount) };
  }
}

async function bookResult(deps: RefundProcessDeps, refund: refunds.RefundRow, result: RefundResult): Promise<void> {
  const { clock, store, moves, log } = deps;
  const now = clock.now();
  await store.transact(async (tx) => {
    if (result.state === 'done') {
      const done = await refunds.moveRefund(tx, refund.id, ['pending'], {
        status: 'done',
        done_at: now,
        next_try_at: null,
        error: '',
      });
      if (!done) return;
      const order = await moves.mustFind(tx, refund.order_id);
      await moves.patch(tx, order.id, { refunded_amount: order.refunded_amount + done.amount });
      const event = { detail: formatMoney(done.amount), actor: 'provider' };
      const whole = { status: 'refunded' as const, refunded_at: now };
      if (leavesPart(done))
        await moves.move(tx, order.id, ['refunding'], { status: 'completed' }, { ...event, what: 'refunded_part' });
      else await moves.move(tx, order.id, ['refunding'], whole, { ...event, what: 'refunded' });
      return;
    }
    const error = result.detail.slice(0, 500);
    const isRefused = result.state === 'refused';
    await refunds.moveRefund(tx, refund.id, ['pending'], {
      status: isRefused ? 'failed' : 'pending',
      error,
      tries: refund.tries + 1,
      next_try_at: isRefused ? null : now + refundBackoff(refund.tries),
    });
    if (isRefused) await moves.note(tx, refund.order_id, { what: 'refund_failed', detail: error, actor: 'provider' });
  });
  if (result.state === 'refused')
    log.error({ orderId: refund.order_id, refundId: refund.id, detail: result.detail }, 'a refund was refused');
}

/** A provider that cannot be reached or is not configured counts as processing, so that it is asked again later. */
async function ask(deps: RefundProcessDeps, order: OrderRow, request: RefundRequest): Promise<RefundResult> {
  try {
    return await deps.settlement.providerOf(order).refund(request);
  } catch (error) {
    if (!(error instanceof PaymentUnreachable)) throw error;
    return { state: 'processing', detail: error.message };
  }
}

/**
 * Only one refund of an order at a time: the rest of the payment is known when the previous one has ended. Throws
 * `refund.waiting`.
 */
async function requireNoneWaiting(db: Db, orderId: string): Promise<void> {
  if (await refunds.findOpenRefund(db, orderId)) throw new ProductError('refund.waiting');
}

function notRefundable(why: string): ProductError {
  return new ProductError('order.not_refundable', { fill: { why } });
}
