import path from 'node:path';
import type { Router } from 'express';
import { dayKey, endOfDay } from '#shared/domain/time';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Clock } from '../../clock/port.ts';
import type { FaultPoint } from '../../fault-points.ts';
import { type OpenedTrade, type PaymentProvider, PaymentUnreachable, type Trade } from '../port.ts';
import type { Books } from './books.repository.ts';
import { type BookedTrade, openBooks } from './books.repository.ts';
import { cashierAddress, createCashier } from './cashier.ts';
import type { House } from './cashier-page.ts';
import { createDelivery } from './delivery.ts';
import { signingKey } from './key.ts';
import { composeNotification, readNotification } from './notification.ts';

export interface SimulatedPaymentDeps {
  /** Folder of the books and the key. */
  folder: string;
  clock: Clock;
  ids: Ids;
  /** Sends notifications. */
  send: typeof fetch;
  /** Draws the fault of the next true notification; none strikes when absent. */
  noticeFault?: FaultPoint<'pay.notify'> | undefined;
  house: House;
  /** Name of the world it belongs to, which its addresses and notifications carry; absent in the unnamed one. */
  world?: string | undefined;
  /** False when its books end with this process; true when absent. */
  isLasting?: boolean | undefined;
}

/**
 * Events that QA can trigger on a trade.
 * - `pay`, `refuse`: as the payer does it, while it is open and in time
 * - `late`: the payment lands although the trade is closed or its time is over
 * - `duplicate`: pays unless it is paid, and sends the notification twice at once
 * - `forge`: a notification of a payment that never was, with a broken signature
 * - `wrong_amount`: a notification with a valid signature over one fen more; the books stay as they are
 */
export const playActions = ['pay', 'refuse', 'late', 'duplicate', 'forge', 'wrong_amount'] as const;
export type PlayAction = (typeof playActions)[number];

export interface PlayOptions {
  /** No notification is sent: the merchant has to find out. */
  isSilent?: boolean | undefined;
  /** Signed with SHA-1; with `forge` the signature itself is right then. */
  signType?: 'RSA2' | 'RSA' | undefined;
  /** For another application; with `forge` the signature is right then. */
  appId?: string | undefined;
  /** For another merchant; with `forge` the signature is right then. */
  sellerId?: string | undefined;
}

export type SimulatedPayment = ReturnType<typeof createSimulatedPayment>;

interface SimulatedPaymentParts extends SimulatedPaymentDeps {
  books: Books;
  key: () => ReturnType<typeof signingKey>;
  line: { isDown: boolean };
  delivery: ReturnType<typeof createDelivery>;
}

/**
 * A payment company in one folder: own books, own key, a cashier where a person pays, and signed notifications that
 * come until they are answered. No money moves. It serves every pay type.
 */
export function createSimulatedPayment(deps: SimulatedPaymentDeps) {
  const { folder, clock, send, house, isLasting = true } = deps;
  const books = openBooks(folder, isLasting);
  const delivery = createDelivery({ books, clock, send, world: deps.world });
  const line = { isDown: false };
  let kept: ReturnType<typeof signingKey> | undefined;
  const key = () => {
    kept ??= signingKey(path.join(folder, 'simulated-payment-key.pem'));
    return kept;
  };
  const cashier: Router = createCashier({
    clock,
    world: deps.world,
    house,
    find: (orderNo) => look(parts, orderNo),
    async act(orderNo, action) {
      const isFirst = action === 'pay' && deps.noticeFault?.(['early']) !== undefined;
      act(parts, orderNo, action);
      // The payer does not wait for the merchant, unless a fault wants it; what fails here stays in the outbox.
      const delivered = delivery.deliverDue();
      if (isFirst) await delivered;
    },
  });
  const parts: SimulatedPaymentParts = { ...deps, books, key, line, delivery };
  return {
    ...withDeps(parts, { play, payQuietly, setOutage, forget, clear, close }),
    provider: createProvider(parts),
    /** The page people pay on, for `/pay`. */
    cashier,
    /** The newest trades. */
    newest: (limit: number): BookedTrade[] =>
      books.newest(limit).map(({ orderNo }) => look(parts, orderNo) as BookedTrade),
    isDown: (): boolean => line.isDown,
    reachProductAt: delivery.reachProductAt,
    deliverDue: delivery.deliverDue,
    /** Ends the notifications under way; they are sent again at the next start. */
    stopDelivering: delivery.stop,
  };
}

/** Plays the payer or the company; resolves when the notifications were answered. `none` for an unknown number. */
async function play(
  deps: SimulatedPaymentParts,
  orderNo: string,
  action: PlayAction,
  options?: PlayOptions,
): Promise<Trade> {
  act(deps, orderNo, action, options);
  await deps.delivery.deliverDue();
  return toTrade(look(deps, orderNo));
}

/** The payer pays, and the merchant is told nothing; nothing happens to a trade that is not open. */
function payQuietly(deps: SimulatedPaymentParts, orderNo: string): void {
  act(deps, orderNo, 'pay', { isSilent: true });
}

/** Cuts the line: every call of the provider rejects, notifications still leave. */
function setOutage({ line }: SimulatedPaymentParts, isDown: boolean): void {
  line.isDown = isDown;
}

/** Forgets trades whose orders never came to be. */
function forget({ books }: SimulatedPaymentParts, orderNos: readonly string[]): void {
  books.forget(orderNos);
}

/** Forgets every trade. */
function clear({ books, line }: SimulatedPaymentParts): void {
  books.clear();
  line.isDown = false;
}

async function close({ delivery, books }: SimulatedPaymentParts): Promise<void> {
  await delivery.stop();
  books.shut();
}

/** The trade as it is now: one whose time is over is closed. */
function look(deps: SimulatedPaymentParts, orderNo: string): BookedTrade | undefined {
  const { clock, books } = deps;
  const trade = books.find(orderNo);
  if (trade?.state !== 'open' || clock.now() < trade.expireAt) return trade;
  books.close(orderNo, false);
  return books.find(orderNo);
}

function land(deps: SimulatedPaymentParts, orderNo: string): boolean {
  const { clock, ids, books } = deps;
  const day = dayKey(clock.now()).replaceAll('-', '');
  const tradeNo = `${day}22001${String(ids.number(1_000_000_000)).padStart(15, '0')}`;
  return books.pay(orderNo, tradeNo, clock.now());
}

/** Kinds of fault at a notification itself, and as what it is sent then; `early` is about the browser of the payer. */
const toldAs = { late: 'pay', twice: 'duplicate', wrong_amount: 'wrong_amount', forged: 'forge' } as const;
const noticeKinds = Object.keys(toldAs) as Array<keyof typeof toldAs>;

/** Writes the notification into the outbox; that of a payment meets the faults of `pay.notify`. */
function tell(deps: SimulatedPaymentParts, orderNo: string, played: PlayAction, options: PlayOptions = {}): void {
  const { ids, clock, books, key } = deps;
  const trade = books.find(orderNo);
  if (!trade || options.isSilent) return;
  const fault = played === 'pay' ? deps.noticeFault?.(noticeKinds) : undefined;
  const action = fault && fault.kind !== 'early' ? toldAs[fault.kind] : played;
  const { signType, appId, sellerId } = options;
  const isWrongOtherwise = signType === 'RSA' || appId !== undefined || sellerId !== undefined;
  const body = composeNotification(
    {
      trade,
      tradeNo: trade.tradeNo ?? '20260101220010000000000000000',
      amount: trade.amount + (action === 'wrong_amount' ? 1 : 0),
      notifyId: ids.next('notify'),
      now: clock.now(),
      signType,
      appId,
      sellerId,
      isBroken: action === 'forge' && !isWrongOtherwise,
    },
    key(),
  );
  const isTrue = action !== 'forge' && action !== 'wrong_amount' && !isWrongOtherwise;
  const at = clock.now() + (fault?.ms ?? 0);
  books.send(trade.notifyUrl, body, isTrue, at);
  if (action === 'duplicate') books.send(trade.notifyUrl, body, isTrue, at);
}

/** Lets it happen in the books together with the notification, which waits in the outbox. */
function act(deps: SimulatedPaymentParts, orderNo: string, action: PlayAction, options?: PlayOptions): void {
  deps.books.together(() => book(deps, orderNo, action, options));
}

function book(deps: SimulatedPaymentParts, orderNo: string, action: PlayAction, options?: PlayOptions): void {
  const isOpen = look(deps, orderNo)?.state === 'open';
  if (action === 'refuse') deps.books.close(orderNo, true);
  else if (action === 'forge' || action === 'wrong_amount') tell(deps, orderNo, action, options);
  else if (action === 'duplicate') {
    if (isOpen) land(deps, orderNo);
    if (deps.books.find(orderNo)?.state === 'paid') tell(deps, orderNo, action, options);
  } else if ((isOpen || action === 'late') && land(deps, orderNo)) tell(deps, orderNo, action, options);
}

/** Throws {@link PaymentUnreachable} while QA has switched the provider's connection off. */
function requireLine(deps: SimulatedPaymentParts): void {
  if (deps.line.isDown) throw new PaymentUnreachable('the simulated line is down');
}

function createProvider(deps: SimulatedPaymentParts): PaymentProvider {
  const { clock, books, key, world } = deps;
  return {
    name: 'simulated',
    isSimulated: true,
    async open(request): Promise<OpenedTrade> {
      requireLine(deps);
      const payUrl = cashierAddress(request, world);
      books.add(request, clock.now());
      return { payUrl, codeUrl: payUrl };
    },
    async query(orderNo) {
      requireLine(deps);
      return toTrade(look(deps, orderNo));
    },
    async close(orderNo) {
      requireLine(deps);
      books.close(orderNo, false);
      return toTrade(look(deps, orderNo));
    },
    async refund({ orderNo, refundNo, amount }) {
      requireLine(deps);
      const known = books.findRefund(refundNo);
      if (known?.orderNo === orderNo && known.amount === amount) return { state: 'done', detail: '' };
      if (known) return { state: 'refused', detail: '退款单号已用于另一笔退款' };
      const trade = look(deps, orderNo);
      if (trade?.state !== 'paid') return { state: 'refused', detail: '交易没有付款' };
      if (trade.refunded + amount > trade.amount) return { state: 'refused', detail: '退款总额超过付款金额' };
      books.refund(orderNo, refundNo, amount, clock.now());
      return { state: 'done', detail: '' };
    },
    async readNotification(call) {
      return readNotification(call, key());
    },
    reply: (isAccepted) => ({ status: 200, type: 'text/plain', body: isAccepted ? 'success' : 'fail' }),
    async bill(day) {
      requireLine(deps);
      const from = Date.parse(`${day}T00:00:00+08:00`);
      return books
        .paidBetween(from, endOfDay(from))
        .map(({ orderNo, tradeNo, amount }) => ({ orderNo, tradeNo: tradeNo ?? '', amount }));
    },
  };
}

function toTrade(trade: BookedTrade | undefined): Trade {
  if (!trade) return { state: 'none' };
  const { state, tradeNo, amount, paidAt, refunded } = trade;
  if (state !== 'paid') return { state };
  return { state: refunded === amount ? 'refunded' : 'paid', tradeNo: tradeNo ?? '', amount, paidAt: paidAt ?? 0 };
}
