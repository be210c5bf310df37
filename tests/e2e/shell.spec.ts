import { expect, type Page } from '@playwright/test';
import type { PageEvent } from '#shared/contract/system';
import { faultsInLightAndDark } from '../support/accessibility.ts';
import { screenGroups } from '../support/screens.ts';
import { fillLogin, goOn, keptText, lastCode, newPhone, test, watchFaults } from '../support/user.ts';

const countdown = (page: Page) => page.getByRole('button', { name: /^\d+\(s\)$/ });
const pathIs = (url: string, path: string) => new URL(url).pathname === path;

/** Opens a page, without a load where the app is there already; its heading is another one than that of the page before. */
async function openOrGoOn(page: Page, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  if (page.url() === 'about:blank') {
    await page.goto(path);
    await expect(heading).toBeVisible();
    return;
  }
  const before = await heading.innerText();
  await goOn(page, path);
  await expect(heading).not.toHaveText(before);
}

/** Logs in over the page one is on, as a new account; the page reloads. */
async function loginOver(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '登录', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '登录筑绘', exact: true });
  await fillLogin(page, dialog, newPhone());
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('button', { name: /^账号：/ })).toBeVisible();
}

test('a person logs in with a pasted number and the code of a message', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/user/login');
  const phoneNo = newPhone('13800138');
  await page.getByLabel('手机号').fill(`+86 138-0013-${phoneNo.slice(7)}`);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(countdown(page)).toBeDisabled();
  await page.reload();
  await expect(countdown(page)).toBeDisabled();
  await page.getByLabel('手机号').fill(phoneNo);
  await page.evaluate(() => localStorage.setItem('tempSubUuid', 'made-before-login'));
  await page.getByLabel('验证码', { exact: true }).fill(await lastCode(page, phoneNo));
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('button', { name: /^账号：/ })).toBeVisible();
  expect(pathIs(page.url(), '/')).toBe(true);
  await expect(page.getByRole('button', { name: '普通券 23，实时券 3，对话券 30' })).toBeVisible();
  const { data: user } = await (await page.request.get('/api/user/userInfo')).json();
  expect(await keptText(page, ['phoneNo', 'inviteCode', 'isNew', 'tempSubUuid'])).toEqual([
    phoneNo,
    user.inviteCode,
    'true',
    null,
  ]);
  expect(user.inviteCode).toMatch(/^\w{4,}$/);
  await page.getByRole('button', { name: /^账号：/ }).click();
  await expect(page.getByText(`138****${phoneNo.slice(7)}`)).toBeVisible();
});

test('a logout ends the session on the server and leaves nothing of the person behind', { tag: '@smoke' }, async ({
  page,
}) => {
  const personal = ['isNew', 'userType', 'userInfo', 'redirectUrl', 'defaultCollect', 'loginAccountId'];
  await page.goto('/list');
  await loginOver(page);
  expect(pathIs(page.url(), '/list')).toBe(true);
  await page.evaluate(() => {
    localStorage.setItem('defaultCollect', '7');
    localStorage.setItem('loginAccountId', '7');
  });
  expect(await keptText(page, personal)).not.toContain(null);
  const [redirectUrl] = await keptText(page, ['redirectUrl']);
  const ticket = new URL(redirectUrl ?? '', page.url());
  expect(ticket.pathname).toMatch(/^\/cas\/v1\/tickets\/TGT-/);

  await page.getByRole('button', { name: /^账号：/ }).click();
  const answerTo = (method: string, path: string) =>
    page.waitForResponse((response) => response.request().method() === method && pathIs(response.url(), path));
  const [invalidated, deleted] = await Promise.all([
    answerTo('POST', '/api/logout/invalidateSession'),
    answerTo('DELETE', ticket.pathname),
    page.getByRole('button', { name: '退出登录' }).click(),
  ]);
  expect([invalidated.status(), deleted.status()]).toEqual([200, 200]);

  const login = page.getByRole('banner').getByRole('button', { name: '登录', exact: true });
  await expect(login).toBeVisible();
  expect(pathIs(page.url(), '/')).toBe(true);
  expect(await keptText(page, personal)).toEqual(personal.map(() => null));
  expect((await page.request.get('/api/user/userInfo')).status()).toBe(401);
  await page.reload();
  await expect(login).toBeVisible();
});

for (const [group, screens] of Object.entries(screenGroups)) {
  test(`all ${group} open without faults, each with its title and frame`, async ({ page }) => {
    const faults = watchFaults(page);
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    const document = await (await page.request.get('/')).text();
    for (const [index, { path, title, hideHeader, hideFooter }] of screens.entries()) {
      await test.step(path, async () => {
        const answer = await page.request.get(path);
        expect([answer.status(), await answer.text()]).toEqual([200, document]);
        // The same document everywhere, so one load does; two screens of one name would be taken for each other.
        if (index === 0 || screens[index - 1]?.title === title) await page.goto(path);
        else {
          const before = await heading.innerText();
          await goOn(page, path);
          await expect(heading).not.toHaveText(before);
        }
        await expect(page).toHaveTitle(`${title} · 筑绘 AI - 建筑室内 AI 渲染平台`);
        await expect(heading).toHaveText(/\S/);
        await expect(page.locator('h1')).toHaveCount(1);
        await expect(page.getByRole('banner')).toHaveCount(hideHeader ? 0 : 1);
        await expect(page.getByRole('contentinfo')).toHaveCount(hideFooter ? 0 : 1);
        const desk = page.viewportSize();
        await page.setViewportSize({ width: 320, height: 700 });
        const isAsWide = () => page.evaluate(() => window.document.documentElement.scrollWidth <= window.innerWidth);
        await expect.poll(isAsWide, `${path} scrolls sideways at 320 px`).toBe(true);
        if (desk) await page.setViewportSize(desk);
      });
    }
    // The sets, cases and people of the examples are nobody's: the server says so, and so does the page.
    const isNobodys = (fault: string) => /\/1: Failed to load resource: .* 404/.test(fault);
    expect(faults.filter((fault) => !isNobodys(fault))).toEqual([]);
  });
}

test('the parts have their styles before every page, and once', async ({ page }) => {
  const sheets = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href),
    );
  await page.goto('/toline');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'AI 助手' }).first().click();
  await expect(page).toHaveURL('/gpt2');
  await expect(page.getByRole('textbox', { name: '问题' })).toBeVisible();
  const [first = '', ...others] = await sheets();
  expect(first).toMatch(/\/umi\.\w+\.css$/);
  expect(others.length).toBeGreaterThan(1);
  expect(others.filter((href) => href.includes('/umi.'))).toEqual([]);
});

test('a chosen dark look is there before anything is drawn', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenThemes: seen });
    new MutationObserver(() => {
      const when = document.body ? 'after the body began' : 'before the body';
      seen.push(`${document.documentElement.dataset.theme} ${when}`);
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-theme'] });
  });
  const seenThemes = () => page.evaluate(() => (window as unknown as { seenThemes: string[] }).seenThemes);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.goto('/list');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  const lightGround = await ground();
  await page.getByRole('button', { name: '换成深色' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect.poll(ground).not.toBe(lightGround);
  const darkGround = await ground();

  await page.reload();
  await expect(page.getByRole('button', { name: '换成浅色' })).toBeVisible();
  expect(await seenThemes()).toEqual(['dark before the body']);
  expect(await ground()).toBe(darkGround);
});

test('pages of the app have no accessibility faults in light and dark', async ({ page }) => {
  test.slow();
  for (const path of ['/user/login', '/agreement', '/tupianHome'])
    await test.step(path, async () => {
      await openOrGoOn(page, path);
      expect(await faultsInLightAndDark(page)).toEqual([]);
    });
});

test('seen pages are reported with their labels', async ({ page }) => {
  await page.clock.install();
  await page.goto('/tupianHome');
  const card = page.getByRole('main').getByRole('article').first();
  await card.hover();
  await card.getByRole('button', { name: '用作底图' }).click();
  await expect(page).not.toHaveURL('/tupianHome');
  const tool = new URL(page.url()).pathname;
  const [request] = await Promise.all([
    page.waitForRequest((asked) => asked.method() === 'POST' && pathIs(asked.url(), '/api/track/events')),
    page.clock.fastForward(5_000),
  ]);
  expect((await request.response())?.status()).toBe(200);
  const { events }: { events: PageEvent[] } = request.postDataJSON();
  expect(events.map(({ name, label, from }) => ({ name, label, from }))).toEqual([
    { name: 'page_view', label: 'pictureHome', from: undefined },
    { name: 'page_view', label: 'unknown', from: 'pictureHome' },
  ]);
  expect(events.map(({ path }) => path?.split('?')[0])).toEqual(['/tupianHome', tool]);
});

test('the page number of a personal center is reported from the first entry on', async ({ page }) => {
  await page.clock.install();
  await page.goto('/myPersonCenter?page=4');
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '灵感图库' }).click();
  await expect(page).toHaveURL('/tupianHome');
  const [request] = await Promise.all([
    page.waitForRequest((asked) => asked.method() === 'POST' && pathIs(asked.url(), '/api/track/events')),
    page.clock.fastForward(5_000),
  ]);
  const { events }: { events: PageEvent[] } = request.postDataJSON();
  expect(events.map(({ label, personalCenterPage }) => [label, personalCenterPage])).toEqual([
    ['myCenter', 4],
    ['pictureHome', 4],
  ]);
  expect(await keptText(page, ['personalCenterPage'])).toEqual(['4']);
});
