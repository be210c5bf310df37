import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { orderContract } from '#shared/contract/order';
import { orderDeskContract } from '#shared/contract/order-desk';
import { productDeskContract } from '#shared/contract/product-desk';
import {
  answer,
  asBuyer,
  ask,
  buy,
  drawerOf,
  enter,
  hire,
  newPhone,
  questionOf,
  rowOf,
  signUpBuyer,
  told,
} from './console-desk.ts';

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.press('Enter');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click();
}

test('a batch of redeem codes is made, taken home as a file and put out of use', async ({ page }) => {
  const name = `活动${newPhone().slice(-6)}`;
  await enter(page);
  await page.goto('/admin/redeem');
  await page.getByRole('button', { name: '生成兑换码' }).click();
  const drawer = drawerOf(page);
  await drawer.getByLabel('批次名称').fill(name);
  await drawer.getByLabel('生成数量').fill('3');
  await drawer.getByText('会员', { exact: true }).click();
  await choose(page, drawer.getByLabel('套餐'), '专业会员');
  await drawer.getByLabel('时长').fill('7');
  await drawer.getByRole('button', { name: '生成', exact: true }).click();
  await expect(told(page, '已生成 3 个兑换码，可以导出了')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('专业会员 7 天');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `导出 ${name}` }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`兑换码-${name}.csv`);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').trim().split(/\r?\n/);
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^"?[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/);

  await page.getByRole('button', { name: `停用 ${name}` }).click();
  await questionOf(page).getByRole('button', { name: '停用' }).click();
  await expect(rowOf(page, name)).toContainText('已停用');
  await expect(page.getByRole('button', { name: `停用 ${name}` })).toHaveCount(0);
});

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

test('many accounts get tickets at once, or nobody does', async ({ page, request }) => {
  const [first, second] = [await signUpBuyer(request, '批量一'), await signUpBuyer(request, '批量二')];
  await enter(page);
  await page.goto('/admin/tickets');
  await page.getByRole('button', { name: '批量赠送' }).click();
  const question = questionOf(page);
  const ids = [first.accountId, second.accountId, first.accountId, 'nobody-has-this-id'];
  await question.getByLabel('账号编号').fill(ids.join('\n'));
  await question.getByLabel('每个账号').fill('5');
  await expect(question.getByRole('status')).toHaveText('将送给 3 个账号，共 普通券 15 张（重复的 1 个只算一次）');
  await answer(page, '理由', '活动奖励', '赠送');
  await expect(question.getByRole('alert')).toContainText('账号不存在');

  await question.getByLabel('账号编号').fill(ids.slice(0, 3).join(', '));
  await question.getByRole('button', { name: '赠送' }).click();
  await expect(told(page, '已赠送 2 个账号，共 普通券 10 张')).toBeVisible();
  await page.goto(`/admin/tickets?accountId=${second.accountId}&movement=grant`);
  await expect(rowOf(page, '活动奖励')).toHaveCount(1);
  await expect(rowOf(page, '活动奖励')).toContainText('+5');
});

test('plans say from when a change holds; only what was changed is sent', async ({ page }) => {
  await enter(page);
  await page.goto('/admin/plans/team');
  const drawer = drawerOf(page);
  await expect(drawer).toContainText('从下一次发券起生效');
  const queued = Number(await drawer.getByLabel('排队').inputValue());
  await drawer.getByLabel('排队').fill(String(queued + 1));
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await drawer.getByRole('button', { name: '保存' }).click();
  expect((await sent).postDataJSON()).toEqual({ queued: queued + 1, version: expect.any(Number) });
  await expect(drawer).toBeHidden();
  const [team] = (await ask(page, productDeskContract.staffPlans, {})).filter(({ id }) => id === 'team');
  await ask(page, productDeskContract.updatePlan, { id: 'team', queued, version: team?.version ?? 0 });
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
  await page.goto(`/admin/refunds?q=${order.orderNo}`);
  await rowOf(page, order.orderNo).getByRole('link').first().click();
  await expect(drawerOf(page).locator('.facts')).toContainText('点错了');
  await expect(drawerOf(page).locator('.ant-drawer-footer').getByRole('button')).toHaveCount(0);
  await page.goto('/admin/products/basic-month');
  await expect(drawerOf(page)).toContainText('价格历史');
  await expect(drawerOf(page).getByRole('textbox')).toHaveCount(0);
  for (const path of ['products', 'redeem', 'tickets', 'plans']) {
    await page.goto(`/admin/${path}`);
    await expect(page.locator('.data-table, .empty').first()).toBeVisible();
    for (const name of [/^新建/, /^生成/, /^批量/, /^导出/, /^停用/])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('switch')).toHaveCount(0);
  }
  await page.goto('/admin/products/create');
  await expect(page).toHaveURL(/\/admin\/products$/);

  const refused = await page.request.post(orderDeskContract.refundOrder.path.replace(':id', order.orderId), {
    data: { reason: '不该成功' },
  });
  expect(refused.status()).toBe(403);
});

for (const colorScheme of ['light', 'dark'] as const) {
  const pages = [
    ['/admin/products', 'tbody tr[data-row-key]'],
    ['/admin/products/normal-20', '.recent li'],
    ['/admin/redeem/create', '.ant-drawer-content form'],
  ] as const;
  for (const [path, shown] of [...pages, ['/admin/orders', '.timeline']] as const) {
    test(`${path} has no accessibility faults in the ${colorScheme} theme`, async ({ page, request }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await enter(page);
      if (path === '/admin/orders') {
        const { orderId } = await buy(request, await signUpBuyer(request, '无障碍客户'), 'normal-20', 'pay');
        await page.goto(`${path}/${orderId}`);
      } else await page.goto(path);
      await expect(page.locator(shown).first()).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join()}`)).toEqual(
        [],
      );
    });
  }
}

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
  await page.goto('/admin/custom-requests');
  await expect(page.getByRole('link', { name: '定制采购' })).toBeInViewport();
});
