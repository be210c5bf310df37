import { expect, test } from 'vitest';
import { hashedName, neverHandled } from './service-worker-paths.mjs';

const isLeftToTheServer = (address) => neverHandled.some((pattern) => pattern.test(address));

test.each([
  '/admin',
  '/admin/',
  '/admin/accounts?page=2',
  '/api/works',
  '/api/images/abc/download?format=png',
  '/cas/login',
  '/pay/cashier?order=1',
  '/scan/abc',
  '/__mock/',
  '/__mock',
  '/samples/villa.jpg',
  '/service-worker.js',
])('%s is the server’s', (address) => {
  expect(isLeftToTheServer(address)).toBe(true);
});

test.each(['/', '/home', '/aiDesignMangement?tab=bin', '/membership', '/payments', '/administration', '/user/login'])(
  '%s is a screen of the app',
  (address) => {
    expect(isLeftToTheServer(address)).toBe(false);
  },
);

test('only names that change with their content are kept for ever', () => {
  expect(hashedName.test('umi.b33e5423.js')).toBe(true);
  expect(hashedName.test('p__tool__index.d28aa288.async.js')).toBe(true);
  expect(hashedName.test('boot.js')).toBe(false);
});
