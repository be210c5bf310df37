import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '#shared/contract/endpoint';
import type { membershipContract } from '#shared/contract/membership';
import type { Order } from '#shared/contract/order';
import { formatDate, formatNumber } from '#shared/domain/format';
import { isOrderOpen, type PayType, payTypes } from '#shared/domain/order-status';
import { addMonths } from '#shared/domain/time';
import { useMembership } from '../../data/membership';
import {
  type Catalogue,
  openAlipay,
  placeOrder,
  readOrder,
  useCatalogue,
  useOrderNews,
  verifyOrder,
} from '../../data/order';
import { useCurrentUser } from '../../data/user';
import { forgetInterruption } from '../../lib/interruption';
import { history } from '../../lib/router';
import { announceArrival, type Checkout, closeCheckout } from '../../lib/shop-store';
import { readText, storageKeys, writeText } from '../../lib/storage';
import { monthlyText } from '../../lib/ticket-words';
import { toast } from '../../lib/toast';
import { useCountdown } from '../../lib/use-countdown';
import { askForMissing } from '../../lib/with-login';
import { daysToRaise, quotaOf, termAfter } from '../membership/door';
import { afterNews, type Received } from './received-order';

/** The payment page in its own tab. */
export interface PayPage {
  url: string;
  /** The browser did not let the tab be opened. */
  isBlocked: boolean;
}

/** The channel this device paid with last, if there still is one; else the first. */
function usualPayType(channels: Catalogue['channels']): PayType {
  const last = payTypes.find((payType) => payType === readText(storageKeys.payType));
  return channels.find(({ payType }) => payType === last)?.payType ?? channels[0]?.payType ?? 'alipay';
}

/** Ends the checkout with an order that has arrived: back to what waited for it, or to the order's page. */
function useFinish(after: Checkout['after']) {
  const { refresh } = useCurrentUser();
  const isFinished = useRef(false);
  return async (done: Order) => {
    if (isFinished.current) return;
    isFinished.current = true;
    await refresh();
    announceArrival();
    closeCheckout();
    if (after) {
      forgetInterruption();
      toast.success(`${done.title}已到账`);
      after();
    } else history.push(`/done?orderId=${encodeURIComponent(done.orderId)}`);
  };
}

/** The order as the server last answered, and what is asked of the server about it. */
function useOrderAnswers(finish: (done: Order) => Promise<void>) {
  const [received, setReceived] = useState<Received>();
  const [problem, setProblem] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<PayType>();
  const latestRun = useRef(0);

  const show = (next: Order, toShown: (shown: Received | undefined, next: Received) => Received) => {
    const arrived = { order: next, since: performance.now() };
    setReceived((shown) => toShown(shown, arrived));
    setProblem(undefined);
    if (next.status === 'completed') void finish(next);
  };
  /** Shows the order that was asked for, whichever was shown before. */
  const accept = (next: Order) => show(next, (_shown, arrived) => arrived);
  const acceptNews = (news: Order) => show(news, afterNews);

  /** Only the newest request counts: people change their mind about how to pay. */
  const ask = async (request: () => Promise<Order>) => {
    latestRun.current += 1;
    const run = latestRun.current;
    setBusy(true);
    setProblem(undefined);
    try {
      const next = await request();
      if (run === latestRun.current) accept(next);
    } catch (error) {
      if (run !== latestRun.current) return;
      if (askForMissing(error, () => void ask(request))) return;
      setProblem(error instanceof Error ? error : new Error('出错了，请稍后重试'));
    } finally {
      if (run === latestRun.current) {
        setBusy(false);
        setWanted(undefined);
      }
    }
  };
  return { received, problem, isBusy, wanted, setWanted, ask, acceptNews };
}

/** Follows the shown order until it is at its end, and asks once more when its time is over. */
function useOrderProgress(received: Received | undefined, acceptNews: (news: Order) => void) {
  const order = received?.order;
  // A closed order is followed too: the server refunds a payment that arrives late, and the page shows that.
  const isAtEnd = order?.status === 'completed' || order?.status === 'refunded';
  useOrderNews(isAtEnd ? undefined : order?.orderId, acceptNews);

  const leftMs = useCountdown(received && { ms: received.order.waitMs, since: received.since });
  const isOver = order !== undefined && isOrderOpen(order.status) && leftMs <= 0;
  // A failure is ignored: useOrderNews asks again within seconds.
  const look = () => order && readOrder(order.orderId).then(acceptNews, () => undefined);
  const latestLook = useRef(look);
  latestLook.current = look;
  useEffect(() => {
    if (isOver) void latestLook.current();
  }, [isOver]);
  return { leftMs, isOver };
}

/** Opens the payment page; the tab opens in the press itself, as browsers demand, and gets its address later. */
function openPayTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.opener = null;
    tab.document.title = '正在前往支付宝';
  }
  return tab;
}

/** Closes the checkout; an order that can still be paid stays open. */
function leaveCheckout(order: Order | undefined): void {
  closeCheckout();
  if (!order) return;
  announceArrival();
  if (!isOrderOpen(order.status)) return;
  const isThere = window.location.pathname === '/orders';
  toast.success(
    '订单已保留，过期前可以继续支付',
    5,
    isThere ? undefined : { to: '/orders?status=open', label: '我的订单' },
  );
}

/** An order from its making until it has arrived: how it is paid, how it goes, what went wrong. */
export function useCheckout({ subject, after }: Checkout) {
  const finish = useFinish(after);
  const catalogue = useCatalogue(true);
  const membership = useMembership(true);
  const channels = catalogue.data?.channels;
  const { received, problem, isBusy, wanted, setWanted, ask, acceptNews } = useOrderAnswers(finish);
  const [payPage, setPayPage] = useState<PayPage>();
  const order = received?.order;

  const begin = () => {
    if ('orderId' in subject) void ask(() => readOrder(subject.orderId));
    else if (channels) {
      const payType = usualPayType(channels);
      void ask(() => placeOrder({ ...subject, payType }));
    }
  };
  const latestBegin = useRef(begin);
  latestBegin.current = begin;
  const isReady = 'orderId' in subject || channels !== undefined;
  useEffect(() => {
    if (isReady) latestBegin.current();
  }, [isReady]);

  const { leftMs, isOver } = useOrderProgress(received, acceptNews);

  const payBy = (payType: PayType) => {
    if (!order) return;
    const { productId, quantity } = order;
    writeText(storageKeys.payType, payType);
    setPayPage(undefined);
    setWanted(payType);
    void ask(() => placeOrder({ productId, quantity, payType }));
  };

  const goToAlipay = () => {
    if (!order) return;
    const tab = openPayTab();
    void ask(async () => {
      try {
        const { orderId, payUrl } = await openAlipay(order.orderId);
        tab?.location.replace(payUrl);
        setPayPage({ url: payUrl, isBlocked: !tab });
        return await readOrder(orderId);
      } catch (error) {
        tab?.close();
        throw error;
      }
    });
  };

  const leave = useCallback(() => leaveCheckout(order), [order]);

  const productId = 'orderId' in subject ? order?.productId : subject.productId;
  const product = [...(catalogue.data?.products ?? []), ...(catalogue.data?.upgrades ?? [])].find(
    (offer) => offer.productId === productId,
  );
  const isComplete = (channels ?? catalogue.error) && (membership.data ?? membership.error);

  return {
    /** Undefined until channels and membership have answered too, so that nothing moves under the pointer. */
    order: isComplete ? order : undefined,
    /** Title of the product, also before its order is there. */
    title: order?.title ?? product?.title ?? '',
    /** Things that the order gives, one line each. */
    gives: order ? givesOf(order, catalogue.data, membership.data?.periods ?? []) : [],
    channels: channels ?? [],
    problem: problem ?? (channels ? undefined : catalogue.error),
    isBusy,
    payPage,
    /** The chosen channel, also while the new order for it is being made. */
    payType: wanted ?? order?.payType ?? 'alipay',
    leftMs,
    /** The time is over, and the server has not told the state of the order yet. */
    isOver,
    retry: () => (isReady ? begin() : catalogue.refresh()),
    payBy,
    goToAlipay,
    verify: () => order && ask(() => verifyOrder(order.orderId)),
    leave,
  };
}

export type CheckoutState = ReturnType<typeof useCheckout>;

type Periods = Answer<typeof membershipContract.membership>['periods'];

/** Benefits of an order, one line each: for a plan also its period, and the tickets of all its seats. */
function givesOf(order: Order, catalogue: Catalogue | undefined, periods: Periods): string[] {
  const { productId, quantity, createdAt, gives } = order;
  const product = catalogue?.products.find((known) => known.productId === productId);
  const upgrade = catalogue?.upgrades.find((known) => known.productId === productId);
  const plan = catalogue?.plans.find((known) => known.plan === (upgrade ?? product)?.plan);
  if (!plan || plan.plan === 'free') return gives;
  const isTeam = plan.plan === 'team';
  const monthly = monthlyText(quotaOf(plan.monthly, isTeam ? quantity : 1));
  if (upgrade) {
    const days = formatNumber(daysToRaise(plan.plan, periods, createdAt));
    return [...gives, `补 ${days} 天的差价，到期日不变`, monthly];
  }
  const months = (product?.months ?? 0) * (isTeam ? 1 : quantity);
  const term = termAfter(periods, plan.plan, months);
  const end = formatDate(term?.endsAt ?? addMonths(createdAt, months));
  return [...gives, `${term ? `${formatDate(term.startsAt)} ` : '付款后'}开始，到 ${end}`, monthly];
}
