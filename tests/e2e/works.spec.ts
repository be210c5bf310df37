import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import { bar, cards, choose, desk, expect, test, viewer } from './works-account.ts';

test('works are chosen by click, range and keys, and taken home as one archive', { tag: '@smoke' }, async ({
  designer,
}) => {
  const { page, draw } = designer;
  await draw(4);
  await page.goto(desk);
  await expect(cards(page)).toHaveCount(4);
  await choose(cards(page).nth(0));
  await cards(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('已选 3 个');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);

  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(cards(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(bar(page)).toContainText('已选 2 个');
  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: '移动到项目' }).click();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toContainText('已选 4 个');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('已选 4 个');

  for (const [button, ending] of [
    ['下载', 'jpg'],
    ['下载 PNG', 'png'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar(page).getByRole('button', { name: button, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('photo.zip');
    const zip = await JSZip.loadAsync(await readFile(await download.path()));
    expect(Object.keys(zip.files)).toEqual([1, 2, 3, 4].map((number) => `teda_img_0${number}.${ending}`));
  }
});

test('the list is found where it was left: after a work, after another page, after a reload', async ({ designer }) => {
  const { page, draw } = designer;
  await draw(13);
  await page.setViewportSize({ width: 1440, height: 460 });
  await page.goto(desk);
  await expect(cards(page)).toHaveCount(13);
  await page.mouse.move(900, 400);
  await page.mouse.wheel(0, 430);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(430);
  const topOf = async () => (await page.locator('[data-index="8"]').boundingBox())?.y;
  const top = await topOf();
  await cards(page).nth(8).locator('[data-act="open"]').click();
  await expect(viewer(page)).toBeFocused();
  await viewer(page).getByRole('button', { name: '发送到工具' }).click();
  await page.getByRole('navigation', { name: '发送到工具' }).getByRole('link', { name: '清晰度提升' }).click();
  await expect(page).toHaveURL(/upScaleImg/);
  await page.goBack();
  await page.goBack();
  await expect(viewer(page)).toHaveCount(0);
  await expect.poll(topOf).toBe(top);
  await page.reload();
  await expect.poll(topOf).toBe(top);
});

test('a waiting work says its place, is called off, and hears of what happens elsewhere', { tag: '@engine' }, async ({
  designer,
}) => {
  const { page, post } = designer;
  const render = (index: number) =>
    post('/api/ai/startTask', {
      tool: 'text2Img',
      params: { promptTxt: `湖边的木屋 ${index}` },
      clientKey: `text-${index}-${Math.random()}`,
    });
  const started: unknown[] = [];
  for (let index = 0; index < 4; index += 1) started.push((await render(index)).taskId);
  await page.goto(`${desk}?tab=running`);
  const last = cards(page).first();
  await expect(last).toContainText(/前面 \d+ 个|马上开始|生成中/);
  await last.getByRole('button', { name: '取消这个任务' }).click();
  await expect(last).toContainText('已取消', { timeout: 60_000 });
  for (const taskId of started) await post('/api/ai/cancelTask', { taskId });
  // The others were called off elsewhere: the events say so.
  await expect(page.getByRole('button', { name: '取消这个任务' })).toHaveCount(0);
});

test('@phone a finger that rests on a work chooses it, and taps go on choosing', { tag: '@smoke' }, async ({
  designer: { page, draw },
}) => {
  await draw(2);
  await page.goto(desk);
  await expect(cards(page)).toHaveCount(2);
  const box = await cards(page).first().boundingBox();
  if (!box) throw new Error('the first card has no box');
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await expect(bar(page)).toContainText('已选 1 个');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await cards(page).nth(1).tap();
  await expect(bar(page)).toContainText('已选 2 个');
  await expect(viewer(page)).toHaveCount(0);
  await cards(page).nth(0).tap();
  await expect(bar(page)).toContainText('已选 1 个');
});
