import { expect, type Page } from '@playwright/test';
import type { Account, World } from '../kit/client.ts';

/** An order that is paid and delivered. */
export async function buy(pay: World['pay'], buyer: Account, productId: string): Promise<{ orderNo: string }> {
  type Order = { orderId: string; orderNo: string; status: string };
  const { orderId, orderNo } = await buyer.get<Order>('/api/order/createOrder', { productId });
  await buyer.get('/api/order/createAliPayOrder', { orderId });
  await pay.play(orderNo, 'pay');
  expect((await buyer.get<Order>('/api/order/completeOrder', { orderId })).status).toBe('completed');
  return { orderNo };
}

export const row = (page: Page, title: string) => page.getByRole('listitem', { name: title });
export const ownPlan = (page: Page) => page.getByRole('region', { name: '我的会员' });

/** The page after a payment, which opens by itself. */
export async function isDone(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible();
}
