import { expect, it } from 'vitest';
import { isPagePath } from './pages.ts';

it.each(['/', '/home', '/home/', '/HOME', '/user/login', '/authorInspirationhome/17', '/similar/abc', '/toline'])(
  '%s is a page',
  (path) => {
    expect(isPagePath(path)).toBe(true);
  },
);

it('screens for those who build the product are pages in local mode only', () => {
  expect(isPagePath('/ui-parts', true)).toBe(true);
  expect(isPagePath('/ui-parts')).toBe(false);
});

it.each(['/nowhere', '/home/more', '/authorInspirationhome', '/authorInspirationhome/1/2', '/:id', '/user'])(
  '%s is none',
  (path) => {
    expect(isPagePath(path)).toBe(false);
  },
);
