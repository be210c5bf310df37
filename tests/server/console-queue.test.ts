import { afterEach, beforeEach, expect, it } from 'vitest';
import { usualNotice } from '#shared/contract/queue-desk';
import { enlargement, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ config: { taskConcurrency: 1 } });
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

type Designer = Member & { imageId: string };

async function designer(): Promise<Designer> {
  const member = await server.member({ plan: 'team', tickets: { normal: 20 } });
  return { ...member, imageId: (await member.upload(await drawPicture())).imageId };
}
const start = async (who: Designer) => (await who.api.startTask(enlargement(who.imageId))).taskId;

it('staff see what runs and what waits, in the order of the turns', async () => {
  const support = await server.staff('support');
  const who = await designer();
  server.engine.hold();
  const running = await start(who);
  await server.engine.waiting();
  const waiting = [await start(who), await start(who)];
  const answer = await support.fetch('/api/admin/v1/queue');
  expect(answer.headers.get('x-total-count')).toBe('3');
  const rows = (await answer.json()) as Array<{ taskId: string; state: string; place: number | null }>;
  expect(rows.map(({ taskId, state, place }) => [taskId, state, place])).toEqual([
    [running, 'running', null],
    [waiting[0], 'ready', 1],
    [waiting[1], 'ready', 2],
  ]);
  const ready = await support.fetch(`/api/admin/v1/queue?state=ready&tool=upScaleImg&accountId=${who.accountId}`);
  expect(ready.headers.get('x-total-count')).toBe('2');
  const state = await support.api.queueState();
  expect(state).toMatchObject({ pause: null, waiting: 2, running: 1, workers: [{ place: 1, taskId: running }] });
  server.engine.release();
  await server.deps.runner.idle();
  expect(await support.api.queueState()).toMatchObject({
    waiting: 0,
    running: 0,
    workers: [{ place: 1, taskId: null }],
  });
});

it('a paused queue begins nothing, over a restart too, and tells those who wait why', async () => {
  const operator = await server.staff('operator');
  const viewer = await server.staff('viewer');
  const who = await designer();
  expect(await refusal(viewer.api.pauseQueue({ reason: '换显卡' }))).toMatchObject({ status: 403 });
  await operator.api.pauseQueue({ reason: '换显卡' });
  const pause = (await operator.api.changes({}))[0]?.id ?? '';
  await operator.api.revertChange({ id: pause });
  expect((await operator.api.queueState()).pause).toBe(null);
  await operator.api.pauseQueue({ reason: '换显卡' });
  const taskId = await start(who);
  await server.deps.runner.idle();
  const waiting = await who.api.getTaskByTaskId({ taskId });
  expect(waiting).toMatchObject({ status: 'queued', waitWords: usualNotice });
  expect(waiting).not.toHaveProperty('etaMs');

  const { dataDir } = server;
  await server.stop(1000);
  server = await startTestServer({ config: { taskConcurrency: 1 }, dataDir });
  await server.deps.runner.idle();
  const again = await server.staff('operator');
  expect(await again.api.queueState()).toMatchObject({
    waiting: 1,
    pause: { reason: '换显卡', by: operator.accountId },
  });
  // Other words for those who wait, which are told at once.
  await again.api.pauseQueue({ reason: '还要等', notice: '预计 22 点恢复' });
  expect(server.engine.started).toEqual([]);
  await again.api.resumeQueue({ reason: '已换好' });
  await server.deps.runner.idle();
  expect(server.engine.started).toEqual([taskId]);
  const rows = await server.deps.store.db
    .selectFrom('audit')
    .select(['action', 'reason'])
    .where('subject', '=', 'queue')
    .where('action', '!=', 'queue.undo')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['queue.pause', 'queue.pause', 'queue.pause', 'queue.resume']);
  expect(rows[3]?.reason).toBe('已换好');
});
