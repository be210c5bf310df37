import { expect, type Page } from '@playwright/test';
import { staffDeskContract } from '#shared/contract/staff-desk';
import { viewDeskContract } from '#shared/contract/view-desk';
import { test } from '../support/story.ts';
import { goOn } from '../support/user.ts';
import {
  accessibilityFaults,
  ask,
  drawerOf,
  enter,
  goToList,
  newPhone,
  questionOf,
  rowOf,
  signUpBuyer,
  told,
} from './console-desk.ts';

test('who works in the console all day finds, keeps, chooses and loses nothing', async ({ page, request }) => {
  test.slow();
  const name = `常客${newPhone().slice(-6)}`;
  const [first, second] = [await signUpBuyer(request, `${name}甲`), await signUpBuyer(request, `${name}乙`)];
  await enter(page);

  await test.step('a list is kept under a name, by its address', async () => {
    await page.goto('/admin/orders?status=completed&sort=-amount');
    await page.getByRole('button', { name: '视图' }).click();
    await page.getByLabel('把现在的条件和列存为视图').fill(`大额${name}`);
    await page.reload();
    await page.getByRole('button', { name: '视图' }).click();
    await expect(page.getByText('已恢复上次没有提交的内容')).toBeVisible();
    await expect(page.getByLabel('把现在的条件和列存为视图')).toHaveValue(`大额${name}`);
    await page.getByRole('button', { name: '保存视图' }).click();
    await expect(told(page, `已保存视图「大额${name}」`)).toBeVisible();
    await expect(page).toHaveURL(/\/orders\?sort=-amount&status=completed&view=view_/);
    const shared = page.url();
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await menu.getByRole('link', { name: '订单' }).click();
    await expect(page).toHaveURL(/\/admin\/orders$/);
    await page.goBack();
    await expect(page).toHaveURL(shared);
    await page.reload();
    await expect(page.getByRole('button', { name: `大额${name}` })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: '金额' })).toHaveAttribute('aria-sort', 'descending');
  });

  await test.step('where somebody kept another question there, both stand to be chosen between', async () => {
    const id = new URL(page.url()).searchParams.get('view') ?? '';
    const { version } = await ask(page, viewDeskContract.view, { id });
    await ask(page, viewDeskContract.updateView, { id, version, query: 'status=refunded' });
    await page.getByRole('columnheader', { name: '金额' }).click();
    await page.getByRole('button', { name: `大额${name}` }).click();
    await page.getByRole('button', { name: `更新「大额${name}」` }).click();
    await expect(page.getByText('同事先一步保存了，已载入最新内容')).toBeVisible();
    const choice = page.getByRole('group', { name: '条件：用谁的' });
    await expect(choice.getByLabel('用我的：')).toBeChecked();
    await expect(choice).toContainText('用同事的：状态 refunded');
    expect(await accessibilityFaults(page)).toEqual([]);
    await choice.getByLabel('用同事的：').check();
    await page.getByRole('button', { name: `更新「大额${name}」` }).click();
    await expect(told(page, `已更新视图「大额${name}」`)).toBeVisible();
    await expect(page).toHaveURL(/\/orders\?status=refunded&view=view_/);
  });

  await test.step('columns are chosen once and stay chosen', async () => {
    await goToList(page, 'accounts');
    await page.getByRole('button', { name: '列与行距' }).click();
    await page.getByRole('checkbox', { name: '最近登录' }).uncheck();
    await page.keyboard.press('Escape');
    await page.goto(`/admin/accounts?keyword=${name}`);
    await expect(rowOf(page, `${name}甲`)).toBeVisible();
    await expect(page.getByRole('columnheader', { name: '最近登录' })).toHaveCount(0);
  });

  await test.step('what is typed about many rows survives a reload', async () => {
    const bar = page.getByRole('region', { name: '已选中的行' });
    for (const isBack of [false, true]) {
      await page.getByRole('checkbox', { name: `选择 ${name}甲` }).check();
      await bar.getByRole('button', { name: '停用', exact: true }).click();
      const reason = questionOf(page).getByLabel('停用原因');
      if (!isBack) {
        await reason.fill('同一张卡注册');
        await page.reload();
        continue;
      }
      await expect(questionOf(page).getByText('已恢复上次没有提交的内容')).toBeVisible();
      await expect(reason).toHaveValue('同一张卡注册');
      await questionOf(page).getByRole('button', { name: '放弃' }).click();
      await questionOf(page)
        .getByRole('button', { name: /^取\s?消$/ })
        .click();
    }
    await page.getByRole('checkbox', { name: `选择 ${name}甲` }).uncheck();
  });

  await test.step('a role that somebody else changed meanwhile says so', async () => {
    const [before] = await ask(page, staffDeskContract.staffRoleList, { id: 'reviewer' } as never);
    const { isFactorNeeded, version } = before ?? { isFactorNeeded: false, version: 0 };
    await page.goto('/admin/roles');
    await page.getByRole('button', { name: '修改 审核' }).click();
    const same = { id: 'reviewer' as const, isFactorNeeded, version, reason: '先一步' };
    await ask(page, staffDeskContract.updateStaffRole, same);
    await questionOf(page).getByRole('radio', { checked: false }).check();
    await questionOf(page).getByLabel('理由').fill('这一次不保存');
    await questionOf(page).getByRole('button', { name: '保存' }).click();
    await expect(questionOf(page).getByText('同事先一步保存了，已载入最新内容')).toBeVisible();
    await expect(questionOf(page).getByLabel('理由')).toHaveValue('这一次不保存');
    await questionOf(page)
      .getByRole('button', { name: /^取\s?消$/ })
      .click();
    await page.goto(`/admin/accounts?keyword=${name}`);
  });

  await test.step('rows are chosen, and given to after a trial', async () => {
    await page.getByRole('checkbox', { name: `选择 ${name}甲` }).check();
    await expect(page.getByText('已选 1 个账号')).toBeVisible();
    await page.getByRole('checkbox', { name: '选择本页' }).check();
    await expect(page.getByText('已选 2 个账号')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('region', { name: '已选中的行' }).getByRole('button', { name: '赠送券' }).click();
    const question = questionOf(page);
    await question.getByLabel('每个账号').fill('3');
    await question.getByLabel('理由').fill('活动奖励');
    await question.getByRole('button', { name: '试算' }).click();
    await expect(question.getByText('将送给 2 个账号，共 6 张')).toBeVisible();
    await question.getByRole('button', { name: '赠送' }).click();
    await expect(told(page, '已赠送 2 个账号，共 普通券 6 张')).toBeVisible();
    await expect(page.getByText('已选 2 个账号')).toBeHidden();
  });

  await test.step('a list of numbers is tried first', async () => {
    await goOn(page, '/admin/tickets');
    await page.getByRole('button', { name: '名单赠送' }).click();
    const question = questionOf(page);
    await question.getByLabel('名单').fill(`${first.phoneNo}\n17799990001\n+86 ${first.phoneNo}\n${second.accountId}`);
    await question.getByLabel('每个账号').fill('2');
    await question.getByLabel('理由').fill('活动奖励');
    await question.getByRole('button', { name: '试算' }).click();
    const others = question.getByRole('list', { name: '不会赠送的行' });
    await expect(others).toContainText('第 2 个：177****0001没有这个账号');
    await expect(others).toContainText('重复，只算一次');
    await question.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('Ctrl-K finds a person by number and a page by its initials', async () => {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: '查找与跳转' });
    await field.fill(first.phoneNo);
    await expect(page.getByRole('option', { name: `${name}甲` })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/accounts/${first.accountId}$`));
    await expect(drawerOf(page).getByText('剩余券')).toBeVisible();
    await page.keyboard.press('Control+k');
    await field.fill('dzcg');
    await expect(page.getByRole('option', { name: '定制采购' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/custom-requests$/);
    await page.getByRole('heading', { name: '定制采购' }).click();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: '快捷键' })).toContainText('刷新列表');
  });

  await test.step('what was typed survives Back and a reload, and can be given up', async () => {
    await page.goto(`/admin/accounts/${second.accountId}`);
    await keepFirstShown(page, '#nickName');
    await drawerOf(page).getByRole('button', { name: '编辑' }).click();
    await drawerOf(page).getByLabel('昵称').fill('写了一半');
    expect(await isFirstShownStillThere(page)).toBe(true);
    await page.goBack();
    await page.goForward();
    await page.reload();
    await expect(drawerOf(page).getByText('已恢复上次没有提交的内容')).toBeVisible();
    await expect(drawerOf(page).getByLabel('昵称')).toHaveValue('写了一半');
    await drawerOf(page).getByRole('button', { name: '放弃' }).click();
    await expect(drawerOf(page).getByText('已恢复上次没有提交的内容')).toBeHidden();
    await page.reload();
    await expect(drawerOf(page).getByLabel('昵称')).toHaveValue(`${name}乙`);
  });

  await test.step('a page beyond the last leads back to it', async () => {
    await goOn(page, `/admin/accounts?keyword=${name}&page=9`);
    await expect(page.getByText('没有第 9 页')).toBeVisible();
    await page.getByRole('button', { name: '看最后一页' }).click();
    await expect(rowOf(page, `${name}甲`)).toBeVisible();
  });
});

/** Remembers the very element that is shown first: who is quick types into that one. */
async function keepFirstShown(page: Page, selector: string): Promise<void> {
  await page.evaluate((wanted) => {
    const look = () => {
      const element = document.querySelector(wanted);
      if (!element?.checkVisibility()) return;
      Object.assign(window, { firstShown: element });
      observer.disconnect();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  }, selector);
}

const isFirstShownStillThere = (page: Page) =>
  page.evaluate(() => (window as unknown as { firstShown: Element }).firstShown.isConnected);
