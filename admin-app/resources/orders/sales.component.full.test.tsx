import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
} from '../../../tests/support/component-console.tsx';
import {
  customRequestOf,
  differenceOf,
  refundBasis,
  staffInvoiceOf,
  staffOrderOf,
  staffRefundOf,
} from '../../../tests/support/component-sales.ts';
import { onPhone, press, sidewaysParts, startOfTests } from '../../../tests/support/components.tsx';

const eventsOf = (...whats: string[]) =>
  whats.map((what, id) => ({ id, what, detail: '', actor: 'buyer', createdAt: startOfTests }));

/** Answers the calls of orders from records. */
function ordersOf(...list: ReturnType<typeof staffOrderOf>[]) {
  const orders = recordsOf(list);
  return {
    ...listOf('staffOrders', orders),
    staffOrder: ({ id }: Record<string, unknown>) => ({
      ...orders.get(id),
      events: eventsOf('created', 'paying', 'paid', 'completed'),
      refunds: [],
    }),
    noteOrder: ({ id, note }: Record<string, unknown>) => orders.change({ id, note }),
    verifyOrder: ({ id }: Record<string, unknown>) => orders.get(id),
    closeOrder: ({ id }: Record<string, unknown>) =>
      orders.change({ id, status: 'closed', closeReason: 'staff', closedAt: startOfTests }),
  };
}

const paid = staffOrderOf('o1');
const open = staffOrderOf('o2', { orderNo: 'ZH20261021654321', status: 'paying', paidAt: null, completedAt: null });

test('filters of orders are asked for, stand in the address and survive a reload', async () => {
  await openConsole('/orders?q=0001', ordersOf(paid));
  await expect.element(row(paid.orderNo)).toMatchTextContent(/测试.*¥39.*138\*{4}0001/);
  const least = page.getByLabelText('金额不低于');
  await least.fill('30');
  await press(least, '{Enter}');
  await expect.poll(address).toBe('/orders?amount_gte=3000&q=0001');
  await expect.poll(() => lastSent('staffOrders')).toMatchObject({ amount_gte: '3000', q: '0001' });
  await reload();
  await expect.element(least).toHaveValue('30');
});

test('a filter that nothing fits says so, and is taken away', async () => {
  await openConsole('/orders?q=none', ordersOf());
  await expect.element(page.getByText('没有符合条件的订单。')).toBeVisible();
  await page.getByRole('button', { name: '清除筛选' }).click();
  await expect.poll(address).toBe('/orders');
  await expect.element(page.getByText(/^还没有订单。/)).toBeVisible();
});

test('the drawer of an order tells what happened, and takes a note', async () => {
  await openConsole('/orders', ordersOf(paid));
  await row(paid.orderNo).getByRole('link', { name: paid.orderNo }).click();
  for (const what of ['下单', '去支付', '已支付', '已到账'])
    await expect
      .element(
        dialog()
          .getByRole('listitem')
          .filter({ hasText: new RegExp(`^${what} 买家`) }),
      )
      .toBeVisible();
  await dialog().getByRole('button', { name: '备注', exact: true }).click();
  await dialog('订单备注').getByLabelText('备注').fill('客户来电核对过');
  await dialog('订单备注').getByRole('button', { name: '保存' }).click();
  await expect.element(dialog().getByText('客户来电核对过')).toBeVisible();
  expect(lastSent('noteOrder')).toEqual({ id: 'o1', note: '客户来电核对过', was: '' });
});

test('an order that waits is asked for again, and closed only when its number was typed', async () => {
  await openConsole('/orders/o2', ordersOf(open));
  await dialog().getByRole('button', { name: '补单' }).click();
  await expect.element(dialog('重新查询这笔订单？')).toMatchTextContent(/这里从不手工发放券和会员/);
  await dialog('重新查询这笔订单？').getByRole('button', { name: '重新查询' }).click();
  await expect.element(told('支付渠道没有新的结果，订单仍是「待支付」')).toBeVisible();
  await dialog().getByRole('button', { name: '关单' }).click();
  const question = dialog('关闭这笔订单？');
  const close = question.getByRole('button', { name: '关单' });
  await close.click();
  await expect.element(question.getByText('请写明理由')).toBeVisible();
  await question.getByLabelText('理由').fill('客户要求换一个');
  await close.click();
  await expect.element(question.getByText('请照样输入订单号后六位')).toBeVisible();
  expect(await consoleFaults()).toEqual([]);
  await question.getByLabelText(/^请输入订单号后六位/).fill('654321');
  await close.click();
  await expect.element(told('已关闭订单')).toBeVisible();
  await expect.element(dialog().getByText('已关闭 员工关闭')).toBeVisible();
  expect(lastSent('closeOrder')).toEqual({ id: 'o2', reason: '客户要求换一个' });
});

const year = staffOrderOf('o3', { title: '团队年付', amount: 169_800 });

test('a refund is by the rules or of an amount, at most what was paid', async () => {
  await openConsole('/orders/o3', {
    ...ordersOf(year),
    staffRefundQuote: { amount: 169_800, lines: ['没有用过'] },
    orderRefundBasis: refundBasis,
    refundOrder: ({ amount }) => staffRefundOf('r1', { amount: Number(amount), requestedBy: 'staff-admin' }),
  });
  await dialog().getByRole('button', { name: '退款' }).click();
  const question = dialog('退款「团队年付」');
  await expect.element(question).toMatchTextContent(/要由另一人批准.*按规则退 ¥1,698/);
  await expect.element(question.getByRole('radio').first()).toBeChecked();
  await question.getByLabelText('指定金额').click();
  await question.getByLabelText('退款金额').fill('99999');
  await expect.element(question.getByText('最多可退 ¥1,698', { exact: true })).toBeVisible();
  await question.getByLabelText('退款金额').fill('1000.5');
  await question.getByLabelText('理由').fill('合同取消');
  await question.getByRole('button', { name: '发起退款' }).click();
  await expect.element(told('已申请退款 ¥1,000.50，等另一人批准')).toBeVisible();
  expect(lastSent('refundOrder')).toEqual({ id: 'o3', amount: 100_050, reason: '合同取消' });
});

/** Answers the calls of refunds from records; 陈财务 is a colleague. */
function refundsOf(...list: ReturnType<typeof staffRefundOf>[]) {
  const refunds = recordsOf(list);
  return {
    ...accountsOf(accountOf('chen', { userType: 9, nickName: '陈财务', role: 'finance' })).answers,
    ...listOf('staffRefunds', refunds),
    refundBasis,
    approveRefund: ({ id }: Record<string, unknown>) =>
      refunds.change({ id, status: 'done', approvedBy: 'staff-admin' }),
    rejectRefund: ({ id, answer }: Record<string, unknown>) => refunds.change({ id, status: 'rejected', answer }),
  };
}

const large = staffRefundOf('r1', { amount: 100_050, orderAmount: 169_800, needsSecondPerson: true });

test('who asked for a large refund cannot approve it', async () => {
  await openConsole('/refunds/r1', refundsOf({ ...large, requestedBy: 'staff-admin' }));
  await expect.element(dialog().getByRole('button', { name: '批准' })).toBeDisabled();
  await expect.element(dialog()).toMatchTextContent(/这笔订单累计退款超过 ¥500，您已同意，须另一人批准。/);
});

test('a second person approves a large refund when its amount was typed', async () => {
  await openConsole('/refunds/r1', refundsOf({ ...large, requestedBy: 'chen' }));
  await expect.element(dialog()).toMatchTextContent(/「陈财务」已同意，等您批准/);
  await dialog().getByRole('button', { name: '批准' }).click();
  const question = dialog('退还 ¥1,000.50？');
  const approve = question.getByRole('button', { name: '批准退款' });
  await approve.click();
  await expect.element(question.getByRole('group', { name: '不可撤销' })).toMatchTextContent(/退出后不能追回/);
  await question.getByLabelText(/^请输入退款金额/).fill('1000');
  await approve.click();
  await expect.element(question.getByText('请照样输入退款金额')).toBeVisible();
  await question.getByLabelText(/^请输入退款金额/).fill('1000.5');
  await approve.click();
  await expect.element(told('已批准退款 ¥1,000.50')).toBeVisible();
  await expect.element(dialog()).toMatchTextContent(/已退款/);
});

test('a refund is refused with an answer', async () => {
  await openConsole('/refunds/r1', refundsOf(staffRefundOf('r1')));
  await dialog().getByRole('button', { name: '驳回' }).click();
  await dialog('驳回退款申请？').getByLabelText('答复').fill('券已经用过大半');
  await dialog('驳回退款申请？').getByRole('button', { name: '驳回' }).click();
  await expect.element(told('已驳回退款申请')).toBeVisible();
  expect(lastSent('rejectRefund')).toEqual({ id: 'r1', answer: '券已经用过大半' });
});

test('an invoice that was issued is noted with its number', async () => {
  const invoices = recordsOf([staffInvoiceOf('i1')]);
  await openConsole('/invoices/i1', {
    ...listOf('staffInvoices', invoices),
    answerInvoice: (part) => invoices.change(part),
  });
  await dialog().getByRole('button', { name: '登记开票' }).click();
  const question = dialog('登记已开具的发票');
  await question.getByRole('button', { name: '登记' }).click();
  await expect.element(question.getByText('请填写发票号码')).toBeVisible();
  await question.getByLabelText('发票号码').fill('25312000000012345678');
  await question.getByRole('button', { name: '登记' }).click();
  await expect.element(row('上海设计院')).toMatchTextContent(/已开具/);
  expect(lastSent('answerInvoice')).toMatchObject({ id: 'i1', status: 'issued', invoiceNo: '25312000000012345678' });
});

test('a difference is settled with what was done about it', async () => {
  const differences = recordsOf([differenceOf('d1')]);
  await openConsole('/differences/d1', {
    ...accountsOf(accountOf('staff-admin', { userType: 9, nickName: '管理员', role: 'admin' })).answers,
    ...listOf('paymentDifferences', differences),
    resolveDifference: (part) => differences.change({ ...part, resolvedBy: 'staff-admin' }),
  });
  await dialog().getByRole('button', { name: '登记处理' }).click();
  await dialog('登记处理结果').getByLabelText('处理结果').fill('渠道已全额退回');
  await dialog('登记处理结果').getByRole('button', { name: '登记' }).click();
  await expect.element(told('已登记处理结果')).toBeVisible();
  await expect.element(dialog()).toMatchTextContent(/管理员.*渠道已全额退回/);
});

test('a custom request is called back and moved on', async () => {
  const requests = recordsOf([customRequestOf('c1')]);
  await openConsole('/custom-requests/c1', {
    ...listOf('staffCustomRequests', requests),
    revealRequestPhone: { phoneNo: '13800000001' },
    updateCustomRequest: (part) => requests.change(part),
  });
  await dialog().getByRole('button', { name: '查看完整手机号' }).click();
  await dialog('查看完整手机号').getByLabelText('查看理由').fill('电话联系客户');
  await dialog('查看完整手机号').getByRole('button', { name: '查看' }).click();
  await expect.element(page.getByText('13800000001')).toBeVisible();
  await dialog().getByRole('button', { name: '跟进' }).click();
  await dialog('跟进这份需求').getByLabelText('已联系').click();
  await dialog('跟进这份需求').getByLabelText('跟进备注').fill('下周二上门');
  await dialog('跟进这份需求').getByRole('button', { name: '保存' }).click();
  await expect.element(told('已推进到「已联系」')).toBeVisible();
  await expect.element(dialog().getByText('下周二上门')).toBeVisible();
  await expect.element(row('上海设计院')).toMatchTextContent(/已联系/);
});

test('who may only look sees orders and refunds and no way to change them', async () => {
  await openConsole('/orders/o1', ordersOf(paid), 'viewer');
  await expect.element(dialog().getByText('到账内容')).toBeVisible();
  for (const name of ['备注', '退款', '补单'])
    await expect.element(dialog().getByRole('button', { name })).not.toBeInTheDocument();
  await openConsole('/refunds/r1', refundsOf(staffRefundOf('r1', { reason: '点错了' })), 'viewer');
  await expect.element(dialog().getByText('点错了')).toBeVisible();
  for (const name of ['批准', '驳回'])
    await expect.element(dialog().getByRole('button', { name })).not.toBeInTheDocument();
});

test('the drawer of an order has no accessibility faults in light and dark', async () => {
  await openConsole('/orders/o1', ordersOf(paid));
  await expect.element(dialog().getByText('到账内容')).toBeVisible();
  expect(await consoleFaults()).toEqual([]);
});

test('on a phone orders are cards, and the menu shows where one is', async () => {
  await onPhone();
  const nickName = '四十个字的客户名称四十个字的客户名称四十个字的客户名称四十个字的客户名';
  await openConsole('/orders', ordersOf(staffOrderOf('o1', { nickName })));
  const card = page.getByRole('list', { name: '订单' }).getByRole('listitem');
  await expect.element(card).toMatchTextContent(/¥39/);
  expect(sidewaysParts()).toEqual([]);
  await card.getByRole('link', { name: paid.orderNo }).click();
  await expect.element(dialog().getByText('到账内容')).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
  for (const [path, name] of [
    ['tickets', '券流水'],
    ['custom-requests', '定制采购'],
    ['tasks', '任务'],
  ] as const) {
    await openConsole(`/${path}`);
    await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect.element(page.getByRole('navigation').getByRole('link', { name })).toBeInViewport({ ratio: 0.99 });
    expect(sidewaysParts()).toEqual([]);
  }
});
