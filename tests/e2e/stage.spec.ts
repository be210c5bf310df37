import { expect, type Locator, type Page, test } from '@playwright/test';

const newPhone = () => `17${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
const stage = (page: Page) => page.getByRole('region', { name: '画面', exact: true });

async function signUp(page: Page): Promise<void> {
  const answer = await page.request.post('/__mock/accounts', { data: { phoneNo: newPhone() } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
};

test('no page of a render tool is longer than what is on it', async ({ page }) => {
  for (const path of ['/architecturalRender', '/indoorRender']) {
    await page.goto(path);
    await expect(page.getByRole('radio').first()).toBeAttached();
    const footer = await boxOf(page.getByRole('contentinfo'));
    const height = await page.evaluate(() => document.scrollingElement?.scrollHeight ?? 0);
    expect(height).toBeLessThanOrEqual(Math.ceil(footer.y + footer.height));
  }
});

test('an empty stage shows what the tool makes and takes one of three pictures', async ({ page }) => {
  await signUp(page);
  await page.goto('/toline');
  const bases = stage(page).getByRole('group', { name: '拿一张示例图试试' }).getByRole('button');
  await expect(bases).toHaveCount(3);
  await expect(stage(page).getByRole('img', { name: '转线稿之后' })).toBeVisible();
  await bases.first().click();
  await expect(stage(page).getByRole('img', { name: '底图' })).toBeVisible();
});

test('several results come as a grid; any of them lies over another; the picture reaches the edges', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/architecturalRender?base=sample:villa-white');
  const start = page.getByRole('button', { name: /^生成 · / });
  await expect(start).toHaveAttribute('aria-disabled', 'false', { timeout: 20_000 });
  await start.click();
  const second = stage(page).getByRole('button', { name: '第 2 张，共 2 张' });
  await expect(second).toBeVisible({ timeout: 50_000 });
  await second.click();
  await expect(stage(page).getByRole('img', { name: '结果 2' })).toBeVisible();

  const view = await boxOf(page.getByRole('group', { name: '画面，加减号缩放，方向键移动' }));
  const picture = await boxOf(stage(page).getByRole('img', { name: '结果 2' }));
  const reach = Math.max(picture.width / view.width, picture.height / view.height);
  expect(reach).toBeGreaterThan(0.99);

  await stage(page).getByRole('button', { name: '对比对象：原图' }).click();
  await page.getByRole('menuitem', { name: /第 1 张$/ }).click();
  await expect(stage(page).getByRole('button', { name: /^对比对象：.*第 1 张$/ })).toBeVisible();
  await expect(stage(page).getByRole('slider', { name: '对比位置' })).toBeVisible();

  await page.mouse.move(view.x + view.width / 2, view.y + view.height / 2);
  const percent = stage(page).getByRole('status', { name: '缩放比例' });
  const fitted = await percent.textContent();
  await page.mouse.wheel(0, -240);
  await expect(percent).not.toHaveText(fitted ?? '');
});

test('Ctrl+K finds a tool by the first letters of its pinyin', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: '搜索工具、作品、页面和设置' });
  await expect(box).toBeFocused();
  await box.fill('zxg');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/转线稿/);
  await box.press('Enter');
  await expect(page).toHaveURL(/\/toline$/);
});
