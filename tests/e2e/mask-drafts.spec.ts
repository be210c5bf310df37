import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { isUpload, paint, pictureIdOf, shareChosen, size, test } from './mask-desk.ts';

test('a mask goes out as a file and comes back the same', async ({ desk }) => {
  const { page, coverage } = desk;
  await paint(desk, [200, 200], [360, 260]);
  const painted = await shareChosen({ coverage });
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
  await expect(coverage).toHaveText(painted);
  await page.keyboard.press('Control+z');
  await expect(coverage).toHaveText('已选 0%');
});

test('after a reload the picture and what was painted on it are there again, and nothing is said of a loss', {
  tag: '@smoke',
}, async ({ desk }) => {
  const { page, coverage } = desk;
  await paint(desk, [200, 200], [360, 260]);
  const painted = await shareChosen({ coverage });
  await expect.poll(() => draftCount(page)).toBe(1);
  await Promise.all([page.waitForResponse(isUpload), page.reload()]);
  await expect(page.getByText(painted, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '修改区域', exact: true }).click();
  await expect(coverage).toHaveText(painted);
  await page.keyboard.press('Escape');
  await expect(coverage).toBeHidden();

  // The stored one is on the picture that is taken away: that is no loss either.
  await page.getByRole('button', { name: '移除' }).click();
  await expect(page.getByText('上传图片后在图上涂抹区域。')).toBeVisible();
  await expect(page.getByText('没有存完')).toHaveCount(0);
});

test('a second tab says that the work goes on elsewhere, and only then takes it over when asked', async ({ desk }) => {
  const { page, coverage } = desk;
  await paint(desk, [200, 200], [360, 260]);
  await expect.poll(() => draftCount(page)).toBe(1);
  const first = await keptCoverage(page);
  const other = await page.context().newPage();
  await other.goto(`/clean?base=${await pictureIdOf(desk)}`);
  await other.getByRole('button', { name: '涂抹区域' }).click();
  const notice = other.getByText('另一个标签页正在编辑这张图的选区');
  await expect(notice).toBeVisible();
  const canvas = other.getByRole('application');
  const othersCoverage = other.getByText(/^已选 [\d.]+%$/).last();
  await paint({ ...desk, page: other, canvas, coverage: othersCoverage }, [60, 60], [560, 60]);
  // What was painted here is nobody's until it is asked for.
  await page.bringToFront();
  await paint(desk, [400, 300], [420, 300]);
  await expect.poll(() => keptCoverage(page)).toBeGreaterThan(first);
  const second = await keptCoverage(page);

  await other.bringToFront();
  await other.getByRole('button', { name: '改在这里继续' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByText('已改在另一个标签页继续')).toBeVisible();
  await paint({ ...desk, page: other, canvas, coverage: othersCoverage }, [60, 340], [560, 340]);
  await expect.poll(() => keptCoverage(other)).not.toBe(second);
  const taken = await keptCoverage(other);
  await page.bringToFront();
  await paint(desk, [100, 100], [300, 340]);
  await expect(coverage).not.toHaveText('已选 0%');
  await page.getByRole('button', { name: '改回这里' }).click();
  await paint(desk, [500, 100], [520, 140]);
  await expect.poll(() => keptCoverage(page)).not.toBe(taken);
  await expect(other.getByText('已改在另一个标签页继续')).toBeVisible();
});

test('a logout leaves nothing of what was painted in the browser', async ({ desk }) => {
  const { page, finish } = desk;
  await paint(desk, [200, 200], [360, 260]);
  await expect.poll(() => draftCount(page)).toBe(1);
  await finish();
  await page.getByRole('button', { name: /^账号：/ }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(names).not.toContain('mask-drafts');
});

/** Number of drafts that the browser keeps. */
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

/** Share of the picture in the only draft, 0–1. */
function keptCoverage(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('mask-drafts');
        request.onsuccess = () => {
          const database = request.result;
          const all = database.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => {
            database.close();
            resolve(all.result[0]?.coverage ?? 0);
          };
        };
      }),
  );
}
