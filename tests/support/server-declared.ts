import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { derivedContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { contract } from '#shared/contract/index';
import { controlContract } from '../../mock-server/control/contract.ts';
import { addAnswerSchemas, answerHeaders, answersOf } from '../../mock-server/http/openapi-answers.ts';
import { type Json, SchemaComponents } from '../../mock-server/http/openapi-schema.ts';
import { zodOf } from './described-schema.ts';

interface Declared {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Json }>;
}

interface Call {
  name: string;
  spec: Endpoint;
  places: readonly string[];
}

/** On the control plane every call may be closed, as its own description says, and in production there is none. */
const planeContract = Object.fromEntries(
  Object.entries<Endpoint>(controlContract).map(([name, spec]) => [
    name,
    {
      ...spec,
      errors: [...spec.errors, ...(['control.closed', 'control.wrong_token', 'request.not_found'] as const)],
    },
  ]),
);

const components = new SchemaComponents();
addAnswerSchemas(components);
const calls: Call[] = Object.entries<Endpoint>({ ...contract, ...derivedContract, ...planeContract })
  .map(([name, spec]) => ({ name, spec, places: spec.path.split('/') }))
  // As the server mounts them: paths without places first.
  .sort((one, other) => Number(one.spec.path.includes(':')) - Number(other.spec.path.includes(':')));
const declared = new Map<string, Record<string, Declared>>();
const readers = new Map<string, z.ZodType>();

/**
 * Looks at every answer of a server, whoever asked: its status, headers, media type and JSON must be what the
 * description of the API declares for the call. Schemas are made once in a process, when a call is first answered.
 */
export function watchAnswers(listener: RequestListener) {
  const faults = new Set<string>();
  const answered = new Set<string>();
  const watched: RequestListener = (request, response) => {
    const call = callOf(request);
    if (call) {
      const chunks = keepBody(response);
      response.once('finish', () => {
        if (response.statusCode < 400) answered.add(call.name);
        const fault = faultOf(call, request, response, chunks);
        if (fault) faults.add(`${request.method} ${call.spec.path} (${call.name}) ${response.statusCode}: ${fault}`);
      });
    }
    listener(request, response);
  };
  return {
    listener: watched,
    /** Names of the calls that were answered with a success. */
    answered,
    /** Throws with everything that was answered and is not declared. */
    expectDeclared() {
      if (faults.size > 0)
        throw new Error(`answers that the API description does not declare:\n${[...faults].join('\n')}`);
    },
  };
}

function callOf({ method = '', url = '' }: IncomingMessage): Call | undefined {
  const places = (url.split('?')[0] ?? '').split('/');
  const asked = method === 'HEAD' ? 'GET' : method;
  const isHere = (call: Call) =>
    call.places.length === places.length &&
    call.places.every((place, index) => place === places[index] || (place.startsWith(':') && places[index] !== ''));
  // The first path is the one; where it has no such method, no call was made.
  const path = calls.find(isHere)?.spec.path;
  return calls.find(({ spec }) => spec.path === path && spec.method === asked);
}

function keepBody(response: ServerResponse): Buffer[] {
  const chunks: Buffer[] = [];
  const isJson = () => String(response.getHeader('content-type') ?? '').includes('application/json');
  const keep = (chunk: unknown, encoding: unknown) => {
    if (chunk === undefined || chunk === null || typeof chunk === 'function' || !isJson()) return;
    chunks.push(
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
        : Buffer.from(chunk as Uint8Array),
    );
  };
  const { write, end } = response;
  response.write = function (this: ServerResponse, ...given: unknown[]) {
    keep(given[0], given[1]);
    return Reflect.apply(write, response, given);
  } as typeof write;
  response.end = function (this: ServerResponse, ...given: unknown[]) {
    keep(given[0], given[1]);
    return Reflect.apply(end, response, given);
  } as typeof end;
  return chunks;
}

function answersTo({ name, spec }: Call): Record<string, Declared> {
  let known = declared.get(name);
  if (!known) {
    known = answersOf(spec, components) as unknown as Record<string, Declared>;
    declared.set(name, known);
  }
  return known;
}

function faultOf(call: Call, request: IncomingMessage, response: ServerResponse, chunks: Buffer[]): string | undefined {
  // What a foreign protocol says to itself is no part of our description.
  if (call.spec.encoding === 'raw') return undefined;
  const answer = answersTo(call)[response.statusCode];
  const body = bodyOf(response, chunks);
  // HEAD is no call of its own, and a fault that a test injects is none of ours.
  if (request.method === 'HEAD' && response.statusCode === 405) return undefined;
  if (response.statusCode !== 500 && body.includes('"server.internal"')) return undefined;
  if (!answer) return `no such status: ${body.slice(0, 200)}`;
  for (const name of Object.keys(answer.headers ?? {}))
    if (answerHeaders[name]?.required && !response.hasHeader(name)) return `no ${name}`;
  for (const name of response.getHeaderNames())
    if (told.has(name) && !Object.keys(answer.headers ?? {}).some((known) => known.toLowerCase() === name))
      return `${name} is not declared`;
  const type = (String(response.getHeader('content-type') ?? '').split(';')[0] ?? '').trim();
  if (request.method === 'HEAD' || type === '' || !answer.content) return undefined;
  const schema = answer.content[type]?.schema;
  if (!schema) return `${type} is not declared`;
  if (type !== 'application/json') return undefined;
  const read = readerOf(`${call.name} ${response.statusCode}`, schema).safeParse(JSON.parse(body));
  return read.success ? undefined : `${z.prettifyError(read.error)} in ${body.slice(0, 300)}`;
}

/** Headers that must not be sent where they are not declared. */
const told = new Set(['x-total-count', 'x-total-estimated', 'x-change-id', 'content-range', 'retry-after']);

function readerOf(key: string, schema: Json): z.ZodType {
  let reader = readers.get(key);
  if (!reader) {
    reader = zodOf(schema, components.schemas);
    readers.set(key, reader);
  }
  return reader;
}

function bodyOf(response: ServerResponse, chunks: Buffer[]): string {
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return '';
  switch (response.getHeader('content-encoding')) {
    case 'gzip':
      return gunzipSync(bytes).toString();
    case 'br':
      return brotliDecompressSync(bytes).toString();
    case 'deflate':
      return inflateSync(bytes).toString();
    default:
      return bytes.toString();
  }
}
