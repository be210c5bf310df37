import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { drawStreet, openTool, paint, shareChosen, size, test, upload } from './mask-desk.ts';

test('when the picture is deleted meanwhile the editor says so and keeps the mask', async ({ openDesk }) => {
  const buffer = await drawStreet('#7fb2d9');
  const desk = await openDesk({ picture: { name: 'gone.png', mimeType: 'image/png', buffer } });
  const { page, coverage, finish } = desk;
  await paint(desk, [200, 200], [360, 260]);
  const painted = await shareChosen({ coverage });
  await removeStored(buffer);
  // Whoever looks closely needs the file again.
  await page.keyboard.press('4');
  await expect(page.getByRole('alert').filter({ hasText: '原图读不到了，可能已被删除' })).toBeVisible();
  await expect(coverage).toHaveText(painted);
  await page.keyboard.press('0');
  const mask = await finish();
  expect([mask[200 * size.width + 200], mask[260 * size.width + 360], mask[0]]).toEqual([255, 255, 0]);
});

/** Removes a file from the server's storage, where it has the name of its content. */
async function removeStored(bytes: Buffer): Promise<void> {
  const folder = path.join(process.env.DATA_DIR ?? '', 'files');
  const name = createHash('sha256').update(bytes).digest('hex');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.includes(name));
  expect(files).not.toEqual([]);
  for (const file of files) await rm(path.join(folder, file), { recursive: true });
}

test('a panorama of 12,000 pixels is made smaller and can be painted', async ({ page }) => {
  const problems: Error[] = [];
  page.on('pageerror', (error) => problems.push(error));
  await openTool(page, '/clean');
  const wide = { create: { width: 12_000, height: 3200, channels: 3 as const, background: '#9ab' } };
  await upload(page, {
    name: 'panorama.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(wide).jpeg({ quality: 60 }).toBuffer(),
  });
  await expect(page.getByText(/^8192 × 2185 ·/)).toBeVisible();
  await expect(page.getByRole('application')).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('已选 100%').last()).toBeVisible();
  expect(problems).toEqual([]);
});

test('a large picture is shown reduced, which is said, and painted at its own pixels', async ({ openDesk }) => {
  const wide = { create: { width: 8000, height: 3200, channels: 3 as const, background: '#9ab' } };
  const buffer = await sharp(wide).jpeg({ quality: 60 }).toBuffer();
  const { page } = await openDesk({ picture: { name: 'wide.jpg', mimeType: 'image/jpeg', buffer } });
  await expect(page.getByText('图片 8000 × 3200 很大，画面缩小到 4096 像素宽显示，选区仍按原图像素')).toBeVisible();
});

test('an animated picture is refused with a sentence that says what to do', async ({ page }) => {
  const frames = [await drawStreet('#a9c6de'), await drawStreet('#e0b08a')];
  const buffer = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
  await openTool(page, '/clean');
  await upload(page, { name: 'waving.webp', mimeType: 'image/webp', buffer });
  await expect(page.getByText('这是动图：请截取一帧存成 PNG 或 JPG 后再上传').first()).toBeVisible();
});

test('of a 16-bit picture it is said that 8 bits are shown, and the mask is one of 8 bits', async ({ openDesk }) => {
  const values = Uint16Array.from({ length: size.width * size.height * 3 }, (_none, at) => (at * 37) % 65_536);
  const raw = { width: size.width, height: size.height, channels: 3 as const };
  const buffer = await sharp(values, { raw }).toColourspace('rgb16').png().toBuffer();
  expect((await sharp(buffer).metadata()).depth).toBe('ushort');
  const desk = await openDesk({ picture: { name: 'deep.png', mimeType: 'image/png', buffer } });
  await expect(desk.page.getByText('16 位图片按 8 位显示，选区不受影响')).toBeVisible();
  await paint(desk, [200, 200], [360, 260]);
  expect((await desk.finish())[200 * size.width + 200]).toBe(255);
});
