import type { PayType } from '#shared/domain/order-status';

/** Request to a provider to collect a payment. */
export interface TradeRequest {
  /** Ours: 6–32 characters of [0-9A-Z], never used twice. */
  orderNo: string;
  payType: PayType;
  /** Fen, > 0. */
  amount: number;
  /** Subject that the payer reads, at most 64 characters. */
  subject: string;
  /** When the provider stops taking the payment, milliseconds since the epoch. */
  expireAt: number;
  /** Absolute URL to which the provider posts its notifications. */
  notifyUrl: string;
  /** Absolute URL to which the provider sends the browser afterwards; the visit proves nothing. */
  returnUrl: string;
}

/** Ways to pay: a page to open, or text to show as a QR code. At least one is present. */
export interface OpenedTrade {
  payUrl: string | null;
  codeUrl: string | null;
}

/**
 * State of a trade in the provider's books.
 * - `none`: it knows no such trade (a page was handed out but never opened).
 * - `open`: waiting for the payment.
 * - `paid`: the money is there; `amount` is what was paid, before any refund.
 * - `closed`: never paid, and cannot be paid any more.
 * - `refunded`: paid and given back in full; WeChat Pay says so after a refund in part too.
 */
export type Trade =
  | { state: 'none' | 'open' | 'closed' }
  | {
      state: 'paid' | 'refunded';
      /** The provider's own number of the payment. */
      tradeNo: string;
      /** Fen. */
      amount: number;
      paidAt: number;
    };

export interface RefundRequest {
  orderNo: string;
  /** Ours: 6–32 characters of [0-9A-Za-z_]; the same number never refunds twice. */
  refundNo: string;
  /** Fen to give back, > 0. */
  amount: number;
  /** Fen that were paid. */
  paidAmount: number;
  reason: string;
}

/** `refused`: the provider will not do it, `detail` says why. `processing`: ask again later with the same number. */
export interface RefundResult {
  state: 'done' | 'processing' | 'refused';
  detail: string;
}

/** A message that came with a valid signature from the provider, for our application and our account. */
export interface PaymentNotification {
  orderNo: string;
  /** Only `paid` matters to us; others are acknowledged and noted. */
  kind: 'paid' | 'closed' | 'refunded' | 'other';
  tradeNo: string;
  /** Fen; 0 where the message names none. */
  amount: number;
}

/** A call to our notify address as it came over the wire. */
export interface NotificationCall {
  headers: Readonly<Record<string, string | undefined>>;
  /** The very bytes that were signed. */
  body: Buffer;
}

/** One paid trade of a day's bill. */
export interface BillLine {
  orderNo: string;
  tradeNo: string;
  /** Fen. */
  amount: number;
}

/** Reply to the notify call. */
export interface ProviderReply {
  status: number;
  type: string;
  body: string;
}

/**
 * The provider cannot be reached, or did not answer as documented: nothing is known and the call may be repeated.
 */
export class PaymentUnreachable extends Error {
  override readonly name = 'PaymentUnreachable';
}

/** A notification that must not be believed; `kind` stands in the books: forged, rsa1, wrong_app, wrong_seller, stale, malformed. */
export class NotificationRefused extends Error {
  override readonly name = 'NotificationRefused';
  readonly kind: 'forged' | 'rsa1' | 'wrong_app' | 'wrong_seller' | 'stale' | 'malformed';
  /** The order number it names, if it can be read; never to be trusted. */
  readonly orderNo: string | null;
  constructor(kind: NotificationRefused['kind'], message: string, orderNo: string | null = null) {
    super(message);
    this.kind = kind;
    this.orderNo = orderNo;
  }
}

/**
 * A payment provider. All calls may be repeated with the same numbers and then change nothing further. All but
 * `readNotification` reject with {@link PaymentUnreachable} when the provider gives no usable answer within 15 s.
 */
export interface PaymentProvider {
  /** Stable name, kept with the order: `simulated`, `alipay`, `wechat`. */
  readonly name: string;
  /** True when no money moves; refused in production. */
  readonly isSimulated: boolean;
  /** Opens the trade, or gives the same way to pay again while it is open. */
  open(request: TradeRequest): Promise<OpenedTrade>;
  query(orderNo: string): Promise<Trade>;
  /**
   * Closes an unpaid trade, so that it cannot be paid any more; tells what the trade is now (it may have been paid).
   * A trade the provider does not know yet may still come into being until `expireAt`, and be paid.
   */
  close(orderNo: string): Promise<Trade>;
  refund(request: RefundRequest): Promise<RefundResult>;
  /** Checks signature, application and seller. Throws {@link NotificationRefused}. */
  readNotification(call: NotificationCall): Promise<PaymentNotification>;
  /** Tells the provider to stop repeating, or (`false`) to come again. */
  reply(isAccepted: boolean): ProviderReply;
  /** Everything paid on a day in China, `2026-11-22`. Available from 09:00 of the next day at real providers. */
  bill(day: string): Promise<BillLine[]>;
}

/** Which provider collects the money of which way to pay. */
export interface PaymentDirectory {
  /** Null where the way to pay is switched off. */
  of(payType: PayType): PaymentProvider | null;
  /** The provider an order was made with; null when it is not configured any more. */
  named(name: string): PaymentProvider | null;
  /** The ways to pay that are open, as people choose between them. */
  channels(): Array<{ payType: PayType; title: string; isSimulated: boolean }>;
}
