import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import JSZip from 'jszip';
import { drawPicture } from '../support/server-pictures.ts';
import { test } from '../support/story.ts';
import { paint } from './mask-desk.ts';

test.beforeEach(async ({ page, account }) => {
  await account();
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
  await expect(strip(page).getByRole('button', { name: /^第 \d 张/ })).toHaveCount(names.length);
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
