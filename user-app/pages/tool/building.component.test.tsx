import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { tools } from '#shared/tools/registry';
import { buildingOf, openBuildings, readingOf } from '../../../tests/support/component-buildings.ts';
import {
  answerWith,
  asked,
  chooseFiles,
  faultsInLightAndDark,
  history,
  memberOf,
  onPhone,
  openStudio,
  show,
  sidewaysParts,
} from '../../../tests/support/components.tsx';
import { BuildingHost } from '../../features/building/building-host.tsx';
import { keepWaitingFile, readWaitingFile } from '../../features/building/waiting-file.ts';
import { appStore, closeLogin } from '../../lib/app-store.ts';
import Home from '../home/index.tsx';
import ToolPage from './index.tsx';

const dialog = page.getByRole('dialog', { name: '建筑模型' });
const take = () => dialog.getByRole('button', { name: '用作底图' });
const radio = (name: string) => dialog.getByRole('radio', { name, exact: true });
const modelFile = (name = '溪边住宅.ifc') => new File(['ISO-10303-21;\nHEADER;'], name);

function openTool(at = '/architecturalRender', person = memberOf()) {
  openStudio();
  return show(
    <>
      <ToolPage />
      <BuildingHost />
    </>,
    { at, person },
  );
}

test('a model file goes from the field of a tool over its size and a view to its base picture, and back to the view', async () => {
  const buildings = openBuildings();
  await openTool();
  await chooseFiles(modelFile());
  await expect.element(dialog.getByText(/正在读取：/)).toBeVisible();
  buildings.models.set('new', buildingOf('new', { state: 'unconfirmed' }));
  await expect.element(dialog.getByRole('img', { name: /宽 12 m、深 9 m、高 6.2 m/ })).toBeVisible();
  await dialog.getByRole('button', { name: '尺寸对，去选视角' }).click();
  await dialog.getByRole('button', { name: '南立面' }).click();
  await take().click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/^模型视角/)).toBeVisible();
  await expect.element(page.getByText(/1600 × 900/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^生成 · / })).toHaveAttribute('aria-disabled', 'false');
  await page.getByRole('button', { name: '换个视角' }).click();
  await expect.element(dialog.getByText(/离中心 24 m/)).toBeVisible();
});

test('the size follows unit and axis, and what no building has is doubted before it is confirmed', async () => {
  const buildings = openBuildings([buildingOf('house', { state: 'unconfirmed' })]);
  await openTool();
  await page.getByRole('button', { name: '建筑模型', exact: true }).click();
  await dialog
    .getByRole('button', { name: /溪边住宅/ })
    .first()
    .click();
  await expect.element(dialog.getByText('宽 12 m，深 9 m，高 6.2 m')).toBeVisible();
  await expect.element(dialog.getByText(/没有画 IfcFurnishingElement 3 个：只有边界框/)).toBeVisible();
  await radio('米').click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/单位可能选大了/);
  await radio('英寸').click();
  await radio('Y 轴朝上').click();
  await expect.element(dialog.getByText('宽 305 m，深 157 m，高 229 m')).toBeVisible();
  await dialog.getByRole('slider', { name: '偏转' }).fill('30');
  await dialog.getByRole('button', { name: '尺寸对，去选视角' }).click();
  await expect.element(take()).toBeVisible();
  expect(buildings.confirmed).toEqual([{ metresPerUnit: 0.0254, up: 'y', north: 30 }]);
});

/** The dialog's body cuts what is too wide: nothing of it may be. */
async function expectNoSideways() {
  const body = dialog.getByRole('heading', { level: 3 }).element().closest('dialog')!.querySelector('[class*=body]')!;
  await expect.poll(() => body.scrollWidth - body.clientWidth).toBeLessThanOrEqual(0);
}

/** Sketches are kept by the id of their model. */
async function openViews(modelId: string) {
  const buildings = openBuildings([buildingOf(modelId)]);
  await openTool();
  await page.getByRole('button', { name: '建筑模型', exact: true }).click();
  await dialog
    .getByRole('button', { name: /溪边住宅/ })
    .first()
    .click();
  await expect.element(take()).toBeVisible();
  return buildings;
}

test('keys and buttons move the camera, each rest is one sketch, and all of it is there again later', async () => {
  const buildings = await openViews('walked');
  await expect.poll(() => buildings.sketched.length).toBe(7);
  const sheet = dialog.getByRole('group', { name: /^人视 · 东南，方向键走动/ });
  (sheet.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}r');
  await dialog.getByRole('button', { name: '右转' }).click();
  await dialog.getByRole('slider', { name: '焦距' }).fill('50');
  await dialog.getByRole('combobox', { name: '城市' }).selectOptions('成都');
  await dialog.getByRole('button', { name: '冬至' }).click();
  await radio('白模').click();
  await expect
    .poll(() => buildings.sketched.at(-1))
    .toMatchObject({
      camera: { lens: 50, yaw: -36 },
      sun: { latitude: 30.57, date: expect.stringMatching(/-12-2[12]$/) },
      look: 'clay',
    });
  await expect.element(dialog.getByText(/焦距 50 mm/)).toBeVisible();
  await dialog.getByRole('button', { name: '关闭' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: '建筑模型', exact: true }).click();
  await dialog
    .getByRole('button', { name: /溪边住宅/ })
    .first()
    .click();
  await expect.element(dialog.getByText(/焦距 50 mm/)).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: '城市' })).toHaveValue('成都');
});

test('a sketch that fails says why and is drawn again', async () => {
  const buildings = openBuildings([buildingOf('undrawn')]);
  buildings.areSketchesRefused = true;
  await openTool();
  await page.getByRole('button', { name: '建筑模型', exact: true }).click();
  await dialog
    .getByRole('button', { name: /溪边住宅/ })
    .first()
    .click();
  const failure = dialog.getByRole('alert').filter({ hasText: '这个视角暂时画不出来' });
  await expect.element(failure).toBeVisible();
  buildings.areSketchesRefused = false;
  await failure.getByRole('button', { name: '重试' }).click();
  await expect.element(dialog.getByRole('img', { name: '人视 · 东南的草图' })).toBeVisible();
});

test('Back closes the dialog, and a file of a program tells how to export from it', async () => {
  openBuildings();
  await openTool();
  await chooseFiles(new File(['SketchUp'], '别墅.skp'));
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^这是 SketchUp 模型/);
  await expect.element(dialog.getByRole('button', { name: 'SketchUp' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: 'Revit' }).click();
  await expect.element(dialog.getByText('Revit：存成 IFC')).toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
  window.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a sample model is read as if its file had been chosen', async () => {
  openBuildings();
  await openTool();
  await page.getByRole('button', { name: '建筑模型', exact: true }).click();
  await dialog.getByRole('button', { name: '用示例居室试试' }).click();
  await expect.element(dialog.getByText(/正在读取：/)).toBeVisible();
});

test('a visitor’s file waits for the login and goes on after it', async () => {
  const buildings = openBuildings();
  openStudio();
  await show(
    <>
      <ToolPage />
      <BuildingHost />
    </>,
    { at: '/landscapeRender' },
  );
  await chooseFiles(modelFile());
  await expect.element(dialog.getByText(/登录后自动上传/)).toBeVisible();
  const { isLoginOpen, afterLogin } = appStore.get();
  expect(isLoginOpen).toBe(true);
  expect(buildings.models.size).toBe(0);
  afterLogin?.();
  closeLogin();
  await expect.element(dialog.getByText(/正在读取：/)).toBeVisible();
});

test('a file that the page was left with is offered again and keeps its key', async () => {
  openBuildings();
  await keepWaitingFile({ file: modelFile('院子.ifc'), clientKey: 'left' });
  await openTool();
  await page.getByRole('button', { name: '建筑模型', exact: true }).click();
  await expect.element(dialog.getByText('“院子.ifc”上次没有传完，文件还在。')).toBeVisible();
  await dialog.getByRole('button', { name: '继续上传' }).click();
  await expect.element(dialog.getByText(/正在读取：/)).toBeVisible();
  expect(asked.find(({ name }) => name === 'uploadBuildingModel')?.sent).toMatchObject({ clientKey: 'left' });
  await expect.poll(readWaitingFile).toBeUndefined();
});

test('a closed dialog goes on, and a chip says when the model has been read', async () => {
  const buildings = openBuildings();
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  answerWith({
    async uploadBuildingModel({ file }) {
      await held;
      const model = readingOf('slow', (file as File).name);
      buildings.models.set('slow', model);
      return model;
    },
  });
  await openTool();
  await chooseFiles(modelFile('院子.glb'));
  await dialog.getByRole('button', { name: /在后台上传/ }).click();
  const chip = page.getByRole('region', { name: '建筑模型' });
  await expect.element(chip).toMatchTextContent(/正在上传模型/);
  arrive();
  await expect.element(chip).toMatchTextContent(/正在读取 院子.glb/);
  buildings.models.set('slow', buildingOf('slow', { name: '院子.glb' }));
  await expect.element(chip).toMatchTextContent(/院子.glb 读好了/);
  await chip.getByRole('button', { name: '选视角' }).click();
  await expect.element(take()).toBeVisible();
  await expect.element(chip).not.toBeInTheDocument();
});

test('models are renamed and removed with a question, and none are told with a next step', async () => {
  openBuildings([
    buildingOf('house'),
    buildingOf('failed', { state: 'refused', name: '坏的.glb', sentence: '文件不完整' }),
  ]);
  await openTool();
  await page.getByRole('button', { name: '建筑模型', exact: true }).click();
  await expect.element(dialog.getByText('2 / 10 个', { exact: false })).toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
  await dialog.getByRole('button', { name: '改名：溪边住宅.ifc' }).click();
  const naming = page.getByRole('dialog', { name: '给模型改名' });
  await naming.getByLabelText('模型名称').fill('溪边住宅二稿');
  await naming.getByRole('button', { name: '保存' }).click();
  for (const name of ['溪边住宅二稿', '坏的.glb']) {
    await dialog.getByRole('button', { name: `删除：${name}` }).click();
    const question = page.getByRole('dialog', { name: `删除“${name}”` });
    await expect.element(question).toMatchTextContent(/作品都留下/);
    await question.getByRole('button', { name: '删除' }).click();
    await expect.element(question).not.toBeInTheDocument();
  }
  await expect.element(dialog.getByRole('heading', { name: '还没有模型' })).toBeVisible();
});

test('a tool for pictures names the tools that take models, and the file goes along', async () => {
  openBuildings();
  openStudio();
  await show(
    <>
      <ToolPage />
      <BuildingHost />
    </>,
    { at: '/matting', route: '/:tool', person: memberOf() },
  );
  await chooseFiles(modelFile('院子.glb'));
  await expect.element(page.getByText(/这个工具只收图片/).first()).toBeVisible();
  const ways = page.getByRole('navigation', { name: '可以渲染建筑模型的工具' });
  expect(ways.getByRole('link').elements()).toHaveLength(tools.filter((tool) => 'takesBuilding' in tool).length);
  await ways.getByRole('link', { name: '鸟瞰渲染' }).click();
  expect(history.location.pathname).toBe('/birdsViewRender');
  await expect.element(dialog.getByText(/正在读取：/)).toBeVisible();
});

test('on the front page a view is taken first and its tool chosen then', async () => {
  const buildings = openBuildings();
  openStudio();
  answerWith({ works: { list: [], nextCursor: null } });
  await show(
    <>
      <Home />
      <BuildingHost />
    </>,
    { person: memberOf() },
  );
  await chooseFiles(modelFile());
  await expect.element(dialog.getByText(/正在读取：/)).toBeVisible();
  buildings.models.set('new', buildingOf('new'));
  await take().click();
  const tools = dialog.getByRole('navigation', { name: '用这个视角的工具' });
  await tools.getByRole('link', { name: /^建筑渲染/ }).click();
  expect(history.location.pathname + history.location.search).toMatch(/^\/architecturalRender\?base=house-1600x900/);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the views have no accessibility faults in light and dark, and nothing sticks out on a phone', async () => {
  const buildings = await openViews('looked-at');
  await expect.poll(() => buildings.sketched.length).toBe(7);
  expect(await faultsInLightAndDark()).toEqual([]);
  await onPhone();
  expect(sidewaysParts()).toEqual([]);
  await expectNoSideways();
  await dialog.getByRole('button', { name: '尺寸与报告' }).click();
  await expectNoSideways();
  expect(await faultsInLightAndDark()).toEqual([]);
});
