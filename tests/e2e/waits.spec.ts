import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { cacheNames, waitUntilKept } from './seen-caches.ts';
import { bar, cards, choose, desk, expect, test } from './works-account.ts';

const band = (page: Page) => page.getByText('网络已断开，恢复后自动继续');

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('what was seen stays, a second visit opens, and all goes on when the network is back', async ({
    designer: { page, draw },
    context,
  }) => {
    await draw(2);
    const fromWorker: string[] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (answer.fromServiceWorker()) fromWorker.push(pathname);
    });
    await page.goto(desk);
    await expect(cards(page)).toHaveCount(2);
    await waitUntilKept(page);
    await page.goto('/toline');
    await expect(page.getByRole('heading', { name: '转线稿', level: 1 })).toBeVisible();

    await context.setOffline(true);
    await expect(band(page)).toBeVisible();
    await page.goto(desk);
    await expect(band(page)).toBeVisible();
    await expect(cards(page)).toHaveCount(2);
    const widths = () =>
      cards(page)
        .locator('img')
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
    await expect.poll(async () => (await widths()).every((width) => width > 0)).toBe(true);
    await page.goto('/toline');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('heading', { name: '转线稿', level: 1 })).toBeVisible();

    await context.setOffline(false);
    await expect(band(page)).toBeHidden();
    await page.goto(desk);
    await expect(cards(page)).toHaveCount(2);
    expect(fromWorker.filter((path) => /^\/(admin|api|cas|pay|scan|__mock)\b/.test(path))).toEqual([]);
    expect(fromWorker).toContain(desk);

    expect((await cacheNames(page)).some((name) => name.startsWith('seen-'))).toBe(true);
    await page.goto('/');
    await page.getByRole('button', { name: /^账号：/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
    expect((await cacheNames(page)).filter((name) => /^seen-(?!visitor)/.test(name))).toEqual([]);
  });
});

test.describe('a newer version of the site', () => {
  test.use({ serviceWorkers: 'allow' });

  test('is offered while the page stays as it is, and taken when asked for', async ({ page }) => {
    await page.goto('/toline');
    const isKept = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
    // Everything that the shell needs is fetched before.
    await expect.poll(isKept, { timeout: 90_000 }).toBe(true);
    await page.getByRole('radio', { name: 'CAD' }).check();
    await expect(page.getByText('有新版本')).toHaveCount(0);
    // Another script for the same pages is what a browser takes for an update.
    await page.evaluate(async () => {
      document.title = '旧的一页';
      await navigator.serviceWorker.register('/service-worker.js?next');
    });
    await expect(page.getByText('有新版本')).toBeVisible();
    await expect(page).toHaveTitle('旧的一页');
    await expect(page.getByRole('radio', { name: 'CAD' })).toBeChecked();
    await page.getByRole('button', { name: '刷新' }).click();
    await expect(page).toHaveTitle(/转线稿/);
    await expect(page.getByRole('radio', { name: 'CAD' })).toBeChecked();
  });
});

test('an upload and a start without a network wait for it and go on by themselves', { tag: '@smoke' }, async ({
  designer: { page },
  context,
}) => {
  const size = { width: 420, height: 300, channels: 3, background: '#9cc3e6' } as const;
  const buffer = await sharp({ create: size }).png().toBuffer();
  await page.goto('/toline');
  const start = page.getByRole('button', { name: /^生成 · / });
  await expect(start).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(band(page)).toBeVisible();
  await page.locator('input[type="file"]').first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('网络断开了，恢复后自动上传').first()).toBeVisible();
  await context.setOffline(false);
  await expect(band(page)).toBeHidden();
  await expect(start).toHaveAttribute('aria-disabled', 'false');

  await context.setOffline(true);
  await expect(band(page)).toBeVisible();
  await start.click();
  await expect(page.getByRole('button', { name: '网络恢复后自动开始' })).toBeVisible();
  // The band above must not push the row of starting a run off the screen.
  await expect(page.getByText(/^剩余 \d/).first()).toBeInViewport({ ratio: 1 });
  const wide = page.viewportSize();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const form = page.getByRole('button', { name: '参数', exact: true });
    await expect(form).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  if (wide) await page.setViewportSize(wide);
  await context.setOffline(false);
  await expect(page.getByRole('slider', { name: '对比位置' })).toBeVisible();
});

test('before its code has come the page shows the logo and an outline', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/umi\.[\da-f]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const frame = page.locator('#splash');
  await expect(frame).toBeVisible();
  await expect(frame.locator('svg')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  release();
  await expect(frame).toHaveCount(0);
  await expect(page.getByRole('link', { name: '筑绘 AI 首页' })).toBeVisible();
});

test('a long run moves on, says its step in bar and tab, and its end is announced to whoever wants that', async ({
  designer: { page, draw },
}) => {
  const [first] = await draw(1);
  const { data } = await (await page.request.get(`/api/ai/getTaskByTaskId?taskId=${first}`)).json();
  await page.addInitScript(() => {
    const said: string[] = [];
    class Notice {
      static permission = 'default';
      static async requestPermission() {
        Notice.permission = 'granted';
        return 'granted';
      }
      onclick = null;
      constructor(title: string) {
        said.push(title);
      }
    }
    const tab = { isHidden: false };
    Object.defineProperty(document, 'hidden', { get: () => tab.isHidden });
    Object.assign(window, { Notification: Notice, said, tab });
  });
  let isOver = false;
  await page.route('**/api/ai/taskEvents*', (route) => route.abort());
  await page.route('**/api/ai/getTaskByTaskId*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    if (!isOver) {
      const step = { words: '上光', ends: 0.6 };
      Object.assign(body.data, { status: 'running', progress: 0.37, step, etaMs: 20_000, seq: 1, startedAt: 1 });
    }
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`/toline?base=${data.params.upload_img}`);
  await page.getByRole('button', { name: /^生成 · / }).click();

  const progress = page.getByRole('progressbar', { name: '生成进度' });
  const valueNow = async () => Number(await progress.getAttribute('aria-valuenow'));
  await expect(page.getByText(/生成中 \d+% · 上光/)).toBeVisible();
  await expect.poll(valueNow).toBeGreaterThan(39);
  expect(await valueNow()).toBeLessThanOrEqual(60);
  await expect(page).toHaveTitle(/^\d+% · 转线稿$/);
  await expect(page.locator('link[rel~="icon"]')).toHaveAttribute('href', /^data:image\/svg/);
  const offer = page.getByText('离开本页时，完成后通知我');
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: '开启' }).click();
  await expect(offer).toBeHidden();

  await page.evaluate(() => Object.assign((window as never as { tab: object }).tab, { isHidden: true }));
  isOver = true;
  await expect(page).toHaveTitle('已完成 · 转线稿');
  expect(await page.evaluate(() => (window as never as { said: string[] }).said)).toEqual(['转线稿已完成']);
  await page.evaluate(() => {
    Object.assign((window as never as { tab: object }).tab, { isHidden: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).toHaveTitle(/^转线稿 · 筑绘 AI/);
  await expect(page.locator('link[rel~="icon"]')).toHaveAttribute('href', '/favicon.svg');
});

test('a download says how far it is, can be called off, and says its end or its failure in the bar', async ({
  designer: { page, draw },
}) => {
  await draw(2);
  let release = () => {};
  let held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/works/download?*', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto(desk);
  await choose(cards(page).nth(0));
  await choose(cards(page).nth(1));
  const take = bar(page).getByRole('button', { name: '下载', exact: true });
  await take.click();
  await expect(bar(page)).toContainText('正在打包 0 / 2 个文件');
  await bar(page).getByRole('button', { name: '取消打包' }).click();
  await expect(bar(page)).toContainText('已选 2 个');
  release();
  held = Promise.resolve();
  const [download] = await Promise.all([page.waitForEvent('download'), take.click()]);
  expect(download.suggestedFilename()).toBe('photo.zip');
  await expect(bar(page)).toContainText('已下载 photo.zip，2 个文件');

  await page.route('**/api/works/download?*', (route) => route.fulfill({ status: 503, body: '' }));
  await take.click();
  await expect(bar(page)).toContainText('下载失败，请稍后重试');
  await cards(page).nth(0).getByRole('button', { name: '取消选择' }).click();
  await expect(bar(page)).toContainText('已选 1 个');
});
