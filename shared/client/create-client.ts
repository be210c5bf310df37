import type { Answer, Call, Contract, Endpoint } from '../contract/endpoint.ts';
import type { Envelope } from '../contract/envelope.ts';
import type { Wire, WireOf } from '../contract/wire.ts';
import type { Transport, WireResponse } from './transport.ts';

/** A refusal by the server: the envelope's error as an exception. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly reason: string;
  readonly code: number;
  readonly status: number;
  readonly fields: Readonly<Record<string, string[]>> | undefined;
  /** Values filled into the sentence. */
  readonly values: Readonly<Record<string, string | number>> | undefined;
  constructor(
    status: number,
    part: {
      code: number;
      message: string;
      reason: string;
      fields?: Record<string, string[]> | undefined;
      values?: Record<string, string | number> | undefined;
    },
  ) {
    super(part.message);
    this.status = status;
    this.reason = part.reason;
    this.code = part.code;
    this.fields = part.fields;
    this.values = part.values;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
}

type Arguments<E extends Endpoint> =
  Partial<Call<E>> extends Call<E> ? [call?: Call<E>, options?: CallOptions] : [call: Call<E>, options?: CallOptions];

export type Client<C extends Contract> = { [K in keyof C]: (...values: Arguments<C[K]>) => Promise<Answer<C[K]>> };

/**
 * Every call becomes one typed function that returns `data` or throws {@link ApiError}. Browsers give the calls without
 * their schemas and name the contract as the type.
 */
export function createClient<C extends Contract>(contract: C | WireOf<C>, send: Transport): Client<C> {
  const callOf =
    (spec: Wire) =>
    async (values: Record<string, unknown> = {}, options: CallOptions = {}) => {
      const payload = { ...values };
      const url = spec.path.replace(/:(\w+)/g, (_place, name: string) => {
        const value = payload[name];
        delete payload[name];
        return encodeURIComponent(String(value));
      });
      const { method, encoding, changesState } = spec;
      const response = await send({ method, url, encoding, payload, changesState, ...options });
      return 'data' in response ? response : readAnswer(spec, response);
    };
  return Object.fromEntries(
    Object.entries<Wire>(contract).map(([name, spec]) => [name, callOf(spec)]),
  ) as unknown as Client<C>;
}

function readAnswer(spec: Wire, { status, body }: WireResponse): unknown {
  const envelope = body as Partial<Envelope<unknown>> | undefined;
  const error = typeof envelope === 'object' && envelope !== null ? envelope.error : undefined;
  if (error?.code) throw new ApiError(status, error);
  if (spec.answers === 'dialect' && status >= 400) throw fromDialect(status, body);
  if (spec.answers === 'envelope' && !error) {
    throw new ApiError(status, { code: status, message: '服务暂时无法应答，请稍后重试', reason: 'server.no_envelope' });
  }
  return spec.answers === 'envelope' ? envelope?.data : body;
}

/** A refusal in the dialect of `/api/admin/v1`. */
function fromDialect(status: number, body: unknown): ApiError {
  const {
    message = '服务暂时无法应答，请稍后重试',
    reason = '',
    errors,
  } = (body ?? {}) as {
    message?: string;
    reason?: string;
    errors?: Record<string, string[]>;
  };
  return new ApiError(status, { code: status, message, reason, fields: errors });
}
