import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { enlargement, lineDrawing, refusal, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { designerOn, makeWork } from '../support/server-works.ts';

let server: TestServer;
let who: Awaited<ReturnType<typeof designerOn>>;
eachOnItsServer(async (started) => {
  server = started;
  who = await designerOn(server);
});

const bin = async () => (await who.api.works({ tab: 'bin' })).list.map((work) => work.taskId);
const live = async () => (await who.api.works()).list.map((work) => work.taskId);
const isThere = async (imageId: string) => (await who.raw('GET', `/api/images/${imageId}`)).status === 200;
const files = async (folder: 'files/blobs' | 'cache') =>
  (await readdir(path.join(server.dataDir, folder), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

it('keeps what was deleted, tells until when, and gives it back as it was', async () => {
  const { projectId } = await who.api.createProject({ name: '别墅' });
  const one = await makeWork(server, who, who.imageId, 'enlarge', { projectId });
  const two = await makeWork(server, who, who.imageId);
  await who.api.updateWork({ taskId: one.taskId, title: '南立面', isStarred: true });
  const { list: before } = await who.api.works();
  await who.api.delTaskByTaskId({ taskId: two.taskId });
  server.clock.set({ advanceMs: 1000 });
  const answer = await who.api.batchWorks({ action: 'delete', taskIds: [one.taskId, two.taskId] });
  expect(answer).toEqual({ changed: 1, skipped: [] });
  const now = server.clock.now();
  expect((await who.api.works({ tab: 'bin' })).list).toMatchObject([
    { taskId: one.taskId, deletedAt: now, purgeAt: now + 30 * day, title: '南立面', projectId },
    { taskId: two.taskId, deletedAt: now - 1000, images: [{ imageId: two.imageId }] },
  ]);
  expect(await live()).toEqual([]);
  expect((await refusal(who.api.getTaskByTaskId({ taskId: one.taskId }))).reason).toBe('task.not_found');
  expect(await isThere(one.imageId)).toBe(true);
  const restored = await who.api.batchWorks({ action: 'restore', taskIds: [one.taskId, two.taskId] });
  expect(restored).toEqual({ changed: 2, skipped: [] });
  const { list: after } = await who.api.works();
  expect(after.map((work) => ({ ...work, seq: 0 }))).toEqual(before.map((work) => ({ ...work, seq: 0 })));
});

it('does not take what still runs, and says so of each', async () => {
  const done = await makeWork(server, who, who.imageId);
  server.engine.hold();
  const { taskId } = await who.api.startTask(enlargement(who.imageId));
  await server.engine.waiting();
  expect(await who.api.batchWorks({ action: 'delete', taskIds: [taskId, done.taskId] })).toEqual({
    changed: 1,
    skipped: [{ taskId, reason: 'task.still_running', message: '任务仍在进行，请先取消' }],
  });
  expect(await bin()).toEqual([done.taskId]);
  server.engine.release();
  await server.deps.runner.idle();
  expect((await who.api.getTaskByTaskId({ taskId })).status).toBe('succeeded');
});

it('lets go for good only of what lies in it', async () => {
  const { taskId } = await makeWork(server, who, who.imageId);
  expect(await who.api.batchWorks({ action: 'purge', taskIds: [taskId] })).toEqual({
    changed: 0,
    skipped: [{ taskId, reason: 'task.not_in_bin', message: '请先把作品移到回收站，再彻底删除' }],
  });
  expect(await live()).toEqual([taskId]);
});

it('keeps what was read in pictures with the work: made again it goes by that, until it is gone for good', async () => {
  server.engine.readPictures();
  const { taskId } = await makeWork(server, who, who.imageId);
  const wentBy = server.engine.wentBy;
  expect(wentBy).toEqual({ [who.imageId]: 'reading 1' });
  const again = await who.api.retryTask({ taskId, clientKey: 'again' });
  await server.deps.runner.idle();
  expect(server.engine.wentBy).toEqual(wentBy);
  // Both works have the same files.
  const before = await files('files/blobs');
  await who.api.batchWorks({ action: 'delete', taskIds: [taskId, again.taskId] });
  await who.api.batchWorks({ action: 'purge', taskIds: [taskId] });
  expect(await files('files/blobs')).toBe(before);
  await who.api.batchWorks({ action: 'purge', taskIds: [again.taskId] });
  expect(await files('files/blobs')).toBe(before - 3);
  expect(await server.faults()).toEqual([]);
});

it('for good means: the files and their copies are gone, the books stay', async () => {
  const { taskId, imageId } = await makeWork(server, who, who.imageId);
  expect((await who.raw('GET', `/api/images/${imageId}?w=64`)).status).toBe(200);
  const [copies, tickets] = [await files('cache'), await who.api.totalTicket({ type: 1 })];
  const before = await files('files/blobs');
  await who.api.batchWorks({ action: 'delete', taskIds: [taskId] });
  expect(await who.api.batchWorks({ action: 'purge', taskIds: [taskId] })).toEqual({ changed: 1, skipped: [] });
  expect([await bin(), await live()]).toEqual([[], []]);
  expect(await isThere(imageId)).toBe(false);
  // The upload was used by nothing else either.
  expect(await isThere(who.imageId)).toBe(false);
  expect(await files('files/blobs')).toBe(before - 2);
  expect(await files('cache')).toBe(copies - 1);
  expect(await who.api.totalTicket({ type: 1 })).toBe(tickets);
  for (const action of ['restore', 'purge', 'star', 'delete'] as const) {
    const answer = await refusal(who.api.batchWorks({ action, taskIds: [taskId] }));
    expect(answer.reason).toBe('task.not_found');
  }
});

it('a deleted task gives neither its daily allowance back nor its key', async () => {
  const request = lineDrawing(who.imageId, 'once');
  const before = (await who.api.freeAllowance()).toline ?? 0;
  const { taskId } = await who.api.startTask(request);
  await server.settled(who, taskId);
  const left = (await who.api.freeAllowance()).toline;
  expect(left).toBe(before - 1);
  await who.api.batchWorks({ action: 'delete', taskIds: [taskId] });
  await who.api.emptyBin();
  expect((await who.api.freeAllowance()).toline).toBe(left);
  expect(await who.api.startTask(request)).toMatchObject({ taskId, status: 'succeeded' });
  expect(server.engine.started).toEqual([taskId]);
});

it('a picture that another work was made from stays until that one goes too', async () => {
  const first = await makeWork(server, who, who.imageId);
  const second = await makeWork(server, who, first.imageId, 'draw');
  await who.api.batchWorks({ action: 'delete', taskIds: [first.taskId] });
  expect(await who.api.emptyBin()).toEqual({ changed: 1 });
  expect([await isThere(first.imageId), await isThere(who.imageId)]).toEqual([true, false]);
  const { pictures } = await who.api.pictureVersions({ imageId: second.imageId });
  expect(pictures).toMatchObject([
    { imageId: first.imageId, taskId: null, tool: null, relation: 'ancestor' },
    { imageId: second.imageId, taskId: second.taskId, relation: 'self' },
  ]);
  await who.api.batchWorks({ action: 'delete', taskIds: [second.taskId] });
  await who.api.emptyBin();
  expect([await isThere(first.imageId), await isThere(second.imageId)]).toEqual([false, false]);
});

it('a file that somebody else has too stays theirs', async () => {
  const other = await designerOn(server);
  const { taskId, imageId } = await makeWork(server, who, who.imageId);
  const bytes = Buffer.from(await (await who.fetch(`/api/images/${imageId}`)).arrayBuffer());
  const copy = await other.upload(bytes);
  await who.api.batchWorks({ action: 'delete', taskIds: [taskId] });
  await who.api.emptyBin();
  expect(await isThere(imageId)).toBe(false);
  expect((await other.raw('GET', `/api/images/${copy.imageId}`)).status).toBe(200);
});

it('a project loses a cover that is gone', async () => {
  const { projectId } = await who.api.createProject({ name: '别墅' });
  const { taskId, imageId } = await makeWork(server, who, who.imageId);
  await who.api.updateProject({ projectId, coverImageId: imageId });
  await who.api.batchWorks({ action: 'delete', taskIds: [taskId] });
  expect((await who.api.projects())[0]?.cover?.imageId).toBe(imageId);
  await who.api.emptyBin();
  expect((await who.api.projects())[0]?.cover).toBeNull();
});

it('empties itself after thirty days on the product’s clock, account by account, and not before', async () => {
  const other = await designerOn(server);
  const old = await makeWork(server, who, who.imageId);
  const theirs = await makeWork(server, other, other.imageId);
  const kept = await makeWork(server, who, who.imageId);
  await who.api.delTaskByTaskId({ taskId: old.taskId });
  await other.api.delTaskByTaskId({ taskId: theirs.taskId });
  server.clock.set({ advanceMs: day });
  const late = await makeWork(server, who, who.imageId);
  await who.api.delTaskByTaskId({ taskId: late.taskId });
  const gone = async () =>
    (await server.deps.store.db.selectFrom('task').select('id').where('purged_at', 'is not', null).execute()).map(
      (row) => row.id,
    );
  server.clock.set({ advanceMs: 29 * day - 60_001 });
  await server.deps.sweep();
  expect(await gone()).toEqual([]);
  server.clock.set({ advanceMs: 1 });
  await server.deps.sweep();
  expect((await gone()).sort()).toEqual([old.taskId, theirs.taskId].sort());
  const pictures = await server.deps.store.db.selectFrom('image').select('id').execute();
  const left = pictures.map((row) => row.id);
  expect(left.sort()).toEqual([who.imageId, kept.imageId, late.imageId].sort());
  await server.deps.sweep();
  expect((await gone()).length).toBe(2);
});

it('hundreds go in one sweep', async () => {
  const { db } = server.deps.store;
  const { taskId } = await makeWork(server, who, who.imageId);
  const row = await db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
  const deleted_at = server.clock.now();
  const rows = [...Array(250).keys()].map((index) => ({
    ...row,
    id: `task_copy${index}`,
    client_key: `copy-${index}`,
    status: 'failed' as const,
    deleted_at,
  }));
  for (let start = 0; start < rows.length; start += 50)
    await db
      .insertInto('task')
      .values(rows.slice(start, start + 50))
      .execute();
  expect(await who.api.emptyBin()).toEqual({ changed: 250 });
  expect(await bin()).toEqual([]);
  expect(await live()).toEqual([taskId]);
});

it('somebody else’s works are as good as none', async () => {
  const { taskId } = await makeWork(server, who, who.imageId);
  await who.api.delTaskByTaskId({ taskId });
  const other = await designerOn(server);
  for (const action of ['restore', 'purge'] as const)
    expect(await refusal(other.api.batchWorks({ action, taskIds: [taskId] }))).toMatchObject({
      status: 404,
      reason: 'task.not_found',
    });
  expect(await other.api.emptyBin()).toEqual({ changed: 0 });
  expect(await bin()).toEqual([taskId]);
});
