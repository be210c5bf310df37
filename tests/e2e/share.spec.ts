import { accessibilityFaults } from '../support/accessibility.ts';
import { bar, cards, choose, desk, expect, test, viewer } from './works-account.ts';

test('a result is shared by a link that opens without a login, until it is ended', { tag: '@smoke' }, async ({
  designer,
  open,
}) => {
  const { page, draw } = designer;
  await page.context().grantPermissions(['clipboard-write', 'clipboard-read']);
  await draw(1);
  await page.goto(desk);
  await cards(page).first().click();
  await viewer(page).getByRole('button', { name: '分享', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '分享前后对比' });
  await dialog.getByRole('radio', { name: '7 天' }).check();
  await dialog.getByRole('button', { name: '生成链接并复制' }).click();
  const address = await dialog.getByLabel('分享链接').inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  expect(await accessibilityFaults(page)).toEqual([]);

  const client = await open();
  await client.goto(address);
  await expect(client.getByRole('heading', { level: 1, name: '转线稿' })).toBeVisible();
  await expect(client.getByRole('img', { name: '转线稿，结果' })).toHaveAttribute('aria-busy', 'false');
  const slider = client.getByRole('slider', { name: '对比位置' });
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuenow', '100');
  expect(await accessibilityFaults(client)).toEqual([]);

  await dialog.getByRole('button', { name: '结束' }).click();
  await expect(dialog.getByText('还没有链接')).toBeVisible();
  await client.reload();
  await expect(client.getByText('这个分享链接已失效')).toBeVisible();

  await dialog.getByRole('button', { name: '撤销' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await client.reload();
  await expect(client.getByRole('heading', { level: 1, name: '转线稿' })).toBeVisible();
});

test('works that others have a link to are deleted only after saying so, and a name that was not saved stays', async ({
  designer: { page, draw, post },
  context,
}) => {
  const [first, second] = await draw(3);
  const shareOf = async (taskId: string | undefined) => {
    const answer = await page.request.get(`/api/ai/getTaskByTaskId?taskId=${taskId}`);
    const { imageId } = (await answer.json()).data.images[0];
    return String((await post('/api/share/create', { imageId })).path);
  };
  const address = await shareOf(first);
  await shareOf(second);
  await page.goto(desk);
  await expect(cards(page)).toHaveCount(3);
  for (const place of [0, 1, 2]) await choose(cards(page).nth(place));
  const remove = bar(page).getByRole('button', { name: '删除' });
  await remove.click();
  const question = page.getByRole('dialog', { name: '删除 3 个作品' });
  await expect(question).toContainText('选中的 3 个作品有 2 个分享链接，删除后别人就打不开了');
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: '取消' }).click();
  await expect(cards(page)).toHaveCount(3);
  await remove.click();
  await question.getByRole('button', { name: '删除', exact: true }).click();
  await expect(cards(page)).toHaveCount(0);
  expect((await page.request.get(`/api${address.replace('/share/', '/share/link/')}`)).status()).toBe(410);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(cards(page)).toHaveCount(3);
  expect((await page.request.get(`/api${address.replace('/share/', '/share/link/')}`)).status()).toBe(200);

  await cards(page).first().click();
  await viewer(page).getByRole('button', { name: '改名' }).click();
  const naming = page.getByRole('dialog', { name: '给作品改名' });
  await naming.getByLabel('名称').fill('断网时的名字');
  await context.setOffline(true);
  await naming.getByRole('button', { name: '保存' }).click();
  await expect(naming).toContainText('网络已断开，没有保存');
  await expect(naming.getByLabel('名称')).toHaveValue('断网时的名字');
  await context.setOffline(false);
  await naming.getByRole('button', { name: '保存' }).click();
  await expect(naming).toBeHidden();
  const works = await page.request.get('/api/works');
  expect(await works.text()).toContain('断网时的名字');
});
