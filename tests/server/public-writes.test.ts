import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day, minute } from '#shared/domain/time';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ config: { trustedProxies: 1, casServices: 'https://wiki.example.com/' } });
});
afterEach(() => server.close());

const db = () => server.deps.store.db;
const from = (address: string, type = 'application/json') => ({ 'content-type': type, 'x-forwarded-for': address });

describe('payment notifications that are not genuine', () => {
  const send = (address: string, body: string) =>
    server.visitor().raw('POST', '/api/order/notify/alipay', from(address, 'application/x-www-form-urlencoded'), body);

  it('are not read any more where a network sends very many', async () => {
    for (let i = 0; i < 120; i++) expect((await send('203.0.113.7', 'out_trade_no=1')).status).not.toBe(429);
    expect(await send('203.0.113.7', 'out_trade_no=1')).toMatchObject({
      status: 429,
      json: { error: { reason: 'request.too_often' } },
    });
    expect((await send('203.0.113.8', 'out_trade_no=1')).status).not.toBe(429);
    server.clock.set({ advanceMs: minute });
    expect((await send('203.0.113.7', 'out_trade_no=1')).status).not.toBe(429);
  });
});

describe('events of pages', () => {
  const send = (address: string, count: number) =>
    server
      .visitor()
      .raw(
        'POST',
        '/api/track/events',
        from(address),
        JSON.stringify({ events: [...Array(count)].map((_, i) => ({ name: 'page_view', path: `/${i}` })) }),
      );
  const stored = async () =>
    (await db().selectFrom('page_event').select('id').orderBy('id').execute()).map(({ id }) => id);

  it('are taken of a network six hundred times a minute', async () => {
    const answers = [];
    for (let i = 0; i < 50; i++) answers.push((await send('203.0.113.7', 100)).status);
    expect(answers).toEqual([...Array(6).fill(200), ...Array(44).fill(429)]);
    expect(await stored()).toHaveLength(600);
    expect((await send('203.0.113.8', 100)).status).toBe(200);
    server.clock.set({ advanceMs: minute });
    expect((await send('203.0.113.7', 100)).status).toBe(200);
  });

  it('are kept for ninety days, and so many of them', async () => {
    await send('203.0.113.7', 3);
    server.clock.set({ advanceMs: 90 * day });
    await send('203.0.113.7', 10);
    await server.deps.sweep();
    expect(await stored()).toHaveLength(13);
    server.clock.set({ advanceMs: 1 });
    await server.deps.sweep();
    const left = await stored();
    expect(left).toHaveLength(10);
    await server.deps.system.sweep(4);
    expect(await stored()).toEqual(left.slice(-4));
  });
});

it('a login gives a hundred and twenty service tickets a minute', async () => {
  const member = await server.member();
  const { redirectUrl } = await server.deps.auth.openTestSession(member.accountId, {
    requestId: '',
    address: '',
    userAgent: '',
    isSecure: false,
  });
  const ask = () =>
    server.visitor().raw('POST', redirectUrl, from('203.0.113.7'), '{"service":"https://wiki.example.com/"}');
  for (let i = 0; i < 120; i++) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  server.clock.set({ advanceMs: 10 * minute });
  expect((await ask()).status).toBe(200);
  await server.deps.sweep();
  expect(await db().selectFrom('service_ticket').select('ticket_hash').execute()).toHaveLength(1);
});

it('the addresses of one IPv6 customer share the codes of a network', async () => {
  const ask = (i: number, network = '2001:db8:1:2') =>
    server
      .visitor()
      .raw('POST', '/api/sms/sendCode', from(`${network}::${i}`), JSON.stringify({ phoneNo: `138000${10_000 + i}` }));
  for (let i = 0; i < 20; i++) expect((await ask(i)).status).toBe(200);
  expect(await ask(20)).toMatchObject({ status: 429, json: { error: { reason: 'sms.address_limit' } } });
  expect((await ask(20, '2001:db8:1:3')).status).toBe(200);
});
