import { expect } from '@playwright/test';
import { test } from './console-calls.ts';
import { accessibilityFaults, answer, enter, questionOf } from './console-desk.ts';

test('staff look at the product as a customer sees it, read only, and every page says so', { tag: '@smoke' }, async ({
  page,
  world,
}) => {
  const nickName = `代看${Date.now() % 100_000}`;
  const customer = await world.account({ nickName });
  await enter(page);
  await page.goto(`/admin/accounts/${customer.accountId}/profile`);
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('button', { name: '只读查看用户端' }).click();
  const [tab] = await Promise.all([page.waitForEvent('popup'), answer(page, '理由', '用户来电说看不到作品', '打开')]);
  const banner = tab.getByRole('region', { name: '只读查看' });

  await test.step('with the time that is left', async () => {
    await expect(banner).toContainText(`正在以只读方式查看「${nickName}」，剩余 14:`);
    await expect(tab).toHaveURL('/');
    await tab.goto('/membership');
    await expect(banner).toBeVisible();
    expect(await accessibilityFaults(tab)).toEqual([]);
  });

  await test.step('nothing can be changed', async () => {
    const status = await tab.evaluate(async () => {
      const body = JSON.stringify({ name: '新项目' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/projects', { method: 'POST', headers, body })).status;
    });
    expect(status).toBe(403);
  });

  await test.step('its end leads back to the person, with the own login as it was', async () => {
    await banner.getByRole('button', { name: '结束' }).click();
    await expect(tab).toHaveURL(`/admin/accounts/${customer.accountId}/profile`);
    await expect(tab.getByRole('heading', { level: 1, name: nickName })).toBeVisible();
    const cookies = await tab.context().cookies();
    expect(cookies.map(({ name }) => name)).not.toContain('view_sid');
  });

  await test.step('what deleting the person means is said before it is asked for', async () => {
    await page.getByRole('button', { name: '删除个人信息' }).click();
    await expect(questionOf(page)).toContainText('数据库备份里的旧资料，随备份到期删除');
    await expect(questionOf(page)).toContainText(`请输入账号名「${nickName}」确认`);
  });
});
