import { expect, type Locator, type Page } from '@playwright/test';
import { test as base } from '../support/user.ts';

/** The screen of a new account, with the parts a story looks at. */
interface Studio {
  page: Page;
  board: Locator;
  picture: Locator;
  state: Locator;
}

const test = base.extend<{ studio: Studio }>({
  studio: async ({ page, account }, use) => {
    await account();
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

/** Window coordinates of a point of the paper, 0–1 each way. */
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

test('who is not logged in draws, and is asked at the start', async ({ page }) => {
  const studio = await openStudio(page);
  await draw(studio, [0.2, 0.5], [0.8, 0.5]);
  await startButton(page).click();
  await expect(page.getByRole('dialog').getByText('登录后开始实时渲染')).toBeVisible();
});
