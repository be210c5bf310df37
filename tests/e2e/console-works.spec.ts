import { expect } from '@playwright/test';
import type { Account } from '../kit/client.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { goOn } from '../support/user.ts';
import { test } from './console-calls.ts';
import { accessibilityFaults, answer, drawerOf, enter, goToList, questionOf, told } from './console-desk.ts';

test.use({ worldPer: 'test' });

const phone = { width: 390, height: 844 };

/** A finished task of a buyer; its id. */
async function runTask(buyer: Account): Promise<string> {
  const { imageId } = await buyer.upload(await drawPicture());
  const { taskId, status } = await buyer.run('upScaleImg', { upload_img: imageId });
  expect(status).toBe('succeeded');
  return taskId;
}

test('staff see a task whole, the queue, what works for the product, and what it is set to', async ({
  page,
  world,
}) => {
  test.slow();
  const taskId = await runTask(await world.account());
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
    await expect(page.getByRole('list', { name: '处理线程' })).toContainText('处理线程 1');
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

  await test.step('a limit is changed', async () => {
    await goOn(page, '/admin/settings/limit-uploadsPerDay');
    await drawerOf(page).getByRole('button', { name: '修改' }).click();
    await questionOf(page).getByLabel('数值').fill('1999');
    await answer(page, '理由', '试一试', '保存');
    await expect(told(page, '已保存')).toBeVisible();
    await expect(drawerOf(page)).toContainText('1,999 张');
    await expect(told(page, '已保存')).toBeHidden();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  await test.step('settings are searched, and kept as a view like other lists', async () => {
    await page.goto('/admin/settings');
    await expect(page.getByRole('button', { name: '列与行距' })).toBeVisible();
    await page.getByRole('searchbox', { name: '搜索设置' }).fill('冷静期');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/settings\?q=/);
    await expect(page.getByRole('link', { name: '申请删除个人信息后的冷静期' })).toBeVisible();
    await page.getByRole('button', { name: '视图' }).click();
    await page.getByLabel('把现在的条件和列存为视图').fill('删除');
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
