import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ProductError } from '#shared/errors';
import { toolAnswers } from '../../../tests/support/component-studio.ts';
import {
  answerWith,
  asked,
  chooseFiles,
  faultsInLightAndDark,
  history,
  memberOf,
  onPhone,
  openStudio,
  pasteFiles,
  pictureFile,
  show,
  sidewaysParts,
  taskOf,
} from '../../../tests/support/components.tsx';
import ToolPage from './index.tsx';

const startButton = () => page.getByRole('button', { name: /^生成 · / });
const compareSlider = () => page.getByRole('slider', { name: '对比位置', exact: true });
const radio = (name: string) => page.getByRole('radio', { name, exact: true });

const openTool = (at: string, person = memberOf()) => show(<ToolPage />, { at, person });

async function isReady(): Promise<void> {
  await expect.element(startButton()).toHaveAttribute('aria-disabled', 'false');
}

async function more(name: string): Promise<void> {
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

test('Ctrl and Enter start, and the allowance of the day gets smaller', async () => {
  const studio = openStudio();
  answerWith({ freeAllowance: () => ({ toline: 30 - studio.started.length }) });
  await openTool('/toline');
  await expect.element(page.getByText(/今日还可免费 30 次/)).toBeVisible();
  await chooseFiles(await pictureFile());
  await isReady();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(compareSlider()).toBeVisible();
  await expect.element(page.getByText(/今日还可免费 29 次/)).toBeVisible();
  expect(studio.started).toMatchObject([{ tool: 'toline', params: { upload_img: 'street-400x300-1' } }]);
});

test('a picture can be pasted', async () => {
  openStudio();
  await openTool('/upScaleImg');
  await expect.element(startButton()).toBeVisible();
  pasteFiles(await pictureFile());
  await expect.element(page.getByText(/400 × 300/)).toBeVisible();
  await isReady();
});

test('files that cannot work are refused with the reason', async () => {
  openStudio();
  await openTool('/toline');
  await chooseFiles(new File(['AC1032'], 'plan.dwg'));
  const advice = '这是 CAD 图纸：请在 CAD 里把图打印成 PDF，或导出 PNG 后再上传';
  await expect.element(page.getByText(advice).first()).toBeVisible();
  answerWith({
    uploadImage: () => {
      throw new ProductError('upload.too_small');
    },
  });
  await chooseFiles(await pictureFile('small.png', 120, 120));
  await expect.element(page.getByRole('alert').filter({ hasText: '图片尺寸过小' }).first()).toBeVisible();
  await expect.element(startButton()).toHaveAttribute('aria-disabled', 'true');
});

test('a button that cannot start says what is missing', async () => {
  openStudio();
  await openTool('/toline');
  await expect.element(startButton()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(startButton()).toHaveAccessibleDescription('请先上传底图');
  (startButton().element() as HTMLElement).focus();
  await expect.element(page.getByRole('tooltip')).toMatchTextContent(/请先上传底图/);
});

test('a tool that starts from words asks for words, not for a picture', async () => {
  openStudio();
  await show(<ToolPage />, { at: '/text2Img' });
  await expect.element(page.getByText('从描述开始')).toBeVisible();
  await expect.element(page.getByText('先放一张参考图')).not.toBeInTheDocument();
});

test('a run can be canceled', async () => {
  const studio = openStudio({
    begin: (task) => ({ ...task, status: 'running', images: [], finishedAt: null, seq: 1 }),
  });
  answerWith({
    cancelTask({ taskId }) {
      const task = taskOf(String(taskId), { status: 'canceled', images: [], seq: 5 });
      studio.tasks.set(String(taskId), task);
      return { outcome: 'canceled', message: '已取消' };
    },
  });
  await openTool('/toline');
  await chooseFiles(await pictureFile());
  await isReady();
  await startButton().click();
  await expect.element(page.getByRole('button', { name: '取消', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '取消', exact: true }).click();
  await expect.element(page.getByText('已取消这次生成')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '再来一次' })).toBeVisible();
});

test('files of a tool for several are put in order by keys', async () => {
  const studio = openStudio();
  await openTool('/compress');
  await chooseFiles(await pictureFile('a.png'), await pictureFile('b.jpg', 500, 300));
  const second = page.getByRole('img', { name: /^第 2 张/ });
  await expect.element(second).toBeVisible();
  (second.element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await expect.element(page.getByText('已移到第 1 位，共 2 张')).toBeInTheDocument();
  await isReady();
  await startButton().click();
  await expect.poll(() => studio.started.length).toBe(1);
  const { params } = studio.started[0] as { params: { images?: string[] } };
  expect(Object.values(params).flat()).toEqual(expect.arrayContaining([expect.stringMatching(/^street-500x300/)]));
});

test('the parameters of a run fill the form again, and the run can be put away', async () => {
  openStudio({ tasks: [taskOf('drawn', { params: { upload_img: 'house-400x300-0', lineStyle: 'cad' } })] });
  await openTool('/toline');
  await page.getByRole('region', { name: '这个工具的历史' }).getByRole('button').click();
  await expect.element(compareSlider()).toBeVisible();
  await radio('蓝图').click();
  await more('使用参数');
  await expect.element(radio('CAD')).toBeChecked();
  const strip = page.getByRole('region', { name: '这个工具的历史' });
  await expect.element(strip.getByRole('listitem')).toBeVisible();
  await more('删除');
  await expect.element(strip.getByText(/^还没有结果/)).toBeVisible();
  expect(asked.filter(({ name }) => name === 'delTaskByTaskId').map(({ sent }) => sent.taskId)).toEqual(['drawn']);
});

test('the drawing of a tool without a picture of its own stands in the middle of what is free', async () => {
  openStudio();
  await openTool('/architecturalPart');
  await expect.element(page.getByText('先放一张底图')).toBeVisible();
  const drawing = document.querySelector('svg[viewBox="0 0 240 132"]')!;
  const [own, stage] = [drawing, drawing.parentElement!].map((each) => each.getBoundingClientRect());
  expect(Math.abs(own!.left + own!.right - stage!.left - stage!.right)).toBeLessThan(3);
  expect(own!.top - stage!.top).toBeGreaterThan(own!.height / 4);
});

test('what is left and what is promised below the start button stand without separators that a line could end with', async () => {
  openStudio();
  await openTool('/upScaleImg');
  await expect.element(page.getByText(/^剩余 \d+ 普通券$/)).toBeVisible();
  await expect.element(page.getByText(/^示意图不收券，失败自动退券$/)).toBeVisible();
});

test('a tool without an engine says so, keeps its form and points to tools that work', async () => {
  openStudio();
  answerWith({ tools: toolAnswers.map((tool) => (tool.id === 'matting' ? { ...tool, engines: [] } : tool)) });
  await openTool('/matting');
  await expect.element(page.getByText('内置引擎暂不支持该工具')).toBeVisible();
  await expect.element(startButton()).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('complementary', { name: '引擎状态' }).getByRole('link').first().click();
  expect(history.location.pathname).not.toBe('/matting');
});

test('engines tell speed, price, what leaves the house and what they do not heed; those of other plans and closed ones are grey with the reason', async () => {
  openStudio();
  answerWith({
    tools: toolAnswers.map((tool) => ({
      ...tool,
      engines: tool.engines.flatMap((engine) => [
        {
          ...{ ...engine, name: 'card', title: '显卡引擎', priceFactor: 3, hasFreeOutputs: false, usualMs: 40_000 },
          ...{ unheeded: ['cnStrength'], leaves: '底图会发送到外部服务', isUntested: true },
        },
        { ...engine, name: 'club', title: '会员引擎', plans: ['team' as const] },
        engine,
      ]),
      closedEngines: [{ name: 'down', title: '停了的引擎', reason: '显卡服务没有应答' }],
    })),
  });
  await openTool('/architecturalRender');
  await expect.element(page.getByText('「显卡引擎」不用这一项。')).toBeVisible();
  await page.getByRole('button', { name: /^高级/ }).click();
  const sentence =
    /^显卡引擎：每张约 40秒 · 每张 3 普通券起 · 不计每日免费 · 底图会发送到外部服务 · 未实测：管理员还没有/;
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(radio('显卡引擎（未实测）')).toBeVisible();
  await expect.element(radio('会员引擎')).toBeDisabled();
  await expect.element(page.getByText('会员引擎：仅限团队')).toBeVisible();
  await expect.element(radio('停了的引擎')).toBeDisabled();
  await expect.element(page.getByText('停了的引擎（不可用）：显卡服务没有应答')).toBeVisible();
  await radio('内置引擎').click();
  await expect.element(page.getByText('「显卡引擎」不用这一项。')).not.toBeInTheDocument();
});

test('a choice that the picture makes idle is told at its field before the start', async () => {
  openStudio();
  const idle = { vegetation: '底图是照片：不会加种植物，只调照片里已有植物的颜色' };
  answerWith({ lookAhead: [{ isKnown: true, misfits: {}, idle }] });
  await openTool('/landscapeRender');
  await chooseFiles(await pictureFile());
  const field = page.getByText(`${idle.vegetation}。`);
  await expect.element(field).toBeVisible();
  expect(field.element().closest('[data-field]')?.getAttribute('data-field')).toBe('vegetation');
});

test('a picture that will only be lit is told of at its field and at the start, until another picture is chosen', async () => {
  openStudio();
  const upload_img = '底图是室内照片：内置引擎只调整光影与色调，不重新布置';
  answerWith({
    lookAhead: ({ forms }) =>
      (forms as { upload_img: string }[]).map((form) => ({
        isKnown: true,
        misfits: {},
        idle: /-400x/.test(form.upload_img) ? { upload_img } : {},
      })),
  });
  await openTool('/indoorRender');
  await chooseFiles(await pictureFile());
  const sentence = page.getByText(`${upload_img}。`);
  const words = page.getByText('只调光影，不重新布置', { exact: true });
  await expect.element(sentence).toBeVisible();
  await expect.element(words).toBeVisible();
  expect(sentence.element().closest('[data-field]')?.getAttribute('data-field')).toBe('upload_img');
  await page.getByRole('textbox', { name: '创意描述', exact: true }).fill('地面换成橡木');
  await expect.element(page.getByText('只调光影与写明的材质')).toBeVisible();
  await expect.element(words).not.toBeInTheDocument();
  await chooseFiles(await pictureFile('空房.png', 500));
  await expect.element(sentence).not.toBeInTheDocument();
  await expect.element(page.getByText('只调光影与写明的材质')).not.toBeInTheDocument();
});

test('a run shows the engine’s unfinished picture, named for readers of screens', async () => {
  const preview = document.createElement('canvas').toDataURL('image/png');
  const running = { status: 'running', images: [], progress: 0.4, finishedAt: null, preview } as const;
  const studio = openStudio({ begin: (task) => ({ ...task, ...running, images: [] }) });
  await openTool('/upScaleImg');
  await chooseFiles(await pictureFile());
  await isReady();
  await startButton().click();
  await expect.element(page.getByRole('img', { name: '生成中的预览' })).toBeVisible();
  await expect.element(page.getByText('生成中的预览，不是最终结果')).toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
  for (const [taskId, task] of studio.tasks) {
    const { preview: _gone, ...ended } = { ...task, ...taskOf(taskId, { tool: task.tool, params: task.params }) };
    studio.tasks.set(taskId, { ...ended, seq: task.seq + 1 });
  }
  await expect.element(compareSlider()).toBeVisible();
});

test('the workbench has no accessibility faults in light and dark', async () => {
  openStudio({ tasks: [taskOf('looked-at', { params: { upload_img: 'house-400x300-0' } })] });
  await openTool('/toline');
  await page.getByRole('region', { name: '这个工具的历史' }).getByRole('button').click();
  await expect.element(compareSlider()).toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
});

test('on a phone the stage comes first, the form is a sheet, and a refusal stands in view', async () => {
  await onPhone();
  openStudio();
  const sentence = '这张图是户型图，不是照片：请用「彩色户型图」上色';
  answerWith({
    startTask: () => {
      throw new ProductError('task.unsuitable_picture', { fields: { upload_img: [sentence] } });
    },
  });
  await openTool('/toline');
  const lines = page.getByText('线型', { exact: true });
  await expect.element(startButton()).toBeInViewport();
  await expect.element(lines).not.toBeVisible();
  await page.getByRole('button', { name: '参数', exact: true }).click();
  await expect.element(lines).toBeVisible();
  await expect.element(startButton()).toBeInViewport();
  await page.getByRole('button', { name: '收起参数' }).click();
  await expect.element(lines).not.toBeVisible();
  await chooseFiles(await pictureFile());
  await isReady();
  await startButton().click();
  await expect.element(page.getByText(sentence)).toBeInViewport();
  expect(sidewaysParts()).toEqual([]);
});
