import { expect, type Page } from '@playwright/test';
import type { Answer, Call, Endpoint } from '#shared/contract/endpoint';
import type { Envelope } from '#shared/contract/envelope';
import { type Account, manageContract, type StaffInfo } from '#shared/contract/staff';
import { faultsInLightAndDark } from '../support/accessibility.ts';
import { goOn } from '../support/user.ts';

export const admin = { account: 'admin', password: 'zhuhui-admin' };

/** A mainland number nobody else in this run has. */
export function newPhone(): string {
  return `19${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
}

/** A session without the login page. */
export async function enter(page: Page, credentials = admin): Promise<StaffInfo> {
  const answer = await page.request.post(manageContract.staffLogin.path, { data: credentials });
  const { data, error }: Envelope<StaffInfo> = await answer.json();
  if (!data) throw new Error(error.message);
  return data;
}

export async function createAccount(page: Page, draft: Record<string, unknown>): Promise<Account> {
  const answer = await page.request.post(manageContract.createAccount.path, { data: draft });
  const { data, error }: Envelope<Account> = await answer.json();
  if (!data) throw new Error(`${error.message} ${JSON.stringify(error.fields)}`);
  return data;
}

export async function fillLogin(page: Page, credentials: typeof admin): Promise<void> {
  await page.getByLabel('账号').fill(credentials.account);
  await page.getByLabel('密码', { exact: true }).fill(credentials.password);
  await page.getByRole('button', { name: '登录' }).click();
}

/** A call of the console without its page. Throws the server's sentence. */
export async function ask<E extends Endpoint>(page: Page, spec: E, call: Call<E>): Promise<Answer<E>> {
  const values = { ...(call as Record<string, unknown>) };
  const path = spec.path.replace(/:(\w+)/g, (_place, name: string) => {
    const value = String(values[name]);
    delete values[name];
    return value;
  });
  const answer = await page.request.fetch(path, {
    method: spec.method,
    ...(spec.method === 'GET' ? { params: values as Record<string, string> } : { data: values }),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

export const rowOf = (page: Page, text: string) => page.locator('tbody tr', { hasText: text });

/** Leads the console to one of its lists without a load; done when the menu says that it is there. */
export async function goToList(page: Page, path: string, query = ''): Promise<void> {
  await goOn(page, `/admin/${path}${query}`);
  const entry = page.getByRole('navigation', { name: '主菜单' }).locator(`a[href="/admin/${path}"]`);
  await expect(entry).toHaveAttribute('aria-current', 'page');
}

/** The drawer behind any question that lies over it. */
export const drawerOf = (page: Page) => page.locator('.ant-drawer-content');
export const questionOf = (page: Page) => page.locator('.ant-modal').filter({ visible: true });
export const told = (page: Page, sentence: string) => page.locator('.ant-message', { hasText: sentence });

/** Fills the field of an open question and presses its button. */
export async function answer(page: Page, label: string, words: string, button: string): Promise<void> {
  await questionOf(page).getByLabel(label).fill(words);
  await questionOf(page).getByRole('button', { name: button }).click();
}

/** Violations of the accessibility rules of level AA by the page, in light and dark colours. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsInLightAndDark(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
}
