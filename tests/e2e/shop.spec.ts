import { expect, type Page } from '@playwright/test';
import { fillLogin, lastCode, newPhone } from '../support/user.ts';
import { checkout, orders, payInTab, test } from './shop-account.ts';
import { fillTool, loseTickets, start } from './shop-tool.ts';

const plan = (page: Page, name: string) => page.getByRole('article', { name });
const offer = (page: Page) => page.getByRole('dialog', { name: '普通券不足' });

test('a visitor sees all prices, logs in to buy, and the payment in the other tab completes the plan', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.goto('/membership');
  await expect(plan(page, '专业会员')).toContainText('¥89');
  await page.getByRole('radio', { name: '按年' }).check();
  await expect(plan(page, '专业会员')).toContainText('¥1,068合 ¥62.33/月');
  await plan(page, '专业会员').getByRole('button', { name: '开通' }).click();

  const login = page.getByRole('dialog', { name: '登录筑绘', exact: true });
  await expect(login).toContainText('登录后购买');
  await fillLogin(page, login, newPhone());
  await login.getByRole('button', { name: '登录', exact: true }).click();

  await expect(checkout(page)).toContainText('¥748');
  await expect(checkout(page)).toContainText('模拟支付，不产生真实扣款');
  await expect(checkout(page).getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  const tab = await payInTab(page);
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible();
  await expect(page.getByText('专业会员 12 个月', { exact: true })).toBeVisible();
  await tab.waitForEvent('close', { timeout: 20_000 });

  await page.getByRole('link', { name: '会员', exact: true }).click();
  await expect(plan(page, '专业会员')).toContainText('当前');
  await expect(page.getByRole('region', { name: '我的会员' })).toContainText('373');
});

test('a generation without tickets waits for their purchase and then starts by itself with its values', {
  tag: '@smoke',
}, async ({ buyer: page }) => {
  await loseTickets(page);
  await fillTool(page);
  await expect(page.getByText('普通券不足，需要 1 张，剩余 0 张').first()).toBeVisible();
  await start(page).click();

  await expect(offer(page)).toContainText('还差1 张');
  await expect(offer(page).getByRole('radio', { name: /普通券 20 张/ })).toBeChecked();
  await offer(page).getByRole('button', { name: '去支付 ¥9.90' }).click();
  await payInTab(page);

  await expect(page.getByText('普通券 20 张已到账')).toBeVisible();
  await expect(page.getByRole('slider', { name: '对比位置' })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('button', { name: /^普通券 19，/ })).toBeVisible();
  expect(page.url()).toContain('/upScaleImg');
});

test('a refusal that the page could not foresee opens the same offer, and the same task starts once', async ({
  buyer: page,
}) => {
  const keys: string[] = [];
  const short = { kind: '普通券', needed: 4, left: 1 };
  await page.route('**/api/ai/startTask', async (route) => {
    keys.push(new URLSearchParams(route.request().postData() ?? '').get('clientKey') ?? '');
    if (keys.length > 1) return route.continue();
    const message = '普通券不足，需要 4 张，剩余 1 张';
    await route.fulfill({
      status: 409,
      json: { data: null, error: { code: 4000, reason: 'ticket.short', message, values: short } },
    });
  });
  await fillTool(page);
  await expect(start(page)).toHaveAttribute('aria-disabled', 'false');
  await start(page).click();
  await expect(offer(page)).toContainText('还差3 张');
  await offer(page).getByRole('button', { name: '去支付 ¥9.90' }).click();
  await payInTab(page);
  await expect(page.getByRole('slider', { name: '对比位置' })).toBeVisible({ timeout: 60_000 });
  expect(keys.length).toBe(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('a WeChat code is paid by phone, and the page goes on by itself', async ({ buyer: page }) => {
  await page.goto('/membership');
  await page.getByRole('button', { name: '购买 普通券 100 张，¥39' }).click();
  await checkout(page).getByRole('radio', { name: '微信支付' }).check();
  await expect(checkout(page).getByRole('img', { name: '微信支付二维码' })).toBeVisible();
  const { list } = await orders(page);
  expect(list.map(({ status }) => status)).toEqual(['paying', 'closed']);
  const paid = await page.request.post('/__mock/pay', { data: { orderNo: list[0]?.orderNo, action: 'pay' } });
  expect(paid.ok(), await paid.text()).toBe(true);
  await expect(page).toHaveURL(new RegExp(`/done\\?orderId=${list[0]?.orderId}$`));
  await expect(page.getByRole('button', { name: /^普通券 123，/ })).toBeVisible();
});

test('two windows pay one order, and it arrives once', async ({ buyer: page, context }) => {
  const other = await context.newPage();
  for (const window of [page, other]) {
    await window.goto('/membership');
    await window.getByRole('button', { name: '购买 普通券 20 张，¥9.90' }).click();
    await expect(checkout(window).getByRole('button', { name: '去支付宝付款' })).toBeVisible();
  }
  expect((await orders(page)).list.length).toBe(1);
  await payInTab(other);
  for (const window of [page, other]) await expect(window).toHaveURL(/\/done\?/);
  await expect(page.getByRole('button', { name: /^普通券 43，/ })).toBeVisible();
  expect((await orders(page)).list.map(({ status }) => status)).toEqual(['completed']);
});

test('a member-only size leads to the plans that have it', async ({ buyer: page }) => {
  await page.route('**/api/ai/startTask', (route) =>
    route.fulfill({
      status: 403,
      json: {
        data: null,
        error: { code: 5015, reason: 'task.member_only', message: '4K 为会员功能', values: { size: '4K' } },
      },
    }),
  );
  await fillTool(page);
  await expect(start(page)).toHaveAttribute('aria-disabled', 'false');
  await start(page).click();
  const dialog = page.getByRole('dialog', { name: '4K 出图需要会员' });
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: /专业会员/ })).toBeChecked();
});

test('a company asks for an offer and follows it by its number', async ({ page }) => {
  const phoneNo = newPhone();
  await page.goto('/dingzhi');
  await page.getByRole('button', { name: '提交需求' }).click();
  await expect(page.getByText('请填写公司名称')).toBeVisible();
  await page.getByRole('radio', { name: '专属风格训练' }).check();
  await page
    .getByLabel('公司')
    .fill('一家名字特别长的建筑设计研究院股份有限公司西南区域分院城市更新与既有建筑改造中心');
  await page.getByLabel('联系人').fill('王工');
  await page.getByLabel('手机号', { exact: false }).first().fill(phoneNo);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('button', { name: /^\d+\(s\)$/ })).toBeVisible();
  await page.getByLabel('验证码').fill(await lastCode(page, phoneNo));
  await page.getByLabel('席位', { exact: true }).fill('30');
  await page.getByLabel('说明').fill('想用自己的项目图训练。');
  await page.getByRole('button', { name: '提交需求' }).click();
  const number = page.getByText(/^CG\d{14}$/);
  await expect(number).toBeVisible();
  const receiptNo = await number.innerText();

  await page.getByLabel('受理编号').fill(receiptNo);
  await page.getByLabel('提交时的手机号').fill('13900000000');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByText('没有找到这份需求，请检查受理编号和手机号')).toBeVisible();
  await page.getByLabel('提交时的手机号').fill(phoneNo);
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByText('专属风格训练，30 席')).toBeVisible();
});
