import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import { accessibilityFaults } from '../support/accessibility.ts';
import { bar, cards, choose, desk, expect, test, viewer } from './works-account.ts';

test('somebody new is told what to do first', async ({ designer: { page } }) => {
  await page.goto(desk);
  await expect(page.getByRole('heading', { name: '还没有作品' })).toBeVisible();
  await expect(page.getByRole('link', { name: '选择工具' })).toHaveAttribute('href', '/list');
  await page.getByRole('button', { name: '失败' }).click();
  await expect(page.getByRole('heading', { name: '没有失败的任务' })).toBeVisible();
  await expect(page).toHaveURL(/tab=failed/);
});

test('a project is made, filled, renamed, given a cover and deleted without losing its works', async ({ designer }) => {
  const { page, draw } = designer;
  await draw(2);
  await page.goto(desk);
  await expect(cards(page)).toHaveCount(2);
  await choose(cards(page).first());
  await bar(page).getByRole('button', { name: '移动到项目' }).click();
  await page.getByRole('textbox', { name: '查找或新建项目' }).fill('湖边别墅');
  await page.getByRole('button', { name: '新建「湖边别墅」' }).click();
  const projects = page.getByRole('navigation', { name: '项目' });
  const entry = projects.getByRole('button', { name: '湖边别墅 1' });
  await expect(entry).toBeVisible();
  await expect(bar(page)).toHaveCount(0);

  await entry.click();
  await expect(cards(page)).toHaveCount(1);
  const more = projects.getByRole('button', { name: '「湖边别墅」的更多操作' });
  await more.click();
  await page.getByRole('menuitem', { name: '换封面' }).click();
  await viewer(page).getByRole('button', { name: '第 1 张' }).click();
  await more.click();
  await page.getByRole('menuitem', { name: '换封面' }).click();
  await expect(viewer(page).getByRole('button', { name: '第 1 张' })).toHaveAttribute('aria-pressed', 'true');
  await viewer(page).getByRole('button', { name: '取消' }).click();

  await more.click();
  await page.getByRole('menuitem', { name: '改名' }).click();
  await page.getByRole('textbox', { name: '项目名称' }).fill('山边别墅');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: '山边别墅' })).toBeVisible();

  await projects.getByRole('button', { name: '「山边别墅」的更多操作' }).click();
  await page.getByRole('menuitem', { name: /删除项目/ }).click();
  await expect(page.getByText('1 个作品回到「未归项目」')).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByRole('heading', { name: '山边别墅' })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
});

test('a project name that is taken is refused at its field', async ({ designer: { page, post } }) => {
  await post('/api/projects', { name: '办公楼' });
  await page.goto(desk);
  await page.getByRole('button', { name: '新建项目' }).click();
  await page.getByRole('textbox', { name: '项目名称' }).fill('办公楼');
  await viewer(page).getByRole('button', { name: '新建' }).click();
  await expect(viewer(page).getByRole('alert')).not.toBeEmpty();

  const name = page.getByRole('textbox', { name: '项目名称' });
  await name.fill('山'.repeat(34));
  await expect(name).toHaveValue('山'.repeat(34));
  await expect(viewer(page).getByText('34/30')).toBeVisible();
  await expect(viewer(page).getByRole('alert')).toHaveText('最多 30 个字，多了 4 个');
  await viewer(page).getByRole('button', { name: '新建' }).click();
  await name.fill('山'.repeat(30));
  await viewer(page).getByRole('button', { name: '新建' }).click();
  await expect(page.getByRole('heading', { name: '山'.repeat(30) })).toBeVisible();
});

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

test('a deletion is taken back, and the bin restores and deletes for good', async ({ designer: { page, draw } }) => {
  const ids = await draw(3);
  await page.goto(desk);
  await expect(cards(page)).toHaveCount(3);
  await cards(page).nth(1).focus();
  await page.keyboard.press('Delete');
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(cards(page)).toHaveCount(3);

  await cards(page).nth(0).focus();
  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('heading', { name: '还没有作品' })).toBeVisible();
  await page.getByRole('button', { name: /^回收站/ }).click();
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).first()).toContainText('30 天后彻底删除');
  await choose(cards(page).first());
  await bar(page).getByRole('button', { name: '恢复' }).click();
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole('button', { name: '清空回收站' }).click();
  await viewer(page).getByRole('button', { name: '清空' }).click();
  await expect(page.getByRole('heading', { name: '回收站是空的' })).toBeVisible();
  const answers = await Promise.all(ids.map((taskId) => page.request.get(`/api/ai/getTaskByTaskId?taskId=${taskId}`)));
  expect(answers.map((answer) => answer.status()).sort()).toEqual([200, 404, 404]);
});

test('works are found by words, tool, star and day', async ({ designer: { page, draw, post } }) => {
  const [first] = await draw(2);
  await post(`/api/works/item/${first}`, { title: '清晨的立面', isStarred: true });
  await page.goto(desk);
  await expect(cards(page)).toHaveCount(2);
  const search = page.getByRole('textbox', { name: '搜索作品' });
  await search.fill('立面');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toHaveAccessibleName(/^清晨的立面，.*已完成，有星标$/);
  await search.fill('没有这样的');
  await expect(page.getByRole('heading', { name: '没有符合条件的作品' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: '清除筛选' }).last().click();
  await expect(cards(page)).toHaveCount(2);
  await expect(search).toHaveValue('');

  await page.getByRole('button', { name: '星标', exact: true }).last().click();
  await expect(cards(page)).toHaveCount(1);
  await cards(page).first().hover();
  await cards(page).getByRole('button', { name: '取消星标' }).click();
  await expect(cards(page)).toHaveCount(0);
  await page.getByRole('button', { name: '清除筛选' }).first().click();

  await page.getByRole('combobox', { name: '按工具筛选' }).selectOption({ label: '清晰度提升' });
  await expect(cards(page)).toHaveCount(0);
  await page.getByRole('combobox', { name: '按工具筛选' }).selectOption({ label: '全部工具' });
  await page.getByRole('button', { name: '按日期筛选' }).click();
  await page.getByLabel('到', { exact: true }).fill('2020-01-01');
  await expect(cards(page)).toHaveCount(0);
  await page.getByRole('button', { name: '今天', exact: true }).click();
  await expect(cards(page)).toHaveCount(2);
});

test('a work is opened by its address, gone through by keys, named, and left where it was', { tag: '@smoke' }, async ({
  designer,
}) => {
  const { page, draw } = designer;
  const [older, newer] = await draw(2);
  await page.goto(desk);
  await cards(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#${newer}$`));
  await expect(viewer(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`#${older}$`));
  await viewer(page).getByRole('button', { name: '改名' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill('北立面');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(viewer(page).getByRole('heading', { name: '北立面' })).toBeVisible();
  // The name is shown before it is saved; until then the question is the one that Escape closes.
  await expect(page.getByRole('textbox', { name: '名称' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);
  await expect(cards(page).nth(1)).toBeFocused();
  await expect(page).toHaveURL(desk);

  await page.goto(`${desk}#${older}`);
  await expect(viewer(page).getByRole('heading', { name: '北立面' })).toBeVisible();
});

test('a work is compared with its base, looked into closely, and told in plain words', async ({ designer }) => {
  const { page, draw, post } = designer;
  const [drawn] = await draw(1);
  const base = (await (await page.request.get(`/api/ai/getTaskByTaskId?taskId=${drawn}`)).json()).data.images[0]
    .imageId;
  const params = { upload_img: base, classifyId2: '101', classifyId3: '10101', num: 1 };
  const { taskId } = await post('/api/ai/startTask', {
    tool: 'architecturalRender',
    params,
    clientKey: `plain-${drawn}`,
  });
  await page.goto(`${desk}#${taskId}`);
  const percent = page.getByLabel('缩放比例');
  await expect(percent).toHaveText(/^\d+%$/, { timeout: 60_000 });
  const info = page.getByRole('complementary', { name: '作品信息' });
  await expect(info.getByText('类型', { exact: true }).locator('xpath=following-sibling::dd')).toHaveText(
    /^\p{sc=Han}+$/u,
  );
  await expect(info.getByText('风格', { exact: true }).locator('xpath=following-sibling::dd')).toHaveText(
    /^\p{sc=Han}+$/u,
  );
  expect(await info.textContent()).not.toMatch(/[a-z]{5}/);

  await page.keyboard.press('c');
  const line = page.getByRole('slider', { name: '对比位置' });
  await line.press('Home');
  await expect(line).toHaveAttribute('aria-valuenow', '0');
  await page.getByRole('button', { name: '并排' }).click();
  await expect(page.getByRole('figure').filter({ hasText: '原图' })).toBeVisible();
  await page.getByRole('button', { name: '单图' }).click();
  await page.getByRole('button', { name: '按住看原图' }).dispatchEvent('pointerdown');
  await expect(page.getByRole('img', { name: '原图', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '按住看原图' }).dispatchEvent('pointerup');

  const fitted = await percent.textContent();
  const picture = page.getByRole('img', { name: '结果 1' });
  await picture.dblclick();
  await expect(percent).not.toHaveText(fitted ?? '');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`#${taskId}$`));
  await page.keyboard.press('0');
  await expect(percent).toHaveText(fitted ?? '');
  await picture.hover();
  await page.mouse.wheel(0, -240);
  await expect(percent).not.toHaveText(fitted ?? '');
});

test('the versions of a picture lead to what it was made from, and on to other tools', async ({ designer }) => {
  const { page, draw, post } = designer;
  const [taskId] = await draw(1);
  const first = (await (await page.request.get(`/api/ai/getTaskByTaskId?taskId=${taskId}`)).json()).data;
  const [second] = await draw(1, { upload_img: first.images[0].imageId });
  await post(`/api/works/item/${taskId}`, { title: '线稿一' });
  await page.goto(`${desk}#${second}`);
  await viewer(page).getByRole('button', { name: '版本', exact: true }).click();
  const tree = page.getByRole('region', { name: '版本' });
  await expect(tree.getByRole('button')).toHaveCount(3);
  await tree.getByRole('button', { name: /^线稿一.*由上传的图片做成/ }).click();
  await expect(page).toHaveURL(new RegExp(`#${taskId}$`));
  await viewer(page).getByRole('button', { name: '发送到工具' }).click();
  await page.getByRole('navigation', { name: '发送到工具' }).getByRole('link', { name: '清晰度提升' }).click();
  await expect(page).toHaveURL(new RegExp(`/upScaleImg\\?base=${first.images[0].imageId}&parent=${taskId}$`));
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

test('a failed work says why and is tried again', async ({ designer: { page, draw } }) => {
  const [taskId] = await draw(1);
  await page.route('**/api/works?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const work of body.data.list)
      if (work.taskId === taskId) {
        const error = { reason: 'engine.refused', message: '图片里没有找到建筑' };
        Object.assign(work, { status: 'failed', images: [], error });
      }
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(desk);
  await expect(cards(page)).toHaveAccessibleName(/失败.*图片里没有找到建筑/);
  await Promise.all([
    page.waitForRequest('**/api/ai/retryTask'),
    cards(page).getByRole('button', { name: '重试' }).click(),
  ]);
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toHaveAccessibleName(/已完成/, { timeout: 80_000 });
});

test('the same again starts with the same parameters and shows up by itself', async ({ designer: { page, draw } }) => {
  const [taskId] = await draw(1);
  await page.goto(`${desk}#${taskId}`);
  const [request] = await Promise.all([
    page.waitForRequest('**/api/ai/retryTask'),
    viewer(page).getByRole('button', { name: '再次使用' }).click(),
  ]);
  const answer = await (await request.response())?.json();
  await page.keyboard.press('Escape');
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toHaveAccessibleName(/已完成/, { timeout: 80_000 });
  const again = (await (await page.request.get(`/api/ai/getTaskByTaskId?taskId=${answer.data.taskId}`)).json()).data;
  const before = (await (await page.request.get(`/api/ai/getTaskByTaskId?taskId=${taskId}`)).json()).data;
  expect(again).toMatchObject({ retriedFrom: taskId, params: before.params });
});

test('nothing on the desk is out of reach for those who cannot see it', async ({ designer: { page, draw } }) => {
  const [taskId] = await draw(2);
  for (const address of [desk, `${desk}#${taskId}`]) {
    await page.goto(address);
    await expect(cards(page)).toHaveCount(2);
    if (address !== desk) await expect(viewer(page)).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto('about:blank');
  }
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
