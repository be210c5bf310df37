import { afterEach, beforeEach, expect, it } from 'vitest';
import { hour, minute } from '#shared/domain/time';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

async function ask(phoneNo: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const {
    status,
    headers: answered,
    json,
  } = await server.visitor().raw('POST', '/api/sms/sendCode', headers, `phoneNo=${phoneNo}`);
  const retryAfter = answered['retry-after'];
  return {
    status,
    reason: (json as { error: { reason: string } }).error.reason,
    retryAfter: retryAfter === undefined ? null : Number(retryAfter),
  };
}
const sent = { status: 200, reason: '', retryAfter: null };
const phoneNo = '13700000001';

it('sends one code a minute to a number', async () => {
  expect(await ask(phoneNo)).toEqual(sent);
  expect(await ask(phoneNo)).toEqual({ status: 429, reason: 'sms.too_often', retryAfter: 60 });
  server.clock.set({ advanceMs: 40_500 });
  expect(await ask(phoneNo)).toEqual({ status: 429, reason: 'sms.too_often', retryAfter: 20 });
  expect(await ask('13700000002')).toEqual(sent);
  server.clock.set({ advanceMs: 19_500 });
  expect(await ask(phoneNo)).toEqual(sent);
  expect(server.sms.sent(phoneNo)).toHaveLength(2);
});

it('sends five codes an hour to a number', async () => {
  for (let i = 0; i < 5; i++) {
    expect(await ask(phoneNo)).toEqual(sent);
    server.clock.set({ advanceMs: 2 * minute });
  }
  expect(await ask(phoneNo)).toEqual({ status: 429, reason: 'sms.hourly_limit', retryAfter: 50 * 60 });
  server.clock.set({ advanceMs: 50 * minute });
  expect(await ask(phoneNo)).toEqual(sent);
});

it('sends ten codes in 24 hours to a number', async () => {
  for (let i = 0; i < 10; i++) {
    expect(await ask(phoneNo)).toEqual(sent);
    server.clock.set({ advanceMs: hour });
  }
  expect(await ask(phoneNo)).toEqual({ status: 429, reason: 'sms.daily_limit', retryAfter: 14 * 3600 });
  server.clock.set({ advanceMs: 14 * hour - 1 });
  expect((await ask(phoneNo)).reason).toBe('sms.daily_limit');
  server.clock.set({ advanceMs: 1 });
  expect(await ask(phoneNo)).toEqual(sent);
});

it('sends twenty codes an hour to one address, whatever the numbers', async () => {
  for (let i = 0; i < 20; i++) expect(await ask(`136000000${10 + i}`)).toEqual(sent);
  expect(await ask('13600000099')).toEqual({ status: 429, reason: 'sms.address_limit', retryAfter: 3600 });
  expect(server.sms.sent('13600000099')).toEqual([]);
  server.clock.set({ advanceMs: hour });
  expect(await ask('13600000099')).toEqual(sent);
});

it('sends one code when two are asked for at once', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(phoneNo)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
  expect(server.sms.sent(phoneNo)).toHaveLength(1);
});

it('does not count a code that the provider refused', async () => {
  const { sendCode } = server.sms;
  server.sms.sendCode = () => Promise.reject(new Error('no credit left'));
  expect(await ask(phoneNo)).toEqual({ status: 503, reason: 'sms.failed', retryAfter: 5 });
  server.sms.sendCode = sendCode;
  expect(await ask(phoneNo)).toEqual(sent);
});

it('does not believe a forwarded address when there is no proxy', async () => {
  const from = (address: string, number: string) =>
    server
      .visitor()
      .raw(
        'POST',
        '/api/sms/sendCode',
        { 'content-type': 'application/json', 'x-forwarded-for': address },
        JSON.stringify({ phoneNo: number }),
      );
  for (let i = 0; i < 20; i++) expect((await from(`10.0.0.${i}`, `136000000${10 + i}`)).status).toBe(200);
  expect((await from('10.0.0.99', '13600000099')).status).toBe(429);
});
