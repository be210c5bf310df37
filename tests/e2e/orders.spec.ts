import { expect, type Page } from '@playwright/test';
import { accessibilityFaults } from '../support/accessibility.ts';
import { ask, checkout, orders, payInTab, test } from './shop-account.ts';

const row = (page: Page, name: string) => page.getByRole('listitem', { name });

/** An order that waits for its payment, or is paid. */
async function order(page: Page, productId: string, action?: 'pay'): Promise<{ orderId: string; orderNo: string }> {
  const made = await ask<{ orderId: string; orderNo: string }>(page, 'get', '/api/order/createOrder', { productId });
  await ask(page, 'get', '/api/order/createAliPayOrder', { orderId: made.orderId });
  if (!action) return made;
  const played = await page.request.post('/__mock/pay', { data: { orderNo: made.orderNo, action } });
  expect(played.ok(), await played.text()).toBe(true);
  await ask(page, 'get', '/api/order/completeOrder', { orderId: made.orderId });
  return made;
}

test('a dialog that is closed keeps its order, which is paid from the list or canceled', async ({ buyer: page }) => {
  await page.goto('/membership');
  await page.getByRole('button', { name: '购买 普通券 20 张，¥9.90' }).click();
  await expect(checkout(page).getByRole('timer')).toBeVisible();
  await checkout(page).getByRole('button', { name: '关闭' }).click();
  await page.locator('a[href="/orders?status=open"]').click();
  await expect(page).toHaveURL(/\/orders\?status=open$/);
  await expect(row(page, '普通券 20 张').getByRole('timer')).toHaveText(/^剩 1[45]:\d\d$/);

  await row(page, '普通券 20 张').getByRole('button', { name: '继续支付' }).click();
  await payInTab(page);
  await expect(page).toHaveURL(/\/done\?/);

  await order(page, 'live-30');
  await page.goto('/orders');
  const open = row(page, '实时券 30 分钟');
  await open.getByRole('button', { name: '取消', exact: true }).click();
  const question = page.getByRole('dialog', { name: '取消这个订单' });
  await question.getByRole('button', { name: '先不取消' }).click();
  await expect(open).toContainText('待支付');
  await open.getByRole('button', { name: '取消', exact: true }).click();
  await question.getByRole('button', { name: '取消订单' }).click();
  await expect(open).toContainText('已取消');
  await expect(open.getByRole('button', { name: '继续支付' })).toBeHidden();
  expect((await orders(page)).list.map(({ status }) => status)).toEqual(['closed', 'completed']);
});

test('an invoice is asked for once, and its title is remembered for the next order', async ({ buyer: page }) => {
  await order(page, 'normal-100', 'pay');
  await order(page, 'normal-20', 'pay');
  await page.goto('/orders');
  await row(page, '普通券 100 张').getByRole('button', { name: '申请发票' }).click();
  const dialog = page.getByRole('dialog', { name: '申请发票' });
  await dialog.getByRole('radio', { name: '企业' }).check();
  await dialog.getByLabel('企业名称').fill('筑绘建筑设计有限公司');
  await dialog.getByLabel('税号').fill('91110000abc');
  await dialog.getByLabel('接收邮箱').fill('caiwu@example.com');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(dialog.getByText('税号是 15、17、18 或 20 位大写字母和数字')).toBeVisible();
  await dialog.getByLabel('税号').fill('91110000ma01abcd2x');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(row(page, '普通券 100 张')).toContainText('发票开具中');
  await expect(row(page, '普通券 100 张').getByRole('button', { name: '申请发票' })).toBeHidden();

  await row(page, '普通券 20 张').getByRole('button', { name: '申请发票' }).click();
  await expect(dialog.getByLabel('企业名称')).toHaveValue('筑绘建筑设计有限公司');
  await expect(dialog.getByLabel('税号')).toHaveValue('91110000MA01ABCD2X');
  await expect(dialog.getByLabel('接收邮箱')).toHaveValue('caiwu@example.com');
});

test('every movement of tickets stands in the statement and leads to what caused it', async ({ buyer: page }) => {
  const { orderNo } = await order(page, 'normal-20', 'pay');
  await page.goto('/tickets');
  const purse = (name: string) => page.getByRole('region', { name });
  await expect(purse('普通券')).toContainText('43');
  await expect(purse('普通券').getByRole('button', { name: '充值' })).toBeVisible();
  await expect(purse('对话券')).toContainText('暂不出售');
  await expect(purse('对话券').getByRole('button', { name: '充值' })).toBeHidden();
  const bought = page.getByRole('row').filter({ hasText: '+20' }).filter({ hasText: '查看订单' });
  await expect(bought).toContainText('40');
  await page.getByRole('radio', { name: '实时券' }).check();
  await expect(bought).toBeHidden();
  await page.getByRole('radio', { name: '普通券' }).check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await bought.getByRole('link', { name: '查看订单' }).click();
  await expect(page.getByText(orderNo)).toBeVisible();
});
