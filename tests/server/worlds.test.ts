import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hour, minute } from '#shared/domain/time';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Asks in a world; undefined is the unnamed one. */
async function ask(space: string | undefined, address: string, init: RequestInit = {}) {
  const headers = { ...(space !== undefined && { 'x-mock-space': space }), ...(init.headers as object) };
  return fetch(new URL(address, server.origin), { ...init, headers, redirect: 'manual' });
}

const post = (space: string | undefined, address: string, body: object) =>
  ask(space, address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function accountIn(space: string | undefined, phoneNo: string) {
  const answer = await post(space, '/__mock/accounts', { phoneNo });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { accountId: string; cookie: string };
}

it('has accounts, codes and a clock of its own', async () => {
  const phoneNo = '13811110001';
  const here = await accountIn('one', phoneNo);
  const there = await accountIn('two', phoneNo);
  expect(here.accountId).not.toBe(there.accountId);
  const who = (space: string | undefined, cookie: string) =>
    ask(space, '/api/user/getVipInfo', { headers: { cookie } }).then(({ status }) => status);
  expect(await who('one', here.cookie)).toBe(200);
  expect(await who('two', here.cookie)).toBe(401);
  expect(await who(undefined, here.cookie)).toBe(401);

  await post('one', '/api/sms/sendCode', { phoneNo });
  const codes = async (space: string | undefined) =>
    ((await (await ask(space, '/__mock/sms')).json()) as unknown[]).length;
  expect([await codes('one'), await codes('two'), await codes(undefined)]).toEqual([1, 0, 0]);

  const now = async (space: string | undefined) =>
    ((await (await ask(space, '/__mock/clock')).json()) as { now: number }).now;
  await post('one', '/__mock/clock', { now: Date.parse('2031-01-01T00:00:00Z'), frozen: true });
  expect(await now('one')).toBe(Date.parse('2031-01-01T00:00:00Z'));
  expect(await now('two')).toBeLessThan(Date.parse('2031-01-01T00:00:00Z'));
  expect(await now(undefined)).toBe(server.clock.now());
});

it('says on answers which world they are of, and that they differ by it', async () => {
  const named = await ask('one', '/api/system/settings');
  expect(named.headers.get('x-mock-space')).toBe('one');
  expect(named.headers.get('vary')).toMatch(/X-Mock-Space.*Cookie/);
  const plain = await ask(undefined, '/api/system/settings');
  expect(plain.headers.get('x-mock-space')).toBeNull();
  expect(plain.headers.get('vary')).toMatch(/X-Mock-Space/);
});

it('is chosen by a cookie, too, and tells a page its name', async () => {
  const { cookie } = await accountIn('three', '13811110002');
  const byCookie = await ask(undefined, '/api/user/getVipInfo', {
    headers: { cookie: `mock_space=three; ${cookie}` },
  });
  expect(byCookie.status).toBe(200);
  const page = await ask('three', '/__mock/', { headers: { 'sec-fetch-dest': 'document' } });
  expect(page.headers.get('set-cookie')).toMatch(/^mock_space=three; Path=\/;/);
});

it('keeps the login of another world that the same browser has', async () => {
  const jar = new Map([['mock_space', 'three']]);
  const browse = async (space: string | undefined, address: string, body?: object) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(address, server.origin), {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', cookie, ...(space !== undefined && { 'x-mock-space': space }) },
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer.status;
  };
  const isIn = (space?: string) => browse(space, '/api/user/getVipInfo').then((status) => status === 200);
  await browse(undefined, '/__mock/accounts', { phoneNo: '13811110021' });
  expect([...jar.keys()]).toEqual(['mock_space', 'three~sid', 'three~has_session']);
  expect(await isIn('four')).toBe(false);
  await browse('four', '/__mock/accounts', { phoneNo: '13811110022' });
  jar.delete('mock_space');
  expect(await isIn()).toBe(false);
  await browse(undefined, '/__mock/accounts', { phoneNo: '13811110023' });
  expect([await isIn(), await isIn('three'), await isIn('four')]).toEqual([true, true, true]);
  await browse('four', '/api/logout/invalidateSession', {});
  expect([await isIn(), await isIn('three'), await isIn('four')]).toEqual([true, true, false]);
});

it('has a name of a few letters, and a cookie with another one is taken back', async () => {
  for (const name of ['Upper', '../up', 'with space', '-dash', 'x'.repeat(41)]) {
    const answer = await ask(name, '/api/system/settings');
    expect(answer.status, name).toBe(400);
    expect(await answer.text()).toContain('空间名由小写字母');
  }
  const answer = await ask(undefined, '/', { headers: { cookie: 'mock_space=NO' } });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('set-cookie')).toMatch(/^mock_space=; Path=\/; Expires=Thu, 01 Jan 1970/);
});

it('begins anew by a reset of its own, and ends by DELETE with its files', async () => {
  const { cookie } = await accountIn('four', '13811110003');
  await accountIn('five', '13811110003');
  const reset = await post('four', '/__mock/reset', { scenario: 'empty' });
  expect(await reset.json()).toEqual({ ok: true, scenario: 'empty', accounts: [] });
  expect((await ask('four', '/api/user/getVipInfo', { headers: { cookie } })).status).toBe(401);
  const names = async () => {
    const { spaces } = (await (await ask(undefined, '/__mock/spaces')).json()) as { spaces: { name: string }[] };
    return spaces.map(({ name }) => name);
  };
  expect(await names()).toEqual(expect.arrayContaining(['four', 'five']));
  expect((await ask('four', '/__mock/spaces/four', { method: 'DELETE' })).status).toBe(200);
  expect(await names()).not.toContain('four');
  expect((await ask(undefined, '/__mock/spaces/four', { method: 'DELETE' })).status).toBe(404);
  const folders = await readdir(path.join(server.dataDir, 'worlds', 'named'));
  expect(folders).toContain('five');
  expect(folders).not.toContain('four');
});

it('sleeps when nobody uses it and wakes as it was', async () => {
  await post('six', '/__mock/clock', { now: Date.parse('2031-05-01T00:00:00Z'), frozen: true });
  const { cookie } = await accountIn('six', '13811110004');
  await post('six', '/api/sms/sendCode', { phoneNo: '13811110004' });
  await ask('six', '/__mock/faults', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults: [{ match: { path: '/api/none' }, kind: 'status' }] }),
  });
  const awake = () => server.worlds.list().find(({ name }) => name === 'six')?.isAwake;
  server.machine.now += minute;
  await server.worlds.tidy();
  expect(awake()).toBe(false);
  expect((await ask('six', '/api/user/getVipInfo', { headers: { cookie } })).status).toBe(200);
  expect(awake()).toBe(true);
  expect(((await (await ask('six', '/__mock/sms')).json()) as unknown[]).length).toBe(1);
  const { faults } = (await (await ask('six', '/__mock/faults')).json()) as { faults: unknown[] };
  expect(faults).toHaveLength(1);
  const paths = ((await (await ask('six', '/__mock/journal')).json()) as { path: string }[]).map(({ path }) => path);
  expect(paths).toContain('/api/sms/sendCode');
  const { now } = (await (await ask('six', '/__mock/clock')).json()) as { now: number };
  expect(now).toBe(Date.parse('2031-05-01T00:00:00Z'));
});

it('is gone an hour after its last use', async () => {
  await accountIn('seven', '13811110005');
  server.machine.now += hour;
  await server.worlds.tidy();
  expect(server.worlds.list()).toEqual([]);
});

it('gets the same ids and codes from the same seed, and QR codes that carry the world', async () => {
  const run = async (space: string) => {
    await post(space, '/__mock/reset', { scenario: 'empty', seed: '42' });
    await post(space, '/__mock/clock', { now: Date.parse('2031-01-01T00:00:00Z'), frozen: true });
    const { cookie, ...account } = (await (await post(space, '/__mock/accounts', {})).json()) as Record<
      string,
      unknown
    >;
    expect(cookie).toBe(`${space}~sid=${account.sid}`);
    await post(space, '/api/sms/sendCode', { phoneNo: '13811110006' });
    return { account, codes: await (await ask(space, '/__mock/sms')).json() };
  };
  const first = await run('eight');
  expect(await run('nine')).toEqual(first);
  expect(await run('eight')).toEqual(first);
  const qr = async (space: string) =>
    ((await (await ask(space, '/api/wx/getQRCode')).json()) as { data: { url: string } }).data.url;
  expect(await qr('eight')).toMatch(/\?space=eight$/);
});
