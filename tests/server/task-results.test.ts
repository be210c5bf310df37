import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lineDrawing, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';

/** The test engine, with a tool that only sketches, one that makes a video and one that adds a drawing. */
function createManyTalents() {
  const engine = createTestEngine();
  const qualities: Record<string, 'final' | 'preview'> = {
    toline: 'final',
    allPlan: 'preview',
    img2Video: 'final',
    upScaleImg: 'final',
  };
  return {
    ...engine,
    async describe() {
      const tools = Object.entries(qualities).map(([tool, quality]) => ({ tool, quality, algorithm: 'negative' }));
      return { title: '测试引擎', tools };
    },
    async watch(...[operation, listener, request]: Parameters<typeof engine.watch>) {
      const outcome = await engine.watch(operation, listener, request);
      if (request.tool === 'img2Video') {
        const file = path.join(request.outputDir, 'video.mp4');
        await writeFile(file, Buffer.from('not really a video'));
        const video = { file, width: 640, height: 360, format: 'mp4' as const };
        return { ...outcome, outputs: [video, ...outcome.outputs.slice(0, 1)], facts: { durationMs: 5000 } };
      }
      if (request.tool === 'toline') {
        const file = path.join(request.outputDir, 'lines.svg');
        await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg"/>');
        return { ...outcome, outputs: [...outcome.outputs, { file, width: 640, height: 480, format: 'svg' as const }] };
      }
      return { ...outcome, quality: qualities[request.tool] ?? 'final' };
    },
  };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ engine: createManyTalents() });
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

async function someone(draft: Parameters<TestServer['member']>[0] = {}) {
  const member = await server.member(draft);
  const { imageId } = await member.upload(await drawPicture());
  return { member, imageId };
}

it('a preview holds the price of the tool and costs nothing, because it is a sketch of what an engine could do', async () => {
  const { member, imageId } = await someone();
  const params = { upload_img: imageId, classifyId2: '603' };
  const { taskId } = await member.api.startTask({ tool: 'allPlan', params, clientKey: 'sketch' });
  expect(await server.settled(member, taskId)).toMatchObject({
    status: 'succeeded',
    quality: 'preview',
    ticket: { held: 0, spent: 0, returned: 1 },
  });
  expect(await member.api.totalTicket({ type: 1 })).toBe(23);
});

it('a video comes with its cover and length, is counted once and sent in ranges', async () => {
  const { member, imageId } = await someone();
  const { taskId } = await member.api.startTask({
    tool: 'img2Video',
    params: { upload_img: imageId },
    clientKey: 'film',
  });
  await server.deps.runner.idle();
  const task = await member.api.getTaskByTaskId({ taskId });
  expect(task.images).toEqual([]);
  expect(task.video).toMatchObject({ durationMs: 5000, cover: { url: task.video?.coverUrl } });
  expect(task.ticket.spent).toBe(10);
  const part = await member.fetch(task.video?.url ?? '', { headers: { range: 'bytes=4-9' } });
  expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'video/mp4', 'really']);
  const cover = Buffer.from(await (await member.fetch(task.video?.coverUrl ?? '')).arrayBuffer());
  expect((await sharp(cover).metadata()).format).toBe('png');
});

it('a drawing beside the picture keeps its format and is neither resized nor marked', async () => {
  const { member, imageId } = await someone();
  const { taskId } = await member.api.startTask(lineDrawing(imageId));
  await server.deps.runner.idle();
  const task = await member.api.getTaskByTaskId({ taskId });
  expect(task.images).toHaveLength(1);
  expect(task.files).toMatchObject([{ format: 'svg' }]);
  const url = task.files?.[0]?.url ?? '';
  const resized = await member.fetch(`${url}?w=100`);
  expect(resized.headers.get('content-type')).toContain('image/svg+xml');
  const saved = await member.fetch(`${url}/download`);
  expect(saved.headers.get('content-disposition')).toContain('teda_img.svg');
});

it('a task tells which one it started from, and only an own one can be named', async () => {
  const { member, imageId } = await someone();
  const first = await member.api.startTask(lineDrawing(imageId));
  await server.deps.runner.idle();
  const next = await member.api.startTask({ ...lineDrawing(imageId), parent: first.taskId });
  expect(await member.api.getTaskByTaskId({ taskId: next.taskId })).toMatchObject({ parent: first.taskId });
  const other = await someone();
  const foreign = other.member.api.startTask({ ...lineDrawing(other.imageId), parent: first.taskId });
  expect((await refusal(foreign)).reason).toBe('task.not_found');
  await server.deps.runner.idle();
});

it('2K and 4K are for plans that have them', async () => {
  const ask = async (plan: 'free' | 'basic' | 'pro', quality: '2k' | '4k') => {
    const { member, imageId } = await someone({ plan, tickets: { normal: 50 } });
    const params = { upload_img: imageId, classifyId2: '603', quality };
    return member.api.startTask({ tool: 'allPlan', params, clientKey: `${plan}-${quality}` });
  };
  expect((await refusal(ask('free', '2k'))).reason).toBe('task.member_only');
  expect((await refusal(ask('basic', '4k'))).reason).toBe('task.member_only');
  await ask('basic', '2k');
  await ask('pro', '4k');
  await server.deps.runner.idle();
});
