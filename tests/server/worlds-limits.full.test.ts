import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enlargement, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { createVisitor, rawRequest } from '../support/server-visitor.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const named = () => path.join(server.dataDir, 'worlds', 'named');
const listed = () => server.worlds.list().map(({ name }) => name);
const settings = '/api/system/settings';

function ask(space: string, method: string, address: string, body?: object) {
  const headers = { 'x-mock-space': space, ...(body && { 'content-type': 'application/json' }) };
  return rawRequest(server.origin, method, address, headers, body && JSON.stringify(body));
}

const reasonOf = ({ json }: { json: unknown }) => (json as { error?: { reason?: string } }).error?.reason;

/** A member of a world with an uploaded picture. */
async function memberIn(space: string) {
  const visitor = createVisitor(server.origin);
  visitor.cookies.set('mock_space', space);
  const made = await visitor.fetch('/__mock/accounts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ plan: 'team', tickets: 50 }),
  });
  expect(made.status).toBe(201);
  return { ...visitor, ...(await visitor.upload(await drawPicture())) };
}

/** A request whose body is sent in two parts, the second one by `finish`. */
function beginRequest(cookie: string) {
  const body = JSON.stringify({ name: '别墅' });
  const request = httpRequest(`${server.origin}/api/projects`, {
    method: 'POST',
    headers: {
      ...{ cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      expect: '100-continue',
    },
    agent: false,
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.flushHeaders();
  return {
    arrived: once(request, 'continue').then(() => request.write(body.slice(0, 5))),
    async finish() {
      request.end(body.slice(5));
      const [response] = await answered;
      return { status: response.statusCode, text: await readText(response) };
    },
  };
}

it('fifty at once, and not one more until one is deleted', async () => {
  for (let number = 1; number <= 50; number++)
    expect((await ask(`w${number}`, 'GET', settings)).status, `w${number}`).toBe(200);
  const refused = await ask('w51', 'GET', settings);
  expect(refused).toMatchObject({
    status: 409,
    json: { error: { reason: 'space.too_many', message: '最多同时有 50 个空间，请先在控制面删除不用的空间' } },
  });
  expect((await ask('w50', 'GET', settings)).status).toBe(200);
  expect((await rawRequest(server.origin, 'DELETE', '/__mock/spaces/w7', {})).status).toBe(200);
  expect((await ask('w51', 'GET', settings)).status).toBe(200);
  expect(await readdir(named())).toHaveLength(50);
});

it('are refused in production, where a cookie of local mode is taken back, and no folder is made', async () => {
  const production = await startTestServer({ config: { mode: 'production' } });
  const headers = { 'x-mock-space': 'any' };
  for (const address of [settings, '/', '/__mock/clock']) {
    const answer = await rawRequest(production.origin, 'GET', address, headers);
    expect([address, answer.status, reasonOf(answer)]).toEqual([address, 403, 'space.closed']);
  }
  const withCookie = await rawRequest(production.origin, 'GET', settings, { cookie: 'mock_space=any; sid=x' });
  expect(withCookie.status).toBe(200);
  expect(withCookie.headers['set-cookie']).toEqual([
    expect.stringMatching(/^mock_space=; Path=\/; Expires=Thu, 01 Jan 1970/),
  ]);
  expect(await readdir(production.dataDir)).not.toContain('worlds');
  await production.close();
});

it('opens from elsewhere only to who brings the token of the control plane, for every call of the world', async () => {
  const elsewhere = (address: string, headers: Record<string, string> = {}) =>
    rawRequest(server.origin, 'GET', address, { host: '10.0.0.1', 'x-mock-space': 'far', ...headers });
  for (const address of [settings, '/__mock/clock', '/'])
    expect([address, reasonOf(await elsewhere(address))]).toEqual([address, 'control.closed']);
  expect(listed()).toEqual([]);
  const authorization = `Bearer ${server.deps.control?.token}`;
  for (const address of [settings, '/__mock/clock', '/__mock/'])
    expect([address, (await elsewhere(address, { authorization })).status]).toEqual([address, 200]);
  const wrong = await elsewhere('/__mock/clock', { authorization: `${authorization}x` });
  expect(reasonOf(wrong)).toBe('control.wrong_token');
});

it('finds the worlds of a process that was killed deleted, but never those of one that lives', async () => {
  await ask('before', 'GET', settings);
  const { dataDir } = server;
  await expect(startTestServer({ dataDir })).rejects.toThrow();
  expect((await ask('before', 'GET', settings)).status).toBe(200);
  expect(await readdir(named())).toEqual(['before']);
  await server.stop(0);
  await mkdir(path.join(named(), 'killed'), { recursive: true });
  await writeFile(path.join(named(), 'killed', 'zhuhui.db'), 'half');
  server = await startTestServer({ dataDir });
  await ask('killed', 'GET', settings);
  expect(await readdir(named())).toEqual(['killed']);
  expect((await ask('killed', 'GET', '/__mock/invariants')).json).toMatchObject({ ok: true });
});

it('answers requests under way when it is deleted, and tells those that last too long what happened', async () => {
  const { cookies } = await memberIn('gone');
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const [quick, long] = [beginRequest(cookie), beginRequest(cookie)];
  await Promise.all([quick.arrived, long.arrived]);
  const deleted = rawRequest(server.origin, 'DELETE', '/__mock/spaces/gone', {});
  expect(await quick.finish()).toMatchObject({ status: 200 });
  expect((await deleted).status).toBe(200);
  expect(await long.finish()).toMatchObject({
    status: 503,
    text: expect.stringContaining('这个空间刚被重置或删除，请重新操作'),
  });
  expect(listed()).toEqual([]);
});

it('is reset while a task runs: the run ends, requests that come meanwhile wait, and the same ids run again', async () => {
  const begin = async () => {
    expect((await ask('again', 'POST', '/__mock/reset', { scenario: 'empty', seed: '7' })).status).toBe(200);
    const member = await memberIn('again');
    const { taskId } = await member.api.startTask(enlargement(member.imageId));
    return { member, taskId };
  };
  server.engine.hold();
  const { taskId } = await begin();
  const key = await server.engine.waiting();
  expect(key).toContain(taskId);
  const reset = ask('again', 'POST', '/__mock/reset', { scenario: 'empty', seed: '7' });
  const meanwhile = await Promise.all(Array.from({ length: 10 }, () => ask('again', 'GET', settings)));
  expect((await reset).status).toBe(200);
  expect(meanwhile.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  server.engine.release();
  const { member, taskId: second } = await begin();
  expect(second).toBe(taskId);
  await expect.poll(async () => (await member.api.getTaskByTaskId({ taskId })).status).toBe('succeeded');
  expect((await ask('again', 'GET', '/__mock/invariants')).json).toMatchObject({ ok: true });
});
