import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CallingWindow,
  createTemporaryGet,
  createTransport,
  TransportError,
  type TransportOptions,
  type WireRequest,
} from './transport.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A window that only notes what it is told. */
function notingWindow() {
  const moves: string[] = [];
  const window: CallingWindow = { go: (address) => moves.push(address), reload: () => moves.push('reload') };
  return { window, moves };
}

/** Response of a browser to a redirect that it does not follow: neither status nor address. */
const opaque = () =>
  Promise.resolve({ type: 'opaqueredirect', status: 0, headers: new Headers(), url: '' } as Response);

const call = (change: Partial<WireRequest>): WireRequest => ({
  method: 'GET',
  url: '/api/user/userInfo',
  encoding: 'query',
  payload: {},
  ...change,
});

const failureOf = (sent: Promise<unknown>): Promise<unknown> =>
  sent.then(
    () => undefined,
    (error: unknown) => (error instanceof TransportError ? error.kind : error),
  );

describe('a redirect that the browser hides', () => {
  it('sends the window to the address that was asked, with its query', async () => {
    const { window, moves } = notingWindow();
    const send = createTransport({ fetch: opaque, window });
    expect(await failureOf(send(call({ payload: { page: 2 } })))).toBe('redirected');
    expect(moves).toEqual(['/api/user/userInfo?version=1.2&page=2']);
  });

  it.each(['POST', 'DELETE'] as const)('loads the page again after a %s, which is sent once', async (method) => {
    const { window, moves } = notingWindow();
    let sent = 0;
    const count: typeof fetch = () => {
      sent += 1;
      return opaque();
    };
    expect(await failureOf(createTransport({ fetch: count, window })(call({ method, encoding: 'form' })))).toBe(
      'redirected',
    );
    expect([sent, moves]).toEqual([1, ['reload']]);
  });
});

describe('a redirect that can be read', () => {
  it.each([301, 302])('%i sends the window to the Location', async (status) => {
    const origin = await serve((_request, response) => response.writeHead(status, { location: '/sso?back=1' }).end());
    const { window, moves } = notingWindow();
    expect(await failureOf(createTransport({ origin, window })(call({})))).toBe('redirected');
    expect(moves).toEqual([`${origin}/sso?back=1`]);
  });

  it('is followed by the call itself where there is no window', async () => {
    const origin = await serve((request, response) => {
      if (request.url?.startsWith('/api/')) response.writeHead(302, { location: '/there' }).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"path":"there"}');
    });
    expect(await createTransport({ origin })(call({}))).toEqual({ status: 200, body: { path: 'there' } });
  });
});

describe('answers of the tickets service', () => {
  const sendTo = (status: number, location?: string) =>
    serve((_request, response) =>
      response.writeHead(status, { 'content-type': 'text/plain', ...(location && { location }) }).end('said'),
    );
  const ask = (origin: string, url = '/cas/v1/tickets', window?: CallingWindow) =>
    createTransport({ origin, ...(window && { window }) })(call({ method: 'POST', url, encoding: 'form' }));

  it.each([200, 201, 401])('%i: text, address, status and Location', async (status) => {
    const origin = await sendTo(status, '/cas/v1/tickets/TGT-1');
    const url = `${origin}/cas/v1/tickets`;
    expect(await ask(origin)).toEqual({ data: 'said', url, status, location: '/cas/v1/tickets/TGT-1' });
  });

  it('without a Location has none', async () => {
    const origin = await sendTo(200);
    expect(await ask(origin, '/cas/v1/tickets/TGT-1')).toMatchObject({ status: 200, location: null });
  });

  it.each([400, 404, 500, 503])('%i: empty', async (status) => {
    expect(await ask(await sendTo(status))).toEqual({ data: {} });
  });

  it('302: empty, and the window leaves', async () => {
    const origin = await sendTo(302, '/sso');
    const { window, moves } = notingWindow();
    expect([await ask(origin, '/cas/v1/tickets', window), moves]).toEqual([{ data: {} }, [`${origin}/sso`]]);
  });

  it('are no answers of paths that only begin alike', async () => {
    const origin = await sendTo(404);
    expect(await ask(origin, '/cas/v1/ticketsales')).toEqual({ status: 404, body: 'said' });
  });
});

describe('time', () => {
  /** Lets a call to `/slow` wait until `answer`; every other one has its answer at once. */
  async function slowServer() {
    let answer = () => {};
    const origin = await serve((request, response) => {
      const end = () => response.writeHead(200, { 'content-type': 'application/json' }).end('"late"');
      if (request.url?.startsWith('/slow')) answer = end;
      else end();
    });
    return { origin, answer: () => answer() };
  }

  it.each([undefined, 0])('a timeout of %s waits until the answer is there', async (timeoutMs) => {
    const { origin, answer } = await slowServer();
    const options: TransportOptions = { origin, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
    const sent = createTransport(options)(call({ url: '/slow' }));
    for (const turn of [1, 2, 3]) await createTransport({ origin })(call({ url: `/${turn}` }));
    answer();
    expect(await sent).toEqual({ status: 200, body: 'late' });
  });

  it('that is over gives the call up, and says so differently from one who left', async () => {
    const { origin } = await slowServer();
    expect(await failureOf(createTransport({ origin, timeoutMs: 50 })(call({ url: '/slow' })))).toBe('timeout');
    const signal = AbortSignal.abort();
    expect(await failureOf(createTransport({ origin })(call({ signal })))).toBe('aborted');
  });
});

describe('the temporary GET', () => {
  it('sends neither version nor credentials, and its own parameters after those of the address', async () => {
    const asked: { url: string; credentials: RequestCredentials | undefined }[] = [];
    const note: typeof fetch = (input, init) => {
      asked.push({ url: String(input), credentials: init?.credentials });
      return Promise.resolve(Response.json({ isRead: true }));
    };
    const get = createTemporaryGet({ fetch: note });
    expect(await get('/signed?key=1', { size: 2, none: undefined })).toEqual({ status: 200, body: { isRead: true } });
    await get('/signed');
    expect(asked).toEqual([
      { url: '/signed?key=1&size=2', credentials: 'omit' },
      { url: '/signed', credentials: 'omit' },
    ]);
  });

  it('is unlike every other call, which sends both', async () => {
    let query = '';
    let body = '';
    const origin = await serve(async (request, response) => {
      query = request.url ?? '';
      body = await text(request);
      response.writeHead(200, { 'content-type': 'text/plain' }).end('read');
    });
    const send = createTransport({ origin });
    expect(await send(call({ payload: { list: [1, 2] } }))).toEqual({ status: 200, body: 'read' });
    expect(query).toBe('/api/user/userInfo?version=1.2&list=%5B1%2C2%5D');
    await send(call({ method: 'POST', encoding: 'form', payload: { list: [1, 2] } }));
    expect(body).toBe('list=%5B1%2C2%5D');
  });
});
