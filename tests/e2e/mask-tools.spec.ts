import { expect } from '@playwright/test';
import { drawStreet, openTool, size, spot, test, upload } from './mask-desk.ts';

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
