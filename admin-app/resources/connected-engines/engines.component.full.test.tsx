import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EngineParts, ShownEngine } from '#shared/contract/connected-engine-desk';
import type { EngineFigures, EngineHealth } from '#shared/contract/engine-desk';
import { ProductError } from '#shared/errors';
import { consoleFaults, dialog, lastSent, openConsole, row, told } from '../../../tests/support/component-console.tsx';
import { onPhone, sidewaysParts, startOfTests } from '../../../tests/support/components.tsx';

const card: ShownEngine = {
  ...{ id: 'card', source: 'console', title: '工作室显卡', adapter: 'comfyui', address: 'http://192.168.1.20:8188' },
  ...{
    options: {},
    licences: [],
    graphs: null,
    models: {},
    tools: null,
    priceFactor: 2,
    laneSize: 1,
    timeLimitSeconds: 600,
    plans: null,
  },
  ...{ budget: { perRunFen: 20, dayFen: 2000 }, leavesHouse: false, isEnabled: false, keyHeader: 'Authorization' },
  ...{ hasKey: false, version: 3, updatedAt: startOfTests, state: 'off', detail: '', checkedAt: null },
  untested: ['Qwen-Image 文生图'],
};
const text = { choices: [], usual: null, hint: '' };
const parts: EngineParts = {
  adapters: [
    {
      ...{ name: 'comfyui', title: 'ComfyUI', address: { example: 'http://192.168.1.20:8188', hint: '' } },
      ...{ keyScheme: null, leavesHouse: false, hasGraphs: true, tools: [], options: [] },
    },
    {
      ...{
        name: 'dashscope',
        title: '阿里云百炼',
        address: { example: 'https://dashscope.aliyuncs.com/api/v1', hint: '' },
      },
      ...{ keyScheme: 'Bearer', leavesHouse: true, hasGraphs: false, tools: [{ id: 'text2Img', title: '文生图' }] },
      options: [
        { ...text, name: 'model', title: '模型', kind: 'text', usual: 'qwen-image-edit-plus' },
        { ...text, name: 'call', title: '接口', kind: 'choice', choices: [{ value: 'multimodal', title: '千问' }] },
        { ...text, name: 'sizes', title: '尺寸', kind: 'lines' },
        { ...text, name: 'pictureFen', title: '每张收费', kind: 'fen' },
      ],
    },
  ],
  graphs: [
    {
      ...{ id: 'text-qwen', title: '文生图', minVram: 20, models: ['qwen_image_vae.safetensors'], own: null },
      licence: { id: 'flux-1-dev', sentence: 'FLUX 的许可不允许商用' },
      tools: [{ id: 'text2Img', title: '文生图' }],
    },
  ],
};
const ofFile: ShownEngine = {
  ...card,
  id: 'filed',
  source: 'file',
  title: '文件里的引擎',
  isEnabled: true,
  ...{ version: 0, state: 'unavailable', detail: '显卡服务没有应答' },
};
const answers = {
  staffConnectedEngines: [card, ofFile],
  staffConnectedEngine: ({ id }: { id?: unknown }) => (id === 'filed' ? ofFile : card),
  connectedEngineParts: parts,
  pendingChanges: [],
};

test('engines are listed; one of the file is shown read-only with the reason', async () => {
  await openConsole('/connected-engines', answers);
  await expect.element(row('工作室显卡')).toMatchTextContent(/停用.*未实测.*控制台.*× 2.*每次/);
  await expect.element(row('文件里的引擎')).toMatchTextContent(/不可用.*显卡服务没有应答.*文件（只读）/);
  expect(await consoleFaults()).toEqual([]);
  await page.getByRole('link', { name: '文件里的引擎' }).click();
  await expect.element(dialog().getByText(/写在 ENGINES_FILE 里，只能在文件中修改/)).toBeVisible();
  await expect.element(dialog().getByText('不可用：显卡服务没有应答')).toBeVisible();
  await expect.element(dialog().getByText(/^未实测：Qwen-Image 文生图。.*engine:check filed/)).toBeVisible();
});

test('an engine is changed, tried graph by graph, and has a key', async () => {
  const found = { title: '文生图（text-qwen）', isReady: false, words: ['缺少模型 x（约 20 GB），请放进 models/vae'] };
  await openConsole('/connected-engines/card', {
    ...answers,
    updateConnectedEngine: { ...card, priceFactor: 3, version: 4 },
    replaceEngineKey: { ...card, hasKey: true, version: 4 },
    testConnectedEngine: { isOk: false, ms: 40, sentence: 'ComfyUI 有应答，没有一张图能运行', parts: [found] },
  });
  await dialog().getByRole('button', { name: '测试' }).click();
  await expect.poll(() => document.querySelector('.ant-message-error')?.textContent).toBe('测试没有通过');
  await expect.element(dialog().getByText('文生图（text-qwen）：不能运行')).toBeVisible();
  await expect.element(dialog().getByText(found.words[0]!)).toBeVisible();
  expect(await consoleFaults()).toEqual([]);
  await dialog().getByLabelText('用券倍数').fill('3');
  await dialog().getByRole('button', { name: /保存$/ }).click();
  await expect.element(told('已保存「工作室显卡」')).toBeVisible();
  expect(lastSent('updateConnectedEngine')).toEqual({ id: 'card', version: 3, priceFactor: 3 });
});

test('a new engine is connected, and nothing stands out sideways on a phone', async () => {
  await onPhone();
  await openConsole('/connected-engines/create', { ...answers, createConnectedEngine: { ...card, version: 1 } });
  await dialog().getByLabelText('标识').fill('card');
  await dialog().getByLabelText('名称').fill('工作室显卡');
  await dialog().getByLabelText('地址').fill('http://192.168.1.20:8188');
  expect(sidewaysParts()).toEqual([]);
  expect(await consoleFaults()).toEqual([]);
  await dialog().getByRole('button', { name: /接入$/ }).click();
  await expect.element(told(/已接入「工作室显卡」/)).toBeVisible();
  expect(lastSent('createConnectedEngine')).toMatchObject({ name: 'card', graphs: null, budget: null, priceFactor: 1 });
});

test('a service with a key is connected with the settings of its adapter, and its key is typed alone', async () => {
  const service: ShownEngine = {
    ...{
      ...card,
      id: 'bailian',
      title: '百炼',
      adapter: 'dashscope',
      options: { model: 'qwen-image', pictureFen: 20 },
    },
    ...{ address: 'https://dashscope.aliyuncs.com/api/v1', leavesHouse: true },
  };
  await openConsole('/connected-engines/create', { ...answers, createConnectedEngine: service });
  // A select that has a value hides its input from locators.
  await expect.poll(() => document.querySelector<HTMLElement>('#adapter')).toBeTruthy();
  document.querySelector<HTMLElement>('#adapter')?.focus();
  await userEvent.keyboard('{Enter}');
  await page.getByTitle('阿里云百炼', { exact: true }).last().click();
  await dialog().getByLabelText('标识').fill('bailian');
  await dialog().getByLabelText('名称').fill('百炼');
  await dialog().getByLabelText('地址').fill(service.address);
  await dialog().getByLabelText('尺寸').fill('1x2\n 3x4');
  await dialog().getByLabelText('每张收费').fill('0.2');
  expect(await consoleFaults()).toEqual([]);
  await dialog().getByRole('button', { name: /接入$/ }).click();
  await expect.element(told(/已接入「百炼」/)).toBeVisible();
  expect(lastSent('createConnectedEngine')).toMatchObject({
    ...{ name: 'bailian', adapter: 'dashscope', leavesHouse: true, graphs: null, models: {} },
    options: { sizes: ['1x2', '3x4'], pictureFen: 20 },
  });

  const changed = { ...answers, staffConnectedEngine: service, replaceEngineKey: { ...service, hasKey: true } };
  await openConsole('/connected-engines/bailian', { ...changed, updateConnectedEngine: service });
  await dialog().getByLabelText('模型').fill('');
  await dialog().getByRole('button', { name: /保存$/ }).click();
  await expect.element(told('已保存「百炼」')).toBeVisible();
  expect(lastSent('updateConnectedEngine')).toEqual({ id: 'bailian', version: 3, options: { pictureFen: 20 } });
  await openConsole('/connected-engines/bailian', changed);
  await dialog().getByRole('button', { name: '填写密钥' }).click();
  await page.getByLabelText('服务的密钥').fill('sk-one');
  await page
    .getByRole('button', { name: /保\s*存$/ })
    .last()
    .click();
  await expect.element(told('已保存密钥')).toBeVisible();
  expect(lastSent('replaceEngineKey')).toMatchObject({ keyHeader: 'Authorization', engineKey: 'Bearer sk-one' });
});

test('a licence is confirmed, and a graph of one’s own is replaced by an earlier version or refused', async () => {
  const confirmed = { ...card, licences: [{ id: 'flux-1-dev', by: '周工', at: startOfTests }], version: 4 };
  await openConsole('/connected-engines/card', { ...answers, confirmEngineLicence: confirmed });
  await dialog().getByRole('button', { name: '确认可以使用' }).click();
  await page.getByRole('button', { name: '确认可以使用' }).last().click();
  await expect.element(told('已记下您的确认')).toBeVisible();
  expect(lastSent('confirmEngineLicence')).toEqual({
    id: 'card',
    licence: 'flux-1-dev',
    isConfirmed: true,
    version: 3,
  });

  const versions = [2, 1].map((version) => ({ version, at: startOfTests }));
  const mine: EngineParts['graphs'][number] = {
    ...{ ...parts.graphs[0]!, id: 'own-text', title: '自己的文生图', licence: null },
    own: { version: 2, updatedAt: startOfTests, usedBy: ['工作室显卡'], versions },
  };
  await openConsole('/connected-engines', {
    ...{ ...answers, connectedEngineParts: { ...parts, graphs: [mine] } },
    restoreEngineGraph: () => {
      throw new ProductError('engine.graph_invalid', {
        ...{ fill: { sentence: '图中没有 a.b' }, fields: { graph: ['图中没有 a.b', '没有这个工具'] } },
      });
    },
  });
  await expect.element(page.getByText('自己的文生图（own-text）')).toBeVisible();
  expect(await consoleFaults()).toEqual([]);
  await page.getByRole('button', { name: '换回第 1 版' }).click();
  await page.getByRole('button', { name: '换回', exact: true }).click();
  await expect.element(page.getByText('这张图不能用：图中没有 a.b')).toBeVisible();
  expect(lastSent('restoreEngineGraph')).toEqual({ id: 'own-text', to: 1, version: 2 });
});

test('a page of an engine tells its money, failures and times, and runs that may have cost some', async () => {
  const health: EngineHealth = {
    ...{ id: 'render-card', kind: 'render', title: '工作室显卡', provider: 'card', isSimulated: false, state: 'ok' },
    ...{ detail: '', abilities: [], calls: 3, errorRate: 0, p50: 40_000, p90: 60_000, lastSuccessAt: startOfTests },
    ...{ lastFailureAt: null, since: null, canTest: true, testWords: '只问版本。', settings: [] },
  };
  const figures: EngineFigures = {
    ...{ succeeded: 12, costFen: 240, tickets: [{ kind: 'normal', amount: 24 }], incomeFen: 792 },
    failures: [{ reason: 'engine.busy', title: '繁忙或连不上', attempts: 2 }],
    tools: [{ tool: 'text2Img', title: '文生图', runs: 12, waitMs: 3000, runMs: 40_000 }],
    lane: { size: 1, waiting: 2, running: 1 },
    budget: {
      ...{ perRunFen: 20, day: { usedFen: 2000, limitFen: 2000 }, month: { usedFen: 2400, limitFen: null } },
      closedBy: '今天的预算已用完，明天恢复',
    },
    uncertain: [{ taskId: 'task_lost', at: startOfTests, costFen: 20 }],
  };
  await openConsole('/engines/render-card', {
    ...{ staffEngines: [health], staffEngine: health, staffEngineFigures: figures },
    engineAlarms: [{ kind: 'budget', engine: 'render-card', sentence: '「工作室显卡」今天的预算已用完', at: null }],
  });
  await expect.element(dialog().getByText('引擎已关闭：今天的预算已用完，明天恢复')).toBeVisible();
  await expect.element(dialog().getByText(/有 1 次运行无法确认是否已开始/)).toBeVisible();
  await expect.element(dialog().getByText('繁忙或连不上')).toBeVisible();
  expect(await consoleFaults()).toEqual([]);
});
