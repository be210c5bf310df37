import { expect, type Page } from '@playwright/test';
import { faultsInLightAndDark } from '../support/accessibility.ts';
import { test as base } from '../support/story.ts';

const test = base.extend<{ member: Page }>({
  member: async ({ page, account }, use) => {
    await account();
    await use(page);
  },
});

test('a description says while it is typed which words will count, and the result which did', async ({
  member: page,
}) => {
  await page.goto('/text2Img');
  const description = page.getByRole('textbox', { name: /创意描述/ });
  const height = async () => (await description.locator('xpath=../..').boundingBox())?.height;
  const before = await height();
  await description.fill('现代别墅，黄昏，饕餮纹');
  const line = page.getByText('不会用到：饕餮纹');
  await expect(line).toBeVisible();
  await expect(page.getByText('会用到：现代 · 别墅 · 黄昏', { exact: true })).toBeVisible();
  expect(await height()).toBe(before);

  // A word of the tool's own goes in at the caret, and out again.
  await page.getByRole('button', { name: '词库' }).click();
  const lattice = page.getByRole('group', { name: '材质' }).getByRole('button', { name: '木格栅' });
  await lattice.click();
  await expect(description).toHaveValue('现代别墅，黄昏，饕餮纹，木格栅');
  await expect(lattice).toHaveAttribute('aria-pressed', 'true');
  expect(await faultsInLightAndDark(page)).toEqual([]);
  await lattice.click();
  await expect(description).toHaveValue('现代别墅，黄昏，饕餮纹');
  await lattice.click();
  await page.keyboard.press('Escape');

  // What is written for one is all understood; one step back is what stood there.
  const written = '现代别墅，黄昏，饕餮纹，木格栅';
  await page.getByRole('button', { name: '帮我写' }).click();
  await expect(description).not.toHaveValue(written);
  await expect(page.getByText(/^不会用到/)).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(description).toHaveValue(written);

  await page.getByRole('button', { name: /^生成 · / }).click();
  await expect(page.getByText('用到：现代 · 别墅 · 黄昏 · 木格栅；没用到：饕餮纹')).toBeVisible();

  await description.fill('');
  await page.getByRole('button', { name: '历史' }).click();
  await page.getByRole('button', { name: written }).click();
  await expect(description).toHaveValue(written);
});

test('a style is found, chosen and starred by keys alone, and stands first the next time', async ({ member: page }) => {
  await page.goto('/text2Img');
  const grid = page.getByRole('radiogroup', { name: '风格' });
  const styles = grid.getByRole('radio');
  await expect(styles).toHaveCount(6);

  // Letters go to the search, wherever in the grid they are typed.
  await grid.getByRole('radio', { name: '默认' }).focus();
  await page.keyboard.type('xzs');
  await expect(page.getByRole('searchbox', { name: '搜索风格' })).toHaveValue('xzs');
  await expect(styles).toHaveCount(1);
  await page.keyboard.press('Enter');
  const chosen = grid.getByRole('radio', { name: '新中式' });
  await expect(chosen).toBeChecked();
  await expect(chosen).toBeFocused();
  await expect(styles).toHaveCount(6);

  // An arrow leads along the grid and chooses nothing.
  await page.keyboard.type('mg');
  await page.keyboard.press('ArrowDown');
  await expect(grid.getByRole('radio', { name: '木构' })).toBeFocused();
  await page.keyboard.press('Tab');
  const star = grid.getByRole('button', { name: '收藏木构' });
  await expect(star).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  expect(await faultsInLightAndDark(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: '搜索风格' })).toHaveCount(0);
  await expect(chosen).toBeChecked();

  await page.reload();
  await expect(styles.nth(1)).toHaveAccessibleName('木构');
  await expect(chosen).toBeChecked();
  const picture = grid.locator('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
});
