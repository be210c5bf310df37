import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import JSZip from 'jszip';
import sharp from 'sharp';
import { drawPicture } from '../support/server-pictures.ts';
import { test } from '../support/story.ts';
import { paint } from './mask-desk.ts';
import { loseTickets } from './shop-tool.ts';

test.beforeEach(async ({ page }) => {
  const phoneNo = `18${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
  const answer = await page.request.post('/__mock/accounts', { data: { phoneNo } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto('/toline');
});

const startButton = (page: Page) => page.getByRole('button', { name: /^生成 · / });
const strip = (page: Page) => page.getByRole('list', { name: '底图' });
const batch = (page: Page) => page.getByRole('region', { name: '这一批' });

/** Brings the pictures to the base field in one go. */
async function bring(page: Page, names: readonly string[]): Promise<void> {
  const files = names.map(async (name, place) => ({
    name,
    mimeType: 'image/png',
    buffer: await drawPicture('png', { width: 400 + 20 * place, height: 300 }),
  }));
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await Promise.all(files));
  await expect(strip(page).getByRole('img')).toHaveCount(0);
  await expect(strip(page).getByRole('button', { name: /^第 \d 张/ })).toHaveCount(names.length, { timeout: 20_000 });
}

test('three pictures, one estimate, three tasks, one archive', { tag: '@smoke' }, async ({ page }) => {
  await bring(page, ['客厅.png', '卧室.png', '厨房.png']);
  await expect(page.getByText(/^3 张底图，共 3 张结果/)).toBeVisible();
  await expect(startButton(page)).toHaveText('生成 · 免费');
  await startButton(page).click();
  await expect(batch(page).getByRole('heading', { name: '这一批 3 张' })).toBeVisible();
  await page.reload();
  await expect(batch(page).getByText('完成 3 / 3')).toBeVisible({ timeout: 30_000 });
  await expect(strip(page).getByRole('button', { name: /^第 \d 张/ })).toHaveCount(3);
  await expect(page.getByText(/今日还可免费 27 次/)).toBeVisible();

  const saved = page.waitForEvent('download');
  await batch(page)
    .getByRole('button', { name: /^打包 \d+ 个/ })
    .click();
  const zip = await JSZip.loadAsync(await readFile(await (await saved).path()));
  const pictures = Object.keys(zip.files).filter((name) => name.endsWith('.jpg'));
  expect(pictures).toEqual(['01_客厅_1.jpg', '02_卧室_1.jpg', '03_厨房_1.jpg']);

  await batch(page).getByRole('button', { name: '卧室.png，结果 1' }).click();
  await expect(page.getByText('这一批的第 2 张，共 3 张')).toBeVisible();
  await page.getByRole('button', { name: '返回这一批' }).click();
  await expect(batch(page)).toBeVisible();
});

test('what is refused stays with its reason and is started alone, with the key it had', async ({ page }) => {
  await bring(page, ['a.png', 'b.png', 'c.png']);
  const keys: string[] = [];
  await page.route('**/api/ai/startTask', async (route) => {
    const body = route.request().postData() ?? '';
    const key = new URLSearchParams(body).get('clientKey') ?? JSON.parse(body).clientKey;
    keys.push(key);
    if (keys.length !== 2) return route.continue();
    const error = { code: 40_401, errorCode: 40_401, message: '图片不存在', errorMsg: '图片不存在' };
    return route.fulfill({ status: 404, json: { error: { ...error, reason: 'image.not_found' }, data: null } });
  });
  await startButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: '第 2 张没有开始：图片不存在' })).toBeVisible();
  await expect(batch(page).getByText(/没有开始 1/)).toBeVisible();
  await startButton(page).click();
  await expect(batch(page).getByText('完成 3 / 3')).toBeVisible({ timeout: 30_000 });
  expect(keys).toHaveLength(4);
  expect(keys[3]).toBe(keys[1]);
  expect((await (await page.request.get('/api/ai/getTaskList')).json()).data.total).toBe(3);
});

test('a picture that an archive lacks stays on offer until it is had', async ({ page }) => {
  await bring(page, ['客厅.png', '卧室.png', '厨房.png']);
  await startButton(page).click();
  await expect(batch(page).getByText('完成 3 / 3')).toBeVisible({ timeout: 30_000 });
  let refusals = 0;
  await page.route('**/download?**', (route) => {
    refusals += 1;
    return refusals === 2 ? route.fulfill({ status: 503, body: '' }) : route.continue();
  });
  const pack = batch(page).getByRole('button', { name: /^打包 \d+ 个/ });
  const [first] = await Promise.all([page.waitForEvent('download'), pack.click()]);
  const zip = await JSZip.loadAsync(await readFile(await first.path()));
  expect(Object.keys(zip.files)).toEqual(['01_客厅_1.jpg', '03_厨房_1.jpg', '下载失败.txt']);
  expect(await zip.file('下载失败.txt')?.async('string')).toContain('02_卧室_1.jpg');

  const bar = page.getByRole('region', { name: '打包下载' });
  await expect(bar).toContainText('1 张没有下载到');
  await page.reload();
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: '重试失败的 1 张' }).click(),
  ]);
  expect(again.suggestedFilename()).toBe('photo.zip');
  expect(Object.keys((await JSZip.loadAsync(await readFile(await again.path()))).files)).toEqual(['02_卧室_1.jpg']);
  await expect(bar).toContainText('已打包 1 张');
  await bar.getByRole('button', { name: '关闭提示' }).click();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(batch(page)).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('each picture of a batch has a region of its own, and none starts without', async ({ page }) => {
  await page.goto('/clean');
  await bring(page, ['客厅.png', '卧室.png']);
  const editor = page.getByRole('region', { name: '修改区域编辑器' });
  const canvas = editor.getByRole('application');
  for (const place of [1, 2]) {
    await expect(startButton(page)).toHaveAttribute('aria-disabled', 'true');
    await strip(page)
      .getByRole('button', { name: new RegExp(`^第 ${place} 张`) })
      .click();
    await paint({ page, canvas, coverage: editor, finish: async () => new Uint8Array() }, [80 * place, 80], [200, 160]);
    await editor.getByRole('button', { name: '完成' }).click();
    await expect(editor).toBeHidden();
  }
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ai/startTask')) sent.push(request.postData() ?? '');
  });
  await startButton(page).click();
  await expect(batch(page).getByText('完成 2 / 2')).toBeVisible({ timeout: 30_000 });
  const params = sent.map((body) => JSON.parse(new URLSearchParams(body).get('params') ?? '{}'));
  expect(new Set(params.map(({ upload_img }) => upload_img)).size).toBe(2);
  expect(new Set(params.map(({ mask }) => mask)).size).toBe(2);
});

test('a batch that tickets do not reach for says how many it lacks, and starts none', async ({ page }) => {
  await loseTickets(page);
  await page.goto('/upScaleImg');
  await bring(page, ['客厅.png', '卧室.png']);
  await startButton(page).click();
  const offer = page.getByRole('dialog');
  await expect(offer).toContainText('还差2 张');
  await offer.getByRole('button', { name: '关闭' }).click();
  await expect(strip(page).getByRole('button', { name: /^第 \d 张/ })).toHaveCount(2);
  expect((await (await page.request.get('/api/ai/getTaskList')).json()).data.total).toBe(0);
});

test('a batch that is called off keeps what was started and starts nothing more', async ({ page }) => {
  await bring(page, ['客厅.png', '卧室.png', '厨房.png']);
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  let starts = 0;
  await page.route('**/api/ai/startTask', async (route) => {
    starts += 1;
    if (starts === 2) await held;
    await route.continue();
  });
  await startButton(page).click();
  await expect.poll(() => starts).toBe(2);
  await expect(batch(page).getByRole('listitem').first()).toContainText('已完成', { timeout: 30_000 });
  await batch(page).getByRole('button', { name: '全部取消' }).click();
  letIn();
  await expect(batch(page).getByText('完成 2 / 3 · 取消 1')).toBeVisible({ timeout: 30_000 });
  expect(starts).toBe(2);
  await page.reload();
  await expect(batch(page).getByText('完成 2 / 3 · 取消 1')).toBeVisible();
});

test('pictures that a tool is not for are named before the start, left out of it and taken out', {
  tag: '@engine',
}, async ({ page }) => {
  // Pictures are looked at while the engine has nothing else to do, and the stories beside this one keep it busy.
  test.setTimeout(180_000);
  await page.goto('/colorFlatPicture');
  const photograph = await sharp('user-app/public/samples/villa-day.jpg').resize(480).jpeg().toBuffer();
  const plan = await readFile('user-app/public/samples/floor-plan.png');
  const files = [
    { name: '户型.png', mimeType: 'image/png', buffer: plan },
    { name: '照片.jpg', mimeType: 'image/jpeg', buffer: photograph },
    { name: '户型二.png', mimeType: 'image/png', buffer: await sharp(plan).resize(700).png().toBuffer() },
  ];
  await page.locator('input[type=file]').first().setInputFiles(files);
  const unsuitable = page.getByRole('alert').filter({ hasText: /^第 2 张不适合：/ });
  await expect(unsuitable).toBeVisible({ timeout: 120_000 });
  await expect(strip(page).getByRole('listitem').nth(1)).toContainText('不适合');
  await expect(page.getByText(/^2 张底图，共 2 张结果，另 1 张不适合/)).toBeVisible();
  await startButton(page).click();
  await expect(batch(page).getByText(/^完成 \d \/ 2/)).toBeVisible();

  await page.getByRole('button', { name: '移除不适合的' }).click();
  await expect(unsuitable).toBeHidden();
  await expect(strip(page).getByRole('button', { name: /^第 \d 张/ })).toHaveCount(2);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(unsuitable).toBeVisible();
});

test('a result that a tool is not for is refused at its field before the start', { tag: '@engine' }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  const buffer = await sharp('user-app/public/samples/villa-day.jpg').resize(480).jpeg().toBuffer();
  await page.goto('/upScaleImg');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: '照片.jpg', mimeType: 'image/jpeg', buffer }]);
  await startButton(page).click();
  await page.getByRole('button', { name: '发送到…' }).click({ timeout: 120_000 });
  await page.getByRole('navigation', { name: '发送到工具' }).getByRole('link', { name: '彩色户型图' }).click();
  await expect(page.getByText('彩色户型图', { exact: true }).first()).toBeVisible();
  const field = page.locator('[data-field=upload_img]');
  await expect(field.getByRole('status').filter({ hasText: '照片' })).toBeVisible({ timeout: 120_000 });
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'true');
});
