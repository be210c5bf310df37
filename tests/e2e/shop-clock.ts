import { expect, type Page } from '@playwright/test';
import { day } from '#shared/domain/time';
import { newPhone } from '../support/user.ts';
import { ask } from './shop-account.ts';

/** Logs the page in as the person with this number, who is made if nobody has it. */
export async function enter(page: Page, phoneNo = newPhone()): Promise<void> {
  const made = await page.request.post('/__mock/accounts', { data: { phoneNo } });
  expect(made.ok(), await made.text()).toBe(true);
}

export const daysInMs = (days: number) => days * day;

/** Moves the server's clock: to a moment of China such as `2027-04-01 10:00`, or on by milliseconds. */
export async function moveClock(page: Page, to: string | number): Promise<void> {
  const data = typeof to === 'number' ? { advanceMs: to } : { now: `${to.replace(' ', 'T')}:00+08:00` };
  const answer = await page.request.post('/__mock/clock', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Plays the payment company. */
export async function play(page: Page, orderNo: string, action: 'pay' | 'late'): Promise<void> {
  const answer = await page.request.post('/__mock/pay', { data: { orderNo, action } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** An order that is paid and delivered. */
export async function buy(page: Page, productId: string): Promise<{ orderId: string; orderNo: string }> {
  const order = await ask<{ orderId: string; orderNo: string }>(page, 'get', '/api/order/createOrder', { productId });
  await ask(page, 'get', '/api/order/createAliPayOrder', { orderId: order.orderId });
  await play(page, order.orderNo, 'pay');
  const { status } = await ask<{ status: string }>(page, 'get', '/api/order/completeOrder', { orderId: order.orderId });
  expect(status).toBe('completed');
  return order;
}

export const row = (page: Page, title: string) => page.getByRole('listitem', { name: title });
export const ownPlan = (page: Page) => page.getByRole('region', { name: '我的会员' });

/** The page after a payment, which opens by itself. */
export async function isDone(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible();
}

/** Money and tickets of the whole server add up. */
export async function booksBalance(page: Page): Promise<void> {
  const { checks } = await (await page.request.get('/__mock/invariants')).json();
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
}
