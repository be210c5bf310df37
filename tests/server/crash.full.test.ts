import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Task } from '#shared/contract/task';
import { enlargement } from '../support/server.ts';
import { openTaskStream } from '../support/server-events.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { plantFirstStart } from '../support/server-template.ts';
import { createVisitor, rawRequest, type Visitor } from '../support/server-visitor.ts';

let dataDir: string;
let running: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-crash-'));
  await plantFirstStart(dataDir);
});
afterEach(async () => {
  await running?.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  running = await startServerProcess(dataDir, { ENGINE_THREADS: '1', TASK_CONCURRENCY: '1' });
  return running;
}

/** Runs of this process do not end before it does, however fast the machine is. */
async function holdRuns(server: ServerProcess): Promise<void> {
  const body = JSON.stringify({ faults: [{ match: { step: 'engine.run' }, kind: 'slow', ms: 120_000 }] });
  const json = { 'content-type': 'application/json' };
  expect((await rawRequest(server.origin, 'PUT', '/__mock/faults', json, body)).status).toBe(200);
}

async function join(server: ServerProcess): Promise<Visitor & { sid: string }> {
  const answer = await rawRequest(
    server.origin,
    'POST',
    '/__mock/accounts',
    { 'content-type': 'application/json' },
    '{}',
  );
  expect(answer.status).toBe(201);
  const { sid } = answer.json as { sid: string };
  return { ...returning(server, sid), sid };
}

function returning(server: ServerProcess, sid: string): Visitor {
  const visitor = createVisitor(server.origin);
  visitor.cookies.set('sid', sid);
  return visitor;
}

/** The task once it is as wanted. Waits for the server's events: asking on and on would take the engine's processor. */
async function look(visitor: Visitor, taskId: string, isWanted: (task: Task) => boolean): Promise<Task> {
  const stream = await openTaskStream(visitor, 0);
  const { task } = await stream.until(({ task }) => task.taskId === taskId && (isWanted(task) || hasEnded(task)));
  stream.close();
  if (!isWanted(task)) throw new Error(`the task ended otherwise: ${JSON.stringify(task.error)}`);
  return task;
}

const hasEnded = (task: Task) => task.finishedAt !== null;

async function expectOneResult(server: ServerProcess, visitor: Visitor, taskId: string): Promise<void> {
  const task = await look(visitor, taskId, hasEnded);
  expect(task).toMatchObject({ status: 'succeeded', engine: 'embedded', ticket: { held: 0, spent: 2, returned: 0 } });
  expect(task.images).toMatchObject([{ width: 1280, height: 1024 }]);
  const file = Buffer.from(await (await visitor.fetch(task.images[0]?.url ?? '')).arrayBuffer());
  expect(await sharp(file).metadata()).toMatchObject({ width: 1280, height: 1024 });
  expect(await visitor.api.totalTicket({ type: 1 })).toBe(21);
  expect((await visitor.api.getTaskList()).total).toBe(1);
  const { json } = await rawRequest(server.origin, 'GET', '/__mock/invariants', {});
  expect(json).toMatchObject({ ok: true });
}

it('a task survives kill -9: one result, charged once', async () => {
  const first = await start();
  await holdRuns(first);
  const member = await join(first);
  const { imageId } = await member.upload(await drawPicture('png', { width: 320, height: 256 }));
  const request = enlargement(imageId, 4, 'before-the-crash');
  const { taskId } = await member.api.startTask(request);
  await look(member, taskId, (task) => task.status === 'running');
  expect(await first.end('SIGKILL')).toBe('SIGKILL');

  const second = await start();
  const again = returning(second, member.sid);
  await expectOneResult(second, again, taskId);
  // The client never learned how its first request ended and sends it again.
  expect(await again.api.startTask(request)).toEqual({ taskId, queueNum: 0, status: 'succeeded' });
  expect(await again.api.totalTicket({ type: 1 })).toBe(21);

  expect(await second.end('SIGKILL')).toBe('SIGKILL');
  const third = await start();
  await expectOneResult(third, returning(third, member.sid), taskId);
});

it('SIGTERM ends it in order, with a stream open and a task running, which is finished after the next start', async () => {
  const first = await start();
  await holdRuns(first);
  const member = await join(first);
  const { imageId } = await member.upload(await drawPicture('png', { width: 320, height: 256 }));
  const stream = await openTaskStream(member);
  const { taskId } = await member.api.startTask(enlargement(imageId, 4));
  await stream.until(({ task }) => task.taskId === taskId && task.status === 'running');
  expect(await first.end('SIGTERM')).toBe(0);
  await stream.ended;
  expect(stream.other.at(-1)).toContain('event: shutdown');

  const second = await start();
  await expectOneResult(second, returning(second, member.sid), taskId);
  expect(await second.end('SIGTERM')).toBe(0);
});
