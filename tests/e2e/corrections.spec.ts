import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test as base } from '../support/story.ts';

/** A page of a new account. */
const test = base.extend<{ member: Page }>({
  member: async ({ page, account }, use) => {
    await account();
    await use(page);
  },
});

const startButton = (page: Page) => page.getByRole('button', { name: /^生成 · / });
const runEnds = { timeout: 200_000 };
/** Several runs one after the other, on a machine that other stories share. */
test.describe.configure({ timeout: 420_000 });

/** Opens a tool with a sample at half its size, on which the engine works a quarter of the time. */
async function openWithSmall(page: Page, path: string, sample: string): Promise<void> {
  await page.route(`**/samples/${sample}.*`, async (route) => {
    const answer = await route.fetch();
    const picture = sharp(await answer.body());
    const { width } = await picture.metadata();
    await route.fulfill({ response: answer, body: await picture.resize(Math.round(width / 2)).toBuffer() });
  });
  await page.goto(`${path}?base=sample:${sample}`);
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
}

/** Starts; gives the parameters that the server took. */
async function start(page: Page): Promise<Record<string, unknown>> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/ai/startTask')),
    startButton(page).click(),
  ]);
  expect(answer.ok(), await answer.text()).toBe(true);
  const { taskId } = (await answer.json()).data;
  const task = await page.request.get(`/api/ai/getTaskByTaskId?taskId=${taskId}`);
  return (await task.json()).data.params;
}

async function pressAt(page: Page, layer: Locator, x: number, y: number): Promise<void> {
  const box = await layer.boundingBox();
  if (!box) throw new Error('The picture is not shown');
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
}

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

  const params = await start(page);
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
