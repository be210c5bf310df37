import { request as httpRequest } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { type Client, createClient } from '#shared/client/create-client';
import { createTransport } from '#shared/client/transport';
import type { UploadedImage } from '#shared/contract/image';
import { contract, type ProductContract } from '#shared/contract/index';

/** Somebody with a browser: a cookie jar, the typed client, and plain requests for what the client never sends. */
export interface Visitor {
  api: Client<ProductContract>;
  /** A plain request with the jar's cookies; the path begins with `/`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A request whose headers are all the caller's own, as another program or a hostile page would send it. */
  raw(method: string, path: string, headers?: Record<string, string>, body?: string | Buffer): Promise<RawAnswer>;
  /** Uploads bytes as a file of this name. Throws what the API answers. */
  upload(bytes: Buffer, name?: string): Promise<UploadedImage>;
  cookies: Map<string, string>;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The text as JSON, or undefined. */
  json: unknown;
}

export function createVisitor(origin: string): Visitor {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookies.size > 0) headers.set('cookie', cookieHeader());
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(line);
    return response;
  };

  function keep(line: string): void {
    const [pair = ''] = line.split(';');
    const split = pair.indexOf('=');
    const isCleared = /expires=Thu, 01 Jan 1970/i.test(line);
    if (isCleared) cookies.delete(pair.slice(0, split));
    else cookies.set(pair.slice(0, split), pair.slice(split + 1));
  }

  const api = createClient(contract, createTransport({ origin, fetch: send }));
  return {
    api,
    cookies,
    fetch: (path, init) => send(origin + path, init),
    raw: (method, path, headers = {}, body) =>
      rawRequest(origin, method, path, { ...(cookies.size > 0 ? { cookie: cookieHeader() } : {}), ...headers }, body),
    upload: (bytes, name = 'picture.png') =>
      api.uploadImage({ file: new File([new Uint8Array(bytes)], name) } as never),
  };
}

export function rawRequest(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<RawAnswer> {
  // Node announces no length for methods that seldom have a body.
  const isLengthGiven = body === undefined || 'content-length' in headers || 'transfer-encoding' in headers;
  const length = isLengthGiven ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      origin,
      { method, path, headers: { ...headers, ...length }, agent: false },
      (response) => {
        readText(response).then((text) => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
        }, reject);
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
