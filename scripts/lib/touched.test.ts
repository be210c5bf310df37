import { describe, expect, it } from 'vitest';
import { dependentsOf, filesNamedByUrl, storiesFor } from './touched.ts';

const imports = new Map([
  ['shared/money.ts', []],
  ['mock-server/orders.ts', ['shared/money.ts']],
  ['mock-server/main.ts', ['mock-server/orders.ts']],
  ['user-app/pages/orders/index.tsx', ['shared/money.ts']],
  ['user-app/pages/home.tsx', []],
  ['tests/server/orders.test.ts', ['mock-server/orders.ts']],
]);
const pages = [
  { path: '/orders/:id', page: 'orders' },
  { path: '/home', page: 'home' },
];
const stories = new Map([
  ['tests/e2e/orders.spec.ts', "await page.goto('/orders/17');"],
  ['tests/e2e/home.spec.ts', "await page.goto('/home');"],
  ['tests/e2e/console.spec.ts', "await page.goto('/admin/accounts');"],
]);

describe('a change', () => {
  it('touches what depends on it, however far, and nothing else', () => {
    expect([...dependentsOf(['mock-server/orders.ts'], imports)]).toEqual([
      'mock-server/orders.ts',
      'mock-server/main.ts',
      'tests/server/orders.test.ts',
    ]);
  });

  it('touches who starts a program by its address', () => {
    const source = "fork(new URL('./picture-process.ts', import.meta.url)); import('./picture.ts');";
    expect(filesNamedByUrl('mock-server/modules/studio/image/picture-work.ts', source)).toEqual([
      'mock-server/modules/studio/image/picture-process.ts',
    ]);
  });

  it('runs the stories that open a touched page, and the smoke stories for the server', () => {
    const ofMoney = storiesFor(dependentsOf(['shared/money.ts'], imports), stories, pages);
    expect(ofMoney).toEqual({ files: ['tests/e2e/orders.spec.ts'], isSmoke: true });
    const ofHome = storiesFor(dependentsOf(['user-app/pages/home.tsx'], imports), stories, pages);
    expect(ofHome).toEqual({ files: ['tests/e2e/home.spec.ts'], isSmoke: false });
    expect(storiesFor(new Set(['admin-app/App.tsx']), stories, pages).files).toEqual(['tests/e2e/console.spec.ts']);
    expect(storiesFor(new Set(['tests/e2e/home.spec.ts']), stories, pages).files).toEqual(['tests/e2e/home.spec.ts']);
  });
});
