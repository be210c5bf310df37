import { isOrderOpen, orderLifetimeMs } from '#shared/domain/order-status';
import { hour } from '#shared/domain/time';
import { paymentOf } from '../../modules/shop/order/order-give-back.ts';
import type { PartOf } from '../state-contract.ts';
import { callerOf, known, type Maker, type Making, usualReason } from './context.ts';
import { codesOf, invoiceOf } from './state.repository.ts';
import { refusal } from './steps.ts';

type Order = PartOf<'orders'>;

/** Milliseconds after which the delivery of a paid order is tried again. */
const deliveredAfterMs = hour;
const usualInvoiceNo = '24312000000012345678';

export const makeOrder: Maker<'orders'> = async (making, part, { at, path }) => {
  const { orders, origin, orderNos, now } = making;
  const { account, product: productId, quantity, channel: payType, status } = part;
  if (status === 'created' && payType === 'wechat')
    throw refusal(`${path}.status`, '微信订单建立后就在等待扫码，状态是 paying');
  if (isOrderOpen(status) && at + orderLifetimeMs <= now)
    throw refusal(`${path}.at`, '待支付的订单 15 分钟后关闭，请写更近的时间');
  const caller = callerOf(making, account);
  const { orderId, orderNo } = await orders.create(caller, { productId, quantity, payType }, origin);
  orderNos.push(orderNo);
  if (status === 'created') return { orderId, orderNo };
  if (payType === 'alipay') await orders.payByAlipay(caller, { orderId }, origin);
  if (status === 'closed') await orders.cancel(caller, orderId);
  if (status !== 'closed' && status !== 'paying') await pay(making, { orderId, orderNo }, part, path);
  return { orderId, orderNo };
};

async function pay(
  making: Making,
  { orderId, orderNo }: { orderId: string; orderNo: string },
  { account, status, reason = usualReason }: Order,
  path: string,
): Promise<void> {
  const { orders, refunds, simulatedPayment, act } = making;
  if (!simulatedPayment) throw refusal(`${path}.status`, '没有模拟支付渠道，付过款的订单只能真的去付');
  simulatedPayment.payQuietly(orderNo);
  if (status === 'paid') return holdBack(making, orderId);
  await orders.settlement.settle(orderId, 'system');
  if (status === 'completed') return;
  const caller = callerOf(making, account);
  await refunds.request(caller, orderId, reason);
  const [refund] = await refunds.desk.ofOrder(orderId);
  if (!refund) throw refusal(path, '退款没有建立');
  const { status: approved } = await refunds.desk.approveRefund(act.caller, refund.id, undefined, act.facts);
  if (approved !== 'pending') throw refusal(path, '这笔退款超过一个人的限额，需要另一人复核');
  if (status === 'refunded') return refunds.send(refund.id);
  // As if the company had not answered: the refund is asked for again by itself.
  simulatedPayment.setOutage(true);
  await refunds.send(refund.id);
  simulatedPayment.setOutage(false);
}

/** The money has come, and the delivery failed once. */
async function holdBack({ orders, store, clock }: Making, orderId: string): Promise<void> {
  const order = await orders.moves.mustFind(store.db, orderId);
  const trade = await orders.settlement.providerOf(order).query(order.order_no);
  if (trade.state !== 'paid') throw new Error(`the trade of ${order.order_no} is ${trade.state}`);
  await store.transact(async (tx) => {
    const next = { checks: 1, next_check_at: clock.now() + deliveredAfterMs, grant_error: usualReason };
    const event = { what: 'paid', detail: trade.tradeNo, actor: 'provider' };
    await orders.moves.move(
      tx,
      orderId,
      ['created', 'paying'],
      { ...paymentOf(trade), ...next, status: 'paid' },
      event,
    );
    await orders.moves.note(tx, orderId, { what: 'grant_failed', detail: next.grant_error, actor: 'system' });
  });
}

export const makeInvoice: Maker<'invoices'> = async (making, part, { path }) => {
  const { invoices, store, act } = making;
  const { order, titleKind, title, taxNo, email, status } = part;
  const { orderId } = known(making, 'orders', order);
  const { account_id: accountId } = await making.orders.moves.mustFind(store.db, orderId);
  const caller = { kind: 'user', accountId, sessionHash: '' } as const;
  await invoices.request(caller, { orderId, titleKind, title, taxNo, email });
  const invoiceId = await invoiceOf(store.db, orderId);
  if (invoiceId === undefined) throw refusal(path, '发票没有建立');
  const issued = { status: 'issued', invoiceNo: part.invoiceNo ?? usualInvoiceNo, answer: '' } as const;
  const rejected = { status: 'rejected', invoiceNo: '', answer: part.reason ?? usualReason } as const;
  if (status !== 'requested') await invoices.answer(act, invoiceId, status === 'issued' ? issued : rejected);
  return { invoiceId };
};

export const makeRedeemCodes: Maker<'redeemCodes'> = async (making, part, { name, path }) => {
  const { redeemDesk, redeem, store, act, ids } = making;
  const { usedBy, isDisabled, name: title = name, ...draft } = part;
  if (usedBy.length > draft.count * draft.usesPerCode) throw refusal(`${path}.usedBy`, '兑换码不够这么多人用');
  const { at: _at, ...content } = draft;
  const batch = await redeemDesk.create(act, { ...content, name: title, days: null, clientKey: ids.next('state') });
  const codes = await codesOf(store.db, batch.id);
  for (const [index, account] of usedBy.entries())
    await redeem.redeem(callerOf(making, account), codes[Math.floor(index / draft.usesPerCode)] ?? '');
  if (isDisabled) await redeemDesk.disable(act, batch.id);
  return { batchId: batch.id, codes };
};
