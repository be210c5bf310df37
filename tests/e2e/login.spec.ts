import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { accessibilityFaults, faultsInLightAndDark } from '../support/accessibility.ts';
import { phoneLook } from '../support/browser.ts';
import { test } from '../support/login-server.ts';
import { fillLogin, lastCode, newPhone, sidewaysParts } from '../support/user.ts';

// One after the other on one server: one of them moves its clock.
test.describe.configure({ mode: 'default' });

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

/** Another device scans; the page of the phone. */
async function scanWith(browser: Browser, address: string, person?: string): Promise<Page> {
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
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

async function passTime(page: Page, advanceMs: number): Promise<void> {
  const answer = await page.request.post('/__mock/clock', { data: { advanceMs } });
  expect(answer.ok()).toBe(true);
}

test('a first scan binds a phone, the next one is in by two presses on the phone', { tag: '@smoke' }, async ({
  page,
  browser,
}) => {
  const phoneNo = newPhone();
  const phone = await scanWith(browser, await openScan(page), '许一平米');
  await expect(state(page)).toHaveText('扫描成功，请在手机上确认');
  await expect(page.getByText('许一平米')).toBeVisible();
  await press(phone, '确认登录');
  await expect(phone.getByRole('heading', { name: '已确认登录' })).toBeVisible();
  await bindForm(page, phoneNo);
  await expect(accountMenu(page)).toHaveAccessibleName(/许一平米/);

  const other = await (await browser.newContext()).newPage();
  const again = await scanWith(browser, await openScan(other), '许一平米');
  await press(again, '确认登录');
  await expect(accountMenu(other)).toHaveAccessibleName(/许一平米/);
  await other.goto('/user/login?redirect=/list');
  await expect(other).toHaveURL('/list');
});

test('a QR code confirmed for another browser logs nobody else in', async ({ page, browser }) => {
  const thief = await (await browser.newContext()).newPage();
  const address = await openScan(page);
  await openScan(thief);
  const phone = await scanWith(browser, address, '没来过的人');
  await press(phone, '确认登录');
  await expect(page.getByRole('main').getByText('首次扫码，请绑定手机号')).toBeVisible();
  await expect(state(thief)).toHaveText('请使用微信扫码登录');
  expect((await thief.request.get('/api/user/userInfo')).status()).toBe(401);
});

test('a refusal on the phone is told, and a new code is one press away', async ({ page, browser }) => {
  const address = await openScan(page);
  await press(await scanWith(browser, address), '取消');
  await expect(state(page)).toHaveText('已取消，点击刷新');
  await page.getByRole('button', { name: '点击刷新' }).click();
  await expect(state(page)).toHaveText('请使用微信扫码登录');
  expect(await phoneAddress(page)).not.toBe(address);
});

test('after three minutes the code is over, on both sides', async ({ page, browser }) => {
  const address = await openScan(page);
  const phone = await scanWith(browser, address);
  await passTime(page, 180_000);
  await expect(state(page)).toHaveText('二维码已过期，点击刷新');
  await press(phone, '确认登录');
  await expect(phone.getByRole('heading', { name: '二维码已过期' })).toBeVisible();
});

test('a phone with an account is joined after a question only', async ({ page, browser }) => {
  const phoneNo = newPhone();
  await page.request.post('/__mock/accounts', { data: { phoneNo, nickName: '老用户' } });
  await page.context().clearCookies();
  const phone = await scanWith(browser, await openScan(page), '没来过的人');
  await press(phone, '确认登录');
  await bindForm(page, phoneNo);
  const question = page.getByRole('dialog', { name: '该手机号已有账号' });
  await expect(question).toContainText(`${phoneNo.slice(0, 3)}****${phoneNo.slice(7)}`);
  await question.getByRole('button', { name: '换一个手机号' }).click();
  await expect(question).toBeHidden();
  expect((await page.request.get('/api/user/userInfo')).status()).toBe(401);
  await page.getByRole('main').getByRole('button', { name: '绑定并登录' }).click();
  await question.getByRole('button', { name: '绑定到该账号' }).click();
  await expect(accountMenu(page)).toHaveAccessibleName(/老用户/);
});

test('without consent the code stays covered; it is asked for in the dialog', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/wx/getQRCode')) asked.push(request.url());
  });
  await page.goto('/user/login');
  const consent = page.getByRole('checkbox', { name: /我已阅读并同意/ });
  await expect(consent).toBeChecked();
  await consent.uncheck();
  await page.getByRole('tab', { name: '微信扫码' }).click();
  await expect(state(page)).toHaveText('同意协议后显示二维码');
  await expect(qrCode(page)).toBeHidden();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: '同意协议' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '同意并继续' }).click();
  await expect(qrCode(page)).toBeVisible();
  await expect(consent).toBeChecked();
  await consent.uncheck();
  await expect(qrCode(page)).toBeHidden();
});

test('nothing is asked any more once the login is closed, or while the tab is hidden', async ({ page, browser }) => {
  await page.clock.install();
  await page.goto('/agreement');
  await page.getByRole('banner').getByRole('button', { name: '登录', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '登录筑绘', exact: true });
  await dialog.getByRole('tab', { name: '微信扫码' }).click();
  await expect(dialog.getByRole('status')).toHaveText('请使用微信扫码登录');
  let looks = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/wx/cheakScan')) looks += 1;
  });
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  const looked = () => page.waitForResponse((response) => response.url().includes('/api/wx/cheakScan'));
  await Promise.all([looked(), page.clock.runFor(2_000)]);
  await hide(true);
  const before = looks;
  await page.clock.runFor(20_000);
  expect(looks).toBe(before);
  await Promise.all([looked(), hide(false), page.clock.runFor(100)]);

  await scanWith(browser, (await dialog.getByRole('link', { name: /模拟手机/ }).getAttribute('href')) ?? '');
  await Promise.all([looked(), page.clock.runFor(2_000)]);
  await expect(dialog.getByRole('status')).toHaveText('扫描成功，请在手机上确认');
  await dialog.getByRole('button', { name: '关闭' }).click();
  await expect(dialog).toBeHidden();
  const closed = looks;
  await page.clock.runFor(20_000);
  expect(looks).toBe(closed);
  await page.getByRole('banner').getByRole('button', { name: '登录', exact: true }).click();
  await expect(dialog.getByText('刚才的二维码已作废，请扫这一个')).toBeVisible();
});

test('the way used last is offered first, and tabs follow the arrow keys', async ({ page }) => {
  await page.goto('/user/login');
  const tab = (name: string) => page.getByRole('tab', { name });
  // The ways that the operator opened come with the settings; until then the arrow would lead on to the usual other one.
  await expect(tab('账号密码')).toBeVisible();
  await expect(tab('手机验证码')).toHaveAttribute('aria-selected', 'true');
  await tab('手机验证码').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('邮箱', { exact: true })).toBeVisible();
  await tab('邮箱验证码').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible();
  await page.reload();
  await expect(tab('账号密码')).toHaveAttribute('aria-selected', 'true');
});

test('an e-mail address and its code let a newcomer in', async ({ page }) => {
  const email = `${newPhone()}@example.com`;
  await page.goto('/user/login');
  await page.getByRole('tab', { name: '邮箱验证码' }).click();
  const main = page.getByRole('main');
  const send = main.getByRole('button', { name: '获取验证码' });
  await expect(send).toBeDisabled();
  await main.getByLabel('邮箱', { exact: true }).fill(email);
  await send.click();
  await expect(toasts(page)).toHaveText('发送成功');
  await expect(main.getByRole('button', { name: /^\d+\(s\)$/ })).toBeDisabled();
  const [{ code }]: [{ code: string }] = await (await page.request.get(`/__mock/email?email=${email}`)).json();
  await main.getByLabel('验证码', { exact: true }).fill(`您的验证码：${code}。`);
  await page.keyboard.press('Enter');
  await expect(accountMenu(page)).toBeVisible();
});

test('the countdown of a sent code survives a reload, and pasted numbers are understood', async ({ page }) => {
  const phoneNo = newPhone();
  await page.goto('/user/login');
  const main = page.getByRole('main');
  await main.getByLabel('手机号').fill(`+86 ${phoneNo.slice(0, 3)}-${phoneNo.slice(3, 7)}-${phoneNo.slice(7)}`);
  await expect(main.getByLabel('手机号')).toHaveValue(phoneNo);
  await main.getByRole('button', { name: '获取验证码' }).click();
  const countdown = main.getByRole('button', { name: /^\d+\(s\)$/ });
  await expect(countdown).toBeDisabled();
  await page.reload();
  await expect(countdown).toBeDisabled();
  await main.getByLabel('手机号').fill(phoneNo);
  await main.getByLabel('验证码', { exact: true }).fill(`验证码 ${await lastCode(page, phoneNo)}，5 分钟内有效`);
  await page.keyboard.press('Enter');
  await expect(accountMenu(page)).toBeVisible();
});

test('a window that only had to bind goes back by itself', async ({ page }) => {
  await page.goto('/done2?type=bind&redirect=/list');
  await expect(page.getByRole('heading', { name: '绑定完成' })).toBeVisible();
  await expect(page).toHaveURL('/list');
});

/** Shows a state and finds no faults in it, in light and dark. */
async function hasNoFaults(page: Page, part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  expect(await faultsInLightAndDark(page)).toEqual([]);
}

test('the scan, its phone and the binding have no accessibility faults in light and dark', async ({
  page,
  browser,
}) => {
  const phone = await scanWith(browser, await openScan(page), '没来过的人');
  await hasNoFaults(page, page.getByText('扫描成功，请在手机上确认'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await phone.emulateMedia({ colorScheme });
    expect(await accessibilityFaults(phone), colorScheme).toEqual([]);
  }
  await press(phone, '确认登录');
  await hasNoFaults(page, page.getByRole('main').getByRole('button', { name: '绑定并登录' }));
});

/** Opens the question, from the account's page. */
async function askToClose(page: Page): Promise<Locator> {
  await page.goto('/myPersonCenter?tab=account');
  await page.getByRole('main').getByRole('button', { name: '注销账号' }).click();
  const dialog = page.getByRole('dialog', { name: '注销账号' });
  await expect(dialog.getByText('7 天内重新登录可以撤回')).toBeVisible();
  return dialog;
}

test('who closes the account reads what goes and what stays, types it, and takes it back after a new login', async ({
  page,
}) => {
  const phoneNo = newPhone();
  await page.request.post('/__mock/accounts', { data: { phoneNo } });
  const dialog = await askToClose(page);
  await expect(dialog.getByText('券与会员的账目')).toBeVisible();
  expect(await faultsInLightAndDark(page)).toEqual([]);
  await dialog.getByRole('button', { name: '申请注销' }).click();
  await expect(dialog.getByText('请输入“注销账号”')).toBeVisible();
  await dialog.getByLabel('输入“注销账号”确认').fill('注销账号');
  await dialog.getByRole('button', { name: '申请注销' }).click();
  await page.getByRole('dialog', { name: '已申请注销' }).getByRole('button', { name: '知道了' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: '登录', exact: true })).toBeVisible();

  await page.goto('/user/login');
  await fillLogin(page, page.getByRole('main'), phoneNo);
  await page.keyboard.press('Enter');
  const waiting = page.getByRole('region', { name: '账号注销' });
  await expect(waiting).toContainText('注销并删除');
  expect(await faultsInLightAndDark(page)).toEqual([]);
  await waiting.getByRole('button', { name: '撤回注销' }).click();
  await expect(toasts(page)).toContainText('已撤回注销，账号照常使用');
  await expect(waiting).toBeHidden();
});

test.describe('on a phone', () => {
  test.use(phoneLook);

  test('nothing of closing an account sticks out sideways', async ({ page, viewport }) => {
    const width = viewport?.width ?? 0;
    const phoneNo = newPhone();
    await page.request.post('/__mock/accounts', { data: { phoneNo } });
    await askToClose(page);
    expect(await sidewaysParts(page, width)).toEqual([]);
    expect((await page.request.post('/api/user/erasure', { data: { confirmation: '注销账号' } })).ok()).toBe(true);
    await page.goto('/user/login');
    await fillLogin(page, page.getByRole('main'), phoneNo);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: '账号注销' })).toBeVisible();
    expect(await sidewaysParts(page, width)).toEqual([]);
  });

  test('nothing of the scan or its phone page sticks out sideways', async ({ page, viewport }) => {
    const width = viewport?.width ?? 0;
    const address = await openScan(page);
    expect(await sidewaysParts(page, width)).toEqual([]);
    await page.goto(address);
    await expect(page.getByRole('heading', { name: '登录筑绘 AI' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await sidewaysParts(page, width)).toEqual([]);
  });
});
