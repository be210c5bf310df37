import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { enlargement, refusal, startOfStory, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { openTaskStream } from '../support/server-events.ts';
import { putCase, putPictures } from '../support/server-gallery.ts';
import { createVisitor, rawRequest, type Visitor } from '../support/server-visitor.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const { control, checks, memberWithResult } = controlOf(() => server);

describe('the outbox', () => {
  it('shows the codes sent, newest first, of one number or of all', async () => {
    for (const phoneNo of ['13800000001', '13800000002', '13800000001']) {
      await server.visitor().api.sendSmsCode({ phoneNo });
      server.clock.set({ advanceMs: minute });
    }
    const all = (await control('GET', '/sms')).json as Array<{ phoneNo: string; code: string; at: number }>;
    expect(all.map(({ phoneNo, at }) => [phoneNo, at - startOfStory])).toEqual([
      ['13800000001', 2 * minute],
      ['13800000002', minute],
      ['13800000001', 0],
    ]);
    const own = (await control('GET', '/sms?phoneNo=%2B86+138-0000-0001')).json as Array<{ code: string }>;
    expect(own).toHaveLength(2);
    expect(own[0]?.code).toMatch(/^\d{6}$/);
    const { userInfo } = await server.visitor().api.login({ phoneNo: '13800000001', verifyCode: own[0]?.code ?? '' });
    expect(userInfo.phoneNo).toBe('138****0001');
    expect((await control('GET', '/sms?phoneNo=abc')).status).toBe(422);
  });
});

describe('the clock', () => {
  it('is read, set, moved, frozen and let go', async () => {
    expect((await control('GET', '/clock')).json).toMatchObject({
      now: startOfStory,
      iso: '2026-11-20T04:00:00.000Z',
      frozen: true,
    });
    expect((await control('POST', '/clock', { advanceMs: 1500 })).json).toMatchObject({ now: startOfStory + 1500 });
    expect((await control('POST', '/clock', { now: '2027-01-01T00:00:00+08:00' })).json).toMatchObject({
      iso: '2026-12-31T16:00:00.000Z',
      frozen: true,
    });
    expect((await control('POST', '/clock', { frozen: false })).json).toMatchObject({ frozen: false });
    expect(server.clock.state().isFrozen).toBe(false);
  });

  it.each([
    { now: 'tomorrow' },
    { now: 1e300 },
    { now: 9e15 },
    { now: -9e15 },
    { advanceMs: 9e15 },
    { advanceMs: 1.5 },
    { frozen: 'yes' },
    [],
  ])('refuses %j and goes on', async (body) => {
    const answer = await control('POST', '/clock', body);
    expect([400, 422]).toContain(answer.status);
    expect((await control('GET', '/clock')).json).toMatchObject({ now: startOfStory });
  });

  it('moves what follows it: codes expire, retries come due, tickets run out', async () => {
    const phoneNo = '13800000009';
    await server.visitor().api.sendSmsCode({ phoneNo });
    server.engine.failNext(1);
    const { member, taskId } = await memberWithResult();
    expect((await member.api.getTaskByTaskId({ taskId })).status).toBe('queued');
    await control('POST', '/clock', { advanceMs: 5 * minute });
    await server.deps.runner.idle();
    expect((await member.api.getTaskByTaskId({ taskId })).status).toBe('succeeded');
    const login = server.visitor().api.login({ phoneNo, verifyCode: server.sms.sent(phoneNo)[0]?.code ?? '' });
    await expect(login).rejects.toMatchObject({ reason: 'code.expired' });
    await control('POST', '/clock', { advanceMs: 7 * 24 * 60 * minute });
    // What is there is the gift of that day.
    expect(await server.deps.tickets.total(member.accountId, 'normal')).toBe(3);
    expect(await checks()).toEqual({ ok: true, broken: [] });
  });
});

describe('reset', () => {
  it.each(['empty', 'seed'] as const)(
    'to %s works while a task runs, and leaves nothing of before',
    async (scenario) => {
      const { member, imageId } = await memberWithResult();
      server.engine.hold();
      const { taskId } = await member.api.startTask(enlargement(imageId));
      await server.engine.waiting();
      const stored = await blobs();
      expect(stored.length).toBeGreaterThan(0);

      expect(await control('POST', '/reset', { scenario })).toMatchObject({
        status: 200,
        json: { ok: true, scenario },
      });
      server.engine.release();
      await server.deps.runner.idle();
      await expect(member.api.userInfo()).rejects.toMatchObject({ status: 401 });
      expect(await blobs()).toEqual([]);
      expect((await control('GET', '/sms')).json).toEqual([]);
      expect(await server.deps.store.db.selectFrom('task').select('id').where('id', '=', taskId).execute()).toEqual([]);
      expect(await checks()).toEqual({ ok: true, broken: [] });

      const accounts = await server.deps.store.db
        .selectFrom('account')
        .select(['role', 'plan', 'login_name'])
        .execute();
      expect(accounts.filter(({ login_name }) => login_name === 'admin')).toHaveLength(1);
      expect(accounts.length).toBe(scenario === 'empty' ? 1 : 11);
      if (scenario === 'seed')
        expect(new Set(accounts.map(({ plan }) => plan))).toEqual(new Set(['free', 'basic', 'pro', 'team']));
      // It goes on working.
      server.clock.set({ now: startOfStory, isFrozen: true });
      const { taskId: next, member: newcomer } = await memberWithResult();
      expect((await newcomer.api.getTaskByTaskId({ taskId: next })).status).toBe('succeeded');
    },
  );

  it('leaves nothing of before in memory either, of whatever was made', async () => {
    const admin = await server.staff('admin');
    const { member } = await memberWithResult();
    const [pictureId = 0] = await putPictures(server, member, { title: '庭院' });
    const { id } = await member.api.createImageSet({ title: '湖边', clientKey: 'set' });
    await member.api.addToImageSet({ id, pictureIds: [pictureId] });
    await member.api.collectPictures({ pictureIds: [pictureId] });
    await member.api.chat({ message: '你好' });
    await putCase(server, member, pictureId);
    await member.raw('GET', '/api/inspiration/downloads');
    const range = { from: '2026-11-20', to: '2026-11-20' };
    const starts = async (visitor: Visitor) =>
      (await visitor.api.overviewReport(range)).figures.find((figure) => figure.id === 'newPeople')?.total;
    expect(await starts(admin)).toBe(1);
    await admin.api.changeSetting({ id: 'limit-giftCeiling', value: 7, version: 0, reason: '试一试' });
    await admin.api.pauseQueue({ reason: '换显卡' });
    await admin.api.createHotWord({ word: '竹构' });
    for (let tried = 0; tried < 6; tried++)
      await refusal(server.visitor().api.staffLogin({ account: 'admin', password: 'wrong' }));
    const phoneNo = '13800000001';
    await server.visitor().api.sendSmsCode({ phoneNo });
    const stream = await openTaskStream(member);

    expect((await control('POST', '/reset', { scenario: 'empty' })).status).toBe(200);
    await stream.ended;
    server.clock.set({ now: startOfStory, isFrozen: true });
    const again = await server.staff('admin');
    expect(await starts(again)).toBe(0);
    expect(await again.api.staffSetting({ id: 'limit-giftCeiling' })).toMatchObject({ source: 'default', version: 0 });
    expect((await again.api.queueState()).pause).toBeNull();
    expect(await server.visitor().api.hotWords()).not.toContain('竹构');
    expect(await server.visitor().api.notices()).toEqual([]);
    expect((await server.visitor().api.pictures({})).total).toBe(0);
    const suggested = await server.visitor().api.suggestions({ keyword: '庭院' });
    expect(suggested.filter(({ kind }) => kind !== 'category')).toEqual([]);
    await server.visitor().api.sendSmsCode({ phoneNo });
    const { member: newcomer, taskId } = await memberWithResult();
    expect((await newcomer.api.getTaskByTaskId({ taskId })).status).toBe('succeeded');
    expect(await checks()).toEqual({ ok: true, broken: [] });
  });

  it('knows the scenarios of its table alone', async () => {
    expect((await control('POST', '/reset', { scenario: 'full' })).status).toBe(422);
    expect((await checks()).ok).toBe(true);
  });
});

describe('accounts for tests', () => {
  it('come with a session, a plan and tickets', async () => {
    const { status, json } = await control('POST', '/accounts', {
      phoneNo: '138 1111 2222',
      plan: 'pro',
      tickets: { normal: 5, gpt: 7 },
    });
    expect(status).toBe(201);
    const { sid, accountId, cookie } = json as { sid: string; accountId: string; cookie: string };
    expect(cookie).toBe(`sid=${sid}`);
    const visitor = createVisitor(server.origin);
    visitor.cookies.set('sid', sid);
    expect(await visitor.api.userInfo()).toMatchObject({
      userId: accountId,
      isTestUser: true,
      userType: 2,
      phoneNo: '138****2222',
    });
    expect(await visitor.api.getVipInfo()).toMatchObject({ plan: 'pro', flags: { canUse4K: true } });
    expect(await Promise.all(([1, 2, 3] as const).map((type) => visitor.api.totalTicket({ type })))).toEqual([
      375, 93, 827,
    ]);

    const again = await control('POST', '/accounts', { phoneNo: '13811112222', tickets: 10 });
    expect((again.json as { accountId: string }).accountId).toBe(accountId);
    expect(await visitor.api.totalTicket({ type: 1 })).toBe(385);
    expect(await checks()).toEqual({ ok: true, broken: [] });
  });

  it('get the plan and the tickets that are answered, known ones too', async () => {
    type Made = { sid: string; plan: string; tickets: { normal: number } };
    const make = async (body: object) => {
      const { json } = await control('POST', '/accounts', { phoneNo: '13811113333', ...body });
      const { sid, plan, tickets } = json as Made;
      const visitor = createVisitor(server.origin);
      visitor.cookies.set('sid', sid);
      expect((await visitor.api.getVipInfo()).plan).toBe(plan);
      // Asking gives the gift of the day, 3 tickets.
      expect(await visitor.api.totalTicket({ type: 1 })).toBe(tickets.normal + (asked++ === 0 ? 3 : 0));
      return { plan, normal: tickets.normal };
    };
    let asked = 0;
    const { normal } = await make({});
    expect(await make({ plan: 'pro', tickets: 7 })).toEqual({ plan: 'pro', normal: normal + 3 + 350 + 7 });
    expect(await make({})).toEqual({ plan: 'pro', normal: normal + 3 + 350 + 7 });
    expect((await make({ plan: 'basic' })).plan).toBe('basic');
    expect((await make({ plan: 'free' })).plan).toBe('free');
    expect(await checks()).toEqual({ ok: true, broken: [] });
  });

  it.each([
    { phoneNo: '123' },
    { plan: 'gold' },
    { tickets: -1 },
    { tickets: { gold: 1 } },
    { nickName: 'x'.repeat(41) },
  ])('are not made from %j', async (body) => {
    expect((await control('POST', '/accounts', body)).status).toBe(422);
  });
});

describe('the journal', () => {
  it('keeps the last requests without secrets', async () => {
    const { visitor, answer } = await server.login('13800000003');
    await visitor.raw('GET', '/api/wx/cheakScan?ticket=secret-ticket&version=1.2');
    await visitor.raw('DELETE', answer.redirectUrl);
    await visitor.raw('GET', '/api/nothing?verifyCode=123456&token=secret-token&plain=shown');
    const entries = (await control('GET', '/journal')).json as Array<{
      method: string;
      path: string;
      query: object;
      status: number;
      reason: string;
      requestId: string;
    }>;
    expect(entries[0]).toMatchObject({
      method: 'GET',
      path: '/api/nothing',
      status: 404,
      reason: 'request.not_found',
      query: { verifyCode: '…', token: '…', plain: 'shown' },
    });
    expect(entries[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(entries.map(({ path }) => path)).toContain('/cas/v1/tickets/…');
    const text = JSON.stringify(entries);
    for (const secret of [
      'secret-ticket',
      'secret-token',
      '123456',
      answer.redirectUrl.split('/').at(-1) ?? '',
      visitor.cookies.get('sid') ?? 'none',
      server.sms.sent()[0]?.code ?? '',
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

it.each([
  ['seed', 409, 'scenario.no_template'],
  ['console-1m', 409, 'scenario.no_template'],
  ['none', 404, 'scenario.not_found'],
])('does not delete a template of %s that is not there', async (name, status, reason) => {
  const answer = await rawRequest(server.origin, 'DELETE', `/__mock/scenarios/${name}/template`, {});
  expect(answer).toMatchObject({ status, json: { error: { reason } } });
});

describe('is for this machine only', () => {
  it.each<[string, number, string]>([
    ['evil.example', 403, 'request.foreign_host'],
    ['localhost.evil.example', 403, 'request.foreign_host'],
    ['10.0.0.1', 404, 'control.closed'],
    ['127.0.0.1.evil.example', 403, 'request.foreign_host'],
    ['localhost@evil.example', 403, 'request.foreign_host'],
  ])('and not found under the name %s', async (host, status, reason) => {
    for (const target of ['/__mock/', '/__mock/sms', '/__mock/journal', '/__mock/invariants']) {
      const answer = await rawRequest(server.origin, 'GET', target, { host });
      expect(answer).toMatchObject({ status, json: { error: { reason } } });
    }
    expect(
      (await rawRequest(server.origin, 'POST', '/__mock/reset', { host, 'content-type': 'application/json' }, '{}'))
        .status,
    ).toBe(status);
  });

  it('but elsewhere opens to who knows the token that the start prints: a program, and a browser by its address', async () => {
    const token = server.deps.control?.token ?? '';
    const ask = (path: string, headers: Record<string, string>) =>
      rawRequest(server.origin, 'GET', path, { host: '10.0.0.1', ...headers });
    expect((await ask('/__mock/clock', { authorization: `Bearer ${token}` })).status).toBe(200);
    const opened = await ask(`/__mock/?token=${token}`, {});
    expect(opened).toMatchObject({ status: 303, headers: { location: '/__mock/' } });
    const [cookie = ''] = [opened.headers['set-cookie'] ?? []].flat();
    expect(cookie).toMatch(/; Path=\/; .*HttpOnly; SameSite=Strict/);
    expect((await ask('/__mock/', { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200);
    const wrong = 'é'.repeat(token.length);
    const refused = {
      [`/__mock/?token=${encodeURIComponent(wrong)}`]: 'control.wrong_token',
      '/__mock/?token=': 'control.closed',
      '/__mock/?token=a&token=b': 'control.closed',
    };
    const reasonOf = async (path: string, headers = {}) =>
      ((await ask(path, headers)).json as { error: { reason: string } }).error.reason;
    for (const [path, reason] of Object.entries(refused)) expect(await reasonOf(path)).toBe(reason);
    const wrongOnes = [
      { authorization: `Bearer ${token}x`, cookie: 'mock_token=' },
      { cookie: `mock_token=${token}x` },
    ];
    for (const headers of wrongOnes) expect(await reasonOf('/__mock/clock', headers)).toBe('control.wrong_token');
  });

  it.each(['localhost', '127.0.0.1', 'localhost:8000', '[::1]:8000'])('and found under %s', async (host) => {
    expect((await rawRequest(server.origin, 'GET', '/__mock/clock', { host })).status).toBe(200);
  });

  it('and takes no orders from other sites', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await rawRequest(
        server.origin,
        'POST',
        '/__mock/reset',
        { ...headers, 'content-type': 'text/plain' },
        '{}',
      );
      expect(answer).toMatchObject({ status: 403, json: { error: { reason: 'request.foreign_origin' } } });
    }
  });

  it('and has a page for people', async () => {
    const page = await fetch(`${server.origin}/__mock/`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('/__mock/control.js');
    expect((await fetch(`${server.origin}/__mock/control.js`)).headers.get('content-type')).toContain('javascript');
  });
});

async function blobs(): Promise<string[]> {
  const folder = path.join(server.dataDir, 'files', 'blobs');
  return (await Promise.all((await readdir(folder)).map((group) => readdir(path.join(folder, group))))).flat();
}
