import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngineHealth } from '#shared/contract/engine-desk';
import { day, hour } from '#shared/domain/time';
import { createPaidService } from '../support/paid-service.ts';
import { enlargement, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('an engine tells what it can run, how its last hour went, and is tried without a trace in the books', async () => {
  const operator = await server.staff('operator');
  const viewer = await server.staff('viewer');
  const member = await server.member({ tickets: { normal: 10 } });
  const { imageId } = await member.upload(await drawPicture());
  await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  server.engine.refuseNext('看不懂这张图');
  await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();

  const answer = await viewer.fetch('/api/admin/v1/engines');
  const rows = (await answer.json()) as EngineHealth[];
  expect(answer.headers.get('x-total-count')).toBe(String(rows.length));
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['render', 'chat', 'sms', 'email', 'payment']));
  expect(rows.find(({ id }) => id === 'render-test')).toMatchObject({
    ...{ title: '测试引擎', calls: 2, errorRate: 0.5, state: 'failing', detail: '看不懂这张图' },
    abilities: expect.arrayContaining([expect.objectContaining({ id: 'upScaleImg' })]),
  });
  expect(
    rows.find(({ id }) => id === 'sms')?.settings.find(({ variable }) => variable === 'SMS_PROVIDER'),
  ).toMatchObject({ shown: 'outbox', source: 'default' });

  const before = await server.deps.store.db.selectFrom('task').select('id').execute();
  expect(await refusal(viewer.api.testEngine({ id: 'render-test' }))).toMatchObject({ status: 403 });
  expect(await operator.api.testEngine({ id: 'render-test' })).toMatchObject({ isOk: true });
  expect(await operator.api.testEngine({ id: 'payment-alipay' })).toMatchObject({ isOk: true });
  expect(await operator.api.testEngine({ id: 'chat-offline' })).toMatchObject({ isOk: true });
  server.engine.failNext(1, new Error('CUDA out of memory'));
  expect(await operator.api.testEngine({ id: 'render-test' })).toMatchObject({
    isOk: false,
    sentence: expect.stringContaining('CUDA out of memory'),
  });
  expect(await server.deps.store.db.selectFrom('task').select('id').execute()).toEqual(before);
  expect(await refusal(operator.api.testEngine({ id: 'render-nobody' }))).toMatchObject({ status: 404 });

  server.clock.set({ advanceMs: hour + 1 });
  expect(await viewer.api.staffEngine({ id: 'render-test' })).toMatchObject({ calls: 0, errorRate: null, p50: null });
});

it('a message that was sent counts for its service', async () => {
  const viewer = await server.staff('viewer');
  await server.visitor().api.sendSmsCode({ phoneNo: '13900008888' });
  expect(await viewer.api.staffEngine({ id: 'sms' })).toMatchObject({ calls: 1, errorRate: 0, isSimulated: true });
});

it('a paid engine tells its cost, income, failures, medians and budget, and alarms about runs that may have cost money', async () => {
  const service = createPaidService();
  const budget = { perRunFen: 10, dayFen: 40, monthFen: 500 };
  const engineTerms = new Map([['paid', { priceFactor: 2, laneSize: 3, hasFreeOutputs: false, budget }]]);
  const paid = await startTestServer({ engine: service.engine(), engineTerms });
  const viewer = await paid.staff('viewer');
  const member = await paid.member({ plan: 'pro', tickets: { normal: 50 } });
  const { imageId } = await member.upload(await drawPicture());
  const begin = () => member.api.startTask(enlargement(imageId));
  const figures = () => viewer.api.staffEngineFigures({ id: 'render-paid' });

  await paid.settled(member, (await begin()).taskId);
  expect(await figures()).toMatchObject({
    ...{ succeeded: 1, costFen: 12, tickets: [{ kind: 'normal', amount: 2 }], incomeFen: 66, failures: [] },
    tools: [{ tool: 'upScaleImg', runs: 1 }],
    ...{ lane: { size: 3, waiting: 0, running: 0 }, uncertain: [] },
    budget: {
      perRunFen: 10,
      day: { usedFen: 12, limitFen: 40 },
      month: { usedFen: 12, limitFen: 500 },
      closedBy: null,
    },
  });
  expect(await viewer.api.engineAlarms()).toEqual([]);

  service.failStarts([new Error('socket hang up')], true);
  service.forgetKeys();
  const { taskId } = await begin();
  await paid.settled(member, taskId);
  await paid.pass(1000);
  await paid.settled(member, taskId);
  const { failures, uncertain } = await figures();
  expect(failures).toContainEqual({ reason: 'engine.start_unknown', title: '无法确认是否已开始', attempts: 1 });
  expect(uncertain).toMatchObject([{ taskId }]);
  await paid.settled(member, (await begin()).taskId);
  const alarms = await viewer.api.engineAlarms();
  expect(alarms.map(({ kind, engine }) => [kind, engine])).toEqual([
    ['uncertain', 'render-paid'],
    ['budget', 'render-paid'],
  ]);
  expect((await figures()).budget?.closedBy).toContain('今天的预算已用完');
  expect(await viewer.api.staffEngine({ id: 'render-paid' })).toMatchObject({
    ...{ state: 'unavailable', detail: '今天的预算已用完，明天恢复' },
  });
  paid.clock.set({ advanceMs: 8 * day });
  const later = await paid.staff('viewer');
  expect(await later.api.engineAlarms()).toEqual([]);
  expect(await refusal(later.api.staffEngineFigures({ id: 'sms' }))).toMatchObject({ status: 404 });
  await paid.close();
});
