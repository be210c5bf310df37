import { expect } from '@playwright/test';
import { orderContract } from '#shared/contract/order';
import { orderDeskContract } from '#shared/contract/order-desk';
import { test } from '../support/story.ts';
import { goOn } from '../support/user.ts';
import {
  accessibilityFaults,
  answer,
  asBuyer,
  buy,
  drawerOf,
  enter,
  goToList,
  hire,
  questionOf,
  rowOf,
  signUpBuyer,
  told,
} from './console-desk.ts';

test('tickets are given and taken back in the account’s drawer', async ({ page, request }) => {
  const buyer = await signUpBuyer(request, '赠券客户');
  await enter(page);
  await page.goto(`/admin/accounts/${buyer.accountId}`);
  const drawer = drawerOf(page);
  const purse = drawer.locator('.purses > div', { hasText: '普通券' });
  await expect(purse.locator('strong')).toHaveText(/^\d+$/);
  const before = Number(await purse.locator('strong').textContent());

  await drawer.getByRole('button', { name: '赠送券' }).click();
  await questionOf(page).getByLabel('数量').fill('0');
  await expect(questionOf(page).getByText('至少1张')).toBeVisible();
  await questionOf(page).getByLabel('数量').fill('50');
  await answer(page, '理由', '出图失败补偿', '赠送');
  await expect(told(page, '已赠送 普通券 50 张，30 天内有效')).toBeVisible();
  await expect(purse.locator('strong')).toHaveText(String(before + 50));
  await expect(drawer.locator('section', { hasText: '最近券流水' })).toContainText('出图失败补偿');

  await drawer.getByRole('button', { name: '扣回券' }).click();
  await questionOf(page).getByLabel('数量').fill('99999');
  await answer(page, '理由', '发错了账号', '扣回');
  await expect(told(page, `已扣回 普通券 ${before + 50} 张`)).toBeVisible();
  await expect(purse.locator('strong')).toHaveText('0');
});

test('many accounts get tickets at once, and what is kept of the list survives a reload', async ({ page, request }) => {
  const [first, second] = [await signUpBuyer(request, '批量一'), await signUpBuyer(request, '批量二')];
  await enter(page);
  await page.goto('/admin/tickets');
  await page.getByRole('button', { name: '名单赠送' }).click();
  const question = questionOf(page);
  const ids = [first.accountId, second.accountId, first.accountId, 'nobody-has-this-id'];
  await question.getByLabel('名单').fill(ids.join('\n'));
  await page.reload();
  await page.getByRole('button', { name: '名单赠送' }).click();
  await expect(question.getByText('已恢复上次没有提交的内容')).toBeVisible();
  await expect(question.getByLabel('名单')).toHaveValue(ids.join('\n'));
  await question.getByLabel('每个账号').fill('5');
  await answer(page, '理由', '活动奖励', '试算');
  const others = question.getByRole('list', { name: '不会赠送的行' });
  await expect(others).toContainText('没有这个账号');
  await expect(others).toContainText('重复，只算一次');
  await question.getByRole('button', { name: '赠送' }).click();
  await expect(told(page, '已赠送 2 个账号，共 普通券 10 张')).toBeVisible();
  await goOn(page, `/admin/tickets?accountId=${second.accountId}&movement=grant`);
  await expect(rowOf(page, '活动奖励')).toHaveCount(1);
  await expect(rowOf(page, '活动奖励')).toContainText('+5');
});

test('somebody who may only look sees everything and no way to change it', async ({ page, request }) => {
  const buyer = await signUpBuyer(request, '被看的客户');
  const order = await buy(request, buyer, 'normal-20', 'pay');
  await asBuyer(request, buyer, orderContract.requestRefund, { orderId: order.orderId, reason: '点错了' });
  await enter(page);
  await enter(page, await hire(page, 'viewer', '只看不动'));

  await page.goto(`/admin/orders/${order.orderId}`);
  await expect(drawerOf(page).locator('.timeline')).toContainText('已到账');
  await expect(drawerOf(page).locator('.ant-drawer-footer').getByRole('button')).toHaveCount(0);
  await goToList(page, 'refunds', `?q=${order.orderNo}`);
  await rowOf(page, order.orderNo).getByRole('link').first().click();
  await expect(drawerOf(page).locator('.facts').first()).toContainText('点错了');
  await expect(drawerOf(page).locator('.ant-drawer-footer').getByRole('button')).toHaveCount(0);
  await goOn(page, '/admin/products/basic-month');
  await expect(drawerOf(page)).toContainText('价格历史');
  await expect(drawerOf(page).getByRole('textbox')).toHaveCount(0);
  for (const path of ['products', 'redeem', 'tickets', 'plans']) {
    await goToList(page, path);
    await expect(page.locator('.data-table, .empty').first()).toBeVisible();
    for (const name of [/^新建/, /^生成/, /^批量/, /^导出/, /^停用/])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('switch')).toHaveCount(0);
  }
  await goOn(page, '/admin/products/create');
  await expect(page).toHaveURL(/\/admin\/products$/);

  const refused = await page.request.post(orderDeskContract.refundOrder.path.replace(':id', order.orderId), {
    data: { reason: '不该成功' },
  });
  expect(refused.status()).toBe(403);
});

test('lists, drawers and forms of the shop have no accessibility faults in light and dark', async ({
  page,
  request,
}) => {
  const { orderId } = await buy(request, await signUpBuyer(request, '无障碍客户'), 'normal-20', 'pay');
  await enter(page);
  await page.goto('/admin/products');
  for (const [path, shown] of [
    ['/admin/products', 'tbody tr[data-row-key]'],
    ['/admin/products/normal-20', '.recent li'],
    ['/admin/redeem/create', '.ant-drawer-content form'],
    [`/admin/orders/${orderId}`, '.timeline'],
  ] as const)
    await test.step(path, async () => {
      await goOn(page, path);
      await expect(page.locator(shown).first()).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
    });
});

test('on a phone orders are cards, and the menu shows where one is @phone', async ({ page, request }) => {
  const buyer = await signUpBuyer(request, '四十个字的客户名称四十个字的客户名称四十个字的客户名称四十个字的客户名');
  const order = await buy(request, buyer, 'normal-20', 'pay');
  await enter(page);
  await page.goto(`/admin/orders?q=${order.orderNo}`);
  const card = page.getByRole('list', { name: '订单' }).getByRole('listitem');
  await expect(card).toContainText('¥9.90');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await card.getByRole('link', { name: order.orderNo }).click();
  await expect(drawerOf(page).locator('.timeline')).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  for (const [path, name] of [
    ['tickets', '券流水'],
    ['custom-requests', '定制采购'],
    ['tasks', '任务'],
  ] as const) {
    await goToList(page, path);
    await expect(page.locator('.cards, .empty')).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link', { name })).toBeInViewport({ ratio: 0.99 });
    expect(await overflow()).toBeLessThanOrEqual(0);
  }
});
