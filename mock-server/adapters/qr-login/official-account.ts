import { createHash, timingSafeEqual } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { minute } from '#shared/domain/time';
import type { Clock } from '../clock/port.ts';
import {
  type CallbackCall,
  CallbackRefused,
  type QrLoginProvider,
  QrLoginUnreachable,
  type ScanEvent,
} from './port.ts';

export interface OfficialAccountSettings {
  appId: string;
  secret: string;
  /** The token of the account's server settings, for signatures. */
  token: string;
  gateway: string;
}

export interface OfficialAccountDeps {
  clock: Clock;
  log: { warn(fact: object, sentence: string): void };
  send: typeof fetch;
}

const timeoutMs = 10_000;
/** A token is renewed this long before its end. */
const tokenMarginMs = 5 * minute;
const callbackAgeMs = 5 * minute;
/** The account does not know our token, or not any more. */
const tokenFaults = new Set([40001, 40014, 42001]);

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const QrCode = z.object({ url: z.string().min(1) });
const Fault = z.object({ errcode: z.number().default(0), errmsg: z.string().default('') });
const Message = z.object({
  xml: z.object({
    FromUserName: z.string().min(1).max(100),
    MsgType: z.string(),
    Event: z.string().default(''),
    EventKey: z.string().default(''),
  }),
});

const parser = new XMLParser({ parseTagValue: false, processEntities: false, ignoreAttributes: true });

/**
 * Login by the QR code with parameters of a WeChat official account (service account). Its scan is the confirmation:
 * there is no second step on the phone, and it tells neither name nor picture. Messages must be in plaintext mode.
 */
export function createOfficialAccount(
  settings: OfficialAccountSettings,
  { clock, log, send }: OfficialAccountDeps,
): QrLoginProvider {
  let token: { text: Promise<string>; until: number } | null = null;

  async function call(path: string, body: object): Promise<unknown> {
    try {
      const response = await send(new URL(path, settings.gateway), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await response.json();
    } catch (cause) {
      log.warn({ error: cause }, '连不上公众号接口');
      throw new QrLoginUnreachable('the official account’s interface gave no answer', { cause });
    }
  }

  /** Tells the operator what the interface said instead. */
  function refused(what: string, answer: unknown): QrLoginUnreachable {
    log.warn({ fault: Fault.safeParse(answer).data }, `公众号没有给出${what}`);
    return new QrLoginUnreachable(`the official account’s interface gave no ${what}`);
  }

  async function fetchToken(): Promise<{ text: string; until: number }> {
    const { appId: appid, secret } = settings;
    const answer = await call('/cgi-bin/stable_token', { grant_type: 'client_credential', appid, secret });
    const made = Token.safeParse(answer);
    if (!made.success) throw refused('access_token', answer);
    return { text: made.data.access_token, until: clock.now() + made.data.expires_in * 1000 - tokenMarginMs };
  }

  /** One request for all who wait; a failed one is not kept. */
  function accessToken(): Promise<string> {
    if (token && clock.now() < token.until) return token.text;
    const asked = fetchToken();
    const kept = { text: asked.then(({ text }) => text), until: Number.POSITIVE_INFINITY };
    token = kept;
    asked.then(
      ({ until }) => {
        kept.until = until;
      },
      () => {
        if (token === kept) token = null;
      },
    );
    return kept.text;
  }

  async function createCode(scene: string, seconds: number): Promise<unknown> {
    return call(`/cgi-bin/qrcode/create?access_token=${encodeURIComponent(await accessToken())}`, {
      expire_seconds: seconds,
      action_name: 'QR_STR_SCENE',
      action_info: { scene: { scene_str: scene } },
    });
  }

  /** `sha1(sort(token, timestamp, nonce))`, and not older than five minutes. */
  function checkSignature({ signature = '', timestamp = '', nonce = '' }: CallbackCall['query']): void {
    const expected = createHash('sha1').update([settings.token, timestamp, nonce].sort().join('')).digest();
    const given = Buffer.from(signature, 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new CallbackRefused('the signature is wrong');
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(clock.now() - Number(timestamp) * 1000) > callbackAgeMs)
      throw new CallbackRefused('the call is too old');
  }

  return {
    name: 'official-account',
    isSimulated: false,

    async open(scene, seconds) {
      let answer = await createCode(scene, seconds);
      const fault = Fault.safeParse(answer);
      if (fault.success && tokenFaults.has(fault.data.errcode)) {
        token = null;
        answer = await createCode(scene, seconds);
      }
      const code = QrCode.safeParse(answer);
      if (!code.success) throw refused('二维码', answer);
      return { url: code.data.url };
    },

    proveAddress(query) {
      checkSignature(query);
      return query.echostr ?? '';
    },

    async readCallback({ query, body }) {
      checkSignature(query);
      const text = body.toString('utf8');
      if (query.encrypt_type === 'aes' || text.includes('<Encrypt>')) {
        log.warn({}, '公众号消息是安全模式（加密）的，无法读取。请在公众平台把消息加解密方式改为明文模式');
        throw new CallbackRefused('encrypted messages are not read');
      }
      return readEvent(text);
    },
  };
}

/** The scan in a message; null for every other message. Throws {@link CallbackRefused} where it is no message at all. */
function readEvent(text: string): ScanEvent | null {
  if (/<!/.test(text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, ''))) throw new CallbackRefused('declarations are not read');
  let parsed: unknown;
  try {
    parsed = parser.parse(text, true);
  } catch (cause) {
    throw new CallbackRefused('the message is not XML', { cause });
  }
  const message = Message.safeParse(parsed);
  if (!message.success) throw new CallbackRefused('the message is incomplete');
  const { FromUserName: openId, MsgType, Event, EventKey } = message.data.xml;
  const scene = Event === 'subscribe' ? EventKey.replace(/^qrscene_/, '') : EventKey;
  const isScan = MsgType === 'event' && (Event === 'SCAN' || EventKey.startsWith('qrscene_'));
  if (!isScan || !/^[0-9A-Za-z_-]{1,64}$/.test(scene)) return null;
  return { scene, what: 'confirmed', person: { openId, unionId: null, nickName: '', avatar: '' } };
}
