import { expect } from '@playwright/test';
import { accountDeskContract } from '#shared/contract/account-desk';
import { ownErasureContract } from '#shared/contract/own-erasure';
import { maskPhone } from '#shared/domain/phone';
import { callOf, test } from './console-calls.ts';
import { accessibilityFaults, answer, enter, questionOf, told } from './console-desk.ts';
import { buy } from './shop-clock.ts';

test('one page tells all about one person; notes, sign-out and a ban with an end are made there', async ({
  page,
  world,
  calls,
}) => {
  const nickName = `沈工${Date.now() % 100_000}`;
  const buyer = await world.account({ nickName });
  await buy(world.pay, buyer, 'normal-20');
  await enter(page);
  const home = `/admin/accounts/${buyer.accountId}`;
  const sections = page.getByRole('navigation', { name: '账号内容' });

  await test.step('the quick look leads to the page, whose sections have addresses', async () => {
    await page.goto(home);
    await page.getByRole('dialog').getByRole('link', { name: '查看全部' }).click();
    await expect(page).toHaveURL(`${home}/profile`);
    await expect(page.getByRole('heading', { level: 1, name: nickName })).toBeVisible();
    await expect(page.getByText(maskPhone(buyer.phoneNo))).toBeVisible();
    expect(calls).not.toContain(callOf(accountDeskContract.ticketLots));
    await sections.getByRole('link', { name: '券批次' }).press('Enter');
    await expect(page.getByText('购买普通券 20 张')).toBeVisible();
    await sections.getByRole('link', { name: '订单' }).click();
    await expect(page.getByText('¥9.90')).toBeVisible();
    await page.reload();
    await expect(page.getByText('¥9.90')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${home}/profile/lots`);
    await sections.getByRole('link', { name: '退款' }).click();
    await expect(page.getByText('还没有退款。')).toBeVisible();
  });

  await test.step('a note is written, changed and taken back', async () => {
    await sections.getByRole('link', { name: '备注' }).click();
    await expect(page.getByText('还没有备注。写下的内容只有员工看得到。')).toBeVisible();
    await page.getByRole('button', { name: '写备注' }).click();
    await answer(page, '内容', '优先电话联系', '保存');
    await expect(page.getByRole('cell', { name: '优先电话联系' })).toBeVisible();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await expect(page.getByText('还没有备注。写下的内容只有员工看得到。')).toBeVisible();
    await page.getByRole('button', { name: '撤销', exact: true }).last().click();
    await expect(page.getByRole('cell', { name: '优先电话联系' })).toBeVisible();
  });

  await test.step('a session is ended', async () => {
    await sections.getByRole('link', { name: '登录' }).click();
    await page.getByRole('button', { name: '全部退出' }).click();
    await answer(page, '理由', '用户说手机丢了', '全部退出');
    await expect(told(page, '已让 1 处退出')).toBeVisible();
    await expect(page.getByText('没有登录着的地方。')).toBeVisible();
  });

  await test.step('a deletion that the person asked for is told with its day', async () => {
    const leaving = await world.account({ nickName: `${nickName}的同事` });
    await leaving.post(ownErasureContract.requestOwnErasure.path, { confirmation: '注销账号' });
    await page.goto(`/admin/accounts/${leaving.accountId}/profile`);
    await expect(page.getByText(/本人于 \d{4}-\d\d-\d\d 申请，\d{4}-\d\d-\d\d 自动删除个人信息/)).toBeVisible();
    await page.goto(`${home}/profile`);
  });

  await test.step('a ban says until when, to staff and to the one it shuts out', async () => {
    await page.getByRole('button', { name: '停用', exact: true }).click();
    await questionOf(page).getByLabel('停用原因').fill('批量注册');
    const soon = await page.evaluate(() => {
      const date = new Date(Date.now() + 7 * 86_400_000);
      return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')} 10:00`;
    });
    await questionOf(page).getByLabel('封禁至').fill(soon);
    await questionOf(page).getByLabel('封禁至').press('Enter');
    await questionOf(page).getByRole('button', { name: '停用', exact: true }).click();
    await expect(page.getByText(`封禁至 ${soon}`)).toBeVisible();
    await sections.getByRole('link', { name: '概览' }).click();
    await expect(page.getByText('批量注册')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '解除停用' }).click();
    await answer(page, '理由', '误伤', '解除停用');
    await expect(page.getByText('正常', { exact: true })).toBeVisible();
  });
});
