import { expect, type Request } from '@playwright/test';
import { faultsInLightAndDark } from '../support/accessibility.ts';
import { isUpload, paint, share, shareChosen, size, spot, test } from './mask-desk.ts';

test('a region is painted, partly taken back and sent as a grey picture', { tag: '@smoke' }, async ({ desk }) => {
  const { page, coverage, finish } = desk;
  await expect(coverage).toHaveText('已选 0%');
  await page.getByRole('spinbutton', { name: '粗细' }).fill('40');
  await paint(desk, [480, 220], [520, 320]);
  const once = await shareChosen({ coverage });
  await paint(desk, [100, 100], [300, 100]);
  await expect(coverage).not.toHaveText(once);
  await page.keyboard.press('Control+z');
  await expect(coverage).toHaveText(once);
  await page.keyboard.press('Control+Shift+z');
  await expect(coverage).not.toHaveText(once);
  await page.getByRole('button', { name: '撤销' }).click();

  const mask = await finish();
  const at = (x: number, y: number) => mask[y * size.width + x];
  expect([at(480, 220), at(500, 270), at(520, 320), at(200, 100), at(430, 270)]).toEqual([255, 255, 255, 0, 0]);
  expect(new Set(mask)).toEqual(new Set([0, 255]));
  await expect(page.getByText(`已选 ${(share(mask) * 100).toFixed(0)}%`)).toBeVisible();
});

test('a stroke goes on where the pointer leaves the picture', async ({ desk }) => {
  const { page, canvas, finish } = desk;
  await paint(desk, [200, 200], [200, 20]);
  const inside = await spot(canvas, 300, 100);
  await page.mouse.move((await spot(canvas, 250, 60)).x, (await spot(canvas, 250, 60)).y);
  await page.mouse.down();
  await page.mouse.move(inside.x, 4, { steps: 4 });
  await page.mouse.move(inside.x, inside.y, { steps: 4 });
  await page.mouse.up();
  const mask = await finish();
  expect(mask[100 * size.width + 300]).toBe(255);
  expect(mask[100 * size.width + 200]).toBe(255);
});

test('a polygon is drawn with the keys alone', async ({ desk }) => {
  const { page, coverage, finish } = desk;
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: '多边形' })).toHaveAttribute('aria-pressed', 'true');
  const go = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  };
  const times = (key: string, count: number) => Array.from({ length: count }, () => key);
  await go(...times('ArrowLeft', 8), ...times('ArrowUp', 6));
  await go(...times('ArrowRight', 16));
  await go(...times('ArrowDown', 12));
  await go('ArrowRight');
  await page.keyboard.press('Backspace');
  await expect(coverage).toHaveText('已选 0%');
  await page.getByRole('button', { name: '闭合' }).click();
  await expect(coverage).not.toHaveText('已选 0%');
  await page.keyboard.press('Control+z');
  await expect(coverage).toHaveText('已选 0%');
  await page.keyboard.press('Control+y');
  const mask = await finish();
  expect(share(mask)).toBeGreaterThan(0.005);
  expect(mask[199 * size.width + 321]).toBe(255);
});

test('the selection can be inverted, cleared and begun again, and an empty one is none', async ({ desk }) => {
  const { page, coverage } = desk;
  await paint(desk, [200, 200], [260, 200]);
  await page.getByRole('button', { name: '反选' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '选区过大，建议使用整图渲染' })).toBeVisible();
  await page.getByRole('button', { name: '清空' }).click();
  await expect(coverage).toHaveText('已选 0%');
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByText('还没有涂抹')).toBeVisible();
  await expect(page.getByRole('button', { name: /^生成 · / })).toHaveAccessibleDescription(/请先涂抹要修改的区域/);
});

test('work goes on where it was left, and with another picture the region is gone', async ({ desk }) => {
  const { page, coverage, finish } = desk;
  await paint(desk, [200, 200], [260, 200]);
  const painted = await shareChosen({ coverage });
  await finish();
  await page.getByRole('button', { name: '修改区域', exact: true }).last().click();
  await expect(coverage).toHaveText(painted);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(coverage).toHaveText('已选 0%');
  await page.getByRole('button', { name: '重做' }).click();
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByRole('button', { name: '移除', exact: true }).click();
  await expect(page.getByText('上传图片后在图上涂抹区域。')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByRole('img', { name: /^(选区|修改区域) \d+%$/ }).last()).toBeVisible();
});

test('a click on a building proposes it, and the proposal is taken over as one step', async ({ desk }) => {
  const { page, canvas, coverage, finish } = desk;
  await page.keyboard.press('s');
  const wall = await spot(canvas, 260, 190);
  await page.mouse.click(wall.x, wall.y);
  await expect(page.getByRole('group', { name: '选区大小' })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Enter');
  await expect(coverage).not.toHaveText('已选 0%');
  await page.keyboard.press('Control+z');
  await expect(coverage).toHaveText('已选 0%');
  await page.keyboard.press('Control+Shift+z');
  const mask = await finish();
  const at = (x: number, y: number) => mask[y * size.width + x];
  expect([at(260, 190), at(40, 40), at(600, 380)]).toEqual([255, 0, 0]);
  expect(share(mask)).toBeGreaterThan(0.2);
});

test('a start stores first what was painted, and a preview is free', async ({ page, openDesk }) => {
  await page.route('**/api/ai/tools*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const engines = [{ name: 'embedded', title: '内置引擎', quality: 'preview', algorithm: 'any' }];
    for (const tool of body.data) if (tool.id === 'clean') tool.engines = engines;
    await route.fulfill({ response: answer, json: body });
  });
  const desk = await openDesk();
  const start = page.getByRole('button', { name: '生成 · 免费（示意图）' });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await paint(desk, [200, 200], [260, 200]);
  await expect(start).toHaveAttribute('aria-disabled', 'false');
  const isStart = (request: Request) => request.url().endsWith('/api/ai/startTask');
  const [upload, request] = await Promise.all([
    page.waitForResponse(isUpload),
    page.waitForRequest(isStart),
    page.keyboard.press('Control+Enter'),
  ]);
  const sent = new URLSearchParams(request.postData() ?? '');
  expect(JSON.parse(sent.get('params') ?? '{}')).toMatchObject({ mask: (await upload.json()).data.imageId });
  await expect(page.getByRole('region', { name: '修改区域编辑器' })).toBeHidden();
});

test('the editor has no accessibility faults in light and dark', async ({ desk }) => {
  await paint(desk, [200, 200], [260, 200]);
  expect(await faultsInLightAndDark(desk.page, { within: 'main' })).toEqual([]);
});

test('on a phone one finger paints and the editor fills the screen @phone', { tag: '@smoke' }, async ({ desk }) => {
  const { page, canvas, coverage, finish } = desk;
  const at = await spot(canvas, 320, 200);
  await page.touchscreen.tap(at.x, at.y);
  await expect(coverage).not.toHaveText('已选 0%');
  const screen = page.viewportSize();
  expect(await page.getByRole('region', { name: '修改区域编辑器' }).boundingBox()).toEqual({ x: 0, y: 0, ...screen });
  const mask = await finish();
  expect(mask[200 * size.width + 320]).toBe(255);
});
