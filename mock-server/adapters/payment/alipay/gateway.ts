import type { KeyObject } from 'node:crypto';
import { AlipaySdk } from 'alipay-sdk';
import { z } from 'zod';
import { toChinaTime } from '#shared/domain/time';
import type { Clock } from '../../clock/port.ts';
import { patienceMs, reach } from '../reach.ts';

export interface AlipayAccount {
  appId: string;
  /** The number of the account that is paid, beginning with 2088. */
  sellerId: string;
  /** Of the application; its public half is registered with Alipay. */
  privateKey: KeyObject;
  /** Alipay's, not the application's. */
  publicKey: KeyObject;
  /** Address of the gateway. */
  gateway: string;
  clock: Clock;
  /** Timeout of one request to the gateway, milliseconds; 15 s when absent. */
  patienceMs?: number;
}

/** Answer of the gateway: `code` 10000 is a success, 40004 a refusal with its reason in `sub_code`. */
const Answer = z.looseObject({
  code: z.string(),
  msg: z.string(),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
});
export type Answer = z.infer<typeof Answer>;

export type AlipayGateway = ReturnType<typeof createAlipayGateway>;

/** Signed calls of Alipay's open platform, version 1.0 of its protocol. */
export function createAlipayGateway(account: AlipayAccount) {
  const patience = () => account.patienceMs ?? patienceMs;
  const sdk = new AlipaySdk({
    appId: account.appId,
    privateKey: account.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keyType: 'PKCS8',
    alipayPublicKey: account.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    gateway: account.gateway,
    timeout: patience(),
    camelcase: false,
  });
  // Left alone, the SDK writes the time of the machine's time zone, and the gateway reads it as China's.
  const timestamp = () => toChinaTime(account.clock.now());

  return {
    /**
     * Calls `method`, believes only an answer that Alipay signed, and gives what `read` makes of it. Rejects with
     * `PaymentUnreachable`, also where `read` throws or the answer says that Alipay does not know either.
     */
    call<T>(method: string, bizContent: Record<string, unknown>, read: (answer: Answer) => T): Promise<T> {
      return reach(method, patience(), async () => {
        const parameters = { timestamp: timestamp(), bizContent };
        const answer = Answer.parse(await sdk.exec(method, parameters, { validateSign: true }));
        const isKnown = answer.code === '10000' || (answer.code === '40004' && !isPassing(answer.sub_code));
        if (!isKnown) throw new Error(explain(answer));
        // A signed answer carries no time: one to another question would verify as well.
        const asked = bizContent.out_trade_no;
        if ((answer.out_trade_no ?? asked) !== asked) throw new Error('answers another question');
        return read(answer);
      });
    },

    /** The signed address of a page of Alipay's. */
    pageUrl(method: string, urls: { notifyUrl: string; returnUrl: string }, bizContent: Record<string, unknown>) {
      return sdk.pageExecute(method, 'GET', { ...urls, timestamp: timestamp(), bizContent });
    },

    /** Fetches a file; rejects with `PaymentUnreachable`, also where `read` does. */
    download<T>(url: string, read: (bytes: Buffer) => Promise<T>): Promise<T> {
      return reach('bill', patience(), async (signal) => {
        const response = await fetch(url, { signal });
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return read(Buffer.from(await response.arrayBuffer()));
      });
    },

    /** Returns true when Alipay signed these fields with RSA2. */
    hasSigned(fields: Record<string, string>): boolean {
      // The SDK takes the algorithm from the message, so SHA-1 would pass if the message said so.
      return fields.sign_type === 'RSA2' && sdk.checkNotifySignV2(fields);
    },
  };
}

/** The answer to a call that cannot be refused. Throws where it was. */
export function succeeded(answer: Answer): Answer {
  if (answer.code !== '10000') throw new Error(explain(answer));
  return answer;
}

/** `ACQ.TRADE_NOT_EXIST: 交易不存在`. */
export function explain(answer: Answer): string {
  return `${answer.sub_code || answer.code}: ${answer.sub_msg || answer.msg}`;
}

function isPassing(subCode: string): boolean {
  return /SYSTEM_ERROR|system-error|unknow-error|call-limited/i.test(subCode);
}
