import path from 'node:path';
import { accessibilityFaults } from '../support/accessibility.ts';
import { expect, test } from './works-account.ts';

const sample = (name: string) => path.join(import.meta.dirname, '../../user-app/public/samples', name);

test('a picture brought to the home page finds its tools and comes along to the one that is chosen', async ({
  designer: { page, draw },
}) => {
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
  await expect(start.getByRole('alert')).toHaveText(/导出/);
});
