import { expect } from '@playwright/test';
import { share, size, spot, test } from './mask-desk.ts';

test('a click on a building proposes it, and the proposal is taken over as one step', async ({ desk }) => {
  const { page, canvas, coverage, finish } = desk;
  await page.keyboard.press('s');
  const wall = await spot(canvas, 260, 190);
  await page.mouse.click(wall.x, wall.y);
  await expect(page.getByRole('group', { name: '选区大小' })).toBeVisible();
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

test('on a phone one finger paints and the editor fills the screen @phone', async ({ desk }) => {
  const { page, canvas, coverage, finish } = desk;
  const at = await spot(canvas, 320, 200);
  await page.touchscreen.tap(at.x, at.y);
  await expect(coverage).not.toHaveText('已选 0%');
  const screen = page.viewportSize();
  expect(await page.getByRole('region', { name: '修改区域编辑器' }).boundingBox()).toEqual({ x: 0, y: 0, ...screen });
  const mask = await finish();
  expect(mask[200 * size.width + 320]).toBe(255);
});
