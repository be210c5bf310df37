import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import express from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { minute } from '#shared/domain/time';
import type { Har } from '../../mock-server/control/har-contract.ts';
import { bytesOf, recordRequest } from '../../mock-server/control/journal/recorder.ts';
import type { journalContract } from '../../mock-server/control/journal-contract.ts';
import { lineDrawing, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { ordersOf } from '../support/server-orders.ts';
import { drawPicture } from '../support/server-pictures.ts';

type Entry = z.output<typeof journalContract.journal.output>[number];
type Verdict = z.output<typeof journalContract.verifyJournal.output>;

let server: TestServer;
const { control } = controlOf(() => server);
const shop = ordersOf(() => server);
const journal = async (query = '') => (await control('GET', `/journal${query}`)).json as Entry[];
const verify = async (asked: object) => (await control('POST', '/journal/verify', asked)).json as Verdict;

describe('the journal', () => {
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(() => control('DELETE', '/journal'));

  it('finds requests by method, path, status, account and time, the newest first', async () => {
    const [one, two] = [await server.member(), await server.member()];
    await one.api.userInfo();
    server.clock.set({ advanceMs: minute });
    await refusal(two.api.getTaskByTaskId({ taskId: 'task_none' }));
    await two.api.sendSmsCode({ phoneNo: '13800000001' });
    const found = async (query: string) => (await journal(query)).map(({ method, status }) => `${method} ${status}`);

    expect(await found('')).toEqual(['POST 200', 'GET 404', 'GET 200']);
    expect(await found('?method=get')).toEqual(['GET 404', 'GET 200']);
    expect(await found('?status=404')).toEqual(['GET 404']);
    expect(await found('?status=4xx')).toEqual(['GET 404']);
    expect(await found(`?path=${encodeURIComponent('/api/*/userInfo')}`)).toEqual(['GET 200']);
    expect(await found(`?account=${one.phoneNo}`)).toEqual(['GET 200']);
    expect(await found(`?account=${two.accountId}`)).toHaveLength(2);
    expect(await found('?account=13811112222')).toEqual([]);
    expect(await found(`?from=${server.clock.now()}`)).toHaveLength(2);
    expect(await found(`?to=${encodeURIComponent(new Date(server.clock.now() - 1).toISOString())}`)).toEqual([
      'GET 200',
    ]);
    expect(await found('?limit=1')).toEqual(['POST 200']);
    expect(await found(`?requestId=${(await journal())[1]?.requestId}`)).toEqual(['GET 404']);
    expect((await journal('?status=404'))[0]?.account).toEqual({ id: two.accountId, phoneNo: two.phoneNo });
  });

  it('knows who logged in by a request that came without a session', async () => {
    const { visitor } = await server.login('13800000002');
    const { userId } = await visitor.api.userInfo();
    expect((await journal('?account=13800000002')).map(({ path }) => path.split('/').at(-1))).toEqual(
      expect.arrayContaining(['userInfo', 'login']),
    );
    expect((await journal(`?account=${userId}`)).length).toBe((await journal('?account=13800000002')).length);
  });

  it.each(['?status=40x', '?status=999', '?path=api', '?limit=0', '?from=yesterday', '?colour=red'])(
    'refuses %s',
    async (query) => {
      const { status, json } = await control('GET', `/journal${query}`);
      expect([status, json]).toEqual([422, expect.objectContaining({ error: expect.anything() })]);
    },
  );

  it('shows bodies on demand, without the secrets in them', async () => {
    const phoneNo = '13800000003';
    const { visitor, answer } = await server.login(phoneNo);
    await server.staff('admin');
    const scan = await server.visitor().api.getQrCode();
    await visitor.raw('DELETE', answer.redirectUrl);
    await visitor.raw('POST', '/api/auth/none', { 'content-type': 'application/json' }, '{"phoneNo":1,"token":"cut-of');
    const entries = await journal('?bodies=true');
    expect((await journal())[0]).not.toHaveProperty('request');

    const login = entries.find(({ path }) => path === '/api/user/login');
    expect(new URLSearchParams(login?.request?.text ?? '').get('phoneNo')).toBe(phoneNo);
    expect(new URLSearchParams(login?.request?.text ?? '').get('verifyCode')).toBe('…');
    expect(JSON.parse(login?.answer?.text ?? '')).toMatchObject({
      error: { code: 0 },
      data: { redirectUrl: expect.stringMatching(/^\/cas\/v1\/tickets\/…$/) },
    });
    const set = login?.answer?.headers.filter(({ name }) => name === 'set-cookie').map(({ value }) => value);
    expect(set).toContainEqual(expect.stringMatching(/^sid=…; .*HttpOnly/));
    const text = JSON.stringify(entries);
    for (const secret of [
      server.sms.sent(phoneNo)[0]?.code ?? '',
      answer.redirectUrl.split('/').at(-1) ?? '',
      visitor.cookies.get('sid') ?? 'none',
      server.adminPassword,
      scan.ticket,
      'cut-of',
    ])
      expect(text).not.toContain(secret);
  });

  it('keeps uploads by their parts, other bytes as size and type, and no more than 64 kB of a text', async () => {
    const member = await server.member();
    const picture = await drawPicture();
    const { imageId } = await member.upload(picture, '立面 图.png');
    await (await member.fetch(`/api/images/${imageId}`)).arrayBuffer();
    const long = JSON.stringify({ message: '长'.repeat(30_000) });
    await member.raw('POST', '/api/nothing', { 'content-type': 'application/json' }, long);
    await control('POST', '/accounts', {});
    const [other, image, upload] = await journal('?bodies=true');
    expect(upload?.request).toMatchObject({
      type: 'multipart/form-data',
      text: null,
      parts: [{ name: 'file', fileName: '立面 图.png', bytes: picture.length }],
    });
    expect(image?.answer).toMatchObject({ type: expect.stringMatching(/^image\//), text: null, isCut: true });
    expect(image?.answer?.bytes).toBeGreaterThan(100);
    expect(other?.request).toMatchObject({ bytes: Buffer.byteLength(long), isCut: true });
    expect(Buffer.byteLength(other?.request?.text ?? '')).toBeLessThanOrEqual(64 * 1024 + 2);
  });

  it('is saved as plain JSON without secrets, loaded again, and emptied', async () => {
    await server.login('13800000004');
    const plane = server.deps.control?.journal;
    const before = await journal('?bodies=true');
    const saved = JSON.stringify(await plane?.save());
    expect(saved).not.toContain(server.sms.sent('13800000004')[0]?.code);
    expect((await control('DELETE', '/journal')).json).toEqual({ ok: true, removed: before.length });
    expect(await journal()).toEqual([]);
    plane?.load(JSON.parse(saved));
    expect(await journal('?bodies=true')).toEqual(before);
  });
});

/** Fields that HAR 1.2 requires of its objects, as the specification lists them. */
const required = {
  log: ['version', 'creator', 'entries'],
  creator: ['name', 'version'],
  entry: ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'],
  request: ['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize'],
  response: [
    ...['status', 'statusText', 'httpVersion', 'cookies', 'headers', 'content', 'redirectURL'],
    ...['headersSize', 'bodySize'],
  ],
  content: ['size', 'mimeType'],
  timings: ['send', 'wait', 'receive'],
};

describe('the HAR file', () => {
  it('holds what the format requires, the requests in their order, and no secret', async () => {
    server = await startTestServer();
    const phoneNo = '13800000005';
    const { visitor } = await server.login(phoneNo);
    await visitor.upload(await drawPicture(), '图.png');
    await visitor.raw('GET', '/share/none?version=1.2');
    const answer = await fetch(`${server.origin}/__mock/journal/har?path=/api/`);
    expect(answer.headers.get('content-disposition')).toContain('journal.har');
    const text = await answer.text();
    const { log } = JSON.parse(text) as z.output<typeof Har>;
    const lacking = (name: keyof typeof required, value: object) =>
      required[name].filter((field) => !Object.hasOwn(value, field)).map((field) => `${name}.${field}`);
    const faults = [
      ...lacking('log', log),
      ...lacking('creator', log.creator),
      ...log.entries.flatMap((entry) => [
        ...lacking('entry', entry),
        ...lacking('request', entry.request),
        ...lacking('response', entry.response),
        ...lacking('content', entry.response.content),
        ...lacking('timings', entry.timings),
      ]),
    ];
    expect(faults).toEqual([]);
    expect(log.entries.map(({ request }) => new URL(request.url).pathname)).toEqual([
      '/api/sms/sendCode',
      '/api/user/login',
      '/api/upload/image',
    ]);
    expect(log.entries.every(({ startedDateTime, time }) => Date.parse(startedDateTime) > 0 && time >= 0)).toBe(true);
    expect(log.entries[2]?.request.postData?.params).toEqual([
      { name: 'file', fileName: '图.png', contentType: expect.any(String) },
    ]);
    expect(text).not.toContain(server.sms.sent(phoneNo)[0]?.code);
    expect(text).not.toContain(visitor.cookies.get('sid'));
    await server.close();
  });
});

describe('verifying', () => {
  beforeAll(async () => {
    server = await startTestServer();
    const member = await server.member({ tickets: { normal: 3 } });
    const { imageId } = await member.upload(await drawPicture());
    await member.api.startTask(lineDrawing(imageId, 'key-1'));
    await member.api.startTask(lineDrawing(imageId, 'key-2'));
    await shop.order(member);
    await member.raw('GET', '/api/order/products?version=1.2&plan=pro', { 'x-from': 'test' });
  });
  afterAll(() => server.close());

  const start = { method: 'POST', path: '/api/ai/**', body: { tool: 'toline' } };

  it.each([
    ['once at least, where nothing else is said', { match: start }, true, 2],
    ['a number of times', { match: start, times: 2 }, true, 2],
    ['a number of times that is wrong', { match: start, times: 1 }, false, 2],
    ['at least', { match: start, atLeast: 3 }, false, 2],
    ['at most', { match: start, atMost: 2 }, true, 2],
    ['never', { match: { path: '/api/order/refund' }, times: 0 }, true, 0],
    ['by fields of a body at any depth', { match: { ...start, body: { clientKey: 'key-2' } } }, true, 1],
    ['inside of JSON in a form', { match: { body: { params: { classifyId2: 'none' } } } }, false, 0],
    ['by the query and a header', { match: { query: { plan: 'pro' }, header: { 'X-From': 'test' } } }, true, 1],
  ])('counts %s', async (_name, asked, ok, count) => {
    const verdict = await verify(asked);
    expect(verdict).toMatchObject({ ok, count });
    expect(verdict.entries).toHaveLength(count);
  });

  it.each([
    ['body.verifyCode', { body: { verifyCode: '123456' } }],
    ['body.nested.password', { body: { nested: { password: 'x' } } }],
    ['query.token', { query: { token: 'x' } }],
    ['header.Cookie', { header: { Cookie: 'sid=x' } }],
  ])('refuses to look for the secret %s, of which nothing is kept', async (path, match) => {
    const { status, json } = await control('POST', '/journal/verify', { match });
    expect([status, json]).toMatchObject([
      422,
      { error: { fields: { [`match.${path}`]: ['记录里没有密文的内容，不能按它核对'] } } },
    ]);
  });

  it('tells what came closest and in what it differs', async () => {
    const { sentence, nearest, count } = await verify({
      match: { ...start, status: 409, body: { tool: 'toline', clientKey: 'key-1' } },
    });
    expect(count).toBe(0);
    expect(nearest[0]?.differences).toEqual(['状态是 200，不是 409']);
    expect(nearest[1]?.differences).toEqual(['状态是 200，不是 409', '字段 clientKey 是 "key-2"，不是 "key-1"']);
    expect(sentence).toMatch(
      /^没有匹配的请求；最接近的是 POST \/api\/ai\/startTask，不同之处：状态是 200，不是 409。$/,
    );
    const short = await verify({ match: start, times: 3 });
    expect(short.sentence).toMatch(/^只有 2 个匹配的请求，应有 3 个；最接近的是 /);
    expect((await verify({ match: start, atMost: 1 })).sentence).toBe('有 2 个匹配的请求，最多应有 1 个。');
    const misspelt = await verify({ match: { method: 'POST', path: '/api/order/createOrders/*' } });
    expect(misspelt.nearest.map(({ entry }) => entry.path)).toContain('/api/order/createOrder');
  });

  it.each([
    { times: 1, atLeast: 1 },
    { atLeast: 2, atMost: 1 },
    { match: { status: 'none' } },
    { match: { colour: 'red' } },
    { times: -1 },
  ])('is not asked %j', async (asked) => {
    expect((await control('POST', '/journal/verify', asked)).status).toBe(422);
  });
});

describe('recording a request', () => {
  let close: () => void;
  afterEach(() => close());

  it('keeps what came before it was looked at, and leaves it to whoever reads it', async () => {
    const app = express();
    let seen = '';
    app.use(async (request, response) => {
      while (request.readableLength === 0) await setImmediate();
      const recorded = recordRequest(request);
      const read = await readText(request);
      seen = bytesOf(recorded).toString();
      response.send(read);
    });
    const listening = createServer(app).listen(0, '127.0.0.1');
    close = () => listening.close();
    await new Promise((resolve) => listening.once('listening', resolve));
    const address = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
    const body = '{"a":1}';
    const answer = await fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect([await answer.text(), seen]).toEqual([body, body]);
  });
});
