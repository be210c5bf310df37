import { afterEach, beforeEach, expect, it } from 'vitest';
import { enlargement, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { openTaskStream, type TaskEvent, type TaskStream } from '../support/server-events.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
let imageId: string;
let open: TaskStream[] = [];
beforeEach(async () => {
  server = await startTestServer();
  member = await server.member();
  ({ imageId } = await member.upload(await drawPicture()));
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await server.close();
});

async function follow(lastEventId?: number, who: Member = member): Promise<TaskStream> {
  const stream = await openTaskStream(who, lastEventId);
  open = [...open, stream];
  return stream;
}
const ends = (taskId: string) => (event: TaskEvent) => event.task.taskId === taskId && event.task.finishedAt !== null;
const runs = (taskId: string) => (event: TaskEvent) => event.task.taskId === taskId && event.task.status === 'running';

it('tells of a task from queue to end, in the words of polling', async () => {
  const stream = await follow();
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.response.headers.get('cache-control')).toContain('no-store');
  server.engine.hold();
  const { taskId } = await member.api.startTask(enlargement(imageId, 4));
  await server.engine.waiting();
  const running = await stream.until((event) => event.task.taskId === taskId && event.task.progress > 0.44);
  expect(running.task.step).toEqual({ words: '上光', ends: expect.closeTo(0.81) });
  expect(running.task).toEqual(await member.api.getTaskByTaskId({ taskId }));
  server.engine.release();
  const last = await stream.until(ends(taskId));
  expect(last.task).toEqual(await member.api.getTaskByTaskId({ taskId }));
  expect(last.task.step).toBeUndefined();
  expect(last.task).toMatchObject({ status: 'succeeded', progress: 1, ticket: { held: 0, spent: 2 } });
  const ids = stream.events.map(({ id }) => id);
  const seqs = stream.events.map(({ task }) => task.seq);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
});

it('goes on after the last event a client had: nothing twice, nothing missing', async () => {
  const first = await follow();
  server.engine.hold();
  const one = await member.api.startTask(enlargement(imageId));
  await server.engine.waiting();
  const seen = await first.until(runs(one.taskId));
  first.close();
  await first.ended;

  const two = await member.api.startTask(enlargement(imageId));
  const three = await member.api.startTask(enlargement(imageId));
  server.engine.release();
  await server.deps.runner.idle();

  const second = await follow(seen.id);
  const wanted = [one, two, three].map(({ taskId }) => taskId);
  const last = await Promise.all(wanted.map((taskId) => second.until(ends(taskId))));
  for (const { task } of last) expect(task).toEqual(await member.api.getTaskByTaskId({ taskId: task.taskId }));
  // Each task comes once, as it is now, however often it changed meanwhile.
  expect(second.events.map(({ task }) => task.taskId).sort()).toEqual([...wanted].sort());
  expect(Math.min(...second.events.map(({ id }) => id))).toBeGreaterThan(seen.id);

  const third = await follow(Math.max(...second.events.map(({ id }) => id)));
  const four = await member.api.startTask(enlargement(imageId));
  await third.until(ends(four.taskId));
  expect(new Set(third.events.map(({ task }) => task.taskId))).toEqual(new Set([four.taskId]));
});

it('begins with what happens from now on when no last event is named', async () => {
  await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  const stream = await follow();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await stream.until(ends(taskId));
  expect(new Set(stream.events.map(({ task }) => task.taskId))).toEqual(new Set([taskId]));
});

it('tells of a cancel', async () => {
  const stream = await follow();
  server.engine.hold();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.engine.waiting();
  await member.api.cancelTask({ taskId });
  expect((await stream.until(ends(taskId))).task).toMatchObject({
    status: 'canceled',
    ticket: { held: 0, returned: 1 },
  });
  await server.deps.runner.idle();
  expect(stream.events.filter(ends(taskId))).toHaveLength(1);
});

it('is each account’s own, in as many windows as are open', async () => {
  const other = await server.member();
  const { imageId: foreign } = await other.upload(await drawPicture());
  const streams = [await follow(), await follow(), await follow(undefined, other)];
  const own = await member.api.startTask(enlargement(imageId));
  const theirs = await other.api.startTask(enlargement(foreign));
  await Promise.all([
    streams[0]?.until(ends(own.taskId)),
    streams[1]?.until(ends(own.taskId)),
    streams[2]?.until(ends(theirs.taskId)),
  ]);
  const tasks = streams.map(({ events }) => [...new Set(events.map(({ task }) => task.taskId))]);
  expect(tasks).toEqual([[own.taskId], [own.taskId], [theirs.taskId]]);
});

it.each(['nonsense', '-1', '1e9', '99999999999999999999'])('takes a last event id of %s for none', async (id) => {
  const response = await member.fetch('/api/ai/taskEvents', {
    headers: { 'last-event-id': id },
    signal: AbortSignal.timeout(10_000),
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
});

it('is given to twenty windows of an account; the next is told when to try again, until one is closed', async () => {
  const crowd = await server.member();
  const streams = [];
  for (let place = 0; place < 20; place++) streams.push(await follow(undefined, crowd));
  const refused = await crowd.fetch('/api/ai/taskEvents');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { reason: 'request.too_many_streams' } });
  // The limit counts per account: another account can still open a stream.
  expect((await follow()).response.status).toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await follow(undefined, crowd)).response.status).toBe(200);
});

it('is refused without a session, and to HEAD', async () => {
  expect((await refusal(server.visitor().api.taskEvents() as Promise<unknown>)).status).toBe(401);
  expect((await member.raw('HEAD', '/api/ai/taskEvents')).status).toBe(405);
});

it('says goodbye when the server stops', async () => {
  const stream = await follow();
  await server.close();
  await stream.ended;
  expect(stream.other.at(-1)).toContain('event: shutdown');
  server = await startTestServer();
});
