import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project } from '#shared/contract/project';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { designerOn, makeWork } from '../support/server-works.ts';

let server: TestServer;
let who: Awaited<ReturnType<typeof designerOn>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const begin = async () => {
  who = await designerOn(server);
};

describe('a project', () => {
  it('is made with a name, empty, and found in the list', async () => {
    await begin();
    expect(await who.api.projects()).toEqual([]);
    const project = await who.api.createProject({ name: '  滨江别墅  ' });
    expect(Project.parse(project)).toEqual(project);
    expect(project).toMatchObject({ name: '滨江别墅', cover: null, works: 0, createdAt: server.clock.now() });
    expect(await who.api.projects()).toEqual([project]);
    expect(await (await server.member()).api.projects()).toEqual([]);
  });

  it.each([
    ['', '请输入项目名称'],
    ['   ', '请输入项目名称'],
    ['名'.repeat(31), '项目名称最多 30 个字'],
  ])('is not called %j', async (name, sentence) => {
    await begin();
    expect(await refusal(who.api.createProject({ name }))).toMatchObject({ status: 422, fields: { name: [sentence] } });
    const { projectId } = await who.api.createProject({ name: '好名字' });
    const renamed = await refusal(who.api.updateProject({ projectId, name }));
    expect(renamed).toMatchObject({ status: 422, fields: { name: [sentence] } });
    expect((await who.api.projects()).map((project) => project.name)).toEqual(['好名字']);
  });

  it('shares its name with no other of the same account', async () => {
    await begin();
    await who.api.createProject({ name: '茶室' });
    const { projectId } = await who.api.createProject({ name: '书房' });
    const answers = [who.api.createProject({ name: '茶室' }), who.api.updateProject({ projectId, name: '茶室' })];
    for (const answer of await Promise.all(answers.map(refusal)))
      expect(answer).toMatchObject({ status: 409, reason: 'project.name_taken', message: '已有名为「茶室」的项目' });
    expect((await who.api.updateProject({ projectId, name: '书房' })).name).toBe('书房');
    const other = await server.member();
    expect((await other.api.createProject({ name: '茶室' })).name).toBe('茶室');
  });

  it('is one of two hundred at most', async () => {
    await begin();
    const now = server.clock.now();
    await server.deps.store.db
      .insertInto('project')
      .values(
        [...Array(200).keys()].map((index) => ({
          id: `project_${who.accountId}_${index}`,
          account_id: who.accountId,
          name: `项目 ${index}`,
          cover_image_id: null,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    expect(await refusal(who.api.createProject({ name: '再一个' }))).toMatchObject({
      status: 409,
      reason: 'project.too_many',
      message: '项目最多 200 个，请先删除不用的项目',
    });
  });

  it('shows its newest picture until a cover is chosen', async () => {
    await begin();
    const { projectId } = await who.api.createProject({ name: '展厅' });
    const first = await makeWork(server, who, who.imageId, 'enlarge', { projectId });
    const second = await makeWork(server, who, who.imageId, 'draw', { projectId });
    const cover = async () => (await who.api.projects())[0]?.cover;
    expect(await cover()).toEqual({
      imageId: second.imageId,
      url: `/api/images/${second.imageId}`,
      isChosen: false,
    });
    const chosen = await who.api.updateProject({ projectId, coverImageId: first.imageId });
    expect(chosen).toMatchObject({ name: '展厅', works: 2, cover: { imageId: first.imageId, isChosen: true } });
    await who.api.updateProject({ projectId, coverImageId: null });
    expect((await cover())?.imageId).toBe(second.imageId);
    await who.api.delTaskByTaskId({ taskId: second.taskId });
    expect((await who.api.projects())[0]).toMatchObject({ works: 1, cover: { imageId: first.imageId } });
  });

  it('takes no cover that is somebody else’s, absent, or no picture', async () => {
    await begin();
    const { projectId } = await who.api.createProject({ name: '展厅' });
    const other = await server.member();
    const { imageId } = await other.upload(await drawPicture());
    for (const coverImageId of [imageId, 'img_absent'])
      expect(await refusal(who.api.updateProject({ projectId, coverImageId }))).toMatchObject({
        status: 404,
        reason: 'image.not_found',
      });
    const { imageId: own } = await who.upload(await drawPicture('png', { shade: 7 }));
    await server.deps.store.db.updateTable('image').set({ format: 'mp4' }).where('id', '=', own).execute();
    expect(await refusal(who.api.updateProject({ projectId, coverImageId: own }))).toMatchObject({
      status: 422,
      reason: 'project.bad_cover',
      message: '封面只能选自己的图片',
    });
  });

  it('comes first in the list when something happened in it', async () => {
    await begin();
    const one = await who.api.createProject({ name: '一' });
    server.clock.set({ advanceMs: 1000 });
    await who.api.createProject({ name: '二' });
    const names = async () => (await who.api.projects()).map((project) => project.name);
    expect(await names()).toEqual(['二', '一']);
    await makeWork(server, who, who.imageId, 'enlarge', { projectId: one.projectId });
    expect(await names()).toEqual(['一', '二']);
  });

  it('deleted leaves its works, those in the bin too, in no project', async () => {
    await begin();
    const { projectId } = await who.api.createProject({ name: '旧项目' });
    const kept = await makeWork(server, who, who.imageId, 'enlarge', { projectId });
    const binned = await makeWork(server, who, who.imageId, 'enlarge', { projectId });
    await who.api.delTaskByTaskId({ taskId: binned.taskId });
    expect(await who.api.deleteProject({ projectId })).toEqual({ released: 2 });
    expect(await who.api.projects()).toEqual([]);
    expect((await who.api.works({ projectId: 'none' })).list).toMatchObject([{ taskId: kept.taskId, projectId: null }]);
    expect((await who.api.works({ tab: 'bin' })).list).toMatchObject([{ taskId: binned.taskId, projectId: null }]);
    expect((await refusal(who.api.deleteProject({ projectId }))).reason).toBe('project.not_found');
  });

  it('deleted comes back as it was for a day, with the works that are nowhere else', async () => {
    await begin();
    const { projectId } = await who.api.createProject({ name: '旧项目' });
    const elsewhere = await who.api.createProject({ name: '别处' });
    const kept = await makeWork(server, who, who.imageId, 'enlarge', { projectId });
    const moved = await makeWork(server, who, who.imageId, 'enlarge', { projectId });
    const before = await who.api.updateProject({ projectId, coverImageId: kept.imageId });
    await who.api.deleteProject({ projectId });
    await who.api.updateWork({ taskId: moved.taskId, projectId: elsewhere.projectId });
    expect((await refusal((await designerOn(server)).api.restoreProject({ projectId }))).status).toBe(404);
    expect(await who.api.restoreProject({ projectId })).toEqual({ ...before, works: 1 });
    expect((await who.api.works({ projectId })).list).toMatchObject([{ taskId: kept.taskId }]);
    expect(await who.api.restoreProject({ projectId })).toEqual({ ...before, works: 1 });

    await who.api.deleteProject({ projectId });
    const namesake = await who.api.createProject({ name: '旧项目' });
    expect((await refusal(who.api.restoreProject({ projectId }))).reason).toBe('project.name_taken');
    await who.api.deleteProject({ projectId: namesake.projectId });
    server.clock.set({ advanceMs: 24 * 60 * 60_000 + 1 });
    expect((await refusal(who.api.restoreProject({ projectId }))).reason).toBe('project.not_found');
  });
});

it('somebody else’s project is as good as none, wherever it is named', async () => {
  await begin();
  const { projectId } = await who.api.createProject({ name: '私宅' });
  const other = await designerOn(server);
  const { taskId } = await makeWork(server, other, other.imageId);
  const calls = [
    other.api.updateProject({ projectId, name: '我的' }),
    other.api.deleteProject({ projectId }),
    other.api.works({ projectId }),
    other.api.updateWork({ taskId, projectId }),
    other.api.batchWorks({ action: 'move', taskIds: [taskId], projectId }),
    other.api.startTask({ tool: 'upScaleImg', params: { upload_img: other.imageId }, clientKey: 'k', projectId }),
  ];
  for (const answer of await Promise.all(calls.map(refusal)))
    expect(answer).toMatchObject({ status: 404, reason: 'project.not_found', message: '项目不存在或已被删除' });
  expect((await who.api.projects()).map(({ name, works }) => ({ name, works }))).toEqual([{ name: '私宅', works: 0 }]);
  expect((await other.api.works()).list).toMatchObject([{ taskId, projectId: null }]);
});
