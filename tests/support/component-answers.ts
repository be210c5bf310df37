import { coerceText } from '#shared/contract/coerce';
import { derivedContract } from '#shared/contract/console';
import type { Answer, Endpoint } from '#shared/contract/endpoint';
import { failureEnvelope, successEnvelope } from '#shared/contract/envelope';
import { contract } from '#shared/contract/index';
import { readInput } from '#shared/contract/text';
import { ProductError } from '#shared/errors';

const known: Record<string, Endpoint> = { ...derivedContract, ...contract };

/**
 * The answer of a call, or a function from its input to the answer, which throws a `ProductError` to refuse. The function
 * may set headers of the response.
 */
type Given<E extends Endpoint> =
  | Value<E>
  | ((sent: Record<string, unknown>, headers: Headers) => Value<E> | Promise<Value<E>>);
/** A stream of events is given as the response itself. */
type Value<E extends Endpoint> = E['answers'] extends 'events' ? Response : Answer<E>;
export type Answers = { [K in keyof typeof contract]?: Given<(typeof contract)[K]> } & {
  [K in keyof typeof derivedContract]?: Given<(typeof derivedContract)[K]>;
};

interface Asked {
  name: string;
  /** As the contract's schema reads it. */
  sent: Record<string, unknown>;
}

/** The page asks for it by itself after a call that it broke off, at any moment. */
const alwaysGiven: Answers = { health: { status: 'ok' } };
let answers: Record<string, unknown> = {};
/** Every call that was made since the test began, in order. */
export let asked: Asked[] = [];
let faults: string[] = [];

/** Counts the tests of a page: a call that was begun in the one before is no longer answered. */
let testNumber = 0;

/** Forgets the answers and calls of the test before. */
export function beginAnswers(): void {
  testNumber += 1;
  answers = { ...alwaysGiven };
  asked = [];
  faults = [];
}

/** Gives answers to calls by their name in the contract, beside those given before. */
export function answerWith(given: Answers): void {
  Object.assign(answers, given);
}

/** Calls that no answer was given for, and those that do not fit the contract. */
export const answerFaults = (): readonly string[] => faults;

const ours = /^\/(api|cas|__mock)\//;
/** Pictures are drawn by their ids: `tests/support/component-files.ts`. */
const isPicture = /^\/api\/images\/[^/]+$/;
const browserFetch = globalThis.fetch.bind(globalThis);

/** Answers calls of the product in the browser by the contract; anything else goes on to the network. */
export const answeringFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname, searchParams } = new URL(request.url);
  if (!ours.test(pathname) || isPicture.test(pathname)) return browserFetch(input, init);
  const begunIn = testNumber;
  for (const [name, spec] of Object.entries(known)) {
    const params = spec.method === request.method ? paramsOf(spec.path, pathname) : undefined;
    if (!params) continue;
    const body = request.method === 'GET' ? searchParams : await bodyOf(request, spec);
    if (begunIn !== testNumber) throw new DOMException('the test of this call is over', 'AbortError');
    const sent = { ...params, ...fieldsOf(spec, body) };
    if (name in answers) return answer(name, spec, sent);
    if (name in contract) faults.push(`no answer was given for ${name} ${JSON.stringify(sent)}`);
  }
  if (faults.length === 0) faults.push(`the contract has no ${request.method} ${pathname}`);
  throw new TypeError('Failed to fetch');
};

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const found = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path);
  return found ? { ...found.groups } : undefined;
}

async function bodyOf(request: Request, { listField }: Endpoint): Promise<object> {
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('form')) return request.formData();
  const text = await request.text();
  if (text === '') return {};
  const value = JSON.parse(text);
  return listField && Array.isArray(value) ? { [listField]: value } : value;
}

/** Reads the fields of a form or a query as the server does, without the API version; repeated names are lists. */
function fieldsOf(spec: Endpoint, body: object): Record<string, unknown> {
  if (!(body instanceof URLSearchParams || body instanceof FormData)) return { ...body };
  const names = [...new Set(body.keys())].filter((name) => name !== 'version' || spec.method !== 'GET');
  const fields = names.map((name) => {
    const values = body.getAll(name);
    return [name, values.length > 1 ? values : values[0]];
  });
  return coerceText(spec.input, Object.fromEntries(fields));
}

async function answer(name: string, spec: Endpoint, sent: Record<string, unknown>): Promise<Response> {
  const read = spec.list || spec.encoding === 'multipart' ? { data: sent } : readInput(spec.input, sent);
  if (read.issues) faults.push(`${name} was sent what it refuses: ${JSON.stringify(read.issues)}`);
  const values = { ...sent, ...(read.data as object) };
  asked.push({ name, sent: values });
  try {
    const given = answers[name];
    const headers = new Headers();
    const data = await (typeof given === 'function' ? given(values, headers) : given);
    if (data instanceof Response) return data;
    const checked = spec.output.safeParse(data);
    if (!checked.success)
      faults.push(`the answer of ${name} is none: ${JSON.stringify(checked.error.issues.slice(0, 3))}`);
    if (Array.isArray(data)) headers.set('x-total-count', String(data.length));
    return Response.json(spec.answers === 'envelope' ? successEnvelope(data) : data, { headers });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const { message, reason, fields, beside } = error;
    const refusal =
      spec.answers === 'dialect' ? { message, reason, errors: fields, ...beside } : failureEnvelope(error);
    return Response.json(refusal, { status: error.status });
  }
}
