import { createHash, createHmac } from 'node:crypto';
import { minute } from '#shared/domain/time';
import type { Clock } from '../../mock-server/adapters/clock/port.ts';
import { type Exchange, startFakeProviderServer } from './fake-provider-server.ts';

const key = { id: 'LTAI5t0000000000000001', secret: 'aliyun-access-key-secret-0001' };
const signName = '筑绘 AI (测试)';
const templateCode = 'SMS_100000001';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * `SendSms` of Alibaba Cloud as its documentation describes it: help.aliyun.com/document_detail/2593177.html (the
 * signature), 419273.html (the call) and 101346.html (the codes), with one account, one signature and one template.
 */
export async function startFakeAliyunSms(clock: Clock) {
  const messages: Array<{ phoneNo: string; code: string }> = [];
  const nonces = new Set<string>();
  const scripted: string[] = [];
  let requests = 0;

  const server = await startFakeProviderServer((exchange) => {
    const fault = checkRequest(exchange);
    const code = fault ?? scripted.shift() ?? accept(Object.fromEntries(exchange.url.searchParams));
    const phoneNo = exchange.url.searchParams.get('PhoneNumbers');
    requests += 1;
    // Its sentences repeat what it was sent.
    const answer = { RequestId: `REQUEST-${requests}`, Message: `${code} ${phoneNo}`, Code: code };
    const headers = { 'content-type': 'application/json;charset=utf-8' };
    return { status: fault ? 400 : 200, headers, body: JSON.stringify(answer) };
  });

  /** Fault found by the gateway before the service sees the call. */
  function checkRequest({ method, url, headers, body }: Exchange): string | undefined {
    const header = (name: string) => String(headers[name] ?? '');
    if (method !== 'POST' || header('x-acs-action') !== 'SendSms') return 'InvalidAction.NotFound';
    if (header('x-acs-version') !== '2017-05-25') return 'InvalidVersion';
    const date = header('x-acs-date');
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date)) return 'InvalidTimeStamp.Format';
    if (Math.abs(Date.parse(date) - clock.now()) > 15 * minute) return 'InvalidTimeStamp.Expired';
    const nonce = header('x-acs-signature-nonce');
    if (nonce === '' || nonces.has(nonce)) return 'SignatureNonceUsed';
    nonces.add(nonce);
    if (header('x-acs-content-sha256') !== sha256(body)) return 'InvalidParameter.ContentSha256';
    const given = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    );
    if (!given) return 'IncompleteSignature';
    const [, id, names = '', signature] = given;
    if (id !== key.id) return 'InvalidAccessKeyId.NotFound';
    const mustBeSigned = Object.keys(headers).filter((name) => /^(host|content-type|x-acs-.+)$/.test(name));
    if (names !== mustBeSigned.toSorted().join(';')) return 'IncompleteSignature';
    const signedHeaders = names.split(';').map((name) => `${name}:${header(name)}\n`);
    const canonical = `POST\n${url.pathname}\n${queryOf(url)}\n${signedHeaders.join('')}\n${names}\n${sha256(body)}`;
    const text = `ACS3-HMAC-SHA256\n${sha256(canonical)}`;
    const right = createHmac('sha256', key.secret).update(text).digest('hex');
    return signature === right ? undefined : 'SignatureDoesNotMatch';
  }

  function accept(fields: Record<string, string>): string {
    if (!/^1\d{10}$/.test(fields.PhoneNumbers ?? '')) return 'isv.MOBILE_NUMBER_ILLEGAL';
    if (fields.SignName !== signName) return 'isv.SMS_SIGNATURE_ILLEGAL';
    if (fields.TemplateCode !== templateCode) return 'isv.SMS_TEMPLATE_ILLEGAL';
    const { code } = JSON.parse(fields.TemplateParam ?? '{}') as { code?: unknown };
    if (code === undefined) return 'isv.TEMPLATE_MISSING_PARAMETERS';
    if (typeof code !== 'string') return 'isv.INVALID_JSON_PARAM';
    messages.unshift({ phoneNo: fields.PhoneNumbers ?? '', code });
    return 'OK';
  }

  return {
    ...server,
    settings: { key, signName, templateCode, gateway: server.origin },
    /** Codes that reached a phone, newest first. */
    received: (phoneNo: string) => messages.filter((message) => message.phoneNo === phoneNo).map(({ code }) => code),
    /** Refuses the next message with this code. */
    refuseNext(code: string): void {
      scripted.push(code);
    },
  };
}

/** The query as it is signed: sorted by name, encoded after RFC 3986. */
function queryOf(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.toSorted().join('&');
}

/** Every byte but letters, digits and `-_.~`. */
function encode(text: string): string {
  const hex = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const letters = [...Buffer.from(text)].map((byte) => {
    const letter = String.fromCharCode(byte);
    return /[\w.~-]/.test(letter) ? letter : hex(byte);
  });
  return letters.join('');
}
