import { createHash, createHmac } from 'node:crypto';

/** The key of a cloud account: AccessKey at Alibaba Cloud, SecretId and SecretKey at Tencent Cloud. */
export interface CloudKey {
  id: string;
  secret: string;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * The Authorization of a POST to Alibaba Cloud, ACS3-HMAC-SHA256, after “V3版本请求体&签名机制”
 * (help.aliyun.com/document_detail/2593177.html).
 * @param url its query sorted by name and encoded after RFC 3986
 * @param headers all of `x-acs-*` and, where there is a body, `content-type`; names in lower case
 */
export function signForAliyun(url: URL, headers: Readonly<Record<string, string>>, key: CloudKey): string {
  const { names, text } = canonicalRequest(url, headers, headers['x-acs-content-sha256'] ?? '');
  const signature = hmac(key.secret, `ACS3-HMAC-SHA256\n${sha256(text)}`).toString('hex');
  return `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${names},Signature=${signature}`;
}

/**
 * The Authorization of a POST to Tencent Cloud, TC3-HMAC-SHA256, after “签名方法 v3”
 * (cloud.tencent.com/document/api/213/30654).
 * @param headers `content-type` and whatever else is to be signed; names in lower case
 * @param seconds of the header `x-tc-timestamp`
 */
export function signForTencent(
  {
    url,
    headers,
    body,
    service,
  }: { url: URL; headers: Readonly<Record<string, string>>; body: string; service: string },
  seconds: number,
  key: CloudKey,
): string {
  const lowered = Object.entries(headers).map(([name, value]) => [name, value.toLowerCase()]);
  const { names, text } = canonicalRequest(url, Object.fromEntries(lowered), sha256(body));
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const signingKey = hmac(hmac(hmac(`TC3${key.secret}`, day), service), 'tc3_request');
  const signature = hmac(signingKey, `TC3-HMAC-SHA256\n${seconds}\n${scope}\n${sha256(text)}`).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

function canonicalRequest(url: URL, headers: Readonly<Record<string, string>>, bodyHash: string) {
  const signed: Record<string, string> = { ...headers, host: url.host };
  const sorted = Object.keys(signed).toSorted();
  const names = sorted.join(';');
  const lines = sorted.map((name) => `${name}:${signed[name]?.trim()}\n`);
  return { names, text: ['POST', url.pathname, url.search.slice(1), lines.join(''), names, bodyHash].join('\n') };
}
