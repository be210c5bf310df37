import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Task } from '#shared/contract/task';
import { mouse, type Point, touch } from '../../../tests/support/component-pointer.ts';
import {
  answerWith,
  chooseFiles,
  faultsInLightAndDark,
  memberOf,
  onPhone,
  openStudio,
  pictureFile,
  show,
  sidewaysParts,
} from '../../../tests/support/components.tsx';
import ToolPage from './index.tsx';

const startButton = () => page.getByRole('button', { name: /^生成 · / });
const again = () => page.getByRole('button', { name: /^重新着色/ });
const regions = () => page.getByRole('group', { name: '区域，方向键移动，回车修改' });
const rooms = () => page.getByRole('group', { name: '房间，方向键移动，回车修改' });
const panel = (name: string) => page.getByRole('dialog', { name });

/** Regions of the plan that `tests/support/component-files.ts` draws: paving on the left, a building on the right. */
const siteFacts = { regionList: '180,200,4;460,200,0', shares: JSON.stringify({ 铺装: 60, 建筑: 40, 水体: 0 }) };

function roomFacts({ params }: Task): NonNullable<Task['facts']> {
  const named = (params.rooms ?? []) as { name: string }[];
  const list = ['客厅', '厨房'].map((name, place) => ({
    ...{ name: named[place]?.name ?? name, floor: 'wood' },
    ...{ x: place === 0 ? 180 : 460, y: 200 },
  }));
  return { roomList: JSON.stringify(list) };
}

/** Opens a tool with the plan and starts it; every run finds the same. */
async function startWithPlan(path: string, facts: (task: Task) => NonNullable<Task['facts']>) {
  const studio = openStudio({ begin: (task) => ({ ...task, facts: facts(task) }) });
  const size = { width: 640, height: 400, bytes: 1000, sha256: '0'.repeat(64), format: 'png' as const };
  answerWith({ uploadImage: { imageId: 'plan-640x400', url: '/api/images/plan-640x400', ...size } });
  await show(<ToolPage />, { at: path, person: memberOf() });
  await expect.element(startButton()).toBeVisible();
  if (window.innerWidth < 700) await page.getByRole('button', { name: '参数', exact: true }).click();
  await chooseFiles(await pictureFile('plan.png', 640, 400));
  await expect.element(startButton()).toHaveAttribute('aria-disabled', 'false');
  await startButton().click();
  return studio;
}

/** Window coordinates of a point of the plan, 0–1 each way. */
function spot(layer: ReturnType<typeof regions>, x: number, y: number): Point {
  const box = layer.element().getBoundingClientRect();
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

test('a region of a site plan gets another class, which is sent and can be taken back', async () => {
  const { started } = await startWithPlan('/allPlan', () => siteFacts);
  await expect.element(regions()).toBeVisible();
  const legend = page.getByRole('region', { name: '图例' });
  await expect.element(legend.getByRole('listitem').filter({ hasText: '铺装' })).toMatchTextContent('铺装60.0%');
  await expect.element(again()).toBeDisabled();
  await mouse.click(spot(regions(), 0.28, 0.3));
  await expect.element(panel('改类')).toMatchTextContent(/现在是铺装/);
  expect(await faultsInLightAndDark()).toEqual([]);
  await panel('改类').getByRole('button', { name: '水体' }).click();
  await expect.element(panel('改类')).not.toBeInTheDocument();
  await expect.element(page.getByText('已改 1 处，重新着色后生效')).toBeVisible();
  await again().click();
  await expect.poll(() => started.length).toBe(2);
  expect(started[1]).toMatchObject({
    params: { seed: 7, reassigned: [{ x: expect.any(Number), y: expect.any(Number), name: '水体' }] },
  });
  await page.getByRole('button', { name: '撤销改为水体' }).click();
  await expect.element(page.getByText(/重新着色后恢复/)).toBeVisible();
});

test('on a phone a tap on a region opens its classes within the screen', async () => {
  await onPhone();
  await startWithPlan('/allPlan', () => siteFacts);
  await expect.element(regions()).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
  await touch('touchStart', spot(regions(), 0.28, 0.3));
  await touch('touchEnd');
  await expect.element(panel('改类')).toBeInViewport({ ratio: 1 });
  await panel('改类').getByRole('button', { name: '水体' }).click();
  await expect.element(again()).toBeEnabled();
  await expect.element(again()).toBeInViewport({ ratio: 1 });
});

test('regions are walked through and given a class by keys alone', async () => {
  await startWithPlan('/allPlan', () => siteFacts);
  await expect.element(regions()).toBeVisible();
  const first = regions().getByRole('button', { name: '区域 1，铺装' });
  const second = regions().getByRole('button', { name: '区域 2，建筑' });
  (page.getByRole('group', { name: /^画面，/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(second).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel('改类')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(second).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel('改类')).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByText('已改 1 处，重新着色后生效')).toBeVisible();
});

test('a room gets another name and floor, and the larger ones keep theirs', async () => {
  const { started } = await startWithPlan('/colorFlatPicture', roomFacts);
  await expect.element(rooms()).toBeVisible();
  await mouse.click(spot(rooms(), 0.72, 0.75));
  await expect.element(panel('修改房间').getByLabelText('房间名')).toHaveValue('厨房');
  await panel('修改房间').getByLabelText('房间名').fill('西厨');
  await panel('修改房间').getByRole('button', { name: '木地板' }).click();
  await panel('修改房间').getByRole('button', { name: '确定' }).click();
  await expect.element(rooms().getByRole('button', { name: '房间 西厨' })).toBeVisible();
  await again().click();
  await expect.poll(() => started.length).toBe(2);
  expect(started[1]).toMatchObject({
    params: {
      rooms: [
        { name: '客厅', floor: 'auto' },
        { name: '西厨', floor: 'wood' },
      ],
    },
  });
  await page.getByRole('button', { name: '撤销改为西厨' }).click();
  await expect.element(rooms().getByRole('button', { name: '房间 厨房' })).toBeVisible();
});
