import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefinedTool, defaultsOf } from '#shared/tools/define-tool';
import { tools } from '#shared/tools/registry';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import { drawEmptyRoom } from '../support/drawn-room.ts';
import {
  lineDrawing,
  type Member,
  planColouring,
  refusal,
  startTestServer,
  type TestServer,
} from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

const size = { width: 320, height: 256 };
const maskTools = tools.filter((tool) => (tool.fields as DefinedTool['fields']).mask?.isRequired);
const toolsWithStylePicture = tools.filter((tool) => 'style_img' in tool.fields);
const toolsWithWords = tools.filter((tool) => 'promptTxt' in tool.fields);
const named = (list: readonly DefinedTool[]) => list.map((tool) => [tool.id, tool] as const);

let keys = 0;

/** A task of what is given over the defaults, at its end, and what it left behind. */
async function outcomeOf(server: TestServer, member: Member, tool: DefinedTool, params: Record<string, unknown>) {
  const before = await member.api.totalTicket({ type: 1 });
  const { taskId } = await member.api.startTask({ tool: tool.id, params, clientKey: `bad-${++keys}` });
  const task = await server.settled(member, taskId);
  return { task, ticketsGone: before - (await member.api.totalTicket({ type: 1 })) };
}

const nothingDone = (sentence: string | RegExp) => ({
  ticketsGone: 0,
  task: expect.objectContaining({
    status: 'failed',
    images: [],
    error: {
      reason: 'engine.refused',
      message: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    },
    ticket: expect.objectContaining({ held: 0, spent: 0 }),
  }),
});

/** Black with a white rectangle over this share of the picture, from the top. */
function maskOver(share: number, { width, height } = size): Promise<Buffer> {
  const rows = Math.round(height * share);
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}"/><rect width="${width}" height="${rows}" fill="#fff"/></svg>`,
    ),
  )
    .toColourspace('b-w')
    .png()
    .toBuffer();
}

describe('what users send to the embedded engine by mistake', () => {
  let server: TestServer;
  let member: Member;
  let imageId: string;

  beforeAll(async () => {
    server = await startTestServer({ engine: 'embedded' });
    member = await server.member({ tickets: { normal: 1000 } });
    ({ imageId } = await member.upload(
      await sharp(Buffer.from(drawEmptyRoom(size.width, size.height)))
        .png()
        .toBuffer(),
    ));
  });
  afterAll(async () => {
    expect(await server.faults()).toEqual([]);
    await server.close();
  });

  /** The smallest form the tool takes, with a mask that covers a third. */
  async function soundParams(tool: DefinedTool): Promise<Record<string, unknown>> {
    const params: Record<string, unknown> = { ...defaultsOf(tool), num: 1 };
    const mask = await member.upload(await maskOver(0.3));
    for (const [name, field] of Object.entries(tool.fields)) {
      if (field.schema.safeParse(params[name]).success) continue;
      const candidates = [imageId, mask.imageId, [imageId], '一座房子', field.options?.[0]?.value, '1'];
      if (field.editor === 'mask') params[name] = mask.imageId;
      else params[name] = candidates.find((candidate) => field.schema.safeParse(candidate).success);
    }
    if (!('num' in tool.fields)) delete params.num;
    if ('promptTxt' in tool.fields) params.promptTxt = '红砖';
    return params;
  }

  describe.each(named(maskTools))('%s', (_id, tool) => {
    it('is not started without a mask', async () => {
      const { mask: _mask, ...params } = await soundParams(tool);
      const answer = await refusal(member.api.startTask({ tool: tool.id, params, clientKey: `no-mask-${tool.id}` }));
      expect(answer).toMatchObject({ status: 422, reason: 'task.params' });
      expect(answer.fields?.mask?.join()).toMatch(/\p{Script=Han}/u);
    });

    it.each([
      ['an empty mask', () => maskOver(0), '请先涂抹要修改的区域'],
      ['a mask of another size', () => maskOver(0.3, { width: 300, height: 256 }), '蒙版尺寸与底图不一致，请重新涂抹'],
      ['a mask over 70 %', () => maskOver(0.8), '选区过大，建议使用整图渲染'],
    ])('refuses %s and takes nothing', async (_what, draw, sentence) => {
      const mask = await member.upload(await draw());
      const params = { ...(await soundParams(tool)), mask: mask.imageId };
      expect(await outcomeOf(server, member, tool, params)).toEqual(nothingDone(sentence));
    });
  });

  it.each(named(toolsWithStylePicture))('%s refuses a style picture that cannot be read', async (_id, tool) => {
    const params = await soundParams(tool);
    const style = await member.upload(await drawPicture('png', { shade: 1 + (keys % 50) }));
    const file = await server.deps.storage.localFile(style.sha256);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, 90));
    const outcome = await outcomeOf(server, member, tool, { ...params, style_img: style.imageId });
    await writeFile(file, bytes);
    expect(outcome).toEqual(nothingDone(/无法读取|损坏|读不出/));
  });

  it.each(named(toolsWithWords))('%s refuses 501 characters and takes 500', async (_id, tool) => {
    const params = await soundParams(tool);
    const answer = await refusal(
      member.api.startTask({
        tool: tool.id,
        params: { ...params, promptTxt: '檐'.repeat(501) },
        clientKey: `long-${tool.id}`,
      }),
    );
    expect(answer).toMatchObject({ status: 422, reason: 'task.params' });
    expect(answer.fields?.promptTxt?.join()).toContain('最多500字');
    expect(tool.params.safeParse({ ...params, promptTxt: '檐'.repeat(500) }).success).toBe(true);
  });

  it('refuses a film of one picture where two are needed', async () => {
    const answer = await refusal(
      member.api.startTask({ tool: 'imgs2Video', params: { images: [imageId] }, clientKey: 'one-picture' }),
    );
    expect(answer).toMatchObject({ status: 422, reason: 'task.params' });
    expect(answer.fields?.images?.join()).toContain('2');
  });
});

describe('an engine that cannot go on', () => {
  async function failWith(limits: { runMs?: number; heapMb?: number }) {
    const server = await startTestServer({ engine: createEmbeddedEngine({ threads: 1, limits }) });
    const member = await server.member();
    const { imageId } = await member.upload(await drawSpecks());
    const start = planColouring(imageId, 1);
    const { taskId } = await member.api.startTask(start);
    await server.deps.runner.idle();
    // Retries come 1 and 4 seconds later.
    await server.pass(1000);
    await server.pass(4000);
    const task = await server.settled(member, taskId);
    const left = await member.api.totalTicket({ type: 1 });
    const { taskId: nextId } = await member.api.startTask(
      lineDrawing((await member.upload(await drawPicture())).imageId),
    );
    await server.deps.runner.idle();
    await server.pass(1000);
    await server.pass(4000);
    const next = await server.settled(member, nextId);
    expect(await server.faults()).toEqual([]);
    await server.close();
    return { task, left, next };
  }

  it('a picture that two workers die of: told so, tickets back, the next task runs', async () => {
    const { task, left, next } = await failWith({ heapMb: 24 });
    expect(task).toMatchObject({
      status: 'failed',
      images: [],
      error: { reason: 'engine.refused', message: expect.stringContaining('两次使引擎中断，券已退回') },
      ticket: { held: 0, spent: 0, returned: 1 },
    });
    expect(left).toBe(23);
    expect(next.status).toBe('succeeded');
  }, 120_000);

  it('a worker that cannot even start: told so, tickets back, nothing waits for ever', async () => {
    const { task, left, next } = await failWith({ heapMb: 6 });
    for (const { status, error } of [task, next]) {
      expect([status, error?.reason]).toEqual(['failed', 'engine.interrupted']);
    }
    expect(task.ticket).toMatchObject({ held: 0, spent: 0, returned: 1 });
    expect(left).toBe(23);
  }, 120_000);

  it('a run over its time: told so, tickets back, nothing left running', async () => {
    const { task, left } = await failWith({ runMs: 1 });
    expect(task).toMatchObject({
      status: 'failed',
      images: [],
      error: { reason: 'engine.timeout', message: '生成超时，券已退回，请重试' },
      ticket: { held: 0, spent: 0, returned: 1 },
    });
    expect(left).toBe(23);
  });
});

/** Specks on every other pixel: more regions than a small heap holds, and all of them met at once. */
function drawSpecks(): Promise<Buffer> {
  const [width, height] = [1536, 1152];
  const pixels = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y += 2) for (let x = 0; x < width; x += 2) pixels[y * width + x] = 0;
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}
