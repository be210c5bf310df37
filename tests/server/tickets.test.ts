import { describe, expect, it } from 'vitest';
import { hour } from '#shared/domain/time';
import { enlargement, type Member, planColouring, refusal, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { ticketsOf } from '../support/server-tickets.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});
const { normal, withPicture } = ticketsOf(() => server);

/** Takes away all but some tickets. */
async function leave(member: Member, amount: number): Promise<void> {
  const revocation = { kind: 'normal' as const, amount: (await normal(member)) - amount, reason: '测试', key: 'leave' };
  await server.deps.store.transact((tx) => server.deps.tickets.revoke(tx, member.accountId, revocation));
}

describe('tickets are held at the start and', () => {
  it('spent when the result is there', async () => {
    const { member, imageId } = await withPicture();
    server.engine.hold();
    const { taskId, status } = await member.api.startTask(enlargement(imageId, 4));
    expect(status).toBe('queued');
    await server.engine.waiting();
    expect((await member.api.getTaskByTaskId({ taskId })).ticket).toEqual({
      type: 'normal',
      held: 2,
      spent: 0,
      returned: 0,
    });
    expect(await normal(member)).toBe(21);
    server.engine.release();
    const task = await server.settled(member, taskId);
    expect(task).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 2, returned: 0 } });
    expect(await normal(member)).toBe(21);
    expect(await member.api.totalTicket({ type: 2 })).toBe(3);
  });

  it('returned when the engine refuses, with the engine’s sentence', async () => {
    const { member, imageId } = await withPicture();
    server.engine.refuseNext('图片里没有建筑，请换一张');
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    const task = await server.settled(member, taskId);
    expect(task).toMatchObject({ status: 'failed', images: [], ticket: { held: 0, spent: 0, returned: 2 } });
    expect(task.error).toEqual({ reason: 'engine.refused', message: '图片里没有建筑，请换一张' });
    expect(await normal(member)).toBe(23);
  });

  it('returned when a waiting task is canceled, which an engine never hears of', async () => {
    const { member, imageId } = await withPicture();
    server.engine.hold();
    const running = [
      await member.api.startTask(enlargement(imageId)),
      await member.api.startTask(enlargement(imageId)),
    ];
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    await server.engine.waiting();
    expect(await normal(member)).toBe(19);
    expect(await member.api.cancelTask({ taskId })).toMatchObject({ outcome: 'canceled' });
    expect(await normal(member)).toBe(21);
    server.engine.release();
    expect(await server.settled(member, taskId)).toMatchObject({
      status: 'canceled',
      ticket: { held: 0, spent: 0, returned: 2 },
    });
    expect([...server.engine.started].sort()).toEqual(running.map((task) => task.taskId).sort());
    expect(await normal(member)).toBe(21);
  });

  it('returned when a running task is canceled, once', async () => {
    const { member, imageId } = await withPicture();
    server.engine.hold();
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    await server.engine.waiting();
    const outcomes = await Promise.all([1, 2, 3].map(() => member.api.cancelTask({ taskId })));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['canceled', 'canceled', 'canceled']);
    const task = await server.settled(member, taskId);
    expect(task).toMatchObject({ status: 'canceled', images: [], ticket: { held: 0, spent: 0, returned: 2 } });
    expect(await normal(member)).toBe(23);
  });

  it('returned though the engine delivers in spite of the cancel; nothing of it is kept', async () => {
    const { member, imageId } = await withPicture();
    server.engine.ignoreStops();
    server.engine.hold();
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    await server.engine.waiting();
    await member.api.cancelTask({ taskId });
    server.engine.release();
    expect(await server.settled(member, taskId)).toMatchObject({
      status: 'canceled',
      images: [],
      ticket: { spent: 0, returned: 2 },
    });
    expect(await normal(member)).toBe(23);
  });

  it('spent for each picture that came', async () => {
    const { member, imageId } = await withPicture();
    server.engine.deliverNext(3);
    const { taskId } = await member.api.startTask(planColouring(imageId, 2));
    const generous = await server.settled(member, taskId);
    expect(generous.ticket).toMatchObject({ spent: 2, returned: 0 });

    server.engine.deliverNext(1);
    const second = await member.api.startTask(planColouring(imageId, 2));
    const partial = await server.settled(member, second.taskId);
    expect(partial).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 1, returned: 1 } });
    expect(partial.images).toHaveLength(1);
    expect(await normal(member)).toBe(20);
  });

  it('returned when the engine ends well with nothing', async () => {
    const { member, imageId } = await withPicture();
    server.engine.deliverNext(0);
    const { taskId } = await member.api.startTask(planColouring(imageId, 2));
    await server.deps.runner.idle();
    for (let tries = 0; tries < 2; tries++) {
      server.engine.deliverNext(0);
      await server.pass(hour);
    }
    expect(await server.settled(member, taskId)).toMatchObject({
      status: 'failed',
      error: { reason: 'engine.failed' },
      ticket: { spent: 0, returned: 2 },
    });
  });
});

describe('with too few tickets', () => {
  it('nothing starts and nothing is held', async () => {
    const { member, imageId } = await withPicture({ plan: 'team' });
    await leave(member, 20);
    for (let i = 0; i < 9; i++) await member.api.startTask(enlargement(imageId, 4));
    await server.deps.runner.idle();
    await member.api.startTask(enlargement(imageId, 1));
    expect(await normal(member)).toBe(1);
    const before = await server.deps.store.db.selectFrom('ticket_hold').selectAll().execute();
    const answer = await refusal(member.api.startTask(enlargement(imageId, 4)));
    expect(answer).toMatchObject({ status: 409, reason: 'ticket.short', message: '普通券不足，需要 2 张，剩余 1 张' });
    await server.deps.runner.idle();
    expect(await server.deps.store.db.selectFrom('ticket_hold').select('id').execute()).toHaveLength(before.length);
    expect(await normal(member)).toBe(1);
    expect((await member.api.getTaskList({ size: 50 })).total).toBe(10);
  });

  it('fourteen starts at once take what there is and not one more', async () => {
    const { member, imageId } = await withPicture({ plan: 'team' });
    await leave(member, 20);
    server.engine.hold();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 14 }, () => member.api.startTask(enlargement(imageId, 4))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await normal(member)).toBe(0);
    server.engine.release();
    await server.deps.runner.idle();
  });
});

it('totalTicket takes 1, 2 and 3 and nothing else', async () => {
  const member = await server.member();
  expect(await member.api.totalTicket()).toBe(23);
  for (const type of ['0', '4', 'normal', '1.5', '']) {
    const answer = await member.raw('GET', `/api/ai/totalTicket?version=1.2&type=${type}`);
    expect(answer).toMatchObject({ status: 422, json: { data: null, error: { reason: 'request.invalid' } } });
  }
});
