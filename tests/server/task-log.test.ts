import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { enlargement, lineDrawing, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

interface Line {
  msg: string;
  requestId?: string;
  task?: string;
  [fact: string]: unknown;
}

let server: TestServer;
let lines: Line[];
afterEach(() => server.close());

async function start(engine: 'test' | 'embedded'): Promise<Member> {
  lines = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  server = await startTestServer({ engine, log });
  return server.member({ plan: 'pro' });
}

/** Starts a task, waits for its end, and gives its id and the id of the request that started it. */
async function run(member: Member, body: object): Promise<{ taskId: string; requestId: string }> {
  const answer = await member.fetch('/api/ai/startTask', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data: { taskId: string } };
  await server.deps.runner.idle();
  return { taskId: data.taskId, requestId: answer.headers.get('x-request-id') ?? '' };
}

const linesOf = (id: string) => lines.filter(({ requestId }) => requestId === id);

it('follows a task from its request through the runner to its end, and shows staff the id to look for', async () => {
  const member = await start('test');
  const { imageId } = await member.upload(await drawPicture());
  server.engine.failNext(1);
  const { taskId, requestId } = await run(member, enlargement(imageId));
  await server.pass(60_000);
  const other = await run(member, enlargement(imageId, 4));
  expect(other.requestId).not.toBe(requestId);

  expect(linesOf(requestId).map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['request', 'a run begins', 'a step begins', 'a run failed', 'a run ended']),
  );
  const ends = linesOf(requestId).filter(({ msg }) => msg === 'a run ended');
  expect(ends).toMatchObject([
    { task: taskId, attempt: 1, outcome: 'failed', reason: 'engine.failed', tool: 'upScaleImg' },
    { task: taskId, attempt: 2, outcome: 'succeeded' },
  ]);
  // No line of the task goes without the id.
  expect(lines.filter((line) => line.task === taskId && line.requestId !== requestId)).toEqual([]);

  const admin = await server.staff('admin');
  expect(await admin.api.staffTask({ id: taskId })).toMatchObject({ requestId });
});

it('names the repeated run by the request that asked for it', async () => {
  const member = await start('test');
  const { imageId } = await member.upload(await drawPicture());
  const { taskId, requestId } = await run(member, enlargement(imageId));
  const again = await member.api.retryTask({ taskId, clientKey: 'again' });
  await server.deps.runner.idle();
  const rows = await server.deps.store.db.selectFrom('task').select(['id', 'request_id']).execute();
  const of = (id: string) => rows.find((row) => row.id === id)?.request_id;
  expect(of(taskId)).toBe(requestId);
  expect(of(again.taskId)).toMatch(/^[0-9a-f-]{36}$/);
  expect(of(again.taskId)).not.toBe(requestId);
});

it('says which thread of the embedded engine has the run', async () => {
  const member = await start('embedded');
  const { imageId } = await member.upload(await drawPicture());
  const { taskId, requestId } = await run(member, lineDrawing(imageId));
  expect(linesOf(requestId)).toContainEqual(
    expect.objectContaining({ msg: 'an engine thread begins', task: taskId, thread: expect.any(Number), try: 1 }),
  );
});
