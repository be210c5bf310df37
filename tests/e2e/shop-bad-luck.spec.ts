import { expect } from '@playwright/test';
import { day, minute } from '#shared/domain/time';
import { accessibilityFaults } from '../support/accessibility.ts';
import { sidewaysParts, test } from '../support/user.ts';
import { asStaff, checkout, orders, payInTab } from './shop-account.ts';
import { buy, isDone, row } from './shop-clock.ts';
import { fillTool, loseTickets, start } from './shop-tool.ts';

test.use({ worldPer: 'test' });

test('an order whose time is over says so and gives way to a new one', async ({ page, account, clock }) => {
  await account();
  await page.goto('/membership');
  await page.getByRole('button', { name: '购买 普通券 20 张，¥9.90' }).click();
  const timer = checkout(page).getByRole('timer');
  await expect(timer).toHaveText(/^1[45]:\d\d$/);
  await clock.advance(15 * minute - 8_000);
  await expect(timer).toHaveText(/^00:0\d$/);

  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/order/checkOrder*', async (route) => {
    await gate;
    await route.continue();
  });
  await expect(checkout(page).getByRole('status')).toHaveText('付款时间已到，正在确认订单');
  await expect(checkout(page).getByRole('button', { name: '去支付宝付款' })).toBeHidden();
  letThrough();
  await expect(checkout(page).getByRole('status')).toContainText('15 分钟内没有付款，订单已关闭，没有扣款。');

  await checkout(page).getByRole('button', { name: '重新下单' }).click();
  await expect(timer).toHaveText(/^1[45]:\d\d$/);
  await payInTab(page);
  await isDone(page);
  await expect(page.getByRole('link', { name: '继续创作' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '我的订单' }).click();
  await expect(row(page, '普通券 20 张').first()).toContainText('已完成');
  await expect(row(page, '普通券 20 张').last()).toContainText('已过期');
  await expect(row(page, '普通券 20 张').last().getByRole('button', { name: '继续支付' })).toBeHidden();
});

test('money that comes too late goes back by itself, and every place says why', async ({ page, world, account }) => {
  await account();
  await page.goto('/membership');
  await page.getByRole('button', { name: '购买 普通券 20 张，¥9.90' }).click();
  const opening = page.waitForEvent('popup');
  await checkout(page).getByRole('button', { name: '去支付宝付款' }).click();
  const cashier = await opening;
  await expect(cashier.getByRole('button', { name: '确认支付' })).toBeVisible();
  await cashier.close();
  await world.clock.advance(15 * minute);
  await expect(checkout(page)).toContainText('已过期', { timeout: 15_000 });

  const [order] = (await orders(page)).list;
  await world.pay.play(order?.orderNo ?? '', 'late');
  await expect(checkout(page).getByRole('status')).toContainText('已原路退回 ¥9.90。');
  await expect(checkout(page).getByRole('status')).toContainText('退款原因：订单关闭后才付款，自动退回');
  await checkout(page).getByRole('button', { name: '我的订单' }).click();
  await expect(row(page, '普通券 20 张')).toContainText('已退款');
  await expect(row(page, '普通券 20 张')).toContainText('退款原因：订单关闭后才付款，自动退回');
  await expect(page.getByRole('button', { name: /^普通券 23，/ })).toBeVisible();
  await row(page, '普通券 20 张').getByRole('link', { name: '查看' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '已退款' })).toBeVisible();
  await expect(page.getByText('退款原因：订单关闭后才付款，自动退回')).toBeVisible();
  await page.goto('/tickets');
  await expect(page.getByRole('row').filter({ hasText: '注册赠送' }).first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '查看订单' })).toHaveCount(0);
  expect(await world.state.faults()).toEqual([]);
});

test('a refund is worked out first, then under way, then done, and the tickets go with it', async ({
  page,
  world,
  account,
  clock,
  pay,
}) => {
  await clock.set('2027-03-01T10:00:00+08:00');
  const { orderNo } = await buy(pay, await account(), 'basic-month');
  await clock.advance(10 * day);
  await page.goto('/orders');
  await expect(page.getByRole('button', { name: /^普通券 120，/ })).toBeVisible();
  const order = row(page, '基础会员 · 月');
  await order.getByRole('button', { name: '申请退款' }).click();
  const dialog = page.getByRole('dialog', { name: '申请退款' });
  await expect(dialog).toContainText('可退¥25.16');
  await expect(dialog).toContainText('剩余 20 整天，共 31 天：¥25.16');
  await expect(dialog).toContainText('这一单带来的会员和没用的券会收回');
  await dialog.getByLabel('退款原因').fill('项目取消了');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(order).toContainText('退款申请审核中，预计退 ¥25.16。');

  await pay.line(true);
  const [refund] = await (await asStaff(page, `/api/admin/v1/refunds?q=${orderNo}`)).json();
  await asStaff(page, `/api/admin/v1/refunds/${refund.id}/approve`, {});
  await page.reload();
  await expect(order).toContainText('退款中');
  await expect(order).toContainText('退款原因：项目取消了');
  await expect(page.getByRole('button', { name: /^普通券 3，/ })).toBeVisible();
  await pay.line(false);
  await clock.advance(2 * minute);
  await expect(order).toContainText('已部分退款');
  await expect(order).toContainText('已原路退回 ¥25.16。');

  await page.goto('/membership');
  await expect(page.getByRole('region', { name: '我的会员' })).toContainText('免费版');
  await page.goto('/tickets');
  const movement = (amount: string) => page.getByRole('row').filter({ hasText: amount });
  await expect(movement('-120')).toContainText('会员结束');
  await expect(movement('+120')).toContainText('会员');
  expect(await world.state.faults()).toEqual([]);
});

test('a payment that a reload interrupted is taken up in the list and leads back to the tool', async ({
  page,
  account,
}) => {
  await account();
  const started: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/ai/startTask')) started.push(request.url());
  });
  await loseTickets(page);
  await fillTool(page);
  await expect(page.getByText('普通券不足，需要 1 张，剩余 0 张').first()).toBeVisible();
  await start(page).click();
  await page.getByRole('dialog', { name: '普通券不足' }).getByRole('button', { name: '去支付 ¥9.90' }).click();
  await expect(checkout(page).getByRole('timer')).toBeVisible();
  await page.reload();
  const picture = page.getByRole('img', { name: /预览$/ });
  await expect(picture).toBeVisible();
  await expect(checkout(page)).toBeHidden();

  await page.goto('/orders');
  await row(page, '普通券 20 张').getByRole('button', { name: '继续支付' }).click();
  await payInTab(page);
  await isDone(page);
  await expect(page.getByText('刚才的操作没有自动开始，可以回到原处重新开始。')).toBeVisible();
  const back = page.getByRole('button', { name: '回到「清晰度提升」' });
  expect(await accessibilityFaults(page)).toEqual([]);
  const done = page.url();
  await back.click();
  await expect(page).toHaveURL(/\/upScaleImg$/);
  await expect(page.getByText('20', { exact: true }).first()).toBeVisible();
  await expect(picture).toBeVisible();
  expect(started).toEqual([]);
  await page.goto(done);
  await expect(page.getByRole('link', { name: '继续创作' })).toBeVisible();
  await expect(back).toHaveCount(0);
});

test('two devices of one person: what is paid on the phone is noticed on the laptop', async ({
  page,
  open,
  account,
  pay,
}) => {
  const phone = await open({ viewport: { width: 390, height: 844 } });
  const { phoneNo } = await account();
  await phone.request.post('/__mock/accounts', { data: { phoneNo } });
  await page.goto('/membership');
  await page.getByRole('button', { name: '购买 普通券 20 张，¥9.90' }).click();
  await expect(checkout(page).getByRole('timer')).toBeVisible();
  await phone.goto('/orders');
  await row(phone, '普通券 20 张').getByRole('button', { name: '继续支付' }).click();
  expect(await sidewaysParts(phone, 390)).toEqual([]);
  await payInTab(phone);
  await isDone(phone);
  expect(await sidewaysParts(phone, 390)).toEqual([]);
  await isDone(page);

  await page.goto('/membership');
  await page.getByRole('button', { name: '购买 普通券 100 张，¥39' }).click();
  await expect(checkout(page).getByRole('timer')).toBeVisible();
  await phone.goto('/orders');
  await row(phone, '普通券 100 张').getByRole('button', { name: '继续支付' }).click();
  await checkout(phone).getByRole('radio', { name: '微信支付' }).check();
  await expect(checkout(phone).getByRole('img', { name: '微信支付二维码' })).toBeVisible();
  await expect(checkout(page)).toContainText('已由一张新的订单代替，没有扣款。');
  await expect(checkout(page).getByRole('button', { name: '重新下单' })).toBeHidden();
  await checkout(page).getByRole('button', { name: '我的订单' }).click();
  await expect(row(page, '普通券 100 张').first()).toContainText('微信支付');
  const [newest] = (await orders(page)).list;
  await pay.play(newest?.orderNo ?? '', 'pay');
  await expect(row(page, '普通券 100 张').first()).toContainText('已完成');
  await isDone(phone);
});
