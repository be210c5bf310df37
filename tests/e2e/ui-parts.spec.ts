import { expect } from '@playwright/test';
import { accessibilityFaults } from '../support/accessibility.ts';
import { test } from '../support/user.ts';

test('every part stands in both themes, without faults of accessibility', async ({ page }) => {
  await page.goto('/ui-parts');
  for (const theme of ['浅色', '深色']) {
    const column = page.getByRole('region', { name: theme, exact: true });
    await expect(column.getByRole('button', { name: '主要', exact: true })).toBeVisible();
    await expect(column.getByRole('img', { name: '缺的图，没有读到' })).toBeVisible();
  }
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a dialog takes the focus, keeps the page where it is, says what is reported and gives the focus back', async ({
  page,
}) => {
  await page.goto('/ui-parts');
  const opener = page.getByRole('region', { name: '浅色' }).getByRole('button', { name: '对话框', exact: true });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: '对话框' });
  await expect(dialog.getByRole('textbox', { name: '项目名称' })).toBeFocused();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByRole('status')).toHaveText('已保存');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await page.mouse.click(4, 4);
  await expect(dialog).toBeHidden();
});

test('a menu is gone through by arrows and first letters', async ({ page }) => {
  await page.goto('/ui-parts');
  const opener = page.getByRole('region', { name: '深色' }).getByRole('button', { name: '更多操作' });
  await opener.press('Enter');
  const entry = (name: string | RegExp) => page.getByRole('menuitem', { name });
  await expect(entry('改名')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(entry(/^PNG/)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(entry(/^复制/)).toBeFocused();
  await page.keyboard.press('p');
  await expect(entry(/^PNG/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(opener).toBeFocused();
  await expect(entry('改名')).toHaveCount(0);
});

test('a slider goes back to where it began', async ({ page }) => {
  await page.goto('/ui-parts');
  const slider = page.getByRole('region', { name: '浅色' }).getByRole('slider', { name: '粗细' });
  await slider.press('End');
  await expect(slider).toHaveValue('40');
  await slider.dblclick();
  await expect(slider).toHaveValue('12');
});

test('a dialog is a sheet at the lower edge @phone', async ({ page }) => {
  await page.goto('/ui-parts');
  await page.getByRole('region', { name: '浅色' }).getByRole('button', { name: '对话框', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '对话框' });
  await expect
    .poll(async () => {
      const box = await dialog.boundingBox();
      return box && { x: box.x, width: box.width, end: Math.round(box.y + box.height) };
    })
    .toEqual({ x: 0, width: 390, end: 844 });
});
