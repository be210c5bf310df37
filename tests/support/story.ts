import type { BrowserContext } from '@playwright/test';
import { test as base } from '../kit/playwright.ts';

interface Look {
  /** True when this browser has met the tour, which would stand beside what a story is about. */
  knowsTour: boolean;
}

/** Notes in every page of a browser that it has met the tour. */
export async function passTour(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window.location.protocol !== 'http:') return;
    const [, world] = /(?:^|; )mock_space=([^;]*)/.exec(document.cookie) ?? [];
    localStorage[world ? `${world}~guideSeen` : 'guideSeen'] ??= '["visitor"]';
  });
}

/** Playwright test with the fixtures of all stories. */
export const test = base.extend<Look>({
  knowsTour: [true, { option: true }],
  // A `storageState` opens a page for each origin before the story begins: a tenth of what a story costs.
  context: async ({ context, knowsTour }, use) => {
    if (knowsTour) await passTour(context);
    await use(context);
  },
  open: ({ open, knowsTour }, use) =>
    use(async (options) => {
      const page = await open(options);
      if (knowsTour) await passTour(page.context());
      return page;
    }),
});
