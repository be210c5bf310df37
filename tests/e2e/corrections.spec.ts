import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { accessibilityFaults } from '../support/accessibility.ts';
import { phoneLook } from '../support/browser.ts';
import { test as base } from '../support/story.ts';

/** A mainland number nobody else in this run has. */
function newPhone(): string {
  return `17${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
}

/** A page of a new account. */
const test = base.extend<{ member: Page }>({
  member: async ({ page }, use) => {
    const answer = await page.request.post('/__mock/accounts', { data: { phoneNo: newPhone() } });
    expect(answer.ok(), await answer.text()).toBe(true);
    await use(page);
  },
});

const startButton = (page: Page) => page.getByRole('button', { name: /^生成 · / });
const againButton = (page: Page) => page.getByRole('button', { name: /^重新着色/ });
const regions = (page: Page) => page.getByRole('group', { name: '区域，方向键移动，回车修改' });
const rooms = (page: Page) => page.getByRole('group', { name: '房间，方向键移动，回车修改' });
const runEnds = { timeout: 200_000 };
/** Several runs one after the other, on a machine that other stories share. */
test.describe.configure({ timeout: 420_000 });

/** Opens a tool with a sample. */
async function openWith(page: Page, path: string, sample: string): Promise<void> {
  await page.goto(`${path}?base=sample:${sample}`);
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false', { timeout: 20_000 });
}

/** The same with the sample at half its size, on which the engine works a quarter of the time. */
async function openWithSmall(page: Page, path: string, sample: string): Promise<void> {
  await page.route(`**/samples/${sample}.*`, async (route) => {
    const answer = await route.fetch();
    const picture = sharp(await answer.body());
    const { width } = await picture.metadata();
    await route.fulfill({ response: answer, body: await picture.resize(Math.round(width / 2)).toBuffer() });
  });
  await openWith(page, path, sample);
}

interface Started {
  params: Record<string, unknown>;
  taskId: string;
}

/** Starts by a button; gives what the server took. */
async function startBy(page: Page, button: Locator): Promise<Started> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/ai/startTask')),
    button.click(),
  ]);
  expect(answer.ok(), await answer.text()).toBe(true);
  const { taskId } = (await answer.json()).data;
  const { params } = await taskOf(page, taskId);
  return { params, taskId };
}

async function taskOf(page: Page, taskId: string) {
  const answer = await page.request.get(`/api/ai/getTaskByTaskId?taskId=${taskId}`);
  return (await answer.json()).data;
}

/** A finished task and the pixels of its first picture. */
async function resultOf(page: Page, taskId: string) {
  const task = await taskOf(page, taskId);
  const stored = await page.request.get(`/api/images/${task.images[0].imageId}`);
  const { data, info } = await sharp(await stored.body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  /** Mean colour of a small square around a place, given as shares of width and height. */
  const at = (x: number, y: number): { red: number; green: number; blue: number } => {
    const sum = [0, 0, 0];
    const [left, top] = [Math.round(x * info.width) - 5, Math.round(y * info.height) - 5];
    for (let line = top; line < top + 10; line++)
      for (let column = left; column < left + 10; column++)
        for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (data[(line * info.width + column) * 3 + c] ?? 0);
    const [red = 0, green = 0, blue = 0] = sum.map((value) => value / 100);
    return { red, green, blue };
  };
  return { task, at };
}

async function pressAt(page: Page, layer: Locator, x: number, y: number): Promise<void> {
  const box = await layer.boundingBox();
  if (!box) throw new Error('The picture is not shown');
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
}

/** The paved court of the sample plan, and a roof beside it: shares of width and height. */
const court = { x: 0.305, y: 0.39 };
const roof = { x: 0.2, y: 0.255 };

test('a court of a site plan is made water, and only it becomes blue', async ({ member: page }) => {
  await openWith(page, '/allPlan', 'site-plan');
  const first = await startBy(page, startButton(page));
  await expect(regions(page)).toBeVisible(runEnds);
  const legend = page.getByRole('region', { name: '图例' });
  await expect(legend.getByRole('listitem').filter({ hasText: '水体' })).toContainText('%');
  await expect(againButton(page)).toBeDisabled();

  await pressAt(page, regions(page), court.x, court.y);
  const panel = page.getByRole('dialog', { name: '改类' });
  await expect(panel).toContainText('现在是铺装');
  expect(await accessibilityFaults(page, { within: 'main' })).toEqual([]);
  await panel.getByRole('button', { name: '水体' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText('已改 1 处，重新着色后生效')).toBeVisible();

  const second = await startBy(page, againButton(page));
  expect(second.params.reassigned).toEqual([{ x: expect.any(Number), y: expect.any(Number), name: '水体' }]);
  await expect(page.getByRole('button', { name: '撤销改为水体' })).toBeVisible(runEnds);
  const before = await resultOf(page, first.taskId);
  const after = await resultOf(page, second.taskId);
  expect(after.task.seed).toBe(before.task.seed);
  expect(before.at(court.x, court.y).red).toBeGreaterThan(before.at(court.x, court.y).blue);
  expect(after.at(court.x, court.y).blue - after.at(court.x, court.y).red).toBeGreaterThan(30);
  expect(after.at(roof.x, roof.y)).toEqual(before.at(roof.x, roof.y));

  await page.getByRole('button', { name: '撤销改为水体' }).click();
  await expect(page.getByText('重新着色后恢复')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phoneLook);

  test('a tap on a region opens its classes within the screen', async ({ member: page }) => {
    await openWithSmall(page, '/allPlan', 'site-plan');
    await startBy(page, startButton(page));
    await expect(regions(page)).toBeVisible(runEnds);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await expect(startButton(page)).toBeInViewport({ ratio: 1 });

    const box = await regions(page).boundingBox();
    if (!box) throw new Error('The picture is not shown');
    await page.touchscreen.tap(box.x + court.x * box.width, box.y + court.y * box.height);
    const panel = page.getByRole('dialog', { name: '改类' });
    await expect(panel).toBeInViewport({ ratio: 1 });
    await panel.getByRole('button', { name: '水体' }).click();
    await expect(againButton(page)).toBeEnabled();
    await expect(againButton(page)).toBeInViewport({ ratio: 1 });
  });
});

test('regions are walked through and given a class by keys alone', async ({ member: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openWithSmall(page, '/allPlan', 'site-plan');
  await startBy(page, startButton(page));
  await expect(regions(page)).toBeVisible(runEnds);
  const focused = page.locator('[data-marker]:focus');
  await page.getByRole('group', { name: /^画面，/ }).focus();
  await page.keyboard.press('Tab');
  const name = await focused.getAttribute('aria-label');
  expect(name).toMatch(/^区域 1，/);
  await page.keyboard.press('ArrowDown');
  await expect(focused).not.toHaveAttribute('aria-label', name ?? '');
  const here = (await focused.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '改类' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: here, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('已改 1 处，重新着色后生效')).toBeVisible();
  expect(await accessibilityFaults(page, { within: 'main' })).toEqual([]);
});

test('a room gets another name and floor, and the larger ones keep theirs', async ({ member: page }) => {
  await openWith(page, '/colorFlatPicture', 'floor-plan');
  await startBy(page, startButton(page));
  await expect(rooms(page)).toBeVisible(runEnds);
  const kitchen = rooms(page).getByRole('button', { name: '房间 厨房' });
  const { x = 0, y = 0 } = (await kitchen.boundingBox()) ?? {};
  // Beside the name, on the floor of the same room.
  await page.mouse.click(x + 12, y - 24);
  const panel = page.getByRole('dialog', { name: '修改房间' });
  await expect(panel.getByLabel('房间名')).toHaveValue('厨房');
  await panel.getByLabel('房间名').fill('西厨');
  await panel.getByRole('button', { name: '木地板' }).click();
  await panel.getByRole('button', { name: '确定' }).click();
  await expect(rooms(page).getByRole('button', { name: '房间 西厨' })).toBeVisible();

  const { params, taskId } = await startBy(page, againButton(page));
  const rows = params.rooms as { name: string; floor: string }[];
  expect(rows.at(-1)).toEqual({ name: '西厨', floor: 'wood' });
  expect(rows.slice(0, -1).every(({ floor }) => floor === 'auto')).toBe(true);
  await expect(page.getByRole('button', { name: '撤销改为西厨' })).toBeVisible(runEnds);
  const { task } = await resultOf(page, taskId);
  const found = JSON.parse(task.facts.roomList) as { name: string; floor: string }[];
  expect(found[rows.length - 1]).toMatchObject({ name: '西厨', floor: 'wood' });

  await page.getByRole('button', { name: '撤销改为西厨' }).click();
  await expect(rooms(page).getByRole('button', { name: '房间 厨房' })).toBeVisible();
});

test('the sky that was found is put right with the brush, sent, emptied and given back', async ({ member: page }) => {
  await openWithSmall(page, '/atmosphereChange', 'villa-day');
  const sky = page.getByRole('group', { name: '天空', exact: true });
  await expect(sky).toContainText('自动');
  // How long the picture is read depends on the machine; what is waited for is the answer.
  const reading = page.waitForResponse('**/api/ai/clickMask', runEnds);
  await sky.getByRole('button', { name: '修改天空' }).click();
  expect((await reading).status()).toBe(200);
  const editor = page.getByRole('region', { name: '天空编辑器' });
  await expect(editor.getByText(/^已选 [1-9]\d*%$/)).toBeVisible();
  const picture = editor.getByRole('img', { name: '要修改的图片' });
  // The lawn at the bottom is no sky; now it is said to be.
  await pressAt(page, picture, 0.1, 0.95);
  await editor.getByRole('button', { name: '完成' }).click();
  await expect(editor).toBeHidden();
  await expect(sky).toContainText('已修改');

  const { params } = await startBy(page, startButton(page));
  const stored = await page.request.get(`/api/images/${params.skyMask}`);
  const { data, info } = await sharp(await stored.body())
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const level = (x: number, y: number) => data[Math.round(y * info.height) * info.width + Math.round(x * info.width)];
  expect([level(0.1, 0.95), level(0.6, 0.08), level(0.6, 0.9)]).toEqual([255, 255, 0]);
  await expect(page.getByRole('slider', { name: '对比位置' })).toBeVisible(runEnds);

  await sky.getByRole('button', { name: '修改天空' }).click();
  await editor.getByRole('button', { name: '清空' }).click();
  await editor.getByRole('button', { name: '完成' }).click();
  await expect(sky).toContainText('已修改（没有）');
  await sky.getByRole('button', { name: '天空恢复自动' }).click();
  await expect(sky).toContainText('自动');
  await expect(sky).not.toContainText('已修改');
});
