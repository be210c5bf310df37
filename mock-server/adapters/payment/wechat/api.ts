import { createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { minute } from '#shared/domain/time';
import type { Clock } from '../../clock/port.ts';
import { patienceMs, reach } from '../reach.ts';

export interface WechatPayAccount {
  appId: string;
  merchantId: string;
  /** Of the merchant's API certificate, hexadecimal. */
  serial: string;
  /** Of the merchant's API certificate. */
  privateKey: KeyObject;
  /** `PUB_KEY_ID_…`. */
  publicKeyId: string;
  /** WeChat Pay's (微信支付公钥). */
  publicKey: KeyObject;
  /** Encrypts notifications; 32 characters. */
  apiV3Key: string;
  /** Address of the interface, without a path. */
  gateway: string;
  clock: Clock;
  /** Timeout of one request, milliseconds; 15 s when absent. */
  patienceMs?: number;
}

/** Answer of the interface; `code` is empty on success. */
export interface WechatAnswer {
  code: string;
  message: string;
  body: unknown;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** `sent` is when the signer says it was signed, milliseconds. */
type Signature = { isValid: boolean; sent: number };

/** Largest difference between the signer's clock and ours, milliseconds. */
const skewMs = 5 * minute;

/** Statuses of answers that refuse the call by a documented code. */
const refusals = [400, 403, 404];

const Fault = z.object({ code: z.string().min(1), message: z.string().default('') });

export type WechatPayApi = ReturnType<typeof createWechatPayApi>;

/**
 * Signed calls of WeChat Pay's API v3. Made from node:crypto: `wechatpay-axios-plugin` takes the time from the machine
 * and believes refusals that carry a wrong signature.
 */
export function createWechatPayApi(account: WechatPayAccount) {
  const patience = () => account.patienceMs ?? patienceMs;

  function authorize(method: string, url: URL, body: string): string {
    const nonce = randomBytes(16).toString('hex');
    const timestamp = Math.floor(account.clock.now() / 1000);
    const text = `${method}\n${url.pathname}${url.search}\n${timestamp}\n${nonce}\n${body}\n`;
    const signature = createSign('RSA-SHA256').update(text).sign(account.privateKey, 'base64');
    const fields = { mchid: account.merchantId, nonce_str: nonce, signature, timestamp, serial_no: account.serial };
    const list = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
    return `WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`;
  }

  function send(method: string, url: URL, body: string, signal: AbortSignal): Promise<Response> {
    return fetch(url, {
      method,
      signal,
      redirect: 'error',
      headers: {
        accept: 'application/json',
        authorization: authorize(method, url, body),
        'user-agent': 'zhuhui',
        // The key we can check: a merchant that once had a platform certificate gets answers signed with that one else.
        'wechatpay-serial': account.publicKeyId,
        ...(body !== '' && { 'content-type': 'application/json' }),
      },
      ...(body !== '' && { body }),
    });
  }

  /** Reads the signature of an answer or notification; undefined where there is none. */
  function readSignature(headers: Headers, body: string): Signature | undefined {
    const timestamp = headers['wechatpay-timestamp'] ?? '';
    const nonce = headers['wechatpay-nonce'];
    const signature = headers['wechatpay-signature'];
    const serial = headers['wechatpay-serial'];
    if (!/^\d{1,12}$/.test(timestamp) || !nonce || !signature || !serial) return undefined;
    const verifier = createVerify('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`);
    const isValid = serial === account.publicKeyId && verifier.verify(account.publicKey, signature, 'base64');
    return { isValid, sent: Number(timestamp) * 1000 };
  }

  function isFresh({ sent }: Signature): boolean {
    return Math.abs(account.clock.now() - sent) <= skewMs;
  }

  return {
    readSignature,
    isFresh,

    /**
     * Calls the interface, believes only an answer that WeChat Pay signed within five minutes (a refusal may come without
     * a signature: whether all of them are signed is not documented), and gives what `read` makes of it. Rejects with `PaymentUnreachable`, also where `read` throws or WeChat Pay does not know either.
     */
    call<T>(
      method: 'GET' | 'POST',
      path: string,
      fields: Record<string, unknown> | undefined,
      read: (answer: WechatAnswer) => T,
    ): Promise<T> {
      const url = new URL(path, account.gateway);
      return reach(`${method} ${url.pathname}`, patience(), async (signal) => {
        const response = await send(method, url, fields ? JSON.stringify(fields) : '', signal);
        const text = await response.text();
        const signature = readSignature(Object.fromEntries(response.headers), text);
        const isRefusal = refusals.includes(response.status);
        const isBelieved = signature ? signature.isValid && isFresh(signature) : isRefusal;
        if (!isBelieved) throw new Error(`HTTP ${response.status} without a signature`);
        const body: unknown = text === '' ? {} : JSON.parse(text);
        if (response.ok) return read({ code: '', message: '', body });
        if (isRefusal) return read({ ...Fault.parse(body), body });
        throw new Error(`HTTP ${response.status} ${text.slice(0, 200)}`);
      });
    },

    /** Fetches a file; its answer is the one that is not signed. Rejects with `PaymentUnreachable`. */
    download<T>(address: string, read: (bytes: Buffer) => T): Promise<T> {
      return reach('bill', patience(), async (signal) => {
        const response = await send('GET', new URL(address), '', signal);
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return read(Buffer.from(await response.arrayBuffer()));
      });
    },
  };
}

/** The answer to a call that cannot be refused. Throws where it was. */
export function succeeded(answer: WechatAnswer): unknown {
  if (answer.code !== '') throw new Error(explain(answer));
  return answer.body;
}

/** `NOT_ENOUGH: 余额不足`. */
export function explain({ code, message }: WechatAnswer): string {
  return `${code}: ${message}`;
}
