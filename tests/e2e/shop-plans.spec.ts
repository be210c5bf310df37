import { expect, type Page } from '@playwright/test';
import { day } from '#shared/domain/time';
import { newPhone, test } from '../support/user.ts';
import { checkout, payInTab } from './shop-account.ts';
import { buy, isDone, ownPlan } from './shop-clock.ts';

test.use({ worldPer: 'test' });

const plan = (page: Page, name: string) => page.getByRole('article', { name });

test('an upgrade tells what is to pay for the days that are left, changes the plan at once and keeps its end', async ({
  page,
  world,
  account,
  clock,
  pay,
}) => {
  await clock.set('2027-04-01T10:00:00+08:00');
  await buy(pay, await account(), 'basic-month');
  await clock.advance(10 * day);
  await page.goto('/membership');
  await expect(ownPlan(page)).toContainText('2027-05-01 到期');
  await expect(plan(page, '专业会员')).toContainText('到期日仍是 2027-05-01');
  await plan(page, '专业会员').getByRole('button', { name: '补 ¥33.33 升级' }).click();
  await expect(checkout(page)).toContainText('¥33.33');
  await expect(checkout(page)).toContainText('补 20 天的差价，到期日不变');
  await expect(checkout(page)).toContainText('专业会员，至 2027-05-01');
  await payInTab(page);
  await isDone(page);
  await expect(page.getByRole('main')).toContainText('专业会员，2027-04-11 至 2027-05-01');
  await page.goto('/membership');
  await expect(ownPlan(page)).toContainText('专业会员2027-05-01 到期');
  // 120 for ten of the thirty days and 350 for twenty.
  await expect(ownPlan(page)).toContainText('普通券273');
  expect(await world.state.faults()).toEqual([]);
});

test('a lower plan tells when it begins: behind what is paid already', async ({ page, account, clock, pay }) => {
  const phoneNo = newPhone();
  await clock.set('2027-06-01T10:00:00+08:00');
  await buy(pay, await account({ phoneNo }), 'pro-month');
  await page.goto('/membership');
  await expect(plan(page, '基础会员')).toContainText('从 2027-07-01 开始，到 2027-08-01，接在已付的套餐后面。');
  await plan(page, '基础会员').getByRole('button', { name: '预购' }).click();
  await expect(checkout(page)).toContainText('2027-07-01 开始，到 2027-08-01');
  await payInTab(page);
  await isDone(page);
  await expect(page.getByRole('main')).toContainText('基础会员，2027-07-01 至 2027-08-01');
  await expect(page.getByText('现在就能用')).toBeHidden();

  await page.goto('/membership');
  await expect(ownPlan(page)).toContainText('专业会员2027-07-01 到期');
  await expect(ownPlan(page)).toContainText('之后 基础会员，2027-07-01 至 2027-08-01');
  await expect(plan(page, '基础会员')).toContainText('从 2027-08-01 开始，到 2027-09-01，接在已付的套餐后面。');
  await clock.set('2027-07-01T10:01:00+08:00');
  await account({ phoneNo });
  await page.reload();
  await expect(ownPlan(page)).toContainText('基础会员2027-08-01 到期');
});

test('seats multiply the price and the tickets, and a renewal keeps them', async ({ page, account }) => {
  await account();
  await page.goto('/membership');
  const team = plan(page, '团队');
  await team.getByLabel('席位', { exact: true }).fill('5');
  await expect(team).toContainText('每月 4,500 张');
  await team.getByRole('button', { name: '开通 ¥995/月' }).click();
  await expect(checkout(page)).toContainText(/付款后开始，到 \d{4}-\d\d-\d\d/);
  await expect(checkout(page)).toContainText('¥995');
  await expect(checkout(page)).toContainText('每月：普通券 4,500 张，实时券 1,200 分钟，对话券 10,000 张');
  await payInTab(page);
  await isDone(page);
  await page.goto('/membership');
  await expect(ownPlan(page)).toContainText('团队 5 席');
  await page.getByRole('link', { name: '券明细' }).click();
  await expect(page.getByRole('row').filter({ hasText: '+4,500' })).toBeVisible();
  await page.goBack();
  await expect(team.getByLabel('席位', { exact: true })).toHaveValue('5');
  await expect(team.getByRole('button', { name: '续费 ¥995/月' })).toBeVisible();
});

test('a renewal from 31 January ends on the last day of February', async ({ page, world, account, clock, pay }) => {
  await clock.set('2027-12-31T10:00:00+08:00');
  await buy(pay, await account(), 'basic-month');
  await page.goto('/membership');
  await expect(ownPlan(page)).toContainText('2028-01-31 到期');
  await expect(plan(page, '基础会员')).toContainText('续费从 2028-01-31 接着算，到 2028-02-29。');
  await plan(page, '基础会员').getByRole('button', { name: '续费' }).click();
  await expect(checkout(page)).toContainText('2028-01-31 开始，到 2028-02-29');
  await payInTab(page);
  await isDone(page);
  await page.goto('/membership');
  await expect(ownPlan(page)).toContainText('2028-02-29 到期');
  expect(await world.state.faults()).toEqual([]);
});
