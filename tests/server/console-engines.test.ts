import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngineHealth } from '#shared/contract/engine-desk';
import { hour } from '#shared/domain/time';
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
