import { expect } from '@playwright/test';
import { adminContract, manageContract } from '#shared/contract/staff';
import { callOf, test } from './console-calls.ts';
import { admin, fillLogin } from './console-desk.ts';

test('a wrong password is answered in words, the right one leads to where one was going', { tag: '@smoke' }, async ({
  page,
  calls,
}) => {
  await page.goto('/admin/tickets?kind=live');
  await expect(page).toHaveURL(/\/admin\/login\?from=/);
  await fillLogin(page, { ...admin, password: 'not-the-password' });
  await expect(page.getByRole('alert')).toContainText('账号或密码错误');

  await fillLogin(page, admin);
  await expect(page).toHaveURL(/\/admin\/tickets\?kind=live$/);
  await expect(page.getByRole('heading', { name: '券流水' })).toBeVisible();
  await expect.poll(() => calls).toContain(callOf(manageContract.staffLogin));
  await expect.poll(() => calls).toContain(callOf(adminContract.myPermissions));
  await expect.poll(() => calls).toContain(callOf(adminContract.staffTicketMovements));
});
