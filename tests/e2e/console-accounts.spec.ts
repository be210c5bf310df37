import { expect, type Page } from '@playwright/test';
import { adminContract, manageContract } from '#shared/contract/staff';
import { maskPhone } from '#shared/domain/phone';
import { goOn } from '../support/user.ts';
import { callOf, test } from './console-calls.ts';
import { createAccount, enter, fillLogin, hire, newPhone, rowOf, signUpBuyer } from './console-desk.ts';

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: '搜索账号' }).fill(text);
  await page.getByRole('searchbox', { name: '搜索账号' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`keyword=${encodeURIComponent(text)}`));
}

test('somebody who signed up is found by the end of the number; the address keeps the search', {
  tag: '@smoke',
}, async ({ page, request, calls }) => {
  const { phoneNo } = await signUpBuyer(request);
  await enter(page);
  await page.goto('/admin/');
  await expect(page).toHaveURL(/\/admin\/overview$/);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '账号', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/accounts$/);

  await search(page, phoneNo.slice(-4));
  await expect(rowOf(page, maskPhone(phoneNo))).toBeVisible();
  await expect(page.getByText(phoneNo)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`keyword=${phoneNo.slice(-4)}`));

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

test('an account is made, read, changed, deleted and brought back by the documented calls', async ({ page, calls }) => {
  const phoneNo = newPhone();
  const nickName = `林工${phoneNo.slice(-6)}`;
  await enter(page);
  await page.goto('/admin/accounts');

  await page.getByRole('button', { name: '新建账号' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('昵称').fill(nickName);
  await drawer.getByLabel('手机号').fill(`+86 ${phoneNo.slice(0, 3)}-${phoneNo.slice(3)}`);
  await drawer.getByRole('button', { name: '新建', exact: true }).click();
  await expect(drawer).toBeHidden();
  await expect.poll(() => calls).toContain(callOf(manageContract.createAccount));

  await search(page, nickName);
  await expect(page.getByText('共 1 条')).toBeVisible();
  const pages = () => calls.filter((call) => call === callOf(manageContract.accountPage)).length;
  const pagesBefore = pages();
  await rowOf(page, nickName).getByRole('link', { name: nickName }).click();
  await expect(drawer.getByText(maskPhone(phoneNo))).toBeVisible();
  const accountId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect.poll(() => calls).toContain(callOf(manageContract.accountDetail, accountId));
  await expect.poll(() => calls).toContain(callOf(adminContract.staffTasks));
  await expect.poll(() => calls).toContain(callOf(adminContract.staffTicketMovements));

  await drawer.getByRole('button', { name: '编辑' }).click();
  await expect(drawer.getByLabel('昵称')).toHaveValue(nickName);
  // A drawer over a list is no other list.
  expect(pages()).toBe(pagesBefore);
  await expect(drawer.getByLabel('手机号')).toHaveValue('');
  await expect(drawer.getByLabel('手机号')).toHaveAttribute(
    'placeholder',
    new RegExp(`^${maskPhone(phoneNo).replaceAll('*', '\\*')}`),
  );
  await drawer.getByLabel('昵称').fill(`${nickName}改`);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await drawer.getByRole('button', { name: '保存' }).click();
  expect((await sent).postDataJSON()).toEqual({ nickName: `${nickName}改`, version: expect.any(Number) });
  await expect(rowOf(page, `${nickName}改`)).toBeVisible();
  await expect.poll(() => calls).toContain(callOf(manageContract.updateAccount, accountId));

  await page.getByRole('button', { name: `删除 ${nickName}改` }).click();
  const question = page.getByRole('dialog', { name: `删除账号「${nickName}改」？` });
  await question.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('没有符合条件的账号。')).toBeVisible();
  await expect.poll(() => calls).toContain(callOf(manageContract.deleteAccount, accountId));

  await page.getByRole('button', { name: '撤销', exact: true }).last().click();
  await expect(rowOf(page, `${nickName}改`)).toBeVisible();
  await expect.poll(() => calls.filter((call) => /^POST .*\/changes\/[^/]+\/revert$/.test(call))).toHaveLength(1);
});

test('a deleted account is still found under its state, and comes back from there', async ({ page }) => {
  await enter(page);
  const phoneNo = newPhone();
  const { accountId } = await createAccount(page, { phoneNo, nickName: `旧号${phoneNo.slice(-6)}` });
  await page.request.delete(manageContract.deleteAccount.path.replace(':accountId', accountId));

  await page.goto(`/admin/accounts?status=deleted&keyword=${phoneNo.slice(-6)}`);
  await expect(rowOf(page, maskPhone(phoneNo))).toContainText('已删除');
  await rowOf(page, maskPhone(phoneNo)).getByRole('link').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('删除时间')).toBeVisible();
  await expect(drawer.getByRole('button', { name: '编辑' })).toHaveCount(0);
  await drawer.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: `恢复 旧号${phoneNo.slice(-6)}` }).click();
  await expect(page.getByText('没有符合条件的账号。')).toBeVisible();
});

test('a whole number is shown for a reason, and only in this view', async ({ page, request, calls }) => {
  const { phoneNo } = await signUpBuyer(request);
  await enter(page);
  await page.goto(`/admin/accounts?keyword=${phoneNo.slice(-4)}`);
  await rowOf(page, maskPhone(phoneNo)).getByRole('link').click();
  const drawer = page.getByRole('dialog').filter({ hasText: '剩余券' });
  await drawer.getByRole('button', { name: '查看完整手机号' }).click();
  const reason = page.getByRole('dialog', { name: '查看完整手机号' }).getByLabel('查看理由');
  await expect(reason).toBeFocused();
  await reason.press('Enter');
  await expect(page.getByText('请写明查看理由')).toBeVisible();
  await expect(page.getByText(phoneNo)).toHaveCount(0);

  await reason.fill('用户来电核实身份');
  await reason.press('Enter');
  await expect(drawer.getByText(phoneNo)).toBeVisible();
  const accountId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(calls).toContain(callOf(adminContract.revealPhone, accountId));

  await page.reload();
  await expect(drawer.getByText(maskPhone(phoneNo))).toBeVisible();
  await expect(page.getByText(phoneNo)).toHaveCount(0);
});

test('what is wrong stands under its field, whether the form or the server finds it', async ({ page, request }) => {
  const { phoneNo: taken } = await signUpBuyer(request);
  await enter(page);
  await page.goto('/admin/accounts/create');
  const drawer = page.getByRole('dialog');
  const phoneField = drawer.locator('.ant-form-item', { hasText: '手机号' });
  const save = drawer.getByRole('button', { name: '新建', exact: true });

  await save.click();
  await expect(phoneField).toContainText('请输入手机号');
  await drawer.getByLabel('手机号').fill('12345');
  await expect(phoneField).toContainText('手机号格式不正确');
  await drawer.getByLabel('手机号').fill(taken);
  await save.click();
  await expect(drawer.getByText('该手机号已被其他账号使用')).toBeVisible();
});

test('what somebody else saved meanwhile is not overwritten', async ({ page }) => {
  await enter(page);
  const phoneNo = newPhone();
  const { accountId, version } = await createAccount(page, { phoneNo, nickName: '先前的名字' });
  await page.goto(`/admin/accounts/${accountId}/edit`);
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByLabel('昵称')).toHaveValue('先前的名字');

  await page.request.post(manageContract.updateAccount.path.replace(':accountId', accountId), {
    data: { isTestUser: true, version },
  });
  await drawer.getByLabel('昵称').fill('我的名字');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByRole('alert')).toContainText('该账号刚被其他人修改');

  await drawer.getByRole('button', { name: '刷新' }).click();
  await expect(drawer.getByText('同事先一步保存了，已载入最新内容')).toBeVisible();
  await expect(drawer.getByLabel('测试账号')).toBeChecked();
  await expect(drawer.getByLabel('昵称')).toHaveValue('我的名字');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer).toBeHidden();
  await expect(rowOf(page, maskPhone(phoneNo))).toContainText('我的名字');
});

test('a colleague made in the drawer can log in', async ({ page }) => {
  await enter(page);
  await page.goto('/admin/accounts/create');
  const loginName = `colleague-${newPhone()}`;
  const drawer = page.getByRole('dialog');
  await drawer.getByText('员工', { exact: true }).click();
  await drawer.getByLabel('昵称').fill('新同事');
  await drawer.getByLabel('登录名').fill(loginName);
  await drawer.getByLabel('初始密码').fill('long-enough-1');
  await drawer.getByLabel('角色').click();
  await page.locator('.ant-select-item-option', { hasText: '客服' }).click();
  await expect(drawer.locator('.ant-select-selection-item')).toHaveText('客服');
  await drawer.getByRole('button', { name: '新建', exact: true }).click();
  await expect(drawer).toBeHidden();

  const colleague = await enter(page, { account: loginName, password: 'long-enough-1' });
  expect(colleague).toMatchObject({ nickName: '新同事', role: 'support' });
});

test('a viewer sees no way to change anything, and the server refuses it as well', async ({ page, request }) => {
  const { phoneNo } = await signUpBuyer(request);
  await enter(page);
  const viewer = await hire(page, 'viewer', '只看不动');
  await page.context().clearCookies();

  await page.goto(`/admin/accounts?keyword=${phoneNo.slice(-4)}`);
  await fillLogin(page, viewer);
  await expect(rowOf(page, maskPhone(phoneNo))).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('只读');
  for (const name of [/^新建/, /^编辑/, /^删除/]) await expect(page.getByRole('button', { name })).toHaveCount(0);

  await rowOf(page, maskPhone(phoneNo)).getByRole('link').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('剩余券')).toBeVisible();
  await expect(drawer.getByRole('button', { name: '查看完整手机号' })).toHaveCount(0);
  const accountId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await goOn(page, `/admin/accounts/${accountId}/edit`);
  await expect(page).toHaveURL(/\/admin\/accounts$/);

  const update = await page.request.post(manageContract.updateAccount.path.replace(':accountId', accountId), {
    data: { nickName: '不该成功' },
  });
  expect(update.status()).toBe(403);
  expect(await update.json()).toMatchObject({ error: { reason: 'auth.forbidden' }, data: null });
});

test('on a phone accounts are cards and nothing sticks out @phone', { tag: '@smoke' }, async ({ page, request }) => {
  const { phoneNo } = await signUpBuyer(request);
  await enter(page);
  await page.goto(`/admin/accounts?keyword=${phoneNo.slice(-4)}`);
  const card = page
    .getByRole('list', { name: '账号' })
    .getByRole('listitem')
    .filter({ hasText: maskPhone(phoneNo) });
  await expect(card).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await card.getByRole('link').click();
  await expect(page.getByRole('dialog').getByText('剩余券')).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
});
