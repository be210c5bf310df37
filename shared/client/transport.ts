import type { Encoding, Method } from '../contract/endpoint.ts';

/** Request of one call. `payload` goes into the query, the form or the JSON body, according to `encoding`. */
export interface WireRequest {
  method: Method;
  /** Path with its parameters filled in. */
  url: string;
  encoding: Encoding;
  payload: Record<string, unknown>;
  /** True for a write request. */
  changesState?: boolean;
  signal?: AbortSignal;
}

/** HTTP response. `body` is parsed by content type: text, form, video as a blob, otherwise JSON (docs/RULES.md R5). */
export interface WireResponse {
  status: number;
  body: unknown;
}

/** Requests to `/cas/v1/tickets` have an answer of their own form. */
export type Transport = (request: WireRequest) => Promise<WireResponse | CasAnswer>;

/** The window that calls are made from. */
export interface CallingWindow {
  /** Leaves for another address. */
  go(address: string): void;
  /** Loads the page again. */
  reload(): void;
}

export interface TransportOptions {
  /** Prefix of every URL, for clients outside a browser. */
  origin?: string;
  /** Milliseconds after which a call is given up (docs/RULES.md R9); 0 waits for ever. */
  timeoutMs?: number;
  /** Follows 301 and 302 in place of the call (docs/RULES.md R5); without it the call follows them itself. */
  window?: CallingWindow;
  /** Further headers, e.g. a cookie in tests. */
  headers?: () => Record<string, string>;
  fetch?: typeof fetch;
}

type FailureKind = 'network' | 'timeout' | 'aborted' | 'redirected' | 'offline';

const sentences: Record<FailureKind, string> = {
  network: '网络连接失败，请检查网络后重试',
  timeout: '请求超时，请检查网络后重试',
  aborted: '请求已取消',
  redirected: '正在跳转到新的地址',
  offline: '网络已断开，没有保存',
};

/** Message for a write request that was sent but got no response. */
const unansweredSentence = '没有收到答复，可能已保存';

/**
 * Thrown when a request got no response. `kind`: `network` (no connection), `timeout`, `aborted` by the caller,
 * `redirected` (the window opens another address), or `offline` (a write request was not sent because the server is
 * unreachable). `message` is a Chinese sentence for the user.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: FailureKind;
  /** @param isChange true for a write request that was sent: the message then says that it may have been saved */
  constructor(kind: FailureKind, cause: unknown, isChange = false) {
    super(isChange && (kind === 'network' || kind === 'timeout') ? unansweredSentence : sentences[kind], { cause });
    this.kind = kind;
  }
}

/** Goes with every GET. */
export const apiVersion = '1.2';

/**
 * Sends calls with credentials, `version=1.2` on GETs and forms with JSON inside (docs/RULES.md R4); statuses are not
 * turned into errors (docs/RULES.md R5).
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const { origin = '', headers } = options;
  return ({ method, url, encoding, payload, signal }) => {
    const init: RequestInit = {
      method,
      credentials: 'include',
      headers: { accept: 'application/json', ...headers?.() },
    };
    let target = origin + url;
    if (method === 'GET') {
      target = withQuery(target, { version: apiVersion, ...payload });
    } else if (encoding === 'json') {
      init.body = JSON.stringify(payload);
      init.headers = { ...init.headers, 'content-type': 'application/json' };
    } else {
      init.body = encoding === 'multipart' ? toMultipart(payload) : toForm(payload);
    }
    return exchange(target, init, signal, options);
  };
}

/**
 * The temporary GET (docs/RULES.md R6): no version and no credentials, for an address that already says who may read
 * it, such as a signed one.
 */
export function createTemporaryGet(options: TransportOptions = {}) {
  const { origin = '', headers } = options;
  return (
    url: string,
    payload: Record<string, unknown> = {},
    signal?: AbortSignal,
  ): Promise<WireResponse | CasAnswer> => {
    const init: RequestInit = { method: 'GET', credentials: 'omit', ...(headers && { headers: headers() }) };
    return exchange(withQuery(origin + url, payload), init, signal, options);
  };
}

function withQuery(address: string, payload: Record<string, unknown>): string {
  const query = toForm(payload).toString();
  return query ? `${address}${address.includes('?') ? '&' : '?'}${query}` : address;
}

/** Sends a request and reads what comes back. Throws {@link TransportError}. */
async function exchange(
  target: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  { timeoutMs = 0, window, fetch: send = (input, options) => fetch(input, options) }: TransportOptions,
): Promise<WireResponse | CasAnswer> {
  const isCas = isCasTicketPath(target);
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
  const signals = [signal, timeout].filter((one) => one !== undefined);
  try {
    const response = await send(target, {
      ...init,
      redirect: window ? 'manual' : 'follow',
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
    if (window && isRedirect(response)) {
      follow(response, target, init.method, window);
      if (!isCas) throw new TransportError('redirected', response.status);
    }
    return isCas ? await readCasAnswer(response, target) : { status: response.status, body: await readBody(response) };
  } catch (error) {
    if (error instanceof TransportError) throw error;
    if (timeout?.aborted) throw new TransportError('timeout', error);
    if (signal?.aborted) throw new TransportError('aborted', error);
    throw new TransportError('network', error);
  }
}

function isRedirect({ type, status, headers }: Response): boolean {
  return type === 'opaqueredirect' || ((status === 301 || status === 302) && headers.has('location'));
}

/**
 * Sends the window to the Location. Browsers hide that header from scripts: the window then opens the address of a GET
 * and is redirected itself. Any other method must not be sent twice, so the page is loaded again instead.
 */
function follow(response: Response, target: string, method: string | undefined, window: CallingWindow): void {
  const location = response.headers.get('location');
  const base = response.url || target;
  if (location) window.go(URL.canParse(location, base) ? new URL(location, base).href : location);
  else if (method === 'GET') window.go(target);
  else window.reload();
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

/** By content type: JSON, text, form, pictures and videos as a blob; without a known one JSON, or else the text. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('application/json')) return response.json();
  if (type.startsWith('text/')) return response.text();
  if (type.includes('form')) return response.formData();
  if (/^(video|image|model)\//.test(type)) return response.blob();
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The ticket service's answer as clients hand it on; only an empty `data` unless its status is 200, 201 or 401
 * (docs/RULES.md R8).
 */
type CasAnswer =
  | {
      /** The body as text: a service ticket, an HTML form, or nothing. */
      data: string;
      url: string;
      status: number;
      /** The new ticket's resource; null where the answer names none. */
      location: string | null;
    }
  | { data: Record<string, never> };

const answeredStatuses = [200, 201, 401];

function isCasTicketPath(address: string): boolean {
  return /^(https?:\/\/[^/]+)?\/cas\/v1\/tickets(?=[/?]|$)/.test(address);
}

async function readCasAnswer(response: Response, target: string): Promise<CasAnswer> {
  const { status, url, headers } = response;
  if (!answeredStatuses.includes(status)) return { data: {} };
  return { data: await response.text(), url: url || target, status, location: headers.get('location') };
}
