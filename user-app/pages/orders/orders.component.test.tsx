import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openShop, orderOf, paidOrderOf } from '../../../tests/support/component-shop.ts';
import {
  accessibilityFaults,
  answerWith,
  asked,
  memberOf,
  onPhone,
  show,
  sidewaysParts,
} from '../../../tests/support/components.tsx';
import { ShopDialogs } from '../../features/checkout/shop-dialogs.tsx';
import OrdersPage from './index.tsx';

const row = (name: string) => page.getByRole('listitem', { name });
const checkout = () => page.getByRole('dialog', { name: '支付订单' });

function openOrders(at = '/orders') {
  const shown = (
    <>
      <OrdersPage />
      <ShopDialogs />
    </>
  );
  return show(shown, { at, person: memberOf() });
}

test('the ways to pay come all at once, so that nothing moves under the pointer', async () => {
  openShop([orderOf('1')]);
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>();
  answerWith({
    products: async () => {
      await gate;
      const channels = [{ payType: 'alipay' as const, title: '支付宝', isSimulated: true }];
      return { plans: [], products: [], usableTickets: [], upgrades: [], channels };
    },
  });
  await openOrders();
  await row('普通券 20 张').getByRole('button', { name: '继续支付' }).click();
  await expect.poll(() => asked.some(({ name }) => name === 'checkOrder')).toBe(true);
  await expect.element(checkout().getByLabelText('正在下单')).toBeVisible();
  await expect.element(checkout().getByRole('button', { name: '去支付宝付款' })).not.toBeInTheDocument();
  letThrough();
  await expect.element(checkout().getByRole('button', { name: '去支付宝付款' })).toBeVisible();
});

test('an order that is paid elsewhere changes in the list by itself', async () => {
  const { set } = openShop([orderOf('1')]);
  await openOrders();
  await expect.element(row('普通券 20 张')).toMatchTextContent('待支付');
  set('1', paidOrderOf('1'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(row('普通券 20 张')).toMatchTextContent('已完成');
});

test('an order is canceled after a question', async () => {
  openShop([orderOf('1')]);
  await openOrders();
  const open = row('普通券 20 张');
  await expect.element(open.getByRole('timer')).toMatchTextContent(/^剩 1[45]:\d\d$/);
  const cancel = open.getByRole('button', { name: '取消', exact: true });
  const question = page.getByRole('dialog', { name: '取消这个订单' });
  await cancel.click();
  await question.getByRole('button', { name: '先不取消' }).click();
  await expect.element(open).toMatchTextContent('待支付');
  await cancel.click();
  await question.getByRole('button', { name: '取消订单' }).click();
  await expect.element(open).toMatchTextContent('已取消');
  await expect.element(open.getByRole('button', { name: '继续支付' })).not.toBeInTheDocument();
});

test('a refund shows what comes back and why before it is asked for', async () => {
  openShop([paidOrderOf('1', { title: '普通券 100 张', amount: 3900 })]);
  answerWith({ refundQuote: { amount: 3900, lines: ['没有用过：¥39'] } });
  await openOrders('/orders?status=paid');
  const order = row('普通券 100 张');
  await order.getByRole('button', { name: '申请退款' }).click();
  const dialog = page.getByRole('dialog', { name: '申请退款' });
  await expect.element(dialog).toMatchTextContent('可退¥39');
  const send = dialog.getByRole('button', { name: '提交申请' });
  await send.click();
  await expect.element(dialog.getByText('请写明退款原因')).toBeVisible();
  await dialog.getByLabelText(/^退款原因/).fill('买错了种类');
  await send.click();
  await expect.element(order).toMatchTextContent('退款申请审核中，预计退 ¥39。');
  await expect.element(order.getByRole('button', { name: '申请退款' })).not.toBeInTheDocument();
});

test('an invoice is asked for with the facts of the company, which the next one remembers', async () => {
  openShop([paidOrderOf('1', { title: '普通券 100 张' }), paidOrderOf('2')]);
  await openOrders();
  await row('普通券 100 张').getByRole('button', { name: '申请发票' }).click();
  const dialog = page.getByRole('dialog', { name: '申请发票' });
  await dialog.getByRole('radio', { name: '企业' }).click();
  await dialog.getByLabelText(/^企业名称/).fill('筑绘建筑设计有限公司');
  await dialog.getByLabelText(/^税号/).fill('91110000abc');
  await dialog.getByLabelText(/^接收邮箱/).fill('caiwu@example.com');
  const send = dialog.getByRole('button', { name: '提交申请' });
  await send.click();
  await expect.element(dialog.getByText('税号是 15、17、18 或 20 位大写字母和数字')).toBeVisible();
  await dialog.getByLabelText(/^税号/).fill('91110000ma01abcd2x');
  await send.click();
  await expect.element(row('普通券 100 张')).toMatchTextContent('发票开具中');
  await row('普通券 20 张').getByRole('button', { name: '申请发票' }).click();
  await expect.element(dialog.getByLabelText(/^企业名称/)).toHaveValue('筑绘建筑设计有限公司');
  await expect.element(dialog.getByLabelText(/^税号/)).toHaveValue('91110000MA01ABCD2X');
  await expect.element(dialog.getByLabelText(/^接收邮箱/)).toHaveValue('caiwu@example.com');
});

test('a list that cannot be read offers another try', async () => {
  openShop();
  let isDown = true;
  answerWith({
    health: { status: 'ok' },
    orders: () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return { list: [], nextCursor: null };
    },
  });
  await openOrders();
  await expect.element(page.getByRole('heading', { name: '订单没有读到' })).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByRole('heading', { name: '还没有订单' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('nothing of the orders sticks out on a phone', async () => {
  await onPhone();
  openShop([orderOf('1'), paidOrderOf('2', { title: '普通券 100 张' })]);
  await openOrders();
  await expect.element(row('普通券 100 张')).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
  await row('普通券 20 张').getByRole('button', { name: '继续支付' }).click();
  await expect.element(checkout().getByRole('timer')).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
});
