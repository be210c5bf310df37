import { expect, type Locator, type Page } from '@playwright/test';
import { productDeskContract } from '#shared/contract/product-desk';
import { test } from '../support/story.ts';
import { accessibilityFaults, ask, drawerOf, enter, newPhone, questionOf, rowOf, told } from './console-desk.ts';

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.press('Enter');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click();
}

test('a package gets a new price in yuan, its history tells who set it, and nobody overwrites a colleague', async ({
  page,
}) => {
  await enter(page);
  const title = `券包${newPhone().slice(-6)}`;
  await page.goto('/admin/products');
  await page.getByRole('button', { name: '新建券包' }).click();
  const drawer = drawerOf(page);
  await drawer.getByLabel('名称').fill(title);
  await drawer.getByLabel('数量').fill('50');
  await drawer.getByLabel('价格', { exact: true }).fill('12.555');
  await expect(drawer.getByText('请填写金额，最多两位小数')).toBeVisible();
  await drawer.getByLabel('价格', { exact: true }).fill('12.5');
  const created = page.waitForRequest((request) => request.method() === 'POST');
  await drawer.getByRole('button', { name: '新建' }).click();
  expect((await created).postDataJSON()).toMatchObject({ title, tickets: 50, price: 1250, listPrice: null });
  await expect(told(page, `已新建「${title}」，¥12.50`)).toBeVisible();

  await rowOf(page, title).getByRole('link', { name: title }).click();
  const history = drawer.locator('section', { hasText: '价格历史' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await drawer.getByLabel('价格', { exact: true }).fill('15');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await drawer.getByRole('button', { name: '保存' }).click();
  expect((await sent).postDataJSON()).toEqual({ price: 1500, version: expect.any(Number) });
  await expect(rowOf(page, title)).toContainText('¥15');

  await rowOf(page, title).getByRole('link', { name: title }).click();
  await expect(history.getByRole('listitem').first()).toContainText('¥15');
  await expect(history.getByRole('listitem').first()).toContainText('管理员');
  await expect(drawer.getByLabel('价格', { exact: true })).toHaveValue('15');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const products = await ask(page, productDeskContract.staffProducts, { _end: 200 });
  const version = products.find((product) => product.id === id)?.version ?? 0;
  await ask(page, productDeskContract.updateProduct, { id, version, price: 1800 });
  await drawer.getByLabel('划线价').fill('20');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByText('管理员先一步保存了，已载入最新内容')).toBeVisible();
  await expect(drawer.getByText('价格：¥15 → ¥18')).toBeVisible();
  await expect(drawer.getByLabel('价格', { exact: true })).toHaveValue('18');
  await expect(drawer.getByLabel('划线价')).toHaveValue('20');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer).toBeHidden();
  await expect(rowOf(page, title)).toContainText('¥18.00¥20.00');

  // Both typed into the same field: one's own stands until the other is taken.
  await rowOf(page, title).getByRole('link', { name: title }).click();
  await expect(history.getByRole('listitem').first()).toContainText('¥18');
  await expect(drawer.getByLabel('价格', { exact: true })).toHaveValue('18');
  await ask(page, productDeskContract.updateProduct, { id, version: version + 2, price: 1900 });
  await drawer.getByLabel('价格', { exact: true }).fill('17');
  await drawer.getByRole('button', { name: '保存' }).click();
  const choice = drawer.getByRole('group', { name: '价格：用谁的' });
  await expect(choice.getByLabel('用我的：¥17')).toBeChecked();
  await expect(drawer.getByLabel('价格', { exact: true })).toHaveValue('17');
  await choice.getByLabel('用同事的：¥19').check();
  await expect(drawer.getByLabel('价格', { exact: true })).toHaveValue('19');
  expect(await accessibilityFaults(page)).toEqual([]);
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer).toBeHidden();

  await page.getByRole('switch', { name: `${title} 上架` }).click();
  await expect(told(page, `已下架「${title}」`)).toBeVisible();
  await expect(page.getByRole('switch', { name: `${title} 上架` })).not.toBeChecked();
});

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
