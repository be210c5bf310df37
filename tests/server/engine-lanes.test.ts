import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineTerms } from '../../mock-server/modules/studio/engine/engine-terms.ts';
import { createPaidService, type PaidService } from '../support/paid-service.ts';
import { enlargement, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';

const leaves = '图片和描述会发送到外部服务';
const terms: EngineTerms = {
  priceFactor: 1.5,
  laneSize: 1,
  hasFreeOutputs: false,
  plans: ['pro', 'team'],
  leaves,
};

let service: PaidService;
let own: ReturnType<typeof createTestEngine>;
let server: TestServer;
beforeEach(async () => {
  service = createPaidService(['upScaleImg', 'toline']);
  own = createTestEngine(['upScaleImg', 'toline']);
  server = await startTestServer(options());
});
afterEach(async () => {
  service.finish();
  own.release();
  expect(await server.faults()).toEqual([]);
  await server.close();
});

/** The paid service first, so that it is the default. */
const options = (isPaidThere = true) => ({
  engine: [...(isPaidThere ? [service.engine()] : []), own],
  engineTerms: new Map([['paid', terms]]),
  config: { taskConcurrency: 1 },
});

async function designer(plan: 'free' | 'pro' | 'team' = 'team') {
  const member = await server.member({ plan, tickets: { normal: 100 } });
  const { imageId } = await member.upload(await drawPicture());
  const start = async (engine?: string, scale: 2 | 4 = 2) => {
    const request = enlargement(imageId, scale);
    return member.api.startTask({ ...request, params: { ...request.params, ...(engine && { engine }) } });
  };
  return { member, imageId, start };
}

/** A designer whose task the paid service is working on, so that others wait in its lane. */
async function busyDesigner() {
  service.hold();
  const person = await designer();
  const watched = service.watched();
  await person.start('paid');
  await watched;
  return person;
}

const standing = async (member: Member, taskId: string) => {
  const { status, engine, queueNum } = await member.api.getTaskByTaskId({ taskId });
  return `${status} ${engine} ${queueNum}`;
};

describe('an engine with a lane of its own', () => {
  it('does not hold up the others, and positions are counted in each lane', async () => {
    service.hold();
    own.hold();
    const { member, start } = await designer();
    const paid = [await start('paid'), await start('paid'), await start('paid')];
    const free = [await start('test'), await start('test')];
    await own.waiting();
    expect(await Promise.all([...paid, ...free].map(({ taskId }) => standing(member, taskId)))).toEqual([
      'running paid 0',
      'queued paid 0',
      'queued paid 1',
      'running test 0',
      'queued test 0',
    ]);
    own.release();
    for (const { taskId } of free) await expect.poll(() => standing(member, taskId)).toBe('succeeded test 0');
    expect(service.paid).toHaveLength(1);
  });

  it('estimates by its own runs', async () => {
    const { member, start } = await designer();
    for (const engine of ['paid', 'test']) await server.settled(member, (await start(engine)).taskId);
    await server.deps.store.db.updateTable('task').set({ ms: 40_000 }).where('engine', '=', 'paid').execute();
    const listed = (await member.api.tools()).find(({ id }) => id === 'upScaleImg')?.engines ?? [];
    expect(listed.map(({ name, usualMs }) => [name, usualMs])).toEqual([
      ['paid', 40_000],
      ['test', expect.any(Number)],
    ]);
    service.hold();
    own.hold();
    const [slow, quick] = [await start('paid'), await start('test')];
    await own.waiting();
    const etaOf = async (taskId: string) => (await member.api.getTaskByTaskId({ taskId })).etaMs;
    expect(await etaOf(slow.taskId)).toBeGreaterThan(10_000);
    expect(await etaOf(quick.taskId)).toBeLessThan(10);
  });
});

describe('terms of an engine', () => {
  it('multiply the price, rounded up, and leave the free outputs of the day to the others', async () => {
    const { member, imageId, start } = await designer();
    const { taskId } = await start('paid');
    expect(await server.settled(member, taskId)).toMatchObject({ ticket: { spent: 2 } });
    const line = { tool: 'toline', params: { upload_img: imageId, engine: 'paid' }, clientKey: 'line' };
    const paid = await member.api.startTask(line);
    expect(await server.settled(member, paid.taskId)).toMatchObject({ ticket: { spent: 2 } });
    const free = await member.api.startTask({
      ...line,
      params: { upload_img: imageId, engine: 'test' },
      clientKey: 'free',
    });
    expect(await server.settled(member, free.taskId)).toMatchObject({ ticket: { spent: 0 } });
  });

  it('stand in the list of tools', async () => {
    const answer = (await server.visitor().api.tools()).find(({ id }) => id === 'upScaleImg');
    expect(answer?.engines).toMatchObject([
      { name: 'paid', priceFactor: 1.5, hasFreeOutputs: false, plans: ['pro', 'team'], leaves },
      { name: 'test', priceFactor: 1, hasFreeOutputs: true },
    ]);
  });

  it('are those of the engine that the caller’s plan would use, on cards', async () => {
    const offerFor = async (visitor: Pick<Member, 'api'>) => (await visitor.api.toolOffers()).upScaleImg;
    const free = { quality: 'final', priceFactor: 1, hasFreeOutputs: true };
    expect(await offerFor(server.visitor())).toEqual(free);
    expect(await offerFor(await server.member())).toEqual(free);
    const { member } = await designer('pro');
    expect(await offerFor(member)).toEqual({ quality: 'final', priceFactor: 1.5, hasFreeOutputs: false });
  });

  it('keep it from other plans: named it is refused, unnamed another one serves', async () => {
    const { member, start } = await designer('free');
    expect(await refusal(start('paid'))).toMatchObject({ status: 403, reason: 'task.engine_plan' });
    const { taskId } = await start();
    expect(await server.settled(member, taskId)).toMatchObject({ engine: 'test', ticket: { spent: 1 } });
  });
});

describe('a budget', () => {
  async function reopenWith(budget: NonNullable<EngineTerms['budget']>): Promise<void> {
    await server.close();
    const engineTerms = new Map([['paid', { priceFactor: 1, laneSize: 2, hasFreeOutputs: false, budget }]]);
    server = await startTestServer({ ...options(), engineTerms });
  }

  it('is reserved before a run, counts what the service charged, and closes the engine with a sentence until the next day', async () => {
    await reopenWith({ perRunFen: 10, dayFen: 30 });
    const { member, start } = await designer();
    // Each run costs 12 fen, although 10 are reserved: two fit, and a third would reach 34.
    for (const engine of ['paid', 'paid']) await server.settled(member, (await start(engine)).taskId);
    expect(await refusal(start('paid'))).toMatchObject({
      reason: 'task.engine_closed',
      message: '「收费引擎」现在不可用：今天的预算已用完，明天恢复；请稍后再试或改选其他引擎',
    });
    const listed = async () => (await server.visitor().api.tools()).find(({ id }) => id === 'upScaleImg');
    expect((await listed())?.closedEngines).toEqual([
      { name: 'paid', title: '收费引擎', reason: '今天的预算已用完，明天恢复' },
    ]);
    expect(await server.settled(member, (await start()).taskId)).toMatchObject({ engine: 'test' });
    server.clock.set({ advanceMs: 86_400_000 });
    expect((await listed())?.closedEngines).toEqual([]);
  });

  it('is not exceeded by runs that begin together', async () => {
    await reopenWith({ perRunFen: 20, dayFen: 30 });
    const { member, start } = await designer();
    service.hold();
    const watched = service.watched();
    const [first, second] = [await start('paid'), await start('paid').catch(() => undefined)];
    await watched;
    service.finish();
    const ends = [];
    for (const begun of [first, second]) if (begun) ends.push((await server.settled(member, begun.taskId)).status);
    expect(ends.filter((status) => status === 'succeeded')).toHaveLength(1);
    expect(service.paid).toHaveLength(1);
  });
});

describe('an engine that is down', () => {
  it('stays in the list with its reason', async () => {
    service.close('显卡服务器没有应答');
    const answer = (await server.visitor().api.tools()).find(({ id }) => id === 'upScaleImg');
    expect(answer?.engines.map(({ name }) => name)).toEqual(['test']);
    expect(answer?.closedEngines).toEqual([{ name: 'paid', title: '收费引擎', reason: '显卡服务器没有应答' }]);
  });

  it('hands tasks that did not name it to another one, which costs no more and returns the rest', async () => {
    const { member, start } = await busyDesigner();
    const { taskId } = await start();
    expect(await standing(member, taskId)).toBe('queued paid 0');
    service.close('显卡服务器没有应答');
    service.finish();
    expect(await server.settled(member, taskId)).toMatchObject({
      ...{ status: 'succeeded', engine: 'test' },
      ticket: { held: 0, spent: 1, returned: 1 },
    });
  });

  it('is waited for by tasks that named it', async () => {
    const { member, start } = await busyDesigner();
    const { taskId } = await start('paid');
    service.close('显卡服务器没有应答');
    service.finish();
    expect(await server.settled(member, taskId)).toMatchObject({ status: 'queued', engine: 'paid' });
    service.close(undefined);
    await server.pass(15_000);
    expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', engine: 'paid' });
  });

  it('is gone after a restart: what waited for it is run by another one', async () => {
    const { member, start } = await busyDesigner();
    const { taskId } = await start();
    const { dataDir, stop } = server;
    await stop(0);
    server = await startTestServer({ ...options(false), engineTerms: new Map(), dataDir });
    const visitor = server.visitor();
    visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
    const again = { ...visitor, accountId: member.accountId, phoneNo: member.phoneNo };
    expect(await server.settled(again, taskId)).toMatchObject({ status: 'succeeded', engine: 'test' });
  });
});
