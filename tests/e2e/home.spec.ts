import path from 'node:path';
import { accessibilityFaults } from '../support/accessibility.ts';
import { expect, test } from './works-account.ts';

const sample = (name: string) => path.join(import.meta.dirname, '../../user-app/public/samples', name);

test('a picture brought to the home page finds its tools and comes along to the one that is chosen', {
  tag: '@smoke',
}, async ({ designer: { page, draw } }) => {
  await draw(1);
  await page.goto('/');
  const start = page.getByRole('region', { name: '从一张图开始' });
  await expect(page.locator('section', { has: page.getByRole('heading', { name: '继续' }) })).toContainText('转线稿');
  await start.locator('input[type=file]').setInputFiles(sample('villa-lines.png'));
  await expect(start.getByRole('radio', { name: '线稿' })).toBeChecked();
  await expect(start.getByRole('link', { name: /^总平彩图/ })).toBeHidden();
  await start.getByRole('radio', { name: '平面图' }).check();
  await expect(start.getByRole('link', { name: /^总平彩图/ })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await start.getByRole('link', { name: /^彩色户型图/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '彩色户型图' })).toBeVisible();
  await expect(page.getByRole('group', { name: '画面' }).getByRole('img', { name: '底图' })).toBeVisible();
  await page.goBack();
  await expect(start.getByRole('img', { name: '放进来的图片' })).toBeVisible();

  await start.getByRole('button', { name: '换一张' }).click();
  await start.locator('input[type=file]').setInputFiles({ name: 'model.skp', mimeType: '', buffer: Buffer.from('x') });
  await expect(page.getByRole('dialog', { name: '建筑模型' }).getByRole('alert')).toHaveText(/导出/);
});

test.describe('for the first time', () => {
  test.use({ knowsTour: false });

  test('a new visitor is shown round in five steps, once, and finds the tour again', async ({ page }) => {
    await page.goto('/');
    const tour = page.getByRole('region', { name: '导览：从一张图开始' });
    await expect(tour).toBeVisible({ timeout: 30_000 });
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const step of [2, 3, 4, 5]) {
      await page.getByRole('button', { name: '下一步' }).click();
      await expect(page.getByText(`${step} / 5`)).toBeVisible();
    }
    await page.getByRole('button', { name: '知道了' }).click();
    await expect(page.getByText('/ 5')).toBeHidden();

    await page.reload();
    await page.getByRole('button', { name: '帮助、协议与外观' }).click();
    await expect(page.getByText('联系客服')).toBeHidden();
    await page.getByRole('button', { name: '新手导览' }).click();
    await expect(tour).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tour).toBeHidden();
  });
});

test('at 320 px the front page does not scroll sideways, and nothing on it is cut', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/');
  const pairs = page.getByRole('group', { name: '换一组对比' }).getByRole('button');
  await expect(pairs).toHaveCount(4);
  await expect(page.locator('#tool-wall').getByRole('article')).toHaveCount(31);
  const faults = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const ownScroll = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const isScrolled = (element: Element): boolean =>
      element.parentElement !== null && (ownScroll(element.parentElement) || isScrolled(element.parentElement));
    const names = [...document.querySelectorAll('main a, main button, main h1, main h2, main p, main img, main dd')];
    return names.flatMap((element) => {
      const { right } = element.getBoundingClientRect();
      const isCut =
        getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
      const isOut = right > width + 1 && element.tagName !== 'IMG' && !isScrolled(element);
      return isCut || isOut ? [`${element.tagName} ${element.textContent?.slice(0, 20)} ${Math.round(right)}`] : [];
    });
  });
  expect(faults).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
