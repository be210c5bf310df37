import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { newClientKey } from '#shared/domain/client-key';
import { test } from '../support/story.ts';
import { drawStreet, openTool, paint } from './mask-desk.ts';

const prompt = (page: Page) => page.getByRole('textbox', { name: '创意描述' });
const base = (page: Page) => page.getByRole('img', { name: '底图预览' });
const stored = /\/api\/images\//;

/** Stores a picture of the account. @returns its id. */
async function store(page: Page, sky?: string): Promise<string> {
  const file = { name: 'street.png', mimeType: 'image/png', buffer: await drawStreet(sky) };
  const answer = await page.request.post('/api/upload/image', { multipart: { file } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data.imageId;
}

/** The tab dies without a word. @returns a new one of the same browser. */
async function crash(page: Page): Promise<Page> {
  const context = page.context();
  const dead = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await dead;
  await page.close();
  return context.newPage();
}

/** The red film of a mask lies over the stage and over the small picture of its field. */
async function seesFilms(page: Page): Promise<void> {
  for (const place of ['画面', '图片']) {
    const film = page.getByRole('region', { name: place }).getByLabel(/^选区 \d+%$/);
    await expect(film).toBeVisible();
    const reds = async () => redShareOf(await film.screenshot());
    await expect.poll(reds).toBeGreaterThan(0.005);
    expect(await reds()).toBeLessThan(0.2);
  }
}

/** Share of the pixels of a picture that the accent colour tints, 0–1. */
async function redShareOf(png: Buffer): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let reds = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red - green > 30 && red - blue > 30) reds += 1;
  }
  return reds / (info.width * info.height);
}

/** Everything this browser keeps of the tools' pages, as text. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('tool-sessions');
        request.onsuccess = () => {
          const database = request.result;
          const rows = database.transaction('sessions').objectStore('sessions').getAll();
          rows.onsuccess = () => {
            database.close();
            resolve(JSON.stringify(rows.result));
          };
        };
      }),
  );
}

test('forms, pictures and a mask of five tools are there again after the tab has crashed', async ({ page }) => {
  await openTool(page, '/clean');
  const imageId = await store(page);
  await page.goto(`/clean?base=${imageId}`);
  const editor = page.getByRole('region', { name: '修改区域编辑器' });
  const canvas = editor.getByRole('application');
  await paint({ page, canvas, coverage: editor, finish: async () => new Uint8Array() }, [200, 200], [360, 260]);
  await editor.getByRole('button', { name: '完成' }).click();
  await expect(editor).toBeHidden();
  await seesFilms(page);

  await page.goto(`/toline?base=${imageId}`);
  await page.getByRole('radio', { name: 'CAD' }).check();
  await page.goto(`/extendImg?base=${imageId}`);
  await prompt(page).fill('左边接一片竹林');
  await page.goto(`/upScaleImg?base=${imageId}`);
  await page.getByRole('radio', { name: '4×' }).check();
  await page.goto('/text2Img');
  await prompt(page).fill('湖边的木屋');
  await expect.poll(() => keptText(page)).toContain('湖边的木屋');

  const after = await crash(page);
  await after.goto('/text2Img');
  await expect(prompt(after)).toHaveValue('湖边的木屋');
  await after.goto('/upScaleImg');
  await expect(after.getByRole('radio', { name: '4×' })).toBeChecked();
  await expect(base(after)).toHaveAttribute('src', stored);
  await after.goto('/extendImg');
  await expect(prompt(after)).toHaveValue('左边接一片竹林');
  await after.goto('/toline');
  await expect(after.getByRole('radio', { name: 'CAD' })).toBeChecked();
  await after.goto('/clean');
  await seesFilms(after);
  await expect(after.getByText('没有存完')).toHaveCount(0);
});

const startButton = (page: Page) => page.getByRole('button', { name: /^生成 · / });
const history = (page: Page) => page.getByRole('region', { name: '这个工具的历史' });

test('Back and a reload bring the changed form and the result back, and a send takes no words along', {
  tag: '@smoke',
}, async ({ page }) => {
  await openTool(page, '/atmosphereChange');
  const [first, second] = [await store(page), await store(page, '#e0b48c')];
  await page.goto(`/extendImg?base=${first}`);
  await prompt(page).fill('把墙换成木格栅');
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'dusk.png',
      mimeType: 'image/png',
      buffer: await drawStreet('#e0b48c'),
    });
  const others = new RegExp(`/api/images/(?!${first})`);
  await expect(base(page)).toHaveAttribute('src', others);
  const changed = (await base(page).getAttribute('src')) ?? '';
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'false');
  await startButton(page).click();
  await page.getByRole('button', { name: '发送到…' }).click();
  await page.getByRole('navigation', { name: '发送到工具' }).getByRole('link', { name: '细节增强放大' }).click();
  await expect(page).toHaveURL(/realUpImg\?base=/);
  await expect(base(page)).toHaveAttribute('src', stored);
  await expect(prompt(page)).toHaveValue('');

  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`base=${first}`));
  await expect(page.getByRole('button', { name: '发送到…' })).toBeVisible();
  await expect(prompt(page)).toHaveValue('把墙换成木格栅');
  await expect(base(page)).toHaveAttribute('src', changed);
  await page.reload();
  await expect(page.getByRole('button', { name: '发送到…' })).toBeVisible();
  await expect(prompt(page)).toHaveValue('把墙换成木格栅');
  await expect(base(page)).toHaveAttribute('src', changed);

  // A new address counts again.
  await page.goto(`/extendImg?base=${second}`);
  await expect(base(page)).toHaveAttribute('src', new RegExp(second));
});

const acts = (page: Page) => page.getByRole('toolbar', { name: '对结果的操作' });

async function remove(page: Page): Promise<void> {
  await acts(page).getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: /^删除/ }).click();
}

test('emptying a form and deleting a result are taken back with one press', async ({ page }) => {
  await openTool(page, '/toline');
  await page.goto(`/toline?base=${await store(page)}`);
  await page.getByRole('radio', { name: 'CAD' }).check();
  await startButton(page).click();
  const takeBack = page.getByRole('status').getByRole('button', { name: '撤销' });
  await remove(page);
  await expect(history(page).getByText('还没有结果')).toBeVisible();
  await takeBack.click();
  await expect(history(page).getByRole('listitem')).toHaveCount(1);
  await expect(acts(page)).toBeVisible();

  await page.getByRole('button', { name: '新建' }).click();
  await expect(page.getByText('先放一张底图')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'CAD' })).not.toBeChecked();
  await takeBack.click();
  await expect(page.getByRole('radio', { name: 'CAD' })).toBeChecked();
  await expect(base(page)).toHaveAttribute('src', stored);
  await expect(acts(page)).toBeVisible();

  await page.getByRole('button', { name: '新建' }).click();
  await page.reload();
  await expect(page.getByText('先放一张底图')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'CAD' })).not.toBeChecked();
});

test('a picture that was deleted meanwhile is said where it was', async ({ page }) => {
  await openTool(page, '/toline');
  const imageId = await store(page);
  await page.goto(`/toline?base=${imageId}`);
  await expect(base(page)).toHaveAttribute('src', stored);
  await expect.poll(() => keptText(page)).toContain(imageId);
  await page.route(`**/api/images/${imageId}*`, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.getByText('之前的图片已不存在，请重新选择')).toBeVisible();
  await expect(base(page)).toHaveCount(0);
});

test('a second tab has a form of its own and follows runs, results and tickets of the first', {
  tag: '@smoke',
}, async ({ page }) => {
  await openTool(page, '/text2Img');
  await prompt(page).fill('湖边的木屋');
  await expect.poll(() => keptText(page)).toContain('湖边的木屋');
  const other = await page.context().newPage();
  await other.goto('/text2Img');
  await expect(prompt(other)).toHaveValue('湖边的木屋');
  await prompt(other).fill('山上的石屋');
  await expect.poll(() => keptText(other)).toContain('山上的石屋');
  await expect(prompt(page)).toHaveValue('湖边的木屋');
  await page.reload();
  await expect(prompt(page)).toHaveValue('湖边的木屋');

  const left = (await other.getByText(/^剩余 \d+ 普通券/).textContent()) ?? '';
  // Films are not judged, so its tickets are spent, where no tab sees it: the run's news has the purse counted anew.
  const params = { upload_img: await store(page) };
  const data = { tool: 'img2Video', clientKey: newClientKey(), params };
  expect((await page.request.post('/api/ai/startTask', { data })).ok()).toBe(true);
  await startButton(page).click();
  await expect(history(other).getByRole('listitem')).toHaveCount(1);
  await expect(acts(page)).toBeVisible();
  await expect(history(other).getByRole('button', { name: /完成/ })).toBeVisible();
  await expect(other.getByText(/^剩余 \d+ 普通券/)).not.toHaveText(left);
  await remove(page);
  await expect(history(other).getByText('还没有结果')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: '撤销' }).click();
  await expect(history(other).getByRole('listitem')).toHaveCount(1);
});

test('a picture that waits for a login waits on after a reload, and the login of another tab sends it', async ({
  page,
}) => {
  await page.goto('/toline');
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'street.png',
      mimeType: 'image/png',
      buffer: await drawStreet(),
    });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => keptText(page)).toContain('upload_img');
  await page.reload();
  await expect(page.getByText('登录后继续上传').first()).toBeVisible();
  const other = await page.context().newPage();
  await openTool(other, '/text2Img');
  await other.evaluate(() => new BroadcastChannel('login').postMessage('changed'));
  await expect(base(page)).toHaveAttribute('src', stored);
});
