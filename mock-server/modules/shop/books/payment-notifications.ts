import { formatMoney } from '#shared/domain/format';
import { isOrderOpen, type PayType } from '#shared/domain/order-status';
import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import {
  type NotificationCall,
  NotificationRefused,
  type PaymentDirectory,
  type PaymentNotification,
  type PaymentProvider,
  PaymentUnreachable,
  type ProviderReply,
} from '../../../adapters/payment/port.ts';
import { withDeps } from '../../../with-deps.ts';
import { createCounter, networkOf } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import type { OrderService } from '../order/order.service.ts';
import type { DifferenceList } from '../order/order-ports.ts';
import { countNotifications, insertNotification, insertRefusedNotification } from './books.repository.ts';

export interface NotificationDeps {
  store: Store;
  clock: Clock;
  payments: PaymentDirectory;
  orders: Pick<OrderService, 'findByNumber' | 'settlement'>;
  differences: DifferenceList;
}

/** Outcome of a notification, and whether the provider may stop repeating it. */
interface Verdict {
  verdict: string;
  orderNo: string | null;
  isAccepted: boolean;
  /** True when it bears the provider's signature and is for us. */
  isGenuine: boolean;
}

/** Characters of a notification that are kept; real ones are far shorter. */
const keptLength = 8000;
/** Of those that are not genuine: characters, and how many of a provider and a reason; all are counted. */
const keptLengthOfRefused = 2000;
const refusedKept = 20;
/** Genuine ones kept of an order; a provider repeats one some ten times, who has overheard one as often as he likes. */
const keptOfOrder = 40;
/** Calls of a network that brought nothing new, after which it has to wait. */
const vainLimit = { windowMs: minute, most: 120 };
/** Refusals that staff hear of, because only tampering causes them; malformed and stale calls happen by accident too. */
const suspicious: ReadonlyArray<NotificationRefused['kind']> = ['forged', 'rsa1', 'wrong_app', 'wrong_seller'];

interface NotificationParts extends NotificationDeps {
  vain: ReturnType<typeof createCounter>;
}

/** The providers' calls to us. None of them is believed: a good one makes us ask the provider. */
export function createPaymentNotifications(deps: NotificationDeps) {
  const { store, clock } = deps;
  const vain = createCounter({ store, clock, ...vainLimit });
  const parts: NotificationParts = { ...deps, vain };
  return withDeps(parts, { receive });
}

/**
 * Answers after everything is booked, as the provider wants to be answered. Throws `request.not_found` where the
 * way to pay is switched off, `payment.refused_notification` for what is no notification at all, and
 * `request.too_often` where a network sends too much that is in vain.
 */
async function receive(
  deps: NotificationParts,
  payType: PayType,
  call: NotificationCall,
  address: string,
): Promise<ProviderReply> {
  const { payments, vain } = deps;
  const provider = payments.of(payType);
  if (!provider) throw new ProductError('request.not_found');
  const network = networkOf(address);
  vain.check(network);
  const judged = await judge(deps, provider, call);
  const { verdict, isAccepted, isGenuine } = judged;
  await keep(deps, provider, call, judged);
  if (!isGenuine || verdict === 'duplicate') vain.note(network);
  if (verdict === 'malformed') throw new ProductError('payment.refused_notification');
  return provider.reply(isAccepted);
}

async function judge(deps: NotificationDeps, provider: PaymentProvider, call: NotificationCall): Promise<Verdict> {
  let notification: PaymentNotification;
  try {
    notification = await provider.readNotification(call);
  } catch (error) {
    if (error instanceof NotificationRefused) return refuse(deps, provider, error);
    throw error;
  }
  return { ...(await follow(deps, provider, notification)), isGenuine: true };
}

async function keep(
  deps: NotificationDeps,
  provider: PaymentProvider,
  call: NotificationCall,
  { verdict, orderNo, isGenuine }: Verdict,
) {
  const { clock, store } = deps;
  const most = isGenuine ? keptLength : keptLengthOfRefused;
  const row = {
    provider: provider.name,
    order_no: orderNo?.slice(0, 64) ?? null,
    body: call.body.toString('utf8').slice(0, most),
    verdict,
    created_at: clock.now(),
  };
  if (!isGenuine) await store.transact((tx) => insertRefusedNotification(tx, row, refusedKept));
  else if (verdict !== 'duplicate' || (await countNotifications(store.db, orderNo ?? '')) < keptOfOrder)
    await insertNotification(store.db, row);
}

async function refuse(
  deps: NotificationDeps,
  provider: PaymentProvider,
  { kind, message, orderNo }: NotificationRefused,
): Promise<Verdict> {
  const { orders, differences, store } = deps;
  if (suspicious.includes(kind)) {
    // Invented order numbers must not fill the list: without an order, all calls of a kind share one line.
    const order = orderNo === null ? undefined : await orders.findByNumber(orderNo);
    await differences.add(store.db, {
      kind,
      detail: message,
      orderNo: order?.order_no ?? '',
      orderId: order?.id ?? null,
      provider: provider.name,
      ourAmount: order?.amount ?? null,
    });
  }
  return { verdict: kind, orderNo, isAccepted: false, isGenuine: false };
}

async function follow(
  deps: NotificationDeps,
  provider: PaymentProvider,
  { orderNo, kind, amount, tradeNo }: PaymentNotification,
): Promise<Omit<Verdict, 'isGenuine'>> {
  const { orders, differences, store } = deps;
  if (kind !== 'paid') return { verdict: kind, orderNo, isAccepted: true };
  const order = await orders.findByNumber(orderNo);
  if (order?.provider !== provider.name) {
    const detail = `交易号 ${tradeNo}`;
    await differences.add(store.db, {
      kind: 'unknown_order',
      detail,
      orderNo,
      provider: provider.name,
      theirAmount: amount,
    });
    return { verdict: 'unknown_order', orderNo, isAccepted: true };
  }
  if (amount !== order.amount) {
    const detail = `通知金额 ${formatMoney(amount)}，订单金额 ${formatMoney(order.amount)}`;
    await differences.add(store.db, {
      kind: 'wrong_amount',
      detail,
      orderNo,
      orderId: order.id,
      provider: provider.name,
      ourAmount: order.amount,
      theirAmount: amount,
    });
    return { verdict: 'wrong_amount', orderNo, isAccepted: false };
  }
  if (order.paid_amount !== null && order.status !== 'paid') return { verdict: 'duplicate', orderNo, isAccepted: true };
  try {
    const settled = await orders.settlement.settle(order.id, 'provider');
    const isConfirmed = !isOrderOpen(settled.status) && settled.paid_amount !== null;
    return { verdict: isConfirmed ? 'accepted' : 'not_confirmed', orderNo, isAccepted: isConfirmed };
  } catch (error) {
    if (!(error instanceof PaymentUnreachable)) throw error;
    return { verdict: 'unreachable', orderNo, isAccepted: false };
  }
}
