import { expect, type Page } from '@playwright/test';
import { orderContract } from '#shared/contract/order';
import { minute } from '#shared/domain/time';
import type { World } from '../kit/client.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { sidewaysParts, test, watchFaults } from '../support/user.ts';

test.use({ worldPer: 'test' });

async function data<T>(page: Page, call: { path: string }, params: Record<string, string>): Promise<T> {
  const answer = await page.request.get(call.path, { params, maxRetries: 2 });
  const { data, error } = await answer.json();
  if (!data) throw new Error(error.message);
  return data;
}

/** A member with an order at the cashier: `productId` by Alipay. */
async function orderAt(page: Page, productId = 'normal-100') {
  const made = await page.request.post('/__mock/accounts', { data: {} });
  expect(made.ok(), await made.text()).toBe(true);
  const order = { orderId: '', orderNo: '' };
  Object.assign(order, await data(page, orderContract.createOrder, { productId }));
  const { payUrl } = await data<{ payUrl: string }>(page, orderContract.createAliPayOrder, { orderId: order.orderId });
  const status = async () => {
    const { status, closeReason } = await data<{ status: string; closeReason: string | null }>(
      page,
      orderContract.checkOrder,
      { orderId: order.orderId },
    );
    return closeReason ? `${status}: ${closeReason}` : status;
  };
  return { ...order, payUrl, status };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const payButton = (page: Page) => page.getByRole('button', { name: '确认支付' });

/** Opens the page of a payment that is old enough to stay where it is. */
async function comeBackLater(page: Page, clock: World['clock'], payUrl: string): Promise<void> {
  await clock.advance(2 * minute);
  await page.goto(payUrl);
  await expect(heading(page, '支付成功')).toBeVisible();
  await expect(page.getByText('秒后自动返回')).toHaveCount(0);
}

test('a person pays by keyboard and comes back to the shop', { tag: '@smoke' }, async ({ page, world }) => {
  const faults = watchFaults(page);
  const { payUrl, orderNo, orderId, status } = await orderAt(page);
  expect(payUrl).toBe(`${world.baseUrl}/pay/${orderNo}?space=${world.name}`);
  await page.goto(payUrl);
  await expect(page).toHaveTitle('收银台 · 筑绘 AI');
  await expect(heading(page, '普通券 100 张')).toBeVisible();
  await expect(page.getByText('模拟收银台 · 不产生真实扣款')).toBeVisible();
  await expect(page.getByText('¥39', { exact: true })).toBeVisible();
  await expect(page.getByText(orderNo)).toBeVisible();
  await expect(page.getByRole('img', { name: '本页的二维码' })).toBeVisible();
  await expect(page.getByText('用手机扫码也可以支付')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.keyboard.press('Tab');
  await expect(payButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, '支付成功')).toBeVisible();
  await expect(page.getByText('秒后自动返回')).toBeVisible();
  expect(faults).toEqual([]);
  await page.waitForURL(`**/done2?orderId=${orderId}`, { waitUntil: 'commit' });
  await expect.poll(status).toBe('completed');
  await world.journal.expect({ path: '/api/order/notify/alipay', status: 200 });
});

test('a person gives up and nothing is paid', async ({ page }) => {
  const { payUrl, orderId, status } = await orderAt(page);
  await page.goto(payUrl);
  await page.getByRole('button', { name: '放弃支付' }).click();
  await expect(heading(page, '已放弃支付')).toBeVisible();
  await expect(page.getByText('没有扣款')).toBeVisible();
  await expect(page.getByRole('link', { name: '返回商户' })).toHaveAttribute('href', new RegExp(`orderId=${orderId}$`));
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect.poll(status).toBe('closed: refused');
  await page.reload();
  await expect(payButton(page)).toHaveCount(0);
});

test('the page on the desk follows the payment on the phone', async ({ page, open }) => {
  const { payUrl, status } = await orderAt(page);
  await page.goto(payUrl);
  const phone = await open({ viewport: { width: 390, height: 844 } });
  await phone.goto(payUrl);
  await payButton(phone).click();
  await expect(heading(phone, '支付成功')).toBeVisible();
  await expect(heading(page, '支付成功')).toBeVisible();
  await expect.poll(status).toBe('completed');
});

test('time runs out by the server’s clock, whatever the browser’s says', async ({ page, clock }) => {
  const { payUrl, status } = await orderAt(page);
  await page.clock.setFixedTime(new Date('2001-02-03T04:05:06'));
  await page.goto(payUrl);
  const left = page.getByRole('timer');
  await expect(left).toHaveText(/^(15:00|14:5\d)$/);
  await expect(left).not.toHaveText('15:00');
  await clock.advance(14 * minute);
  await expect(left).toHaveText(/^00:\d\d$/);
  await clock.advance(minute);
  await expect(heading(page, '支付已超时')).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect.poll(status).toBe('closed: expired');
});

test('the cashier works without scripts and in the dark', async ({ page, open, clock }) => {
  const { payUrl, status } = await orderAt(page);
  const plain = await open({ javaScriptEnabled: false });
  await plain.goto(payUrl);
  await payButton(plain).click();
  await expect(heading(plain, '支付成功')).toBeVisible();
  await expect.poll(status).toBe('completed');

  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await orderAt(page);
  await page.goto(dark.payUrl);
  expect(await accessibilityFaults(page)).toEqual([]);
  await payButton(page).click();
  await expect(heading(page, '支付成功')).toBeVisible();
  await comeBackLater(page, clock, dark.payUrl);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('an order that nobody knows has a page of its own', async ({ page }) => {
  const answer = await page.goto('/pay/ZHNOBODY');
  expect(answer?.status()).toBe(404);
  await expect(heading(page, '没有这笔订单')).toBeVisible();
  await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible();
});

test('the control plane plays the payment company', async ({ page }) => {
  const { orderNo, status } = await orderAt(page, 'live-30');
  await page.goto('/__mock/');
  const row = page.locator('#trades tr', { hasText: orderNo });
  await expect(row).toContainText('待支付');
  await page.getByLabel('不发通知').check();
  await row.getByRole('button', { name: '支付', exact: true }).click();
  await expect(row).toContainText('已支付');
  await expect.poll(status).toBe('completed');
});

test('a phone pays with its thumb @phone', async ({ page, clock }) => {
  const { payUrl, status } = await orderAt(page, 'pro-month');
  await page.goto(payUrl);
  await expect(heading(page, '专业会员')).toBeVisible();
  await expect(page.getByText('用手机扫码也可以支付')).toBeHidden();
  expect(await sidewaysParts(page, 390)).toEqual([]);
  const box = await payButton(page).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.y).toBeLessThan(844 - 44);
  await payButton(page).tap();
  await expect(heading(page, '支付成功')).toBeVisible();
  await comeBackLater(page, clock, payUrl);
  expect(await sidewaysParts(page, 390)).toEqual([]);
  await expect.poll(status).toBe('completed');
});
