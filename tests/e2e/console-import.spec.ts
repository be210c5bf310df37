import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../support/user.ts';
import { accessibilityFaults, enter, questionOf } from './console-desk.ts';

test.use({ worldPer: 'test' });

test('staff take the list of hot words home, change it and bring it back: tried first, then written, then undone', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await enter(page);
  await page.goto('/admin/hot-words');
  const words = page.locator('tbody tr.ant-table-row');
  await expect(words.first()).toBeVisible();
  const before = await words.count();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('menuitem', { name: '导出 CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  const [headings = '', first = '', ...others] = text.trimEnd().split('\r\n');
  const [id = ''] = first.split(',');
  const more = Array.from({ length: 24 }, (_, index) => `,新词 ${index + 1}`);
  const csv = [headings, `${id},天台花园`, ...others, ...more, ',新词 1'].join('\r\n');

  const dialog = questionOf(page);
  await test.step('a file is chosen: its columns are known by their headings', async () => {
    await page.getByRole('button', { name: '导入' }).click();
    const file = { name: '热词.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect(dialog).toContainText('热词.csv');
    await expect(dialog.locator('.import-columns li').first()).toContainText('编号');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  await test.step('a trial says what becomes of each row, and writes nothing', async () => {
    await dialog.getByRole('button', { name: '试算' }).click();
    await expect(dialog.getByRole('status')).toContainText('将写入 25 条热词');
    await expect(dialog.getByRole('status')).toContainText('新建 24 条，修改 1 条，不导入 1 条');
    await expect(dialog.locator('.import-rows li').first()).toContainText('天台花园');
    await dialog.getByText('不导入', { exact: true }).first().click();
    await expect(dialog.locator('.import-rows li')).toContainText('重复');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('many records are written only when their number was typed, and are undone as one', async () => {
    const write = dialog.getByRole('button', { name: '导入' });
    await expect(write).toBeDisabled();
    await dialog.getByLabel('请输入要写入的条数').fill('25');
    await write.click();
    await expect(dialog.getByRole('status')).toContainText('已写入 25 条热词');
    await dialog.getByRole('button', { name: '完成' }).click();
    await expect(words).toHaveCount(before + 24);
    await page.getByRole('button', { name: '撤销', exact: true }).last().click();
    await expect(words).toHaveCount(before);
  });
});
