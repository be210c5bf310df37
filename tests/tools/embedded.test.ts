import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '#shared/tools/registry';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { colourAt, distance, drawPicture, quarters } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
let picture: Buffer;
let imageId: string;
beforeAll(async () => {
  server = await startTestServer({ engine: 'embedded' });
  member = await server.member();
  picture = await drawPicture('png', { width: 400, height: 300 });
  ({ imageId } = await member.upload(picture));
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

/** Runs a tool to its end and returns the task with the bytes of its first picture. */
async function run(tool: string, params: Record<string, unknown>) {
  const { taskId } = await member.api.startTask({
    tool,
    params,
    clientKey: `${tool}-${JSON.stringify(params)}`.slice(0, 64),
  });
  const task = await server.settled(member, taskId);
  expect(task.error).toBeUndefined();
  expect(task).toMatchObject({ status: 'succeeded', engine: 'embedded', progress: 1 });
  expect(task.algorithm).not.toBe('');
  const file = Buffer.from(await (await member.fetch(task.images[0]?.url ?? '')).arrayBuffer());
  return { task, file };
}

async function movements(taskId: string) {
  const rows = await server.deps.store.db
    .selectFrom('ledger_transaction')
    .select('movement')
    .where('reference', '=', taskId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ movement }) => movement).sort();
}

describe('the embedded engine', () => {
  it('is offered for the tools it has', async () => {
    const list = await server.visitor().api.tools();
    const offered = list.filter(({ engines }) => engines.some(({ name }) => name === 'embedded')).map(({ id }) => id);
    expect(offered).toEqual(expect.arrayContaining(['toline', 'upScaleImg', 'compress']));
    expect(offered.length).toBeLessThan(tools.length + 1);
    for (const { engines } of list)
      for (const engine of engines) {
        expect(engine.title).not.toBe('');
        expect(engine.algorithm).toMatch(/[\u4e00-\u9fff]{2}/);
      }
  });

  it('tells of every number how far it goes, in which steps and by which names', async () => {
    const list = await server.visitor().api.tools();
    const told = new Map(list.map(({ id, fields }) => [id, new Map(fields.map((field) => [field.name, field]))]));
    for (const { id, fields } of tools) {
      for (const [name, { min, max, step, stops, unit, grow }] of Object.entries(fields)) {
        const answer = told.get(id)?.get(name);
        expect([answer?.min, answer?.max, answer?.step], `${id} ${name}`).toEqual([min, max, step]);
        expect([answer?.stops, answer?.unit, answer?.grow], `${id} ${name}`).toEqual([stops, unit, grow]);
      }
    }
    expect(told.get('architecturalRender')?.get('cnStrength')).toMatchObject({ step: 0.05, stops: [{}, {}, {}] });
    expect(told.get('imgs2Video')?.get('shots')?.columns?.[0]).toMatchObject({
      name: 'seconds',
      min: 1,
      max: 8,
      step: 1,
    });
  });

  it('enlarges twice for one ticket', async () => {
    const before = await member.api.totalTicket({ type: 1 });
    const { task, file } = await run('upScaleImg', { upload_img: imageId, scale: 2 });
    const { width, height } = await sharp(file).metadata();
    expect([width, height]).toEqual([800, 600]);
    expect(distance(await colourAt(file, 0.25, 0.25), quarters.topLeft)).toBeLessThan(20);
    expect(distance(await colourAt(file, 0.75, 0.75), quarters.bottomRight)).toBeLessThan(20);
    expect(task.ticket).toEqual({ type: 'normal', held: 0, spent: 1, returned: 0 });
    expect(await member.api.totalTicket({ type: 1 })).toBe(before - 1);
    expect(await movements(task.taskId)).toEqual(['hold', 'spend']);
  });

  it('draws lines where colours meet and leaves the rest white, within the allowance', async () => {
    const before = await member.api.totalTicket({ type: 1 });
    const { task, file } = await run('toline', { upload_img: imageId, lineStyle: 'outline' });
    const { width, height } = await sharp(file).metadata();
    expect([width, height]).toEqual([400, 300]);
    const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
    const mean = (left: number, right: number, top: number, bottom: number) => {
      let sum = 0;
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) sum += data[(y * info.width + x) * info.channels] ?? 0;
      return sum / ((right - left) * (bottom - top));
    };
    expect(mean(40, 160, 40, 110)).toBeGreaterThan(245);
    expect(mean(196, 204, 40, 110)).toBeLessThan(235);
    expect(task.ticket).toMatchObject({ held: 0, spent: 0, returned: 0 });
    expect(await member.api.totalTicket({ type: 1 })).toBe(before);
    expect(await movements(task.taskId)).toEqual([]);
  });

  it('compresses without changing a pixel, for nothing', async () => {
    const { task, file } = await run('compress', { images: [imageId] });
    const [one, two] = await Promise.all([picture, file].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()));
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
    expect(file.length).toBeLessThan(picture.length * 1.2);
    expect(task.ticket).toMatchObject({ spent: 0 });
    expect(await movements(task.taskId)).toEqual([]);
  });

  it('gives the same picture again for the same seed', async () => {
    const first = await run('toline', { upload_img: imageId, lineStyle: 'sketch', seed: 7 });
    const second = await run('toline', { upload_img: imageId, lineStyle: 'sketch', seed: 7, lineWidth: 2 });
    expect(second.task.seed).toBe(7);
    expect(second.file.equals(first.file)).toBe(true);
  });
});
