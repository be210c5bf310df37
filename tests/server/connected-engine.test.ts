import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { architecturalRender } from '#shared/tools/outdoor';
import { shippedGraphs } from '../../mock-server/adapters/render/comfyui/graphs.ts';
import { readEnginesFile } from '../../mock-server/adapters/render/engines-file.ts';
import { realEngines } from '../../mock-server/adapters/render/real.ts';
import { termsOf } from '../../mock-server/deps/shared.ts';
import { startFakeComfyUi } from '../support/comfyui/index.ts';
import { plainControl } from '../support/control-pictures.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { completeParams } from '../support/tool-params.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'engines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const card = { name: 'card', title: '显卡引擎', adapter: 'comfyui', leavesHouse: false };

async function fileOf(content: unknown, name = 'engines.json'): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('a task on a connected ComfyUI', () => {
  let fake: Awaited<ReturnType<typeof startFakeComfyUi>>;
  let server: TestServer;
  let member: Member;
  beforeAll(async () => {
    const models: Record<string, string[]> = {};
    for (const { needs } of shippedGraphs.values())
      for (const { folder: kept, name } of needs.models) models[kept] = [...(models[kept] ?? []), name];
    fake = await startFakeComfyUi({ models });
    server = await start();
    member = await server.member({ plan: 'pro', tickets: { normal: 50 } });
  });
  afterAll(async () => {
    expect(await server.faults()).toEqual([]);
    await server.close();
    await fake.close();
  });

  async function start(dataDir?: string) {
    const settings = readEnginesFile(await fileOf({ engines: [{ ...card, address: fake.baseUrl, priceFactor: 2 }] }));
    const engine = [
      ...realEngines(settings, { control: plainControl(), folder }),
      createTestEngine(['architecturalRender']),
    ];
    return startTestServer({ engine, engineTerms: termsOf(settings), ...(dataDir && { dataDir }) });
  }

  it('is made over a restart of the server in its middle, paid once and with the graph’s method', async () => {
    const { imageId } = await member.upload(await drawPicture());
    const hold = fake.hold('step');
    const params = { ...completeParams(architecturalRender, imageId), num: 1, engine: 'card' };
    const { taskId } = await member.api.startTask({ tool: 'architecturalRender', params, clientKey: 'once' });
    await hold.reached;
    const { dataDir, stop } = server;
    await stop(0);
    server = await start(dataDir);
    const visitor = server.visitor();
    visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
    member = { ...visitor, accountId: member.accountId, phoneNo: member.phoneNo };
    hold.release();
    const task = await server.settled(member, taskId);
    expect(task).toMatchObject({
      ...{ status: 'succeeded', engine: 'card', quality: 'assisted' },
      ticket: { held: 0, spent: 2 },
      algorithm: expect.stringContaining('Qwen'),
    });
    expect(fake.accepted).toHaveLength(1);
  });
});
