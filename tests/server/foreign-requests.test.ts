import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enlargement, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
let imageId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

/** A fresh account with a picture for each story. */
async function begin(): Promise<void> {
  member = await server.member();
  ({ imageId } = await member.upload(await drawPicture()));
}

describe('deleting by the documented GET', () => {
  const remove = (visitor: Member, taskId: string, headers: Record<string, string> = {}, method = 'GET') =>
    visitor.raw(method, `/api/ai/delTaskByTaskId?version=1.2&taskId=${taskId}`, headers);

  it('takes the task off the list, as often as it is asked', async () => {
    await begin();
    const { taskId } = await member.api.startTask(enlargement(imageId));
    await server.deps.runner.idle();
    for (let i = 0; i < 2; i++) {
      const answer = await remove(member, taskId, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' });
      expect(answer).toMatchObject({ status: 200, json: { error: { code: 0 }, data: null } });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect((await member.api.getTaskList()).total).toBe(0);
    expect((await refusal(member.api.getTaskByTaskId({ taskId }))).reason).toBe('task.not_found');
  });

  it('is not for tasks that still run', async () => {
    await begin();
    server.engine.hold();
    const { taskId } = await member.api.startTask(enlargement(imageId));
    await server.engine.waiting();
    expect(await refusal(member.api.delTaskByTaskId({ taskId }))).toMatchObject({
      status: 409,
      reason: 'task.still_running',
    });
    server.engine.release();
    await server.deps.runner.idle();
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a sister site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a link on our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a foreign page’s picture, by its referrer', { referer: 'https://evil.example/page' }],
    ['a host that only begins like ours', { origin: 'http://127.0.0.1.evil.example' }],
  ])('is refused from %s, and nothing changes', async (_from, headers) => {
    await begin();
    const { taskId } = await member.api.startTask(enlargement(imageId));
    const task = await server.settled(member, taskId);
    const answer = await remove(member, taskId, headers);
    expect(answer).toMatchObject({ status: 403, json: { data: null, error: { reason: 'request.foreign_origin' } } });
    expect(await member.api.getTaskByTaskId({ taskId })).toEqual(task);
  });

  it('is not done by a HEAD request', async () => {
    await begin();
    const { taskId } = await member.api.startTask(enlargement(imageId));
    await server.deps.runner.idle();
    expect((await remove(member, taskId, {}, 'HEAD')).status).toBe(405);
    expect((await member.api.getTaskByTaskId({ taskId })).taskId).toBe(taskId);
  });
});

describe('a POST of another site', () => {
  it.each<[string, Record<string, string>]>([
    ['by its fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ['by its origin', { origin: 'https://evil.example' }],
  ])('is refused %s', async (_how, headers) => {
    await begin();
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const body = new URLSearchParams({
      tool: 'upScaleImg',
      params: JSON.stringify({ upload_img: imageId }),
      clientKey: 'foreign',
    }).toString();
    expect((await member.raw('POST', '/api/ai/startTask', form, body)).status).toBe(403);
    expect((await member.raw('POST', '/api/logout/invalidateSession', form, '')).status).toBe(403);
    expect((await member.raw('GET', '/api/user/logout', headers)).status).toBe(403);
    expect(
      (
        await member.raw(
          'POST',
          '/api/ai/startTask',
          { ...form, origin: server.origin, 'sec-fetch-site': 'same-origin' },
          body,
        )
      ).status,
    ).toBe(200);
    expect((await member.api.getTaskList()).total).toBe(1);
  });
});
