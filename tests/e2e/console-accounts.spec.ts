import { expect, type Page } from '@playwright/test';
import { manageContract } from '#shared/contract/staff';
import { maskPhone } from '#shared/domain/phone';
import { callOf, test } from './console-calls.ts';
import { enter, rowOf } from './console-desk.ts';

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: '搜索账号' }).fill(text);
  await page.getByRole('searchbox', { name: '搜索账号' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`keyword=${encodeURIComponent(text)}`));
}

test('somebody who signed up is found by the end of the number; the address keeps the search', {
  tag: '@smoke',
}, async ({ page, world, calls }) => {
  const { phoneNo } = await world.account();
  // Four digits are often those of another story's account, too.
  const end = phoneNo.slice(-7);
  await enter(page);
  await page.goto('/admin/');
  await expect(page).toHaveURL(/\/admin\/overview$/);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '账号', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/accounts$/);

  await search(page, end);
  await expect(rowOf(page, maskPhone(phoneNo))).toBeVisible();
  await expect(page.getByText(phoneNo)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`keyword=${end}`));

  await page.reload();
  await expect(rowOf(page, maskPhone(phoneNo))).toBeVisible();
  await search(page, 'nobody-is-called-this');
  await expect(page.getByText('没有符合条件的账号。')).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, maskPhone(phoneNo))).toBeVisible();
  await page.getByRole('link', { name: '账号', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: '搜索账号' })).toHaveValue('');
  await expect.poll(() => calls).toContain(callOf(manageContract.accountPage));
});
