import { expect, type Page } from '@playwright/test';
import { settingDeskContract } from '#shared/contract/setting-desk';
import { newClientKey } from '#shared/domain/client-key';
import { drawPicture } from '../support/server-pictures.ts';
import { goOn } from '../support/user.ts';
import { test } from './console-calls.ts';
import {
  accessibilityFaults,
  answer,
  ask,
  type Buyer,
  drawerOf,
  enter,
  goToList,
  questionOf,
  signUpBuyer,
  told,
} from './console-desk.ts';

const phone = { width: 390, height: 844 };

/** A finished task of a buyer; its id. */
async function runTask(page: Page, buyer: Buyer): Promise<string> {
  const headers = { cookie: buyer.cookie };
  const file = { name: 'room.png', mimeType: 'image/png', buffer: await drawPicture() };
  const uploaded = await page.request.post('/api/upload/image', { headers, multipart: { file } });
  const { imageId } = (await uploaded.json()).data;
  const data = { tool: 'upScaleImg', params: { upload_img: imageId }, clientKey: newClientKey() };
  const started = await page.request.post('/api/ai/startTask', { headers, data });
  const { taskId } = (await started.json()).data;
  const status = async () => {
    const look = await page.request.get(`/api/ai/getTaskByTaskId?taskId=${taskId}`, { headers });
    return (await look.json()).data.status;
  };
  await expect.poll(status).toBe('succeeded');
  return taskId;
}

test('staff see a task whole, the queue, what works for the product, and what it is set to', async ({
  page,
  request,
}) => {
  test.slow();
  const taskId = await runTask(page, await signUpBuyer(request));
  await enter(page);

  await test.step('a task with its pictures, attempts, log and tickets', async () => {
    await page.goto(`/admin/tasks/${taskId}`);
    const drawer = drawerOf(page);
    await expect(drawer.getByRole('heading', { name: '引擎日志' })).toBeVisible();
    await expect(drawer.getByText('第 1 次尝试开始')).toBeVisible();
    await expect(drawer.getByRole('img', { name: '结果 1' })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  await test.step('the queue, its places and its pause', async () => {
    await goOn(page, '/admin/queue');
    await expect(page.getByRole('list', { name: '工位' })).toContainText('工位 1');
    await expect(page.getByRole('button', { name: '暂停' })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  await test.step('an engine is tried', async () => {
    await goOn(page, '/admin/engines/sms');
    await drawerOf(page).getByRole('button', { name: '测试' }).click();
    await expect(drawerOf(page).getByRole('status')).toContainText('短信留在本机的发件箱');
    await expect(told(page, '测试通过')).toBeHidden();
    // The button under the pointer is lighter.
    await page.mouse.move(0, 0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  await test.step('a limit is changed and put back', async () => {
    const id = 'limit-uploadsPerDay';
    await goOn(page, `/admin/settings/${id}`);
    await drawerOf(page).getByRole('button', { name: '修改' }).click();
    await questionOf(page).getByLabel('数值').fill('1999');
    await answer(page, '理由', '试一试', '保存');
    await expect(told(page, '已保存')).toBeVisible();
    await expect(drawerOf(page)).toContainText('1,999 张');
    await expect(told(page, '已保存')).toBeHidden();
    expect(await accessibilityFaults(page)).toEqual([]);
    const { version } = await ask(page, settingDeskContract.staffSetting, { id });
    await ask(page, settingDeskContract.changeSetting, { id, version, value: null, reason: '试完了' });
  });

  await test.step('settings are searched, and kept as a view like other lists', async () => {
    await page.goto('/admin/settings');
    await expect(page.getByRole('button', { name: '列与行距' })).toBeVisible();
    await page.getByRole('searchbox', { name: '搜索设置' }).fill('冷静期');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/settings\?q=/);
    await expect(page.getByRole('link', { name: '申请删除个人信息后的冷静期' })).toBeVisible();
    await page.getByRole('button', { name: '视图' }).click();
    const name = `删除${Date.now() % 100_000}`;
    await page.getByLabel('把现在的条件和列存为视图').fill(name);
    await page.getByRole('button', { name: '保存视图' }).click();
    await expect(page).toHaveURL(/\/settings\?q=.+&view=view_/);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  await test.step('on a phone nothing is wider than the screen', async () => {
    await page.setViewportSize(phone);
    for (const path of ['queue', 'engines', 'settings', `tasks/${taskId}`]) {
      if (path.includes('/')) await page.goto(`/admin/${path}`);
      else await goToList(page, path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    }
    await expect(drawerOf(page).getByRole('heading', { name: '引擎日志' })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
