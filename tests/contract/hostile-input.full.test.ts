import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { controlContract } from '../../mock-server/control/contract.ts';
import { hostileValues } from '../support/described-values.ts';
import { controlSamples, derivedSamples, sampleValues } from '../support/sample-values.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { envelopeReason, reasonOf } from '../support/server-answers.ts';
import { asForm, calls, encodeBytes, fillPath, makeCall } from '../support/server-calls.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let insider: Visitor;
let samples: Record<string, Record<string, unknown>>;
beforeAll(async () => {
  server = await startTestServer();
  const member = await server.member();
  const { imageId } = await member.upload(await drawPicture());
  const { accountId } = await server.member();
  const { projectId } = await member.api.createProject({ name: '别墅' });
  const ofProduct = sampleValues({ taskId: 'task_1', imageId, projectId, accountId });
  samples = { ...derivedSamples(ofProduct), ...controlSamples, ...ofProduct };
  insider = member;
  insider.cookies.set('staff_sid', (await server.staff('admin')).cookies.get('staff_sid') ?? '');
});
afterAll(() => server.close());

const productCalls: ReadonlyArray<[string, Endpoint]> = [...calls, ...Object.entries(derivedContract)];
const controlCalls = Object.entries<Endpoint>(controlContract);

/** Public calls are made without a session, so that none of them (logout, login) ends the session of the others. */
const caller = (spec: Endpoint) => (spec.access === 'anyone' ? server.visitor() : insider);
/** Headers that the server's own code reads, found in its source, and those that what it is built on reads. */
function headersRead(): string[] {
  const root = path.resolve(import.meta.dirname, '../../mock-server');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ts$/.test(name));
  const own = files.flatMap((name) =>
    [
      ...readFileSync(path.join(root, name), 'utf8').matchAll(
        /headers\['([a-z-]+)'\]|\.get\('([a-z]+(?:-[a-z]+)*)'\)/g,
      ),
    ].map(([, inBrackets, asked]) => inBrackets ?? asked ?? ''),
  );
  const beneath = [
    'accept',
    'accept-encoding',
    'cookie',
    'if-none-match',
    'if-modified-since',
    'range',
    'x-forwarded-for',
  ];
  // Lengths frame the request, and a foreign host is refused before its call is looked at: tests of their own.
  return [...new Set([...own, ...beneath])].filter((name) => !['content-length', 'host'].includes(name));
}
const headerNames = headersRead();

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

/** Reduces a value to the characters that HTTP allows in a header: Latin-1 without control characters. */
const asHeader = (item: unknown) =>
  (typeof item === 'string' ? item : (JSON.stringify(item) ?? ''))
    .replace(/[^\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 300)
    .trim();

const settings = { seed: 20_261_120, numRuns: 2, endOnFailure: true };

it('finds the headers that the server reads', () => {
  expect(headerNames).toEqual(expect.arrayContaining(['content-type', 'last-event-id', 'origin', 'user-agent']));
});

it.each(['%', '%E0%A4%A', '%ff', '%00', '%2e%2e%2f', encodeBytes('😀'.repeat(60))])(
  'a path that holds %s is no failure of the server',
  async (piece) => {
    for (const path of [
      `/api/${piece}`,
      `/api/images/${piece}`,
      `/api/user/manage/account/${piece}`,
      `/cas/v1/tickets/${piece}`,
    ]) {
      const answer = await insider.raw('GET', path);
      expect([400, 404, 405, 422]).toContain(answer.status);
      envelopeReason(answer);
    }
  },
);

it('a body larger than the call takes is refused, announced or not', async () => {
  const large = JSON.stringify({ phoneNo: 'x'.repeat(300_000) });
  const headers = { 'content-type': 'application/json' };
  const announced = await server
    .visitor()
    .raw('POST', '/api/sms/sendCode', { ...headers, 'content-length': String(large.length) }, large);
  const chunked = await server
    .visitor()
    .raw('POST', '/api/sms/sendCode', { ...headers, 'transfer-encoding': 'chunked' }, large);
  for (const answer of [announced, chunked])
    expect([answer.status, envelopeReason(answer)]).toEqual([413, 'request.too_large']);
});

/** Key of the body parser and access check of a call; calls with the same key share both. */
const readingOf = ({ encoding, access, listField, method }: Endpoint) =>
  [encoding, access, listField === null ? 'fields' : 'list', method].join(', ');
const writing = [...productCalls, ...controlCalls].filter(([, spec]) => spec.method !== 'GET');
const oneOfEachReading = [...new Map(writing.map((call) => [readingOf(call[1]), call])).values()].map(
  ([name, spec]) => [readingOf(spec), name, spec] as const,
);

describe.each(oneOfEachReading)('a body of %s, of %s', (_reading, name, spec) => {
  it.each<[string, string, string | Buffer, number[]]>([
    ['malformed JSON', 'application/json', '{"a":', [400]],
    ['a JSON list', 'application/json', '[1,2,3]', [spec.listField === null ? 400 : 422]],
    ['a JSON text', 'application/json', '"text"', [400]],
    [
      'no UTF-8',
      'application/json',
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      [200, 400, 404, 409, 422, 429, 501],
    ],
    ['a type nobody reads', 'application/xml', '<a/>', [415]],
    ['no type', '', 'a=1', [415]],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--', [415]],
    ['100 kB of nonsense', 'application/json', '\u0007'.repeat(100_000), [400, 413]],
    [
      '100 kB of brackets',
      'application/json',
      `{"params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      [200, 400, 404, 409, 413, 422, 429, 501],
    ],
    [
      '100 kB of form',
      'application/x-www-form-urlencoded',
      'a=1&'.repeat(25_000),
      [200, 400, 404, 409, 413, 422, 429, 501],
    ],
  ])('takes %s for what it is', async (what, type, body, statuses) => {
    const { path } = fillPath(spec, samples[name] ?? {});
    const answer = await caller(spec).raw(spec.method, path, type ? { 'content-type': type } : {}, body);
    const reason = reasonOf(spec, answer);
    // An upload reads forms of its own kind only.
    if (spec.encoding === 'multipart') expect([what, answer.status]).toEqual([what, 400]);
    // A signed call of a provider, or a file: what carries no signature or is no such file is refused.
    else if (spec.encoding === 'raw')
      expect([what, [400, 401, 403, 413, 422].includes(answer.status)]).toEqual([what, true]);
    else expect(statuses, `${what}: ${reason}`).toContain(answer.status);
  });
});

describe.each(productCalls)('%s', meetsHostileCallers);

it('has its books in order after all of that', async () => {
  expect(await server.faults()).toEqual([]);
});

it('still knew who called, so that what was sent was looked at', async () => {
  for (const path of ['/api/user/membership', '/api/admin/v1/me/sessions'])
    expect([path, (await insider.raw('GET', path)).status]).toEqual([path, 200]);
});

// One of them empties the server: they come last.
describe.each(controlCalls)('%s', meetsHostileCallers);

function meetsHostileCallers(name: string, spec: Endpoint): void {
  if (spec.answers === 'events' && spec.method === 'GET') {
    it('takes any query for none', async () => {
      expect((await makeCall(insider, spec, { a: '1', __proto__: '2' })).status).toBe(200);
    });
    return;
  }
  it('answers in its form to hostile headers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...headerNames), value), { minLength: 1, maxLength: 4 }),
        async (pairs) => {
          const { path, rest } = fillPath(spec, samples[name] ?? {});
          const hostile = Object.fromEntries(pairs.map(([header, item]) => [header, asHeader(item)]));
          const query = spec.method === 'GET' ? `?${asForm(rest)}` : '';
          const body = spec.method === 'GET' ? undefined : JSON.stringify(rest);
          const headers = { ...(body && { 'content-type': 'application/json' }), ...hostile };
          reasonOf(spec, await caller(spec).raw(spec.method, path + query, headers, body));
        },
      ),
      settings,
    );
  });
}
