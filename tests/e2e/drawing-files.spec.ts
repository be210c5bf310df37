import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../support/story.ts';

test('a drawing for CAD comes as a file beside its picture, and says what is in it', async ({ page, account }) => {
  await account();
  await page.goto('/toline?base=sample:villa-white');
  await page.getByRole('radio', { name: 'DXF' }).check();
  const start = page.getByRole('button', { name: /^生成 · / });
  await expect(start).toHaveAttribute('aria-disabled', 'false');
  await start.click();
  const button = page.getByRole('button', { name: '下载 DXF' });
  await expect(button).toBeVisible({ timeout: 80_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('teda_img.dxf');
  expect(await readFile(await download.path(), 'utf8')).toContain('ENTITIES');

  await page.getByRole('button', { name: '这张图的数据' }).click();
  await expect(page.getByText(/^种子 \d+$/)).toBeVisible();
  await expect(page.getByText(/^用时 /)).toBeVisible();
  await page.getByRole('button', { name: '查看参数' }).click();
  const details = page.getByRole('complementary', { name: '这次生成的参数' });
  await expect(details).toContainText('线条数');
  await expect(details).toContainText('点数');
});
