import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openMaskDesk, paint, shareChosen, size, spot } from '../../../tests/support/component-mask.tsx';
import { mouse, touch } from '../../../tests/support/component-pointer.ts';
import { answerWith, asked } from '../../../tests/support/components.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const at = (mask: Uint8ClampedArray) => (x: number, y: number) => mask[y * size.width + x] ?? 0;
const keys = (...all: string[]) => userEvent.keyboard(all.join(''));
const times = (key: string, count: number) => key.repeat(count);

test('a stroke goes on where the pointer leaves the picture', async () => {
  const desk = await openMaskDesk();
  await paint(desk, [200, 200], [200, 20]);
  const [from, inside] = [spot(desk, 250, 60), spot(desk, 300, 100)];
  await mouse.move(from);
  await mouse.down(from);
  await mouse.move({ x: inside.x, y: 4 });
  await mouse.move(inside);
  await mouse.up(inside);
  const value = at(await desk.finish());
  expect([value(300, 100), value(200, 100)]).toEqual([255, 255]);
});

test('the selection can be inverted and cleared, and an empty one is none', async () => {
  const desk = await openMaskDesk();
  await paint(desk, [200, 200], [260, 200]);
  await button('反选').click();
  await expect.element(page.getByRole('alert').filter({ hasText: '选区过大，建议使用整图渲染' })).toBeVisible();
  await button('清空').click();
  await expect.element(desk.coverage).toMatchTextContent('已选 0%');
  await button('完成').click();
  await expect.element(page.getByText(/还没有涂抹/).first()).toBeVisible();
  await expect.element(button(/^生成 · /)).toHaveAccessibleDescription(/请先涂抹要修改的区域/);
});

test('work goes on where it was left, and with another picture the region is gone', async () => {
  const desk = await openMaskDesk();
  await paint(desk, [200, 200], [260, 200]);
  const painted = await shareChosen(desk);
  await desk.finish();
  await button('修改区域').last().click();
  await expect.element(desk.coverage).toHaveTextContent(painted);
  await button('撤销').click();
  await expect.element(desk.coverage).toMatchTextContent('已选 0%');
  await button('重做').click();
  await button('完成').click();
  const region = page.getByRole('img', { name: /^(选区|修改区域) \d+%$/ }).last();
  await expect.element(region).toBeVisible();
  await button('移除').click();
  await expect.element(page.getByText('上传图片后在图上涂抹区域。')).toBeVisible();
  await button('撤销').click();
  await expect.element(region).toBeVisible();
});

test('the question mark opens the sheet of shortcuts, which lists every tool with its key', async () => {
  const { canvas } = await openMaskDesk();
  const tools = page.getByRole('toolbar', { name: '工具' }).getByRole('button').elements();
  const wanted = tools.map((tool) => [tool.getAttribute('aria-keyshortcuts'), tool.getAttribute('aria-label')]);
  expect(wanted.length).toBeGreaterThanOrEqual(9);
  await keys('?');
  const sheet = page.getByRole('dialog', { name: '快捷键' });
  await expect.element(sheet.getByRole('region', { name: '工具' })).toBeVisible();
  const rows = [...sheet.getByRole('region', { name: '工具' }).element().querySelectorAll('dl > div')];
  const shown = rows.map((row) => [row.querySelector('kbd')?.textContent, row.querySelector('dd')?.textContent]);
  expect(shown).toEqual(expect.arrayContaining(wanted));
  await keys('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  for (const [key, label] of wanted) {
    (canvas.element() as HTMLElement).focus();
    await keys(key ?? '');
    await expect.element(button(label ?? '')).toHaveAttribute('aria-pressed', 'true');
  }
});

test('a rectangle is drawn with the keys alone', async () => {
  const desk = await openMaskDesk();
  await keys('m', times('{ArrowLeft}', 6), '{Enter}', times('{ArrowRight}', 12), times('{ArrowDown}', 8), '{Enter}');
  await shareChosen(desk);
  await keys('x');
  await expect.element(button('减选')).toHaveAttribute('aria-pressed', 'true');
  const value = at(await desk.finish());
  expect([value(320, 230), value(320, 120)]).toEqual([255, 0]);
});

test('what is to be erased is grown in sight, and painted as it is when the user says so', async () => {
  const desk = await openMaskDesk();
  await keys('m');
  await paint(desk, [200, 120], [400, 260]);
  await expect.element(desk.coverage).toMatchTextContent('已选 12%');
  await button('调整').click();
  const growth = page.getByRole('spinbutton', { name: '扩缩数值' });
  await expect.element(growth).toHaveValue(4);
  await growth.fill('0');
  await expect.element(desk.coverage).toMatchTextContent('已选 11%');
  await growth.fill('4');
  await expect.element(desk.coverage).toMatchTextContent('已选 12%');
  const value = at(await desk.finish());
  expect([value(198, 190), value(190, 190)]).toEqual([255, 0]);
});

test('the edge is moved and softened without touching what was painted', async () => {
  const desk = await openMaskDesk('/materialChange');
  await keys('m');
  await paint(desk, [200, 120], [400, 260]);
  await expect.element(desk.coverage).toMatchTextContent('已选 11%');
  await button('调整').click();
  await page.getByRole('spinbutton', { name: '扩缩数值' }).fill('20');
  await expect.element(desk.coverage).toMatchTextContent('已选 17%');
  await page.getByRole('spinbutton', { name: '羽化数值' }).fill('16');
  await button('还原').click();
  await expect.element(desk.coverage).toMatchTextContent('已选 11%');
  await button('撤销').click();
  await expect.element(desk.coverage).toMatchTextContent(/已选 1[67]%/);
  const value = at(await desk.finish());
  expect([value(300, 190), value(198, 190), value(160, 190)]).toEqual([255, 255, 0]);
  expect(value(180, 190)).toBeGreaterThan(60);
  expect(value(180, 190)).toBeLessThan(200);
});

test('space moves the picture in the middle of a lasso', async () => {
  const desk = await openMaskDesk();
  await keys('l');
  const [from, corner] = [spot(desk, 200, 100), spot(desk, 400, 100)];
  await mouse.move(from);
  await mouse.down(from);
  for (const part of [0.3, 0.6, 1]) await mouse.move({ x: from.x + (corner.x - from.x) * part, y: from.y });
  await keys('{ >}');
  await mouse.move({ x: corner.x - 30, y: corner.y - 10 });
  await mouse.move({ x: corner.x - 60, y: corner.y - 20 });
  await keys('{/ }');
  for (const [x, y] of [
    [400, 250],
    [200, 250],
  ] as const)
    await mouse.move(spot(desk, x, y));
  await mouse.up(spot(desk, 200, 250));
  const value = at(await desk.finish());
  expect([value(300, 175), value(390, 240), value(420, 175), value(300, 90)]).toEqual([255, 255, 0, 0]);
});

test('a pen paints as wide as it is pressed, and then fingers only move the picture', async () => {
  const desk = await openMaskDesk();
  const { canvas } = desk;
  await page.getByRole('spinbutton', { name: '粗细' }).fill('60');
  const pen = (force: number) => ({ pointerType: 'pen' as const, force });
  await mouse.down(spot(desk, 150, 120), pen(1));
  for (let x = 160; x <= 500; x += 20) await mouse.move(spot(desk, x, 120), pen(x < 330 ? 1 : 0.2));
  await mouse.up(spot(desk, 500, 120), pen(0));
  const left = () => canvas.getByRole('img', { name: '要修改的图片' }).element().getBoundingClientRect().x;
  const before = left();
  const from = spot(desk, 320, 300);
  await touch('touchStart', from);
  await touch('touchMove', { x: from.x + 30, y: from.y - 20 });
  await touch('touchEnd');
  await expect.poll(() => Math.round(left() - before)).toBe(30);
  const value = at(await desk.finish());
  const heightAt = (x: number) =>
    Array.from({ length: size.height }, (_none, y) => value(x, y)).filter((grey) => grey === 255).length;
  expect(heightAt(200)).toBeGreaterThan(56);
  expect(heightAt(460)).toBeLessThan(30);
  expect(value(320, 300)).toBe(0);
});

/** Uploads of masks wait until the returned function is called. */
function holdUploads(): () => void {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  answerWith({
    async uploadImage() {
      await held;
      const imageId = `street-${size.width}x${size.height}-9`;
      return { imageId, url: `/api/images/${imageId}`, ...size, bytes: 900, sha256: '0'.repeat(64), format: 'png' };
    },
  });
  return goOn;
}

test('a region that is being stored while its picture is taken out comes back with the picture', async () => {
  const desk = await openMaskDesk();
  await paint(desk, [200, 200], [260, 200]);
  const goOn = holdUploads();
  await button('完成').click();
  await button('移除').click();
  await expect.element(page.getByText('上传图片后在图上涂抹区域。')).toBeVisible();
  goOn();
  await button('撤销').click();
  await expect.element(page.getByRole('img', { name: /^(选区|修改区域) \d+%$/ }).last()).toBeVisible();
});

/** Contents of the uploads so far, each as text. */
const uploaded = () =>
  Promise.all(asked.filter(({ name }) => name === 'uploadImage').map(({ sent }) => (sent.file as File).text()));

test('a run that starts while the region is being stored waits for it and stores it no second time', async () => {
  const desk = await openMaskDesk();
  const before = (await uploaded()).length;
  const goOn = holdUploads();
  // Another region than those of the tests before, whose uploads may still be on their way.
  await paint(desk, [180, 240], [280, 240]);
  await button('完成').click();
  await button(/^生成 · /).click();
  goOn();
  await expect.poll(() => desk.started.length).toBe(1);
  const sent = (await uploaded()).slice(before);
  expect(sent.length).toBeGreaterThan(0);
  expect(new Set(sent).size).toBe(sent.length);
});
