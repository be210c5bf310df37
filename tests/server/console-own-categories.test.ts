import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCategory } from '#shared/contract/category-desk';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { createHeldRenderer, sendFrame } from '../support/server-live.ts';
import { drawPicture } from '../support/server-pictures.ts';

/** The types of buildings and the first styles of villas, as the tools know them. */
const building = '1';
const villa = '101';
const villaModern = '10101';
const villaChinese = '10103';

let server: TestServer;
let operator: Awaited<ReturnType<TestServer['staff']>>;
let member: Member;
let imageId: string;
const asked: Array<Record<string, unknown>> = [];
const live = createHeldRenderer();
beforeAll(async () => {
  const engine = createTestEngine(['architecturalRender', 'materialChange']);
  const recording = {
    ...engine,
    openLive: () => live.renderer,
    start(request: Parameters<typeof engine.start>[0]) {
      asked.push(request.params);
      return engine.start(request);
    },
  };
  server = await startTestServer({ engine: recording });
  operator = await server.staff('operator');
  member = await server.member({ tickets: { normal: 100 } });
  ({ imageId } = await member.upload(await drawPicture()));
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

let keys = 0;
const render = (chosen: object) =>
  member.api.startTask({
    tool: 'architecturalRender',
    params: { upload_img: imageId, num: 1, ...chosen },
    clientKey: `own-category-${++keys}`,
  });

/** A run to its end: what the task keeps, and what the engine was given. */
async function rendered(chosen: object) {
  const { taskId } = await render(chosen);
  const task = await server.settled(member, taskId);
  expect(task.status).toBe('succeeded');
  return { task, engine: asked.at(-1) };
}

const make = (parentId: string, name: string): Promise<StaffCategory> =>
  operator.api.createCategory({ parentId, name });
const change = (id: string, patch: object) =>
  operator.api
    .category({ id })
    .then(({ version }) => operator.api.updateCategory({ id, version, ...patch } as never) as Promise<StaffCategory>);

describe('a category that staff made', () => {
  it('is chosen like every other: the task keeps it, the engine is given the preset it uses', async () => {
    const type = await make(building, '书店');
    const style = await make(villa, '竹构');
    const { task, engine } = await rendered({ classifyId2: type.id, classifyId3: style.id });
    expect(task.params).toMatchObject({ classifyId2: type.id, classifyId3: style.id });
    expect(task.categoryNames).toBeUndefined();
    // Neither has a preset of its level yet: the first type, and no style.
    expect(engine).toMatchObject({ classifyId2: villa });
    expect(engine).not.toHaveProperty('classifyId3');

    await change(type.id, { presetId: '105' });
    await change(style.id, { presetId: villaChinese });
    const again = await rendered({ classifyId2: type.id, classifyId3: style.id });
    expect(again.engine).toMatchObject({ classifyId2: '105', classifyId3: villaChinese });
    expect(again.task.params).toMatchObject({ classifyId2: type.id, classifyId3: style.id });

    const inner = await make(type.id, '社区书店');
    expect(inner.presetId).toBe('105');
    expect((await rendered({ classifyId2: type.id, classifyId3: inner.id })).engine).not.toHaveProperty('classifyId3');
  });

  it('is rendered once more with the same words, by its owner and by staff', async () => {
    const type = await make(building, '剧场');
    const { task } = await rendered({ classifyId2: type.id });
    const retry = await member.api.retryTask({ taskId: task.taskId, clientKey: `again-${++keys}` });
    expect((await server.settled(member, retry.taskId)).params).toMatchObject({ classifyId2: type.id });
    expect(asked.at(-1)).toMatchObject({ classifyId2: villa });
  });

  it('uses a preset of its own root and level, and presets keep theirs', async () => {
    const style = await make(villa, '夯土');
    for (const [id, presetId] of [
      [style.id, '501'],
      [style.id, '102'],
      [style.id, '404'],
      [villaModern, villaChinese],
    ] as const)
      expect(await refusal(change(id, { presetId }))).toMatchObject({ status: 422, reason: 'category.no_preset' });
    expect(await change(style.id, { presetId: '10203' })).toMatchObject({ presetId: '10203' });
    expect(await change(style.id, { presetId: villa })).toMatchObject({ presetId: villa });
  });

  it('is taken where it lies now', async () => {
    const type = await make(building, '茶室');
    const moveTo = async (parentId: string) => {
      const { version } = await operator.api.category({ id: type.id });
      await operator.api.moveCategory({ id: type.id, parentId, version });
    };
    await moveTo('102');
    expect(await refusal(render({ classifyId2: type.id }))).toMatchObject({
      status: 422,
      fields: { classifyId2: ['「茶室」不能用作类型，请另选一个'] },
    });
    expect((await rendered({ classifyId2: '102', classifyId3: type.id })).engine).toMatchObject({ classifyId2: '102' });
    await moveTo('8');
    const painted = { mask: imageId, upload_img: imageId };
    expect(await refusal(render({ classifyId3: type.id }))).toMatchObject({ status: 422, reason: 'task.params' });
    const { taskId } = await member.api.startTask({
      tool: 'materialChange',
      params: { ...painted, classifyId2: type.id },
      clientKey: 'own-material',
    });
    await server.settled(member, taskId);
    expect(asked.at(-1)).toMatchObject({ classifyId2: '801' });
    expect(await refusal(render({ classifyId2: '999999999' }))).toMatchObject({
      status: 422,
      fields: { classifyId2: ['选择的类型已不存在，请另选一个'] },
    });
  });

  it('is refused while it or a category above it is hidden, and still named in works', async () => {
    const type = await make(building, '会堂');
    const { task } = await rendered({ classifyId2: type.id });
    await change(type.id, { isHidden: true });
    expect(await refusal(render({ classifyId2: type.id }))).toMatchObject({
      status: 422,
      reason: 'task.params',
      fields: { classifyId2: ['「会堂」已停用，请另选类型'] },
    });
    expect(await refusal(member.api.retryTask({ taskId: task.taskId, clientKey: 'hidden' }))).toMatchObject({
      status: 422,
    });
    expect((await member.api.getTaskByTaskId({ taskId: task.taskId })).categoryNames).toEqual({ [type.id]: '会堂' });
    // The presets that tools start from are refused when they are asked for, and serve when nobody chose.
    await change(villa, { isHidden: true });
    expect(await refusal(render({ classifyId2: villa }))).toMatchObject({ status: 422 });
    expect(await refusal(render({ classifyId2: '102', classifyId3: villaModern }))).toMatchObject({ status: 422 });
    expect((await rendered({})).engine).toMatchObject({ classifyId2: villa });
    await change(villa, { isHidden: false });
  });

  it('is hidden and never removed once a work was made with it', async () => {
    const type = await make(building, '驿站');
    await rendered({ classifyId2: type.id });
    const shown = await operator.api.category({ id: type.id });
    expect(shown).toMatchObject({ isInWorks: true, used: 0 });
    expect(await refusal(operator.api.removeCategory({ id: type.id }))).toMatchObject({
      status: 409,
      message: '「驿站」已有作品用过，不能删除，可以隐藏',
    });
    const unused = await make(building, '空名');
    expect(await operator.api.removeCategory({ id: unused.id })).toMatchObject({ isInWorks: false });
  });

  it('is drawn with in real time, and read in words', async () => {
    const type = await make(building, '灯塔');
    await change(type.id, { presetId: '103' });
    const { liveId } = await member.api.openLive({ classifyId2: type.id });
    const frame = sendFrame(member, liveId, { params: { classifyId2: type.id } });
    const next = await live.next();
    expect(next.frame.params).toMatchObject({ classifyId2: '103' });
    next.finish();
    expect((await frame).status).toBe(200);
    await change(type.id, { isHidden: true });
    expect(await refusal(member.api.openLive({ classifyId2: type.id }))).toMatchObject({ status: 422 });
  });
});
