import type { HttpError } from '@refinedev/core';
import { axiosInstance } from '@refinedev/simple-rest';
import type { ErrorPart } from '#shared/contract/envelope';
import { changes } from './changes.ts';

const apiVersion = '1.2';
const timeoutMs = 30_000;

/** What every failed call of the console rejects with: the server's sentence, its reason, and sentences per field. */
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

  constructor(
    statusCode: number,
    part: {
      message: string;
      reason?: string;
      fields?: Record<string, string[]> | undefined;
      current?: object | undefined;
    },
  ) {
    super(part.message);
    this.statusCode = statusCode;
    this.reason = part.reason ?? '';
    this.errors = part.fields ?? {};
    this.current = part.current;
  }

  get isWorthRetrying(): boolean {
    return this.statusCode === 0 || this.statusCode >= 502;
  }
}

/** The console's only way to the server: cookies go along, GETs carry the version, envelopes are opened here. */
export const http = axiosInstance.create({ withCredentials: true, timeout: timeoutMs });

/** Lists whose total the server estimated (`X-Total-Estimated: 1`); simple-rest tells no headers. */
export const estimatedLists = new WeakSet<object>();

http.interceptors.request.use((config) => {
  if (config.method === 'get') config.params = { version: apiVersion, ...config.params };
  return config;
});

http.interceptors.response.use(
  (response) => {
    if (!isJson(response.headers['content-type'])) throw noAnswer(response.status);
    const part = errorPartOf(response.data);
    if (part && part.code !== 0) throw new ConsoleError(response.status, part);
    if (part) response.data = response.data.data;
    changes.announce(response.headers['x-change-id']);
    if (response.headers['x-total-estimated'] === '1') estimatedLists.add(response.data);
    return response;
  },
  (failure: { code?: string; response?: { status: number; data: unknown } }) => {
    const { response } = failure;
    if (!response) {
      const isTimeout = failure.code === 'ECONNABORTED' || failure.code === 'ETIMEDOUT';
      throw new ConsoleError(0, { message: isTimeout ? '请求超时，请稍后重试' : '网络连接失败，请检查网络后重试' });
    }
    throw readRefusal(response.status, response.data);
  },
);

function isJson(contentType: unknown): boolean {
  return typeof contentType === 'string' && contentType.includes('json');
}

function noAnswer(status: number): ConsoleError {
  return new ConsoleError(status, { message: '服务暂时无法应答，请稍后重试' });
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

/** Refusals come in the envelope, or under `/api/admin/v1` as `{ message, reason?, errors? }`. */
function readRefusal(status: number, body: unknown): ConsoleError {
  const part = errorPartOf(body);
  if (part) return new ConsoleError(status, part);
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    const { message, reason, errors, drift, current } = body as Refusal;
    const refusal = new ConsoleError(status, { message, ...(reason ? { reason } : {}), fields: errors, current });
    if (drift) refusal.drift = drift;
    return refusal;
  }
  return noAnswer(status);
}
