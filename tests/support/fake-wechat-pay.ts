import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
// The public client's own formatting and cryptography check ours.
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import { dayKey, minute, toChinaTime } from '#shared/domain/time';
import type { Clock } from '../../mock-server/adapters/clock/port.ts';
import type { NotificationCall } from '../../mock-server/adapters/payment/port.ts';
import { toYuan } from '../../mock-server/adapters/payment/yuan.ts';
import { type Exchange, startFakeProviderServer } from './fake-provider-server.ts';

interface Refund {
  refundNo: string;
  amount: number;
  status: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL';
}

interface Trade {
  orderNo: string;
  description: string;
  amount: number;
  expireAt: number;
  notifyUrl: string;
  codeUrl: string;
  payment: { id: string; at: number } | null;
  isClosed: boolean;
  refunds: Refund[];
}

type Fields = Record<string, unknown>;
interface Result {
  status: number;
  body?: Fields;
}

const appId = 'wx0000000000000001';
const merchantId = '1900000001';
const serial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';
const publicKeyId = 'PUB_KEY_ID_0119000000012026112200000001';
const apiV3Key = 'a-key-of-thirty-two-letters-0001';
const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
const wechat = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

const billHead =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,商品名称,商户数据包,手续费,费率,订单金额,费率备注';
const sumHead = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

export type FakeWechatPay = Awaited<ReturnType<typeof startFakeWechatPay>>;

/** WeChat Pay's API v3 as its documentation describes it, with one merchant and its books in memory. */
export async function startFakeWechatPay(clock: Clock) {
  const trades = new Map<string, Trade>();
  const scripted: Result[] = [];
  const server = await startFakeProviderServer((exchange) => {
    const fault = checkRequest(exchange);
    if (!fault && exchange.url.pathname === '/v3/billdownload/file')
      return { status: 200, body: writeBill(exchange.url.searchParams.get('token') ?? '') };
    const { status, body } = fault ?? scripted.shift() ?? answer(exchange);
    const text = body ? JSON.stringify(body) : '';
    const isKeyKnown = exchange.headers['wechatpay-serial'] === publicKeyId;
    const signature = signed(text, isKeyKnown ? exchange.signing : 'forged');
    return { status, headers: { 'content-type': 'application/json', ...signature }, body: text };
  });

  function signed(text: string, signing: Exchange['signing'], at = clock.now()): Record<string, string> {
    if (signing === 'unsigned') return {};
    return signatureOf(text, at, signing === 'forged' ? stranger.privateKey : wechat.privateKey);
  }

  function checkRequest({ method, url, headers, body }: Exchange): Result | undefined {
    const fields = new Map(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const [timestamp, nonce] = [fields.get('timestamp') ?? '', fields.get('nonce_str') ?? ''];
    const text = Formatter.request(method, `${url.pathname}${url.search}`, timestamp, nonce, body);
    const isSigned =
      headers.authorization?.startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
      fields.get('serial_no') === serial &&
      fields.get('mchid') === merchantId &&
      Math.abs(Number(timestamp) * 1000 - clock.now()) < 5 * minute &&
      Rsa.verify(text, fields.get('signature') ?? '', merchant.publicKey);
    if (!isSigned) return refusal(401, 'SIGN_ERROR');
    const isPolite = headers.accept?.includes('application/json') && headers['user-agent'];
    return isPolite ? undefined : refusal(400, 'PARAM_ERROR');
  }

  function answer({ method, url, body }: Exchange): Result {
    const fields = body === '' ? {} : (JSON.parse(body) as Fields);
    const [, orderNo = '', isClosing] =
      /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(url.pathname) ?? [];
    const [, refundNo] = /^\/v3\/refund\/domestic\/refunds\/(\w+)$/.exec(url.pathname) ?? [];
    if (method === 'POST' && url.pathname === '/v3/pay/transactions/native') return openTrade(fields);
    if (method === 'POST' && isClosing) return closeTrade(orderNo, fields);
    if (method === 'GET' && orderNo) return tellTrade(orderNo, url.searchParams.get('mchid'));
    if (method === 'POST' && url.pathname === '/v3/refund/domestic/refunds') return refundTrade(fields);
    if (method === 'GET' && refundNo) return tellRefund(refundNo);
    if (method === 'GET' && url.pathname === '/v3/bill/tradebill') return offerBill(url.searchParams);
    return refusal(404, 'RESOURCE_NOT_EXISTS');
  }

  function openTrade(fields: Fields): Result {
    const { out_trade_no: orderNo, description, time_expire: expiry, notify_url: notifyUrl } = fields;
    const { total, currency } = (fields.amount ?? {}) as Fields;
    const isRight =
      fields.appid === appId &&
      fields.mchid === merchantId &&
      isText(orderNo, 32) &&
      /^[\w\-|*@]{6,}$/.test(orderNo) &&
      isText(description, 127) &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(String(expiry)) &&
      isText(notifyUrl, 255) &&
      new URL(notifyUrl).search === '' &&
      Number.isInteger(total) &&
      Number(total) > 0 &&
      currency === 'CNY';
    if (!isRight) return refusal(400, 'PARAM_ERROR');
    const known = trades.get(orderNo);
    if (known?.payment) return refusal(400, 'ORDERPAID');
    if (known?.isClosed) return refusal(400, 'ORDER_CLOSED');
    if (known && known.amount !== total) return refusal(400, 'INVALID_REQUEST');
    const expireAt = Date.parse(String(expiry));
    if (expireAt <= clock.now()) return refusal(400, 'PARAM_ERROR');
    const codeUrl = known?.codeUrl ?? `weixin://wxpay/bizpayurl?pr=${String(trades.size + 1).padStart(9, 'p')}`;
    const fresh = { orderNo, description, amount: Number(total), expireAt, notifyUrl, codeUrl };
    if (!known) trades.set(orderNo, { ...fresh, payment: null, isClosed: false, refunds: [] });
    return { status: 200, body: { code_url: codeUrl } };
  }

  function closeTrade(orderNo: string, fields: Fields): Result {
    const trade = trades.get(orderNo);
    if (fields.mchid !== merchantId) return refusal(400, 'PARAM_ERROR');
    if (!trade) return refusal(404, 'ORDER_NOT_EXIST');
    if (trade.payment) return refusal(400, 'ORDERPAID');
    trade.isClosed = true;
    return { status: 204 };
  }

  function tellTrade(orderNo: string, mchid: string | null): Result {
    const trade = trades.get(orderNo);
    if (mchid !== merchantId) return refusal(400, 'PARAM_ERROR');
    return trade ? { status: 200, body: describe(trade) } : refusal(404, 'ORDER_NOT_EXIST');
  }

  function refundTrade(fields: Fields): Result {
    const { out_trade_no: orderNo, out_refund_no: refundNo, reason } = fields;
    const { refund, total, currency } = (fields.amount ?? {}) as Fields;
    const amount = Number(refund);
    if (!isText(refundNo, 64) || !isText(reason, 80) || currency !== 'CNY' || !Number.isInteger(refund) || amount < 1)
      return refusal(400, 'PARAM_ERROR');
    const trade = trades.get(String(orderNo));
    if (!trade) return refusal(404, 'RESOURCE_NOT_EXISTS');
    if (!trade.payment || trade.amount !== total) return refusal(400, 'INVALID_REQUEST');
    const known = trade.refunds.find((one) => one.refundNo === refundNo);
    // Whether a finished refund may be asked for again is not documented: it must be looked up.
    if (known && (known.amount !== amount || known.status !== 'PROCESSING')) return refusal(400, 'INVALID_REQUEST');
    if (!known && sumOf(trade) + amount > trade.amount) return refusal(400, 'INVALID_REQUEST');
    if (!known) trade.refunds.push({ refundNo, amount, status: 'PROCESSING' });
    return tellRefund(refundNo);
  }

  function tellRefund(refundNo: string): Result {
    for (const trade of trades.values()) {
      const refund = trade.refunds.find((one) => one.refundNo === refundNo);
      if (!refund) continue;
      const amount = { total: trade.amount, refund: refund.amount, currency: 'CNY' };
      const numbers = { out_refund_no: refundNo, out_trade_no: trade.orderNo, transaction_id: trade.payment?.id };
      return { status: 200, body: { ...numbers, status: refund.status, amount, channel: 'ORIGINAL' } };
    }
    return refusal(404, 'RESOURCE_NOT_EXISTS');
  }

  function offerBill(asked: URLSearchParams): Result {
    const day = asked.get('bill_date') ?? '';
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || asked.get('bill_type') !== 'SUCCESS' || day >= dayKey(clock.now()))
      return refusal(400, 'INVALID_REQUEST');
    if (paidOn(day).length === 0) return refusal(400, 'NO_STATEMENT_EXIST');
    const hash = createHash('sha1').update(writeBill(day)).digest('hex');
    const address = `${server.origin}/v3/billdownload/file?token=${day}`;
    return { status: 200, body: { hash_type: 'SHA1', hash_value: hash, download_url: address } };
  }

  function paidOn(day: string): Trade[] {
    return [...trades.values()].filter(({ payment }) => payment && dayKey(payment.at) === day);
  }

  function writeBill(day: string): string {
    const lines = paidOn(day).map(({ orderNo, description, amount, payment }) => {
      const yuan = toYuan(amount);
      const who = [toChinaTime(payment?.at ?? 0), appId, merchantId, '0', '', payment?.id, orderNo, 'oUpF8uMuAJO_M2px'];
      const what = [
        'NATIVE',
        'SUCCESS',
        'OTHERS',
        'CNY',
        yuan,
        '0.00',
        `${description}, 一份`,
        '',
        '0.60',
        '0.60%',
        yuan,
        '',
      ];
      return [...who, ...what].map((cell) => `\`${cell}`).join(',');
    });
    return `\ufeff${[billHead, ...lines, sumHead, `\`${lines.length},\`0,\`0,\`0,\`0,\`0,\`0`].join('\r\n')}\r\n`;
  }

  function paidTrade(orderNo: string): Trade {
    const trade = trades.get(orderNo);
    if (!trade?.payment) throw new Error(`${orderNo} is not paid`);
    return trade;
  }

  /** Seals and signs what is posted to the notify address. */
  function post(event: string, kind: 'transaction' | 'refund', resource: Fields, at: number): NotificationCall {
    const nonce = Formatter.nonce(12);
    const ciphertext = Aes.AesGcm.encrypt(JSON.stringify(resource), apiV3Key, nonce, kind);
    const text = JSON.stringify({
      id: 'EV-2018022511223320873',
      create_time: `${toChinaTime(at).replace(' ', 'T')}+08:00`,
      resource_type: 'encrypt-resource',
      event_type: event,
      summary: '支付成功',
      resource: { original_type: kind, algorithm: 'AEAD_AES_256_GCM', ciphertext, associated_data: kind, nonce },
    });
    return { headers: signed(text, 'right', at), body: Buffer.from(text) };
  }

  function notification(orderNo: string, changes: Fields = {}, at = clock.now()): NotificationCall {
    return post('TRANSACTION.SUCCESS', 'transaction', { ...describe(paidTrade(orderNo)), ...changes }, at);
  }

  return {
    ...server,
    /** Account of a merchant. */
    account: {
      appId,
      merchantId,
      serial,
      privateKey: merchant.privateKey,
      publicKeyId,
      publicKey: wechat.publicKey,
      apiV3Key,
    },

    /** Scans the code and pays. Throws when the trade does not take it. */
    pay(orderNo: string): void {
      const trade = trades.get(orderNo);
      if (!trade) throw new Error('no such trade');
      if (trade.isClosed || trade.payment || clock.now() >= trade.expireAt)
        throw new Error('the trade takes no payment');
      trade.payment = { id: `4200000${String(trades.size).padStart(21, '0')}`, at: clock.now() };
    },

    /** Lets what is under way come to its end. */
    finishRefunds(status: Exclude<Refund['status'], 'PROCESSING'> = 'SUCCESS'): void {
      for (const { refunds } of trades.values())
        for (const refund of refunds) if (refund.status === 'PROCESSING') refund.status = status;
    },

    /** Answers the next call, or the one after the ones answered so already, with this, signed. */
    answerNext(status: number, body: Fields): void {
      scripted.push({ status, body });
    },

    refunded: (orderNo: string): number => {
      const trade = trades.get(orderNo);
      return trade ? sumOf(trade) : 0;
    },

    /** Notification of a payment by WeChat Pay; `changes` are sealed and signed as well. */
    notification,

    /** Posts it to the address the trade was opened with, and gives the status of the answer. */
    async deliver(orderNo: string): Promise<number> {
      const { headers, body } = notification(orderNo);
      const answer = await fetch(paidTrade(orderNo).notifyUrl, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
      });
      return answer.status;
    },

    refundNotification(orderNo: string): NotificationCall {
      const { amount, payment, refunds } = paidTrade(orderNo);
      const numbers = { mchid: merchantId, out_trade_no: orderNo, transaction_id: payment?.id };
      const refund = { out_refund_no: refunds[0]?.refundNo, refund_status: 'SUCCESS' };
      const amounts = {
        total: amount,
        refund: refunds[0]?.amount,
        payer_total: amount,
        payer_refund: refunds[0]?.amount,
      };
      return post('REFUND.SUCCESS', 'refund', { ...numbers, ...refund, amount: amounts }, clock.now());
    },

    /** Headers WeChat Pay would sign this text with. */
    sign: (text: string) => signed(text, 'right'),
  };
}

function describe(trade: Trade): Fields {
  const { payment } = trade;
  const common = { appid: appId, mchid: merchantId, out_trade_no: trade.orderNo };
  if (!payment)
    return { ...common, trade_state: trade.isClosed ? 'CLOSED' : 'NOTPAY', amount: { total: trade.amount } };
  return {
    ...common,
    transaction_id: payment.id,
    trade_type: 'NATIVE',
    trade_state: trade.refunds.length > 0 ? 'REFUND' : 'SUCCESS',
    success_time: `${toChinaTime(payment.at).replace(' ', 'T')}+08:00`,
    payer: { openid: 'oUpF8uMuAJO_M2px' },
    amount: { total: trade.amount, payer_total: trade.amount, currency: 'CNY', payer_currency: 'CNY' },
  };
}

function sumOf({ refunds }: Trade): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function isText(value: unknown, bytes: number): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= bytes;
}

function refusal(status: number, code: string): Result {
  return { status, body: { code, message: `说明 ${code}` } };
}

function signatureOf(text: string, at: number, key: KeyObject): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const nonce = Formatter.nonce();
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': Rsa.sign(Formatter.response(timestamp, nonce, text), key),
    'wechatpay-serial': publicKeyId,
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
  };
}
