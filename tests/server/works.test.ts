import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Work } from '#shared/contract/project';
import { dayKey } from '#shared/domain/time';
import { enlargement, planColouring, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { designerOn, makeWork } from '../support/server-works.ts';

let server: TestServer;
let who: Awaited<ReturnType<typeof designerOn>>;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  who = await designerOn(server);
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

type Query = NonNullable<Parameters<typeof who.api.works>[0]>;
const idsOf = async (query: Query = {}) => (await who.api.works(query)).list.map((work) => work.taskId);

/** Every page of a list, one after the other. */
async function pages(query: Query): Promise<string[][]> {
  const all: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: { list: Work[]; nextCursor: string | null } = await who.api.works({
      ...query,
      ...(cursor === null ? {} : { cursor }),
    });
    all.push(page.list.map((work) => work.taskId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

describe('the list', () => {
  it('comes newest first in pages without a gap, whatever is added meanwhile', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await makeWork(server, who, who.imageId)).taskId);
    expect(await pages({ size: 2 })).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(await pages({ size: 5 })).toEqual([ids]);
    const first = await who.api.works({ size: 2 });
    await makeWork(server, who, who.imageId);
    const second = await who.api.works({ size: 2, cursor: first.nextCursor ?? '' });
    expect(second.list.map((work) => work.taskId)).toEqual(ids.slice(2, 4));
    for (const work of second.list) expect(Work.parse(work)).toEqual(work);
  });

  it('has a place for each of several works of one moment', async () => {
    const starts = await Promise.all([1, 2, 3, 4].map(() => who.api.startTask(enlargement(who.imageId))));
    await server.deps.runner.idle();
    const listed = await pages({ size: 1 });
    expect(listed.flat().sort()).toEqual(starts.map(({ taskId }) => taskId).sort());
    expect(listed).toHaveLength(4);
  });

  it('is sorted into what runs, what failed, what was canceled and the bin, and counts each', async () => {
    const done = await makeWork(server, who, who.imageId);
    server.engine.refuseNext('太暗了');
    const failed = await makeWork(server, who, who.imageId);
    const binned = await makeWork(server, who, who.imageId);
    await who.api.delTaskByTaskId({ taskId: binned.taskId });
    server.engine.hold();
    server.clock.set({ advanceMs: 1000 });
    const running = await who.api.startTask(enlargement(who.imageId));
    await server.engine.waiting();
    const canceled = await who.api.startTask(enlargement(who.imageId));
    await who.api.cancelTask({ taskId: canceled.taskId });
    await who.api.updateWork({ taskId: done.taskId, isStarred: true });
    const { projectId } = await who.api.createProject({ name: '别墅' });
    await who.api.updateWork({ taskId: failed.taskId, projectId });
    const tabs = await Promise.all(
      (['running', 'succeeded', 'failed', 'canceled', 'bin'] as const).map((tab) => idsOf({ tab })),
    );
    expect(tabs).toEqual([[running.taskId], [done.taskId], [failed.taskId], [canceled.taskId], [binned.taskId]]);
    expect(await idsOf()).toHaveLength(4);
    expect(await who.api.worksSummary()).toEqual({
      all: 4,
      running: 1,
      succeeded: 1,
      failed: 1,
      canceled: 1,
      bin: 1,
      starred: 1,
      inNoProject: 3,
    });
    server.engine.release();
    await server.deps.runner.idle();
  });

  it('is narrowed by tool, group, star, project and day', async () => {
    const { projectId } = await who.api.createProject({ name: '别墅' });
    const one = await makeWork(server, who, who.imageId, 'enlarge', { projectId });
    const between = server.clock.now() + 30_000;
    const two = await makeWork(server, who, who.imageId, 'draw');
    await who.api.updateWork({ taskId: two.taskId, isStarred: true });
    expect(await idsOf({ tool: 'toline' })).toEqual([two.taskId]);
    expect(await idsOf({ group: 'video' })).toEqual([]);
    expect(await idsOf({ group: 'video', tool: 'toline' })).toEqual([]);
    expect(await idsOf({ isStarred: true })).toEqual([two.taskId]);
    expect(await idsOf({ isStarred: false })).toEqual([one.taskId]);
    expect(await idsOf({ projectId })).toEqual([one.taskId]);
    expect(await idsOf({ projectId: 'none' })).toEqual([two.taskId]);
    expect(await idsOf({ from: between })).toEqual([two.taskId]);
    expect(await idsOf({ to: between })).toEqual([one.taskId]);
    expect(await idsOf({ from: between, to: between })).toEqual([]);
  });

  it('is searched by title, prompt, tool and date, all words together', async () => {
    const one = await makeWork(server, who, who.imageId);
    const line = await makeWork(server, who, who.imageId, 'draw');
    await who.api.updateWork({ taskId: one.taskId, title: 'South 立面 100%' });
    await server.deps.store.db
      .updateTable('task')
      .set({ words: '清晨的山间别墅' })
      .where('id', '=', line.taskId)
      .execute();
    const find = (keyword: string) => idsOf({ keyword });
    expect(await find('立面')).toEqual([one.taskId]);
    expect(await find('sOUTH')).toEqual([one.taskId]);
    expect(await find('0%')).toEqual([one.taskId]);
    expect(await find('limian')).toEqual([one.taskId]);
    expect(await find('lm')).toEqual([one.taskId]);
    expect(await find('%别墅')).toEqual([]);
    expect(await find('山间 线稿')).toEqual([line.taskId]);
    expect(await find('线稿')).toEqual([line.taskId]);
    expect(await find('山间 立面')).toEqual([]);
    const today = dayKey(server.clock.now());
    expect(await find(today)).toEqual([line.taskId, one.taskId]);
    expect(await find(`${today.slice(0, 7)} 别墅`)).toEqual([line.taskId]);
    expect(await find('2025-01-01')).toEqual([]);
    expect(await find('2026-02-30')).toEqual([]);
    expect(await find('  ')).toEqual([line.taskId, one.taskId]);
    await who.api.updateWork({ taskId: one.taskId, title: '' });
    expect(await find('立面')).toEqual([]);
  });

  it.each<[Record<string, string>, string]>([
    [{ cursor: 'nonsense' }, 'works.bad_cursor'],
    [{ cursor: Buffer.from("1 ' OR 1").toString('base64url') }, 'works.bad_cursor'],
    [{ cursor: '' }, 'works.bad_cursor'],
    [{ from: '5', to: '4' }, 'works.bad_period'],
    [{ size: '0' }, 'request.invalid'],
    [{ size: '101' }, 'request.invalid'],
    [{ tab: 'done' }, 'request.invalid'],
    [{ group: 'none' }, 'request.invalid'],
    [{ keyword: '字'.repeat(61) }, 'request.invalid'],
    [{ projectId: 'project_absent' }, 'project.not_found'],
  ])('refuses %j', async (query, reason) => {
    const { json, status } = await who.raw('GET', `/api/works?${new URLSearchParams(query)}`);
    expect(status).toBe(reason === 'project.not_found' ? 404 : 422);
    expect(json).toMatchObject({ error: { reason } });
  });
});

describe('works', () => {
  it('are named, starred and moved one by one', async () => {
    const { taskId } = await makeWork(server, who, who.imageId);
    const { projectId } = await who.api.createProject({ name: '别墅' });
    const changed = await who.api.updateWork({ taskId, title: ' 南立面 ', isStarred: true, projectId });
    expect(changed).toMatchObject({ taskId, title: '南立面', isStarred: true, projectId });
    expect((await who.api.works()).list).toEqual([changed]);
    expect(await who.api.updateWork({ taskId, projectId: null, isStarred: false })).toMatchObject({
      title: '南立面',
      isStarred: false,
      projectId: null,
    });
    expect(await refusal(who.api.updateWork({ taskId, title: '字'.repeat(61) }))).toMatchObject({
      status: 422,
      fields: { title: ['名称最多 60 个字'] },
    });
  });

  it('are starred, moved and deleted many at once, each counted once', async () => {
    const made = [await makeWork(server, who, who.imageId), await makeWork(server, who, who.imageId)];
    const taskIds = made.map((work) => work.taskId);
    const { projectId } = await who.api.createProject({ name: '别墅' });
    const twice = [...taskIds, ...taskIds];
    expect(await who.api.batchWorks({ action: 'star', taskIds: twice })).toEqual({ changed: 2, skipped: [] });
    expect(await who.api.batchWorks({ action: 'star', taskIds })).toEqual({ changed: 0, skipped: [] });
    await who.api.batchWorks({ action: 'move', taskIds, projectId });
    expect((await who.api.works({ projectId, isStarred: true })).list).toHaveLength(2);
    expect((await who.api.projects())[0]?.works).toBe(2);
    await who.api.batchWorks({ action: 'move', taskIds: taskIds.slice(0, 1), projectId: null });
    await who.api.batchWorks({ action: 'unstar', taskIds });
    expect(await idsOf({ projectId })).toEqual(taskIds.slice(1));
    expect(await idsOf({ isStarred: true })).toEqual([]);
    expect(await who.api.batchWorks({ action: 'delete', taskIds })).toEqual({ changed: 2, skipped: [] });
    expect(await idsOf()).toEqual([]);
  });

  it('are changed all or not at all when one of them is not one’s own', async () => {
    const { taskId } = await makeWork(server, who, who.imageId);
    const other = await designerOn(server);
    const { taskId: theirs } = await makeWork(server, other, other.imageId);
    for (const foreign of [theirs, 'task_absent'])
      expect(await refusal(who.api.batchWorks({ action: 'delete', taskIds: [taskId, foreign] }))).toMatchObject({
        status: 404,
        reason: 'task.not_found',
      });
    expect((await refusal(who.api.updateWork({ taskId: theirs, title: '我的' }))).reason).toBe('task.not_found');
    expect(await idsOf()).toEqual([taskId]);
    expect((await other.api.works()).list).toMatchObject([{ taskId: theirs, title: '' }]);
  });

  it('are chosen before something is done with them, and not too many', async () => {
    const { taskId } = await makeWork(server, who, who.imageId);
    expect(await refusal(who.api.batchWorks({ action: 'delete', taskIds: [] }))).toMatchObject({
      status: 422,
      reason: 'works.nothing_chosen',
      message: '请先选择作品',
    });
    const many = [...Array(201).keys()].map((index) => `task_${index}`);
    expect(await refusal(who.api.batchWorks({ action: 'delete', taskIds: many }))).toMatchObject({
      status: 422,
      reason: 'works.too_many',
      message: '一次最多选择 200 个作品',
    });
    expect(await refusal(who.api.batchWorks({ action: 'move', taskIds: [taskId] }))).toMatchObject({
      status: 422,
      fields: { projectId: ['请选择项目'] },
    });
    const unknown = await who.raw(
      'POST',
      '/api/works/batch',
      { 'content-type': 'application/json' },
      JSON.stringify({ action: 'explode', taskIds: [taskId] }),
    );
    expect(unknown.status).toBe(422);
  });
});

describe('versions of a picture', () => {
  it('go back to the upload and on to everything made of it, across tools', async () => {
    const big = await makeWork(server, who, who.imageId);
    const line = await makeWork(server, who, big.imageId, 'draw');
    const bigger = await makeWork(server, who, line.imageId);
    const sibling = await makeWork(server, who, who.imageId, 'draw');
    const tree = await who.api.pictureVersions({ imageId: big.imageId });
    expect(tree.isCut).toBe(false);
    expect(tree.pictures.map(({ imageId, relation, depth, tool }) => [imageId, relation, depth, tool])).toEqual([
      [who.imageId, 'ancestor', -1, null],
      [big.imageId, 'self', 0, 'upScaleImg'],
      [line.imageId, 'descendant', 1, 'toline'],
      [bigger.imageId, 'descendant', 2, 'upScaleImg'],
    ]);
    expect(tree.steps).toEqual([
      { from: who.imageId, to: big.imageId, taskId: big.taskId, tool: 'upScaleImg', field: 'upload_img' },
      { from: big.imageId, to: line.imageId, taskId: line.taskId, tool: 'toline', field: 'upload_img' },
      { from: line.imageId, to: bigger.imageId, taskId: bigger.taskId, tool: 'upScaleImg', field: 'upload_img' },
    ]);
    const whole = await who.api.pictureVersions({ imageId: who.imageId });
    expect(whole.pictures.map(({ imageId }) => imageId)).toContain(sibling.imageId);
    expect(whole.pictures).toHaveLength(5);
  });

  it('hold every result of a run, and know what lies in the bin', async () => {
    const { taskId } = await who.api.startTask(planColouring(who.imageId, 2));
    await server.settled(who, taskId);
    await who.api.delTaskByTaskId({ taskId });
    const { pictures, steps } = await who.api.pictureVersions({ imageId: who.imageId });
    expect(pictures.map(({ isInBin }) => isInBin)).toEqual([false, true, true]);
    expect(steps).toHaveLength(2);
  });

  it('are one’s own', async () => {
    const { imageId } = await makeWork(server, who, who.imageId);
    const other = await designerOn(server);
    for (const id of [imageId, 'img_absent'])
      expect(await refusal(other.api.pictureVersions({ imageId: id }))).toMatchObject({
        status: 404,
        reason: 'image.not_found',
      });
  });

  it('of an upload nothing was made of are itself', async () => {
    expect(await who.api.pictureVersions({ imageId: who.imageId })).toMatchObject({
      pictures: [{ imageId: who.imageId, relation: 'self', taskId: null }],
      steps: [],
    });
  });
});
