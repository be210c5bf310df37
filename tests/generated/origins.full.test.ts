import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint';
import { controlContract } from '../../mock-server/control/contract.ts';
import { watchData } from '../support/data-watch.ts';
import { type Call, type Party, productCalls, type Samples, startFilledServer } from '../support/filled-server.ts';
import { controlSamples } from '../support/sample-values.ts';
import type { TestServer } from '../support/server.ts';
import { asForm, fillPath } from '../support/server-calls.ts';
import type { RawAnswer } from '../support/server-visitor.ts';

type Headers = Readonly<Record<string, string>>;

let server: TestServer;
let party: Party;
let samples: Samples;
let data: Awaited<ReturnType<typeof watchData>>;
beforeAll(async () => {
  const filled = await startFilledServer();
  server = filled.server;
  party = filled.party('lin');
  samples = { ...controlSamples, ...party.samples };
  data = await watchData(server.dataDir);
});
afterAll(async () => {
  data.close();
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const everyCall: readonly Call[] = [...productCalls, ...Object.entries<Endpoint>(controlContract)];
const changing = everyCall.filter(([, { changesState, method }]) => changesState || method === 'DELETE');

const evil = 'https://evil.example';
const ownHost = () => `127.0.0.1:${server.port}`;

/** Requests that a page of another site, or a program in front of the server, can make a browser send. */
const foreign = (): Array<[string, Headers]> => [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another site that names us as its origin', { 'sec-fetch-site': 'cross-site', origin: server.origin }],
  ['a sister site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
  ['a site of an unknown kind', { 'sec-fetch-site': 'nonsense' }],
  ['a foreign origin', { origin: evil }],
  ['the same host by another scheme’s port', { origin: `http://127.0.0.1:${server.port + 1}` }],
  ['a host that begins like ours', { origin: `http://${ownHost()}.evil.example` }],
  ['a host behind our name', { origin: `http://${ownHost()}@evil.example` }],
  ['an opaque origin', { origin: 'null' }],
  ['an origin that is no address', { origin: 'evil' }],
  ['a foreign referrer', { referer: `${evil}/page?${server.origin}` }],
  ['a foreign origin with our referrer', { origin: evil, referer: `${server.origin}/` }],
  ['a foreign origin that a proxy vouches for', { origin: evil, 'x-forwarded-host': 'evil.example' }],
  [
    'a foreign origin behind headers of a proxy',
    { origin: evil, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1', forwarded: 'host=evil.example' },
  ],
];
/** A GET that changes something is refused to addresses that are typed, followed or fetched ahead, too. */
const navigations: Array<[string, Headers]> = [
  ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['a link on our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' }],
  ['a prefetch of older browsers', { purpose: 'prefetch' }],
];

/** Encodings that a form or a script of another site may send without asking first. */
const simpleTypes = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=b', ''];

function send(name: string, spec: Endpoint, headers: Headers, type = 'application/json'): Promise<RawAnswer> {
  const { path, rest } = fillPath(spec, samples[name] ?? {});
  if (spec.method === 'GET') return party.visitor.raw('GET', `${path}?${asForm(rest)}`, { ...headers });
  const body = type.startsWith('application/x-www') ? asForm(rest) : JSON.stringify(rest);
  return party.visitor.raw(spec.method, path, { ...headers, ...(type && { 'content-type': type }) }, body);
}

const reasonIn = ({ json }: RawAnswer) => {
  const { error, reason } = (json ?? {}) as { error?: { reason?: string }; reason?: string };
  return error?.reason ?? reason;
};

describe.each(changing)('%s', (name, spec) => {
  it('is refused to every foreign origin and changes nothing', async () => {
    const cases = spec.method === 'GET' ? [...foreign(), ...navigations] : foreign();
    for (const [from, headers] of cases) {
      const answer = await send(name, spec, headers);
      expect([from, answer.status, reasonIn(answer)]).toEqual([from, 403, 'request.foreign_origin']);
      expect([from, answer.headers['set-cookie']]).toEqual([from, undefined]);
    }
    if (spec.method === 'POST')
      for (const type of simpleTypes)
        for (const headers of [{ origin: evil }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
          const answer = await send(name, spec, headers, type);
          expect([type, answer.status, reasonIn(answer)]).toEqual([type, 403, 'request.foreign_origin']);
        }
    expect(await data.changes()).toEqual([]);
  });

  it('is refused under a foreign name, whatever a proxy says of it', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
      { host: 'evil.example', 'x-forwarded-host': ownHost(), 'x-forwarded-for': '127.0.0.1' },
      { host: `${ownHost()}.evil.example`, forwarded: `host=${ownHost()}` },
    ] as Headers[]) {
      const answer = await send(name, spec, headers);
      expect([headers.host, answer.status, reasonIn(answer)]).toEqual([headers.host, 403, 'request.foreign_host']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(await data.changes()).toEqual([]);
  });
});

it('no call lets another site read its answer, nor ask whether it may call', async () => {
  const allowing = (answer: RawAnswer) =>
    Object.keys(answer.headers).filter((header) => /^access-control-(allow|max)/.test(header));
  for (const [name, spec] of everyCall) {
    const { path } = fillPath(spec, samples[name] ?? {});
    const asked = { origin: evil, 'access-control-request-method': spec.method };
    const preflight = await party.visitor.raw('OPTIONS', path, asked);
    expect([name, preflight.status >= 400, allowing(preflight)]).toEqual([name, true, []]);
    if (spec.method !== 'GET' || spec.answers === 'events') continue;
    expect([name, allowing(await send(name, spec, { origin: evil }))]).toEqual([name, []]);
  }
});

// They change what they are made for: they come last.
it.each(changing)('%s is not refused to our own pages, nor to programs without a browser', async (name, spec) => {
  for (const headers of [
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', origin: server.origin },
    { origin: server.origin },
    { referer: `${server.origin}/list` },
    {},
  ] as Headers[])
    expect(reasonIn(await send(name, spec, headers))).not.toBe('request.foreign_origin');
});
