import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ProductError } from '#shared/errors';
import {
  accountOf,
  accountsOf,
  address,
  choose,
  consoleFaults,
  dialog,
  lastSent,
  openConsole,
  reload,
  row,
  told,
} from '../../../tests/support/component-console.tsx';
import { asked, onPhone, sidewaysParts, startOfTests } from '../../../tests/support/components.tsx';

const lin = accountOf('a1', { nickName: '林工', phoneNo: '138****0001' });
const calls = (name: string) => asked.filter((call) => call.name === name).length;
const none = page.getByText('没有符合条件的账号。');

test('an account is made with what was typed', async () => {
  await openConsole('/accounts', accountsOf().answers);
  await page.getByRole('button', { name: '新建账号' }).click();
  await dialog().getByLabelText('昵称').fill('林工');
  await dialog().getByLabelText('手机号').fill('+86 138-00000001');
  await dialog().getByRole('button', { name: '新建', exact: true }).click();
  await expect.element(row('林工')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(lastSent('createAccount')).toMatchObject({ nickName: '林工', phoneNo: '13800000001' });
});

test('only what was changed is sent, and a drawer over a list is no other list', async () => {
  await openConsole('/accounts', accountsOf(lin).answers);
  await expect.element(row('林工')).toBeVisible();
  const listed = calls('accountPage');
  await row('林工').getByRole('link', { name: '林工' }).click();
  await expect.element(dialog().getByText(/^138\*{4}0001/)).toBeVisible();
  await dialog().getByRole('button', { name: '编辑' }).click();
  await expect.element(dialog().getByLabelText('昵称')).toHaveValue('林工');
  expect(calls('accountPage')).toBe(listed);
  await expect.element(dialog().getByLabelText('手机号')).toHaveValue('');
  await expect.element(dialog().getByPlaceholder(/^138\*{4}0001/)).toBeVisible();
  await dialog().getByLabelText('昵称').fill('林工改');
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(row('林工改')).toBeVisible();
  expect(lastSent('updateAccount')).toEqual({ accountId: 'a1', nickName: '林工改', version: 1 });
});

test('an account is deleted after a question, and brought back from the notice', async () => {
  await openConsole('/accounts', accountsOf(lin).answers);
  await page.getByRole('button', { name: '删除 林工' }).click();
  await dialog('删除账号「林工」？').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('还没有账号。')).toBeVisible();
  await page.getByRole('button', { name: '撤销', exact: true }).last().click();
  await expect.element(row('林工')).toBeVisible();
  expect(lastSent('revertChange')).toEqual({ id: 'change-a1' });
});

test('a deleted account is still found under its state, and comes back from there', async () => {
  await openConsole('/accounts?status=deleted', accountsOf({ ...lin, deletedAt: startOfTests }).answers);
  await expect.element(row('林工')).toMatchTextContent('已删除');
  await row('林工').getByRole('link').click();
  await expect.element(dialog().getByText('删除时间')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: '编辑' })).not.toBeInTheDocument();
  await dialog().getByRole('button').first().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.getByRole('button', { name: '恢复 林工' }).click();
  await expect.element(none).toBeVisible();
});

test('a whole number is shown for a reason, and only in this view', async () => {
  const { answers } = accountsOf(lin);
  await openConsole('/accounts/a1', { ...answers, revealPhone: { phoneNo: '13800000001', email: null } });
  await page.getByRole('button', { name: '查看完整手机号' }).click();
  const reason = page.getByLabelText('查看理由');
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('请写明查看理由')).toBeVisible();
  expect(calls('revealPhone')).toBe(0);
  await reason.fill('用户来电核实身份');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('13800000001')).toBeVisible();
  expect(lastSent('revealPhone')).toEqual({ accountId: 'a1', reason: '用户来电核实身份' });
  await reload();
  await expect.element(dialog().getByText(/^138\*{4}0001/)).toBeVisible();
  await expect.element(page.getByText('13800000001')).not.toBeInTheDocument();
});

test('what is wrong stands under its field, whether the form or the server finds it', async () => {
  await openConsole('/accounts/create', {
    ...accountsOf().answers,
    createAccount() {
      throw new ProductError('account.phone_taken');
    },
  });
  const field = dialog().getByLabelText('手机号');
  const save = dialog().getByRole('button', { name: '新建', exact: true });
  await save.click();
  await expect.element(field).toHaveAccessibleDescription(/请输入手机号/);
  await field.fill('12345');
  await expect.element(field).toHaveAccessibleDescription(/手机号格式不正确/);
  await field.fill('13800000001');
  await save.click();
  await expect.element(dialog().getByText('该手机号已被其他账号使用')).toBeVisible();
});

test('what somebody else saved meanwhile is not overwritten', async () => {
  const { answers, change } = accountsOf(lin);
  await openConsole('/accounts/a1/edit', answers);
  const name = dialog().getByLabelText('昵称');
  await expect.element(name).toHaveValue('林工');
  change({ id: 'a1', isTestUser: true });
  await name.fill('我的名字');
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/该账号刚被其他人修改/);
  await dialog().getByRole('button', { name: '刷新' }).click();
  await expect.element(dialog().getByText('同事先一步保存了，已载入最新内容')).toBeVisible();
  await expect.element(dialog().getByLabelText('测试账号')).toBeChecked();
  await expect.element(name).toHaveValue('我的名字');
  await dialog().getByRole('button', { name: /保存$/ }).click();
  await expect.element(row('我的名字')).toBeVisible();
  expect(lastSent('updateAccount')).toEqual({ accountId: 'a1', nickName: '我的名字', version: 2 });
});

test('a colleague is made with a role, a login name and a first password', async () => {
  await openConsole('/accounts/create', accountsOf().answers);
  await dialog().getByText('员工', { exact: true }).click();
  await dialog().getByLabelText('昵称').fill('新同事');
  await dialog().getByLabelText('登录名').fill('colleague');
  await dialog().getByLabelText('初始密码').fill('long-enough-1');
  await choose(dialog().getByLabelText('角色'), '客服');
  await dialog().getByRole('button', { name: '新建', exact: true }).click();
  await expect.element(row('新同事')).toMatchTextContent('客服');
  expect(lastSent('createAccount')).toMatchObject({
    ...{ userType: 9, nickName: '新同事', loginName: 'colleague', password: 'long-enough-1', role: 'support' },
  });
});

test('a viewer sees no way to change anything', async () => {
  await openConsole('/accounts', accountsOf(lin).answers, 'viewer');
  await expect.element(row('林工')).toBeVisible();
  await expect.element(page.getByRole('complementary')).toMatchTextContent(/只读/);
  for (const name of [/^新建/, /^编辑/, /^删除/])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  await row('林工').getByRole('link').click();
  await expect.element(dialog().getByText('剩余券')).toBeVisible();
  for (const name of ['查看完整手机号', '编辑', '赠送券'])
    await expect.element(dialog().getByRole('button', { name })).not.toBeInTheDocument();
});

test('who opens a form by its address without the permission is led to the list', async () => {
  await openConsole('/accounts/a1/edit', accountsOf(lin).answers, 'viewer');
  await expect.poll(address).toBe('/accounts');
  await expect.element(row('林工')).toBeVisible();
});

test('on a phone accounts are cards and nothing sticks out', async () => {
  await onPhone();
  await openConsole('/accounts', accountsOf(lin).answers);
  const card = page.getByRole('list', { name: '账号' }).getByRole('listitem').filter({ hasText: '138****0001' });
  await expect.element(card).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
  await card.getByRole('link').click();
  await expect.element(dialog().getByText('剩余券')).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
});

test('sorting and page size are steps in the address, and Back returns from each', async () => {
  const many = Array.from({ length: 60 }, (_, index) => accountOf(`a${index}`, { nickName: `账号${index}` }));
  await openConsole('/accounts', accountsOf(...many).answers);
  const column = (name: string) => page.getByRole('columnheader', { name });
  await column('任务').click();
  await expect.poll(address).toBe('/accounts?sort=-taskCount');
  await expect.element(column('任务')).toHaveAttribute('aria-sort', 'descending');
  await choose(page.getByRole('combobox', { name: '页码' }), '50 条/页');
  await expect.poll(address).toBe('/accounts?size=50&sort=-taskCount');
  await expect.element(row('账号49')).toBeVisible();
  history.back();
  await expect.poll(address).toBe('/accounts?sort=-taskCount');
  history.back();
  await expect.poll(address).toBe('/accounts');
  await expect.element(column('注册时间')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(column('任务')).not.toHaveAttribute('aria-sort');
});

test('a page beyond the last leads back to it', async () => {
  await openConsole('/accounts?page=9', accountsOf(lin).answers);
  await expect.element(page.getByText(/没有第 9 页/)).toBeVisible();
  await page.getByRole('button', { name: '看最后一页' }).click();
  await expect.element(row('林工')).toBeVisible();
});

test('columns are chosen once and stay chosen', async () => {
  await openConsole('/accounts', accountsOf(lin).answers);
  await page.getByRole('button', { name: '列与行距' }).click();
  await page.getByRole('checkbox', { name: '最近登录' }).click();
  await userEvent.keyboard('{Escape}');
  await reload();
  await expect.element(row('林工')).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: '最近登录' })).not.toBeInTheDocument();
});

test('what is typed about chosen rows survives a reload', async () => {
  await openConsole('/accounts', accountsOf(lin, accountOf('a2', { nickName: '王工' })).answers);
  const bar = page.getByRole('region', { name: '已选中的行' });
  const ban = async () => {
    await page.getByRole('checkbox', { name: '选择 林工' }).click();
    await expect.element(page.getByText('已选 1 个账号')).toBeVisible();
    await bar.getByRole('button', { name: '停用', exact: true }).click();
  };
  await ban();
  await dialog().getByLabelText('停用原因').fill('同一张卡注册');
  await reload();
  await ban();
  await expect.element(dialog().getByText(/^已恢复上次没有提交的内容/)).toBeVisible();
  await expect.element(dialog().getByLabelText('停用原因')).toHaveValue('同一张卡注册');
  await dialog().getByRole('button', { name: '放弃' }).click();
  await expect.element(dialog().getByLabelText('停用原因')).toHaveValue('');
});

test('chosen rows are given tickets after a trial', async () => {
  await openConsole('/accounts', {
    ...accountsOf(lin, accountOf('a2', { nickName: '王工' })).answers,
    giveTicketsToMany: { rows: [], accounts: 2, tickets: 6, left: null, isDone: true },
  });
  await page.getByRole('checkbox', { name: '选择本页' }).click();
  await expect.element(page.getByText('已选 2 个账号')).toBeVisible();
  expect(await consoleFaults()).toEqual([]);
  await page.getByRole('region', { name: '已选中的行' }).getByRole('button', { name: '赠送券' }).click();
  await dialog().getByLabelText('每个账号').fill('3');
  await dialog().getByLabelText('理由').fill('活动奖励');
  await dialog().getByRole('button', { name: '试算' }).click();
  await expect.element(dialog().getByText('将送给 2 个账号，共 6 张')).toBeVisible();
  expect(lastSent('giveTicketsToMany')).toMatchObject({ ids: ['a1', 'a2'], amount: 3, dryRun: true });
  await dialog().getByRole('button', { name: '赠送', exact: true }).click();
  await expect.element(told('已赠送 2 个账号，共 普通券 6 张')).toBeVisible();
  await expect.element(page.getByText('已选 2 个账号')).not.toBeInTheDocument();
});

test('a form has no accessibility faults in light and dark', async () => {
  await openConsole('/accounts/create', accountsOf(lin).answers);
  await expect.element(dialog().getByLabelText('手机号')).toBeVisible();
  expect(await consoleFaults()).toEqual([]);
});
