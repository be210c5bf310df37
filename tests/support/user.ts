import { expect, type Locator, type Page } from '@playwright/test';
import { test as base } from './story.ts';

/** Every page of a test is watched: nothing may be asked from another origin. */
export const test = base.extend<{ staysHome: undefined }>({
  staysHome: [
    async ({ page, baseURL }, use) => {
      const home = new URL(baseURL ?? '').origin;
      const foreign: string[] = [];
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (!['data:', 'blob:'].includes(protocol) && origin !== home) foreign.push(request.url());
      });
      await use(undefined);
      expect(foreign, 'requests to other origins').toEqual([]);
    },
    { auto: true },
  ],
});

/** A mainland number nobody else in this run has. */
export function newPhone(prefix = '17'): string {
  const free = 11 - prefix.length;
  return prefix + String(Math.floor(Math.random() * 10 ** free)).padStart(free, '0');
}

/** The newest code sent to a number. */
export async function lastCode(page: Page, phoneNo: string): Promise<string> {
  const answer = await page.request.get(`/__mock/sms?phoneNo=${phoneNo}`);
  const [newest]: { code: string }[] = await answer.json();
  if (!newest) throw new Error(`No code was sent to ${phoneNo}`);
  return newest.code;
}

/** Asks for a code in a login form and enters it there; the form is not sent yet. */
export async function fillLogin(page: Page, form: Locator, phoneNo: string): Promise<void> {
  await form.getByLabel('手机号').fill(phoneNo);
  await form.getByRole('button', { name: '获取验证码' }).click();
  await expect(form.getByRole('button', { name: /^\d+\(s\)$/ })).toBeVisible();
  await form.getByLabel('验证码', { exact: true }).fill(await lastCode(page, phoneNo));
}

/**
 * Leads the app to one of its addresses without a load, as its own links do. The page before stands until the new one is
 * there, so what follows waits for something that only the new one has.
 */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Values that this device keeps under these keys; null for missing ones. */
export function keptText(page: Page, keys: readonly string[]): Promise<(string | null)[]> {
  return page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);
}

/** Collects the faults of the page. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  return faults;
}

/** Parts that lie outside the screen's width without a part around them that cuts or scrolls. */
export function sidewaysParts(page: Page, width: number): Promise<string[]> {
  return page.evaluate((right) => {
    const isHeld = (part: Element): boolean => {
      for (let around = part.parentElement; around && around !== document.body; around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible') return true;
      return false;
    };
    return [...document.body.querySelectorAll('*')]
      .filter((part) => {
        const box = part.getBoundingClientRect();
        return box.width > 0 && (box.right > right + 1 || box.left < -1) && !isHeld(part);
      })
      .map((part) => part.outerHTML.slice(0, 120));
  }, width);
}
