import { expect, type Locator, type Page } from '@playwright/test';
import { accessibilityFaults } from '../support/accessibility.ts';
import { phoneLook } from '../support/browser.ts';
import { fillLogin, newPhone, sidewaysParts, test } from '../support/user.ts';

test.use({ worldPer: 'test' });

const toasts = (page: Page) => page.locator('[data-toast]');
const qrCode = (page: Page) => page.getByRole('img', { name: '微信登录二维码' });
const state = (page: Page) => page.getByRole('main').getByRole('status');
const accountMenu = (page: Page) => page.getByRole('button', { name: /^账号：/ });

/** Opens the login with the QR code and gives the address it says. */
async function openScan(page: Page): Promise<string> {
  await page.goto('/user/login');
  await page.getByRole('tab', { name: '微信扫码' }).click();
  await expect(state(page)).toHaveText('请使用微信扫码登录');
  await expect(qrCode(page)).toBeVisible();
  return phoneAddress(page);
}

async function phoneAddress(page: Page): Promise<string> {
  return (await page.getByRole('link', { name: '在新标签页打开模拟手机' }).getAttribute('href')) ?? '';
}

/** Another device scans. @returns its page */
async function scanWith(phone: Page, address: string, person?: string): Promise<Page> {
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: '登录筑绘 AI' })).toBeVisible();
  if (person) await phone.getByRole('button', { name: person }).click();
  return phone;
}

const press = (phone: Page, name: '确认登录' | '取消') => phone.getByRole('button', { name, exact: true }).click();

async function bindForm(page: Page, phoneNo: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByText('首次扫码，请绑定手机号').first()).toBeVisible();
  await fillLogin(page, main, phoneNo);
  await main.getByRole('button', { name: '绑定并登录' }).click();
}

test('a first scan binds a phone, the next one is in by two presses on the phone', async ({ page, open }) => {
  const phoneNo = newPhone();
  const phone = await scanWith(await open(), await openScan(page), '许一平米');
  await expect(state(page)).toHaveText('扫描成功，请在手机上确认');
  await expect(page.getByText('许一平米')).toBeVisible();
  await press(phone, '确认登录');
  await expect(phone.getByRole('heading', { name: '已确认登录' })).toBeVisible();
  await bindForm(page, phoneNo);
  await expect(accountMenu(page)).toHaveAccessibleName(/许一平米/);

  const other = await open();
  const again = await scanWith(await open(), await openScan(other), '许一平米');
  await press(again, '确认登录');
  await expect(accountMenu(other)).toHaveAccessibleName(/许一平米/);
  await other.goto('/user/login?redirect=/list');
  await expect(other).toHaveURL('/list');
});

test('a QR code confirmed for another browser logs nobody else in', async ({ page, open }) => {
  const thief = await open();
  const address = await openScan(page);
  await openScan(thief);
  const phone = await scanWith(await open(), address, '没来过的人');
  await press(phone, '确认登录');
  await expect(page.getByRole('main').getByText('首次扫码，请绑定手机号')).toBeVisible();
  await expect(state(thief)).toHaveText('请使用微信扫码登录');
  expect((await thief.request.get('/api/user/userInfo')).status()).toBe(401);
});

test('after three minutes the code is over, on both sides', async ({ page, open, clock }) => {
  const address = await openScan(page);
  const phone = await scanWith(await open(), address);
  await clock.advance(180_000);
  await expect(state(page)).toHaveText('二维码已过期，点击刷新');
  await press(phone, '确认登录');
  await expect(phone.getByRole('heading', { name: '二维码已过期' })).toBeVisible();
});

test('a window that only had to bind goes back by itself', async ({ page }) => {
  await page.goto('/done2?type=bind&redirect=/list');
  await expect(page.getByRole('heading', { name: '绑定完成' })).toBeVisible();
  await expect(page).toHaveURL('/list');
});

/** Opens the question, from the account's page. */
async function askToClose(page: Page): Promise<Locator> {
  await page.goto('/myPersonCenter?tab=account');
  await page.getByRole('main').getByRole('button', { name: '注销账号' }).click();
  const dialog = page.getByRole('dialog', { name: '注销账号' });
  await expect(dialog.getByText('7 天内重新登录可以撤回')).toBeVisible();
  return dialog;
}

test('who closes the account is logged out, and takes it back after a new login', async ({ page, account }) => {
  const { phoneNo } = await account();
  const dialog = await askToClose(page);
  await dialog.getByLabel('输入“注销账号”确认').fill('注销账号');
  await dialog.getByRole('button', { name: '申请注销' }).click();
  await page.getByRole('dialog', { name: '已申请注销' }).getByRole('button', { name: '知道了' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: '登录', exact: true })).toBeVisible();

  await page.goto('/user/login');
  await fillLogin(page, page.getByRole('main'), phoneNo);
  await page.keyboard.press('Enter');
  const waiting = page.getByRole('region', { name: '账号注销' });
  await waiting.getByRole('button', { name: '撤回注销' }).click();
  await expect(toasts(page)).toContainText('已撤回注销，账号照常使用');
  await expect(waiting).toBeHidden();
});

test.describe('on a phone', () => {
  test.use(phoneLook);

  test('the phone page of a scan is for everybody, and nothing of it sticks out sideways', async ({
    page,
    viewport,
  }) => {
    const width = viewport?.width ?? 0;
    await page.goto(await openScan(page));
    await expect(page.getByRole('heading', { name: '登录筑绘 AI' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await sidewaysParts(page, width)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page), colorScheme).toEqual([]);
    }
  });
});
