import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { drawHeic, drawPdf } from '../support/foreign-files.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { test } from '../support/story.ts';

test.beforeEach(async ({ page, account }) => {
  await account();
  await page.goto('/upScaleImg');
});

/** Gives the base picture's field a file, as its chooser does. */
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

/** Converting waits for a decoder to start. */
const converted = { timeout: 60_000 };

test('a photo of a phone and a TIFF become pictures', async ({ page }) => {
  await choose(page, 'IMG_0001.HEIC', await drawHeic());
  await expect(page.getByText('IMG_0001.HEIC').first()).toBeVisible();
  await expect(page.getByText('400 × 300')).toBeVisible(converted);

  const tiff = await sharp(await drawPicture('png', { width: 500, height: 300 }))
    .tiff()
    .toBuffer();
  await choose(page, 'scan.tif', tiff);
  await expect(page.getByText('500 × 300')).toBeVisible(converted);
});

test('a page of a PDF is chosen by its small picture, after a reload too', async ({ page }) => {
  await choose(
    page,
    'plan.pdf',
    drawPdf([
      [1, 0, 0],
      [0, 0, 1],
    ]),
  );
  const second = page.getByRole('button', { name: '第 2 页' });
  await expect(second).toBeVisible(converted);
  await expect(page.getByRole('button', { name: '第 1 页' })).toHaveAttribute('aria-pressed', 'true');
  await expect(second.locator('img')).toBeVisible();
  const uploaded = page.waitForResponse((response) => response.url().endsWith('/api/upload/image'));
  await second.click();
  expect(await (await uploaded).json()).toMatchObject({ data: { origin: { page: 2, pages: 2 } } });
  await expect(second).toHaveAttribute('aria-pressed', 'true', converted);
  await expect(page.getByText('4096 × 3072')).toBeVisible();

  await page.reload();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('4096 × 3072')).toBeVisible();
  const first = page.getByRole('button', { name: '第 1 页' });
  await expect(first.locator('img')).toBeVisible();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true', converted);
});

test('a JPEG of 30 MB is shrunk before it is sent', async ({ page }) => {
  const photo = await drawPicture('jpg', { width: 1600, height: 1200 });
  // What stands behind the end of a JPEG is no part of the picture.
  await choose(page, 'large.jpg', Buffer.concat([photo, Buffer.alloc(30 * 1024 * 1024)]));
  await expect(page.getByText(/^已缩小到 1600 × 1200（.+）再上传$/).first()).toBeVisible(converted);
  await expect(page.getByText('1600 × 1200 ·')).toBeVisible(converted);
  // What was done to the picture is said as long as it is there.
  const note = page.getByText(/^已缩小到 1600 × 1200（.+）再上传$/);
  await expect(note).toHaveCount(1);
  await page.reload();
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: '移除', exact: true }).click();
  await expect(note).toHaveCount(0);
});

test('of a PDF among several pictures any pages are chosen', async ({ page }) => {
  await page.goto('/compress');
  const pages = drawPdf([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  await choose(page, 'plan.pdf', pages);
  const third = page.getByRole('button', { name: '第 3 页' });
  await expect(third).toBeEnabled(converted);
  await third.click();
  const items = page.getByRole('list', { name: '图片' }).getByRole('img', { name: /^第 \d 张/ });
  await expect(items).toHaveCount(2, converted);
  await page.getByRole('button', { name: '第 1 页' }).click();
  await expect(items).toHaveCount(1);
  await expect(third).toHaveAttribute('aria-pressed', 'true');
});

test('a refusal stands in the field until the next choice', async ({ page }) => {
  const advice = page.getByRole('alert').filter({ hasText: '这是 CAD 图纸' }).first();
  await choose(page, 'house.dwg', Buffer.from('no mark of its own'));
  await expect(advice).toBeVisible();
  await expect(page.getByRole('button', { name: '重试' })).toHaveCount(0);
  await choose(page, 'house.png', await drawPicture('png', { width: 400, height: 300 }));
  await expect(page.getByText('400 × 300')).toBeVisible();
  await expect(advice).toBeHidden();
});
