import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Task } from '#shared/contract/task';
import type { Plan } from '#shared/domain/plan';
import {
  enlargement,
  lineDrawing,
  type Member,
  planColouring,
  refusal,
  startTestServer,
  type TestServer,
} from '../support/server.ts';
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
async function begin(plan: Plan = 'free'): Promise<void> {
  member = await server.member({ plan });
  ({ imageId } = await member.upload(await drawPicture()));
}

describe('starting', () => {
  it('as a form and as JSON gives the same kind of task', async () => {
    await begin();
    const request = { tool: 'upScaleImg', params: { upload_img: imageId, scale: 4 } };
    const form = new URLSearchParams({
      tool: request.tool,
      params: JSON.stringify(request.params),
      clientKey: 'as-form',
    });
    const bodies = [
      ['application/x-www-form-urlencoded', form.toString()],
      ['application/json', JSON.stringify({ ...request, clientKey: 'as-json' })],
    ] as const;
    for (const [type, body] of bodies) {
      const answer = await member.raw('POST', '/api/ai/startTask', { 'content-type': type }, body);
      const { data } = answer.json as { data: { taskId: string } };
      const task = await server.settled(member, data.taskId);
      expect(task).toMatchObject({
        status: 'succeeded',
        tool: 'upScaleImg',
        engine: 'test',
        quality: 'final',
        progress: 1,
      });
      expect(task.params).toMatchObject({ upload_img: imageId, scale: 4, denoise: 20, isLineTextFirst: false });
      expect(task.images).toMatchObject([{ width: 320, height: 256, type: 3 }]);
      expect(Task.parse(task)).toEqual(task);
    }
  });

  it('with the same key twenty times at once makes one task and charges once', async () => {
    await begin();
    const starts = await Promise.all(
      Array.from({ length: 20 }, () => member.api.startTask(enlargement(imageId, 4, 'one-key'))),
    );
    expect(new Set(starts.map(({ taskId }) => taskId)).size).toBe(1);
    await server.deps.runner.idle();
    const later = await member.api.startTask(enlargement(imageId, 4, 'one-key'));
    expect(later).toEqual({ taskId: starts[0]?.taskId, queueNum: 0, status: 'succeeded' });
    expect(await member.api.totalTicket({ type: 1 })).toBe(21);
    expect((await member.api.getTaskList()).total).toBe(1);
    expect(server.engine.started.filter((key) => key === later.taskId)).toHaveLength(1);
  });

  it('with a key used for another tool is refused, and keys are each account’s own', async () => {
    await begin();
    const { taskId } = await member.api.startTask(enlargement(imageId, 2, 'shared-key'));
    expect(await refusal(member.api.startTask(lineDrawing(imageId, 'shared-key')))).toMatchObject({
      status: 409,
      reason: 'task.client_key_reused',
    });
    const other = await server.member();
    const picture = await other.upload(await drawPicture());
    const own = await other.api.startTask(enlargement(picture.imageId, 2, 'shared-key'));
    expect(own.taskId).not.toBe(taskId);
  });

  it('with wrong parameters says what is wrong at which field', async () => {
    await begin();
    const answer = await refusal(
      member.api.startTask({
        tool: 'toline',
        params: { lineWidth: 99, lineStyle: 'oil', lineColor: 'red', surprise: 1 },
        clientKey: 'wrong',
      }),
    );
    expect(answer).toMatchObject({ status: 422, reason: 'task.params' });
    expect(Object.keys(answer.fields ?? {}).sort()).toEqual(['_', 'lineColor', 'lineStyle', 'lineWidth', 'upload_img']);
    for (const sentences of Object.values(answer.fields ?? {}))
      for (const sentence of sentences) expect(sentence).toMatch(/[\u4e00-\u9fff]/);
    expect((await member.api.getTaskList()).total).toBe(0);
    expect(await member.api.totalTicket({ type: 1 })).toBe(23);
  });

  it('of a tool nobody knows, or none can run, is refused', async () => {
    await begin();
    for (const tool of ['noSuchTool', '__proto__', '']) {
      expect(await refusal(member.api.startTask({ tool, params: {}, clientKey: 'x' }))).toMatchObject({
        status: 404,
        reason: 'tool.unknown',
      });
    }
    const answer = await refusal(
      member.api.startTask({ tool: 'compress', params: { images: [imageId] }, clientKey: 'y' }),
    );
    expect(answer).toMatchObject({
      status: 409,
      reason: 'tool.no_engine',
      message: '当前没有可以运行「无损压缩」的引擎',
    });
    expect((await member.api.getTaskList()).total).toBe(0);
  });

  it('with somebody else’s picture, or one that is gone, is refused', async () => {
    await begin();
    const other = await server.member();
    for (const picture of [imageId, 'img_nothing']) {
      expect(await refusal(other.api.startTask(enlargement(picture)))).toMatchObject({
        status: 404,
        reason: 'image.not_found',
      });
    }
    expect(await other.api.totalTicket({ type: 1 })).toBe(23);
  });

  it('again from an earlier task names it, if it is one’s own', async () => {
    await begin();
    const { taskId } = await member.api.startTask(enlargement(imageId));
    const again = await member.api.startTask({ ...enlargement(imageId), retriedFrom: taskId });
    expect((await server.settled(member, again.taskId)).retriedFrom).toBe(taskId);
    const other = await server.member();
    const { imageId: own } = await other.upload(await drawPicture());
    expect((await refusal(other.api.startTask({ ...enlargement(own), retriedFrom: taskId }))).reason).toBe(
      'task.not_found',
    );
  });

  it('keeps the seed that was asked for and picks one otherwise', async () => {
    await begin();
    const { tool, params, clientKey } = lineDrawing(imageId);
    const chosen = await member.api.startTask({ tool, params: { ...params, seed: 4711 }, clientKey });
    const picked = await member.api.startTask(lineDrawing(imageId));
    expect((await server.settled(member, chosen.taskId)).seed).toBe(4711);
    const { seed } = await server.settled(member, picked.taskId);
    expect(Number.isInteger(seed) && seed >= 0 && seed < 1_000_000).toBe(true);
  });
});

describe('a waiting task', () => {
  it('knows how many are before it, and moves up', async () => {
    await begin('basic');
    server.engine.hold();
    const starts: Array<{ taskId: string }> = [];
    for (let i = 0; i < 4; i++) starts.push(await member.api.startTask(enlargement(imageId)));
    await server.engine.waiting();
    const queue = async () =>
      (await Promise.all(starts.map(({ taskId }) => member.api.getTaskByTaskId({ taskId })))).map(
        ({ status, queueNum }) => `${status} ${queueNum}`,
      );
    expect((await queue()).slice(2)).toEqual(['queued 0', 'queued 1']);
    await member.api.cancelTask({ taskId: starts[2]?.taskId ?? '' });
    expect((await queue()).slice(2)).toEqual(['canceled 0', 'queued 0']);
    server.engine.release();
    await server.deps.runner.idle();
    expect(await queue()).toEqual(['succeeded 0', 'succeeded 0', 'canceled 0', 'succeeded 0']);
  });

  it('canceled after its end stays as it ended', async () => {
    await begin();
    const { taskId } = await member.api.startTask(enlargement(imageId));
    const task = await server.settled(member, taskId);
    expect(await member.api.cancelTask({ taskId })).toEqual({ outcome: 'finished', message: '任务已完成，不能取消' });
    expect(await member.api.getTaskByTaskId({ taskId })).toEqual(task);
  });
});

describe('the list', () => {
  it('comes newest first in pages, by tool and by status', async () => {
    await begin('basic');
    const ids: string[] = [];
    for (const request of [
      enlargement(imageId),
      lineDrawing(imageId),
      enlargement(imageId),
      planColouring(imageId, 1),
      enlargement(imageId),
    ]) {
      server.clock.set({ advanceMs: 1000 });
      ids.unshift((await member.api.startTask(request)).taskId);
    }
    await server.deps.runner.idle();
    const pages = await Promise.all([1, 2, 3, 4].map((page) => member.api.getTaskList({ page, size: 2 })));
    expect(pages.map(({ list }) => list.map(({ taskId }) => taskId))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ]);
    for (const { total, size } of pages) expect([total, size]).toEqual([5, 2]);
    expect((await member.api.getTaskList({ tool: 'upScaleImg' })).total).toBe(3);
    expect((await member.api.getTaskList({ status: 'failed' })).list).toEqual([]);
    expect((await member.api.getTaskList({ tool: 'toline', status: 'succeeded' })).list[0]).toEqual(
      await member.api.getTaskByTaskId({ taskId: ids[3] ?? '' }),
    );
    expect((await (await server.member()).api.getTaskList()).total).toBe(0);
  });

  it.each(['page=0', 'page=-1', 'size=0', 'size=101', 'page=1.5', 'page=x', 'status=done', 'page=1e300'])(
    'refuses %s',
    async (query) => {
      await begin();
      expect((await member.raw('GET', `/api/ai/getTaskList?${query}`)).status).toBe(422);
    },
  );
});

it('somebody else’s task is as good as none', async () => {
  await begin();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  const other = await server.member();
  const calls = [
    other.api.getTaskByTaskId({ taskId }),
    other.api.cancelTask({ taskId }),
    other.api.delTaskByTaskId({ taskId }),
  ];
  for (const answer of await Promise.all(calls.map(refusal)))
    expect(answer).toMatchObject({ status: 404, reason: 'task.not_found' });
  expect((await member.api.getTaskByTaskId({ taskId })).status).toBe('succeeded');
});
