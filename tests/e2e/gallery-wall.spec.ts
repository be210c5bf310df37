import { expect, type Page } from '@playwright/test';
import { test } from '../support/story.ts';

const wall = (page: Page) => page.getByRole('feed', { name: '图片' });
const card = (page: Page, at: number) => wall(page).locator(`[data-at="${at}"]`);
const viewer = (page: Page) => page.getByRole('dialog', { name: /^图片/ });

/** Vertical positions of the cards in view, pixels, by picture id. */
const places = (page: Page): Promise<Record<string, number>> =>
  wall(page)
    .locator('[data-id]')
    .evaluateAll((cards) =>
      Object.fromEntries(
        cards
          .filter((card) => card.getBoundingClientRect().bottom > 0 && card.getBoundingClientRect().top < innerHeight)
          .map((card) => [(card as HTMLElement).dataset.id, card.getBoundingClientRect().top]),
      ),
    );

/** Ids of the cards that the wall shows or holds ready beside its view. */
const shownIds = (page: Page): Promise<number[]> =>
  wall(page)
    .locator('[data-id]')
    .evaluateAll((cards) => cards.map((shown) => Number((shown as HTMLElement).dataset.id)));

/** Ids of the cards that a request asks for; undefined when it asks for the list or its layout. */
function idsOf(url: string): number[] | undefined {
  const ids = new URL(url).searchParams.get('ids');
  return ids === null ? undefined : (JSON.parse(ids) as number[]);
}

async function openWall(page: Page): Promise<void> {
  await page.goto('/tupianHome');
  await expect(card(page, 0).getByRole('link', { name: /渲染|实拍|AI/ })).toBeVisible();
  await allRead(page);
}

/** Resolves when the wall knows all of its boxes and has read every card that it shows. */
async function allRead(page: Page): Promise<void> {
  await expect(page.getByText(/^共 .* 张，没有更多了$/)).toBeAttached();
  await expect(wall(page).locator('[data-id]:not(:has(a))')).toHaveCount(0);
}

test('a wall comes back as it was left: after another page, a reload and with other columns', async ({ page }) => {
  await openWall(page);
  await page.mouse.move(700, 600);
  await page.mouse.wheel(0, 1_730);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_500);
  await allRead(page);
  const before = await places(page);
  expect(Object.keys(before).length).toBeGreaterThan(5);
  const read = new Set(await shownIds(page));

  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/findPage"]')?.click());
  // The first view of each picture is made meanwhile, and the page's code waits for one of their connections.
  await expect(page.getByRole('heading', { name: '推荐' })).toBeVisible({ timeout: 30_000 });
  await expect(card(page, 0)).toBeVisible();
  // The page that is left reads the rest of its own wall first.
  await allRead(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/inspiration/pictures') && asked.push(request.url()));
  await page.goBack();
  await expect.poll(() => places(page)).toEqual(before);
  // Cards that nobody has looked at yet may be read ahead; the list and what it showed are not read again.
  const isReadAhead = (ids: number[] | undefined) => ids?.some((id) => read.has(id)) === false;
  expect(asked.filter((url) => !isReadAhead(idsOf(url)))).toEqual([]);

  await page.reload();
  await expect.poll(() => places(page)).toEqual(before);

  await page.setViewportSize({ width: 900, height: 900 });
  // In other columns the rest has to move; the one that the wall holds on to stays where it was.
  const staying = async () =>
    Object.entries(await places(page)).filter(([id, top]) => Math.abs(top - (before[id] ?? Number.NaN)) <= 1);
  await expect.poll(() => places(page)).not.toEqual(before);
  await expect.poll(async () => (await staying()).length).toBeGreaterThan(0);
});

test('what comes after the first pictures moves none of them', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/pictures/layout*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/tupianHome');
  await expect(card(page, 0)).toBeVisible();
  const before = await places(page);
  const height = await wall(page).evaluate((element) => element.clientHeight);
  release();
  await expect.poll(() => wall(page).evaluate((element) => element.clientHeight)).toBeGreaterThan(height);
  expect(await places(page)).toEqual(before);
});

test('an open picture has an address, neighbours and a way back', async ({ page }) => {
  await openWall(page);
  const ids = await wall(page)
    .locator('[data-id]')
    .evaluateAll((cards) => cards.slice(0, 4).map((one) => (one as HTMLElement).dataset.id));
  await card(page, 1).getByRole('link').click();
  await expect(page).toHaveURL(`/tupianHome#picture-${ids[1]}`);
  await expect(viewer(page).getByRole('complementary', { name: '图片信息' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/tupianHome#picture-${ids[2]}`);
  await page.goBack();
  await expect(viewer(page)).toHaveCount(0);
  await expect(page).toHaveURL('/tupianHome');
  await expect(card(page, 2).getByRole('link')).toBeFocused();
  await page.goForward();
  await expect(viewer(page)).toBeVisible();

  await page.goto('/list');
  await page.goto(`/tupianHome#picture-${ids[3]}`);
  await expect(viewer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/tupianHome');
  await expect(card(page, 0)).toBeVisible();
});

test('what is collected on the wall is collected in the viewer, and a picture goes to a tool in one press', {
  tag: '@smoke',
}, async ({ page, account }) => {
  await account();
  await openWall(page);
  await card(page, 0).hover();
  await card(page, 0).getByRole('button', { name: '收藏', exact: true }).click();
  await expect(page.getByText('已收藏到“默认收藏夹”')).toBeVisible();
  await card(page, 0)
    .getByRole('link')
    .click({ position: { x: 40, y: 60 } });
  await viewer(page).getByRole('button', { name: '已收藏，选收藏夹' }).click();
  const folders = page.getByRole('dialog', { name: '收藏到' });
  await expect(folders.getByRole('button', { name: /默认收藏夹/ })).toHaveAttribute('aria-pressed', 'true');
  await folders.getByRole('textbox', { name: '新建收藏夹' }).fill('入口');
  await folders.getByRole('button', { name: '新建', exact: true }).click();
  await expect(page.getByText('已收藏到「入口」')).toBeVisible();
  await viewer(page).getByRole('button', { name: '已收藏，选收藏夹' }).click();
  await folders.getByRole('button', { name: '取消收藏' }).click();
  await expect(viewer(page).getByRole('button', { name: '收藏', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page, 0).getByRole('img', { name: '已收藏' })).toHaveCount(0);

  await card(page, 0).hover();
  await card(page, 0).getByRole('button', { name: '用作底图' }).click();
  await expect(page).toHaveURL(/\?base=/);
  await expect(page.getByRole('img', { name: /底图/ }).first()).toBeVisible();
});

test('the search box waits for an input method, suggests, and remembers', async ({ page }) => {
  await page.goto('/tupianHome');
  const box = page.getByRole('combobox', { name: '搜索图库' });
  await box.click();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/suggest') && asked.push(request.url()));
  await box.dispatchEvent('compositionstart');
  await box.fill('bieshu');
  await box.press('Enter');
  await expect(page).toHaveURL('/tupianHome');
  await box.fill('别墅');
  expect(asked).toEqual([]);
  await box.dispatchEvent('compositionend');
  await expect.poll(() => asked.length).toBe(1);
  await box.press('Enter');
  await expect(page).toHaveURL(`/tupianHome?keyword=${encodeURIComponent('别墅')}`);
  await expect(card(page, 0)).toBeVisible();

  await page.getByRole('button', { name: '清空' }).click();
  await expect(page).toHaveURL('/tupianHome');
  await expect(page.getByRole('option', { name: '别墅' }).first()).toBeVisible();
  await page.getByRole('button', { name: '删除“别墅”' }).click();
  await expect(page.getByRole('button', { name: '删除“别墅”' })).toHaveCount(0);
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await box.click();
  await expect(page.getByRole('button', { name: '删除“别墅”' })).toBeVisible();

  await box.press('Escape');
  await page.getByRole('button', { name: '来源' }).click();
  await page.getByRole('group', { name: '来源' }).getByRole('button', { name: '实拍' }).click();
  await expect(page).toHaveURL('/tupianHome?source=photo');
});
