import { existsSync } from 'node:fs';
import { readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enlargement, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

const full = { status: 503, reason: 'server.storage_full', message: '服务器存储空间不足，请联系管理员' };
let server: TestServer;
let member: Member;
let imageId: string;
beforeEach(async () => {
  server = await startTestServer();
  member = await server.member({ plan: 'basic' });
  ({ imageId } = await member.upload(await drawPicture()));
  await server.deps.store.probe();
});
afterEach(() => server.close());

/** Lets the database not grow any more, as on a full disk. */
async function fillDatabase(): Promise<void> {
  const { db } = server.deps.store;
  await sql`VACUUM`.execute(db);
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db);
  await sql.raw(`PRAGMA max_page_count = ${rows[0]?.page_count}`).execute(db);
}

const makeRoom = () => sql.raw('PRAGMA max_page_count = 1000000').execute(server.deps.store.db);

const health = async () => {
  const response = await fetch(`${server.origin}/api/health`);
  return { status: response.status, answer: await response.json() };
};

it('starting a task says that the server is full, charges nothing, and works again when there is room', async () => {
  server.engine.hold();
  await fillDatabase();
  await expect.poll(health).toEqual({
    status: 503,
    answer: { status: 'unavailable', reason: full.reason, message: full.message },
  });
  const seen = async () => ({
    tickets: await member.api.totalTicket({ type: 1 }),
    tasks: (await member.api.getTaskList()).total,
  });
  // The last pages have a little room left; it is used up first.
  let before = await seen();
  for (let started = 0; started < 50; started++) {
    const { taskId } = await member.api.startTask(enlargement(imageId, 4)).catch(() => ({ taskId: '' }));
    if (!taskId) break;
    await member.api.cancelTask({ taskId }).catch(() => undefined);
    before = await seen();
  }
  const request = enlargement(imageId, 4);
  expect(await refusal(member.api.startTask(request))).toMatchObject(full);
  expect(await seen()).toEqual(before);
  await makeRoom();
  await expect.poll(health).toEqual({ status: 200, answer: { status: 'ok' } });
  server.engine.release();
  const { taskId } = await member.api.startTask(request);
  expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', ticket: { spent: 2 } });
  expect(await server.faults()).toEqual([]);
});

it('an order says that the server is full and leaves nothing half-written', async () => {
  await fillDatabase();
  const order = (quantity: number) => member.api.createOrder({ productId: 'normal-20', quantity });
  let quantity = 1;
  const isMade = () =>
    order(quantity).then(
      ({ orderId }) => member.api.cancelOrder({ orderId }).then(() => true),
      () => false,
    );
  while (quantity < 90 && (await isMade())) quantity += 1;
  expect(await refusal(order(quantity))).toMatchObject(full);
  await makeRoom();
  expect(await order(quantity)).toMatchObject({ orderId: expect.any(String) });
  expect(await server.faults()).toEqual([]);
});

const files = async () => {
  const all = await readdir(path.join(server.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map((entry) => entry.name);
};

it.runIf(existsSync('/dev/full'))('an upload that finds no room says so, and nothing of it stays', async () => {
  const before = await files();
  const folder = await server.deps.storage.workFolder();
  await symlink('/dev/full', path.join(folder, 'upload'));
  const upload = async () => member.upload(await drawPicture('png', { shade: 99 }));
  vi.spyOn(server.deps.storage, 'workFolder').mockResolvedValueOnce(folder);
  expect(await refusal(upload())).toMatchObject(full);
  expect(await files()).toEqual(before);
  await upload();
  expect(await server.faults()).toEqual([]);
});

it.each([
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EROFS', { status: 503, reason: 'server.storage_readonly', message: '服务器存储目前不能写入，请联系管理员' }],
  ['EIO', { status: 503, reason: 'server.storage_broken', message: '服务器存储读写出错，请联系管理员' }],
  // What SQLite says when there is no room for the file its readers share.
  ['SQLITE_IOERR_SHMSIZE', full],
  ['SQLITE_IOERR_FSYNC', { status: 503, reason: 'server.storage_broken' }],
  ['SQLITE_READONLY_DBMOVED', { status: 503, reason: 'server.storage_readonly' }],
])('%s of the disk has its own sentence', async (code, answer) => {
  const fault = Object.assign(new Error('the disk says no'), { code });
  vi.spyOn(server.deps.storage, 'adopt').mockRejectedValueOnce(fault);
  expect(await refusal(member.upload(await drawPicture('png', { shade: 98 })))).toMatchObject(answer);
  const probe = vi.spyOn(server.deps.storage, 'probe').mockRejectedValue(fault);
  await expect.poll(health).toMatchObject({ status: 503, answer: { status: 'unavailable', reason: answer.reason } });
  probe.mockRestore();
});

it('health answers what it found the last time while a busy disk keeps it waiting', async () => {
  await expect.poll(health).toEqual({ status: 200, answer: { status: 'ok' } });
  let fail = (_error: Error) => {};
  const blocked = new Promise<void>((_resolve, reject) => {
    fail = reject;
  });
  const probe = vi.spyOn(server.deps.storage, 'probe').mockReturnValue(blocked);
  expect(await health()).toEqual({ status: 200, answer: { status: 'ok' } });
  expect(probe).toHaveBeenCalledOnce();
  fail(Object.assign(new Error('the disk says no'), { code: 'EIO' }));
  await expect.poll(health).toMatchObject({ status: 503, answer: { reason: 'server.storage_broken' } });
  probe.mockRestore();
});

it('a stored upload whose row finds no room is removed again', async () => {
  await fillDatabase();
  const upload = async (shade: number) => member.upload(await drawPicture('png', { shade }));
  let shade = 0;
  const isStored = () =>
    upload(shade).then(
      () => true,
      () => false,
    );
  while (shade < 90 && (await isStored())) shade += 1;
  const before = await files();
  expect(await refusal(upload(shade))).toMatchObject(full);
  expect(await files()).toEqual(before);
  await makeRoom();
  expect(await server.faults()).toEqual([]);
});

it('a task whose result finds no room waits for it, however often, and is charged once', async () => {
  const adopt = vi.spyOn(server.deps.storage, 'adopt');
  const times = 5;
  for (let i = 0; i < times; i++) adopt.mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  const { taskId } = await member.api.startTask(enlargement(imageId, 4));
  for (let i = 0; i < times; i++) {
    expect(await server.settled(member, taskId)).toMatchObject({ status: 'queued', ticket: { held: 2 } });
    await server.pass(15_000);
  }
  expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 2 } });
  expect(await server.faults()).toEqual([]);
});
