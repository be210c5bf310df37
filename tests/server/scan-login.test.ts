import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hour, minute, second } from '#shared/domain/time';
import {
  accountSettings,
  pushedEvent,
  signedQuery,
  startFakeOfficialAccount,
} from '../support/fake-official-account.ts';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { scansOf } from '../support/server-scan.ts';

let server: TestServer;
const { play, confirmed, newcomer } = scansOf(() => server);
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

describe('a QR code', () => {
  it('is a picture of an address, good for three minutes, with a cookie for this browser', async () => {
    const visitor = server.visitor();
    const response = await visitor.fetch('/api/wx/getQRCode?version=1.2');
    const { data } = (await response.json()) as { data: Awaited<ReturnType<typeof visitor.api.getQrCode>> };
    expect(data).toMatchObject({
      expireAt: server.clock.now() + 180 * second,
      leftMs: 180 * second,
      isSimulated: true,
    });
    expect(data.url).toMatch(new RegExp(`^${server.origin}/scan/[\\w-]{43}$`));
    expect(data.url).not.toContain(data.ticket);
    const [type, content = ''] = data.qrImage.split(',');
    expect(type).toBe('data:image/png;base64');
    const { format, width, height } = await sharp(Buffer.from(content, 'base64')).metadata();
    expect(format).toBe('png');
    expect(width).toBeGreaterThanOrEqual(300);
    expect(height).toBe(width);

    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^scan_browser=[\w-]{43};/);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/api']) expect(cookie).toContain(`; ${part}`);
    const row = await server.deps.store.db.selectFrom('scan_scene').selectAll().executeTakeFirstOrThrow();
    for (const secret of [data.ticket, visitor.cookies.get('scan_browser') ?? '-'])
      expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('is refused to another site, and at an address that asks for more than thirty in ten minutes', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await server.visitor().raw('GET', '/api/wx/getQRCode', headers)).status).toBe(403);
    for (let count = 0; count < 30; count++) await server.visitor().api.getQrCode();
    expect(await refusal(server.visitor().api.getQrCode())).toMatchObject({
      status: 429,
      reason: 'request.too_often',
      message: '操作太频繁，请 600 秒后再试',
    });
    await server.pass(10 * minute);
    await server.visitor().api.getQrCode();
  });

  it('ends when the browser asks for another', async () => {
    const visitor = server.visitor();
    const { ticket: older } = await visitor.api.getQrCode();
    const { ticket } = await visitor.api.getQrCode();
    expect((await refusal(visitor.api.checkScan({ ticket: older }))).reason).toBe('scan.not_found');
    expect((await play(older, 'confirm')).json).toEqual({ ok: true, status: 'expired' });
    expect((await visitor.api.checkScan({ ticket })).status).toBe('waiting');
  });

  it('has a secret of its own in a browser whose cookie is empty', async () => {
    const visitor = server.visitor();
    visitor.cookies.set('scan_browser', '');
    const { ticket } = await visitor.api.getQrCode();
    expect(visitor.cookies.get('scan_browser')).toMatch(/^[\w-]{43}$/);
    expect((await visitor.api.checkScan({ ticket })).status).toBe('waiting');
  });

  it('is off where the operator says so, and nobody signs for it then', async () => {
    const plain = await startTestServer({ config: { qrLoginProvider: 'off' } });
    expect((await plain.visitor().api.siteSettings()).logins.wechat).toBe(false);
    expect((await refusal(plain.visitor().api.getQrCode())).reason).toBe('scan.unavailable');
    expect((await plain.visitor().raw('POST', '/api/wx/callback', {}, '<xml/>')).status).toBe(403);
    expect((await plain.visitor().raw('GET', '/scan/anything')).text).not.toContain('模拟微信');
    await plain.close();
  });
});

describe('the browser that waits', () => {
  it('sees who scanned and is logged in by the confirmation, once', async () => {
    const known = await newcomer('lin');
    const visitor = server.visitor();
    const { ticket } = await visitor.api.getQrCode();
    expect(await visitor.api.checkScan({ ticket })).toEqual({
      status: 'waiting',
      person: null,
      login: null,
      needsPhone: false,
    });
    await play(ticket, 'scan', 'lin');
    const scanned = await visitor.api.checkScan({ ticket });
    expect(scanned).toMatchObject({ status: 'scanned', person: { nickName: '林间建筑' }, login: null });
    expect(scanned.person?.avatar).toMatch(/^data:image\/svg\+xml,/);
    expect(visitor.cookies.has('sid')).toBe(false);

    await play(ticket, 'confirm');
    const { login, ...told } = await visitor.api.checkScan({ ticket, agreementVersion: '2026-11-20', deviceId: 'd-1' });
    expect(told).toMatchObject({ status: 'confirmed', needsPhone: false });
    expect(login).toMatchObject({ isNew: false, userInfo: { userId: known.answer.userInfo.userId } });
    expect(login?.redirectUrl).toMatch(/^\/cas\/v1\/tickets\/TGT-/);
    expect((await visitor.api.userInfo()).userId).toBe(known.answer.userInfo.userId);
    const { db } = server.deps.store;
    expect(await db.selectFrom('consent').select(['agreement_version', 'created_at']).execute()).toEqual([
      { agreement_version: '2026-11-20', created_at: server.clock.now() },
    ]);
    expect(await db.selectFrom('session').select('device_id').where('device_id', 'is not', null).execute()).toEqual([
      { device_id: 'd-1' },
    ]);

    const sid = visitor.cookies.get('sid');
    expect(await visitor.api.checkScan({ ticket })).toMatchObject({ status: 'confirmed', login: null });
    expect(visitor.cookies.get('sid')).toBe(sid);
  });

  it('alone is logged in: whoever sent somebody the QR code of another browser stays out', async () => {
    await newcomer('lin');
    const victim = server.visitor();
    const { ticket } = await victim.api.getQrCode();
    const thief = server.visitor();
    await thief.api.getQrCode();
    await play(ticket, 'confirm', 'lin');
    for (const stranger of [thief, server.visitor()])
      expect((await refusal(stranger.api.checkScan({ ticket }))).reason).toBe('scan.not_found');
    expect(thief.cookies.has('sid')).toBe(false);
    expect((await victim.api.checkScan({ ticket })).login).not.toBeNull();
  });

  it('gets one login when it looks three times at once', async () => {
    await newcomer('lin');
    const visitor = server.visitor();
    const ticket = await confirmed(visitor, 'lin');
    const answers = await Promise.all([1, 2, 3].map(() => visitor.api.checkScan({ ticket })));
    expect(answers.filter(({ login }) => login !== null)).toHaveLength(1);
  });

  it('learns of a refusal on the phone, which is final', async () => {
    const visitor = server.visitor();
    const { ticket } = await visitor.api.getQrCode();
    await play(ticket, 'scan');
    await play(ticket, 'cancel');
    expect((await visitor.api.checkScan({ ticket })).status).toBe('canceled');
    expect((await play(ticket, 'confirm')).json).toEqual({ ok: true, status: 'canceled' });
    await server.pass(hour);
    expect((await visitor.api.checkScan({ ticket })).status).toBe('canceled');
  });

  it.each([['waiting'], ['scanned'], ['confirmed']] as const)('is told after 180 s that %s is over', async (state) => {
    const visitor = server.visitor();
    const { ticket } = await visitor.api.getQrCode();
    if (state !== 'waiting') await play(ticket, state === 'scanned' ? 'scan' : 'confirm');
    await server.pass(180 * second - 1);
    expect((await play(ticket, 'scan')).json).toEqual({ ok: true, status: state === 'waiting' ? 'scanned' : state });
    await server.pass(1);
    expect(await visitor.api.checkScan({ ticket })).toMatchObject({ status: 'expired', login: null });
    expect((await play(ticket, 'confirm')).json).toEqual({ ok: true, status: 'expired' });
  });

  it.each([['nonsense'], ['x'.repeat(200)]])('knows no ticket %j', async (ticket) => {
    const visitor = server.visitor();
    await visitor.api.getQrCode();
    expect((await refusal(visitor.api.checkScan({ ticket }))).reason).toBe('scan.not_found');
    expect((await play(ticket, 'scan')).status).toBe(404);
  });

  it('is told why a banned account stays out', async () => {
    const { answer } = await newcomer('lin');
    const admin = await server.staff('admin');
    await admin.api.updateAccount({ accountId: answer.userInfo.userId, status: 'banned', statusReason: '违规内容' });
    const visitor = server.visitor();
    const ticket = await confirmed(visitor, 'lin');
    expect(await refusal(visitor.api.checkScan({ ticket }))).toMatchObject({
      reason: 'auth.banned',
      message: '账号已被停用：违规内容',
    });
    expect(visitor.cookies.has('sid')).toBe(false);
  });
});

describe('the page that plays the phone', () => {
  it('scans, changes who holds it, and confirms, for the origin only', async () => {
    const visitor = server.visitor();
    const { ticket, url } = await visitor.api.getQrCode();
    const phone = server.visitor();
    const { pathname } = new URL(url);
    const press = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      phone.raw(
        'POST',
        pathname,
        { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        new URLSearchParams(fields).toString(),
      );
    const page = async () => (await phone.raw('GET', pathname)).text;
    expect(await page()).toContain('模拟微信');
    expect(await page()).toContain('本机演示');
    expect((await visitor.api.checkScan({ ticket })).status).toBe('waiting');

    expect((await press({ action: 'scan', person: 'lin' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await press({ action: 'scan', person: 'lin' })).toMatchObject({
      status: 303,
      headers: { location: pathname },
    });
    expect(await page()).toContain('林间建筑');
    await press({ action: 'scan', person: '<b>' });
    await press({ action: 'scan', person: 'new-7788' });
    expect((await visitor.api.checkScan({ ticket })).person?.nickName).toBe('新朋友 7788');
    await press({ action: 'confirm' });
    expect(await page()).toContain('已确认登录');
    expect(await visitor.api.checkScan({ ticket })).toMatchObject({
      status: 'confirmed',
      person: { nickName: '新朋友 7788' },
    });
    expect(await phone.raw('GET', '/scan/nothing')).toMatchObject({ status: 404 });
  });

  it('is listed on the control plane with what became of it', async () => {
    const { ticket } = await server.visitor().api.getQrCode();
    await play(ticket, 'scan', 'xu');
    const { json } = await server.visitor().raw('GET', '/__mock/wx/scans', { host: 'localhost' });
    expect(json).toMatchObject([{ status: 'scanned', nickName: '许一平米' }]);
    expect(JSON.stringify(json)).not.toContain(ticket);
  });
});

it('old scenes are swept, what is bound stays', async () => {
  await newcomer('lin');
  const { db } = server.deps.store;
  expect(await db.selectFrom('scan_scene').select('id').execute()).toHaveLength(1);
  await server.pass(hour + 1);
  await server.deps.sweep();
  expect(await db.selectFrom('scan_scene').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('wechat_identity').select('open_id').execute()).toEqual([{ open_id: 'simulated-lin' }]);
});

describe('a real official account', () => {
  it('confirms by its signed push, twice with one effect, and is told success', async () => {
    const fake = await startFakeOfficialAccount();
    const { appId, secret, token } = accountSettings;
    const own = await startTestServer({
      config: {
        qrLoginProvider: 'official-account',
        officialAccountAppId: appId,
        officialAccountSecret: secret,
        officialAccountToken: token,
        officialAccountGateway: fake.gateway,
      },
    });
    const visitor = own.visitor();
    const { ticket, url, isSimulated } = await visitor.api.getQrCode();
    expect({ isSimulated, isTheirs: url.startsWith('http://weixin.qq.com/q/') }).toEqual({
      isSimulated: false,
      isTheirs: true,
    });
    const { id } = await own.deps.store.db.selectFrom('scan_scene').select('id').executeTakeFirstOrThrow();
    const push = (query: Record<string, string>, body: Buffer) =>
      own.visitor().raw('POST', `/api/wx/callback?${new URLSearchParams(query)}`, { 'content-type': 'text/xml' }, body);

    const forged = await push(signedQuery(own.clock.now(), 'guess'), pushedEvent('SCAN', id));
    expect(forged).toMatchObject({ status: 403, json: { error: { reason: 'scan.bad_signature' } } });
    expect((await visitor.api.checkScan({ ticket })).status).toBe('waiting');
    for (const _twice of [1, 2]) {
      const answer = await push(signedQuery(own.clock.now()), pushedEvent('subscribe', `qrscene_${id}`));
      expect([answer.status, answer.text]).toEqual([200, 'success']);
    }
    expect(await visitor.api.checkScan({ ticket })).toMatchObject({ status: 'confirmed', needsPhone: true });
    expect((await push(signedQuery(own.clock.now()), pushedEvent('SCAN', 'unknown_scene'))).text).toBe('success');

    const proof = new URLSearchParams({ ...signedQuery(own.clock.now()), echostr: '<b>echo</b>' });
    const echo = await own.visitor().raw('GET', `/api/wx/callback?${proof}`);
    expect([echo.status, echo.text, echo.headers['content-type']]).toEqual([
      200,
      '<b>echo</b>',
      'text/plain; charset=utf-8',
    ]);
    fake.goDown();
    await own.pass(3 * hour);
    expect(await refusal(own.visitor().api.getQrCode())).toMatchObject({ status: 503, reason: 'scan.unavailable' });
    expect(await own.deps.store.db.selectFrom('scan_scene').select('id').execute()).toHaveLength(1);
    await own.close();
    await fake.close();
  });
});
