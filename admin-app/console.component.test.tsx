import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StaffView } from '#shared/contract/view-desk';
import { ProductError } from '#shared/errors';
import {
  accountOf,
  accountsOf,
  address,
  consoleFaults,
  dialog,
  lastSent,
  listOf,
  openConsole,
  recordsOf,
  reload,
  row,
  told,
} from '../tests/support/component-console.tsx';
import { answerWith, startOfTests } from '../tests/support/components.tsx';

const lin = accountOf('a1', { nickName: '林工' });

const nobody = () => {
  throw new ProductError('auth.required');
};

/** Types the credentials and logs in. */
async function logIn(password: string): Promise<void> {
  await page.getByLabelText('账号').fill('admin');
  await page.getByLabelText('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: /登录$/ }).click();
}

const staffInfo = {
  ...{ accountId: 'staff-admin', loginName: 'admin', nickName: '值班', role: 'admin' as const },
  ...{ permissions: ['ticket.read'], isTrusted: true, mustSetUp: [] },
};

test('a refused login is answered in words, the right one leads to where one was going', async () => {
  await openConsole('/tickets?kind=live', {
    myPermissions: nobody,
    staffLogin({ password }) {
      if (password === 'right') return staffInfo;
      throw new ProductError('staff.wrong_password', { fill: { left: 4 } });
    },
  });
  await expect.poll(address).toBe('/login?from=%2Ftickets%3Fkind%3Dlive');
  expect(await consoleFaults()).toEqual([]);
  await logIn('wrong');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/账号或密码错误/);
  await logIn('right');
  await expect.poll(address).toBe('/tickets?kind=live');
  await expect.element(page.getByRole('heading', { name: '券流水' })).toBeVisible();
  await expect.poll(() => lastSent('staffTicketMovements')).toMatchObject({ kind: 'live' });
});

test('after leaving, the console asks who one is', async () => {
  await openConsole('/tasks', { staffLogout: null });
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect.poll(address).toMatch(/^\/login/);
  expect(lastSent('staffLogout')).toBeDefined();
});

test('a session that ends under one’s hands leads to the login and back', async () => {
  await openConsole('/tasks?status=failed', { staffLogin: staffInfo });
  await expect.element(page.getByText('没有符合条件的任务。')).toBeVisible();
  answerWith({ staffTasks: nobody, myPermissions: nobody });
  await page.getByRole('button', { name: '刷新列表' }).click();
  await expect.element(page.getByRole('button', { name: '登录' })).toBeVisible();
  answerWith({ staffTasks: [] });
  await logIn('right');
  await expect.poll(address).toBe('/tasks?status=failed');
});

test('tasks are asked for in the dialect: several states, a window and an order', async () => {
  await openConsole('/tasks?status=failed&status=canceled');
  await expect.element(page.getByRole('heading', { name: '任务' })).toBeVisible();
  await expect
    .poll(() => lastSent('staffTasks'))
    .toMatchObject({ status: ['failed', 'canceled'], _start: '0', _end: '20', _sort: 'createdAt' });
});

test('ticket movements of an account lead to the whole list, whose filter is taken away', async () => {
  const movement = {
    ...{ id: 'm1', accountId: 'a1', nickName: '林工', kind: 'normal' as const, movement: 'grant', delta: 10 },
    ...{ balanceAfter: 10, reason: '', reference: null, operator: null, createdAt: startOfTests },
  };
  await openConsole('/accounts/a1', { ...accountsOf(lin).answers, staffTicketMovements: [movement] });
  await expect.element(dialog()).toMatchTextContent(/最近券流水.*发放/);
  await dialog().getByRole('link', { name: '全部' }).last().click();
  await expect.poll(address).toBe('/tickets?accountId=a1');
  await expect.element(row('发放')).toBeVisible();
  await page.getByRole('button', { name: '移除该筛选' }).click();
  await expect.poll(address).toBe('/tickets');
});

const viewOf = (id: string, part: Partial<StaffView> = {}): StaffView => ({
  ...{ id, resource: 'orders', name: '大额', scope: 'own', role: null, query: 'sort=-amount&status=completed' },
  ...{ layout: null, isDefault: false, version: 1, createdAt: startOfTests, updatedAt: startOfTests },
  ...part,
});

test('a list is kept under a name, by its address; what was typed survives a reload', async () => {
  const views = recordsOf<StaffView>([], 'view.changed_meanwhile');
  await openConsole('/orders?status=completed&sort=-amount', {
    ...listOf('views', views),
    createView: (draft) => views.put(viewOf('v1', draft)),
  });
  await page.getByRole('button', { name: '视图' }).click();
  await page.getByLabelText('把现在的条件和列存为视图').fill('大额');
  await reload();
  await page.getByRole('button', { name: '视图' }).click();
  await expect.element(page.getByText(/^已恢复上次没有提交的内容/)).toBeVisible();
  await expect.element(page.getByLabelText('把现在的条件和列存为视图')).toHaveValue('大额');
  await page.getByRole('button', { name: '保存视图' }).click();
  await expect.element(told('已保存视图「大额」')).toBeVisible();
  await expect.poll(address).toBe('/orders?sort=-amount&status=completed&view=v1');
  await reload();
  await expect.element(page.getByRole('button', { name: '大额' })).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: '金额' })).toHaveAttribute('aria-sort', 'descending');
});

test('where a colleague kept another question under a view, both stand to be chosen between', async () => {
  const views = recordsOf([viewOf('v1')], 'view.changed_meanwhile');
  await openConsole('/orders?sort=amount&status=completed&view=v1', {
    ...listOf('views', views),
    updateView: (part) => views.change(part),
  });
  await page.getByRole('button', { name: /^大额/ }).click();
  await expect.element(page.getByRole('button', { name: '更新「大额」' })).toBeVisible();
  views.change({ id: 'v1', query: 'status=refunded' });
  await page.getByRole('button', { name: '更新「大额」' }).click();
  await expect.element(page.getByText('同事先一步保存了，已载入最新内容')).toBeVisible();
  const choice = page.getByRole('group', { name: '条件：用谁的' });
  await expect.element(choice.getByLabelText(/^用我的：/)).toBeChecked();
  await expect.element(choice).toMatchTextContent(/用同事的：状态 refunded/);
  expect(await consoleFaults()).toEqual([]);
  await choice.getByLabelText(/^用同事的：/).click();
  await page.getByRole('button', { name: /更新「大额」$/ }).click();
  await expect.element(told('已更新视图「大额」')).toBeVisible();
  await expect.poll(address).toBe('/orders?status=refunded&view=v1');
});

test('a role that a colleague changed meanwhile says so, and keeps what was typed', async () => {
  const reviewer = {
    ...{ id: 'reviewer' as const, label: '审核', permissions: [], isFactorNeeded: false, members: 1, withFactor: 0 },
    version: 1,
  };
  const roles = recordsOf([reviewer], 'content.changed_meanwhile');
  await openConsole('/roles', { ...listOf('staffRoleList', roles), updateStaffRole: (part) => roles.change(part) });
  await page.getByRole('button', { name: '修改 审核' }).click();
  roles.change({ id: 'reviewer', members: 2 });
  await dialog().getByRole('radio', { checked: false }).click();
  await dialog().getByLabelText('理由').fill('这一次不保存');
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(dialog().getByText('同事先一步保存了，已载入最新内容')).toBeVisible();
  await expect.element(dialog().getByLabelText('理由')).toHaveValue('这一次不保存');
});

test('Ctrl-K finds a person by number and a page by its initials', async () => {
  await openConsole('/tickets', {
    ...accountsOf(lin).answers,
    search: ({ q }) => (q === '13800000001' ? [{ resource: 'accounts', id: 'a1', title: '林工', note: '' }] : []),
  });
  await expect.element(page.getByRole('heading', { name: '券流水' })).toBeVisible();
  const field = page.getByRole('combobox', { name: '查找与跳转' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill('13800000001');
  await expect.element(page.getByRole('option', { name: /^林工/ })).toBeVisible();
  expect(await consoleFaults()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/accounts/a1');
  await expect.element(dialog().getByText('剩余券')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill('dzcg');
  await expect.element(page.getByRole('option', { name: /^定制采购/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/custom-requests');
  await page.getByRole('heading', { name: '定制采购' }).click();
  await userEvent.keyboard('?');
  await expect.element(dialog('快捷键')).toMatchTextContent(/刷新列表/);
});

test('what was typed into a form survives Back and a reload, and can be given up', async () => {
  await openConsole('/accounts/a1', accountsOf(lin).answers);
  await dialog().getByRole('button', { name: '编辑' }).click();
  const name = dialog().getByLabelText('昵称');
  await name.fill('写了一半');
  history.back();
  await expect.poll(address).toBe('/accounts/a1');
  history.forward();
  await expect.poll(address).toBe('/accounts/a1/edit');
  await reload();
  await expect.element(dialog().getByText(/^已恢复上次没有提交的内容/)).toBeVisible();
  await expect.element(name).toHaveValue('写了一半');
  await dialog().getByRole('button', { name: '放弃' }).click();
  await expect.element(name).toHaveValue('林工');
  await reload();
  await expect.element(name).toHaveValue('林工');
  await expect.element(dialog().getByText(/^已恢复上次没有提交的内容/)).not.toBeInTheDocument();
});
