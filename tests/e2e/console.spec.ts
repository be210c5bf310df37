import { expect } from '@playwright/test';
import { adminContract, manageContract } from '#shared/contract/staff';
import { maskPhone } from '#shared/domain/phone';
import { goOn } from '../support/user.ts';
import { callOf, test } from './console-calls.ts';
import {
  accessibilityFaults,
  admin,
  createAccount,
  enter,
  fillLogin,
  newPhone,
  rowOf,
  signUpBuyer,
} from './console-desk.ts';

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

test('five wrong passwords lock a staff account for this network, and the page says so', async ({ page }) => {
  await enter(page);
  const loginName = `lock-${newPhone()}`;
  await createAccount(page, { userType: 9, nickName: '待锁', loginName, password: 'long-enough-1', role: 'viewer' });
  await page.context().clearCookies();

  await page.goto('/admin/login');
  for (const left of [4, 3, 2, 1]) {
    await fillLogin(page, { account: loginName, password: 'wrong-password' });
    await expect(page.getByRole('alert')).toContainText(`还可尝试${left}次`);
  }
  await fillLogin(page, { account: loginName, password: 'wrong-password' });
  await expect(page.getByRole('alert')).toContainText('当前网络暂时不能登录这个账号');
});

test('sorting and page size are steps in the address, and Back returns from each', async ({ page }) => {
  await enter(page);
  await page.goto('/admin/accounts');
  const tasks = page.getByRole('columnheader', { name: '任务' });
  await tasks.click();
  await expect(page).toHaveURL(/\/admin\/accounts\?sort=-taskCount$/);
  await expect(tasks).toHaveAttribute('aria-sort', 'descending');
  await page.locator('.ant-pagination-options .ant-select').click();
  await page.locator('.ant-select-item-option', { hasText: '50' }).click();
  await expect(page).toHaveURL(/\?size=50&sort=-taskCount$/);
  // Back is pressed on a list that stands: a step that is still being taken is no subject here.
  await expect(page.locator('.ant-spin-spinning')).toHaveCount(0);

  await page.goBack();
  await expect(page).toHaveURL(/\?sort=-taskCount$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/accounts$/);
  await expect(page.getByRole('columnheader', { name: '注册时间' })).toHaveAttribute('aria-sort', 'descending');
  await expect(tasks).not.toHaveAttribute('aria-sort');
});

test('tasks and ticket movements are asked in the dialect and lead to their account', async ({ page, request }) => {
  const { phoneNo } = await signUpBuyer(request);
  await enter(page);
  const listed = page.waitForRequest((sent) => sent.url().includes(adminContract.staffTasks.path));
  await page.goto('/admin/tasks?status=failed&status=canceled');
  const asked = new URL((await listed).url()).searchParams;
  expect(asked.getAll('status')).toEqual(['failed', 'canceled']);
  expect(Object.fromEntries(asked)).toMatchObject({ version: '1.2', _start: '0', _end: '20', _sort: 'createdAt' });
  await expect(page.getByRole('heading', { name: '任务' })).toBeVisible();

  await goOn(page, `/admin/accounts?keyword=${phoneNo.slice(-4)}`);
  await rowOf(page, maskPhone(phoneNo)).getByRole('link').click();
  const movements = page.getByRole('dialog').locator('section', { hasText: '最近券流水' });
  await expect(movements.getByRole('listitem').first()).toContainText('发放');
  await movements.getByRole('link', { name: '全部' }).click();
  await expect(page).toHaveURL(/\/admin\/tickets\?accountId=/);
  await expect(rowOf(page, '发放').first()).toBeVisible();
  await page.getByRole('button', { name: '移除该筛选' }).click();
  await expect(page).toHaveURL(/\/admin\/tickets$/);
});

test('after leaving, the console asks who one is', async ({ page, calls }) => {
  await enter(page);
  await page.goto('/admin/tasks');
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  await expect.poll(() => calls).toContain(callOf(manageContract.staffLogout));
  await page.goto('/admin/tasks');
  await expect(page).toHaveURL(/\/admin\/login\?from=%2Ftasks$/);
  const list = await page.request.get(adminContract.staffTasks.path);
  expect(list.status()).toBe(401);
});

test('a session that ends under one’s hands leads to the login page and back', async ({ page }) => {
  await enter(page);
  const listed = page.waitForResponse((answer) => answer.url().includes(adminContract.staffTasks.path));
  await page.goto('/admin/tasks?status=failed');
  await listed;
  await page.context().clearCookies();
  await page.getByRole('button', { name: '刷新列表' }).click();
  await fillLogin(page, admin);
  await expect(page).toHaveURL(/\/admin\/tasks\?status=failed$/);
});

test('the login has no accessibility faults in light and dark', async ({ page }) => {
  await page.goto('/admin/login');
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('list and drawer have no accessibility faults in light and dark', async ({ page }) => {
  await enter(page);
  await page.goto('/admin/accounts');
  await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await goOn(page, '/admin/accounts/create');
  await expect(page.getByRole('dialog').getByLabel('手机号')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});
