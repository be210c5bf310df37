import type { Page } from '@playwright/test';

/** Presses an act behind ⋯ on the bar of a result. */
export async function more(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: act }).click();
}
