import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newClientKey } from '#shared/domain/client-key';
import { nameInWorld } from '#shared/domain/world';
import { verifyData } from '../../scripts/lib/verify.ts';
import { openTaskStream, type TaskStream } from '../support/server-events.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { plantFirstStart } from '../support/server-template.ts';
import { createVisitor, rawRequest, type Visitor } from '../support/server-visitor.ts';

const people = 25;
/** One account may have twenty streams of a kind. */
const streamsEach = 19;
const drawers = 10;
const jobsEach = 4;
const ticketsOfJob = 2;
/** Requests that wait at once for an answer, as browsers would send them. */
const atOnce = 25;

let dataDir: string;
let running: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-stop-'));
  await plantFirstStart(dataDir);
});
afterEach(async () => {
  await running?.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  running = await startServerProcess(dataDir, { TEST_ENGINE: 'fast', TASK_CONCURRENCY: '8', GALLERY_MORE: 'false' });
  return running;
}

async function plane(server: ServerProcess, method: string, address: string, body?: object, space?: string) {
  const headers = { 'content-type': 'application/json', ...(space && { 'x-mock-space': space }) };
  const answer = await rawRequest(server.origin, method, `/__mock${address}`, headers, body && JSON.stringify(body));
  expect(answer.status).toBeLessThan(300);
  return answer.json as Record<string, unknown>;
}

/** A film, which is not judged: what it costs is spent. */
const slides = (imageId: string) => ({
  tool: 'imgs2Video',
  clientKey: newClientKey(),
  params: { images: [imageId, imageId] },
});

/** Somebody with a session, in a world where one is named. */
function visitorOf(server: ServerProcess, sid: string, space?: string): Visitor {
  const visitor = createVisitor(server.origin);
  if (space) visitor.cookies.set('mock_space', space);
  visitor.cookies.set(space ? nameInWorld('sid', space) : 'sid', sid);
  return visitor;
}

async function join(server: ServerProcess, space?: string): Promise<Visitor & { sid: string; tickets: number }> {
  const made = await plane(server, 'POST', '/accounts', { plan: 'pro' }, space);
  const sid = String(made.sid);
  const visitor = visitorOf(server, sid, space);
  return { ...visitor, sid, tickets: await visitor.api.totalTicket({ type: 1 }) };
}

async function inGroups<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let from = 0; from < count; from += atOnce)
    done.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => work(from + at)))),
    );
  return done;
}

/** An answer of the assistant that does not come; resolves once its stream is open. */
async function ask(visitor: Visitor): Promise<{ ended: Promise<string> }> {
  const answer = await visitor.fetch('/api/ai/gptTalkStream', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: '容积率怎么算？', requestId: randomUUID() }),
  });
  expect(answer.status).toBe(200);
  return { ended: answer.text() };
}

it('SIGTERM with 500 streams and 40 jobs ends within half a minute, the books are right, and the jobs go on', async () => {
  const first = await start();
  const hang = { kind: 'hang', ms: 120_000 };
  const faults = ['engine.run', 'chat.stream'].map((step) => ({ match: { step }, ...hang }));
  await plane(first, 'PUT', '/faults', { faults });
  const members = await inGroups(people, () => join(first));
  const elsewhere = await join(first, 'beside');
  const streams: TaskStream[] = await inGroups(people * streamsEach, (index) =>
    openTaskStream(members[index % people] as Visitor),
  );
  streams.push(...(await inGroups(streamsEach, () => openTaskStream(elsewhere))));
  const answers = await inGroups(people, (index) => ask(members[index] as Visitor));
  expect(streams.length + answers.length).toBeGreaterThanOrEqual(500);

  const jobs: Array<{ sid: string; taskId: string }> = [];
  for (const member of members.slice(0, drawers)) {
    const { imageId } = await member.upload(await drawPicture());
    for (let job = 0; job < jobsEach; job++)
      jobs.push({ sid: member.sid, taskId: (await member.api.startTask(slides(imageId))).taskId });
  }
  await streams[0]?.until(({ task }) => task.status === 'running');

  const begun = performance.now();
  expect(await first.end('SIGTERM')).toBe(0);
  expect(performance.now() - begun).toBeLessThan(30_000);
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.filter(({ other }) => !other.at(-1)?.includes('event: shutdown'))).toEqual([]);
  await Promise.all(answers.map(({ ended }) => ended));

  const found: string[] = [];
  await verifyData(dataDir, { onFault: (sentence) => found.push(sentence), patienceMs: 1 });
  expect(found).toEqual([]);

  const second = await start();
  for (const { sid, taskId } of jobs) {
    const stream = await openTaskStream(visitorOf(second, sid), 0);
    const { task } = await stream.until((event) => event.task.taskId === taskId && event.task.finishedAt !== null);
    stream.close();
    expect(task).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: ticketsOfJob, returned: 0 } });
  }
  const spent = new Set<number>();
  for (const { sid, tickets } of members.slice(0, drawers))
    spent.add(tickets - (await visitorOf(second, sid).api.totalTicket({ type: 1 })));
  expect(spent).toEqual(new Set([jobsEach * ticketsOfJob]));
  expect(await plane(second, 'GET', '/invariants')).toMatchObject({ ok: true });
  expect(await second.end('SIGTERM')).toBe(0);
});
