import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PriceChange } from '#shared/contract/product-desk';
import {
  accountOf,
  accountsOf,
  address,
  choose,
  consoleFaults,
  dialog,
  lastSent,
  listOf,
  openConsole,
  recordsOf,
  reload,
  row,
  told,
} from '../../../tests/support/component-console.tsx';
import { redeemBatchOf, staffPlanOf, staffProductOf } from '../../../tests/support/component-sales.ts';
import { asked, startOfTests } from '../../../tests/support/components.tsx';

const price = () => dialog().getByLabelText('价格');
const saveButton = () => dialog().getByRole('button', { name: /保存$/ });

/** Answers the calls of products from records; every price that is set goes to the history. */
function productsOf(...list: ReturnType<typeof staffProductOf>[]) {
  const products = recordsOf(list);
  const history: PriceChange[] = [];
  const change = (part: Record<string, unknown>) => {
    const changed = products.change(part);
    const { price: now, listPrice } = changed;
    if (part.price !== undefined)
      history.unshift({ id: history.length, price: now, listPrice, operator: '管理员', createdAt: startOfTests });
    return changed;
  };
  return {
    change,
    answers: {
      ...listOf('staffProducts', products),
      createProduct: (draft: object) => products.put(staffProductOf('p9', draft)),
      updateProduct: change,
      priceHistory: () => [...history],
    },
  };
}

test('a package is made with a price in yuan', async () => {
  await openConsole('/products', productsOf().answers);
  await page.getByRole('button', { name: '新建券包' }).click();
  await dialog().getByLabelText('名称').fill('新券包');
  await dialog().getByLabelText('数量').fill('50');
  await price().fill('12.555');
  await expect.element(dialog().getByText('请填写金额，最多两位小数')).toBeVisible();
  await price().fill('12.5');
  await dialog().getByRole('button', { name: '新建' }).click();
  await expect.element(told('已新建「新券包」，¥12.50')).toBeVisible();
  expect(lastSent('createProduct')).toMatchObject({ title: '新券包', tickets: 50, price: 1250, listPrice: null });
});

test('only the price that was changed is sent, and the history tells who set it', async () => {
  await openConsole('/products/p1', productsOf(staffProductOf('p1')).answers);
  await expect.element(price()).toHaveValue('12.50');
  await price().fill('15');
  await saveButton().click();
  await expect.element(row('券包')).toMatchTextContent(/¥15/);
  expect(lastSent('updateProduct')).toEqual({ id: 'p1', price: 1500, version: 1 });
  await row('券包').getByRole('link', { name: '券包' }).click();
  await expect.element(dialog().getByRole('listitem')).toMatchTextContent(/¥15.*管理员/);
});

test('what a colleague changed is taken over beside what was typed', async () => {
  const { answers, change } = productsOf(staffProductOf('p1'));
  await openConsole('/products/p1', answers);
  await expect.element(price()).toHaveValue('12.50');
  change({ id: 'p1', price: 1800 });
  await dialog().getByLabelText('划线价').fill('20');
  await saveButton().click();
  await expect.element(dialog().getByText('管理员先一步保存了，已载入最新内容')).toBeVisible();
  await expect.element(dialog().getByText('价格：¥12.50 → ¥18')).toBeVisible();
  await expect.element(price()).toHaveValue('18');
  await expect.element(dialog().getByLabelText('划线价')).toHaveValue('20');
  await saveButton().click();
  await expect.element(row('券包')).toMatchTextContent(/¥18.*¥20/);
});

test('where both typed into a field, one’s own stands until the other is taken', async () => {
  const { answers, change } = productsOf(staffProductOf('p1'));
  await openConsole('/products/p1', answers);
  await expect.element(price()).toHaveValue('12.50');
  change({ id: 'p1', price: 1900 });
  await price().fill('17');
  await saveButton().click();
  const choice = dialog().getByRole('group', { name: '价格：用谁的' });
  await expect.element(choice.getByLabelText('用我的：¥17')).toBeChecked();
  await expect.element(price()).toHaveValue('17');
  await choice.getByLabelText('用同事的：¥19').click();
  await expect.element(price()).toHaveValue('19');
  expect(await consoleFaults()).toEqual([]);
});

test('a product is taken from the shelf in the list', async () => {
  await openConsole('/products', productsOf(staffProductOf('p1')).answers);
  const shelf = page.getByRole('switch', { name: '券包 上架' });
  await shelf.click();
  await expect.element(told('已下架「券包」')).toBeVisible();
  await expect.element(shelf).not.toBeChecked();
  expect(await consoleFaults()).toEqual([]);
});

test('a batch of redeem codes is made, and put out of use', async () => {
  const batches = recordsOf([redeemBatchOf('b1', { name: '春季' })]);
  await openConsole('/redeem', {
    ...listOf('redeemBatches', batches),
    createRedeemBatch: ({ name, count }) =>
      batches.put(redeemBatchOf('b2', { name: String(name), count: Number(count) })),
    disableRedeemBatch: ({ id }) => batches.change({ id, isDisabled: true }),
  });
  await page.getByRole('button', { name: '生成兑换码' }).click();
  await dialog().getByLabelText('批次名称').fill('活动');
  await dialog().getByLabelText('生成数量').fill('3');
  await dialog().getByText('会员', { exact: true }).click();
  await choose(dialog().getByLabelText('套餐'), '专业会员');
  await dialog().getByLabelText('时长').fill('7');
  expect(await consoleFaults()).toEqual([]);
  await dialog().getByRole('button', { name: '生成', exact: true }).click();
  await expect.element(told('已生成 3 个兑换码，可以导出了')).toBeVisible();
  expect(lastSent('createRedeemBatch')).toMatchObject({ name: '活动', count: 3, plan: 'pro', planDays: 7 });
  await page.getByRole('button', { name: '停用 春季' }).click();
  await dialog('停用「春季」？').getByRole('button', { name: '停用' }).click();
  await expect.element(row('春季')).toMatchTextContent(/已停用/);
  await expect.element(page.getByRole('button', { name: '停用 春季' })).not.toBeInTheDocument();
});

test('the codes of a batch are taken home as a file', async () => {
  await openConsole('/redeem', {
    redeemBatches: [redeemBatchOf('b1')],
    redeemCodes: () => new Response('code') as never,
  });
  await page.getByRole('button', { name: '导出 活动' }).click();
  await expect.element(told('已导出「活动」，导出记入审计')).toBeVisible();
  expect(lastSent('redeemCodes')).toEqual({ id: 'b1' });
});

test('plans say from when a change holds; only what was changed is sent', async () => {
  const plans = recordsOf([staffPlanOf('team')]);
  await openConsole('/plans/team', {
    ...listOf('staffPlans', plans as never),
    updatePlan: (part) => plans.change(part),
  });
  await expect.element(dialog()).toMatchTextContent(/从下一次发券起生效/);
  await dialog().getByLabelText('排队').fill('4');
  await saveButton().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(lastSent('updatePlan')).toEqual({ id: 'team', queued: 4, version: 1 });
});

test('tickets are given and taken back in the account’s drawer', async () => {
  const accounts = accountsOf(accountOf('a1', { tickets: { normal: 23, live: 3, gpt: 30 } }));
  const purse = (normal: number) => accounts.change({ id: 'a1', tickets: { normal, live: 3, gpt: 30 } });
  await openConsole('/accounts/a1', {
    ...accounts.answers,
    giveTickets: ({ amount }) => {
      purse(23 + Number(amount));
      return { accounts: 1, tickets: Number(amount) };
    },
    takeBackTickets: () => {
      purse(0);
      return { taken: 73 };
    },
  });
  await expect.element(dialog()).toMatchTextContent(/普通券\s*23/);
  await dialog().getByRole('button', { name: '赠送券' }).click();
  const gift = dialog('赠送券给「林工」');
  await gift.getByLabelText('数量').fill('0');
  await expect.element(gift.getByText('至少1张')).toBeVisible();
  await gift.getByLabelText('数量').fill('50');
  await gift.getByLabelText('理由').fill('出图失败补偿');
  await gift.getByRole('button', { name: '赠送', exact: true }).click();
  await expect.element(told('已赠送 普通券 50 张，30 天内有效')).toBeVisible();
  await expect.element(dialog()).toMatchTextContent(/普通券\s*73/);
  expect(lastSent('giveTickets')).toMatchObject({ accountIds: ['a1'], amount: 50, days: 30, reason: '出图失败补偿' });
  await dialog().getByRole('button', { name: '扣回券' }).click();
  const taken = dialog('从「林工」扣回券');
  await taken.getByLabelText('数量').fill('99999');
  await taken.getByLabelText('理由').fill('发错了账号');
  await taken.getByRole('button', { name: '扣回', exact: true }).click();
  await expect.element(told('已扣回 普通券 73 张')).toBeVisible();
  await expect.element(dialog()).toMatchTextContent(/普通券\s*0/);
});

test('a list of people is tried before it is given to, and survives a reload', async () => {
  await openConsole('/tickets', {
    giveTicketsToMany: ({ dryRun }) => ({
      rows: [
        { given: 'a1', accountId: 'a1', nickName: '林工', state: 'ok' },
        { given: 'a1', accountId: 'a1', nickName: '林工', state: 'double' },
        { given: '177****0001', accountId: null, nickName: '', state: 'unknown' },
      ],
      ...{ accounts: 1, tickets: 5, left: null, isDone: !dryRun },
    }),
  });
  const list = '13800000001\na1\n17799990001';
  await page.getByRole('button', { name: '名单赠送' }).click();
  await dialog().getByLabelText('名单').fill(list);
  await reload();
  await page.getByRole('button', { name: '名单赠送' }).click();
  await expect.element(dialog().getByText(/^已恢复上次没有提交的内容/)).toBeVisible();
  await expect.element(dialog().getByLabelText('名单')).toHaveValue(list);
  await dialog().getByLabelText('每个账号').fill('5');
  await dialog().getByLabelText('理由').fill('活动奖励');
  await dialog().getByRole('button', { name: '试算' }).click();
  const others = dialog().getByRole('list', { name: '不会赠送的行' });
  await expect.element(others).toMatchTextContent(/重复，只算一次.*第 3 个：177\*{4}0001没有这个账号/);
  await dialog().getByRole('button', { name: '赠送', exact: true }).click();
  await expect.element(told('已赠送 1 个账号，共 普通券 5 张')).toBeVisible();
  const sent = asked.filter(({ name }) => name === 'giveTicketsToMany').map((call) => call.sent);
  expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, false]);
  expect(sent[1]).toMatchObject({ phones: ['13800000001', '17799990001'], ids: ['a1'], amount: 5, reason: '活动奖励' });
});

test('who may only look sees products, codes, plans and tickets and no way to change them', async () => {
  const product = staffProductOf('p1');
  for (const path of ['products', 'redeem', 'plans', 'tickets']) {
    await openConsole(
      `/${path}`,
      {
        ...productsOf(product).answers,
        redeemBatches: [redeemBatchOf('b1')],
        staffPlans: [staffPlanOf('team')],
      },
      'viewer',
    );
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByText(/券包|活动|团队|还没有/).first()).toBeVisible();
    for (const name of [/^新建/, /^生成/, /^批量/, /^导出/, /^停用/, /赠送/])
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
    await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
  }
  await openConsole('/products/p1', productsOf(product).answers, 'viewer');
  await expect.element(dialog().getByText('价格历史')).toBeVisible();
  await expect.element(dialog().getByRole('textbox')).not.toBeInTheDocument();
  await openConsole('/products/create', productsOf(product).answers, 'viewer');
  await expect.poll(address).toBe('/products');
});
