import type { Updateable } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JobTable } from '../../mock-server/db/schema-tasks.ts';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

const leaseMs = 20_000;
let server: TestServer;
let member: Member;
let imageId: string;
beforeEach(async () => {
  server = await startTestServer({ config: { taskConcurrency: 1 } });
  member = await server.member({ plan: 'basic' });
  ({ imageId } = await member.upload(await drawPicture()));
});
afterEach(() => server.close());

const changeJobs = (patch: Updateable<JobTable>) => server.deps.store.db.updateTable('job').set(patch).execute();
const jobStates = async () =>
  (await server.deps.store.db.selectFrom('job').select('state').orderBy('id').execute()).map((job) => job.state);

/** A task this server runs, whose job is then leased to `owner` until `leaseMs` from now. */
async function leasedTo(owner: string): Promise<string> {
  server.engine.hold();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.engine.waiting();
  await changeJobs({ lease_owner: owner, lease_token: 'of-somebody-else', lease_until: server.clock.now() + leaseMs });
  return taskId;
}

it('a lease that runs out is reclaimed by the running server, not a moment before', async () => {
  const taskId = await leasedTo('boot_of_another');
  server.clock.set({ advanceMs: leaseMs - 1 });
  await server.deps.tick();
  expect(await jobStates()).toEqual(['running']);
  expect(await member.api.getTaskByTaskId({ taskId })).toMatchObject({ status: 'running' });
  server.engine.release();
  await server.pass(1);
  expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 1 } });
  expect(await server.faults()).toEqual([]);
});

it('a worker that lost its lease writes nothing, also when it does not notice', async () => {
  server.engine.ignoreStops();
  const taskId = await leasedTo('boot_of_another');
  server.engine.release();
  await server.deps.runner.idle();
  expect(await member.api.getTaskByTaskId({ taskId })).toMatchObject({ status: 'running', images: [] });
  expect(await server.faults()).toEqual([]);
  await server.pass(leaseMs);
  const task = await server.settled(member, taskId);
  expect(task).toMatchObject({ status: 'succeeded', ticket: { spent: 1 } });
  expect(task.images).toHaveLength(1);
  expect(await server.faults()).toEqual([]);
});

it('a run under way keeps its lease, however far the clock is moved', async () => {
  server.engine.hold();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.engine.waiting();
  server.clock.set({ advanceMs: 10 * leaseMs });
  await server.deps.tick();
  expect(await server.faults()).toEqual([]);
  expect(server.engine.started).toEqual([taskId]);
  server.engine.release();
  expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded' });
  expect(server.engine.started).toEqual([taskId]);
});
