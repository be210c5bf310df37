import { expect, it } from 'vitest';
import type { Exchange, Message } from '../exchange.ts';
import { curlScript } from './curl.ts';
import { playwrightScript } from './playwright.ts';
import { replayOf, type Step } from './steps.ts';

const nothing: Message = { headers: [], type: '', bytes: 0, text: null, isCut: false };
const json = (value: unknown): Message => ({
  ...nothing,
  type: 'application/json',
  bytes: 1,
  text: JSON.stringify(value),
});
let number = 0;

const exchange = (method: string, path: string, more: Partial<Exchange> = {}): Exchange => ({
  ...{ number: ++number, at: 0, requestId: '', method, path, query: {}, status: 200, ms: 0, reason: '' },
  ...{ accountId: null, isPlane: false, request: nothing, answer: nothing, cookies: {}, setCookies: {}, codes: {} },
  ...more,
});
const replay = (...exchanges: Exchange[]) => replayOf(exchanges, async () => '13800000001');
const stepsOf = async (...exchanges: Exchange[]) =>
  (await replay(...exchanges)).steps.filter((step): step is Step => !('reason' in step));

const login = (sid: string) =>
  exchange('POST', '/api/user/login', { setCookies: { sid, has_session: '…000000000001' } });
const look = (cookies: Record<string, string>) => exchange('GET', '/api/user/userInfo', { cookies });

it('browsers are told apart by their sessions, and one that had a session before is logged in first', async () => {
  const [one, two, before] = ['…aaaaaaaaaaaa', '…bbbbbbbbbbbb', '…cccccccccccc'] as const;
  const hint = { has_session: '…000000000001' };
  const made = await replay(
    ...[login(one), login(two), look({ ...hint, sid: two }), look({ ...hint, sid: one })],
    { ...look({ ...hint, sid: before }), accountId: 'user_1' },
    look({ mock_space: '…000000000002' }),
  );
  const browsers = made.steps.map((step) => ('browser' in step ? step.browser : ''));
  expect(browsers).toEqual(['browser1', 'browser2', 'browser2', 'browser1', 'browser3', 'browser4']);
  expect(made.sessions).toEqual([{ name: 'browser3', accountId: 'user_1', phoneNo: '13800000001' }]);
});

it('states that pass are waited through, the last one is waited for', async () => {
  const poll = (status: string) => exchange('GET', '/api/ai/getTaskByTaskId', { answer: json({ data: { status } }) });
  const polled = await stepsOf(poll('queued'), poll('running'), poll('succeeded'));
  expect(polled.map(({ until }) => until)).toEqual([{ keys: ['data', 'status'], value: 'succeeded' }]);
  const canceled = await stepsOf(
    poll('queued'),
    poll('running'),
    exchange('POST', '/api/ai/cancelTask'),
    poll('canceled'),
  );
  expect(canceled.map(({ until }) => until?.value)).toEqual([undefined, undefined, 'canceled']);
});

it('values are linked where a server made them up, inside of addresses and JSON too; what the client made stays', async () => {
  const id = 'img_0123456789abcdefghjk';
  const [, second] = await stepsOf(
    exchange('POST', '/api/a', {
      request: json({ clientKey: 'key_0123456789abcdefghjk' }),
      answer: json({ data: { url: `/x/${id}?n=1`, key: 'key_0123456789abcdefghjk', name: 'plain' } }),
    }),
    exchange('POST', '/api/b', { request: json({ list: [id], clientKey: 'key_0123456789abcdefghjk', name: 'plain' }) }),
  );
  expect(second?.body).toEqual([
    '{"list":["',
    { variable: 'part', as: ['json'] },
    '"],"clientKey":"key_0123456789abcdefghjk","name":"plain"}',
  ]);
});

it('secrets that no answer brought come from the environment, and uploads that were not kept from a folder', async () => {
  const made = await replay(
    exchange('POST', '/api/login/account', { request: json({ account: 'a', password: '…dddddddddddd' }) }),
    exchange('POST', '/api/upload/image', {
      request: { ...nothing, type: 'multipart/form-data', bytes: 9e6, isCut: true },
    }),
  );
  for (const script of [curlScript(made), playwrightScript(made)]) {
    expect(script).toContain('SECRET_PASSWORD');
    expect(script).not.toContain('dddddddddddd');
    expect(script).toMatch(/超过 4 MiB.*\n?.*upload-1/);
  }
});

it('what a script cannot do again is left out with its reason, pages and files without', async () => {
  const { steps } = await replay(
    ...['/', '/umi.js', '/pay/cashier.js', '/api/health'].map((path) => exchange('GET', path)),
    exchange('POST', '/api/order/notify/alipay'),
    exchange('GET', '/api/ai/taskEvents'),
    exchange('POST', '/api/a', { request: { ...json({}), isCut: true } }),
  );
  expect(steps).toHaveLength(3);
  expect(steps.every((step) => 'reason' in step && step.reason !== '')).toBe(true);
});
