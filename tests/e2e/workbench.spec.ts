import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { faultsInLightAndDark } from '../support/accessibility.ts';
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
  member: async ({ page }, use) => {
    const answer = await page.request.post('/__mock/accounts', { data: { phoneNo: newPhone() } });
    expect(answer.ok(), await answer.text()).toBe(true);
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

test('Ctrl and Enter start, and the allowance of the day gets smaller', async ({ member: page }) => {
  await page.goto('/toline');
  await expect(page.getByText('今日还可免费 30 次')).toBeVisible();
  await choose(page, await drawHouse(480, 300));
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Control+Enter');
  await expect(compareSlider(page)).toBeVisible(runEnds);
  await expect(page.getByText('今日还可免费 29 次')).toBeVisible();
});

test('a picture can be pasted', async ({ member: page }) => {
  await page.goto('/upScaleImg');
  await expect(startButton(page)).toBeVisible();
  const { buffer, mimeType, name } = await drawHouse(400, 300);
  await page.evaluate(
    ([base64, type, fileName]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], fileName ?? '', { type: type ?? '' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [buffer.toString('base64'), mimeType, name],
  );
  await expect(page.getByText('400 × 300')).toBeVisible();
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
});

test('files that cannot work are refused with the reason', async ({ member: page }) => {
  await page.goto('/toline');
  await choose(page, { name: 'plan.dwg', mimeType: 'image/vnd.dwg', buffer: Buffer.from('AC1032') });
  await expect(page.getByText('这是 CAD 图纸：请在 CAD 里把图打印成 PDF，或导出 PNG 后再上传').first()).toBeVisible();

  await choose(page, await drawHouse(120, 120));
  await expect(page.getByRole('alert').filter({ hasText: '图片尺寸过小' }).first()).toBeVisible();
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'true');
});

test('a button that cannot start says what is missing', async ({ member: page }) => {
  await page.goto('/toline');
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(startButton(page)).toHaveAccessibleDescription('请先上传底图');
  await startButton(page).focus();
  await expect(page.getByRole('tooltip')).toContainText('请先上传底图');
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

test('a tool that starts from words asks for words, not for a picture', async ({ page }) => {
  await page.goto('/text2Img');
  await expect(page.getByText('从描述开始')).toBeVisible();
  await expect(page.getByText('先放一张参考图')).toHaveCount(0);
});

test('a run can be canceled', { tag: '@engine' }, async ({ member: page }) => {
  await page.goto('/toline');
  await startWith(page, await drawHouse(2400, 1500, 'jpeg'));
  await page.getByRole('button', { name: '取消', exact: true }).click();
  await expect(page.getByText('已取消这次生成')).toBeVisible();
  await expect(page.getByRole('button', { name: '再来一次' })).toBeVisible();
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

test('the parameters of a run fill the form again, and the run can be put away', async ({ member: page }) => {
  await page.goto('/toline');
  await choose(page, await drawHouse(480, 300));
  await page.getByRole('radio', { name: 'CAD' }).check();
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
  await startButton(page).click();
  await expect(compareSlider(page)).toBeVisible(runEnds);

  await page.getByRole('radio', { name: '蓝图' }).check();
  await more(page, '使用参数');
  await expect(page.getByRole('radio', { name: 'CAD' })).toBeChecked();

  const history = page.getByRole('region', { name: '这个工具的历史' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await more(page, '删除');
  await expect(history.getByText('还没有结果')).toBeVisible();
});

test('a tool without an engine says so, keeps its form and points to tools that work', async ({ member: page }) => {
  await page.route('**/api/ai/tools*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const tool of body.data) if (tool.id === 'matting') tool.engines = [];
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/matting');
  await expect(page.getByText('内置引擎暂不支持该工具')).toBeVisible();
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('complementary', { name: '引擎状态' }).getByRole('link').first().click();
  await expect(page.getByText('内置引擎暂不支持该工具')).toBeHidden();
});

test('the workbench has no accessibility faults in light and dark', async ({ member: page }) => {
  await page.goto('/toline');
  await startWith(page, await drawHouse(480, 300));
  await expect(compareSlider(page)).toBeVisible(runEnds);
  expect(await faultsInLightAndDark(page, { within: 'main' })).toEqual([]);
});

test('on a phone the stage comes first and the form is a sheet @phone', { tag: '@smoke' }, async ({ member: page }) => {
  await page.goto('/toline');
  await expect(startButton(page)).toBeInViewport();
  await expect(page.getByText('线型', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: '参数', exact: true }).click();
  await expect(page.getByText('线型', { exact: true })).toBeVisible();
  await expect(startButton(page)).toBeInViewport();
  await page.getByRole('button', { name: '收起参数' }).click();
  await expect(page.getByText('线型', { exact: true })).toBeHidden();

  const sentence = '这张图是户型图，不是照片：请用「彩色户型图」上色';
  const fields = { upload_img: [sentence] };
  const error = { reason: 'task.unsuitable_picture', code: 5024, message: sentence, fields };
  await page.route('**/api/ai/startTask', (route) => route.fulfill({ status: 422, json: { error } }), { times: 1 });
  await startWith(page, await drawHouse(480, 300));
  await expect(page.getByText(sentence)).toBeInViewport();
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeHidden();
  await page.getByRole('button', { name: '收起参数' }).click();
  await startButton(page).click();
  await expect(compareSlider(page)).toBeInViewport(runEnds);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
