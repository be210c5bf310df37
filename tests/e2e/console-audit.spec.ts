import { expect } from '@playwright/test';
import { manageContract } from '#shared/contract/staff';
import { faultsInLightAndDark } from '../support/accessibility.ts';
import { test } from './console-calls.ts';
import { ask, createAccount, enter, newPhone } from './console-desk.ts';

test('the audit shows what was changed of whom, whole numbers for a reason, and all of one record', async ({
  page,
}) => {
  await enter(page);
  const phoneNo = newPhone();
  const nickName = `审计 ${phoneNo.slice(-8)}`;
  const { accountId, version } = await createAccount(page, { phoneNo, nickName });
  const changed = { accountId, nickName: `回电 ${phoneNo}`, version };
  await page.request.post(manageContract.updateAccount.path.replace(':accountId', accountId), { data: changed });
  expect(await ask(page, manageContract.accountDetail, { accountId })).toBeTruthy();

  await page.goto(`/admin/audit?subject=${accountId}`);
  await page.getByRole('link', { name: '修改账号' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('昵称')).toBeVisible();
  await expect(drawer.getByText(nickName)).toBeVisible();
  await expect(drawer.getByText(phoneNo)).toHaveCount(0);
  expect(await faultsInLightAndDark(page)).toEqual([]);

  await drawer.getByRole('button', { name: '查看完整内容' }).click();
  await page.getByLabel('理由').fill('用户投诉');
  await page
    .getByRole('dialog', { name: '查看完整的手机号和邮箱' })
    .getByRole('button', { name: '查看完整内容' })
    .click();
  await expect(drawer.getByText(`回电 ${phoneNo}`)).toBeVisible();

  await drawer.getByRole('link', { name: '这条记录的全部审计' }).click();
  await expect(page.getByRole('link', { name: '新建账号' })).toBeVisible();
});
