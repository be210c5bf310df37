import { expect, type Page } from '@playwright/test';
import { test as base } from '../support/user.ts';

/** Calls the API with the session of the page and returns the data of the answer. */
export async function ask<T>(page: Page, method: 'get' | 'post', path: string, values: object = {}): Promise<T> {
  const answer =
    method === 'get'
      ? await page.request.get(path, { params: values as Record<string, string> })
      : await page.request.post(path, { data: values });
  const { data, error } = await answer.json();
  expect(error?.code ?? 0, JSON.stringify(error)).toBe(0);
  return data;
}

/** A page of a new account. */
export const test = base.extend<{ buyer: Page }>({
  buyer: async ({ page, account }, use) => {
    await account();
    await use(page);
  },
});

/** A call of the console, as its administrator. */
export async function asStaff(page: Page, path: string, values?: object) {
  await ask(page, 'post', '/api/user/manage/login', { account: 'admin', password: 'zhuhui-admin' });
  const answer = values ? await page.request.post(path, { data: values }) : await page.request.get(path);
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer;
}

export const checkout = (page: Page) => page.getByRole('dialog', { name: '支付订单' });

/** Pays at the cashier that a press opens in a tab of its own. */
export async function payInTab(page: Page, name: string | RegExp = '去支付宝付款'): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await checkout(page).getByRole('button', { name }).click();
  const tab = await opening;
  await tab.getByRole('button', { name: '确认支付' }).click();
  return tab;
}

/** Whole orders of the person, newest first. */
export function orders(
  page: Page,
): Promise<{ list: { orderId: string; orderNo: string; status: string; title: string }[] }> {
  return ask(page, 'get', '/api/order/list');
}
