import { createSign, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { dayKey, fromChinaTime, minute, toChinaTime } from '#shared/domain/time';
import type { Clock } from '../../mock-server/adapters/clock/port.ts';
import type { NotificationCall } from '../../mock-server/adapters/payment/port.ts';
import { toFen, toYuan } from '../../mock-server/adapters/payment/yuan.ts';
import { type BillRow, packAlipayBill } from './fake-alipay-bill.ts';
import { type Exchange, startFakeProviderServer } from './fake-provider-server.ts';

interface Trade {
  orderNo: string;
  tradeNo: string;
  title: string;
  amount: number;
  expireAt: number;
  notifyUrl: string;
  paidAt: number | null;
  isClosed: boolean;
  refunds: { refundNo: string; amount: number; at: number }[];
}

type Fields = Record<string, string>;
type Content = Record<string, unknown>;

const appId = '2021000000000001';
const sellerId = '2088000000000001';
const application = generateKeyPairSync('rsa', { modulusLength: 2048 });
const alipay = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

export type FakeAlipay = Awaited<ReturnType<typeof startFakeAlipay>>;

/** Alipay's gateway as its documentation describes it, with one registered application and its books in memory. */
export async function startFakeAlipay(clock: Clock) {
  const trades = new Map<string, Trade>();
  const scripted: Content[] = [];
  const server = await startFakeProviderServer((exchange) =>
    exchange.url.pathname === '/bill.zip' ? giveBill(exchange) : answerGateway(exchange),
  );

  function answerGateway(exchange: Exchange) {
    const fields: Fields = { ...Object.fromEntries(exchange.url.searchParams) };
    Object.assign(fields, Object.fromEntries(new URLSearchParams(exchange.body)));
    const method = fields.method ?? '';
    const content = checkRequest(fields) ?? scripted.shift() ?? readContent(fields);
    if (method === 'alipay.trade.page.pay') {
      const result = 'code' in content ? content : openPage(content, fields.notify_url ?? '');
      return { status: 200, headers: { 'content-type': 'text/html' }, body: JSON.stringify(result) };
    }
    const result = 'code' in content ? content : (calls[method]?.(content) ?? refusal('40002', 'isv.invalid-method'));
    // Its JSON escapes slashes, and it signs the text as it stands there.
    const text = JSON.stringify(result).replaceAll('/', '\\/');
    const name = `${method.replaceAll('.', '_')}_response`;
    const key = exchange.signing === 'forged' ? stranger.privateKey : alipay.privateKey;
    const sign = exchange.signing === 'unsigned' ? '' : `,"sign":"${signText(text, key)}"`;
    return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body: `{"${name}":${text}${sign}}` };
  }

  /** Fault of the request itself; undefined when there is none. */
  function checkRequest(fields: Fields): Content | undefined {
    const { sign = '', ...signed } = fields;
    if (fields.sign_type !== 'RSA2') return refusal('40002', 'isv.invalid-signature-type');
    const verifier = createVerify('RSA-SHA256').update(sortFields(signed));
    if (!verifier.verify(application.publicKey, sign, 'base64')) return refusal('40002', 'isv.invalid-signature');
    if (fields.app_id !== appId) return refusal('40002', 'isv.invalid-app-id');
    if (fields.version !== '1.0' || fields.charset !== 'utf-8') return refusal('40002', 'isv.invalid-charset');
    const skew = Math.abs(fromChinaTime(fields.timestamp ?? '') - clock.now());
    return skew < 10 * minute ? undefined : refusal('40002', 'isv.invalid-timestamp');
  }

  function openPage(content: Content, notifyUrl: string): Content {
    const { out_trade_no: orderNo, subject, total_amount: amount, time_expire: expiry } = content;
    const isWhole = typeof orderNo === 'string' && /^\w{1,64}$/.test(orderNo);
    const isTitle = typeof subject === 'string' && subject.length <= 256 && !/[/=&]/.test(subject);
    const isPrice = typeof amount === 'string' && /^\d{1,9}\.\d\d$/.test(amount) && toFen(amount) > 0;
    if (!isWhole || !isTitle || !isPrice || content.product_code !== 'FAST_INSTANT_TRADE_PAY')
      return refusal('40004', 'ACQ.INVALID_PARAMETER');
    const known = find(orderNo);
    if (known?.paidAt) return refusal('40004', 'ACQ.TRADE_HAS_SUCCESS');
    if (known?.isClosed) return refusal('40004', 'ACQ.TRADE_HAS_CLOSE');
    if (known && known.amount !== toFen(amount)) return refusal('40004', 'ACQ.CONTEXT_INCONSISTENT');
    const expireAt = fromChinaTime(String(expiry));
    if (expireAt <= clock.now()) return refusal('40004', 'ACQ.INVALID_PARAMETER');
    const tradeNo = `2026112222001${String(trades.size + 1).padStart(15, '0')}`;
    const fresh = { orderNo, tradeNo, title: subject, amount: toFen(amount), expireAt, notifyUrl };
    if (!known) trades.set(orderNo, { ...fresh, paidAt: null, isClosed: false, refunds: [] });
    return { opened: true };
  }

  /** A trade nobody paid in time is closed. */
  function find(orderNo: unknown): Trade | undefined {
    const trade = trades.get(String(orderNo));
    if (trade && trade.paidAt === null && clock.now() >= trade.expireAt) trade.isClosed = true;
    return trade;
  }

  function statusOf(trade: Trade): string {
    if (trade.isClosed) return 'TRADE_CLOSED';
    return trade.paidAt === null ? 'WAIT_BUYER_PAY' : 'TRADE_SUCCESS';
  }

  const calls: Record<string, (content: Content) => Content> = {
    'alipay.trade.query': ({ out_trade_no: orderNo }) => {
      const trade = find(orderNo);
      if (!trade) return refusal('40004', 'ACQ.TRADE_NOT_EXIST', { out_trade_no: orderNo });
      return success({
        ...numbers(trade),
        trade_status: statusOf(trade),
        total_amount: toYuan(trade.amount),
        buyer_logon_id: '159****5620',
        ...(trade.paidAt !== null && { send_pay_date: toChinaTime(trade.paidAt) }),
      });
    },
    'alipay.trade.close': ({ out_trade_no: orderNo }) => {
      const trade = find(orderNo);
      if (!trade) return refusal('40004', 'ACQ.TRADE_NOT_EXIST');
      if (trade.isClosed || trade.paidAt !== null) return refusal('40004', 'ACQ.TRADE_STATUS_ERROR');
      trade.isClosed = true;
      return success(numbers(trade));
    },
    'alipay.trade.refund': (content) => {
      const trade = find(content.out_trade_no);
      const refundNo = String(content.out_request_no);
      if (!trade) return refusal('40004', 'ACQ.TRADE_NOT_EXIST');
      if (trade.paidAt === null) return refusal('40004', 'ACQ.TRADE_STATUS_ERROR');
      if (!/^\d+\.\d\d$/.test(String(content.refund_amount))) return refusal('40004', 'ACQ.INVALID_PARAMETER');
      const amount = toFen(String(content.refund_amount));
      const repeated = trade.refunds.find((refund) => refund.refundNo === refundNo);
      if (repeated && repeated.amount !== amount) return refusal('40004', 'ACQ.DISCORDANT_REPEAT_REQUEST');
      if (!repeated && sumOf(trade) + amount > trade.amount) return refusal('40004', 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
      if (!repeated) trade.refunds.push({ refundNo, amount, at: clock.now() });
      trade.isClosed = sumOf(trade) === trade.amount;
      return success({ ...numbers(trade), fund_change: repeated ? 'N' : 'Y', refund_fee: toYuan(sumOf(trade)) });
    },
    'alipay.trade.fastpay.refund.query': (content) => {
      const trade = find(content.out_trade_no);
      const refund = trade?.refunds.find(({ refundNo }) => refundNo === content.out_request_no);
      if (!trade || !refund) return success({});
      const amounts = { refund_amount: toYuan(refund.amount), total_amount: toYuan(trade.amount) };
      return success({
        ...numbers(trade),
        ...amounts,
        out_request_no: refund.refundNo,
        refund_status: 'REFUND_SUCCESS',
      });
    },
    'alipay.data.dataservice.bill.downloadurl.query': (content) => {
      const day = String(content.bill_date);
      const isAsked = content.bill_type === 'trade' && /^\d{4}-\d\d-\d\d$/.test(day);
      if (!isAsked || day >= dayKey(clock.now())) return refusal('40004', 'isv.invalid_arguments');
      if (rowsOf(day).length === 0) return refusal('40004', 'isp.bill_not_exist');
      return success({ bill_download_url: `${server.origin}/bill.zip?day=${day}` });
    },
  };

  function rowsOf(day: string): BillRow[] {
    return [...trades.values()].flatMap(({ tradeNo, orderNo, title, amount, paidAt, refunds }): BillRow[] => {
      const row = { tradeNo, orderNo, title: `${title}, 一份` };
      const given = refunds.filter(({ at }) => dayKey(at) === day);
      return [
        ...(paidAt !== null && dayKey(paidAt) === day
          ? [{ ...row, kind: '交易' as const, amount: toYuan(amount), refundNo: '' }]
          : []),
        ...given.map((refund) => ({
          ...row,
          kind: '退款' as const,
          amount: `-${toYuan(refund.amount)}`,
          refundNo: refund.refundNo,
        })),
      ];
    });
  }

  async function giveBill({ url }: Exchange) {
    return { status: 200, body: await packAlipayBill(rowsOf(url.searchParams.get('day') ?? '')) };
  }

  function paidTrade(orderNo: string): Trade {
    const trade = find(orderNo);
    if (!trade?.paidAt) throw new Error(`${orderNo} is not paid`);
    return trade;
  }

  function notification(orderNo: string, changes: Fields = {}): NotificationCall {
    const trade = paidTrade(orderNo);
    const fields: Fields = {
      notify_time: toChinaTime(clock.now()),
      notify_type: 'trade_status_sync',
      notify_id: `2026112200222${trade.tradeNo.slice(-12)}`,
      charset: 'utf-8',
      version: '1.0',
      app_id: appId,
      auth_app_id: appId,
      seller_id: sellerId,
      ...numbers(trade),
      buyer_id: '2088102122524333',
      subject: `${trade.title} 100% + 空 格`,
      fund_bill_list: `[{"amount":"${toYuan(trade.amount)}","fundChannel":"ALIPAYACCOUNT"}]`,
      trade_status: statusOf(trade),
      total_amount: toYuan(trade.amount),
      gmt_payment: toChinaTime(trade.paidAt ?? 0),
      ...(trade.refunds.length > 0 && {
        refund_fee: toYuan(sumOf(trade)),
        gmt_refund: `${toChinaTime(clock.now())}.123`,
      }),
      ...changes,
    };
    const signType = changes.sign_type ?? 'RSA2';
    const { sign_type: _, ...signed } = fields;
    const sign = signText(sortFields(signed), alipay.privateKey, signType === 'RSA' ? 'RSA-SHA1' : 'RSA-SHA256');
    const body = Buffer.from(new URLSearchParams({ ...fields, sign_type: signType, sign }).toString());
    return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body };
  }

  return {
    ...server,
    gateway: `${server.origin}/gateway.do`,
    /** Account of a merchant, with the public half of the application's key. */
    account: { appId, sellerId, privateKey: application.privateKey, publicKey: alipay.publicKey },

    /** Pays in the app. Throws when the trade does not take it. */
    pay(orderNo: string): void {
      const trade = find(orderNo);
      if (!trade) throw new Error('no such trade');
      if (trade.isClosed || trade.paidAt !== null) throw new Error(`the trade is ${statusOf(trade)}`);
      trade.paidAt = clock.now();
    },

    /** Answers the next call, or the one after the ones answered so already, with this, signed; `code` is 10000 where it names none. */
    answerNext(content: Content): void {
      scripted.push(success(content));
    },

    refunded: (orderNo: string): number => {
      const trade = find(orderNo);
      return trade ? sumOf(trade) : 0;
    },

    /** Notification that Alipay posts now; `changes` are signed as well. */
    notification,

    /** Posts it to the address the trade was opened with, and gives the answer. */
    async deliver(orderNo: string): Promise<string> {
      const { headers, body } = notification(orderNo);
      const answer = await fetch(paidTrade(orderNo).notifyUrl, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
      });
      return answer.text();
    },
  };
}

function numbers(trade: Trade) {
  return { out_trade_no: trade.orderNo, trade_no: trade.tradeNo };
}

function sumOf(trade: Trade): number {
  return trade.refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function readContent(fields: Fields): Content {
  return JSON.parse(fields.biz_content ?? '{}') as Content;
}

function success(fields: Content): Content {
  return { code: '10000', msg: 'Success', ...fields };
}

function refusal(code: string, subCode: string, fields: Content = {}): Content {
  return { code, msg: 'Business Failed', sub_code: subCode, sub_msg: `说明 ${subCode}`, ...fields };
}

/** `a=1&b=2`, sorted, without empty values. */
function sortFields(fields: Fields): string {
  const names = Object.keys(fields).filter((name) => fields[name] !== '');
  return names
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

function signText(text: string, key: KeyObject, algorithm = 'RSA-SHA256'): string {
  return createSign(algorithm).update(text, 'utf8').sign(key, 'base64');
}
