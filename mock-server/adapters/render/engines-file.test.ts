import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineBudgetSettings } from '#shared/contract/engine-fields';
import { engineAdapterNames } from '#shared/domain/engine-adapters';
import { plainControl } from '../../../tests/support/control-pictures.ts';
import { termsOf } from '../../deps/shared.ts';
import { StartRefusal } from '../../start-refusal.ts';
import { shippedGraphs } from './comfyui/graphs.ts';
import { entryOf } from './connected.ts';
import { adapterOf, type FileSettings } from './engine-registry.ts';
import type { EngineSettings } from './engine-settings.ts';
import { readEnginesFile } from './engines-file.ts';
import { realEngine } from './real.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'engines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const card = {
  ...{ name: 'card', title: '显卡引擎', adapter: 'comfyui', leavesHouse: false },
  address: 'http://127.0.0.1:8188/',
};
const textQwen = shippedGraphs.get('text-qwen')!;

async function fileOf(content: unknown, name = 'engines.json'): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const graphIdsOf = (engine: FileSettings | undefined) =>
  engine?.adapter === 'comfyui' ? engine.graphFiles.map(({ id }) => id) : [];

async function refusalOf(content: unknown): Promise<string[]> {
  const file = await fileOf(content);
  try {
    readEnginesFile(file);
  } catch (error) {
    if (error instanceof StartRefusal) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

/** For each setting of an engine values that are refused, with a part of the sentence. */
const wrong: Record<keyof typeof EngineSettings.shape, ReadonlyArray<[value: unknown, words: string]>> = {
  name: [
    [undefined, 'name：缺少这一项'],
    ['Card', '小写字母'],
    ['embedded', '已被占用'],
  ],
  title: [
    ['', '不能为空'],
    ['   ', '不能为空'],
    ['引'.repeat(21), '最多 20 个字'],
  ],
  adapter: [['magic', '现在支持的适配器：comfyui']],
  address: [
    ['card', '请填写完整的地址'],
    ['ftp://card', 'http://'],
    ['http://', '请填写完整的地址'],
    ['http://user:pass@card:8188', '不能有用户名和密码'],
    ['http://card:8188/?token=1', '? 和 #'],
    ['http://card:8188/#top', '? 和 #'],
  ],
  headers: [
    [{ 'X Token': '1' }, '请求头的名称只能用'],
    [{ 'x-token': 'a\nb' }, '不能有换行'],
    [{ 'x-token': 'a\u0000b' }, '控制字符'],
    [{ 'x-token': '令牌' }, '英文字符'],
    [{ Host: 'card' }, '由连接决定'],
    [{ 'X-Token': '1', 'x-token': '2' }, '写了两次'],
  ],
  graphs: [
    [[], '至少 1 项'],
    [['no-such'], '没有图 no-such'],
    [['none.json'], '图文件 none.json：没有这个文件'],
    [['text-qwen', 'text-qwen'], '图 text-qwen 写了两次'],
  ],
  models: [
    [{ 'sdxl.safetensors': 'x.safetensors' }, '图里没有这个模型文件'],
    [{ 'qwen_image_vae.safetensors': '../x.safetensors' }, '不能用 ../'],
    [{ 'qwen_image_vae.safetensors': '/models/x.safetensors' }, '绝对路径'],
    [{ 'qwen_image_vae.safetensors': '' }, '不能为空'],
  ],
  tools: [
    [['no-such'], '没有这个工具'],
    [['toline'], '没有一张图支持工具 toline'],
    [['text2Img', 'text2Img'], '工具 text2Img 写了两次'],
  ],
  priceFactor: [
    [-1, '不能小于 0'],
    ['2', '应为数字'],
  ],
  laneSize: [
    [0, '不能小于 1'],
    [1.5, '应为整数'],
  ],
  timeLimitSeconds: [[1, '不能小于 10']],
  budget: [
    [{ dayFen: 100 }, 'budget.perRunFen：缺少这一项'],
    [{ perRunFen: 30, dayFen: 20 }, '一次也不能运行'],
    [{ perRunFen: 30, monthFen: 29 }, '一次也不能运行'],
    [{ perRunFen: 1, weekFen: 5 }, '不认识的参数：weekFen'],
    [{ perRunFen: 0 }, '不能小于 1'],
  ],
  plans: [
    [['gold'], '只能是'],
    [['pro', 'pro'], '会员档位 pro 写了两次'],
  ],
  confirmedLicences: [
    [['mit'], 'confirmedLicences'],
    ['flux-1-dev', 'confirmedLicences'],
  ],
  leavesHouse: [
    [undefined, 'leavesHouse：缺少这一项'],
    ['no', '应为 true 或 false'],
  ],
};

const cloud = {
  ...{ name: 'cloud', title: '云端', adapter: 'openai-images', leavesHouse: true, key: 'sk-x' },
  address: 'https://api.openai.com/v1/',
};
const qwen = {
  ...cloud,
  name: 'qwen',
  title: '百炼',
  adapter: 'dashscope',
  address: 'https://dashscope.aliyuncs.com/api/v1',
};

/** For each setting of services alone values that are refused, with a part of the sentence. */
const wrongForServices: ReadonlyArray<readonly [engine: object, key: string, value: unknown, words: string]> = [
  [cloud, 'key', '', '不能为空'],
  [cloud, 'key', 'sk\nx', '不能有换行'],
  [cloud, 'pictureFen', -1, '不能小于 0'],
  [cloud, 'tools', ['toline'], '不支持工具 toline'],
  [cloud, 'model', 'a model', '模型名称'],
  [cloud, 'dialect', 'azure', '只能是'],
  [cloud, 'language', 'fr', '只能是'],
  [cloud, 'sizes', [], '至少 1 项'],
  [cloud, 'sizes', ['1024*1024'], '宽x高'],
  [cloud, 'sizes', ['16x16'], '256–4096'],
  [cloud, 'quality', 'best', '只能是'],
  [cloud, 'inputFidelity', 'best', '只能是'],
  [cloud, 'call', 'multimodal', '不认识的参数：call'],
  [cloud, 'graphs', ['edit-qwen'], '不认识的参数：graphs'],
  [qwen, 'tools', ['clean'], '不支持工具 clean'],
  [qwen, 'model', '', '不能为空'],
  [qwen, 'call', 'video', '只能是'],
  [qwen, 'name', 'embedded', '已被占用'],
  [qwen, 'address', 'ftp://x', 'http://'],
  [qwen, 'leavesHouse', undefined, '缺少这一项'],
];

describe('the file of engines', () => {
  it('takes services with a key, whose models and prices are the operator’s', async () => {
    const engines = readEnginesFile(await fileOf({ engines: [cloud, { ...qwen, pictureFen: 20 }] }));
    expect(engines).toMatchObject([
      { address: 'https://api.openai.com/v1', model: 'gpt-image-1.5', dialect: 'openai', laneSize: 1 },
      { model: 'qwen-image-edit-plus', call: 'multimodal', pictureFen: 20 },
    ]);
    expect(termsOf(engines).get('qwen')).toMatchObject({ hasFreeOutputs: false, leaves: expect.any(String) });
    const shown = engines.map(entryOf);
    expect(shown).toMatchObject([{ hasKey: true, keyHeader: 'authorization' }, { adapter: 'dashscope' }]);
    expect(JSON.stringify(shown)).not.toContain('sk-x');
  });

  it.each(engineAdapterNames)(
    'takes an engine of %s, which has tools and a method for each of them',
    async (adapter) => {
      const [settings] = readEnginesFile(await fileOf({ engines: [{ ...card, adapter }] }));
      const engine = realEngine(settings!, { control: plainControl(), folder });
      const { tools } = await engine.describe();
      await engine.close();
      expect(adapterOf(settings!).methods(settings!)).toEqual(
        expect.arrayContaining(tools.map(({ algorithm }) => algorithm)),
      );
      expect(tools).not.toEqual([]);
    },
  );

  it.each(wrongForServices)('is refused for a service of %o with %s = %j', async (engine, key, value, words) => {
    const faults = await refusalOf({ engines: [{ ...engine, [key]: value }] });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(words);
  });

  it('gives an engine its defaults, all graphs and a lane', async () => {
    const [engine] = readEnginesFile(await fileOf({ engines: [card] }));
    expect(engine).toMatchObject({ address: 'http://127.0.0.1:8188', priceFactor: 1, laneSize: 1 });
    expect(graphIdsOf(engine)).toEqual([...shippedGraphs.keys()]);
    expect(termsOf([engine!]).get('card')).toEqual({ priceFactor: 1, laneSize: 1, hasFreeOutputs: false });
  });

  it('is read with a byte-order mark, and takes graphs of the operator’s own from beside it', async () => {
    await fileOf({ ...textQwen, id: 'own-text', title: '自己的图' }, 'own.json');
    const text = `\uFEFF${JSON.stringify({ engines: [{ ...card, graphs: ['own.json'] }] })}`;
    const [engine] = readEnginesFile(await fileOf(text));
    expect(graphIdsOf(engine)).toEqual(['own-text']);
  });

  it.each(Object.entries(wrong).flatMap(([key, rows]) => rows.map(([value, words]) => [key, value, words] as const)))(
    'is refused for %s = %j',
    async (key, value, words) => {
      const faults = await refusalOf({ engines: [{ ...card, [key]: value }] });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(words);
      expect(faults[0]).toMatch(/^- 第 1 个引擎/);
    },
  );

  it('names every budget setting among the refused ones', () => {
    const tried = new Set(wrong.budget.flatMap(([value]) => Object.keys(value as object)));
    expect(Object.keys(EngineBudgetSettings.shape).filter((key) => !tried.has(key))).toEqual([]);
  });

  it.each([
    ['no JSON', '{', '不是 JSON'],
    ['no list', {}, 'engines：缺少这一项'],
    ['a list alone', [card], '最外层应为 {"engines": [ … ]}'],
    ['an unknown part', { engines: [], more: 1 }, '不认识的参数：more'],
    ['an unknown setting', { engines: [{ ...card, speed: 1 }] }, '不认识的参数：speed'],
    ['no object', { engines: [7] }, '应为对象'],
    ['a name twice', { engines: [card, { ...card, title: '另一个' }] }, '引擎 card 写了两次'],
    ['a title twice', { engines: [card, { ...card, name: 'card-2' }] }, '都叫「显卡引擎」'],
    ['too many engines', { engines: Array.from({ length: 21 }, () => card) }, '最多 20 项'],
    [
      'a graph that never runs',
      { engines: [{ ...card, graphs: ['edit-qwen', 'text-qwen'], tools: ['text2Img'] }] },
      '图 edit-qwen 支持的工具都不在 tools 里',
    ],
  ])('is refused for %s', async (_fault, content, words) => {
    expect((await refusalOf(content)).join('\n')).toContain(words);
  });

  it('is refused for a graph of the operator’s own whose slots lead nowhere', async () => {
    await fileOf({ ...textQwen, slots: { prompt: [['nowhere', 'text']] } }, 'wrong.json');
    const faults = await refusalOf({ engines: [{ ...card, graphs: ['wrong.json'] }] });
    expect(faults[0]).toContain('图中没有 nowhere.text');
  });

  it('is refused with every fault of every engine at once', async () => {
    const faults = await refusalOf({
      engines: [
        { ...card, laneSize: 0, leavesHouse: 1 },
        { ...card, name: 'b', graphs: ['no-such', 'nor-this'] },
        { ...card, name: 'other', title: '另一个', graphs: ['no-such', 'nor-this'] },
      ],
    });
    expect(faults.map((line) => line.slice(0, line.indexOf('，')))).toEqual([
      ...['- 第 1 个引擎 card', '- 第 1 个引擎 card', '- 第 2 个引擎 b'],
      ...['- 第 3 个引擎 other', '- 第 3 个引擎 other'],
    ]);
  });
});
