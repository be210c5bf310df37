import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PayType } from '#shared/domain/order-status';
import { dayKey, endOfDay, minute } from '#shared/domain/time';
import type { AdjustableClock } from '../clock/port.ts';
import {
  type NotificationCall,
  NotificationRefused,
  type OpenedTrade,
  type PaymentProvider,
  PaymentUnreachable,
  type ProviderReply,
  type Trade,
  type TradeRequest,
} from './port.ts';

/** A notification with a valid signature that must be refused all the same. */
type Forgery = 'rsa1' | 'wrong_app' | 'wrong_seller' | 'stale';

/**
 * Faults of the network. `half`, `unsigned` and `forged` spoil the answer to a call that was carried out.
 * - `down`: the connection is refused; `slow`: no answer comes
 * - `error`: HTTP 500
 * - `half`: the answer breaks off
 * - `unsigned`, `forged`: the answer has no signature, or somebody else's
 */
type NetworkFault = 'down' | 'slow' | 'error' | 'half' | 'unsigned' | 'forged';

/** Parts that the provider's tests supply to the suite. */
export interface PaymentSubject {
  provider: PaymentProvider;
  /** The provider's clock and its books' clock. */
  clock: AdjustableClock;
  payType: PayType;
  person: {
    /** Opens the page or scans the code without paying. */
    look(orderNo: string, opened: OpenedTrade): Promise<void>;
    /** Pays. Rejects when the provider does not take the payment. */
    pay(orderNo: string, opened: OpenedTrade): Promise<void>;
  };
  /** Fen given back so far, as the provider's books say. */
  refunded(orderNo: string): Promise<number> | number;
  /** Lets refunds come through where they take their time. */
  finishRefunds?(): Promise<void> | void;
  /** Notification of the provider when the trade is paid. */
  notification(orderNo: string): Promise<NotificationCall> | NotificationCall;
  /** The same for a forgery of `traits.forgeries`. */
  forge(forgery: Forgery, orderNo: string): Promise<NotificationCall> | NotificationCall;
  /** Changes what a notification says and leaves its signature. */
  tamper(call: NotificationCall): NotificationCall;
  /** Returns true when the provider stops repeating after this reply. */
  stopsAfter(reply: ProviderReply): boolean;
  /** Breaks the network with a fault of `traits.faults` until it is mended. */
  breakNetwork?(fault: NetworkFault): Promise<void> | void;
  mendNetwork?(): Promise<void> | void;
  close(): Promise<void> | void;
}

export interface PaymentTraits {
  /** Forgeries its protocol knows. */
  forgeries: readonly Forgery[];
  /** Faults its network can have; none for a provider in our own process. */
  faults: readonly NetworkFault[];
  /** True when `query` tells a refund in part from one in full. */
  tellsPartialRefunds: boolean;
}

/** A day without payments, long before the tests begin. */
const quietDay = '2026-01-02';
let orders = 0;

/** Conformance suite of payment providers, in vitest. `setUp` is called once. */
export function describePaymentProvider(
  name: string,
  traits: PaymentTraits,
  setUp: () => Promise<PaymentSubject> | PaymentSubject,
): void {
  describe(`${name} as a payment provider`, () => {
    let subject: PaymentSubject;
    let provider: PaymentProvider;

    beforeAll(async () => {
      subject = await setUp();
      provider = subject.provider;
    });
    afterEach(() => subject.mendNetwork?.());
    afterAll(() => subject.close());

    function makeRequest(changes: Partial<TradeRequest> = {}): TradeRequest {
      orders += 1;
      return {
        orderNo: `ZH20261122T${String(orders).padStart(8, '0')}`,
        payType: subject.payType,
        amount: 9901,
        subject: '筑绘 AI 会员 12 个月 & 20% 优惠',
        expireAt: subject.clock.now() + 15 * minute,
        notifyUrl: 'http://127.0.0.1:9/api/order/notify',
        returnUrl: 'http://127.0.0.1:9/done2?orderId=1',
        ...changes,
      };
    }

    /** An order that is open at the provider, because somebody looks at it. */
    async function openOrder(changes: Partial<TradeRequest> = {}) {
      const request = makeRequest(changes);
      const opened = await provider.open(request);
      await subject.person.look(request.orderNo, opened);
      return { ...request, opened };
    }

    async function paidOrder(changes: Partial<TradeRequest> = {}) {
      const order = await openOrder(changes);
      await subject.person.pay(order.orderNo, order.opened);
      return order;
    }

    function paidTrade(amount: number): Trade {
      return { state: 'paid', tradeNo: expect.stringMatching(/^\S{8,64}$/), amount, paidAt: expect.any(Number) };
    }

    async function refund(order: { orderNo: string; amount: number }, refundNo: string, amount = order.amount) {
      const request = { orderNo: order.orderNo, refundNo, amount, paidAmount: order.amount, reason: '用户申请退款' };
      const first = await provider.refund(request);
      if (first.state !== 'processing') return first.state;
      await subject.finishRefunds?.();
      return (await provider.refund(request)).state;
    }

    async function refusal(call: NotificationCall): Promise<NotificationRefused> {
      const outcome = await provider.readNotification(call).catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(NotificationRefused);
      return outcome as NotificationRefused;
    }

    it('knows nothing of a trade that was never opened', async () => {
      expect(await provider.query(makeRequest().orderNo)).toEqual({ state: 'none' });
    });

    it('opens a trade that a person can pay', async () => {
      const { orderNo, opened, amount } = await openOrder();
      expect(opened.payUrl ?? opened.codeUrl).toBeTruthy();
      expect(await provider.query(orderNo)).toEqual({ state: 'open' });
      await subject.person.pay(orderNo, opened);
      expect(await provider.query(orderNo)).toEqual(paidTrade(amount));
    });

    it('opens the same trade when it is asked again', async () => {
      const request = makeRequest();
      const first = await provider.open(request);
      const second = await provider.open(request);
      await subject.person.pay(request.orderNo, first);
      await expect(subject.person.pay(request.orderNo, second)).rejects.toThrow();
      expect(await provider.query(request.orderNo)).toEqual(paidTrade(request.amount));
    });

    it.each([1, 10, 990, 123_456_07])('takes %i fen exactly', async (amount) => {
      const { orderNo } = await paidOrder({ amount });
      expect(await provider.query(orderNo)).toEqual(paidTrade(amount));
      expect(await provider.readNotification(await subject.notification(orderNo))).toMatchObject({ amount });
    });

    it('tells when it was paid', async () => {
      subject.clock.set({ advanceMs: 3 * minute });
      const { orderNo } = await paidOrder();
      const trade = await provider.query(orderNo);
      if (trade.state !== 'paid') throw new Error(`expected a paid trade, got ${trade.state}`);
      expect(Math.abs(trade.paidAt - subject.clock.now())).toBeLessThan(2000);
    });

    it('takes no payment after its time', async () => {
      const { orderNo, opened, expireAt } = await openOrder();
      subject.clock.set({ now: expireAt + 1000 });
      await expect(subject.person.pay(orderNo, opened)).rejects.toThrow();
      expect(['open', 'closed']).toContain((await provider.query(orderNo)).state);
      expect(await provider.close(orderNo)).toEqual({ state: 'closed' });
    });

    it('closes an unpaid trade, once and again, and takes no payment any more', async () => {
      const { orderNo, opened } = await openOrder();
      expect(await provider.close(orderNo)).toEqual({ state: 'closed' });
      expect(await provider.close(orderNo)).toEqual({ state: 'closed' });
      await expect(subject.person.pay(orderNo, opened)).rejects.toThrow();
      expect(await provider.query(orderNo)).toEqual({ state: 'closed' });
    });

    it('closes nothing where there is nothing', async () => {
      expect(['none', 'closed']).toContain((await provider.close(makeRequest().orderNo)).state);
    });

    it('does not close what is paid, and says so', async () => {
      const { orderNo, amount } = await paidOrder();
      expect(await provider.close(orderNo)).toEqual(paidTrade(amount));
      expect(await provider.query(orderNo)).toEqual(paidTrade(amount));
    });

    it('gives everything back once, however often it is asked with the same number', async () => {
      const order = await paidOrder();
      expect(await refund(order, `R${order.orderNo}`)).toBe('done');
      expect(await refund(order, `R${order.orderNo}`)).toBe('done');
      expect(await subject.refunded(order.orderNo)).toBe(order.amount);
      expect(await provider.query(order.orderNo)).toMatchObject({ state: 'refunded', amount: order.amount });
    });

    it('gives back in parts, and never more than was paid', async () => {
      const order = await paidOrder({ amount: 1000 });
      expect(await refund(order, `A${order.orderNo}`, 333)).toBe('done');
      const state = traits.tellsPartialRefunds ? 'paid' : 'refunded';
      expect(await provider.query(order.orderNo)).toMatchObject({ state, amount: 1000 });
      expect(await refund(order, `B${order.orderNo}`, 668)).toBe('refused');
      expect(await subject.refunded(order.orderNo)).toBe(333);
      expect(await refund(order, `C${order.orderNo}`, 667)).toBe('done');
      expect(await subject.refunded(order.orderNo)).toBe(1000);
      expect(await provider.query(order.orderNo)).toMatchObject({ state: 'refunded', amount: 1000 });
    });

    it('gives back nothing of what was not paid', async () => {
      const order = await openOrder();
      expect(await refund(order, `R${order.orderNo}`)).toBe('refused');
      expect(await refund(makeRequest(), `R${order.orderNo}N`)).toBe('refused');
      expect(await subject.refunded(order.orderNo)).toBe(0);
    });

    it('says of a payment what was paid for which order', async () => {
      const { orderNo, amount } = await paidOrder();
      const trade = await provider.query(orderNo);
      const read = await provider.readNotification(await subject.notification(orderNo));
      expect(trade).toMatchObject({ tradeNo: read.tradeNo });
      expect(read).toEqual({ orderNo, kind: 'paid', tradeNo: expect.any(String), amount });
    });

    it('reads the same notification again and again', async () => {
      const { orderNo } = await paidOrder();
      const call = await subject.notification(orderNo);
      expect(await provider.readNotification(call)).toEqual(await provider.readNotification(call));
    });

    it('does not believe a notification that was changed', async () => {
      const { orderNo } = await paidOrder();
      const call = await subject.notification(orderNo);
      expect((await refusal(subject.tamper(call))).kind).toBe('forged');
    });

    it.each(traits.forgeries)('refuses a notification that is %s', async (forgery) => {
      const { orderNo } = await paidOrder();
      expect((await refusal(await subject.forge(forgery, orderNo))).kind).toBe(forgery);
    });

    it('refuses what is no notification at all', async () => {
      const { orderNo } = await paidOrder();
      const { headers } = await subject.notification(orderNo);
      const bodies = ['', '{}', 'null', '[1]', '<xml/>', 'a=b&a=c&sign_type=RSA2&sign=x', '%E0%A4%A', '\u0000\ufffd'];
      for (const text of bodies) {
        const body = Buffer.from(text);
        expect(['malformed', 'forged', 'rsa1']).toContain((await refusal({ headers, body })).kind);
        expect((await refusal({ headers: {}, body })).kind).not.toBe('stale');
      }
      const { body } = await subject.notification(orderNo);
      expect(['malformed', 'forged']).toContain(
        (await refusal({ headers, body: body.subarray(0, body.length / 2) })).kind,
      );
    });

    it('tells the provider to stop, or to come again', () => {
      expect(subject.stopsAfter(provider.reply(true))).toBe(true);
      expect(subject.stopsAfter(provider.reply(false))).toBe(false);
    });

    it('lists in a day’s bill what was paid that day', async () => {
      const paid = await paidOrder({ amount: 2048 });
      const unpaid = await openOrder();
      const day = dayKey(subject.clock.now());
      subject.clock.set({ now: endOfDay(subject.clock.now()) + 10 * 60 * minute });
      const later = await paidOrder();
      const bill = await provider.bill(day);
      const trade = await provider.query(paid.orderNo);
      expect(trade).toMatchObject({ state: 'paid' });
      expect(bill.filter(({ orderNo }) => orderNo === paid.orderNo)).toEqual([
        { orderNo: paid.orderNo, tradeNo: trade.state === 'paid' && trade.tradeNo, amount: 2048 },
      ]);
      const listed = bill.map(({ orderNo }) => orderNo);
      expect(listed).not.toContain(unpaid.orderNo);
      expect(listed).not.toContain(later.orderNo);
    });

    it('has an empty bill for a day without payments', async () => {
      expect(await provider.bill(quietDay)).toEqual([]);
    });

    it.each(traits.faults)('knows nothing when the network is %s, and works when it is mended', async (fault) => {
      const open = await openOrder();
      const paid = await paidOrder();
      await subject.breakNetwork?.(fault);
      const asked = { ...paid, refundNo: `R${paid.orderNo}`, paidAmount: paid.amount, reason: '用户申请退款' };
      const calls = [
        () => provider.query(open.orderNo),
        () => provider.close(open.orderNo),
        () => provider.refund(asked),
        () => provider.bill(quietDay),
      ];
      for (const call of calls) await expect(call()).rejects.toBeInstanceOf(PaymentUnreachable);
      await subject.mendNetwork?.();
      expect(await provider.bill(quietDay)).toEqual([]);
      expect(await provider.close(open.orderNo)).toEqual({ state: 'closed' });
      expect(await refund(paid, asked.refundNo)).toBe('done');
      expect(await subject.refunded(paid.orderNo)).toBe(paid.amount);
    });
  });
}
