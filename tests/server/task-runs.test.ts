import { expect, it } from 'vitest';
import { enlargement, type Member, refusal, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
let imageId: string;
eachOnItsServer(async (started) => {
  server = started;
  member = await server.member();
  ({ imageId } = await member.upload(await drawPicture()));
});

const triesOf = (taskId: string) => server.engine.started.filter((key) => key === taskId).length;

it('a run that fails twice is tried again, a little later each time, and succeeds', async () => {
  server.engine.failNext(2);
  const { taskId } = await member.api.startTask(enlargement(imageId, 4));
  expect(await server.settled(member, taskId)).toMatchObject({
    status: 'queued',
    progress: 0,
    startedAt: null,
    ticket: { held: 2 },
  });
  expect(triesOf(taskId)).toBe(1);

  await server.pass(999);
  expect(triesOf(taskId)).toBe(1);
  await server.pass(1);
  expect(triesOf(taskId)).toBe(2);
  expect((await server.settled(member, taskId)).status).toBe('queued');

  await server.pass(3999);
  expect(triesOf(taskId)).toBe(2);
  await server.pass(1);
  const task = await server.settled(member, taskId);
  expect(triesOf(taskId)).toBe(3);
  expect(task).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 2, returned: 0 } });
  expect(task.images).toHaveLength(1);
  expect(await member.api.totalTicket({ type: 1 })).toBe(21);
});

it('a run that fails three times fails the task and returns its tickets', async () => {
  server.engine.failNext(3);
  const { taskId } = await member.api.startTask(enlargement(imageId, 4));
  await server.deps.runner.idle();
  await server.pass(1000);
  await server.pass(4000);
  const task = await server.settled(member, taskId);
  expect(task).toMatchObject({ status: 'failed', images: [], ticket: { held: 0, spent: 0, returned: 2 } });
  expect(task.error).toEqual({ reason: 'engine.failed', message: '生成失败，券已退回，请重试' });
  expect(await member.api.totalTicket({ type: 1 })).toBe(23);
  await server.pass(1_000_000);
  expect(triesOf(taskId)).toBe(3);
});

it('a refusal and a timeout are not tried again', async () => {
  server.engine.refuseNext('太暗了');
  const refused = await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  server.engine.failNext(1, Object.assign(new Error('too slow'), { name: 'TimeoutError' }));
  const late = await member.api.startTask(enlargement(imageId));
  await server.pass(1_000_000);
  expect((await server.settled(member, refused.taskId)).error).toEqual({ reason: 'engine.refused', message: '太暗了' });
  expect((await server.settled(member, late.taskId)).error).toEqual({
    reason: 'engine.timeout',
    message: '生成超时，券已退回，请重试',
  });
  expect([triesOf(refused.taskId), triesOf(late.taskId)]).toEqual([1, 1]);
});

it('a picture that the tool is not for ends the task with a reason of its own, and the tickets return', async () => {
  server.engine.refuseNext('这是一张平面图，请改用「彩平图」', 'unsuitable picture');
  const { taskId } = await member.api.startTask(enlargement(imageId));
  const task = await server.settled(member, taskId);
  expect(task).toMatchObject({ status: 'failed', ticket: { held: 0, spent: 0, returned: 1 } });
  expect(task.error).toEqual({ reason: 'task.unsuitable_picture', message: '这是一张平面图，请改用「彩平图」' });
  expect(triesOf(taskId)).toBe(1);
});

it('a picture that is known not to be what the tool is for is refused before a ticket is held', async () => {
  const request = enlargement(imageId);
  const { taskId } = await member.api.startTask(request);
  await server.settled(member, taskId);
  const left = await member.api.totalTicket({ type: 1 });
  server.engine.refuseAhead('这是一张平面图，请改用「彩平图」');
  await member.api.lookAhead({ tool: 'upScaleImg', forms: [{ upload_img: imageId }] });
  expect(await refusal(member.api.startTask(enlargement(imageId)))).toMatchObject({
    status: 422,
    reason: 'task.unsuitable_picture',
    message: '这是一张平面图，请改用「彩平图」',
    fields: { upload_img: ['这是一张平面图，请改用「彩平图」'] },
  });
  expect((await member.api.getTaskList()).total).toBe(1);
  expect(await member.api.totalTicket({ type: 1 })).toBe(left);
  // What was started before is the same task still.
  expect((await member.api.startTask(request)).taskId).toBe(taskId);
});

it('choices that a run would do nothing with are told before it, form by form', async () => {
  const forms = [{ upload_img: imageId, denoise: 100 }, { upload_img: imageId }];
  const answers = await member.api.lookAhead({ tool: 'upScaleImg', forms });
  expect(answers.map(({ idle }) => idle)).toEqual([{ denoise: '图上没有噪点' }, {}]);
});

it('a result is looked at when it stands in a form, and refused like an upload', async () => {
  const { taskId } = await member.api.startTask(enlargement(imageId));
  const { images } = await server.settled(member, taskId);
  const upload_img = images[0]!.imageId;
  server.engine.refuseAhead('这是一张平面图，请改用「彩平图」');
  const ask = () => member.api.lookAhead({ tool: 'upScaleImg', forms: [{}, { upload_img }, { upload_img: imageId }] });
  await member.api.lookAhead({ tool: 'upScaleImg', forms: [{ upload_img: imageId }] });
  const [known, refused] = [
    { isKnown: true, misfits: {}, idle: {} },
    { isKnown: true, misfits: { upload_img: '这是一张平面图，请改用「彩平图」' }, idle: {} },
  ];
  expect(await ask()).toEqual([known, { isKnown: false, misfits: {}, idle: {} }, refused]);
  expect(await ask()).toEqual([known, refused, refused]);
  expect(await refusal(member.api.startTask(enlargement(upload_img)))).toMatchObject({
    reason: 'task.unsuitable_picture',
    fields: { upload_img: ['这是一张平面图，请改用「彩平图」'] },
  });
  const stranger = await server.member();
  const forms = [{ upload_img }];
  expect(await stranger.api.lookAhead({ tool: 'upScaleImg', forms })).toEqual([known]);
  expect(await refusal(member.api.lookAhead({ tool: 'nothing', forms }))).toMatchObject({ reason: 'tool.unknown' });
});

it.each([
  ['that failed', () => server.engine.refuseNext('太暗了')],
  ['that succeeded', () => undefined],
])('a run %s is made again with the seed that was drawn for it; another run draws its own', async (_how, before) => {
  before();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  const { seed } = await server.settled(member, taskId);
  const again = await member.api.retryTask({ taskId, clientKey: 'again' });
  expect((await server.settled(member, again.taskId)).seed).toBe(seed);
  const started = await member.api.startTask({ ...enlargement(imageId), retriedFrom: again.taskId });
  expect((await server.settled(member, started.taskId)).seed).toBe(seed);
  const fresh = await member.api.startTask(enlargement(imageId));
  expect((await server.settled(member, fresh.taskId)).seed).not.toBe(seed);
});

it('a run made again goes by what was read then, though the picture would be refused now', async () => {
  server.engine.readPictures();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.settled(member, taskId);
  const { wentBy } = server.engine;
  server.engine.refuseAhead('这是一张平面图，请改用「彩平图」');
  await member.api.lookAhead({ tool: 'upScaleImg', forms: [{ upload_img: imageId }] });
  expect(await refusal(member.api.startTask(enlargement(imageId)))).toMatchObject({
    reason: 'task.unsuitable_picture',
  });
  const again = await member.api.retryTask({ taskId, clientKey: 'again' });
  expect((await server.settled(member, again.taskId)).status).toBe('succeeded');
  expect(server.engine.wentBy).toEqual(wentBy);
});

it('a run that falls to a preview is kept, told of, and its tickets return once', async () => {
  server.engine.previewNext();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  const task = await server.settled(member, taskId);
  expect(task).toMatchObject({ status: 'succeeded', quality: 'preview', ticket: { held: 0, spent: 0, returned: 1 } });
  expect(task.facts).toEqual({ note: '这次只得到示意图，已退回 1 张券' });
  expect(await member.api.totalTicket({ type: 1 })).toBe(23);
  const { list } = await member.api.ticketStatement({ type: 1, size: 20 });
  expect(list.filter(({ reason }) => reason === '示意图退回').map(({ delta }) => delta)).toEqual([1]);
});

it('an engine that has forgotten its work is asked once more, without losing a try', async () => {
  server.engine.loseNext(1);
  const { taskId } = await member.api.startTask(enlargement(imageId));
  expect((await server.settled(member, taskId)).status).toBe('succeeded');
  expect(triesOf(taskId)).toBe(2);
});

it('an engine that forgets again and again fails the task in the end', async () => {
  server.engine.loseNext(6);
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  expect(triesOf(taskId)).toBe(2);
  await server.pass(1000);
  await server.pass(4000);
  expect(await server.settled(member, taskId)).toMatchObject({ status: 'failed', ticket: { returned: 1 } });
  expect(triesOf(taskId)).toBe(6);
});

it('a task that waits for another try can be canceled, and stays so', async () => {
  server.engine.failNext(1);
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  expect(await member.api.cancelTask({ taskId })).toEqual({
    outcome: 'canceled',
    message: '已取消，1 张券已退回',
  });
  await server.pass(10_000);
  expect(await server.settled(member, taskId)).toMatchObject({ status: 'canceled', ticket: { returned: 1 } });
  expect(triesOf(taskId)).toBe(1);
});

it('no more run at once than the server allows, and each once', async () => {
  member = await server.member({ plan: 'team' });
  ({ imageId } = await member.upload(await drawPicture()));
  server.engine.hold();
  const starts: Array<{ taskId: string }> = [];
  for (let i = 0; i < 5; i++) starts.push(await member.api.startTask(enlargement(imageId)));
  await server.engine.waiting();
  const statuses = async () =>
    (await Promise.all(starts.map(({ taskId }) => member.api.getTaskByTaskId({ taskId })))).map(({ status }) => status);
  const running = (await statuses()).filter((status) => status === 'running').length;
  expect(running).toBeGreaterThan(0);
  expect(running).toBeLessThanOrEqual(server.config.taskConcurrency);
  server.engine.release();
  await server.deps.runner.idle();
  expect(new Set(await statuses())).toEqual(new Set(['succeeded']));
  expect([...server.engine.started].sort()).toEqual(starts.map(({ taskId }) => taskId).sort());
});

it('a picture that was deleted before the run returns the ticket', async () => {
  server.engine.failNext(1);
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  await server.deps.store.db
    .updateTable('image')
    .set({ deleted_at: server.clock.now() })
    .where('id', '=', imageId)
    .execute();
  await server.pass(1000);
  expect(await server.settled(member, taskId)).toMatchObject({
    status: 'failed',
    error: { message: '任务用到的图片已被删除' },
    ticket: { returned: 1 },
  });
});
