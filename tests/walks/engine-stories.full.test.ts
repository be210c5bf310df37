/**
 * A task on an engine behind each fake, interrupted after every write of the server, and the program itself, ended while
 * it waits for the engine.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineFake, eachEngineFake } from '../support/engine-fakes.ts';
import { type EngineStory, type Interruption, reservedFen, startEngineStory } from '../support/engine-story.ts';
import { oneRendering } from '../support/image-service/engine-bench.ts';
import { openTaskStream } from '../support/server-events.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { plantFirstStart } from '../support/server-template.ts';
import { createVisitor, rawRequest, type Visitor } from '../support/server-visitor.ts';

/** Tests of each walk, so that none is long. */
const parts = 4;
const eachPart = Array.from({ length: parts }, (_, part) => part);

/** The note of a run, after which a request may have been sent whose answer is lost. */
const isNote = (write: string) => /engine-runs.*note\.json$/.test(write);

describe.each(eachEngineFake)('a task at $name', ({ start }) => {
  let fake: EngineFake;
  let story: EngineStory;
  beforeAll(async () => {
    fake = await start();
    story = await startEngineStory(fake);
  });
  afterAll(async () => {
    await story.close();
    await fake.close();
  });

  async function walk(part: number, by: Interruption) {
    const ends = [];
    for (let write = part; ; write += parts) {
      const end = await story.interrupted(write, by);
      if (!end) return ends;
      ends.push(end);
    }
  }

  it.each(eachPart)('that is cut off by a stop after any write is made, and paid once (%i)', async (part) => {
    const ends = await walk(part, 'stop');
    expect(ends.length).toBeGreaterThan(2);
    const told = ends.map(({ task, ...books }) => ({ ...books, status: task.status, spent: task.ticket.spent }));
    const made = { paid: 1, costFen: fake.pictureFen ?? reservedFen, faults: [], status: 'succeeded', spent: 1 };
    expect(told).toEqual(ends.map(({ write }) => ({ ...made, write })));
  });

  it.each(eachPart)('that is cut off by a crash after any write is paid at most once (%i)', async (part) => {
    const ends = await walk(part, 'crash');
    expect(ends.length).toBeGreaterThan(2);
    for (const { task, write, paid, costFen, faults } of ends) {
      expect(faults, write).toEqual([]);
      expect(task.ticket.held, write).toBe(0);
      if (task.status === 'succeeded') {
        expect({ paid, costFen, spent: task.ticket.spent }, write).toEqual({
          ...{ paid: 1, spent: 1 },
          costFen: fake.pictureFen ?? reservedFen,
        });
        continue;
      }
      // It cannot be told whether it was begun: nobody asks again, and the operator sees what it may have cost.
      expect(isNote(write), write).toBe(true);
      expect(task, write).toMatchObject({ status: 'failed', error: { reason: 'engine.start_unknown' } });
      expect({ spent: task.ticket.spent, costFen }, write).toEqual({ spent: 0, costFen: reservedFen });
      expect(paid, write).toBeLessThanOrEqual(1);
    }
  });
});

describe.each(eachEngineFake)('the program with an engine at $name', ({ start }) => {
  let folder: string;
  let fake: EngineFake;
  let program: ServerProcess;
  let sid = '';
  let member: Visitor;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-program-'));
    fake = await start();
    await plantFirstStart(folder);
    const engine = { name: 'outside', title: '外面的引擎', address: `${fake.origin}${fake.path}`, ...fake.settings };
    await writeFile(path.join(folder, 'engines.json'), JSON.stringify({ engines: [engine] }));
    await begin();
    const headers = { 'content-type': 'application/json' };
    const { json } = await rawRequest(program.origin, 'POST', '/__mock/accounts', headers, '{"plan":"pro"}');
    sid = (json as { sid: string }).sid;
    member.cookies.set('sid', sid);
  });
  afterAll(async () => {
    await program.end('SIGKILL');
    await fake.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  async function begin(): Promise<void> {
    const settings = { ENGINES_FILE: path.join(folder, 'engines.json'), GALLERY_MORE: 'false', ENGINE_THREADS: '1' };
    program = await startServerProcess(folder, settings);
    member = createVisitor(program.origin);
    member.cookies.set('sid', sid);
  }

  async function startTask(): Promise<string> {
    const { imageId } = await member.upload(await drawPicture());
    const params = { ...oneRendering(imageId), engine: 'outside' };
    const { taskId } = await member.api.startTask({ tool: 'architecturalRender', params, clientKey: imageId });
    return taskId;
  }

  async function end(taskId: string) {
    const stream = await openTaskStream(member, 0);
    const { task } = await stream.until((event) => event.task.taskId === taskId && event.task.finishedAt !== null);
    stream.close();
    const { json } = await rawRequest(program.origin, 'GET', '/__mock/invariants', {});
    expect(json).toMatchObject({ ok: true });
    return task;
  }

  it.each(['SIGTERM', 'SIGKILL'] as const)('%s in the middle of the work: it is paid once', async (signal) => {
    const paid = fake.paid();
    const hold = fake.hold();
    const taskId = await startTask();
    await hold.reached;
    const ended = program.end(signal);
    hold.release();
    expect(await ended).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL');
    await begin();
    const { status, error, ticket } = await end(taskId);
    expect(ticket.held).toBe(0);
    if (signal === 'SIGTERM' || !fake.losesAnswers) expect(status).toBe('succeeded');
    else expect(error?.reason).toBe('engine.start_unknown');
    expect(fake.paid() - paid).toBe(1);
  });
});
