/**
 * Every fault of a ComfyUI server, each met by a task through the whole server. The outcomes stand in
 * docs/COMFYUI-FAULTS.md, which `FAULTS=keep` writes anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Task } from '#shared/contract/task';
import { minute } from '#shared/domain/time';
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

type Fake = Awaited<ReturnType<typeof startFakeComfyUi>>;

const isKeeping = process.env.FAULTS === 'keep';
const file = fileURLToPath(new URL('../../docs/COMFYUI-FAULTS.md', import.meta.url));

interface Fault {
  name: string;
  words: string;
  /** Makes the server go wrong before a task is started on it. */
  strike(fake: Fake): void;
  /** Something that happens while its job runs. */
  during?(fake: Fake): Promise<void>;
}

const faults: readonly Fault[] = [
  { name: '无故障', words: '照常', strike: () => undefined },
  { name: '慢', words: '每一步多等 40 毫秒', strike: (fake) => fake.always({ stepMilliseconds: 40 }) },
  { name: '连接中断', words: '交任务前连接断开一次', strike: (fake) => fake.breakNext('POST /prompt', 'cut') },
  {
    name: '答复丢失',
    words: '任务已收下，答复没有送到',
    strike: (fake) => fake.breakNext('POST /prompt', 'cutAfter'),
  },
  {
    name: '结果断在中间',
    words: '取结果时只到一半，一次',
    strike: (fake) => fake.breakNext('GET /view?', 'half'),
  },
  {
    name: '429',
    words: '交任务时答复太忙，一次，1 秒后再来',
    strike: (fake) => fake.breakNext('POST /prompt', { status: 429, retryAfter: 1 }),
  },
  { name: '500', words: '交任务时答复 500，一次', strike: (fake) => fake.breakNext('POST /prompt', { status: 500 }) },
  { name: '显存不足', words: '一次', strike: (fake) => fake.next({ fails: 'outOfMemory' }) },
  { name: '显存一直不足', words: '每次', strike: (fake) => fake.always({ fails: 'outOfMemory' }) },
  { name: '节点出错', words: '一次', strike: (fake) => fake.next({ fails: 'error' }) },
  { name: '节点一直出错', words: '每次', strike: (fake) => fake.always({ fails: 'error' }) },
  { name: '模型文件损坏', words: '每次', strike: (fake) => fake.always({ fails: 'damagedModel' }) },
  { name: '尺寸不对', words: '结果窄四分之一', strike: (fake) => fake.next({ picture: 'wrongSize' }) },
  { name: '黑图', words: '一次', strike: (fake) => fake.next({ picture: 'black' }) },
  { name: '一直黑图', words: '每次', strike: (fake) => fake.always({ picture: 'black' }) },
  { name: '结果损坏', words: '结果文件不完整，一次', strike: (fake) => fake.next({ picture: 'damaged' }) },
  { name: '任务丢失', words: '收下后就忘了，一次', strike: (fake) => fake.next({ isLost: true }) },
  {
    name: '部分图有错',
    words: '答复 200，同时说有节点不能运行',
    strike: (fake) => fake.always({ hasNodeErrors: true }),
  },
  { name: '没有图', words: '成功，但没有结果，一次', strike: (fake) => fake.next({ hasNoOutputs: true }) },
  {
    name: '成功又报错',
    words: '历史里说成功，同时有错误',
    strike: (fake) => fake.next({ isSuccessWithError: true }),
  },
  { name: '文件不见了', words: '历史里有名字，取不到，一次', strike: (fake) => fake.next({ areFilesGone: true }) },
  {
    name: '缺事件',
    words: '没有进度和完成的消息',
    strike: (fake) => fake.next({ drops: ['progress', 'executing', 'execution_success'] }),
  },
  { name: '重复的事件', words: '每条两次', strike: (fake) => fake.next({ repeatsEvents: true }) },
  { name: '别人的消息', words: '夹着不认识的消息', strike: (fake) => fake.next({ isNoisy: true }) },
  {
    name: '长连接失效',
    words: '连着，但再也没有消息',
    strike: () => undefined,
    during: async (fake) => fake.forgetSockets(),
  },
  { name: '长连接断开', words: '没有告别', strike: () => undefined, during: async (fake) => fake.cutSockets() },
  { name: '重启', words: '运行到一半时重新启动', strike: () => undefined, during: (fake) => fake.restart() },
];

const outcomes = new Map<string, string>();
let folder: string;
let fake: Fake;
let server: TestServer;
let member: Member;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'comfyui-faults-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const graph = shippedGraphs.get('edit-qwen')!;

beforeEach(async () => {
  const models: Record<string, string[]> = {};
  for (const { folder: kept, name } of graph.needs.models) models[kept] = [...(models[kept] ?? []), name];
  fake = await startFakeComfyUi({ models });
  const card = { name: 'card', title: '显卡引擎', adapter: 'comfyui', leavesHouse: false, graphs: [graph.id] };
  const engines = path.join(folder, 'engines.json');
  await writeFile(engines, JSON.stringify({ engines: [{ ...card, address: fake.baseUrl }] }));
  const settings = readEnginesFile(engines);
  const engine = [
    ...realEngines(settings, { control: plainControl(), folder }),
    createTestEngine(['architecturalRender']),
  ];
  server = await startTestServer({ engine, engineTerms: termsOf(settings) });
  member = await server.member({ plan: 'pro', tickets: { normal: 20 } });
});
afterEach(async () => {
  await server.close();
  await fake.close();
});

/** The task after all its tries: those that are counted come after a pause of the server's clock. */
async function ended(taskId: string): Promise<Task> {
  let task = await server.settled(member, taskId);
  for (let pauses = 0; pauses < 10 && task.status === 'queued'; pauses += 1) {
    await server.pass(minute);
    task = await server.settled(member, taskId);
  }
  return task;
}

describe.each(faults)('$name', ({ name, words, strike, during }) => {
  it(`${words}: the task ends, the books hold, and nothing is paid twice`, async () => {
    const { imageId } = await member.upload(await drawPicture());
    const params = { ...completeParams(architecturalRender, imageId), num: 1, engine: 'card' };
    strike(fake);
    const hold = during ? fake.hold('step') : undefined;
    const { taskId } = await member.api.startTask({ tool: 'architecturalRender', params, clientKey: 'once' });
    await hold?.reached;
    await during?.(fake);
    hold?.release();
    const task = await ended(taskId);
    const { spent, held } = task.ticket;
    expect(held).toBe(0);
    expect(spent).toBe(task.status === 'succeeded' && task.quality !== 'preview' ? 1 : 0);
    expect(await server.faults()).toEqual([]);
    const ending =
      task.status === 'succeeded' ? `成功，收 ${spent} 券` : `失败「${task.error?.message ?? ''}」，退 1 券`;
    outcomes.set(name, `${ending}；交给显卡 ${fake.accepted.length} 次`);
  });
});

it('docs/COMFYUI-FAULTS.md tells of the faults and of what came of them', () => {
  const rows = faults.map(({ name, words }) => `| ${name} | ${words} | ${outcomes.get(name) ?? '没有运行'} |`);
  const made = `# ComfyUI 的故障

由 \`${path.basename(import.meta.filename)}\` 生成（\`FAULTS=keep\` 运行它），请勿手改。每一项都是一个完整的任务：上传底图、排队、在按真实往来做成的替身上出图、结算；每次之后都核对了账目、任务与文件，没有不符。

| 故障 | 发生什么 | 任务怎样结束 |
|---|---|---|
${rows.join('\n')}
`;
  if (isKeeping) writeFileSync(file, made);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(made);
});
