import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../mock-server/config.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { RawAnswer } from '../support/server-visitor.ts';

const json = { 'content-type': 'application/json' };

/** Every door of the server, by the kind of thing behind it. */
const doors: ReadonlyArray<[string, string, string?]> = [
  ['GET', '/'],
  ['GET', '/admin/'],
  ['GET', '/favicon.ico'],
  ['GET', '/api/health'],
  ['GET', '/api/system/settings'],
  ['GET', '/api/nothing-of-this-name'],
  ['POST', '/api/user/manage/login', JSON.stringify({ account: 'admin', password: 'a-password-for-tests' })],
  ['POST', '/api/sms/sendCode', JSON.stringify({ phoneNo: '13800000001' })],
  ['GET', '/api/wx/getQRCode'],
  ['GET', '/api/admin/v1/orders'],
  ['POST', '/cas/v1/tickets', JSON.stringify({ username: 'a', password: 'b' })],
  ['GET', '/cas/login'],
  ['GET', '/pay/ORDER'],
  ['GET', '/scan/SCENE'],
  ['GET', '/__mock/clock'],
];

const foreign = [
  'evil.example',
  'evil.example:8000',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  'localhost.',
  'localhost@evil.example',
  'localhost/evil',
  'evil.example#localhost',
  '2130706433.evil.example',
  '[::1',
  '%6cocalhost',
];

async function withServer(config: Partial<Config>, story: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startTestServer({ config });
  await story(server).finally(() => server.close());
}

const reasonOf = (answer: RawAnswer) =>
  (answer.json as { error?: { reason?: string }; reason?: string } | undefined)?.error?.reason ??
  (answer.json as { reason?: string } | undefined)?.reason;

describe('a local server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      config: { publicUrl: 'http://zhuhui.example.com:8000', allowedHosts: ['my-box.lan'] },
    });
  });
  afterAll(() => server.close());

  it.each(foreign)('answers nothing under the name %s', async (host) => {
    for (const [method, path, body] of doors) {
      const answer = await server.visitor().raw(method, path, { ...json, host }, body);
      expect([path, answer.status, reasonOf(answer)]).toEqual([path, 403, 'request.foreign_host']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(server.sms.sent()).toEqual([]);
  });

  it.each([
    'localhost',
    'LocalHost:9000',
    '127.0.0.1:8000',
    '192.168.1.20',
    '[::1]:8000',
    'zhuhui.example.com',
    'zhuhui.example.com:8000',
    'MY-BOX.lan',
  ])('answers under %s', async (host) => {
    const answer = await server.visitor().raw('GET', '/api/health', { host });
    expect(answer).toMatchObject({ status: 200, json: { status: 'ok' } });
  });

  it('takes a name told in X-Forwarded-Host for nothing', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-server': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const answer = await server.visitor().raw('GET', '/api/wx/getQRCode', headers);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('evil.example');
    expect((answer.json as { data: { url: string } }).data.url).toMatch(/^http:\/\/zhuhui\.example\.com:8000\//);
    const hidden = await server.visitor().raw('GET', '/api/health', { ...headers, host: 'evil.example' });
    expect(hidden.status).toBe(403);
  });
});

it('without an address of its own a local server gives the one it was asked at, which is no foreign one', () =>
  withServer({}, async (server) => {
    const ask = (host: string) => server.visitor().raw('GET', '/api/wx/getQRCode', { host });
    expect((await ask('localhost:8000')).text).toContain('http://localhost:8000/');
    expect((await ask('evil.example')).status).toBe(403);
  }));

describe('in production', () => {
  it('addresses that leave the server are PUBLIC_URL, whatever name a request bears', () =>
    withServer({ mode: 'production', publicUrl: 'https://zhuhui.example.com' }, async (server) => {
      const answer = await server.visitor().raw('GET', '/api/wx/getQRCode', { host: 'evil.example' });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('evil.example');
      expect((await server.visitor().raw('GET', '/api/health', { host: 'evil.example/x' })).status).toBe(403);
    }));

  it('only listed names are answered, where the operator lists some', () =>
    withServer(
      { mode: 'production', publicUrl: 'https://zhuhui.example.com', allowedHosts: ['internal'] },
      async (server) => {
        const statusOf = async (host: string) => (await server.visitor().raw('GET', '/api/health', { host })).status;
        expect(await Promise.all(['zhuhui.example.com', 'internal:8000', '10.0.0.3'].map(statusOf))).toEqual([
          200, 200, 200,
        ]);
        expect(await statusOf('evil.example')).toBe(403);
      },
    ));
});

it('cookies of a product at an https address are Secure though no proxy is trusted, and are cleared the same way', () =>
  withServer({ publicUrl: 'https://zhuhui.example.com' }, async (server) => {
    const attributesOf = (answer: RawAnswer, name: string) => {
      const line = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith(`${name}=`)) ?? '';
      return line
        .split('; ')
        .slice(1)
        .filter((part) => !/^(Max-Age|Expires)=/.test(part))
        .sort();
    };
    const phoneNo = '13800000001';
    const visitor = server.visitor();
    await visitor.api.sendSmsCode({ phoneNo });
    const code = JSON.stringify({ phoneNo, verifyCode: server.sms.sent(phoneNo)[0]?.code });
    const user = await visitor.raw('POST', '/api/user/login', json, code);
    const secure = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'];
    expect(attributesOf(user, 'sid')).toEqual(secure);
    expect(attributesOf(user, 'has_session')).toEqual(['Path=/', 'SameSite=Lax', 'Secure']);
    const password = JSON.stringify({ account: 'admin', password: server.adminPassword });
    const staff = await visitor.raw('POST', '/api/user/manage/login', json, password);
    expect(attributesOf(staff, 'staff_sid')).toEqual(secure);
    const scan = await visitor.raw('GET', '/api/wx/getQRCode');
    expect(attributesOf(scan, 'scan_browser')).toEqual(['HttpOnly', 'Path=/api', 'SameSite=Lax', 'Secure']);

    const leave: ReadonlyArray<[string, string, string]> = [
      ['GET', '/api/user/logout', 'sid'],
      ['POST', '/api/logout/invalidateSession', 'sid'],
      ['DELETE', '/cas/v1/tickets/TGT-1', 'sid'],
      ['GET', '/cas/logout', 'sid'],
      ['POST', '/api/user/manage/logout', 'staff_sid'],
    ];
    for (const [method, path, name] of leave) {
      const answer = await visitor.raw(method, path);
      expect([path, attributesOf(answer, name)]).toEqual([path, secure]);
      expect(String(answer.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
    }
  }));
