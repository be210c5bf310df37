import type { Encoding, Method } from '../contract/endpoint.ts';

/** What one call sends. `payload` goes into the query, the form or the JSON body, as `encoding` says. */
export interface WireRequest {
  method: Method;
  /** Path with its parameters filled in. */
  url: string;
  encoding: Encoding;
  payload: Record<string, unknown>;
  signal?: AbortSignal;
}

/** What came back. `body` is read by content type: text, form, video as a blob, else JSON (spec §7). */
export interface WireResponse {
  status: number;
  body: unknown;
  /** Answers of `/cas/v1/tickets` only. */
  location?: string | null;
}

export type Transport = (request: WireRequest) => Promise<WireResponse>;

export interface TransportOptions {
  /** Prefix of every URL, for clients outside a browser. */
  origin?: string;
  /** Milliseconds after which a call is given up (spec §9: 120000). */
  timeoutMs?: number;
  /** Sends the window elsewhere on 301 and 302 (spec §7). */
  redirect?: (location: string) => void;
  /** Further headers, e.g. a cookie in tests. */
  headers?: () => Record<string, string>;
  fetch?: typeof fetch;
}

/** A call that got no answer: no network, given up, or aborted. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: 'network' | 'timeout' | 'aborted';
  constructor(kind: TransportError['kind'], cause: unknown) {
    super(
      kind === 'timeout'
        ? '请求超时，请检查网络后重试'
        : kind === 'aborted'
          ? '请求已取消'
          : '网络连接失败，请检查网络后重试',
      {
        cause,
      },
    );
    this.kind = kind;
  }
}

const apiVersion = '1.2';
const casTicketStatuses = [200, 201, 401];

/** The transport of spec §7: credentials, `version=1.2` on GETs, forms with JSON inside, statuses not turned into errors. */
export function createTransport(options: TransportOptions = {}): Transport {
  const { origin = '', timeoutMs = 120_000, redirect, headers } = options;
  const send = options.fetch ?? ((input, init) => fetch(input, init));

  return async ({ method, url, encoding, payload, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const init: RequestInit = {
      method,
      credentials: 'include',
      redirect: redirect ? 'manual' : 'follow',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: { accept: 'application/json', ...headers?.() },
    };
    let target = origin + url;
    if (method === 'GET') {
      target += `${url.includes('?') ? '&' : '?'}${toForm({ version: apiVersion, ...payload })}`;
    } else if (encoding === 'json') {
      init.body = JSON.stringify(payload);
      init.headers = { ...init.headers, 'content-type': 'application/json' };
    } else if (encoding === 'multipart') {
      init.body = toMultipart(payload);
    } else {
      init.body = toForm(payload);
    }

    try {
      const response = await send(target, init);
      const location = response.headers.get('location');
      if ((response.status === 301 || response.status === 302) && location) redirect?.(location);
      if (url.startsWith('/cas/v1/tickets')) {
        const isAnswer = casTicketStatuses.includes(response.status);
        return { status: response.status, body: isAnswer ? await response.text() : undefined, location };
      }
      return { status: response.status, body: await readBody(response) };
    } catch (error) {
      if (timeout.aborted) throw new TransportError('timeout', error);
      if (signal?.aborted) throw new TransportError('aborted', error);
      throw new TransportError('network', error);
    }
  };
}

/** Object and array values travel as JSON text; what is undefined does not travel. */
function toForm(payload: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined) continue;
    form.set(name, typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));
  }
  return form;
}

function toMultipart(payload: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(payload)) {
    if (value instanceof Blob) form.set(name, value, value instanceof File ? value.name : 'file');
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('application/json')) return response.json();
  if (type.startsWith('text/')) return response.text();
  if (type.includes('form')) return response.formData();
  if (type.startsWith('video/') || type.startsWith('image/')) return response.blob();
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
