import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hour } from '#shared/domain/time';
import { nameInWorld } from '#shared/domain/world';
import { restoreBackup } from '../../scripts/lib/backup.ts';
import { lineDrawing, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { ordersOf } from '../support/server-orders.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
const { control, checks, memberWithResult } = controlOf(() => server);
const shop = ordersOf(() => server);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => control('POST', '/reset', { scenario: 'empty' }));

const ok = async (answer: ReturnType<typeof control>) => {
  const { status, json } = await answer;
  expect([status, json]).toEqual([200, expect.anything()]);
  return json as Record<string, unknown>;
};

/** Somebody with a session in a world. */
async function memberOf(space: string, phoneNo: string) {
  const visitor = server.visitor();
  visitor.cookies.set('mock_space', space);
  const answer = await visitor.fetch('/__mock/accounts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNo, tickets: 5 }),
  });
  expect(answer.status).toBe(201);
  return visitor;
}

const inSpace = (space: string, method: string, address: string, body?: string | Uint8Array) =>
  fetch(`${server.origin}/__mock${address}`, {
    method,
    headers: { 'x-mock-space': space, 'content-type': 'application/json' },
    ...(body !== undefined && { body: body as BodyInit }),
  });

it('brings the unnamed world back as it was: data, pictures, clock, codes, faults, books and sessions', async () => {
  await ok(control('POST', '/clock', { frozen: true }));
  const { member, imageId, taskId } = await memberWithResult();
  const { orderId } = await shop.buy(member);
  await member.api.sendSmsCode({ phoneNo: '13811112222' });
  await control('PUT', '/faults', { faults: [{ match: { path: '/api/none' }, kind: 'status' }] });
  const before = { works: await member.api.getTaskByTaskId({ taskId }), now: server.clock.now() };
  await ok(control('POST', '/snapshots', { name: 'before' }));

  await member.api.delTaskByTaskId({ taskId });
  await shop.buy(member);
  await control('DELETE', '/faults');
  await server.pass(hour);
  await ok(control('POST', '/snapshots/before/restore'));

  expect(server.clock.now()).toBe(before.now);
  expect(await member.api.getTaskByTaskId({ taskId })).toEqual(before.works);
  expect((await member.fetch(`/api/images/${imageId}`)).status).toBe(200);
  expect((await member.api.checkOrder({ orderId })).status).toBe('completed');
  expect(server.sms.sent('13811112222')).toHaveLength(1);
  expect(await ok(control('GET', '/faults'))).toMatchObject({ faults: [{ match: { path: '/api/none' } }] });
  expect(await ok(control('GET', '/pay'))).toMatchObject({ trades: [{ state: 'paid' }] });
  expect(await checks()).toEqual({ ok: true, broken: [] });
});

it('makes worlds of what was kept in another, and each goes its own way', async () => {
  const { member, taskId } = await memberWithResult();
  await ok(control('POST', '/snapshots', { name: 'shared-start' }));
  for (const space of ['left', 'right'])
    expect((await inSpace(space, 'POST', '/snapshots/shared-start/restore')).status).toBe(200);
  const [left, right] = ['left', 'right'].map((space) => {
    const visitor = server.visitor();
    visitor.cookies.set(nameInWorld('sid', space), member.cookies.get('sid') ?? '').set('mock_space', space);
    return visitor;
  });
  await left!.api.delTaskByTaskId({ taskId });
  expect((await right!.api.getTaskByTaskId({ taskId })).status).toBe('succeeded');
  expect((await member.api.getTaskByTaskId({ taskId })).status).toBe('succeeded');
  for (const space of ['left', 'right'])
    expect(await (await inSpace(space, 'GET', '/invariants')).json()).toMatchObject({ ok: true });
});

it('takes a picture along as a file, is checked when it comes back, and is a backup', async () => {
  const visitor = await memberOf('from', '13811113333');
  const { imageId } = await visitor.upload(await drawPicture());
  expect((await inSpace('from', 'POST', '/snapshots', '{"name":"to-go"}')).status).toBe(200);
  const file = new Uint8Array(await (await inSpace('from', 'GET', '/snapshots/to-go/file')).arrayBuffer());
  expect((await inSpace('from', 'DELETE', '/snapshots/to-go')).status).toBe(200);
  expect((await inSpace('to', 'POST', '/snapshots/to-go/restore')).status).toBe(404);
  expect((await inSpace('to', 'PUT', '/snapshots/came-back/file', file)).status).toBe(200);
  expect((await inSpace('to', 'POST', '/snapshots/came-back/restore')).status).toBe(200);
  const session = visitor.cookies.get(nameInWorld('sid', 'from')) ?? '';
  visitor.cookies.set('mock_space', 'to').set(nameInWorld('sid', 'to'), session);
  expect((await visitor.fetch(`/api/images/${imageId}`)).status).toBe(200);

  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-snapshot-'));
  try {
    const { aside } = await restoreBackup(
      path.join(server.dataDir, 'snapshots', 'came-back'),
      path.join(folder, 'data'),
    );
    expect(aside).toBeUndefined();
    expect(await readdir(path.join(folder, 'data'))).toEqual(expect.arrayContaining(['zhuhui.db', 'files']));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('refuses archives that are none, that lack or change a file, and that lead out of the folder', async () => {
  await ok(control('POST', '/snapshots', { name: 'whole' }));
  const answer = await fetch(`${server.origin}/__mock/snapshots/whole/file`);
  const whole = await JSZip.loadAsync(await answer.arrayBuffer());
  const changed = async (change: (zip: JSZip) => void) => {
    const zip = await JSZip.loadAsync(await whole.generateAsync({ type: 'uint8array' }));
    change(zip);
    return zip.generateAsync({ type: 'uint8array' });
  };
  const refused: Array<[string, Uint8Array, string]> = [
    ['no archive', Buffer.from('not a zip'), '这个文件不是快照，什么都没有改动'],
    ['empty', Buffer.alloc(0), '这个文件不是快照，什么都没有改动'],
    ['a way out', await changed((zip) => zip.file('../out.db', 'x')), '这个文件不是快照，什么都没有改动'],
    ['a lost database', await changed((zip) => zip.remove('zhuhui.db')), 'zhuhui.db：缺失'],
    [
      'a changed key',
      await changed((zip) => zip.file('installation.key', 'other')),
      'installation.key：内容与清单不符',
    ],
    ['no manifest', await changed((zip) => zip.remove('manifest.json')), 'manifest.json'],
  ];
  for (const [what, file, words] of refused) {
    const put = await inSpace('uploads', 'PUT', '/snapshots/bad/file', file);
    expect([what, put.status, await put.text()]).toEqual([what, 422, expect.stringContaining(words)]);
  }
  const kept = await readdir(path.join(server.dataDir, 'snapshots'));
  expect(kept.filter((name) => name.startsWith('.') || name === 'bad')).toEqual([]);
});

it('refuses one of a later version, and names that are none', async () => {
  await ok(control('POST', '/snapshots', { name: 'later' }));
  const manifest = path.join(server.dataDir, 'snapshots', 'later', 'manifest.json');
  const about = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...about, migration: '9999-later', version: '9.9.9' }));
  const { status, json } = await control('POST', '/snapshots/later/restore');
  expect([status, json]).toMatchObject([
    409,
    { error: { message: '这个快照来自更新的版本（9.9.9），这个版本不能恢复它' } },
  ]);
  expect((await control('POST', '/snapshots', { name: '../up' })).status).toBe(400);
  expect((await control('POST', '/snapshots/none/restore')).status).toBe(404);
  expect(await checks()).toEqual({ ok: true, broken: [] });
});

it('ends what runs, honestly: the run is gone with its world, and goes on in the one that was kept', async () => {
  const member = await server.member();
  const { imageId } = await member.upload(await drawPicture());
  server.engine.hold();
  const { taskId } = await member.api.startTask(lineDrawing(imageId));
  await expect.poll(async () => (await member.api.getTaskByTaskId({ taskId })).status).toBe('running');
  await ok(control('POST', '/snapshots', { name: 'running' }));
  await ok(control('POST', '/snapshots/running/restore'));
  server.engine.release();
  expect((await server.settled(member, taskId)).status).toBe('succeeded');
  expect(await checks()).toEqual({ ok: true, broken: [] });
});
