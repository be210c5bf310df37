import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { upScaleImg } from '#shared/tools/enhance';
import { describeRenderEngine } from '../../mock-server/adapters/render/conformance.ts';
import { EngineFailure } from '../../mock-server/adapters/render/port.ts';
import { withTimeLimit } from '../../mock-server/adapters/render/time-limit.ts';
import { createPaidService, type PaidService } from '../support/paid-service.ts';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

describeRenderEngine('a paid service', async () => ({
  engine: createPaidService().engine(),
  tool: 'upScaleImg',
  params: (imageId) => upScaleImg.params.parse({ upload_img: imageId }),
  slowParams: (imageId) => upScaleImg.params.parse({ upload_img: imageId }),
  slowPictureSide: 1000,
  isDeterministic: true,
  isRemote: true,
  hurried: async () => withTimeLimit(createPaidService().engine(), 1),
}));

describe('work at a paid service', () => {
  let service: PaidService;
  let server: TestServer;
  let member: Member;
  let imageId: string;
  beforeEach(async () => {
    service = createPaidService();
    server = await startTestServer({ engine: service.engine(), config: { taskConcurrency: 1 } });
    member = await server.member({ plan: 'basic' });
    ({ imageId } = await member.upload(await drawPicture()));
  });
  afterEach(async () => {
    expect(await server.faults()).toEqual([]);
    await server.close();
  });

  const begin = async () => (await member.api.startTask(enlargement(imageId))).taskId;
  const settled = (taskId: string) => server.settled(member, taskId);
  const keysOf = (taskId: string) => service.paid.filter((key) => key.startsWith(`${taskId}-`));
  const jobOf = () => server.deps.store.db.selectFrom('job').selectAll().executeTakeFirstOrThrow();

  /** Ends the server at once and starts another one on the same data. */
  async function restart(): Promise<void> {
    const { dataDir, stop } = server;
    await stop(0);
    server = await startTestServer({ dataDir, engine: service.engine(), config: { taskConcurrency: 1 } });
    const visitor = server.visitor();
    visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
    member = { ...visitor, accountId: member.accountId, phoneNo: member.phoneNo };
  }

  async function beginHeld(): Promise<string> {
    service.hold();
    const watched = service.watched();
    const taskId = await begin();
    await watched;
    return taskId;
  }

  it('goes on over a stop of the server, is paid once and told with its cost', async () => {
    const taskId = await beginHeld();
    await restart();
    expect(service.cancelled).toEqual([]);
    service.finish();
    expect(await settled(taskId)).toMatchObject({ status: 'succeeded', ticket: { spent: 1 } });
    expect(keysOf(taskId)).toHaveLength(1);
    const attempts = await server.deps.store.db.selectFrom('job_attempt').select(['outcome', 'cost_fen']).execute();
    expect(attempts).toEqual([
      { outcome: 'released', cost_fen: null },
      { outcome: 'succeeded', cost_fen: 12 },
    ]);
  });

  it('goes on while the runner pauses, and when the lease is lost', async () => {
    const taskId = await beginHeld();
    const watched = service.watched();
    await server.deps.runner.pause(async () => undefined);
    await watched;
    await server.deps.store.db.updateTable('job').set({ lease_token: 'of-somebody-else' }).execute();
    service.finish();
    await server.deps.runner.idle();
    await server.pass(20_000);
    expect(await settled(taskId)).toMatchObject({ status: 'succeeded', ticket: { spent: 1 } });
    expect(service.cancelled).toEqual([]);
    expect(keysOf(taskId)).toHaveLength(1);
  });

  it('is cancelled when a person cancels', async () => {
    const taskId = await beginHeld();
    await member.api.cancelTask({ taskId });
    expect(await settled(taskId)).toMatchObject({ status: 'canceled', ticket: { returned: 1 } });
    expect(service.cancelled).toEqual(keysOf(taskId));
  });

  it('is not paid again when our own disk is full, however often', async () => {
    const adopt = vi.spyOn(server.deps.storage, 'adopt');
    for (let times = 0; times < 5; times += 1)
      adopt.mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const taskId = await begin();
    for (let times = 0; times < 5; times += 1) {
      expect(await settled(taskId)).toMatchObject({ status: 'queued' });
      await server.pass(15_000);
    }
    expect(await settled(taskId)).toMatchObject({ status: 'succeeded' });
    expect(keysOf(taskId)).toHaveLength(1);
  });

  it('is found again after a crash between its start and the note of its operation', async () => {
    const taskId = await beginHeld();
    await server.deps.store.db.updateTable('job').set({ operation: null }).execute();
    await restart();
    service.finish();
    expect(await settled(taskId)).toMatchObject({ status: 'succeeded' });
    expect(keysOf(taskId)).toHaveLength(1);
  });

  it('is found again when the answer to its start was lost', async () => {
    service.failStarts([new Error('socket hang up')], true);
    const taskId = await begin();
    expect(await settled(taskId)).toMatchObject({ status: 'queued' });
    await server.pass(1000);
    expect(await settled(taskId)).toMatchObject({ status: 'succeeded' });
    expect(keysOf(taskId)).toHaveLength(1);
  });

  it('ends unpaid where the service cannot tell whether it was begun', async () => {
    service.failStarts([new Error('socket hang up')], true);
    service.forgetKeys();
    const taskId = await begin();
    expect(await settled(taskId)).toMatchObject({ status: 'queued' });
    await server.pass(1000);
    expect(await settled(taskId)).toMatchObject({
      status: 'failed',
      error: { reason: 'engine.start_unknown' },
      ticket: { spent: 0, returned: 1 },
    });
    expect(keysOf(taskId)).toHaveLength(1);
  });

  it('is tried again under a new key when a try has failed, and under none while it was not accepted', async () => {
    service.failStarts([new EngineFailure('engine', 'HTTP 500')]);
    const taskId = await begin();
    expect(await settled(taskId)).toMatchObject({ status: 'queued' });
    expect(await jobOf()).toMatchObject({ start_key: null, operation: null });
    await server.pass(1000);
    expect(await settled(taskId)).toMatchObject({ status: 'succeeded' });
    expect(keysOf(taskId)).toEqual([expect.stringMatching(`^${taskId}-2-`)]);
  });

  it.each([
    ['config', 'engine.config'],
    ['quota', 'engine.quota'],
  ] as const)('fails at once for %s, which no second try can mend', async (kind, reason) => {
    service.failStarts([new EngineFailure(kind, 'HTTP 401')]);
    expect(await settled(await begin())).toMatchObject({
      status: 'failed',
      error: { reason },
      ticket: { returned: 1 },
    });
    await server.pass(1_000_000);
    expect(service.paid).toEqual([]);
  });

  it('waits as long as a busy service asks for, without using up its tries', async () => {
    const busy = (retryAfterMs?: number) =>
      new EngineFailure('busy', 'HTTP 429', retryAfterMs === undefined ? {} : { retryAfterMs });
    service.failStarts([busy(40_000), busy(), busy(), busy(), busy()]);
    const taskId = await begin();
    expect(await settled(taskId)).toMatchObject({ status: 'queued' });
    await server.pass(39_999);
    expect(await settled(taskId)).toMatchObject({ status: 'queued' });
    for (let times = 0; times < 5; times += 1) await server.pass(times === 0 ? 1 : 15_000);
    expect(await settled(taskId)).toMatchObject({ status: 'succeeded' });
    expect(keysOf(taskId)).toEqual([expect.stringMatching(`^${taskId}-6-`)]);
  });

  it('fails after many tries at a service that stays busy', async () => {
    service.failStarts(Array.from({ length: 30 }, () => new EngineFailure('busy', 'HTTP 429')));
    const taskId = await begin();
    for (let times = 0; times < 25; times += 1) await server.pass(15_000);
    expect(await settled(taskId)).toMatchObject({
      status: 'failed',
      error: { reason: 'engine.busy' },
      ticket: { returned: 1 },
    });
  });
});
