import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { more } from '../support/result-menu.ts';
import { test as base } from '../support/story.ts';

interface Picture {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A house under a sky with some grain, so that lines are found and files have a weight. */
async function drawHouse(width: number, height: number, format: 'png' | 'jpeg' = 'png'): Promise<Picture> {
  const house = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100" width="${width}" height="${height}">
    <rect width="160" height="100" fill="#9cc3e6"/><rect y="76" width="160" height="24" fill="#7d9a63"/>
    <rect x="30" y="42" width="82" height="36" fill="#e8e2d8"/><rect x="22" y="38" width="100" height="5" fill="#5b544c"/>
    <rect x="36" y="48" width="26" height="22" fill="#3c5266"/><rect x="70" y="48" width="12" height="30" fill="#8c5a36"/>
  </svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  const drawn = sharp(Buffer.from(house)).composite([{ input: grain, blend: 'soft-light' }]);
  const buffer = await drawn.toFormat(format).toBuffer();
  return { name: `house.${format}`, mimeType: `image/${format}`, buffer };
}

/** A mainland number nobody else in this run has. */
function newPhone(): string {
  return `18${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
}

/** A page of a new account, and the pictures it works with. */
const test = base.extend<{ member: Page }>({
  member: async ({ page, account }, use) => {
    await account();
    await use(page);
  },
});

const startButton = (page: Page) => page.getByRole('button', { name: /^生成 · / });
const compareSlider = (page: Page) => page.getByRole('slider', { name: '对比位置' });
const runEnds = { timeout: 50_000 };

async function choose(page: Page, ...pictures: Picture[]): Promise<void> {
  await page.locator('input[type="file"]').first().setInputFiles(pictures);
}

async function startWith(page: Page, picture: Picture): Promise<void> {
  await choose(page, picture);
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
  await startButton(page).click();
}

test('a photo becomes a line drawing that is compared by keys and taken home', { tag: ['@engine', '@smoke'] }, async ({
  member: page,
}) => {
  await page.goto('/toline');
  await startWith(page, await drawHouse(640, 400));

  const slider = compareSlider(page);
  await expect(slider).toBeVisible(runEnds);
  await expect(slider).toHaveAttribute('aria-valuenow', '50');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '左侧 52% 显示原图，右侧 48% 显示结果');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuenow', '42');
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuenow', '100');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('teda_img.png');
  const bytes = await readFile(await download.path());
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 640, height: 400 });

  await page.getByRole('button', { name: '查看参数' }).click();
  const details = page.getByRole('complementary', { name: '这次生成的参数' });
  await expect(details).toContainText('本地算法');
  await expect(details).toContainText('种子');
});

test('a visitor logs in on the way and the chosen picture goes on by itself', async ({ page }) => {
  await page.goto('/toline');
  await choose(page, await drawHouse(400, 300));
  const login = page.getByRole('dialog');
  const phoneNo = newPhone();
  await login.getByLabel('手机号').fill(phoneNo);
  await login.getByRole('button', { name: '获取验证码' }).click();
  await expect(login.getByRole('button', { name: /^\d+\(s\)$/ })).toBeVisible();
  const [sms] = await (await page.request.get(`/__mock/sms?phoneNo=${phoneNo}`)).json();
  await login.getByLabel('验证码', { exact: true }).fill(sms.code);
  await login.getByRole('button', { name: '登录', exact: true }).click();

  await expect(login).toBeHidden();
  await expect(page.getByText('400 × 300')).toBeVisible();
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
});

test('a run goes on while the page is reloaded and comes back into view', { tag: '@engine' }, async ({
  member: page,
}) => {
  // The picture is large on purpose: the run has to outlast the reload.
  test.slow();
  await page.goto('/toline');
  await startWith(page, await drawHouse(3600, 2250, 'jpeg'));
  await expect(page.getByRole('progressbar', { name: '生成进度' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('progressbar', { name: '生成进度' })).toBeVisible();
  await expect(compareSlider(page)).toBeVisible(runEnds);
});

test('several files are compressed together and come back in one archive', { tag: '@engine' }, async ({
  member: page,
}) => {
  await page.goto('/compress');
  await choose(page, await drawHouse(400, 300), await drawHouse(500, 300, 'jpeg'));
  await expect(page.getByRole('img', { name: /^第 2 张/ })).toBeVisible();
  await page.getByRole('img', { name: /^第 2 张/ }).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page.getByText('已移到第 1 位，共 2 张')).toBeAttached();

  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
  await startButton(page).click();
  await expect(page.getByText(/KB → .+，减小 \d+%/)).toBeVisible(runEnds);
  const [download] = await Promise.all([page.waitForEvent('download'), more(page, '打包 2 张')]);
  expect(download.suggestedFilename()).toBe('photo.zip');
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  // Both keep their own format: as PNG the second one would be larger than before.
  expect(bytes.includes('teda_img_01.jpg')).toBe(true);
  expect(bytes.includes('teda_img_02.png')).toBe(true);
});
