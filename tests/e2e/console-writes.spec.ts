import { expect, type Request } from '@playwright/test';
import { productDeskContract } from '#shared/contract/product-desk';
import { test } from '../support/story.ts';
import { ask, drawerOf, enter, newPhone, questionOf, rowOf } from './console-desk.ts';

const unsent = '网络已断开，没有保存';
const unanswered = '没有收到答复，可能已保存';

test('a price that was given up without a network is not sent later, and a lost answer is told as one', async ({
  page,
  context,
}) => {
  await enter(page);
  const title = `断网${newPhone().slice(-6)}`;
  const { id } = await ask(page, productDeskContract.createProduct, {
    ...{ title, ticketKind: 'normal', tickets: 50, price: 1200 },
  } as never);
  const priceNow = async () => {
    const all = await ask(page, productDeskContract.staffProducts, { _end: 200 });
    return all.find((one) => one.id === id)?.price;
  };
  const patches: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()));

  const isList = (request: Request) => request.url().includes('/api/admin/v1/products?');
  let readings = 0;
  page.on('request', (request) => {
    readings += Number(isList(request));
  });
  page.on('requestfinished', (request) => {
    readings -= Number(isList(request));
  });
  await page.goto('/admin/products');
  await rowOf(page, title).getByRole('link', { name: title }).click();
  const drawer = drawerOf(page);
  const price = drawer.getByLabel('价格', { exact: true });
  const save = drawer.getByRole('button', { name: '保存' });
  await price.fill('15');
  // A list request that going offline interrupts is retried and would be counted below.
  await expect.poll(() => readings).toBe(0);
  await context.setOffline(true);
  await expect(page.getByText('网络断开了：看到的可能不是最新内容')).toBeVisible();
  const askedAgain: string[] = [];
  const note = (request: Request) => isList(request) && askedAgain.push(request.url());
  page.on('request', note);
  await save.click();
  await expect(drawer.getByRole('alert').filter({ hasText: unsent })).toBeVisible();
  await expect(price).toHaveValue('15');
  await expect(save).toBeEnabled();
  await page.keyboard.press('Escape');
  await questionOf(page).getByRole('button', { name: '放弃' }).click();
  await expect(drawer).toBeHidden();
  expect(askedAgain).toEqual([]);
  page.off('request', note);
  await context.setOffline(false);
  const readAgain = page.waitForResponse((answer) => answer.url().includes('/api/admin/v1/products?'));
  await expect(page.getByText('网络断开了：看到的可能不是最新内容')).toBeHidden();
  await readAgain;
  expect(patches).toEqual([]);
  expect(await priceNow()).toBe(1200);

  // The request does not reach the server.
  await rowOf(page, title).getByRole('link', { name: title }).click();
  await price.fill('16');
  await page.route(/\/products\/[^/]+$/, (route) =>
    route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
  );
  await save.click();
  await expect(drawer.getByRole('alert').filter({ hasText: unanswered })).toBeVisible();
  await expect(price).toHaveValue('16');
  await page.unrouteAll();

  // The server saves, but the response is lost: the page loads the saved record and does not report a conflict.
  await page.route(/\/products\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await save.click();
  await expect(drawer.getByText('刚才的保存没有收到答复，已载入现在的内容')).toBeVisible();
  await expect(drawer.getByText('价格：¥12 → ¥16')).toBeVisible();
  await page.unrouteAll();
  await drawer.getByLabel('划线价').fill('20');
  await save.click();
  await expect(drawer).toBeHidden();
  expect(await priceNow()).toBe(1600);
});

test('a computer without any network saves on the server that runs on it', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }));
  await enter(page);
  const title = `本机${newPhone().slice(-6)}`;
  await ask(page, productDeskContract.createProduct, {
    ...{ title, ticketKind: 'normal', tickets: 50, price: 1200 },
  } as never);
  await page.goto('/admin/products');
  await rowOf(page, title).getByRole('link', { name: title }).click();
  const drawer = drawerOf(page);
  await drawer.getByLabel('价格', { exact: true }).fill('15');
  await expect(page.getByText('网络断开了：看到的可能不是最新内容')).toBeHidden();
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer).toBeHidden();
  await expect(rowOf(page, title)).toContainText('¥15');
});
