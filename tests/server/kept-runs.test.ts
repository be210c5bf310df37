import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { createKeptRuns } from '../../mock-server/adapters/render/service/kept-runs.ts';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
let imageId: string;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.member({ tickets: { normal: 50 } });
  ({ imageId } = await member.upload(await drawPicture()));
});
afterAll(() => server.close());

const root = () => path.join(server.dataDir, 'engine-runs');

async function keep(engine: string, key: string): Promise<string> {
  const folder = path.join(root(), engine, key);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'picture-0'), 'bytes');
  return folder;
}

/** A finished task with pictures at an engine that is there and at one that was removed. */
async function taskWithPictures(): Promise<string> {
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.settled(member, taskId);
  await keep('cloud', `${taskId}-1-aaaaaaaa`);
  await keep('removed', `${taskId}-2-bbbbbbbb`);
  return taskId;
}

const kept = async () => (await readdir(root(), { recursive: true })).filter((name) => name.endsWith('picture-0'));

it('pictures of a run go with the work, and all others with the account', async () => {
  const [gone, stays] = [await taskWithPictures(), await taskWithPictures()];
  const strange = path.join('cloud', 'task_of_somebody-1-cccccccc');
  await keep('cloud', path.basename(strange));
  await member.api.batchWorks({ action: 'delete', taskIds: [gone] });
  await member.api.emptyBin();
  const names = await kept();
  expect(names).toHaveLength(3);
  expect(names.filter((name) => name.includes(stays))).toHaveLength(2);

  const admin = await server.staff('admin');
  await admin.api.requestErasure({ id: member.accountId, reason: '本人来信' });
  server.clock.set({ advanceMs: 15 * day });
  await server.deps.personalData.sweep();
  expect(await kept()).toEqual([path.join(strange, 'picture-0')]);
});

it('pictures of a world are told apart, and what is a day old goes whichever engine kept it', async () => {
  const other = createKeptRuns(root(), 'other');
  await keep('cloud', 'task_same-1-dddddddd');
  const old = await keep('gone', 'other.task_same-1-eeeeeeee');
  await other.forget(['task_same']);
  expect((await kept()).filter((name) => name.includes('task_same'))).toEqual([
    path.join('cloud', 'task_same-1-dddddddd', 'picture-0'),
  ]);
  await keep('gone', path.basename(old));
  const before = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(old, before, before);
  await server.deps.works.sweep();
  expect((await kept()).some((name) => name.includes('eeeeeeee'))).toBe(false);
});
