import { expect } from '@playwright/test';
import { test as base } from '../support/story.ts';

/** Pages that are watched: nothing may leave the origin, and the calls it makes are kept. */
export const test = base.extend<{ calls: string[] }>({
  calls: [
    async ({ page, baseURL }, use) => {
      const calls: string[] = [];
      const foreign: string[] = [];
      page.on('request', (request) => {
        const { origin, pathname, protocol } = new URL(request.url());
        if (protocol === 'data:' || protocol === 'blob:') return;
        if (origin !== new URL(baseURL ?? '').origin) foreign.push(request.url());
        if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
      });
      await use(calls);
      expect(foreign).toEqual([]);
    },
    { auto: true },
  ],
});

export const callOf = ({ method, path }: { method: string; path: string }, accountId = '') =>
  `${method} ${path.replace(':accountId', accountId)}`;
