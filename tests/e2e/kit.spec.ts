import { expect } from '@playwright/test';
import { test } from '../kit/playwright.ts';

test.use({ worldPer: 'test' });

test('an order waits while the line is cut, is paid once it is joined, and its membership ends by the clock', async ({
  page,
  account,
  clock,
  pay,
}) => {
  await clock.freeze('2027-04-01T10:00:00+08:00');
  const buyer = await account({ nickName: '买家' });
  type Order = { orderId: string; orderNo: string };
  const { orderId, orderNo } = await buyer.get<Order>('/api/order/createOrder', { productId: 'pro-month' });
  await buyer.get('/api/order/createAliPayOrder', { orderId });
  await page.goto('/membership');
  const plan = page.getByRole('region', { name: '我的会员' });
  await expect(plan).toContainText('免费版');

  await pay.line(true);
  await pay.play(orderNo, 'pay', { isSilent: true });
  await page.reload();
  await expect(plan).toContainText('免费版');
  await pay.line(false);
  await clock.advance(60_000);
  await page.reload();
  await expect(plan).toContainText('2027-05-01 到期');
  await clock.set('2027-05-01T10:02:00+08:00');
  await account({ phoneNo: buyer.phoneNo });
  await page.reload();
  await expect(plan).toContainText('免费版');
});

test('a page says what went wrong, and another browser of the world logs in by a code', async ({
  page,
  open,
  account,
  faults,
  sms,
  world,
}) => {
  const { phoneNo } = await account();
  await faults.set([{ match: { path: '/api/order/products' }, kind: 'status', status: 503 }]);
  await page.goto('/membership');
  await expect(page.getByRole('main').getByRole('button', { name: '重试' })).toBeVisible();
  await faults.clear();
  await page.getByRole('main').getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('article', { name: '专业会员' })).toBeVisible();

  const phone = await open({ viewport: { width: 390, height: 844 } });
  await phone.goto('/user/login');
  const form = phone.getByRole('main');
  await form.getByLabel('手机号').fill(phoneNo);
  await form.getByRole('button', { name: '获取验证码' }).click();
  await expect(form.getByRole('button', { name: /^\d+\(s\)$/ })).toBeVisible();
  await form.getByLabel('验证码', { exact: true }).fill(await sms.code(phoneNo));
  await phone.keyboard.press('Enter');
  await expect(phone).not.toHaveURL(/login/);
  await world.journal.expect({ method: 'POST', path: '/api/user/login' }, 1);
});

test.describe('a world of a worker', () => {
  test.describe.configure({ mode: 'serial' });
  test.use({ worldPer: 'worker' });

  test('is made by the first of its tests', async ({ clock }) => {
    expect((await clock.freeze('2027-01-01T00:00:00+08:00')).frozen).toBe(true);
  });

  test('is that of the next one as well, in requests without a browser too', async ({ clock, request }) => {
    expect((await clock.get()).frozen).toBe(true);
    expect(await (await request.get('/__mock/clock')).json()).toMatchObject({ frozen: true });
  });
});
