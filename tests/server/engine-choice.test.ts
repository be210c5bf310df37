import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { type Member, planColouring, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawCanvas, sendFrame } from '../support/server-live.ts';
import { drawPicture } from '../support/server-pictures.ts';

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
    ['is not there at the moment', 'away'],
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
