import { expect, type Locator, type Page, type Request } from '@playwright/test';
import sharp from 'sharp';
import { drawPicture } from '../support/server-pictures.ts';
import { test } from '../support/story.ts';

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

test('a page of a tool asks for its large picture before its own code, and for nothing of antd', async ({ page }) => {
  const asked: string[] = [];
  const scripts: Request[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  await page.goto('/toline', { waitUntil: 'networkidle' });
  await expect(stage(page).getByRole('img', { name: '转线稿之后' })).toBeVisible();
  const picture = asked.indexOf('/samples/results/toline.webp');
  const code = asked.findIndex((path) => /p__tool__index.*\.js$/.test(path));
  expect(picture).toBeGreaterThan(-1);
  expect(picture).toBeLessThan(code);
  expect(asked.filter((path) => path === '/samples/results/toline.webp')).toHaveLength(1);
  expect(scripts.length).toBeGreaterThan(2);
  const texts = await Promise.all(scripts.map(async (script) => (await script.response())?.text() ?? ''));
  expect(texts.filter((text) => text.includes('prefixCls'))).toEqual([]);
});

test('the comparison of an empty stage moves once by itself, and a hand stops it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/toline');
  const moving = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => (effect as KeyframeEffect).target?.getAttribute('data-moves') !== null).length,
    );
  const picture = await boxOf(stage(page).getByRole('img', { name: '转线稿之后' }));
  await expect.poll(moving, { intervals: [50], timeout: 20_000 }).toBe(3);
  await page.mouse.move(picture.x + 40, picture.y + 40);
  await expect.poll(moving).toBe(0);
  const split = stage(page).getByRole('slider', { name: '对比位置，左侧为底图' });
  expect(Number(await split.inputValue())).toBeLessThan(30);
  await split.fill('80');
  await expect(split).toHaveValue('80');
  expect(await page.evaluate(() => sessionStorage.getItem('seen:comparison'))).toBe('1');
});

test('the palette finds pictures of the gallery by pinyin', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: '搜索工具、作品、页面和设置' }).click();
  await page.getByRole('combobox', { name: '搜索工具、作品、页面和设置' }).fill('tingyuan');
  await expect(page.getByRole('option').filter({ hasText: '图库图片' }).first()).toBeVisible();
});

test('the rail changes the tool, and what its page held is there again', { tag: '@smoke' }, async ({ page }) => {
  await signUp(page);
  await page.goto('/indoorRender');
  const rail = page.getByRole('navigation', { name: '换工具' });
  await page.getByRole('radio', { name: '卧室' }).check();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'a.png', mimeType: 'image/png' },
      buffer: await drawPicture('png', { width: 400, height: 300 }),
    });
  await expect(rail.locator('[data-begun]')).toHaveCount(1);
  await rail.getByRole('link', { name: '转线稿' }).click();
  await expect(rail.getByRole('link', { name: '转线稿' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('radio', { name: 'CAD' }).check();
  await rail.getByRole('link', { name: '转线稿' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rail.getByRole('link', { name: '消除', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^消除/);
  await rail.getByRole('link', { name: '转线稿' }).click();
  await expect(page.getByRole('radio', { name: 'CAD' })).toBeChecked();
  await rail.getByRole('link', { name: '家装渲染' }).hover();
  const tip = page.locator('[aria-hidden]').filter({ hasText: /^家装渲染卧室$/ });
  await expect(tip.locator('img')).toBeVisible();
});

test('on a phone the name of the tool opens the list of tools, and a picture opens the editor of its mask @phone', {
  tag: '@smoke',
}, async ({ page }) => {
  await signUp(page);
  await page.goto('/toline');
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: '转线稿，换一个工具' }).click();
  const tools = page.getByRole('dialog', { name: '换工具' });
  await tools.getByRole('option', { name: '材质替换' }).click();
  await expect(page).toHaveURL(/\/materialChange$/);
  await stage(page).getByRole('group', { name: '拿一张示例图试试' }).getByRole('button').first().click();
  await expect(page.getByRole('region', { name: '修改区域编辑器' })).toBeVisible();
});

const startButton = (page: Page) => page.getByRole('button', { name: /^生成 · / });
const acts = (page: Page) => page.getByRole('toolbar', { name: '对结果的操作' });

test('with the keyboard alone from upload to download in at most 15 Tabs', async ({ page }) => {
  await signUp(page);
  await page.goto('/toline');
  const upload = page.getByRole('button', { name: /^上传底图/ });
  await expect(page.getByText(/^剩余 \d+ 普通券/)).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await upload.press('Enter');
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#9ab' } })
    .png()
    .toBuffer();
  await (await chooser).setFiles({ name: 'wall.png', mimeType: 'image/png', buffer });
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
  let tabs = 0;
  const tabTo = async (place: Locator) => {
    while (tabs < 40 && !(await place.evaluate((element) => element === document.activeElement))) {
      await page.keyboard.press('Tab');
      tabs += 1;
    }
  };
  await tabTo(page.getByRole('button', { name: '跳到生成按钮' }));
  await page.keyboard.press('Enter');
  await expect(startButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(acts(page)).toBeVisible();
  await expect(page.getByRole('group', { name: /^画面/ })).toBeFocused();
  await tabTo(acts(page).getByRole('button', { name: '下载', exact: true }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await download;
  await expect(stage(page).getByText('已下载')).toBeVisible();
  expect(tabs).toBeLessThanOrEqual(15);
});

test('the chosen output and how far the form was scrolled are there again after another tool, Back and a reload', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/architecturalRender?base=sample:villa-white');
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
  await startButton(page).click();
  const second = stage(page).getByRole('button', { name: '第 2 张，共 2 张' });
  await second.click({ timeout: 50_000 });
  const form = page.locator('#tool-form');
  await form.hover();
  await page.mouse.wheel(0, 240);
  const place = () => form.evaluate((element) => Math.round(element.scrollTop));
  await expect.poll(place).toBe(240);

  await page.getByRole('navigation', { name: '换工具' }).getByRole('link', { name: '氛围转换' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^氛围转换/);
  for (const comeBack of [() => page.goBack(), () => page.reload()]) {
    await comeBack();
    await expect(stage(page).getByRole('img', { name: '结果 2' })).toBeVisible();
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(place).toBe(240);
  }
});
