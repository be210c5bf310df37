import { readFile } from 'node:fs/promises';
import { expect, type Page, type Request } from '@playwright/test';
import sharp from 'sharp';
import { test as base } from '../support/story.ts';

/** A tool of a new account with a finished run in view. */
const test = base.extend<{ finished: Page }>({
  finished: async ({ page, account }, use) => {
    await account();
    await page.goto('/toline');
    const house = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="300"><rect width="420" height="300"
      fill="#9cc3e6"/><rect x="90" y="110" width="240" height="130" fill="#e8e2d8"/></svg>`;
    const buffer = await sharp(Buffer.from(house)).png().toBuffer();
    await page.locator('input[type="file"]').first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    const start = page.getByRole('button', { name: /^生成 · / });
    await expect(start).toHaveAttribute('aria-disabled', 'false');
    await start.click();
    await expect(page.getByRole('slider', { name: '对比位置' })).toBeVisible({ timeout: 50_000 });
    await use(page);
  },
});

const isStart = (request: Request) => request.url().endsWith('/api/ai/startTask');
const formOf = (request: Request) => Object.fromEntries(new URLSearchParams(request.postData() ?? ''));

test('a result goes on in another tool, which knows where it came from', { tag: '@smoke' }, async ({
  finished: page,
}) => {
  await page.getByRole('button', { name: '发送到…' }).click();
  await page.getByRole('navigation', { name: '发送到工具' }).getByRole('link', { name: '清晰度提升' }).click();
  await expect(page).toHaveURL(/\/upScaleImg\?base=[^&]+&parent=[^&]+$/);
  const query = new URL(page.url()).searchParams;
  const start = page.getByRole('button', { name: /^生成 · / });
  await expect(start).toHaveAttribute('aria-disabled', 'false');
  const [request] = await Promise.all([page.waitForRequest(isStart), start.click()]);
  const sent = formOf(request);
  expect(sent.parent).toBe(query.get('parent'));
  expect(JSON.parse(sent.params ?? '{}').upload_img).toBe(query.get('base'));
});

test('a film is shown with controls and taken home as it is', async ({ finished: page }) => {
  await page.route('**/api/ai/getTaskList*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [task] = body.data.list;
    const [image] = task.images;
    task.video = { imageId: image.imageId, url: image.url, coverUrl: image.url, cover: image, durationMs: 5000 };
    task.images = [];
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await page.getByRole('region', { name: '这个工具的历史' }).getByRole('button').first().click();
  const film = page.locator('video');
  await expect(film).toBeVisible();
  await expect(film).toHaveJSProperty('controls', true);
  await expect(film).toHaveAttribute('poster', /\/api\/images\//);
  await expect(page.getByRole('button', { name: '发送到…' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载 MP4' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('teda_video.mp4');
  expect((await readFile(await download.path())).length).toBeGreaterThan(0);
});
