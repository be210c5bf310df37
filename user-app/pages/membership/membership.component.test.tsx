import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ProductError } from '#shared/errors';
import { openShop } from '../../../tests/support/component-shop.ts';
import {
  accessibilityFaults,
  answerWith,
  memberOf,
  onPhone,
  show,
  sidewaysParts,
} from '../../../tests/support/components.tsx';
import { ShopDialogs } from '../../features/checkout/shop-dialogs.tsx';
import MembershipPage from './index.tsx';

const checkout = () => page.getByRole('dialog', { name: '支付订单' });
const buy = (title: string) => page.getByRole('button', { name: `购买 ${title}` }).click();
const alipay = () => checkout().getByRole('button', { name: '去支付宝付款' });
const look = () => document.dispatchEvent(new Event('visibilitychange'));

function openMembership() {
  const person = memberOf();
  answerWith({ userInfo: person.user!, getVipInfo: person.vip! });
  const shown = (
    <>
      <MembershipPage />
      <ShopDialogs />
    </>
  );
  return show(shown, { at: '/membership', person });
}

test('a payment that is refused says so and can be tried again', async () => {
  const { set } = openShop();
  await openMembership();
  await buy('普通券 20 张，¥9.90');
  await expect.element(alipay()).toBeVisible();
  set('order_1', { status: 'closed', closeReason: 'refused', waitMs: 0 });
  look();
  await expect.element(checkout()).toMatchTextContent('付款没有完成，订单已关闭，没有扣款。');
  await checkout().getByRole('button', { name: '重新下单' }).click();
  await expect.element(alipay()).toBeVisible();
});

test('a blocked tab leaves a link, and the channel out of reach leaves another try', async () => {
  openShop();
  vi.spyOn(window, 'open').mockReturnValue(null);
  let isDown = true;
  answerWith({
    createAliPayOrder: ({ orderId }) => {
      if (isDown) throw new ProductError('payment.unavailable');
      return { orderId: String(orderId), payUrl: '/pay/ZH1' };
    },
  });
  await openMembership();
  await buy('普通券 20 张，¥9.90');
  await alipay().click();
  await expect.element(checkout().getByRole('alert')).toMatchTextContent('没有产生扣款');
  isDown = false;
  await alipay().click();
  await expect.element(checkout().getByRole('link', { name: '打开支付宝付款页' })).toHaveAttribute('href', '/pay/ZH1');
});

test('the shop has no accessibility faults', async () => {
  openShop();
  await openMembership();
  await expect.element(page.getByRole('article', { name: '团队' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await buy('实时券 30 分钟，¥19.90');
  await expect.element(checkout().getByRole('timer')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('nothing of the shop sticks out on a phone', async () => {
  await onPhone();
  openShop();
  await openMembership();
  await expect.element(page.getByRole('article', { name: '团队' })).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
  await buy('普通券 20 张，¥9.90');
  await expect.element(checkout().getByRole('timer')).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
});
