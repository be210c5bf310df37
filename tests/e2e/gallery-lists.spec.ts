import type { Request } from '@playwright/test';
import { accessibilityFaults } from '../support/accessibility.ts';
import { expect, test } from './works-account.ts';

const sizeOf = (request: Request) => new URL(request.url()).searchParams.get('size');

test('cases and image sets are left and come back to at their place, without asking again', async ({ page }) => {
  for (const [path, name] of [
    ['/caseHome', '案例'],
    ['/seachInspiration', '图集'],
  ] as const) {
    const asksForRows = (request: Request) =>
      /^\/api\/inspiration\/(cases|imageSets)$/.test(new URL(request.url()).pathname) && sizeOf(request) !== '1';
    const firstAsked = page.waitForRequest(asksForRows);
    await page.goto(path);
    const listSize = sizeOf(await firstAsked);
    const links = page.getByRole('list', { name, exact: true }).getByRole('link');
    await expect(links.nth(8)).toBeVisible();
    // The styles of cases come by themselves and move what stands below them.
    if (name === '案例')
      await expect(page.getByRole('group', { name: '风格' }).getByRole('button').first()).toBeVisible();
    await page.mouse.move(700, 600);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    const left = await page.evaluate(() => window.scrollY);
    const count = await links.count();
    const address = await links.nth(6).getAttribute('href');
    await page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), address);
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    // Pictures are made meanwhile, and the page's code waits for one of their connections.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
    const asked: string[] = [];
    // The page that is left may still ask for its own row of related ones, which has another size.
    page.on('request', (request) => {
      if (asksForRows(request) && sizeOf(request) === listSize) asked.push(request.url());
    });
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left);
    expect(await links.count()).toBe(count);
    expect(asked).toEqual([]);
  }
});

test('styles of cases are those that occur, those of most cases first, the rest unfolded', async ({ page }) => {
  await page.goto('/caseHome');
  const styles = page.getByRole('group', { name: '风格' }).getByRole('button');
  await expect(styles.first()).toBeVisible();
  const answer = await page.request.get('/api/inspiration/cases?size=100');
  const { list, styles: told } = (await answer.json()).data as { list: { style: string }[]; styles: string[] };
  const counted = [...Map.groupBy(list, ({ style }) => style)].map(([style, cases]) => [style, cases.length] as const);
  const byCount = new Map(counted);
  expect(told.map((style) => byCount.get(style))).toEqual(
    told.map((style) => byCount.get(style)).toSorted((a, b) => (b ?? 0) - (a ?? 0)),
  );
  const more = page.getByRole('button', { name: /^更多 \d+ 种$/ });
  if (told.length > 12) {
    expect(await styles.count()).toBe(13);
    await more.click();
    await expect(styles).toHaveCount(told.length + 1);
  } else expect(await styles.allTextContents()).toEqual(told);
});

test('what somebody has collected is at hand for a tool, and who they follow on the page of discoveries', async ({
  designer,
}) => {
  const { page, post } = designer;
  const answer = await page.request.get('/api/inspiration/pictures?size=2&kind=%5B%22picture%22%5D');
  const [picture] = (await answer.json()).data.list as { id: number; title: string; author: { authorId: string } }[];
  await post('/api/inspiration/collect', { pictureIds: [picture?.id] });
  await post(`/api/inspiration/authors/${picture?.author.authorId}/follow`, { isFollowed: true });

  await page.goto('/toline');
  await page.getByRole('button', { name: '从灵感图库选' }).first().click();
  const dialog = page.getByRole('dialog', { name: '从灵感图库选' });
  const cards = dialog.getByRole('feed', { name: '图片' }).locator('[data-id]');
  await expect(cards.nth(3)).toBeVisible();
  await dialog.getByRole('radio', { name: '我的收藏' }).check();
  await expect(cards).toHaveCount(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('radio', { name: '我发布的' }).check();
  await expect(dialog.getByText('还没有发布图片')).toBeVisible();
  await dialog.getByRole('radio', { name: '我的收藏' }).check();
  await cards.first().click();
  await dialog.getByRole('button', { name: '加入 1 张（最多 30 张）' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^生成/ })).toBeEnabled();

  await page.goto('/findPage');
  const followed = page.locator('section').filter({ has: page.getByRole('heading', { name: '关注的人的新作' }) });
  await expect(followed.getByRole('link').nth(1)).toBeVisible();
  await followed.getByRole('link', { name: '全部' }).click();
  await expect(page.getByRole('button', { name: '关注的人' })).toHaveAttribute('aria-pressed', 'true');
});

test('a person is reported from their page', async ({ designer }) => {
  const { page } = designer;
  const answer = await page.request.get('/api/inspiration/pictures?size=1');
  const { authorId } = (await answer.json()).data.list[0].author;
  await page.goto(`/otherPersonCenter/${authorId}`);
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '举报' }).click();
  const dialog = page.getByRole('dialog', { name: '举报作者' });
  await expect(dialog.getByRole('button', { name: '提交' })).toBeDisabled();
  await dialog.getByRole('group', { name: '原因' }).getByRole('button').first().click();
  await dialog.getByLabel('说明（可不填）').fill('主页里全是别人的作品');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('已收到举报，我们会尽快核实')).toBeVisible();
  await expect(dialog).toBeHidden();
});
