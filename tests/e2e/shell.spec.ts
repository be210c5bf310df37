import { expect, type Page } from '@playwright/test';
import type { PageEvent } from '#shared/contract/system';
import { accessibilityFaults, faultsInLightAndDark } from '../support/accessibility.ts';
import { screenGroups } from '../support/screens.ts';
import { fillLogin, goOn, keptText, lastCode, newPhone, sidewaysParts, test, watchFaults } from '../support/user.ts';

const toasts = (page: Page) => page.locator('[data-toast]');
const countdown = (page: Page) => page.getByRole('button', { name: /^\d+\(s\)$/ });
const secondsLeft = async (page: Page) => Number.parseInt((await countdown(page).textContent()) ?? '', 10);
const pathIs = (url: string, path: string) => new URL(url).pathname === path;

/** Stops the browser's clock a second from now, so that only the test moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

/** From the next page on every timer of the page is late, all by the same millisecond, as those of a real browser may be. */
async function makeTimersLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const setOnTime = window.setTimeout.bind(window);
    const setLate = (action: () => void, ms = 0) => setOnTime(action, ms + 1);
    Object.assign(window, { setTimeout: setLate });
  });
}

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
  await page.clock.install();
  await page.goto('/user/login');
  const phone = page.getByLabel('手机号');
  const getCode = page.getByRole('button', { name: '获取验证码' });
  await expect(getCode).toBeDisabled();
  await phone.fill('1380013800');
  await expect(getCode).toBeDisabled();
  await phone.fill('');

  const phoneNo = newPhone('13800138');
  await page.keyboard.insertText(`+86 138-0013-${phoneNo.slice(7)}`);
  await expect(phone).toHaveValue(phoneNo);
  await expect(getCode).toBeEnabled();
  await getCode.click();
  await expect(toasts(page)).toHaveText('发送成功');
  expect((await page.locator('[data-toasts]').boundingBox())?.y).toBe(200);

  await expect(countdown(page)).toBeDisabled();
  await stopClock(page);
  const before = await secondsLeft(page);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThanOrEqual(60);
  await page.clock.runFor(1_000);
  await expect(countdown(page)).toHaveText(`${before - 1}(s)`);
  await page.clock.runFor(1_000);
  await expect(countdown(page)).toHaveText(`${before - 2}(s)`);
  await page.clock.resume();
  await makeTimersLate(page);
  await page.reload();
  await expect(countdown(page)).toBeDisabled();
  expect(await secondsLeft(page)).toBeLessThanOrEqual(before - 2);
  await phone.fill(phoneNo);
  await stopClock(page);
  for (let left = await secondsLeft(page); left > 0; left -= 1) await page.clock.runFor(1_002);
  await expect(getCode).toBeEnabled();
  await page.clock.resume();

  await page.evaluate(() => localStorage.setItem('tempSubUuid', 'made-before-login'));
  const code = await lastCode(page, phoneNo);
  const codeField = page.getByLabel('验证码', { exact: true });
  const enter = page.getByRole('main').getByRole('button', { name: '登录', exact: true });
  await codeField.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await enter.click();
  await expect(toasts(page)).toHaveText('验证码错误，还可尝试4次');

  await codeField.fill(code);
  await enter.click();
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

test('without consent the login asks for it first', async ({ page }) => {
  const logins: string[] = [];
  page.on('request', (request) => {
    if (pathIs(request.url(), '/api/user/login')) logins.push(request.method());
  });
  await page.goto('/user/login');
  const main = page.getByRole('main');
  const consent = main.getByRole('checkbox', { name: /我已阅读并同意/ });
  await expect(consent).toBeChecked();
  await consent.uncheck();
  await fillLogin(page, main, newPhone());
  await main.getByRole('button', { name: '登录', exact: true }).click();

  const question = page.getByRole('dialog', { name: '用户协议与隐私政策' });
  await expect(question.getByRole('link', { name: '《隐私政策》' })).toBeVisible();
  await question.getByRole('button', { name: '不同意' }).click();
  await expect(question).toBeHidden();
  await expect(consent).not.toBeChecked();
  expect(logins).toEqual([]);

  await main.getByRole('button', { name: '登录', exact: true }).click();
  await question.getByRole('button', { name: '同意并继续' }).click();
  await expect(page.getByRole('button', { name: /^账号：/ })).toBeVisible();
  expect(logins).toEqual(['POST']);
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
    for (const [index, { path, title, isWithoutHeader, isWithoutFooter }] of screens.entries()) {
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
        await expect(page.getByRole('banner')).toHaveCount(isWithoutHeader ? 0 : 1);
        await expect(page.getByRole('contentinfo')).toHaveCount(isWithoutFooter ? 0 : 1);
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

test('an unknown address says so, leads home and finds tools', async ({ page }) => {
  await page.goto('/no/such-page');
  await expect(page).toHaveTitle('页面不存在 · 筑绘 AI - 建筑室内 AI 渲染平台');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('页面不存在');
  await expect(page.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/');
  await page.getByRole('searchbox', { name: '搜索工具' }).fill('扩图');
  await page.getByRole('main').getByRole('link', { name: '扩图', exact: true }).click();
  await expect(page).toHaveURL('/extendImg');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('扩图');
});

test('the first visit of the main page runs scripts of this site only', async ({ page, baseURL }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).origin);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(1);
  expect([...new Set(scripts)]).toEqual([new URL(baseURL ?? '').origin]);
});

test('before and after of the main page are compared by keys', async ({ page }) => {
  await page.goto('/');
  const slider = page.getByRole('slider', { name: '对比位置，左侧为底图' });
  const pictures = slider.locator('xpath=..');
  await expect(slider).toHaveValue('50');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('52');
  await expect(pictures).toHaveAttribute('style', /--split: 52%/);
  await page.keyboard.press('Home');
  await expect(pictures).toHaveAttribute('style', /--split: 0%/);
  await page.keyboard.press('End');
  await expect(pictures).toHaveAttribute('style', /--split: 100%/);
});

test('the search of the main page finds tools, and a card leads to its tool', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  const tile = (title: string) => main.getByRole('article').getByRole('link', { name: title, exact: true });
  await expect(tile('抠图')).toBeVisible();
  await expect(main.getByRole('status').filter({ hasText: '找到' })).toHaveCount(0);
  await page.keyboard.press('/');
  const search = main.getByRole('searchbox', { name: '搜索工具' });
  await expect(search).toBeFocused();
  await page.keyboard.insertText('转线稿');
  await expect(main.getByRole('status').filter({ hasText: '找到 1 个工具' })).toBeAttached();
  await expect(tile('转线稿')).toBeVisible();
  await expect(tile('抠图')).toBeHidden();
  await search.fill('没有这种工具');
  await expect(main.getByRole('heading', { name: '没有找到“没有这种工具”' })).toBeVisible();
  await main.getByRole('button', { name: '清空搜索' }).click();
  await tile('抠图').click();
  await expect(page).toHaveURL('/matting');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('抠图');
});

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

test('of many messages at most two are on the screen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto('/deepseek');
  const copy = page.getByRole('main').getByRole('button', { name: '复制', exact: true });
  await copy.first().click();
  await expect(toasts(page)).toHaveText('描述已复制');
  await stopClock(page);
  for (const place of [1, 2, 3]) await copy.nth(place).click();
  // With the clock in hand none of them ends by itself: each lasts 3 s, and all checks together take less of its time.
  const count = async () => {
    await page.clock.runFor(100);
    return toasts(page).count();
  };
  await expect.poll(count).toBe(2);
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

test('pages of the app have no accessibility faults in light and dark', { tag: '@smoke' }, async ({ page }) => {
  test.slow();
  for (const path of ['/', '/list', '/user/login', '/agreement', '/deepseek', '/tupianHome', '/aiDesignMangement'])
    await test.step(path, async () => {
      await openOrGoOn(page, path);
      expect(await faultsInLightAndDark(page)).toEqual([]);
    });
});

test('faults are looked for once a change of colour has ended', async ({ page }) => {
  await page.setContent(`<html lang="zh-CN"><title>换色</title><main><h1>换色</h1>
    <button style="background: #fff; color: #ccc; transition: color 500ms linear">生成</button></main></html>`);
  expect(await accessibilityFaults(page, { within: 'main' })).toEqual([expect.stringMatching(/^color-contrast: /)]);
  await page.getByRole('button').evaluate((button) => {
    setTimeout(() => button.style.setProperty('color', '#000'));
  });
  expect(await accessibilityFaults(page, { within: 'main' })).toEqual([]);
});

test('the login over a page has a name, no accessibility faults, and closes', async ({ page }) => {
  await page.goto('/agreement');
  await page.getByRole('banner').getByRole('button', { name: '登录', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '登录筑绘', exact: true });
  await expect(dialog.getByLabel('手机号')).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '关闭' }).click();
  await expect(dialog).toBeHidden();
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

test('on a phone the menu is a drawer that leads to tools @phone', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: '打开菜单' }).click();
  const drawer = page.getByRole('dialog', { name: '菜单' });
  await expect(drawer).toBeInViewport();
  // Entries of a person are not a visitor's.
  await expect(drawer.getByRole('link', { name: '我的订单' })).toHaveCount(0);
  await drawer.getByRole('link', { name: '转线稿', exact: true }).click();
  await expect(page).toHaveURL('/toline');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('转线稿');
  await expect(drawer).toBeHidden();
});

test('on a phone nothing of the first pages sticks out sideways @phone', async ({ page, viewport }) => {
  const width = viewport?.width ?? 0;
  for (const path of ['/', '/list', '/user/login'])
    await test.step(path, async () => {
      await openOrGoOn(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await sidewaysParts(page, width)).toEqual([]);
    });
});
