import { accessibilityFaults } from '../support/accessibility.ts';
import { cards, desk, expect, test, viewer } from './works-account.ts';

test('a result is shared by a link that opens without a login, until it is ended', async ({ designer, browser }) => {
  const { page, draw } = designer;
  await page.context().grantPermissions(['clipboard-write', 'clipboard-read']);
  await draw(1);
  await page.goto(desk);
  await cards(page).first().click();
  await viewer(page).getByRole('button', { name: '分享', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '分享前后对比' });
  await dialog.getByRole('radio', { name: '7 天' }).check();
  await dialog.getByRole('button', { name: '生成链接并复制' }).click();
  const address = await dialog.getByLabel('分享链接').inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  expect(await accessibilityFaults(page)).toEqual([]);

  const client = await (await browser.newContext()).newPage();
  await client.goto(address);
  await expect(client.getByRole('heading', { level: 1, name: '转线稿' })).toBeVisible();
  await expect(client.getByRole('img', { name: '转线稿，结果' })).toHaveAttribute('aria-busy', 'false');
  const slider = client.getByRole('slider', { name: '对比位置' });
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuenow', '100');
  expect(await accessibilityFaults(client)).toEqual([]);

  await dialog.getByRole('button', { name: '结束' }).click();
  await expect(dialog.getByText('还没有链接')).toBeVisible();
  await client.reload();
  await expect(client.getByText('这个分享链接已失效')).toBeVisible();

  await dialog.getByRole('button', { name: '撤销' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await client.reload();
  await expect(client.getByRole('heading', { level: 1, name: '转线稿' })).toBeVisible();
  await client.context().close();
});
