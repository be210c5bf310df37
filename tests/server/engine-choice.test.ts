import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolById, tools } from '#shared/tools/registry';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { type Member, planColouring, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawCanvas, sendFrame } from '../support/server-live.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { completeParams } from '../support/tool-params.ts';

/** An engine under a name of its own, whose live pictures are the canvas and say by their time which engine it was. */
function engineNamed(name: string, tools: string[], liveMs?: number): RenderEngine {
  const renderer = {
    prepare: () => undefined,
    render: async ({ canvas }: { canvas: Uint8Array }) => ({ jpeg: canvas, width: 256, height: 192, ms: liveMs ?? 0 }),
  };
  return { ...createTestEngine(tools), name, ...(liveMs === undefined ? {} : { openLive: () => renderer }) };
}

let server: TestServer;
let member: Member;
let imageId: string;
const away = engineNamed('away', ['allPlan', 'toline', 'ailive'], 3);
beforeAll(async () => {
  const about = async () => ({ ...(await createTestEngine().describe()), unavailable: '引擎在维护' });
  server = await startTestServer({
    engine: [
      engineNamed('lines', ['toline']),
      engineNamed('quick', ['allPlan'], 11),
      engineNamed('slow', ['allPlan', 'toline'], 22),
      { ...away, describe: about },
    ],
  });
  member = await server.member();
  ({ imageId } = await member.upload(await drawPicture()));
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const start = (key: string, engine?: string) => {
  const request = planColouring(imageId, 1, key);
  return member.api.startTask({
    ...request,
    params: { ...request.params, ...(engine === undefined ? {} : { engine }) },
  });
};

describe('a task', () => {
  it('that names no engine runs on the first that can', async () => {
    const { taskId } = await start('unnamed');
    expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', engine: 'quick' });
  });

  it.each(['quick', 'slow'])('that names %s runs on it', async (name) => {
    const { taskId } = await start(`on-${name}`, name);
    expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', engine: name });
  });

  it.each([
    ['nobody knows', 'no-such-engine'],
    ['cannot run its tool', 'lines'],
    ['is only a word of the language', 'constructor'],
  ])('that names an engine that %s is refused and holds nothing', async (_why, name) => {
    const before = await member.api.totalTicket({ type: 1 });
    const error = await refusal(start(`refused-${name}`, name));
    expect(error).toMatchObject({
      status: 422,
      reason: 'task.engine',
      message: `引擎「${name}」不存在或不能运行「总平彩图」，请改选其他引擎`,
    });
    expect(error.fields).toEqual({ engine: [error.message] });
    expect(await member.api.totalTicket({ type: 1 })).toBe(before);
  });
});

it('a task that names an engine that cannot be used now hears why', async () => {
  expect(await refusal(start('away', 'away'))).toMatchObject({
    ...{ status: 409, reason: 'task.engine_closed' },
    message: '「测试引擎」现在不可用：引擎在维护；请稍后再试或改选其他引擎',
  });
});

describe('an engine that cannot be had', () => {
  it.each(tools.map(({ id }) => id))('is never replaced where %s is started', async (tool) => {
    for (const engine of ['no-such-engine', '', 'x'.repeat(300), 7, null, ['quick']]) {
      const request = {
        tool,
        params: { ...completeParams(toolById(tool)!, imageId), engine },
        clientKey: `${tool} in vain`,
      };
      expect(await refusal(member.api.startTask(request))).toMatchObject({ status: 422, reason: 'task.engine' });
      const read = member.api.readWords({ tool, params: request.params });
      expect(await refusal(read)).toMatchObject({ status: 422, reason: 'task.engine' });
    }
  });

  it('is refused when a task is made again, while the task itself is told as before', async () => {
    const own = await startTestServer({
      engine: [engineNamed('quick', ['allPlan']), engineNamed('slow', ['allPlan'])],
    });
    try {
      const painter = await own.member();
      const picture = (await painter.upload(await drawPicture())).imageId;
      const request = planColouring(picture, 1, 'once');
      const { taskId } = await painter.api.startTask({ ...request, params: { ...request.params, engine: 'slow' } });
      await own.settled(painter, taskId);
      const rename = { params: JSON.stringify({ ...request.params, engine: 'gone' }) };
      await own.deps.store.db.updateTable('task').set(rename).where('id', '=', taskId).execute();
      const again = painter.api.retryTask({ taskId, clientKey: 'twice' });
      expect(await refusal(again)).toMatchObject({ status: 422, reason: 'task.engine' });
      expect(await painter.api.startTask({ ...request, params: { ...request.params, engine: 'gone' } })).toMatchObject({
        taskId,
      });
    } finally {
      await own.close();
    }
  });

  it('fails a task that waits for it and gives the tickets back', async () => {
    const slow = createTestEngine(['allPlan']);
    slow.hold();
    const first = await startTestServer({ engine: [engineNamed('quick', ['allPlan']), { ...slow, name: 'slow' }] });
    const painter = await first.member({ tickets: { normal: 9 } });
    const picture = (await painter.upload(await drawPicture())).imageId;
    const request = planColouring(picture, 1, 'waits');
    const { taskId } = await painter.api.startTask({ ...request, params: { ...request.params, engine: 'slow' } });
    await slow.waiting();
    await first.stop(0);
    const second = await startTestServer({ dataDir: first.dataDir, engine: [engineNamed('quick', ['allPlan'])] });
    try {
      const visitor = second.visitor();
      visitor.cookies.set('sid', painter.cookies.get('sid') ?? '');
      const again = { ...visitor, accountId: painter.accountId, phoneNo: painter.phoneNo };
      const task = await second.settled(again, taskId);
      expect(task).toMatchObject({ status: 'failed', ticket: { spent: 0, held: 0 }, error: { reason: 'task.engine' } });
    } finally {
      await second.close();
    }
  });
});

describe('live frames', () => {
  async function frame(params: object) {
    const { liveId } = await member.api.openLive();
    const form = new FormData();
    form.set('canvas', new File([new Uint8Array(await drawCanvas())], 'canvas.png'));
    form.set('sequence', '0');
    form.set('params', JSON.stringify(params));
    return member.fetch(`/api/live/${liveId}/frames`, { method: 'POST', body: form });
  }

  it('come from the first engine that draws live, or from the one that is named', async () => {
    expect((await frame({})).headers.get('x-live-ms')).toBe('11');
    expect((await frame({ engine: 'slow' })).headers.get('x-live-ms')).toBe('22');
  });

  it.each(['lines', 'away', 'no-such-engine'])('are refused where %s is named, which draws none', async (name) => {
    const { liveId } = await member.api.openLive();
    expect(await sendFrame(member, liveId, { params: { engine: name } })).toMatchObject({
      status: 422,
      reason: 'task.engine',
      message: `引擎「${name}」不存在或不能运行「实时渲染」，请改选其他引擎`,
    });
  });
});
