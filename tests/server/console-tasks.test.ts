import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newClientKey } from '#shared/domain/client-key';
import { day, minute } from '#shared/domain/time';
import { enlargement, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let support: Visitor & { accountId: string };
let designer: Member & { imageId: string };
beforeAll(async () => {
  server = await startTestServer({ config: { taskConcurrency: 1 } });
  support = await server.staff('support');
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});
beforeEach(async () => {
  const member = await server.member({ plan: 'team', tickets: { normal: 20 } });
  server.clock.set({ advanceMs: 1 });
  designer = { ...member, imageId: (await member.upload(await drawPicture())).imageId };
});

const start = async (who = designer) => (await who.api.startTask(enlargement(who.imageId))).taskId;
const seen = (id: string) => support.api.staffTask({ id });
const left = async () => (await designer.api.totalTicket({ type: 1 })) as unknown;

/** A task whose engine fails every time, after all its tries. */
async function failedTask(): Promise<string> {
  server.engine.failNext(3, new Error('CUDA out of memory'));
  const id = await start();
  for (let tries = 0; tries < 3; tries++) {
    await server.deps.runner.idle();
    server.clock.set({ advanceMs: minute });
  }
  await server.deps.runner.idle();
  expect((await seen(id)).status).toBe('failed');
  return id;
}

it('a task tells its form in words, its pictures, every attempt, what the engine said and what the tickets did', async () => {
  const id = await start();
  await server.deps.runner.idle();
  const task = await seen(id);
  expect(task).toMatchObject({ status: 'succeeded', engine: 'test', nickName: expect.any(String), retriedFrom: null });
  expect(task.parameters).toContainEqual({ name: 'scale', label: '倍数', value: '2×' });
  expect(task.inputs).toMatchObject([{ imageId: designer.imageId, label: expect.any(String), isDeleted: false }]);
  expect(task.attempted).toMatchObject([{ number: 1, engine: 'test', outcome: 'succeeded', endedBy: null }]);
  expect(task.log.map(({ words }) => words)).toEqual([
    '第 1 次尝试开始，引擎 test',
    '分析图片',
    '上光',
    '体检',
    '完成：1 个结果，用时 0.0 秒',
  ]);
  const { hold, movements, parts } = task.settlement;
  expect(hold).toMatchObject({ state: 'settled', spent: hold?.amount, returned: 0 });
  expect(movements.map(({ movement, delta }) => [movement, delta])).toEqual([
    ['hold', -(hold?.amount ?? 0)],
    ['spend', 0],
  ]);
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(hold?.amount);

  // The picture comes small, to staff alone, and stays in no cache.
  const url = task.results[0]?.url ?? '';
  const picture = await support.fetch(`${url}?w=160`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(picture.headers.get('cache-control')).toBe('private, no-store');
  expect((await designer.fetch(url)).status).toBe(401);
  const finance = await server.staff('finance');
  expect((await finance.fetch(url)).status).toBe(403);
  // A picture of somebody else is none of this task's, whoever asks.
  const stranger = await server.member();
  const { imageId } = await stranger.upload(await drawPicture());
  expect((await support.fetch(url.replace(task.results[0]?.imageId ?? '', imageId))).status).toBe(404);
});

it('every attempt stands there with its end and the engine’s own words', async () => {
  const task = await seen(await failedTask());
  expect(task.attempted.map(({ number, outcome, reason }) => [number, outcome, reason])).toEqual([
    [1, 'retried', 'engine.failed'],
    [2, 'retried', 'engine.failed'],
    [3, 'failed', 'engine.failed'],
  ]);
  expect(task.log.at(-1)?.words).toBe('失败：CUDA out of memory');
  expect(task.settlement.hold).toMatchObject({ spent: 0, returned: task.settlement.hold?.amount });
});

it('a failed task is run once more as it is, free of charge, and keeps what was before', async () => {
  const id = await failedTask();
  const before = await left();
  expect(await refusal(support.api.redriveTask({ id, reason: '' }))).toMatchObject({ status: 422 });
  expect(await support.api.redriveTask({ id, reason: '显存已加' })).toMatchObject({
    status: 'queued',
    errorReason: null,
  });
  await server.deps.runner.idle();
  const task = await seen(id);
  expect(task).toMatchObject({ status: 'succeeded', spent: 0 });
  expect(task.attempted.map(({ number, outcome }) => [number, outcome]).at(-1)).toEqual([4, 'succeeded']);
  expect(await left()).toEqual(before);
  expect(await refusal(support.api.redriveTask({ id, reason: '再来一次' }))).toMatchObject({
    status: 409,
    reason: 'task.not_failed',
  });
});

it('or as a new task, free of charge as well, once however often it is sent', async () => {
  const id = await failedTask();
  const before = await left();
  const clientKey = newClientKey();
  const retried = await support.api.staffRetryTask({ id, reason: '用户来电', clientKey });
  const again = await support.api.staffRetryTask({ id, reason: '用户来电', clientKey });
  expect(again.id).toBe(retried.id);
  expect(retried).toMatchObject({ retriedFrom: { id }, held: 0 });
  await server.deps.runner.idle();
  expect(await seen(retried.id)).toMatchObject({ status: 'succeeded', spent: 0 });
  expect((await seen(id)).retries.map((task) => task.id)).toEqual([retried.id]);
  expect(await left()).toEqual(before);
  // The account sees it among its own.
  expect(await designer.api.getTaskByTaskId({ taskId: retried.id })).toMatchObject({ retriedFrom: id });
});

it('a task is canceled in the name of who did it, and its tickets go back', async () => {
  const before = await left();
  server.engine.hold();
  const running = await start();
  await server.engine.waiting();
  const waiting = await start();
  const ended = await support.api.staffCancelTask({ id: running, reason: '用户来电' });
  expect(ended).toMatchObject({ status: 'canceled', held: 0 });
  expect(ended.attempted).toMatchObject([{ outcome: 'canceled', endedBy: support.accountId }]);
  expect(ended.log.at(-1)?.words).toBe('员工取消：用户来电');
  expect(await support.api.staffCancelTask({ id: waiting, reason: '用户来电' })).toMatchObject({ status: 'canceled' });
  expect(await refusal(support.api.staffCancelTask({ id: waiting, reason: '用户来电' }))).toMatchObject({
    status: 409,
    reason: 'task.ended',
  });
  server.engine.release();
  await server.deps.runner.idle();
  expect(await left()).toEqual(before);
});

it('a task that waits is put first or last', async () => {
  server.engine.hold();
  const running = await start();
  await server.engine.waiting();
  const waiting = [await start(), await start(), await start()];
  const [first = '', , third = ''] = waiting;
  const places = async () => Promise.all(waiting.map(async (id) => (await seen(id)).ahead));
  expect(await places()).toEqual([0, 1, 2]);
  await support.api.moveTask({ id: third, to: 'front', reason: '加急' });
  expect(await places()).toEqual([1, 2, 0]);
  expect((await designer.api.getTaskByTaskId({ taskId: first })).queueNum).toBe(1);
  await support.api.moveTask({ id: third, to: 'back', reason: '不急了' });
  expect(await places()).toEqual([0, 1, 2]);
  expect(await refusal(support.api.moveTask({ id: running, to: 'back', reason: '不急' }))).toMatchObject({
    status: 409,
    reason: 'task.not_waiting',
  });
  server.engine.release();
  await server.deps.runner.idle();
});

it('every verb stands in the audit with its reason, and needs the right', async () => {
  const id = await failedTask();
  const viewer = await server.staff('viewer');
  expect(await refusal(viewer.api.redriveTask({ id, reason: '试试' }))).toMatchObject({ status: 403 });
  await support.api.redriveTask({ id, reason: '显存已加' });
  await server.deps.runner.idle();
  const rows = await server.deps.store.db.selectFrom('audit').selectAll().where('subject', '=', id).execute();
  expect(rows).toMatchObject([{ action: 'task.redrive', actor_id: support.accountId }]);
  expect(JSON.parse(rows[0]?.before ?? '{}')).toMatchObject({ status: 'failed' });
  expect(rows[0]?.reason).toBe('显存已加');
});

it('what the engine told is forgotten after thirty days, the attempts are not', async () => {
  const id = await start();
  await server.deps.runner.idle();
  server.clock.set({ advanceMs: 30 * day + 1 });
  await server.deps.sweep();
  support = await server.staff('support');
  expect(await seen(id)).toMatchObject({ log: [], attempted: [{ outcome: 'succeeded' }] });
});

it('many tasks at once: each for itself, with a report per row, in their order, once however often it is sent', async () => {
  const failed = [await failedTask(), await failedTask()];
  const bulk = (visitor: Visitor, verb: 'redrive' | 'cancel' | 'moveFront' | 'moveBack', ids: string[], key: string) =>
    visitor.api.bulkTasks({ verb, ids, reason: '引擎修好了', clientKey: key });

  const again = await bulk(support, 'redrive', [...failed, 'gone'], 'again-1');
  expect(again).toEqual({
    done: failed,
    failed: [{ id: 'gone', reason: 'task.not_found', message: expect.any(String) }],
    changeId: expect.any(String),
  });
  expect(await bulk(support, 'redrive', [...failed, 'gone'], 'again-1')).toEqual(again);
  await server.deps.runner.idle();
  for (const id of failed) expect((await seen(id)).status).toBe('succeeded');

  server.engine.hold();
  const running = await start();
  await server.engine.waiting();
  const [a = '', b = '', c = ''] = [await start(), await start(), await start()];
  await bulk(support, 'moveFront', [b, c], 'front-1');
  const waiting = async () => (await Promise.all([a, b, c].map(seen))).map(({ ahead }) => ahead);
  const [behindA, behindB, behindC] = await waiting();
  expect(behindB).toBeLessThan(behindC ?? 0);
  expect(behindC).toBeLessThan(behindA ?? 0);

  const ended = await bulk(support, 'cancel', [a, b, c, ...failed], 'cancel-1');
  expect(ended.done).toEqual([a, b, c]);
  expect(ended.failed.map(({ id, reason }) => [id, reason])).toEqual(failed.map((id) => [id, 'task.ended']));
  expect((await seen(a)).status).toBe('canceled');

  expect((await refusal(bulk(await server.staff('viewer'), 'cancel', [running], 'cancel-2'))).reason).toBe(
    'auth.forbidden',
  );
  const silent = support.api.bulkTasks({ verb: 'cancel', ids: [running], clientKey: 'cancel-3' });
  expect((await refusal(silent)).fields).toHaveProperty('reason');
  server.engine.release();
  await server.deps.runner.idle();
});

/** Takes back what staff did last. */
const undo = async () => support.api.revertChange({ id: await latest() });
async function latest(): Promise<string> {
  const [change] = await support.api.changes({ _sort: 'createdAt', _order: 'desc', _end: 1 });
  // The next one is later.
  server.clock.set({ advanceMs: 1 });
  return change?.id ?? '';
}
const spendable = async () => (await support.api.accountDetail({ accountId: designer.accountId })).tickets.normal;
const told = (call: Promise<unknown>) => refusal(call).then(({ reason }) => reason);

it('canceled tasks wait again where they stood, with their tickets held once more', async () => {
  server.engine.hold();
  const before = await spendable();
  const [running, second, third] = [await start(), await start(), await start()];
  await server.engine.waiting();
  const held = await spendable();
  const ids = [running, second, third];
  await support.api.bulkTasks({ verb: 'cancel', ids, reason: '误操作', clientKey: 'undo-cancel' });
  expect(await spendable()).toBe(before);
  expect(await undo()).toMatchObject({ title: '批量取消任务：3 条', state: 'reverted', left: [] });
  await server.engine.waiting();
  expect(await spendable()).toBe(held);
  const tasks = await Promise.all(ids.map(seen));
  expect(tasks.map(({ status, ahead }) => [status, ahead])).toEqual([
    ['running', null],
    ['queued', 0],
    ['queued', 1],
  ]);
  expect(tasks[2]?.settlement.movements.map(({ movement }) => movement)).toEqual(['hold', 'return', 'hold']);

  // Canceled once more, and by then the tickets are spent.
  await support.api.staffCancelTask({ id: third, reason: '又来电' });
  const rest = { kind: 'normal', amount: await spendable(), reason: '核对', clientKey: 'spent-meanwhile' } as const;
  await (await server.staff('admin')).api.takeBackTickets({ accountId: designer.accountId, ...rest });
  expect(await refusal(undo())).toMatchObject({ status: 409, reason: 'ticket.short' });
  expect((await seen(third)).status).toBe('canceled');
  server.engine.release();
  await server.deps.runner.idle();
  expect((await Promise.all([running, second].map(seen))).map(({ status }) => status)).toEqual(
    Array(2).fill('succeeded'),
  );
  expect(before - held).toBe((await seen(running)).spent * 3);
});

it('a canceled task stays canceled once its owner is banned or has deleted it; of many the others wait again', async () => {
  server.engine.hold();
  const running = await start();
  await server.engine.waiting();
  const [kept, deleted] = [await start(), await start()];
  await support.api.bulkTasks({ verb: 'cancel', ids: [kept, deleted], reason: '误操作', clientKey: 'undo-part' });
  await designer.api.delTaskByTaskId({ taskId: deleted });
  const sentence = { resource: 'task_cancel', id: deleted, message: '任务不存在或已被删除' };
  expect(await undo()).toMatchObject({ state: 'reverted', left: [sentence] });
  expect((await seen(kept)).status).toBe('queued');

  await support.api.staffCancelTask({ id: kept, reason: '误操作' });
  const id = await latest();
  const ban = { status: 'banned', statusReason: '滥用', reason: '核对' } as const;
  await (await server.staff('operator')).api.updateAccount({ accountId: designer.accountId, ...ban });
  expect(await told(support.api.revertChange({ id }))).toBe('task.owner_gone');
  server.engine.release();
  await server.deps.runner.idle();
  expect((await seen(running)).status).toBe('succeeded');
});

it('moves are taken back while the tasks wait and nobody moved them again', async () => {
  server.engine.hold();
  await start();
  await server.engine.waiting();
  const waiting = [await start(), await start(), await start()];
  const places = async () => Promise.all(waiting.map(async (id) => (await seen(id)).ahead));
  const [first = '', second = '', third = ''] = waiting;
  await support.api.bulkTasks({ verb: 'moveFront', ids: [second, third], reason: '加急', clientKey: 'undo-front' });
  expect(await places()).toEqual([2, 0, 1]);
  expect((await undo()).left).toEqual([]);
  expect(await places()).toEqual([0, 1, 2]);

  await support.api.moveTask({ id: first, to: 'back', reason: '不急' });
  const id = await latest();
  await support.api.moveTask({ id: first, to: 'front', reason: '加急' });
  expect(await told(support.api.revertChange({ id }))).toBe('task.moved_again');
  server.engine.release();
  await server.deps.runner.idle();
  expect(await told(undo())).toBe('task.not_waiting');
});

it('a new run of a failed task is taken back before it begins, a new task until it ends', async () => {
  const id = await failedTask();
  const before = await seen(id);
  server.engine.hold();
  const running = await start();
  await server.engine.waiting();
  await support.api.redriveTask({ id, reason: '显存已加' });
  await undo();
  const { ahead, status, attempts, errorMessage, finishedAt, job } = before;
  expect(await seen(id)).toMatchObject({
    ahead,
    status,
    attempts,
    errorMessage,
    finishedAt,
    job: { state: job?.state },
  });

  const made = await support.api.staffRetryTask({ id, reason: '用户来电', clientKey: newClientKey() });
  await undo();
  expect((await seen(made.id)).status).toBe('canceled');

  await support.api.redriveTask({ id, reason: '显存已加' });
  server.engine.release();
  await server.deps.runner.idle();
  expect(await told(undo())).toBe('task.begun_again');
  await support.api.staffRetryTask({ id: await failedTask(), reason: '用户来电', clientKey: newClientKey() });
  await server.deps.runner.idle();
  expect(await told(undo())).toBe('task.ended');
  expect((await seen(running)).status).toBe('succeeded');
});
