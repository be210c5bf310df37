import { readFile } from 'node:fs/promises';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { orderContract } from '#shared/contract/order';
import { accessibilityFaults, faultsInLightAndDark } from '../support/accessibility.ts';
import { passTour } from '../support/story.ts';
import { fillLogin, newPhone, sidewaysParts, test } from '../support/user.ts';
import { enter, goToList, rowOf } from './console-desk.ts';
import { cacheNames, waitUntilKept } from './seen-caches.ts';

const badge = (page: Page, world: string) => page.getByRole('link', { name: `空间 ${world}` });
const accountMenu = (page: Page) => page.getByRole('button', { name: /^账号：/ });
const works = (page: Page) => page.getByRole('grid', { name: '作品' }).getByRole('gridcell');
const newest = { width: 1440, height: 900 };

async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: newest, ...options });
  await passTour(context);
  return context.newPage();
}

/** A browser that says its world in the header of every request. */
const byHeader = (browser: Browser, world: string) => open(browser, { extraHTTPHeaders: { 'x-mock-space': world } });

/** A browser that has the cookie of a world. */
async function byCookie(browser: Browser, world: string, url: string | undefined): Promise<Page> {
  const page = await open(browser);
  await page.context().addCookies([{ name: 'mock_space', value: world, url: url ?? '' }]);
  return page;
}

async function logIn(page: Page, phoneNo: string): Promise<void> {
  await page.goto('/user/login');
  const main = page.getByRole('main');
  await main.getByRole('tab', { name: '验证码' }).click();
  await fillLogin(page, main, phoneNo);
  await main.getByRole('button', { name: /登录/, exact: false }).last().click();
  await expect(accountMenu(page)).toBeVisible();
}

async function draw(page: Page, count: number): Promise<void> {
  const picture = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="420" height="300"><path d="M0 0h420v300H0z" fill="#9cc3e6"/></svg>',
  );
  const { default: sharp } = await import('sharp');
  const file = { name: 'house.png', mimeType: 'image/png', buffer: await sharp(picture).png().toBuffer() };
  const upload = await page.request.post('/api/upload/image', { multipart: { file } });
  const { imageId } = (await upload.json()).data;
  for (let index = 0; index < count; index += 1) {
    const data = { tool: 'toline', params: { upload_img: imageId }, clientKey: `key-${index}` };
    const started = await page.request.post('/api/ai/startTask', { data });
    expect(started.ok(), await started.text()).toBe(true);
  }
}

test('the same phone number works in two worlds, and neither sees what the other has', async ({ browser, baseURL }) => {
  const phoneNo = newPhone();
  const one = await byHeader(browser, 'one');
  const two = await byCookie(browser, 'two', baseURL);
  for (const [page, world, count] of [
    [one, 'one', 1],
    [two, 'two', 2],
  ] as const) {
    await logIn(page, phoneNo);
    await draw(page, count);
    await page.goto('/aiDesignMangement');
    await expect(badge(page, world)).toHaveAttribute('href', '/__mock/');
    await expect(works(page)).toHaveCount(count);
    const widths = () =>
      works(page)
        .locator('img')
        .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
    await expect.poll(async () => (await widths()).filter((width) => width > 0).length).toBe(count);
  }
  await one.reload();
  await expect(works(one)).toHaveCount(1);
  await one.goto('/toline');
  await one.goBack();
  await expect(badge(one, 'one')).toBeVisible();
  await expect(works(one)).toHaveCount(1);

  for (const [page, world] of [
    [one, 'one'],
    [two, 'two'],
  ] as const) {
    await enter(page);
    await page.request.post('/__mock/accounts', { data: { phoneNo: newPhone(), nickName: `住在${world}的人` } });
    await page.goto('/admin/');
    await expect(badge(page, world)).toBeVisible();
    await goToList(page, 'accounts');
    await expect(rowOf(page, `住在${world}的人`)).toBeVisible();
  }
  await expect(rowOf(one, '住在two的人')).toHaveCount(0);
  await expect(rowOf(two, '住在one的人')).toHaveCount(0);

  const plain = await open(browser);
  await plain.goto('/');
  await expect(plain.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  await expect(plain.getByRole('link', { name: /^空间/ })).toHaveCount(0);
});

test('an order of a world is paid on the phone that scans its code', async ({ browser, baseURL }) => {
  const page = await byCookie(browser, 'shop', baseURL);
  await page.request.post('/__mock/accounts', { data: {} });
  const ask = async (call: { path: string }, params: Record<string, string>) =>
    (await (await page.request.get(call.path, { params })).json()).data;
  const { orderId, orderNo } = await ask(orderContract.createOrder, { productId: 'normal-100' });
  const { payUrl } = await ask(orderContract.createAliPayOrder, { orderId });
  expect(payUrl).toBe(`${baseURL}/pay/${orderNo}?space=shop`);

  const phone = await open(browser, { viewport: { width: 390, height: 844 } });
  await phone.goto(payUrl);
  await phone.getByRole('button', { name: '确认支付' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible();
  await expect.poll(async () => (await ask(orderContract.checkOrder, { orderId })).status).toBe('completed');
  expect(await (await phone.request.get('/__mock/journal')).text()).not.toContain('/api/order/notify/');
  // The phone is in that world on the page of the payment alone.
  await phone.goto('/');
  await expect(phone.getByRole('link', { name: /^空间/ })).toHaveCount(0);
});

test('a scan of a world’s code logs in there', async ({ browser, baseURL }) => {
  const page = await byCookie(browser, 'scans', baseURL);
  await page.goto('/user/login');
  await page.getByRole('tab', { name: '微信扫码' }).click();
  const address = await page.getByRole('link', { name: '在新标签页打开模拟手机' }).getAttribute('href');
  expect(address).toMatch(/\?space=scans$/);
  const phone = await open(browser, { viewport: { width: 390, height: 844 } });
  await phone.goto(address ?? '');
  await phone.getByRole('button', { name: '许一平米' }).click();
  await phone.getByRole('button', { name: '确认登录', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('首次扫码，请绑定手机号').first()).toBeVisible();
  await fillLogin(page, main, newPhone());
  await main.getByRole('button', { name: '绑定并登录' }).click();
  await expect(accountMenu(page)).toHaveAccessibleName(/许一平米/);
});

/** The page may be loading again already, since its own requests look after the world too. */
const comeBack = (page: Page) =>
  page
    .evaluate(() => void window.dispatchEvent(new Event('focus')))
    .catch((error: Error) => {
      if (!error.message.includes('because of a navigation')) throw error;
    });

test('a browser goes from world to world and finds its logins and what it typed', async ({ browser }) => {
  const page = await open(browser);
  const plane = await page.context().newPage();
  const prompt = page.getByRole('textbox', { name: '创意描述' });
  const nickNames = { plain: '未命名的人', qa1: '空间里的人' };
  const become = (nickName: string) =>
    page.request.post('/__mock/accounts', { data: { phoneNo: newPhone(), nickName } });

  await become(nickNames.plain);
  await plane.goto('/__mock/');
  await expect(plane.getByRole('heading', { name: '当前空间：未命名' })).toBeVisible();
  await plane.getByLabel('空间名').fill('qa1');
  await plane.getByRole('button', { name: '进入', exact: true }).click();
  await expect(plane.getByRole('heading', { name: '当前空间：qa1' })).toBeVisible();
  await become(nickNames.qa1);
  await page.goto('/text2Img');
  await expect(accountMenu(page)).toHaveAccessibleName(new RegExp(nickNames.qa1));
  await prompt.fill('湖边的木屋');

  await plane.getByRole('button', { name: '回到未命名的空间' }).click();
  await expect(plane.getByRole('heading', { name: '当前空间：未命名' })).toBeVisible();
  await comeBack(page);
  await expect(page.getByText('浏览器已换到未命名的空间，页面已重新载入。')).toBeVisible();
  await expect(accountMenu(page)).toHaveAccessibleName(new RegExp(nickNames.plain));
  await expect(prompt).toHaveValue('');
  await prompt.fill('山上的石屋');

  await plane.getByRole('button', { name: '进入空间 qa1' }).click();
  await expect(plane.getByRole('heading', { name: '当前空间：qa1' })).toBeVisible();
  await comeBack(page);
  await expect(page.getByText('浏览器已换到空间「qa1」，页面已重新载入。')).toBeVisible();
  await expect(accountMenu(page)).toHaveAccessibleName(new RegExp(nickNames.qa1));
  await expect(prompt).toHaveValue('湖边的木屋');

  plane.on('dialog', (question) => question.accept());
  await plane.getByRole('button', { name: '删除空间 qa1' }).click();
  await expect(plane.getByRole('heading', { name: '当前空间：未命名' })).toBeVisible();
  await comeBack(page);
  await expect(prompt).toHaveValue('山上的石屋');
});

test('the control plane and the badges stand in every width and look', async ({ browser, baseURL }) => {
  const page = await byCookie(browser, 'world-with-quite-a-long-name-of-40-chars', baseURL);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of ['/__mock/', '/', '/aiDesignMangement', '/admin/']) {
      if (address === '/admin/') await enter(page);
      await page.goto(address);
      await expect(page.getByText('world-with-quite-a-long-name-of-40-chars').first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (address !== '/__mock/') expect(await faultsInLightAndDark(page)).toEqual([]);
      expect(await sidewaysParts(page, width)).toEqual([]);
      for (const colorScheme of address === '/__mock/' ? (['light', 'dark'] as const) : []) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFaults(page)).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
  }
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', worldPer: 'test' });

  test('a world shows what was seen in it, and another one nothing of that', async ({
    page,
    context,
    world,
    account,
  }) => {
    const { run, upload } = await account();
    const { imageId } = await upload(await readFile('tests/kit/house.png'));
    await run('toline', { upload_img: imageId });
    await page.goto('/aiDesignMangement');
    await expect(works(page)).toHaveCount(1);
    await waitUntilKept(page);
    const seen = (await cacheNames(page)).filter((name) => /seen-.*-answers$/.test(name));
    expect(seen).toEqual([expect.stringContaining(`${world.name}~seen-`)]);

    await context.setOffline(true);
    await page.reload();
    await expect(badge(page, world.name ?? '')).toBeVisible();
    await expect(works(page)).toHaveCount(1);
    await world.beside('elsewhere').enter(context);
    await page.reload();
    await expect(badge(page, 'elsewhere')).toBeVisible();
    await expect(works(page)).toHaveCount(0);
    await world.enter(context);
    await page.reload();
    await expect(works(page)).toHaveCount(1);
  });
});
