import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { faultsInLightAndDark } from '../support/accessibility.ts';
import { phoneLook } from '../support/browser.ts';
import { test as base, newPhone, sidewaysParts } from '../support/user.ts';

/** The screen of a new account, with the parts a story looks at. */
interface Studio {
  page: Page;
  board: Locator;
  picture: Locator;
  state: Locator;
}

const test = base.extend<{ studio: Studio }>({
  studio: async ({ page }, use) => {
    const answer = await page.request.post('/__mock/accounts', { data: { phoneNo: newPhone() } });
    expect(answer.ok(), await answer.text()).toBe(true);
    await use(await openStudio(page));
  },
});

async function openStudio(page: Page): Promise<Studio> {
  await page.goto('/ailive');
  const board = page.getByRole('application');
  await expect(board).toBeVisible();
  const result = page.getByRole('region', { name: '实时画面' });
  return {
    page,
    board,
    picture: result.getByRole('img', { name: '实时渲染的画面' }),
    state: result.getByRole('status').first(),
  };
}

/** The first picture waits for the engine's worker to start. */
const firstPicture = { timeout: 60_000 };

/** Where a part of the paper, 0–1 each way, is on the screen. */
async function spot({ page }: Studio, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('canvas[data-paper]').boundingBox();
  if (!box) throw new Error('The paper is not shown');
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

async function draw(studio: Studio, ...path: [number, number][]): Promise<void> {
  const { mouse } = studio.page;
  for (const [index, [x, y]] of path.entries()) {
    const at = await spot(studio, x, y);
    await mouse.move(at.x, at.y, { steps: index === 0 ? 1 : 6 });
    if (index === 0) await mouse.down();
  }
  await mouse.up();
}

const material = (page: Page, name: string) =>
  page.getByRole('group', { name: '材料颜色' }).getByRole('button', { name, exact: true });
const startButton = (page: Page) => page.getByRole('button', { name: '开始实时渲染' });

/** A colour of the paper as it is drawn on, `#rrggbbaa`. */
function colourAt({ page }: Studio, x: number, y: number): Promise<string> {
  return page.locator('canvas[data-paper]').evaluate(
    (element, [left, top]) => {
      const canvas = element as HTMLCanvasElement;
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      const { data } = context.getImageData((left as number) * canvas.width, (top as number) * canvas.height, 1, 1);
      return `#${[...data].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    },
    [x, y],
  );
}

/** Sum of the bytes of the live picture: another picture, another number. */
function pictureSum(picture: Locator): Promise<number> {
  return picture.evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    return context.getImageData(0, 0, canvas.width, canvas.height).data.reduce((sum, value) => sum + value, 0);
  });
}

const sequenceOf = async (picture: Locator) => Number(await picture.getAttribute('data-sequence'));

async function startWithHouse({ page, picture }: Studio): Promise<void> {
  await page
    .getByRole('list', { name: '示例草图' })
    .getByRole('button', { name: /坡顶小屋/ })
    .click();
  await startButton(page).click();
  await expect(picture).toHaveAttribute('data-sequence', /\d+/, firstPicture);
}

test('drawing makes a picture that follows, pauses, and is kept in the works', { tag: '@smoke' }, async ({
  studio,
}) => {
  const { page, picture, state } = studio;
  const frames: string[] = [];
  page.on('request', (request) => request.url().includes('/frames') && frames.push(request.url()));
  await material(page, '红砖').click();
  await draw(studio, [0.2, 0.3], [0.8, 0.3], [0.8, 0.7]);
  await expect(page.getByText('1 实时券 / 分钟（只算动笔的时间，停笔 20 秒自动暂停）')).toBeVisible();
  expect(frames, 'frames before the start').toEqual([]);

  await startButton(page).click();
  await expect(picture).toHaveAttribute('data-sequence', /\d+/, firstPicture);
  await expect(state).toHaveText('实时');
  await expect(page.getByText('内置引擎 · 本地示意图')).toBeVisible();
  await expect(page.getByText('实时券 2', { exact: true })).toBeVisible();
  const first = await pictureSum(picture);

  await material(page, '树木').click();
  await draw(studio, [0.3, 0.8], [0.6, 0.85]);
  await expect.poll(() => pictureSum(picture)).not.toBe(first);

  await page.getByRole('button', { name: '暂停', exact: true }).click();
  await expect(state).toHaveText('已暂停');
  await expect.poll(async () => (await sequenceOf(picture)) === frames.length).toBe(true);
  const sent = frames.length;
  await draw(studio, [0.1, 0.1], [0.3, 0.1]);
  await page.getByRole('region', { name: '实时画面' }).getByRole('button', { name: '继续' }).first().click();
  await expect(state).toHaveText('实时');
  await expect.poll(() => frames.length).toBeGreaterThan(sent);

  await page.getByRole('button', { name: '保存这一张' }).click();
  await expect(page.getByText('已保存，正在按画布原尺寸出图，不扣券。')).toBeVisible();
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/works?version=1.2&tool=ailive');
        const { data } = await answer.json();
        return data.list.map((work: { status: string; images: { width: number; height: number }[] }) => [
          work.status,
          ...work.images.map(({ width, height }) => `${width}×${height}`),
        ]);
      },
      { timeout: 80_000 },
    )
    .toEqual([['succeeded', '1024×768']]);
  await page.getByRole('link', { name: '查看作品' }).click();
  await expect(page).toHaveURL(/\/aiDesignMangement/);
});

test('a first stroke may begin on a sample card; a click takes the sample', async ({ studio }) => {
  const { page } = studio;
  const samples = page.getByRole('list', { name: '示例草图' });
  const house = samples.getByRole('button', { name: /坡顶小屋/ });
  const { x, y, width, height } = (await house.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { mouse } = page;
  await material(page, '红砖').click();
  await page.getByRole('slider', { name: '粗细' }).fill('40');
  await mouse.move(x + width / 2, y + height / 2);
  await mouse.down();
  const to = await spot(studio, 0.5, 0.2);
  await mouse.move(to.x, to.y, { steps: 8 });
  await mouse.up();
  expect(await colourAt(studio, 0.5, 0.2)).toBe('#b0503cff');
  await expect(samples).toBeHidden();
  expect((await colourAt(studio, 0.5, 0.95)).slice(7), 'the sample itself').toBe('00');

  await page.getByRole('button', { name: '撤销' }).click();
  await mouse.move(x + width / 2, y + height / 2);
  await mouse.down();
  await mouse.move(x + width / 2 + 3, y + height / 2 + 2, { steps: 2 });
  await mouse.up();
  await expect(samples).toBeHidden();
  await expect.poll(async () => (await colourAt(studio, 0.5, 0.95)).slice(7), 'the sample itself').toBe('ff');
});

test('a drawing is there again after a reload', async ({ studio }) => {
  const { page } = studio;
  await material(page, '红砖').click();
  await page.getByRole('slider', { name: '粗细' }).fill('40');
  await draw(studio, [0.3, 0.3], [0.7, 0.3]);
  expect(await colourAt(studio, 0.5, 0.3)).toBe('#b0503cff');
  await page.reload();
  const again = await openStudio(page);
  await expect(page.getByText('已恢复上次的画')).toBeVisible();
  await expect.poll(() => colourAt(again, 0.5, 0.3)).toBe('#b0503cff');
  await page.getByRole('button', { name: '清空重来' }).click();
  await expect.poll(() => colourAt(again, 0.5, 0.3)).toBe('#00000000');
});

test('a lost connection is tried again, with what was drawn meanwhile', async ({ studio }) => {
  const { page, picture, state } = studio;
  await startWithHouse(studio);
  await page.route('**/frames', (route) => route.abort('connectionfailed'));
  const before = await pictureSum(picture);
  await draw(studio, [0.1, 0.1], [0.9, 0.2]);
  await expect(state).toHaveText('重连中');
  await expect(page.getByText('画的内容都在，不会丢。')).toBeVisible();
  await page.getByRole('button', { name: '立即重试' }).click();
  await expect(state).toHaveText('重连中');
  await page.unroute('**/frames');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(state).toHaveText('实时');
  await expect.poll(() => pictureSum(picture)).not.toBe(before);
});

test('a second window takes over, and the first one can take it back', async ({ studio, context }) => {
  await startWithHouse(studio);
  const other = await openStudio(await context.newPage());
  await startButton(other.page).click();
  await expect(other.picture).toHaveAttribute('data-sequence', /\d+/, firstPicture);
  await studio.page.bringToFront();
  await draw(studio, [0.1, 0.1], [0.4, 0.1]);
  await expect(studio.page.getByText('已在另一个窗口开始实时渲染')).toBeVisible();
  await studio.page.getByRole('button', { name: '在这里继续' }).click();
  await expect(studio.state).toHaveText('实时');
});

test('without tickets it says so and opens what there is', async ({ studio }) => {
  const { page, state } = studio;
  const message = '实时券不足，需要 1 张，剩余 0 张';
  const values = { kind: '实时券', needed: 1, left: 0 };
  const short = { data: null, error: { code: 4000, reason: 'ticket.short', message, values } };
  await startWithHouse(studio);
  await page.route('**/frames', (route) => route.fulfill({ status: 409, json: short }));
  await draw(studio, [0.1, 0.1], [0.4, 0.1]);
  await expect(state).toHaveText('券不足');
  await expect(page.getByText(message)).toBeVisible();
  const offer = page.getByRole('dialog', { name: '实时券不足' });
  await expect(offer).toContainText('还差1 分钟');
  // The hand goes on drawing where the dialog is now.
  await draw(studio, [0.1, 0.1], [0.12, 0.1]);
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: '关闭' }).click();
  await expect(offer).toBeHidden();
  await page.getByRole('button', { name: '获得实时券' }).click();
  await expect(offer.getByRole('radio', { name: /实时券 30 分钟/ })).toBeChecked();
});

test('by key one press renders once', async ({ studio }) => {
  const { page, picture } = studio;
  let frames = 0;
  page.on('request', (request) => {
    if (request.url().includes('/frames')) frames += 1;
  });
  await startWithHouse(studio);
  await page.getByRole('radio', { name: '按键' }).check();
  await expect.poll(async () => frames - (await sequenceOf(picture))).toBe(0);
  const before = await sequenceOf(picture);
  await draw(studio, [0.1, 0.1], [0.9, 0.1]);
  await expect(page.getByRole('button', { name: '渲染这一笔（Enter）' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => sequenceOf(picture)).toBe(before + 1);
  await expect(page.getByRole('button', { name: '渲染这一笔（Enter）' })).toBeHidden();
});

test('who has no mouse draws with arrows and the space bar', async ({ studio }) => {
  const { page, board } = studio;
  await board.focus();
  await page.keyboard.press('5');
  for (let press = 0; press < 12; press += 1) await page.keyboard.press(']');
  await page.keyboard.press('Space');
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  expect(await colourAt(studio, 0.55, 0.5)).toBe('#b0503cff');
  await page.keyboard.press('Control+z');
  expect(await colourAt(studio, 0.55, 0.5)).toBe('#00000000');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible();
});

test('a picture is placed, moved and drawn over', async ({ studio }) => {
  const { page } = studio;
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2f7f9f' } })
    .png()
    .toBuffer();
  await page.getByLabel('上传放到画布上的图片').setInputFiles({ name: 'lake.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('button', { name: '移动图片' })).toHaveAttribute('aria-pressed', 'true');
  await draw(studio, [0.5, 0.5], [0.9, 0.5]);
  await page.keyboard.press('Enter');
  expect([await colourAt(studio, 0.2, 0.5), await colourAt(studio, 0.7, 0.5)]).toEqual(['#00000000', '#2f7f9fff']);
  await page.getByRole('button', { name: '填充' }).click();
  await material(page, '草地').click();
  const at = await spot(studio, 0.2, 0.5);
  await page.mouse.click(at.x, at.y);
  expect([await colourAt(studio, 0.1, 0.9), await colourAt(studio, 0.7, 0.5)]).toEqual(['#8dbb57ff', '#2f7f9fff']);
});

test('a shared screen is rendered until it is stopped', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getDisplayMedia = async () => {
      const canvas = document.createElement('canvas');
      canvas.width = 640;
      canvas.height = 480;
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      let step = 0;
      const paint = () => {
        context.fillStyle = '#8fc3f0';
        context.fillRect(0, 0, 640, 480);
        context.fillStyle = '#b0503c';
        context.fillRect(100 + (step++ % 40) * 8, 160, 200, 240);
      };
      paint();
      setInterval(paint, 100);
      return canvas.captureStream(10);
    };
  });
  await page.request.post('/__mock/accounts', { data: { phoneNo: newPhone() } });
  const { picture } = await openStudio(page);
  await page.getByRole('button', { name: '屏幕截取' }).click();
  await expect(page.getByText('正在截取屏幕，画面有变化时才计时')).toBeVisible();
  await startButton(page).click();
  await expect(picture).toHaveAttribute('data-sequence', /\d+/, firstPicture);
  const first = await sequenceOf(picture);
  await expect.poll(() => sequenceOf(picture)).toBeGreaterThan(first + 1);
  await page.getByRole('button', { name: '停止截取', exact: true }).click();
  await expect(page.getByText('正在截取屏幕，画面有变化时才计时')).toBeHidden();
  await expect(page.getByRole('button', { name: '屏幕截取' })).toHaveAttribute('aria-pressed', 'false');
});

test('where the browser cannot share a screen, a sentence says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  const { board } = await openStudio(page);
  await expect(board).toBeVisible();
  await page.getByRole('button', { name: '屏幕截取' }).click();
  await expect(page.getByText(/^这个浏览器不能截取屏幕/)).toBeVisible();
});

test('who is not logged in draws, and is asked at the start', async ({ page }) => {
  const studio = await openStudio(page);
  await draw(studio, [0.2, 0.5], [0.8, 0.5]);
  await startButton(page).click();
  await expect(page.getByRole('dialog').getByText('登录后开始实时渲染')).toBeVisible();
});

test('the screen has no accessibility faults in light and dark', async ({ studio }) => {
  expect(await faultsInLightAndDark(studio.page, { within: 'main' })).toEqual([]);
  await startWithHouse(studio);
  expect(await faultsInLightAndDark(studio.page, { within: 'main' })).toEqual([]);
});

test.describe('on a phone', () => {
  test.use(phoneLook);

  test('a finger draws, and paper and picture share the screen', async ({ studio }) => {
    const { page, picture } = studio;
    const at = await spot(studio, 0.5, 0.2);
    await material(page, '红砖').tap();
    await page.touchscreen.tap(at.x, at.y);
    expect(await colourAt(studio, 0.5, 0.2)).toBe('#b0503cff');
    await startButton(page).tap();
    await expect(picture).toHaveAttribute('data-sequence', /\d+/, firstPicture);
    const handle = page.getByRole('separator', { name: '画布与画面的分界' });
    const before = await picture.boundingBox();
    await handle.focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeLessThan(before?.height ?? 0);
    expect(await sidewaysParts(page, 390)).toEqual([]);
  });
});
