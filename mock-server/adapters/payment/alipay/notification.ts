import { type NotificationCall, NotificationRefused, type PaymentNotification } from '../port.ts';
import { toFen } from '../yuan.ts';
import type { AlipayAccount, AlipayGateway } from './gateway.ts';

/** Reads what Alipay posts to the notify address. Throws {@link NotificationRefused}. */
export function readAlipayNotification(
  call: NotificationCall,
  account: AlipayAccount,
  gateway: AlipayGateway,
): PaymentNotification {
  const fields = readFields(call.body);
  const orderNo = fields.out_trade_no ?? null;
  const refuse = (kind: NotificationRefused['kind'], message: string) =>
    new NotificationRefused(kind, message, orderNo);

  if (!fields.sign || !fields.sign_type) throw refuse('malformed', '缺少签名');
  if (fields.sign_type === 'RSA') throw refuse('rsa1', '签名类型 RSA');
  if (!gateway.hasSigned(fields)) throw refuse('forged', '签名不正确');
  if (fields.app_id !== account.appId) throw refuse('wrong_app', `应用 ${fields.app_id}`);
  if (fields.seller_id !== account.sellerId) throw refuse('wrong_seller', `商户 ${fields.seller_id}`);
  if (!orderNo || !fields.trade_no) throw refuse('malformed', '缺少订单号或交易号');
  return { orderNo, kind: kindOf(fields), tradeNo: fields.trade_no, amount: amountOf(fields, refuse) };
}

/** A refund in part keeps the status TRADE_SUCCESS and can be told by its own fields only. */
function kindOf(fields: Record<string, string>): PaymentNotification['kind'] {
  if (fields.refund_fee !== undefined || fields.gmt_refund !== undefined) return 'refunded';
  if (fields.trade_status === 'TRADE_SUCCESS' || fields.trade_status === 'TRADE_FINISHED') return 'paid';
  return fields.trade_status === 'TRADE_CLOSED' ? 'closed' : 'other';
}

function amountOf(
  fields: Record<string, string>,
  refuse: (kind: 'malformed', message: string) => NotificationRefused,
): number {
  try {
    return fields.total_amount === undefined ? 0 : toFen(fields.total_amount);
  } catch {
    throw refuse('malformed', '金额不正确');
  }
}

/** The decoded form. A field that comes twice could be signed in one reading and used in the other. */
function readFields(body: Buffer): Record<string, string> {
  const form = [...new URLSearchParams(body.toString('utf8'))];
  const fields: Record<string, string> = Object.assign(Object.create(null), Object.fromEntries(form));
  if (Object.keys(fields).length !== form.length) throw new NotificationRefused('malformed', '字段重复');
  return fields;
}
