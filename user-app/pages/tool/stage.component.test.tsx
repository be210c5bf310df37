import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Task } from '#shared/contract/task';
import {
  faultsInLightAndDark,
  memberOf,
  onPhone,
  openStudio,
  pictureOf,
  press,
  show,
  tellOf,
} from '../../../tests/support/components.tsx';
import ToolPage from './index.tsx';

const stage = () => page.getByRole('region', { name: '画面', exact: true });
const startButton = () => page.getByRole('button', { name: /^生成 · / });
const radio = (name: string) => page.getByRole('radio', { name, exact: true });

async function openTool(at: string, begin?: (task: Task) => Task) {
  const studio = openStudio(begin && { begin });
  await show(<ToolPage />, { at, route: at.split('?')[0] ?? at, person: memberOf() });
  return studio;
}

async function start(): Promise<void> {
  await expect.element(startButton()).toHaveAttribute('aria-disabled', 'false');
  await startButton().click();
}

test('an empty stage shows what the tool makes and takes one of three pictures', async () => {
  await openTool('/toline');
  const bases = stage().getByRole('group', { name: '拿一张示例图试试' }).getByRole('button');
  await expect.element(bases.nth(2)).toBeVisible();
  expect(bases.elements()).toHaveLength(3);
  await expect.element(stage().getByRole('img', { name: '转线稿之后' })).toBeVisible();
  await bases.first().click();
  await expect.element(stage().getByRole('img', { name: '底图' })).toBeVisible();
});

test('a number keeps to its limits, typed or stepped; a switch changes with the keyboard', async () => {
  await openTool('/compress');
  const side = page.getByRole('spinbutton', { name: '最大边' });
  await side.fill('12000');
  await userEvent.keyboard('{Enter}');
  await expect.element(side).toHaveValue('8192');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(side).toHaveValue('8192');
  await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  await expect.element(side).toHaveValue('8181');
  await expect.element(side).toHaveAttribute('aria-valuenow', '8181');
  await side.fill('');
  await userEvent.keyboard('{Tab}');
  await expect.element(side).toHaveValue('0');
  const kept = page.getByRole('switch', { name: '保留元数据' });
  await expect.element(kept).not.toBeChecked();
  await press(kept, ' ');
  await expect.element(kept).toBeChecked();
});

test('several results come as a grid; any of them lies over another; the picture reaches the edges', async () => {
  await openTool('/architecturalRender?base=sample:villa-white');
  await start();
  const second = stage().getByRole('button', { name: '第 2 张，共 2 张' });
  await expect.element(second).toBeVisible();
  await second.click();
  const picture = stage().getByRole('img', { name: '结果 2' });
  await expect.element(picture).toBeVisible();
  const view = page.getByRole('group', { name: '画面，加减号缩放，方向键移动' });
  await expect
    .poll(() => {
      const [inner, outer] = [picture.element().getBoundingClientRect(), view.element().getBoundingClientRect()];
      return Math.max(inner.width / outer.width, inner.height / outer.height);
    })
    .toBeGreaterThan(0.99);

  await stage().getByRole('button', { name: '对比对象：原图' }).click();
  await page.getByRole('menuitem', { name: /第 1 张$/ }).click();
  await expect.element(stage().getByRole('button', { name: /^对比对象：.*第 1 张$/ })).toBeVisible();
  await expect.element(stage().getByRole('slider', { name: '对比位置' })).toBeVisible();

  const percent = stage().getByRole('status', { name: '缩放比例' });
  const fitted = percent.element().textContent ?? '';
  await press(view, '+');
  await expect.element(percent).not.toHaveTextContent(fitted);
});

test('the labels of compared pictures stand below the bar, also zoomed and on a phone', async () => {
  await openTool('/toline?base=sample:villa-day', (task) => ({ ...task, images: [pictureOf('tower-300x400-x')] }));
  await start();
  const view = page.getByRole('group', { name: '画面，加减号缩放，方向键移动' });
  const bar = stage().getByRole('toolbar', { name: '画面' });
  const labels = [view.getByText('原图', { exact: true }), view.getByText('结果', { exact: true })];
  await expect.element(view.getByRole('slider', { name: '对比位置' })).toBeVisible();
  const below = () => {
    const { bottom } = bar.element().getBoundingClientRect();
    return labels.map((label) => Math.round(label.element().getBoundingClientRect().top - bottom));
  };
  await expect.poll(below).toEqual([8, 8]);
  await press(view, '+');
  await expect.poll(below).toEqual([8, 8]);
  await press(view, '0');
  await onPhone();
  await expect.poll(() => below().every((distance) => distance >= 8)).toBe(true);
});

test('the form says in what it differs from the result, takes that over and gives it back', async () => {
  await openTool('/toline?base=sample:villa-day');
  await start();
  await expect.element(page.getByRole('toolbar', { name: '对结果的操作' })).toBeVisible();
  const told = page.getByRole('group', { name: '所选结果的参数' });
  await expect.element(told).not.toBeInTheDocument();
  await radio('CAD').click();
  await expect.element(told).toMatchTextContent(/线型 细节/);
  await told.getByRole('button', { name: '恢复它的参数' }).click();
  await expect.element(radio('细节')).toBeChecked();
  await expect.element(told).not.toBeInTheDocument();
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect.element(radio('CAD')).toBeChecked();
});

test('? shows the keys that act, not while somebody writes', async () => {
  await openTool('/localRenderingPro');
  await expect.element(startButton()).toBeVisible();
  const sheet = page.getByRole('dialog', { name: '快捷键' });
  await press(page.getByRole('textbox', { name: '创意描述' }), '?');
  await expect.element(page.getByRole('textbox', { name: '创意描述' })).toHaveValue('?');
  await expect.element(sheet).not.toBeInTheDocument();
  await page.getByRole('button', { name: '快捷键', exact: true }).click();
  for (const key of ['Ctrl', 'D', 'C', 'S', 'V', '←', '→', 'Delete', '/', 'K', '?'])
    await expect.element(sheet.getByText(key, { exact: true }).first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('the result has the focus after a start by keys, and its actions follow it', async () => {
  const running: Partial<Task> = { status: 'running', images: [], seq: 1, finishedAt: null };
  let done: Task | undefined;
  await openTool('/toline?base=sample:villa-day', (task) => {
    done = task;
    return { ...task, ...running };
  });
  await expect.element(startButton()).toHaveAttribute('aria-disabled', 'false');
  await press(page.getByRole('button', { name: '跳到生成按钮' }), '{Enter}');
  await expect.element(startButton()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('progressbar', { name: '生成进度' })).toBeVisible();
  if (done) tellOf(done);
  const acts = page.getByRole('toolbar', { name: '对结果的操作' });
  await expect.element(acts).toBeVisible();
  await expect.element(page.getByRole('group', { name: /^画面/ })).toHaveFocus();
  const download = acts.getByRole('button', { name: '下载', exact: true });
  let tabs = 0;
  for (; tabs < 15 && document.activeElement !== download.element(); tabs += 1) await userEvent.keyboard('{Tab}');
  expect(tabs).toBeLessThanOrEqual(8);
});

test('a structure score can be wished for before the start; a result below it is stamped and says what was tried', async () => {
  const promise = {
    least: 85,
    isMet: false,
    kept: 1,
    tries: [61, 84, 70].map((score, at) => ({ seed: 40 + at, score })),
  };
  const judgement = { score: 84, areas: [], reasons: [], isUnjudged: false, promise };
  await openTool('/birdsViewRender?base=sample:birdseye-white', (task) => ({
    ...task,
    images: task.images.map((image) => ({ ...image, quality: 'final' as const, judgement })),
  }));
  const wish = page.getByRole('radiogroup', { name: '结构承诺' });
  await expect.element(wish.getByRole('radio', { name: '不要求' })).toBeChecked();
  await wish.getByRole('radio', { name: '至少 85 分' }).click();
  await start();
  await expect.element(stage().getByRole('button', { name: '第 2 张，共 2 张，未达标' })).toBeVisible();
  await expect.element(stage().getByText('未达标', { exact: true }).first()).toBeVisible();
  await expect
    .element(page.getByText('体检：结构未达标（承诺至少 85 分），试 3 次，采用第 2 次（种子 41），不收券'))
    .toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
});

test('a result says its label, its score and why; the check lies over it with boxes and is reached by keys', async () => {
  const area = { x: 0.1, y: 0.1, width: 0.2, height: 0.3 };
  const judgement = {
    ...{ score: 71.5, areas: [{ kind: 'new' as const, ...area }], heatUrl: '/api/images/heat-192x128' },
    ...{ reasons: ['结构与底图不一致'], isUnjudged: false },
  };
  await openTool('/toline?base=sample:villa-day', (task) => ({
    ...task,
    images: task.images.map((image) => ({ ...image, quality: 'assisted' as const, judgement })),
  }));
  await start();
  await expect.element(page.getByText('结构 71.5 分')).toBeVisible();
  await expect.element(page.getByText('体检：结构与底图不一致；新增 1 处')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '本地算法·可修正蒙版' })).toBeVisible();
  const layer = stage().getByRole('group', { name: '结构 71.5 分，新增 1 处' });
  await expect.element(layer).not.toBeInTheDocument();
  const check = stage().getByRole('button', { name: '结构体检' });
  await press(check, '{Enter}');
  await expect.element(check).toHaveAttribute('aria-pressed', 'true');
  await expect.element(layer.getByRole('listitem')).toHaveTextContent('新增，画面上左');
  expect(await faultsInLightAndDark()).toEqual([]);
});
