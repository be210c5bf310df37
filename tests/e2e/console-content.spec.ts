import { expect, type Page } from '@playwright/test';
import { day, dayKey } from '#shared/domain/time';
import { test } from '../support/user.ts';
import { accessibilityFaults, drawerOf, enter, questionOf, rowOf, told } from './console-desk.ts';

/** Milliseconds from the publication of an agreement that requires consent until it takes effect. */
const noticeMs = 7 * day;

test.use({ worldPer: 'test' });

const strip = (page: Page) => page.getByRole('region', { name: '公告' });
const consent = (page: Page) => page.getByRole('dialog', { name: '协议有更新' });

/** Cumulative layout shift of the page since it began. */
const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as Array<{ value: number; hadRecentInput: boolean }>;
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 300);
      }),
  );

test('staff publish a notice and an agreement: people see one, put it away, and are asked about the other', async ({
  page,
  account,
  clock,
  world,
}) => {
  test.setTimeout(90_000);
  await enter(page);

  await test.step('a notice is written, seen beforehand, and published', async () => {
    await page.goto('/admin/notices');
    await page.getByRole('button', { name: '新建公告' }).click();
    const drawer = drawerOf(page);
    await drawer.getByLabel('标题').fill('今晚维护');
    await drawer.getByLabel('内容').fill('22:00 到 23:00 不能出图');
    await expect(drawer.getByRole('img', { name: '预览：今晚维护 22:00 到 23:00 不能出图' })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: '存为草稿' }).click();
    await expect(told(page, '已存为草稿「今晚维护」')).toBeVisible();
    await expect(rowOf(page, '今晚维护')).toContainText('草稿');
    await rowOf(page, '今晚维护').getByRole('link', { name: '今晚维护' }).click();
    await drawerOf(page).getByRole('button', { name: '发布' }).click();
    await questionOf(page).getByRole('button', { name: '发布' }).click();
    await expect(told(page, '已发布「今晚维护」')).toBeVisible();
    await expect(drawerOf(page).getByText('显示中').first()).toBeVisible();
  });

  await test.step('people see it without anything moving, and put it away for good', async () => {
    await account();
    await page.goto('/list');
    await expect(strip(page)).toContainText('今晚维护');
    expect(await moved(page)).toBeLessThanOrEqual(0.02);
    const head = page.getByRole('heading', { level: 1 });
    const top = (await head.boundingBox())?.y ?? 0;
    await page.reload();
    await expect(strip(page)).toBeVisible();
    await expect.poll(async () => (await head.boundingBox())?.y).toBe(top + 32);
    expect(await moved(page)).toBeLessThanOrEqual(0.02);
    await strip(page).getByRole('button', { name: '收起公告' }).click();
    await expect(strip(page)).toBeHidden();
    await page.evaluate((key) => localStorage.removeItem(key), `${world.name}~noticesPutAway`);
    // An answer to the page that is left would count otherwise.
    await page.goto('about:blank');
    const asked = page.waitForResponse('**/api/notices?*');
    await page.goto('/list');
    expect(await (await asked).json()).toMatchObject({ data: [] });
    await expect(strip(page)).toBeHidden();
  });

  await test.step('an agreement is changed, looked at beside the one before, and published', async () => {
    await page.goto('/admin/agreements');
    await rowOf(page, '用户协议').getByRole('link', { name: '用户协议' }).click();
    const drawer = drawerOf(page);
    const text = drawer.getByRole('textbox', { name: '正文' });
    await text.fill(`${await text.inputValue()}\n\n## 新的一节\n- 请**务必**阅读这一条`);
    await drawer.getByText('对比', { exact: true }).click();
    await expect(drawer.getByRole('list', { name: '与现行版本的不同' })).toContainText('请**务必**阅读这一条');
    expect(await accessibilityFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: '保存草稿' }).click();
    await expect(told(page, '已保存草稿，还没有发布')).toBeVisible();
    await rowOf(page, '用户协议').getByRole('link', { name: '用户协议' }).click();
    await drawerOf(page).getByRole('button', { name: '发布', exact: true }).click();
    const question = questionOf(page);
    await question.getByLabel('生效日期').click();
    await page.locator('.ant-picker-today-btn, .ant-picker-now-btn').click();
    await question.getByRole('switch', { name: '重新征求同意' }).click();
    await question.getByLabel('理由').fill('新增一节');
    await question.getByRole('button', { name: '发布' }).click();
    await expect(question.getByText('要求重新同意的协议要提前 7 天公布')).toBeVisible();
    const { now } = await clock.get();
    await question.getByLabel('生效日期').fill(dayKey(now + noticeMs));
    await page.keyboard.press('Tab');
    await question.getByRole('button', { name: '发布' }).click();
    await expect(told(page, '已发布「用户协议」版本 2')).toBeVisible();
    await expect(drawerOf(page).getByText('版本 2', { exact: true })).toBeVisible();
  });

  await test.step('before it takes effect nobody is asked', async () => {
    await page.goto('/list');
    await expect(page.getByRole('searchbox').first()).toBeVisible();
    await expect(consent(page)).toBeHidden();
    await clock.advance(noticeMs);
  });

  await test.step('whoever was logged in agrees and goes on with what was typed', async () => {
    await page.goto('/agreement?tab=user');
    await expect(page.getByText('版本 2 · 生效日期')).toBeVisible();
    await expect(page.getByRole('strong').filter({ hasText: '务必' })).toBeVisible();
    await page.getByRole('link', { name: /版本 1/ }).click();
    await expect(page.getByText('这是旧版本。')).toBeVisible();
    await page.goto('/list');
    const search = page.getByRole('searchbox').first();
    await expect(consent(page)).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(consent(page)).toBeVisible();
    await consent(page).getByRole('button', { name: '同意并继续' }).click();
    await expect(consent(page)).toBeHidden();
    await expect(search).toBeVisible();
    await page.reload();
    await expect(search).toBeVisible();
    await expect(consent(page)).toBeHidden();
  });

  await test.step('whoever does not agree leaves', async () => {
    await account();
    await page.goto('/list');
    await consent(page).getByRole('button', { name: '不同意' }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: '登录', exact: true })).toBeVisible();
    await expect(consent(page)).toBeHidden();
  });
});
