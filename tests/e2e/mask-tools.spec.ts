import { expect } from '@playwright/test';
import { drawStreet, openTool, paint, size, spot, test, upload } from './mask-desk.ts';

test('regions are drawn with the keys alone, and the keys can be looked up', async ({ desk }) => {
  const { page, canvas, coverage, finish } = desk;
  const times = async (key: string, count: number) => {
    for (let time = 0; time < count; time += 1) await page.keyboard.press(key);
  };
  await page.keyboard.press('m');
  await times('ArrowLeft', 6);
  await page.keyboard.press('Enter');
  await times('ArrowRight', 12);
  await times('ArrowDown', 8);
  await page.keyboard.press('Enter');
  await expect(coverage).not.toHaveText('已选 0%');
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: '减选' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: '快捷键' });
  await expect(sheet.getByText('磁性套索')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(canvas).toBeFocused();
  const mask = await finish();
  expect(mask[230 * size.width + 320]).toBe(255);
  expect(mask[120 * size.width + 320]).toBe(0);
});

test('what is to be erased is grown in sight, and painted as it is when the user says so', async ({ desk }) => {
  const { page, coverage, finish } = desk;
  await page.keyboard.press('m');
  await paint(desk, [200, 120], [400, 260]);
  await expect(coverage).toHaveText('已选 12%');
  await page.getByRole('button', { name: '调整' }).click();
  const growth = page.getByRole('spinbutton', { name: '扩缩数值' });
  await expect(growth).toHaveValue('4');
  await growth.fill('0');
  await expect(coverage).toHaveText('已选 11%');
  await growth.fill('4');
  const mask = await finish();
  expect([198, 190].map((x) => mask[190 * size.width + x])).toEqual([255, 0]);
});

test('the edge is moved and softened without touching what was painted', async ({ openDesk }) => {
  const desk = await openDesk({ path: '/materialChange' });
  const { page, coverage, finish } = desk;
  await page.keyboard.press('m');
  await paint(desk, [200, 120], [400, 260]);
  await expect(coverage).toHaveText('已选 11%');
  await page.getByRole('button', { name: '调整' }).click();
  await page.getByRole('spinbutton', { name: '扩缩数值' }).fill('20');
  await expect(coverage).toHaveText('已选 17%');
  await page.getByRole('spinbutton', { name: '羽化数值' }).fill('16');
  await page.getByRole('button', { name: '还原' }).click();
  await expect(coverage).toHaveText('已选 11%');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(coverage).toHaveText(/已选 1[67]%/);
  const mask = await finish();
  const at = (x: number, y: number) => mask[y * size.width + x] ?? 0;
  expect([at(300, 190), at(198, 190), at(160, 190)]).toEqual([255, 255, 0]);
  expect(at(180, 190)).toBeGreaterThan(60);
  expect(at(180, 190)).toBeLessThan(200);
});

test('the magnetic lasso follows a wall, and a colour is taken with a click', async ({ openDesk }) => {
  const desk = await openDesk({ path: '/materialChange' });
  const { page, canvas, coverage, finish } = desk;
  await page.keyboard.press('n');
  for (const [x, y] of [
    [84, 99],
    [436, 99],
    [436, 284],
    [84, 284],
  ] as const) {
    const { x: left, y: top } = await spot(canvas, x, y);
    const count = await canvas.locator('rect[data-first]').count();
    await page.mouse.click(left, top);
    await expect(canvas.locator('rect[data-first]')).toHaveCount(count + 1);
  }
  await page.keyboard.press('Enter');
  await expect(coverage).toHaveText(/已选 2[78]%/);
  await page.keyboard.press('w');
  const sky = await spot(canvas, 560, 60);
  await page.mouse.click(sky.x, sky.y);
  await expect(coverage).toHaveText(/已选 (6|7|8)\d%/);
  const mask = await finish();
  const at = (x: number, y: number) => mask[y * size.width + x];
  expect([at(260, 190), at(82, 190), at(560, 60), at(496, 250)]).toEqual([255, 255, 255, 0]);
});

test('space moves the picture in the middle of a lasso', async ({ desk }) => {
  const { page, canvas, finish } = desk;
  await page.keyboard.press('l');
  const from = await spot(canvas, 200, 100);
  const corner = await spot(canvas, 400, 100);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(corner.x, corner.y, { steps: 6 });
  await page.keyboard.down(' ');
  await page.mouse.move(corner.x - 60, corner.y - 20, { steps: 3 });
  await page.keyboard.up(' ');
  for (const [x, y] of [
    [400, 250],
    [200, 250],
  ] as const) {
    const at = await spot(canvas, x, y);
    await page.mouse.move(at.x, at.y, { steps: 6 });
  }
  await page.mouse.up();
  const mask = await finish();
  const at = (x: number, y: number) => mask[y * size.width + x];
  expect([at(300, 175), at(390, 240), at(420, 175), at(300, 90)]).toEqual([255, 255, 0, 0]);
});

test('a pen paints as wide as it is pressed, and then fingers only move the picture', async ({ desk }) => {
  const { page, canvas, finish } = desk;
  await page.getByRole('spinbutton', { name: '粗细' }).fill('60');
  const session = await page.context().newCDPSession(page);
  const pen = async (kind: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number, force: number) => {
    const at = await spot(canvas, x, y);
    const held = { button: 'left' as const, buttons: kind === 'mouseReleased' ? 0 : 1, clickCount: 1 };
    await session.send('Input.dispatchMouseEvent', { type: kind, ...at, ...held, pointerType: 'pen', force });
  };
  await pen('mousePressed', 150, 120, 1);
  for (let x = 160; x <= 500; x += 10) await pen('mouseMoved', x, 120, x < 330 ? 1 : 0.2);
  await pen('mouseReleased', 500, 120, 0);
  const picture = canvas.getByRole('img', { name: '要修改的图片' });
  const before = await picture.boundingBox();
  const from = await spot(canvas, 320, 300);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: from.x + 30, y: from.y - 20 }]);
  await touch('touchEnd', []);
  await expect.poll(async () => Math.round(((await picture.boundingBox())?.x ?? 0) - (before?.x ?? 0))).toBe(30);
  const mask = await finish();
  const heightAt = (x: number) =>
    Array.from({ length: size.height }, (_none, y) => mask[y * size.width + x]).filter((value) => value === 255).length;
  expect(heightAt(200)).toBeGreaterThan(56);
  expect(heightAt(460)).toBeLessThan(30);
  expect(mask[300 * size.width + 320]).toBe(0);
});

test('on a phone two fingers zoom and leave no mark, and all tools are under the thumb @phone', async ({ desk }) => {
  const { page, canvas, coverage, finish } = desk;
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  const middle = await spot(canvas, 320, 200);
  const picture = canvas.getByRole('img', { name: '要修改的图片' });
  const before = (await picture.boundingBox())?.width ?? 0;
  const left = (by: number) => ({ x: middle.x - by, y: middle.y });
  const right = (by: number) => ({ x: middle.x + by, y: middle.y });
  await touch('touchStart', left(30));
  await touch('touchStart', left(30), right(30));
  for (const by of [40, 50, 60]) await touch('touchMove', left(by), right(by));
  await touch('touchEnd');
  await expect.poll(async () => ((await picture.boundingBox())?.width ?? 0) / before).toBeGreaterThan(1.7);
  await expect(coverage).toHaveText('已选 0%');
  const rail = page.getByRole('toolbar', { name: '工具' });
  for (const button of await rail.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await touch('touchStart', left(40));
  for (let by = 30; by >= -40; by -= 10) await touch('touchMove', left(by));
  await touch('touchEnd');
  await expect(coverage).not.toHaveText('已选 0%');
  const mask = await finish();
  expect(mask[200 * size.width + 320]).toBe(255);
});

test('corners of a floor are told of where they cross, and those that were cleared come back with one press', async ({
  page,
}) => {
  await openTool(page, '/emptyRoom');
  await upload(page, { name: 'room.png', mimeType: 'image/png', buffer: await drawStreet() });
  await page.getByRole('button', { name: '在图上取点' }).click();
  const editor = page.getByRole('region', { name: '标出地面编辑器' });
  const canvas = editor.getByRole('application');
  const set = async (...corners: readonly (readonly [number, number])[]) => {
    for (const [x, y] of corners) await canvas.click({ position: { x, y } });
  };
  const crossed = page.getByText('交叉的线');
  await set([300, 300], [600, 420], [500, 300], [200, 420]);
  await editor.getByRole('button', { name: '完成' }).click();
  await expect(crossed.first()).toBeVisible();
  await page.getByRole('button', { name: '修改', exact: true }).click();
  await editor.getByRole('button', { name: '清空' }).click();
  await set([300, 300], [500, 300], [600, 420], [200, 420]);
  await editor.getByRole('button', { name: '清空' }).click();
  await editor.getByRole('button', { name: '撤销清空' }).click();
  await editor.getByRole('button', { name: '完成' }).click();
  await expect(crossed).toHaveCount(0);
  await page.getByRole('button', { name: '清除' }).click();
  await page.getByRole('status').getByRole('button', { name: '撤销' }).click();
  await expect(page.getByRole('button', { name: '修改', exact: true })).toBeVisible();
});
