import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlowRuns } from '../../mock-server/modules/desk/slow/slow-runs.ts';
import { createSlowStatements, nameOfShape, shapeOf } from '../../mock-server/modules/desk/slow/slow-statements.ts';
import { enlargement, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

describe('the shape of a statement', () => {
  it.each([
    [
      `select "id" from "task"\n  where "words" = '林工''s 13900000001' and "progress" > 0.75 and "seq" <> 12`,
      'select "id" from "task" where "words" = ?? and "progress" > ? and "seq" <> ?',
    ],
    ['select * from "image" where "id" in (?, ?, ?)', 'select * from "image" where "id" in (?, …)'],
    ['insert into "a" ("x", "y2") values (?, ?), (?, ?), (?, ?)', 'insert into "a" ("x", "y2") values (?, …), …'],
    [`select 'never closed 139`, 'select ?'],
    ['select * from t1 where k = 0x1F', 'select * from t1 where k = ?'],
  ])('has no values: %s', (sql, shape) => {
    expect(shapeOf(sql)).toBe(shape);
  });

  it.each([
    ['select "id" from "task" where "id" = ?', 'select task'],
    ['insert into "image" ("id") values (?)', 'insert image'],
    ['update "job" set "state" = ?', 'update job'],
    ['WITH x AS (SELECT 1) DELETE FROM page_event', 'select page_event'],
    ['begin immediate', 'begin'],
  ])('has a name: %s', (shape, name) => {
    expect(nameOfShape(shape)).toBe(name);
  });
});

it('statements within the bound are not kept, shapes beyond 200 give way to newer ones', () => {
  let now = 0;
  const slow = createSlowStatements(20, () => now);
  slow.note('select 1', 20);
  expect(slow.list()).toEqual([]);
  for (let table = 0; table < 201; table++) slow.note(`select a from t${table} where b = ${table}`, 21 + table);
  now = 5;
  slow.note('select a from t7 where b = 9', 300);
  const shapes = slow.list();
  expect(shapes).toHaveLength(200);
  expect(shapes.some(({ shape }) => shape.includes(' t0 '))).toBe(false);
  expect(shapes[0]).toEqual({
    ...{ shape: 'select a from t7 where b = ?', count: 2, totalMs: 328, longestMs: 300, lastMs: 300, seenAt: 5 },
  });
});

it('a run is slow when it takes much longer than the 95 % quantile of its own tool, of which there are 20 runs', () => {
  const slow = createSlowRuns(() => 7);
  const note = (tool: string, task: string, seconds: number) =>
    slow.note({ tool, task, seconds, outcome: 'succeeded' });
  for (let run = 0; run < 19; run++) note('young', `young${run}`, 1);
  note('young', 'twentieth', 60);
  for (let run = 0; run < 100; run++) note('a', `a${run}`, 1);
  note('a', 'usual', 1.5);
  expect(slow.list()).toEqual([]);
  note('a', 'slow', 3);
  note('a', 'slower', 9);
  note('a', 'slow again', 4);
  slow.note({ tool: 'a', task: 'failed', seconds: 99, outcome: 'failed' });
  for (let run = 0; run < 20; run++) note('b', `b${run}`, 100);
  expect(slow.list()).toMatchObject([
    {
      ...{ tool: 'a', runs: 104, p95Ms: 1000, slow: 3 },
      ...{ longest: { taskId: 'slower', ms: 9000 }, last: { taskId: 'slow again', ms: 4000, at: 7 } },
    },
  ]);
});

describe('the console', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ config: { slowStatementMs: 0 } });
  });
  afterEach(() => server.close());

  it('shows slow statements of the writer and of readers by their shape, and forgets them with the data', async () => {
    const admin = await server.staff('admin');
    const member = await server.member({ tickets: { normal: 10 } });
    const { imageId } = await member.upload(await drawPicture());
    await member.api.startTask(enlargement(imageId));
    await server.deps.runner.idle();
    await admin.api.staffTasks({});
    const state = await admin.api.slowState({});
    expect(state).toMatchObject({ boundMs: 0, factor: 1.5, leastRuns: 20, tools: [] });
    const names = state.statements.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['insert task', 'update job', 'select task']));
    for (const { shape, count, longestMs, totalMs } of state.statements) {
      expect(shape).not.toMatch(/139\d|img_|task_\w{8}/);
      expect(totalMs).toBeGreaterThanOrEqual(longestMs);
      expect(count).toBeGreaterThan(0);
    }
    await server.deps.store.empty();
    expect(server.deps.slowDesk.state().statements.map(({ name }) => name)).not.toContain('insert task');
  });

  it('shows a slow run with its task, and nothing to those without the right', async () => {
    const admin = await server.staff('admin');
    const run = { tool: 'upScaleImg', engine: 'test', outcome: 'succeeded', reason: '' } as const;
    for (let task = 0; task < 20; task++) server.deps.metrics.runEnded({ ...run, task: `task_${task}`, seconds: 1 });
    server.deps.metrics.runEnded({ ...run, task: 'task_slow', seconds: 12.3456 });
    const { tools } = await admin.api.slowState({});
    const slow = { taskId: 'task_slow', ms: 12_346, at: server.clock.now() };
    expect(tools).toEqual([
      { tool: 'upScaleImg', toolTitle: expect.any(String), runs: 21, p95Ms: 1000, slow: 1, longest: slow, last: slow },
    ]);
    const finance = await server.staff('finance');
    expect(await refusal(finance.api.slowState({}))).toMatchObject({ reason: 'auth.forbidden' });
  });
});
