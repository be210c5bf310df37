import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../mock-server/db/open.ts';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

/** One at a time, so that the order is known. */
const config = { taskConcurrency: 1 };
let server: TestServer;
let member: Member;
let imageId: string;
beforeEach(async () => {
  server = await startTestServer({ config });
  member = await server.member({ plan: 'basic' });
  ({ imageId } = await member.upload(await drawPicture()));
});
afterEach(() => server.close());

/** Stops the server without patience and starts another one on the same data. */
async function restart(): Promise<Member> {
  const { dataDir, stop } = server;
  await stop(0);
  server = await startTestServer({ dataDir, config });
  const visitor = server.visitor();
  visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
  return { ...visitor, accountId: member.accountId, phoneNo: member.phoneNo };
}

it('a task whose engine takes longer than the server waits is finished after the next start, charged once', async () => {
  server.engine.hold();
  const { taskId } = await member.api.startTask(enlargement(imageId, 4));
  await server.engine.waiting();
  const again = await restart();
  const task = await server.settled(again, taskId);
  expect(task).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 2, returned: 0 } });
  expect(task.images).toHaveLength(1);
  // The new engine does not know the operation of the old one and is asked anew, once.
  expect(server.engine.started).toEqual([taskId]);
  expect(await again.api.totalTicket({ type: 1 })).toBe(138);
  expect(await server.faults()).toEqual([]);
});

it('being stopped again and again costs a task none of its tries', async () => {
  server.engine.hold();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.engine.waiting();
  let again = member;
  for (let restarts = 0; restarts < 3; restarts++) {
    again = await restart();
    server.engine.hold();
    await server.engine.waiting();
  }
  server.engine.failNext(2);
  server.engine.release();
  await server.deps.runner.idle();
  await server.pass(1000);
  await server.pass(4000);
  expect(await server.settled(again, taskId)).toMatchObject({ status: 'succeeded', ticket: { spent: 1 } });
});

it('what waited keeps its place, its retry and its tickets', async () => {
  server.engine.hold();
  const starts: string[] = [];
  for (let i = 0; i < 4; i++) starts.push((await member.api.startTask(enlargement(imageId))).taskId);
  await server.engine.waiting();
  const again = await restart();
  await server.deps.runner.idle();
  expect(await again.api.totalTicket({ type: 1 })).toBe(136);
  expect(server.engine.started).toEqual(starts);
  expect(await server.faults()).toEqual([]);
});

it('files that a crash left without a row are gone after the start', async () => {
  const folder = await server.deps.storage.workFolder();
  await writeFile(`${folder}/output`, 'written just before the crash');
  const { sha256 } = await server.deps.storage.adopt(`${folder}/output`);
  expect(await server.faults()).toEqual([`文件与记录一一对应: 没有记录的文件 ${sha256}`]);
  const again = await restart();
  expect(await server.faults()).toEqual([]);
  expect((await again.fetch(`/api/images/${imageId}`)).status).toBe(200);
});

it('a task that brings the server down three times is given up and its tickets go back', async () => {
  server.engine.hold();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.engine.waiting();
  await server.stop(0);
  // What three crashes leave behind: a lease of a boot that is gone, and three tries.
  const store = openStore(path.join(server.dataDir, 'zhuhui.db'));
  await store.db
    .updateTable('job')
    .set({ state: 'running', lease_owner: 'boot_gone', lease_token: 'x', attempt: 3 })
    .execute();
  await store.close();
  server = await startTestServer({ dataDir: server.dataDir, config });
  const again = server.visitor();
  again.cookies.set('sid', member.cookies.get('sid') ?? '');
  await server.deps.runner.idle();
  expect(await again.api.getTaskByTaskId({ taskId })).toMatchObject({
    status: 'failed',
    error: { reason: 'engine.interrupted', message: '服务多次中断，任务没有完成，券已退回' },
    ticket: { held: 0, spent: 0, returned: 1 },
  });
  expect(server.engine.started).toEqual([]);
  expect(await server.faults()).toEqual([]);
});
