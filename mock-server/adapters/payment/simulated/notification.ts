import { createPublicKey, createSign, createVerify, type KeyObject } from 'node:crypto';
import { toChinaTime } from '#shared/domain/time';
import { type NotificationCall, NotificationRefused, type PaymentNotification } from '../port.ts';
import { toFen, toYuan } from '../yuan.ts';
import type { BookedTrade } from './books.repository.ts';

/** Numbers of the merchant at the simulated company. */
const merchant = { appId: '2021009999999999', sellerId: '2088999999999999' } as const;

export interface NotificationDraft {
  trade: BookedTrade;
  tradeNo: string;
  /** Fen. */
  amount: number;
  notifyId: string;
  /** Milliseconds since the epoch. */
  now: number;
  appId?: string | undefined;
  sellerId?: string | undefined;
  /** `RSA` is SHA-1, which a merchant of today must refuse. */
  signType?: 'RSA2' | 'RSA' | undefined;
  /** Signed, and then changed on the way. */
  isBroken?: boolean;
}

/** The form-urlencoded body of a payment notification, in the fields and with the signature of Alipay's. */
export function composeNotification(draft: NotificationDraft, privateKey: KeyObject): string {
  const { trade, tradeNo, amount, notifyId, now } = draft;
  const signType = draft.signType ?? 'RSA2';
  const yuan = toYuan(amount);
  const fields: Record<string, string> = {
    gmt_create: toChinaTime(trade.createdAt),
    gmt_payment: toChinaTime(trade.paidAt ?? now),
    notify_time: toChinaTime(now),
    notify_type: 'trade_status_sync',
    notify_id: notifyId,
    charset: 'utf-8',
    version: '1.0',
    app_id: draft.appId ?? merchant.appId,
    auth_app_id: draft.appId ?? merchant.appId,
    seller_id: draft.sellerId ?? merchant.sellerId,
    buyer_id: '2088000000000001',
    out_trade_no: trade.orderNo,
    trade_no: tradeNo,
    trade_status: 'TRADE_SUCCESS',
    subject: trade.subject,
    total_amount: yuan,
    receipt_amount: yuan,
    buyer_pay_amount: yuan,
  };
  const sign = createSign(signType === 'RSA2' ? 'RSA-SHA256' : 'RSA-SHA1')
    .update(signedText(fields))
    .sign(privateKey, 'base64');
  const changed = draft.isBroken ? { ...fields, buyer_id: '2088000000000002' } : fields;
  return new URLSearchParams({ ...changed, sign_type: signType, sign }).toString();
}

/** Believes nothing but what our own key signed for our own merchant. Throws {@link NotificationRefused}. */
export function readNotification({ body }: NotificationCall, key: KeyObject): PaymentNotification {
  const { sign, sign_type: signType, ...fields } = formFields(body.toString('utf8'));
  const orderNo = fields.out_trade_no ?? null;
  if (!sign || !signType || !orderNo) throw new NotificationRefused('malformed', '缺少签名或订单号', orderNo);
  if (signType !== 'RSA2') throw new NotificationRefused('rsa1', `签名类型 ${signType}`, orderNo);
  const isSigned = createVerify('RSA-SHA256').update(signedText(fields)).verify(createPublicKey(key), sign, 'base64');
  if (!isSigned) throw new NotificationRefused('forged', '签名不正确', orderNo);
  if (fields.app_id !== merchant.appId) throw new NotificationRefused('wrong_app', `应用 ${fields.app_id}`, orderNo);
  if (fields.seller_id !== merchant.sellerId)
    throw new NotificationRefused('wrong_seller', `商户 ${fields.seller_id}`, orderNo);
  const amount = amountOf(fields.total_amount, orderNo);
  return { orderNo, kind: kinds.get(fields.trade_status ?? '') ?? 'other', tradeNo: fields.trade_no ?? '', amount };
}

const kinds: ReadonlyMap<string, PaymentNotification['kind']> = new Map([
  ['TRADE_SUCCESS', 'paid'],
  ['TRADE_FINISHED', 'paid'],
  ['TRADE_CLOSED', 'closed'],
]);

/** The last of a repeated name counts, for the signature as for what is read. */
function formFields(text: string): Record<string, string | undefined> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Signed text: decoded values, sorted by name, without the signature and its type. */
function signedText(fields: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Fen. Throws {@link NotificationRefused}. */
function amountOf(yuan: string | undefined, orderNo: string): number {
  try {
    return toFen(yuan ?? '');
  } catch {
    throw new NotificationRefused('malformed', '金额不正确', orderNo);
  }
}
