import type { Request } from 'express';
import { ProductError } from '#shared/errors';

/**
 * Reads a JSON or form-urlencoded body into plain fields; `sendBeacon` text is JSON. An empty body is no fields.
 * @param listField the field that a JSON list is; null: a list is malformed
 * Throws `request.too_large`, `request.media_type`, `request.malformed`.
 */
export async function readFields(
  request: Request,
  limit: number,
  listField: string | null = null,
): Promise<Record<string, unknown>> {
  return readText(request, (await readBody(request, limit)).toString('utf8'), listField);
}

/** The fields of a body that was read, by its media type. Throws `request.media_type`, `request.malformed`. */
export function readText(request: Request, text: string, listField: string | null = null): Record<string, unknown> {
  const type = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (text.trim() === '') return {};
  if (type === 'application/json' || type === 'text/plain' || type.endsWith('+json')) return readJson(text, listField);
  if (type === 'application/x-www-form-urlencoded') return readForm(new URLSearchParams(text));
  throw new ProductError('request.media_type');
}

/** Query or form fields; a repeated name becomes a list. */
function readForm(form: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields[name] = values.length > 1 ? values : values[0];
  }
  return { ...fields };
}

export function queryFields(request: Request): Record<string, unknown> {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? {} : readForm(new URLSearchParams(request.originalUrl.slice(at + 1)));
}

function readJson(text: string, listField: string | null): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProductError('request.malformed', { cause });
  }
  if (Array.isArray(value) && listField !== null) return { [listField]: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ProductError('request.malformed');
  return value as Record<string, unknown>;
}

/** The body as it came. Throws `request.too_large`, `request.malformed`. */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.get('content-length') ?? 0) > limit) throw new ProductError('request.too_large');
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // The request must outlive a refusal, which is sent on its connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) throw new ProductError('request.too_large');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof ProductError ? cause : new ProductError('request.malformed', { cause });
  }
  return Buffer.concat(chunks);
}

/**
 * The body as it came, which is there to be read afterwards. Undefined where there is none, or one above the limit, and
 * where it did not come whole.
 */
export async function peekBody(request: Request, limit: number): Promise<Buffer | undefined> {
  const isChunked = request.get('transfer-encoding') !== undefined;
  const length = Number(request.get('content-length') ?? 0);
  if (!isChunked && (!(length > 0) || length > limit)) return undefined;
  const isWhole = () => (isChunked ? request.complete : bytes === length);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (): void => {
    for (let chunk: Buffer | null = request.read(); chunk; chunk = request.read()) {
      chunks.push(chunk);
      bytes += chunk.length;
    }
  };
  await new Promise<void>((resolve) => {
    const look = () => {
      take();
      const isOver = isWhole() || bytes > limit || request.destroyed || request.readableEnded;
      if (!isOver) return;
      for (const name of ['readable', 'end', 'close'] as const) request.off(name, look);
      // In the same turn in which it was read: the stream has not ended yet.
      if (bytes > 0 && !request.readableEnded) request.unshift(Buffer.concat(chunks));
      resolve();
    };
    for (const name of ['readable', 'end', 'close'] as const) request.on(name, look);
  });
  return isWhole() && bytes > 0 && bytes <= limit ? Buffer.concat(chunks) : undefined;
}
