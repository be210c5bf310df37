import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface Exchange {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  signal: AbortSignal;
  /** Most bytes of the answer. */
  mostBytes: number;
  /** True when the address must be a public one. */
  isPublicOnly?: boolean;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

/** The request was not sent: nobody has heard of it. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  /** True when the other side shows no certificate that can be trusted. */
  readonly isCertificate: boolean;
  constructor(message: string, options: ErrorOptions & { isCertificate?: boolean } = {}) {
    super(message, options);
    this.isCertificate = options.isCertificate ?? false;
  }
}

/**
 * Sends a request and reads its answer. Follows no redirect, so that headers go nowhere else. Replaces Node's `fetch`,
 * which ends an exchange after five minutes without an answer: models may take longer.
 *
 * @throws {NotSent} no connection was made, or the address is a private one and must not be
 * @throws {Error} it is unknown what became of the request: the connection broke, or the answer was too long
 */
export async function exchange(url: URL, given: Exchange): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, body, signal, isPublicOnly = false } = given;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  if (isPublicOnly && isIP(hostname) !== 0 && isPrivate(hostname)) throw new NotSent('the address is a private one');
  const send = url.protocol === 'https:' ? requestSecurely : requestPlain;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      ...{ method, signal, agent: false },
      headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
      ...(isPublicOnly && { lookup: publicLookup }),
    });
    request.once('error', (error) => reject(told(error)));
    request.once('response', (answer) => {
      const chunks: Buffer[] = [];
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > given.mostBytes) answer.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.end(body);
  });
}

/** Errors of a connection that was never made. */
const unmade: ReadonlySet<unknown> = new Set([
  ...(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENONET', 'EPRIVATE'] as const),
]);
const certificateCodes = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function told(error: NodeJS.ErrnoException): Error {
  const code = error.code ?? '';
  const isCertificate = certificateCodes.test(code);
  return isCertificate || unmade.has(code) ? new NotSent(code, { cause: error, isCertificate }) : error;
}

const privateNets = new BlockList();
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  privateNets.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ...([
    ['::', 127],
    ['64:ff9b::', 96],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ] as const),
] as const)
  privateNets.addSubnet(net, bits, 'ipv6');

/** True for addresses that are not of the public internet; IPv4 within IPv6 counts as what it is. */
const isPrivate = (address: string): boolean => privateNets.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Resolves a name to public addresses only; the connection is made to what was checked. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const addresses = found?.filter(({ address }) => !isPrivate(address)) ?? [];
    const [first] = addresses;
    if (error) return callback(error, '', 0);
    if (!first) return callback(Object.assign(new Error('a private address'), { code: 'EPRIVATE' }), '', 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
