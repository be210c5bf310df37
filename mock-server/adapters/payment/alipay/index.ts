import { z } from 'zod';
import { fromChinaTime, toChinaTime } from '#shared/domain/time';
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
import { toFen, toYuan } from '../yuan.ts';
import { readBill } from './bill.ts';
import { type AlipayAccount, type Answer, createAlipayGateway, explain, succeeded } from './gateway.ts';
import { readAlipayNotification } from './notification.ts';

const QueriedTrade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.enum(['WAIT_BUYER_PAY', 'TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED']),
  /** Yuan; some samples of the documentation show a number. */
  total_amount: z.union([z.string(), z.number()]),
  /** When the money was paid; a trade that was never paid has none. */
  send_pay_date: z.string().optional(),
});

/**
 * Alipay's payment on a page of its own (电脑网站支付). The trade comes into being when somebody opens that page: until
 * then `query` says `none`, and `close` finds nothing to close, so that a page opened after that can still be paid
 * until the request's `expireAt`.
 */
export function createAlipay(account: AlipayAccount): PaymentProvider {
  const gateway = createAlipayGateway(account);

  function query(orderNo: string): Promise<Trade> {
    return gateway.call('alipay.trade.query', { out_trade_no: orderNo }, (answer) =>
      answer.sub_code === 'ACQ.TRADE_NOT_EXIST' ? { state: 'none' } : readTrade(succeeded(answer)),
    );
  }

  return {
    name: 'alipay',
    isSimulated: false,

    async open(request: TradeRequest): Promise<OpenedTrade> {
      const { notifyUrl, returnUrl } = request;
      const payUrl = gateway.pageUrl(
        'alipay.trade.page.pay',
        { notifyUrl, returnUrl },
        {
          out_trade_no: request.orderNo,
          product_code: 'FAST_INSTANT_TRADE_PAY',
          total_amount: toYuan(request.amount),
          subject: withoutReserved(request.subject),
          time_expire: toChinaTime(request.expireAt),
        },
      );
      return { payUrl, codeUrl: null };
    },

    query,

    async close(orderNo: string): Promise<Trade> {
      const refusal = await gateway.call('alipay.trade.close', { out_trade_no: orderNo }, (answer) =>
        answer.code === '10000' || answer.sub_code === 'ACQ.TRADE_NOT_EXIST' ? null : explain(answer),
      );
      if (refusal === null) return { state: 'closed' };
      // Closed already, or paid in this very moment.
      const trade = await query(orderNo);
      if (trade.state === 'open') throw new PaymentUnreachable(`alipay.trade.close: ${refusal}`);
      return trade;
    },

    async refund(request: RefundRequest): Promise<RefundResult> {
      const numbers = { out_trade_no: request.orderNo, out_request_no: request.refundNo };
      const wish = { refund_amount: toYuan(request.amount), refund_reason: request.reason.slice(0, 256) };
      const answer = await gateway.call('alipay.trade.refund', { ...numbers, ...wish }, (given) => given);
      if (answer.code !== '10000') return { state: 'refused', detail: explain(answer) };
      if (answer.fund_change === 'Y') return { state: 'done', detail: '' };
      // Without a change of funds it was a repetition or is under way: the books say which.
      return gateway.call('alipay.trade.fastpay.refund.query', numbers, (found) =>
        found.refund_status === 'REFUND_SUCCESS' && found.out_request_no === request.refundNo
          ? { state: 'done', detail: '' }
          : { state: 'processing', detail: explain(found) },
      );
    },

    async readNotification(call) {
      return readAlipayNotification(call, account, gateway);
    },

    reply(isAccepted: boolean): ProviderReply {
      return { status: 200, type: 'text/plain', body: isAccepted ? 'success' : 'fail' };
    },

    async bill(day: string): Promise<BillLine[]> {
      const request = { bill_type: 'trade', bill_date: day };
      const url = await gateway.call('alipay.data.dataservice.bill.downloadurl.query', request, (answer) =>
        // Documented as BILL_NOT_EXIST, in fact isp.bill_not_exist.
        /bill_not_exist$/i.test(answer.sub_code) && isBillOverdue(day, account.clock)
          ? null
          : z.url().parse(succeeded(answer).bill_download_url),
      );
      return url === null ? [] : gateway.download(url, readBill);
    },
  };
}

function readTrade(answer: Answer): Trade {
  const trade = QueriedTrade.parse(answer);
  if (trade.trade_status === 'WAIT_BUYER_PAY') return { state: 'open' };
  if (trade.trade_status === 'TRADE_CLOSED' && !trade.send_pay_date) return { state: 'closed' };
  return {
    state: trade.trade_status === 'TRADE_CLOSED' ? 'refunded' : 'paid',
    tradeNo: trade.trade_no,
    amount: toFen(String(trade.total_amount)),
    paidAt: fromChinaTime(trade.send_pay_date ?? ''),
  };
}

/** Alipay takes no `/`, `=` and `&` in a title. */
function withoutReserved(title: string): string {
  return title.replaceAll('/', '／').replaceAll('=', '＝').replaceAll('&', '＆');
}
