import { expect, type Page } from '@playwright/test';

export const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

/** Ends when what was looked at is kept: the shell by the service worker, answers and pictures by the page. */
export async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const countOf = (ending: string) =>
    page.evaluate(async (end) => {
      const name = (await caches.keys()).find((one) => one.includes('seen-') && one.endsWith(end));
      return name ? (await (await caches.open(name)).keys()).length : 0;
    }, ending);
  await expect.poll(() => countOf('-answers')).toBeGreaterThan(2);
  await expect.poll(() => countOf('-pictures')).toBeGreaterThan(0);
}
