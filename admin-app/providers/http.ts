import type { HttpError } from '@refinedev/core';
import { axiosInstance } from '@refinedev/simple-rest';
import { leaveForeignWorld } from '#shared/browser/world-watch';
import { TransportError } from '#shared/client/transport';
import { isUnanswered } from '#shared/client/write-guard';
import type { ErrorPart } from '#shared/contract/envelope';
import { changes } from './changes.ts';
import { connection } from './connection.ts';

const apiVersion = '1.2';
const timeoutMs = 30_000;

/** Error of every failed call of the console: the server's sentence, its reason, and sentences per field. */
export class ConsoleError extends Error implements HttpError {
  override readonly name = 'ConsoleError';
  // biome-ignore lint/suspicious/noExplicitAny: Refine's HttpError is an open record of any
  [key: string]: any;
  /** 0 when no answer came at all. */
  readonly statusCode: number;
  /** Name in the error catalogue; empty when the server gave none. */
  readonly reason: string;
  readonly errors: Record<string, string[]>;
  /** The record as it stands, where somebody else changed it meanwhile. */
  readonly current: object | undefined;
  /** True for a write request that was sent but got no response: the server may or may not have applied it. */
  readonly isInDoubt: boolean;

  constructor(
    statusCode: number,
    part: {
      message: string;
      reason?: string;
      fields?: Record<string, string[]> | undefined;
      current?: object | undefined;
      isInDoubt?: boolean;
    },
  ) {
    super(part.message);
    this.statusCode = statusCode;
    this.reason = part.reason ?? '';
    this.errors = part.fields ?? {};
    this.current = part.current;
    this.isInDoubt = part.isInDoubt ?? false;
  }

  /** True for a write request that was not sent because there was no connection. */
  get isUnsent(): boolean {
    return this.statusCode === 0 && !this.isInDoubt;
  }

  get isWorthRetrying(): boolean {
    return this.statusCode === 0 || this.statusCode >= 502;
  }
}

/**
 * The axios instance for all requests of the console. It sends cookies, adds `version` to GET requests and unwraps the
 * response envelope. Rejects with {@link ConsoleError}. A write request is not sent while the server is unreachable and
 * is never retried; if it gets no response, all queries are refetched as soon as the server is reachable.
 */
export const http = axiosInstance.create({ withCredentials: true, timeout: timeoutMs });

/** Lists whose total the server estimated (`X-Total-Estimated: 1`); simple-rest tells no headers. */
export const estimatedLists = new WeakSet<object>();

/** Rejects what would mix two worlds: the page is being loaded again. */
function stayInWorld(): void {
  if (leaveForeignWorld()) throw new ConsoleError(0, { message: '浏览器已换到另一个空间，页面正在重新载入' });
}

interface Sent {
  method?: string | undefined;
}

/** True for a write request. No GET endpoint of the console changes server state. */
const isChange = ({ method }: Sent) => method !== undefined && method.toLowerCase() !== 'get';

http.interceptors.request.use(async (config) => {
  stayInWorld();
  if (!isChange(config)) config.params = { version: apiVersion, ...config.params };
  else if (await connection.isLost()) throw withoutAnswer(new TransportError('offline', undefined));
  return config;
});

http.interceptors.response.use(
  async ({ config, ...response }) => {
    stayInWorld();
    const isOurs = isJson(response.headers['content-type']);
    if (!isOurs) throw await noAnswer(config, response.status);
    connection.noteAnswer();
    const part = errorPartOf(response.data);
    if (part && part.code !== 0) throw new ConsoleError(response.status, part);
    if (part) response.data = response.data.data;
    changes.announce(response.headers['x-change-id']);
    if (response.headers['x-total-estimated'] === '1') estimatedLists.add(response.data);
    return { config, ...response };
  },
  async (failure: ConsoleError | { code?: string; config?: Sent; response?: { status: number; data: unknown } }) => {
    if (failure instanceof ConsoleError) throw failure;
    const { response, config = {} } = failure;
    if (response) throw readRefusal(response.status, response.data) ?? (await noAnswer(config, response.status));
    const kind = failure.code === 'ECONNABORTED' || failure.code === 'ETIMEDOUT' ? 'timeout' : 'network';
    throw await lost(config, kind, failure);
  },
);

/** Handles a request that got no response. Resolves with the error after a probe of the server has finished. */
async function lost(config: Sent, kind: 'network' | 'timeout', cause: unknown): Promise<ConsoleError> {
  const isInDoubt = isChange(config);
  await (isInDoubt ? connection.noteUnanswered() : connection.noteFailure());
  return withoutAnswer(new TransportError(kind, cause, isInDoubt), isInDoubt);
}

const withoutAnswer = ({ message }: TransportError, isInDoubt = false) => new ConsoleError(0, { message, isInDoubt });

/** Handles a response that a proxy or gateway sent in place of the server. */
async function noAnswer(config: Sent, status: number): Promise<ConsoleError> {
  if (isChange(config) && isUnanswered(status, false)) return lost(config, 'network', status);
  return new ConsoleError(status, { message: '服务暂时无法应答，请稍后重试' });
}

function isJson(contentType: unknown): boolean {
  return typeof contentType === 'string' && contentType.includes('json');
}

function errorPartOf(body: unknown): ErrorPart | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body as { error: unknown };
  return typeof error === 'object' && error !== null && 'code' in error ? (error as ErrorPart) : undefined;
}

interface Refusal {
  message: string;
  reason?: string;
  errors?: Record<string, string[]>;
  /** Fields that moved on since a change that was to be undone. */
  drift?: unknown[];
  /** The record as it stands. */
  current?: object;
}

/**
 * Parses an error response: the envelope, or `{ message, reason?, errors? }` from `/api/admin/v1`. Returns undefined
 * for any other body, e.g. the error page of a gateway.
 */
function readRefusal(status: number, body: unknown): ConsoleError | undefined {
  const part = errorPartOf(body);
  if (part) return new ConsoleError(status, part);
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    const { message, reason, errors, drift, current } = body as Refusal;
    const refusal = new ConsoleError(status, { message, ...(reason ? { reason } : {}), fields: errors, current });
    if (drift) refusal.drift = drift;
    return refusal;
  }
  return undefined;
}
