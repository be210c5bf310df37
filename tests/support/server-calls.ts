import type { Endpoint } from '#shared/contract/endpoint';
import { type CallName, contract } from '#shared/contract/index';
import type { RawAnswer, Visitor } from './server-visitor.ts';

export const calls = Object.entries(contract) as ReadonlyArray<[CallName, Endpoint]>;

/** Percent-encodes every byte, whatever the text holds. */
export function encodeBytes(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Fields as a form, or as a query: objects and lists JSON-encoded. */
export const asForm = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${encodeBytes(name)}=${encodeBytes(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('&');

/** Puts values into the places of a path and returns the rest. */
export function fillPath(
  spec: Endpoint,
  values: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...values };
  const path = spec.path.replace(/:(\w+)/g, (_place, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeBytes(String(value));
  });
  return { path, rest };
}

/** Makes a call as plain JSON or query, without the client. Streams are cut after their head. */
export async function makeCall(
  visitor: Visitor,
  spec: Endpoint,
  values: Readonly<Record<string, unknown>>,
): Promise<RawAnswer> {
  const { path, rest } = fillPath(spec, values);
  if (spec.answers === 'events' && spec.method === 'GET') return headOfStream(visitor, path);
  if (spec.method === 'GET') {
    const query = Object.entries(rest).map(([name, value]) => `${encodeBytes(name)}=${encodeBytes(String(value))}`);
    return visitor.raw('GET', `${path}?${['version=1.2', ...query].join('&')}`);
  }
  return visitor.raw(spec.method, path, { 'content-type': 'application/json' }, JSON.stringify(rest));
}

async function headOfStream(visitor: Visitor, path: string): Promise<RawAnswer> {
  const response = await visitor.fetch(path);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const text = isJson ? await response.text() : '';
  if (!isJson) await response.body?.cancel();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
