import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Task } from '#shared/contract/task';
import type { Plan } from '#shared/domain/plan';
import { enlargement, lineDrawing, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { openTaskStream } from '../support/server-events.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
beforeEach(async () => {
  // One run at a time, so that the order of the queue is the order of the starts.
  server = await startTestServer({ config: { taskConcurrency: 1 } });
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

type Designer = Member & { imageId: string };

async function designer(plan: Plan): Promise<Designer> {
  const member = await server.member({ plan, tickets: { normal: 200 } });
  return { ...member, imageId: (await member.upload(await drawPicture())).imageId };
}

async function queueUp(who: Designer, count: number): Promise<string[]> {
  const taskIds: string[] = [];
  for (let i = 0; i < count; i++) taskIds.push((await who.api.startTask(enlargement(who.imageId))).taskId);
  return taskIds;
}

/** Occupies the only place with a task of somebody else, so that what follows waits. */
async function occupy(): Promise<{ who: Designer; taskId: string }> {
  const who = await designer('free');
  server.engine.hold();
  const [taskId = ''] = await queueUp(who, 1);
  await server.engine.waiting();
  return { who, taskId };
}

async function finishAll(): Promise<void> {
  server.engine.release();
  await server.deps.runner.idle();
}

const look = (who: Member, taskId: string): Promise<Task> => who.api.getTaskByTaskId({ taskId });
const placeOf = async (who: Member, taskId: string) => {
  const { status, queueNum } = await look(who, taskId);
  return `${status} ${queueNum}`;
};

describe('turns', () => {
  it('one account’s many tasks do not hold up another’s first', async () => {
    await occupy();
    const team = await designer('team');
    const many = await queueUp(team, 30);
    const free = await designer('free');
    const [first = '', second = ''] = await queueUp(free, 2);
    // Nothing of either was served yet: the first of both come at once, then eight of the team for one of the free.
    expect(await placeOf(free, first)).toBe('queued 1');
    expect(await placeOf(free, second)).toBe('queued 10');
    await finishAll();
    const order = server.engine.started.slice(1);
    expect(order.indexOf(first)).toBe(1);
    expect(order.indexOf(second)).toBe(10);
    expect(order.filter((taskId) => many.includes(taskId))).toEqual(many);
  });

  it('accounts of one plan alternate, and a plan weighs as it should', async () => {
    await occupy();
    const [one, other, basic] = [await designer('basic'), await designer('basic'), await designer('pro')];
    const tasks = { a: await queueUp(one, 4), b: await queueUp(other, 4), p: await queueUp(basic, 8) };
    await finishAll();
    const letters = server.engine.started
      .slice(1)
      .map((taskId) => Object.entries(tasks).find(([, ids]) => ids.includes(taskId))?.[0])
      .join('');
    expect(letters).toBe('abppabppabppabpp');
  });

  it('a task canceled while it waits costs its account no turn', async () => {
    await occupy();
    const [one, other] = [await designer('basic'), await designer('basic')];
    const canceled = await queueUp(one, 5);
    for (const taskId of canceled) await one.api.cancelTask({ taskId });
    const [late = ''] = await queueUp(other, 2);
    const [again = ''] = await queueUp(one, 1);
    await finishAll();
    expect(server.engine.started.slice(1, 3)).toEqual([late, again]);
  });

  it('are kept over a restart', async () => {
    const { dataDir } = server;
    await occupy();
    const team = await designer('team');
    const many = await queueUp(team, 6);
    const free = await designer('free');
    const [only = ''] = await queueUp(free, 1);
    await server.stop(0);
    server = await startTestServer({ dataDir, config: { taskConcurrency: 1 } });
    await server.deps.runner.idle();
    const order = server.engine.started.filter((taskId) => taskId === only || many.includes(taskId));
    expect(order).toEqual([many[0], only, ...many.slice(1)]);
  });
});

describe('limits', () => {
  it.each<[Plan, number, string]>([
    ['free', 3, '免费版最多同时生成 1 个、排队 2 个任务，请等前面的完成后再提交'],
    ['basic', 7, '基础会员最多同时生成 2 个、排队 5 个任务，请等前面的完成后再提交'],
    ['pro', 14, '专业会员最多同时生成 4 个、排队 10 个任务，请等前面的完成后再提交'],
    ['team', 38, '团队最多同时生成 8 个、排队 30 个任务，请等前面的完成后再提交'],
  ])('%s: %i at once, then a sentence', async (plan, limit, message) => {
    await occupy();
    const who = await designer(plan);
    const started = await queueUp(who, limit);
    const before = await who.api.totalTicket({ type: 1 });
    const request = enlargement(who.imageId);
    expect(await refusal(who.api.startTask(request))).toMatchObject({ status: 429, reason: 'task.too_many', message });
    expect(await who.api.totalTicket({ type: 1 })).toBe(before);
    // A known key is no new task; and one that ends makes room.
    await who.api.cancelTask({ taskId: started[0] ?? '' });
    const { taskId } = await who.api.startTask(request);
    expect((await who.api.startTask(request)).taskId).toBe(taskId);
    await finishAll();
  });

  it('of running tasks hold where the server could run more', async () => {
    await server.close();
    server = await startTestServer({ config: { taskConcurrency: 6 } });
    server.engine.hold();
    const [free, basic] = [await designer('free'), await designer('basic')];
    const tasks = { free: await queueUp(free, 3), basic: await queueUp(basic, 4) };
    const running = async (who: Designer, ids: string[]) =>
      (await Promise.all(ids.map((taskId) => look(who, taskId)))).filter((task) => task.status === 'running').length;
    await expect.poll(() => running(basic, tasks.basic)).toBe(2);
    expect(await running(free, tasks.free)).toBe(1);
    await finishAll();
    expect((await free.api.getTaskList({ status: 'succeeded' })).total).toBe(3);
  });

  it('are those of the free plan once a membership has ended', async () => {
    await occupy();
    const who = await designer('team');
    await server.deps.store.transact((tx) => server.deps.memberships.setByStaff(tx, who.accountId, 'free', null));
    await queueUp(who, 3);
    expect((await refusal(who.api.startTask(enlargement(who.imageId)))).message).toContain('免费版');
    await finishAll();
  });
});

describe('what a waiting task says', () => {
  it('its position and the end, from the median of the last runs of the same tool and size', async () => {
    const who = await designer('pro');
    const ran = await queueUp(who, 3);
    await server.deps.runner.idle();
    for (const [index, ms] of [1000, 9000, 3000].entries())
      await server.deps.store.db
        .updateTable('task')
        .set({ ms })
        .where('id', '=', ran[index] ?? '')
        .execute();
    server.engine.hold();
    const [running = '', next = '', last = ''] = await queueUp(who, 3);
    await server.engine.waiting();
    await expect.poll(async () => (await look(who, running)).progress).toBeCloseTo(0.5 * (1 - 800 / 3000), 4);
    expect((await look(who, running)).etaMs).toBe(1900);
    expect(await look(who, next)).toMatchObject({ queueNum: 0, etaMs: 4900 });
    expect(await look(who, last)).toMatchObject({ queueNum: 1, etaMs: 7900 });
    await finishAll();
    expect((await look(who, last)).etaMs).toBeUndefined();
  });

  it('nothing about the end when nothing is known, of its tool and size or of what is before it', async () => {
    const { who: first } = await occupy();
    const who = await designer('pro');
    const [mine = ''] = await queueUp(who, 1);
    expect((await look(who, mine)).etaMs).toBeUndefined();
    await finishAll();
    server.engine.hold();
    const [known = ''] = await queueUp(who, 1);
    const { taskId: other } = await who.api.startTask(enlargement(who.imageId, 4));
    const { taskId: line } = await who.api.startTask(lineDrawing(who.imageId));
    const [behind = ''] = await queueUp(first, 2);
    await server.engine.waiting();
    expect((await look(who, known)).etaMs).toBeDefined();
    for (const taskId of [other, line]) expect((await look(who, taskId)).etaMs).toBeUndefined();
    expect((await look(first, behind)).queueNum).toBeGreaterThan(0);
    await finishAll();
  });

  it('as events too: whoever waits hears of every step forward and back', async () => {
    const { who: first, taskId: running } = await occupy();
    const free = await designer('free');
    const [, waiting = ''] = await queueUp(free, 2);
    const stream = await openTaskStream(free);
    let seq = (await look(free, waiting)).seq;
    const hear = async (queueNum: number): Promise<Task> => {
      const isNews = ({ task }: { task: Task }) => task.taskId === waiting && task.seq > seq;
      const { task } = await stream.until((event) => isNews(event) && event.task.queueNum === queueNum);
      seq = task.seq;
      return task;
    };
    expect(await placeOf(free, waiting)).toBe('queued 1');
    const team = await designer('team');
    const ahead = await queueUp(team, 2);
    const pushedBack = await hear(3);
    expect(pushedBack.status).toBe('queued');
    await team.api.cancelTask({ taskId: ahead[0] ?? '' });
    const forward = await hear(2);
    expect(forward).toEqual(await look(free, waiting));
    await first.api.cancelTask({ taskId: running });
    await hear(1);
    await finishAll();
    await stream.until(({ task }) => task.taskId === waiting && task.status === 'succeeded');
    stream.close();
  });
});

describe('canceling', () => {
  it('a waiting task returns everything and lets the others move up', async () => {
    await occupy();
    const who = await designer('basic');
    const { taskId } = await who.api.startTask(enlargement(who.imageId, 4));
    const [behind = ''] = await queueUp(who, 1);
    const before = await who.api.totalTicket({ type: 1 });
    expect(await who.api.cancelTask({ taskId })).toEqual({ outcome: 'canceled', message: '已取消，2 张券已退回' });
    expect(await who.api.totalTicket({ type: 1 })).toBe(before + 2);
    expect(await look(who, taskId)).toMatchObject({ status: 'canceled', ticket: { held: 0, spent: 0, returned: 2 } });
    expect(await placeOf(who, behind)).toBe('queued 0');
    expect(await who.api.cancelTask({ taskId })).toEqual({ outcome: 'canceled', message: '任务已取消' });
    expect(await who.api.totalTicket({ type: 1 })).toBe(before + 2);
    await finishAll();
    expect(server.engine.started).not.toContain(taskId);
  });

  it('a running task returns everything, since nothing was delivered, and its place goes to the next', async () => {
    const { who, taskId } = await occupy();
    const [next = ''] = await queueUp(who, 1);
    expect(await who.api.cancelTask({ taskId })).toEqual({ outcome: 'canceled', message: '已取消，1 张券已退回' });
    expect(await look(who, taskId)).toMatchObject({ status: 'canceled', images: [], ticket: { returned: 1 } });
    expect(await server.engine.waiting()).toBe(next);
    await finishAll();
    expect((await look(who, next)).status).toBe('succeeded');
  });

  it('what has ended is refused with a sentence', async () => {
    const who = await designer('free');
    const [done = ''] = await queueUp(who, 1);
    await server.deps.runner.idle();
    server.engine.refuseNext('太暗了');
    const [failed = ''] = await queueUp(who, 1);
    await server.deps.runner.idle();
    expect(await who.api.cancelTask({ taskId: done })).toEqual({
      outcome: 'finished',
      message: '任务已完成，不能取消',
    });
    expect(await who.api.cancelTask({ taskId: failed })).toEqual({
      outcome: 'finished',
      message: '任务已失败，券已退回，无需取消',
    });
    expect((await look(who, done)).ticket).toMatchObject({ spent: 1, returned: 0 });
  });
});

describe('retrying', () => {
  it('makes a new task of the same parameters that names the first, in the same project', async () => {
    const who = await designer('free');
    const { projectId } = await who.api.createProject({ name: '别墅' });
    server.engine.refuseNext('太暗了');
    const request = enlargement(who.imageId, 4);
    const { taskId } = await who.api.startTask({ ...request, projectId });
    await server.deps.runner.idle();
    const again = await who.api.retryTask({ taskId, clientKey: 'again' });
    const same = await who.api.retryTask({ taskId, clientKey: 'again' });
    expect(same.taskId).toBe(again.taskId);
    const task = await server.settled(who, again.taskId);
    expect(task).toMatchObject({ status: 'succeeded', retriedFrom: taskId, params: (await look(who, taskId)).params });
    const { list } = await who.api.works({ projectId });
    expect(list.map((work) => work.taskId).sort()).toEqual([taskId, again.taskId].sort());
  });

  it('is refused while it still runs, for what is somebody else’s, and when the queue is full', async () => {
    const { who, taskId } = await occupy();
    expect(await refusal(who.api.retryTask({ taskId, clientKey: 'k' }))).toMatchObject({
      status: 409,
      reason: 'task.still_running',
    });
    const other = await designer('free');
    expect((await refusal(other.api.retryTask({ taskId, clientKey: 'k' }))).reason).toBe('task.not_found');
    await who.api.cancelTask({ taskId });
    await queueUp(who, 3);
    expect((await refusal(who.api.retryTask({ taskId, clientKey: 'k' }))).reason).toBe('task.too_many');
    expect((await refusal(who.api.retryTask({ taskId, clientKey: '' }))).fields).toEqual({
      clientKey: ['缺少请求编号'],
    });
    await finishAll();
  });
});
