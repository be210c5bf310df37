import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { paint, size, test } from './mask-desk.ts';

test('a mask goes out as a file and comes back the same', async ({ desk }) => {
  const { page, coverage } = desk;
  await paint(desk, [200, 200], [360, 260]);
  const painted = await coverage.textContent();
  await page.getByRole('button', { name: '更多' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /导出蒙版/ }).click(),
  ]);
  const file = await download.path();
  expect(await sharp(file).metadata()).toMatchObject({ ...size, channels: 1, depth: 'uchar' });
  await page.getByRole('button', { name: '清空' }).click();
  await expect(coverage).toHaveText('已选 0%');
  await page.locator('input[aria-label="导入蒙版文件"]').setInputFiles(file);
  await expect(coverage).toHaveText(painted ?? '');
  await page.keyboard.press('Control+z');
  await expect(coverage).toHaveText('已选 0%');
});

test('after a reload the picture and what was painted on it are offered again', async ({ desk }) => {
  const { page, coverage } = desk;
  await paint(desk, [200, 200], [360, 260]);
  const painted = await coverage.textContent();
  await expect.poll(() => draftCount(page)).toBe(1);
  await page.reload();
  await page.getByRole('link', { name: '恢复图片和选区' }).click();
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(coverage).toHaveText(painted ?? '');
  await expect(page.getByRole('region', { name: '修改区域编辑器' })).toBeVisible();
});

test('a second tab says that the work goes on elsewhere, and takes it over when asked', async ({ desk }) => {
  const { page, canvas } = desk;
  await paint(desk, [200, 200], [360, 260]);
  await expect.poll(() => draftCount(page)).toBe(1);
  const imageId = (await canvas.getByRole('img', { name: '要修改的图片' }).getAttribute('src'))?.match(
    /images\/([^?]+)/,
  )?.[1];
  const other = await page.context().newPage();
  await other.goto(`/clean?base=${imageId}`);
  await other.getByRole('button', { name: '涂抹区域' }).click();
  await expect(other.getByText('另一个标签页正在编辑这张图的选区')).toBeVisible();
  await other.getByRole('button', { name: '改在这里继续' }).click();
  await expect(other.getByText('另一个标签页正在编辑这张图的选区')).toBeHidden();
  await expect(page.getByText('已改在另一个标签页继续')).toBeVisible();
});

/** How many drafts the browser keeps. */
function draftCount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('mask-drafts');
        request.onsuccess = () => {
          const database = request.result;
          if (!database.objectStoreNames.contains('drafts')) {
            database.close();
            resolve(0);
            return;
          }
          const count = database.transaction('drafts').objectStore('drafts').count();
          count.onsuccess = () => {
            database.close();
            resolve(count.result);
          };
        };
      }),
  );
}
