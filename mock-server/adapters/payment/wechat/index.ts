import { z } from 'zod';
import { toChinaTime } from '#shared/domain/time';
import { isBillOverdue } from '../bill-time.ts';
import {
  type BillLine,
  type OpenedTrade,
  type PaymentProvider,
  PaymentUnreachable,
  type ProviderReply,
  type RefundRequest,
  type RefundResult,
  type Trade,
  type TradeRequest,
} from '../port.ts';
import { createWechatPayApi, explain, succeeded, type WechatAnswer, type WechatPayAccount } from './api.ts';
import { readWechatBill } from './bill.ts';
import { readWechatNotification } from './notification.ts';

const QueriedTrade = z.object({
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.int().positive().optional() }).optional(),
});

const Refund = z.object({
  out_refund_no: z.string(),
  status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
  amount: z.object({ refund: z.int() }),
});

const BillAddress = z.object({ download_url: z.url(), hash_type: z.literal('SHA1'), hash_value: z.string() });

/**
 * WeChat Pay by QR code (Native, API v3). It says REFUND of a trade after the first refund, be it in part, and offers no
 * list of refunds: such a trade is `refunded` here.
 */
export function createWechatPay(account: WechatPayAccount): PaymentProvider {
  const api = createWechatPayApi(account);
  const tradePath = (orderNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}`;

  function query(orderNo: string): Promise<Trade> {
    const path = `${tradePath(orderNo)}?mchid=${encodeURIComponent(account.merchantId)}`;
    return api.call('GET', path, undefined, (answer) =>
      isUnknown(answer) ? { state: 'none' } : readTrade(orderNo, succeeded(answer)),
    );
  }

  return {
    name: 'wechat',
    isSimulated: false,

    open(request: TradeRequest): Promise<OpenedTrade> {
      const order = {
        appid: account.appId,
        mchid: account.merchantId,
        description: cutToBytes(request.subject, 127),
        out_trade_no: request.orderNo,
        time_expire: `${toChinaTime(request.expireAt).replace(' ', 'T')}+08:00`,
        notify_url: request.notifyUrl,
        amount: { total: request.amount, currency: 'CNY' },
      };
      return api.call('POST', '/v3/pay/transactions/native', order, (answer) => ({
        payUrl: null,
        codeUrl: z.object({ code_url: z.string().min(1) }).parse(succeeded(answer)).code_url,
      }));
    },

    query,

    async close(orderNo: string): Promise<Trade> {
      const path = `${tradePath(orderNo)}/close`;
      const refusal = await api.call('POST', path, { mchid: account.merchantId }, (answer) =>
        answer.code === '' ? null : explain(answer),
      );
      if (refusal === null) return { state: 'closed' };
      // Closed already, unknown, or paid in this very moment.
      const trade = await query(orderNo);
      if (trade.state === 'open') throw new PaymentUnreachable(`${path}: ${refusal}`);
      return trade;
    },

    async refund(request: RefundRequest): Promise<RefundResult> {
      // Asking again for a refund that is under way or done tells less of it than looking it up.
      const path = `/v3/refund/domestic/refunds/${encodeURIComponent(request.refundNo)}`;
      const known = await api.call('GET', path, undefined, (answer) =>
        isUnknown(answer) ? null : readRefund(request, succeeded(answer)),
      );
      if (known) return known;
      const wish = {
        out_trade_no: request.orderNo,
        out_refund_no: request.refundNo,
        reason: cutToBytes(request.reason, 80),
        amount: { refund: request.amount, total: request.paidAmount, currency: 'CNY' },
      };
      return api.call('POST', '/v3/refund/domestic/refunds', wish, (answer) =>
        answer.code === '' ? readRefund(request, answer.body) : { state: 'refused', detail: explain(answer) },
      );
    },

    async readNotification(call) {
      return readWechatNotification(call, account, api);
    },

    reply(isAccepted: boolean): ProviderReply {
      const type = 'application/json';
      if (isAccepted) return { status: 204, type, body: '' };
      return { status: 400, type, body: JSON.stringify({ code: 'FAIL', message: '失败' }) };
    },

    async bill(day: string): Promise<BillLine[]> {
      const path = `/v3/bill/tradebill?bill_date=${encodeURIComponent(day)}&bill_type=SUCCESS`;
      const bill = await api.call('GET', path, undefined, (answer) =>
        answer.code === 'NO_STATEMENT_EXIST' && isBillOverdue(day, account.clock)
          ? null
          : BillAddress.parse(succeeded(answer)),
      );
      return bill === null ? [] : api.download(bill.download_url, (bytes) => readWechatBill(bytes, bill.hash_value));
    },
  };
}

/** That there is no such trade or refund. */
function isUnknown({ code }: WechatAnswer): boolean {
  return ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'].includes(code);
}

function readTrade(orderNo: string, body: unknown): Trade {
  const trade = QueriedTrade.parse(body);
  if (trade.out_trade_no !== orderNo) throw new Error('answers another question');
  switch (trade.trade_state) {
    case 'NOTPAY':
    case 'USERPAYING':
    case 'PAYERROR':
      return { state: 'open' };
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'closed' };
    case 'SUCCESS':
    case 'REFUND': {
      const state = trade.trade_state === 'SUCCESS' ? 'paid' : 'refunded';
      const { transaction_id: tradeNo, success_time, amount } = trade;
      const paidAt = Date.parse(success_time ?? '');
      if (!tradeNo || !amount?.total || Number.isNaN(paidAt)) throw new Error('paid without the payment');
      return { state, tradeNo, amount: amount.total, paidAt };
    }
    default:
      throw new Error(`trade_state ${trade.trade_state}`);
  }
}

function readRefund(request: RefundRequest, body: unknown): RefundResult {
  const { out_refund_no, status, amount } = Refund.parse(body);
  if (out_refund_no !== request.refundNo) throw new Error('answers another question');
  if (amount.refund !== request.amount)
    return { state: 'refused', detail: `退款单 ${request.refundNo} 已用于 ${amount.refund} 分` };
  if (status === 'SUCCESS') return { state: 'done', detail: '' };
  if (status === 'PROCESSING') return { state: 'processing', detail: '' };
  return { state: 'refused', detail: status === 'CLOSED' ? '退款已关闭' : '退款异常，请在微信支付商户平台处理' };
}

/** As much of the text as fits into `most` bytes: WeChat Pay counts bytes and refuses what is longer. */
function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  const letters = [...text].filter((letter) => {
    bytes += Buffer.byteLength(letter);
    return bytes <= most;
  });
  return letters.join('');
}
